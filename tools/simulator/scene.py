"""A part of a board with what lies on it, and the picture that a camera takes of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.simulator import optics, rays
from tools.simulator.boards import Board
from tools.simulator.camera import Camera
from tools.simulator.light import Light
from tools.simulator.looks import Finish, noise, paint

CELLS_PER_BALL: Final = 12.0
RENDER_BALL_PX: Final = 18.0
"""Rays per ball diameter at least; finer pictures take one ray per px."""
ROUNDING: Final = 0.9
"""Deviation in cells by which edges of the ground are rounded, so that they do not glitter in steps."""
_WAVE: Final = 0.7
"""Half the length of waves of an uneven floor."""
_BOUNCE: Final = 0.45
"""Share of the light in the open that surroundings throw back, times their colour."""


@dataclass(frozen=True, slots=True, eq=False)
class Solids:
    """Ellipsoids: kumalak, markers, fingers.

    Attributes:
        centres: (N, 3).
        shapes: (N, 3, 3) maps from the centre's surroundings to the unit sphere.
        reach: (N,) longest half axes.
        looks: (N, 8), see ``optics.shade``.
    """

    centres: NDArray[np.float64]
    shapes: NDArray[np.float64]
    reach: NDArray[np.float64]
    looks: NDArray[np.float64]

    def __len__(self) -> int:
        """How many there are."""
        return len(self.centres)


def joined(parts: list[Solids]) -> Solids:
    """All solids of the parts, in their order."""
    return Solids(
        np.concatenate([one.centres for one in parts]),
        np.concatenate([one.shapes for one in parts]),
        np.concatenate([one.reach for one in parts]),
        np.concatenate([one.looks for one in parts]),
    )


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """A bare part of a board as grids over columns x and rows y.

    Attributes:
        x, y: (W,), (H,) float32 places of the cells.
        floor: (H, W) heights.
        colour: (H, W, 3).
        finish: (H, W, 2) gloss and roughness.
    """

    x: NDArray[np.float32]
    y: NDArray[np.float32]
    floor: NDArray[np.float32]
    colour: NDArray[np.float32]
    finish: NDArray[np.float32]

    @property
    def origin(self) -> NDArray[np.float64]:
        """Place of the first cell, x and y."""
        return np.array([self.x[0], self.y[0]], np.float64)

    @property
    def surface(self) -> NDArray[np.float32]:
        """(H, W, 7) slopes along x and y, colour, gloss and roughness."""
        surface = np.empty((*self.floor.shape, 7), np.float32)
        for axis in (0, 1):
            surface[..., axis] = cv2.Sobel(self.floor, cv2.CV_32F, 1 - axis, axis, ksize=1, scale=CELLS_PER_BALL / 2)
        surface[..., 2:5] = self.colour
        surface[..., 5:7] = self.finish
        return surface


def ground_of(board: Board, finish: Finish, x_span: tuple[float, float], y_span: tuple[float, float]) -> Ground:
    """The ground of a part of the board."""
    step = 1 / CELLS_PER_BALL
    x = np.arange(*x_span, step).astype(np.float32)
    y = np.arange(*y_span, step).astype(np.float32)
    floor = np.asarray(cv2.GaussianBlur(board.height(x, y), (0, 0), ROUNDING), np.float32)
    floor += np.float32(finish.waves) * noise(floor.shape, _WAVE * CELLS_PER_BALL, np.random.default_rng(finish.seed))
    colour, shine = paint(board, finish, x, y, floor)
    return Ground(x, y, floor + board.rise(x, y), colour, shine)


@dataclass(frozen=True, slots=True, eq=False)
class Window:
    """A part of a camera's picture.

    Attributes:
        corner: its first px.
        size_wh: its size.
        outline_px: (4, 2) what is wanted of it, px of the picture; the rest is left blank.
    """

    corner: tuple[int, int]
    size_wh: tuple[int, int]
    outline_px: NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Rendered:
    """A picture before any camera spoilt it.

    Attributes:
        radiance: (h, w, 3) linear, finer than the window's px by at least one.
        visible: (N,) share of each solid's disc that is seen.
        ids: (h, w) the solid seen by each ray, -1 for none.
    """

    radiance: NDArray[np.float32]
    visible: NDArray[np.float64]
    ids: NDArray[np.int32]


def render(
    ground: Ground, solids: Solids, light: Light, camera: Camera, window: Window, *, ball_px: float = RENDER_BALL_PX
) -> Rendered:
    """Render a part of a picture, by so many rays per ball diameter at least."""
    middle = np.array([(ground.x[0] + ground.x[-1]) / 2, (ground.y[0] + ground.y[-1]) / 2, 0.0])
    fine = max(1.0, ball_px * camera.depth(middle) / camera.focal_px)
    width, height = (round(size * fine) for size in window.size_wh)
    u = (np.arange(width) + 0.5) * window.size_wh[0] / width - 0.5 + window.corner[0]
    v = (np.arange(height) + 0.5) * window.size_wh[1] / height - 0.5 + window.corner[1]
    directions = rays.cast(camera.axes, camera.ideal(np.stack(np.meshgrid(u, v), axis=-1)))
    wanted = _wanted(window, (width, height))
    top = ground.floor.copy()
    rays.raise_tops(top, ground.origin, CELLS_PER_BALL, solids.centres, solids.shapes, solids.reach)
    shadows = rays.horizons(top, CELLS_PER_BALL, light.towards)
    highest = float(ground.floor.max()) + 0.01
    depth = rays.meet_floor(ground.floor, ground.origin, CELLS_PER_BALL, camera.eye, directions, wanted, highest)
    boxes = _boxes(solids, camera, window, (width, height))
    ids, full = rays.meet_solids(depth, directions, camera.eye, boxes, solids.centres, solids.shapes)
    mean = ground.colour.mean(axis=(0, 1), dtype=np.float64)
    radiance = optics.shade(
        depth,
        ids,
        directions,
        camera.eye,
        (ground.origin, CELLS_PER_BALL),
        (ground.surface, top, shadows),
        (solids.centres, solids.shapes, solids.looks),
        (
            np.ascontiguousarray(light.towards.T, np.float32),
            np.ascontiguousarray(light.radiance.T, np.float32),
            light.masked,
            light.lines,
            light.blob,
            light.air,
            light.lamps,
            _BOUNCE * mean * light.open_bgr,
        ),
    )
    seen = np.bincount(ids[ids >= 0], minlength=len(solids))
    return Rendered(radiance, seen / np.maximum(full, 1), ids)


def _wanted(window: Window, size_wh: tuple[int, int]) -> NDArray[np.uint8]:
    """(h, w) 1 where the rendered picture is wanted."""
    scale = np.array(size_wh) / np.array(window.size_wh)
    outline = (window.outline_px - np.array(window.corner) + 0.5) * scale - 0.5
    wanted = np.zeros(size_wh[::-1], np.uint8)
    cv2.fillConvexPoly(wanted, np.rint(outline).astype(np.int32), 1)
    return wanted


def _boxes(solids: Solids, camera: Camera, window: Window, size_wh: tuple[int, int]) -> NDArray[np.int32]:
    """(N, 4) columns and rows of the rendered picture that may see each solid."""
    if not len(solids):
        return np.zeros((0, 4), np.int32)
    scale = np.array(size_wh) / np.array(window.size_wh)
    middle = (camera.project(solids.centres) - np.array(window.corner) + 0.5) * scale - 0.5
    depth = (solids.centres - camera.eye) @ camera.axes[2]
    radius = (1.5 * solids.reach * camera.focal_px / depth)[:, None] * scale + 2
    low, high = np.floor(middle - radius), np.ceil(middle + radius)
    return np.column_stack([low[:, 0], high[:, 0], low[:, 1], high[:, 1]]).clip(-1e6, 1e6).astype(np.int32)
