"""What a path tracer is told of a scene: triangles and quads with colour and finish, and the rectangles that shine.

The board's frame is left-handed (``boards``); meshes are right-handed: their y is that of the board with the sign
changed. Colours are linear; red, green, blue here, as path tracers have them.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tools.simulator.light import Light
from tools.simulator.scene import Ground, Solids

F32 = NDArray[np.float32]
F64 = NDArray[np.float64]
I32 = NDArray[np.int32]
FLIP: Final = np.array([1.0, -1.0, 1.0])
"""From the board's frame to that of meshes and back."""
LAMP_AWAY: Final = 400.0
"""How far away lamps are: as good as at infinity, where the fast level has them, but behind the camera."""
_SURROUNDINGS: Final = 150.0
"""Half the width of the table; what lies beyond does not show on the board."""
_SINK: Final = 0.05
"""By which what surrounds the ground lies lower than its lowest place."""
_SUBDIVISIONS: Final = 3
"""Of a solid's icosahedron: 1280 triangles, whose outline is 0.2 % of the radius inside the true one."""
_BAR: Final = 0.12
_CROSS_BAR: Final = 0.06
_BAR_LIGHT: Final = 0.3
"""Widths and light of a window's bars, as in ``optics.sky``."""


@dataclass(frozen=True, slots=True, eq=False)
class Mesh:
    """A surface.

    Attributes:
        points: (V, 3) float32.
        faces: (F, 3 or 4) points of each, counter-clockwise from outside.
        colour: (V, 3) red, green, blue.
        finish: (V, 2) gloss and roughness as in ``optics.shade``.
    """

    points: F32
    faces: I32
    colour: F32
    finish: F32


@dataclass(frozen=True, slots=True, eq=False)
class Lamp:
    """A bright rectangle.

    Attributes:
        points: (4, 3) float32 corners.
        rgb: (3,) radiance.
    """

    points: F32
    rgb: F64


def ground_mesh(ground: Ground) -> Mesh:
    """The ground, one point a cell, amid a level table of the colour of its first corner."""
    x, y = np.meshgrid(ground.x, ground.y)
    points = np.stack([x, y, ground.floor], axis=-1).reshape(-1, 3) * FLIP
    ix = np.arange(x.size, dtype=np.int32).reshape(x.shape)
    quads = np.stack([ix[1:, :-1], ix[1:, 1:], ix[:-1, 1:], ix[:-1, :-1]], axis=-1).reshape(-1, 4)
    level = float(ground.floor.min()) - _SINK
    around = np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]]) * _SURROUNDINGS + np.array([0, 0, level])
    colour, finish = ground.colour.reshape(-1, 3), ground.finish.reshape(-1, 2)
    return Mesh(
        points=np.vstack([points, around]).astype(np.float32),
        faces=np.vstack([quads, x.size + np.arange(4)[None]]).astype(np.int32),
        colour=np.vstack([colour, np.tile(colour[:1], (4, 1))])[:, ::-1].astype(np.float32),
        finish=np.vstack([finish, np.tile(finish[:1], (4, 1))]).astype(np.float32),
    )


def solids_mesh(solids: Solids) -> Mesh:
    """All ellipsoids, marbled as ``optics`` marbles them."""
    unit, triangles = unit_sphere(_SUBDIVISIONS)
    number, size = len(solids), len(unit)
    points = unit @ np.linalg.inv(solids.shapes).swapaxes(1, 2) + solids.centres[:, None]
    faces = triangles[None] + size * np.arange(number, dtype=np.int32)[:, None, None]
    colour = solids.looks[:, None, 2::-1] * _grain(solids.looks, unit)[..., None]
    finish = np.repeat(solids.looks[:, None, 3:5], size, axis=1)
    outwards = np.linalg.det(solids.shapes) * FLIP.prod() > 0
    faces[~outwards] = faces[~outwards, :, ::-1]
    return Mesh(
        points=(points.reshape(-1, 3) * FLIP).astype(np.float32),
        faces=faces.reshape(-1, 3).astype(np.int32),
        colour=colour.reshape(-1, 3).clip(0, 1).astype(np.float32),
        finish=finish.reshape(-1, 2).astype(np.float32),
    )


def lamps_of(light: Light) -> list[Lamp]:
    """The lamps of a room; a window with bars is a dim rectangle with bright panes before it."""
    lamps = []
    for lamp in light.lamps:
        rgb, bars = lamp[12:9:-1], int(lamp[9])
        lamps.append(_rectangle(lamp, (-1, 1, -1, 1), rgb * (_BAR_LIGHT if bars else 1), LAMP_AWAY))
        lamps += [_rectangle(lamp, pane, rgb, 0.99 * LAMP_AWAY) for pane in _panes(bars)]
    return lamps


def unit_sphere(subdivisions: int) -> tuple[F64, I32]:
    """(V, 3) points and (F, 3) triangles of an icosahedron whose edges were halved so often, counter-clockwise."""
    golden = (1 + np.sqrt(5)) / 2
    flat = np.array([[0, s, t * golden] for s in (-1, 1) for t in (-1, 1)])
    points = np.vstack([flat, flat[:, [2, 0, 1]], flat[:, [1, 2, 0]]])
    near = np.isclose(np.linalg.norm(points[:, None] - points[None], axis=-1), 2)
    sets = [three for three in combinations(range(len(points)), 3) if near[np.ix_(three, three)].sum() == 6]
    triangles = np.array([three if np.linalg.det(points[list(three)]) > 0 else three[::-1] for three in sets])
    for _ in range(subdivisions):
        points, triangles = _halved(points, triangles)
    return points / np.linalg.norm(points, axis=1, keepdims=True), triangles.astype(np.int32)


def _halved(points: F64, triangles: NDArray[np.int64]) -> tuple[F64, NDArray[np.int64]]:
    """Each triangle as four; the points on the unit sphere."""
    points = points / np.linalg.norm(points, axis=1, keepdims=True)
    edges = np.sort(triangles[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2), axis=1)
    kept, middle = np.unique(edges, axis=0, return_inverse=True)
    a, b, c = triangles.T
    ab, bc, ca = len(points) + middle.reshape(-1, 3).T
    parts = [(a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca)]
    return np.vstack([points, points[kept].mean(axis=1)]), np.concatenate([np.column_stack(part) for part in parts])


def _grain(looks: F64, unit: F64) -> F64:
    """(N, V) by which marbling changes the colour at each point of each solid, see ``optics.shade``."""
    a, b, c = unit.T
    strength, frequency, phase = looks[:, 5:8, None].swapaxes(0, 1)
    wave = 1.7 * np.sin(0.8 * frequency * b + 2 * phase + c)
    return np.asarray(1 + strength * np.sin(frequency * a + phase + wave), np.float64)


def _panes(bars: int) -> list[tuple[float, float, float, float]]:
    """From where to where panes reach along and across a window, in half sizes."""
    edges = [(number + _BAR, number + 1) for number in range(-bars, bars)]
    return [
        (left / bars, right / bars, low, high)
        for left, right in edges
        for low, high in ((-1, -_CROSS_BAR), (_CROSS_BAR, 1))
    ]


def _rectangle(lamp: F64, span: tuple[float, float, float, float], rgb: F64, away: float) -> Lamp:
    left, right, low, high = span
    corners = np.array([[left, low], [right, low], [right, high], [left, high]]) * lamp[13:15]
    points = (lamp[0:3] + corners @ lamp[3:9].reshape(2, 3)) * away * FLIP
    return Lamp(points.astype(np.float32), rgb)
