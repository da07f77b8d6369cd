"""What is no kumalak: markers of a tuzdyk, and things that lie, stand or reach into the picture by chance."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.simulator.looks import linear
from tools.simulator.scene import CELLS_PER_BALL, Ground, Solids, joined

MARKERS: Final = ("ball", "disc", "ring", "flag", "slip", "stone")
CLUTTER: Final = ("finger", "sleeve", "pen", "coin")
_MARKER_BGR: Final = (
    *((240, 240, 240), (40, 40, 210), (200, 80, 30), (40, 180, 60)),
    *((30, 200, 230), (30, 30, 30), (60, 170, 200)),
)
"""As they are written; the first is that of standard sets."""
_APART: Final = 0.9
"""Least difference of the logarithms of a marker's colour and of a ball's."""
_SKIN_BGR: Final = ((140, 170, 220), (110, 145, 205), (80, 110, 165), (60, 80, 120))


@dataclass(frozen=True, slots=True, eq=False)
class Thing:
    """Solids, and a patch of the ground that is raised and painted.

    Attributes:
        solids: see ``Solids``.
        patch: (N, 2) outline on the openings' plane, None for none; ``hole`` an outline within it that is left out.
        hole: see ``patch``.
        bgr: (3,) linear colour of the patch.
        gloss: of the patch.
    """

    solids: Solids
    patch: NDArray[np.float64] | None = None
    hole: NDArray[np.float64] | None = None
    bgr: NDArray[np.float32] | None = None
    gloss: float = 0.03


def no_solids() -> Solids:
    """None at all."""
    return Solids(np.zeros((0, 3)), np.zeros((0, 3, 3)), np.zeros(0), np.zeros((0, 8)))


def ellipsoid(
    at: NDArray[np.float64], half: tuple[float, float, float], rotation: NDArray[np.float64], look: NDArray[np.float64]
) -> Solids:
    """One solid; the columns of ``rotation`` are the directions of its half axes."""
    shape = rotation.T / np.array(half)[:, None]
    return Solids(np.asarray(at, float)[None], shape[None], np.array([max(half)]), look[None])


def draw_marker(
    rng: np.random.Generator, rests_at: NDArray[np.float64], balls_bgr: NDArray[np.float32]
) -> tuple[str, Thing]:
    """A marker of some kind, of another colour than the balls, where a ball would rest with its centre at (3,)."""
    kind = MARKERS[rng.choice(len(MARKERS), p=[0.42, 0.18, 0.14, 0.1, 0.08, 0.08])]
    bgr = _other_colour(rng, balls_bgr, white=kind in ("ball", "slip") and rng.random() < 0.6)
    look = _look(bgr, rng)
    foot = rests_at - _up(0.5)
    turn = _turn(rng.uniform(0, 2 * np.pi))
    size = rng.uniform(0.45, 0.6) if kind == "ball" else rng.uniform(0.4, 0.8)
    if kind == "ball":
        return kind, Thing(ellipsoid(foot + _up(size), (size, size, size), turn, look))
    if kind == "disc":
        high = size * rng.uniform(0.12, 0.3)
        return kind, Thing(ellipsoid(foot + _up(high), (size, size, high), turn, look))
    if kind == "stone":
        half = (size * rng.uniform(0.9, 1.4), size, size * rng.uniform(0.4, 0.8))
        return kind, Thing(ellipsoid(foot + _up(half[2]), half, turn, look))
    if kind == "flag":
        return kind, Thing(_flag(foot, size, rng, look))
    outline = _circle(size) if kind == "ring" else _oblong(size * 1.6, size * rng.uniform(0.7, 1.4), rng)
    hole = foot[:2] + _circle(size * rng.uniform(0.6, 0.85)) if kind == "ring" else None
    return kind, Thing(no_solids(), foot[:2] + outline, hole, linear(bgr), 0.15 if kind == "ring" else 0.01)


def draw_clutter(rng: np.random.Generator, at: tuple[float, float], half_wh: tuple[float, float]) -> tuple[str, Thing]:
    """Something that reaches into the picture of an opening from its edge."""
    kind = CLUTTER[rng.choice(len(CLUTTER), p=[0.4, 0.2, 0.2, 0.2])]
    azimuth = rng.uniform(0, 2 * np.pi)
    outwards = np.array([np.cos(azimuth), np.sin(azimuth), 0.0])
    edge = np.array([*at, 0.0]) + outwards * np.array([*half_wh, 0.0]) * rng.uniform(0.75, 1.3)
    along = _turn(azimuth + rng.normal(0, 0.4))
    if kind == "coin":
        return kind, Thing(ellipsoid(edge + _up(0.06), (0.85, 0.85, 0.06), along, _look((120, 170, 190), rng)))
    if kind == "pen":
        across = _turn(azimuth + np.pi / 2 + rng.normal(0, 0.4))
        look = _look(_MARKER_BGR[rng.integers(len(_MARKER_BGR))], rng)
        return kind, Thing(ellipsoid(edge + _up(0.4), (7.0, 0.3, 0.3), across, look))
    if kind == "sleeve":
        cloth = _look(tuple(rng.uniform(15, 220, 3)), rng)
        cloth[3] = 0.0
        return kind, Thing(ellipsoid(edge + 3 * outwards + _up(2.0), (4.0, 2.6, 1.5), along, cloth))
    skin = _draw_skin(rng)
    fingers = []
    for i in range(int(rng.integers(1, 4))):
        aside = along[:, 1] * 1.5 * (i - 1) + outwards * rng.uniform(1.5, 3.0)
        fingers.append(ellipsoid(edge + aside + _up(rng.uniform(0.6, 2.0)), (3.2, 0.75, 0.7), along, skin))
    return kind, Thing(joined(fingers))


def draw_hand(rng: np.random.Generator, over: tuple[float, float], towards: float) -> Thing:
    """A hand over a place of the board; its arm comes from the player at y above 0 (``towards`` 1) or below (-1)."""
    skin, cloth = _draw_skin(rng), _look(tuple(rng.uniform(15, 220, 3)), rng)
    cloth[3] = 0.0
    azimuth = towards * np.pi / 2 + rng.normal(0, 0.25)
    along = _turn(azimuth)
    tips = np.array([*over, 0.0]) + _up(rng.uniform(0.8, 2.0))
    parts = []
    for i in range(4):
        finger = tips + along[:, 1] * 1.4 * (i - 1.5) + along[:, 0] * (2.5 + 0.5 * abs(i - 1.5)) + _up(0.6)
        parts.append(ellipsoid(finger, (3.0, 0.75, 0.7), along, skin))
    parts.append(ellipsoid(tips + along[:, 0] * 6.5 + _up(1.4), (3.6, 3.2, 1.4), along, skin))
    parts.append(ellipsoid(tips + along[:, 0] * 13.0 + _up(2.0), (6.0, 2.2, 1.8), along, skin))
    parts.append(ellipsoid(tips + along[:, 0] * 26.0 + _up(2.5), (14.0, 3.4, 2.6), along, cloth))
    return Thing(joined(parts))


def shifted(thing: Thing, xy: NDArray[np.float64]) -> Thing:
    """The solids of a thing somewhere else."""
    return replace(thing, solids=replace(thing.solids, centres=thing.solids.centres + np.array([*xy, 0.0])))


def laid(ground: Ground, thing: Thing) -> Ground:
    """The ground with a thing's patch on it."""
    if thing.patch is None or thing.bgr is None:
        return ground
    mask = np.zeros(ground.floor.shape, np.uint8)
    cv2.fillPoly(mask, [_cells(ground, thing.patch)], 1)
    if thing.hole is not None:
        cv2.fillPoly(mask, [_cells(ground, thing.hole)], 0)
    share = cv2.GaussianBlur(mask.astype(np.float32), (0, 0), 0.7)
    raised = cv2.GaussianBlur(ground.floor, (0, 0), 4.0) + np.float32(0.08)
    floor = ground.floor + share * (np.maximum(raised, ground.floor + np.float32(0.05)) - ground.floor)
    colour = ground.colour + share[..., None] * (thing.bgr - ground.colour)
    finish = ground.finish.copy()
    finish[mask > 0] = thing.gloss, 0.1
    return replace(ground, floor=floor, colour=colour, finish=finish)


def _other_colour(rng: np.random.Generator, balls_bgr: NDArray[np.float32], *, white: bool) -> tuple[int, int, int]:
    """A colour of markers that no ball of the set has."""
    order = list(rng.permutation(len(_MARKER_BGR)))
    if white:
        order.insert(0, 0)
    apart = [np.abs(np.log(balls_bgr / linear(_MARKER_BGR[i]))).max(axis=1).min() for i in order]
    return _MARKER_BGR[order[next(i for i, away in enumerate([*apart[:-1], np.inf]) if away > _APART)]]


def _flag(foot: NDArray[np.float64], size: float, rng: np.random.Generator, look: NDArray[np.float64]) -> Solids:
    """A foot, a pole and a cloth."""
    pole = look.copy()
    pole[:3] = linear((90, 140, 180))
    high = rng.uniform(1.0, 2.2)
    turn = _turn(rng.uniform(0, 2 * np.pi))
    top = foot + _up(high)
    return joined(
        [
            ellipsoid(foot + _up(0.1), (size, size, 0.12), turn, look if rng.random() < 0.5 else pole),
            ellipsoid(foot + _up(high / 2), (0.06, 0.06, high / 2), turn, pole),
            ellipsoid(top + turn[:, 0] * 0.5 - _up(0.3), (0.5, 0.05, 0.32), turn, look),
        ]
    )


def _look(bgr: tuple[float, ...], rng: np.random.Generator) -> NDArray[np.float64]:
    """The look of one solid, see ``optics.shade``."""
    colour = linear(np.clip(np.asarray(bgr) * np.exp(rng.normal(0, 0.1, 3)), 5, 250))
    return np.array([*colour, rng.uniform(0, 0.06), rng.uniform(0.02, 0.4), 0.0, 1.0, 0.0])


def _up(z: float) -> NDArray[np.float64]:
    return np.array([0.0, 0.0, z])


def _draw_skin(rng: np.random.Generator) -> NDArray[np.float64]:
    """The look of a hand."""
    skin = _look(_SKIN_BGR[rng.integers(len(_SKIN_BGR))], rng)
    skin[3:5] = 0.02, 0.4
    return skin


def _turn(azimuth: float) -> NDArray[np.float64]:
    c, s = np.cos(azimuth), np.sin(azimuth)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])


def _circle(radius: float) -> NDArray[np.float64]:
    turn = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    return radius * np.column_stack([np.cos(turn), np.sin(turn)])


def _oblong(length: float, width: float, rng: np.random.Generator) -> NDArray[np.float64]:
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array([length, width]) / 2
    return np.asarray(corners @ _turn(rng.uniform(0, np.pi))[:2, :2].T, np.float64)


def _cells(ground: Ground, xy: NDArray[np.float64]) -> NDArray[np.int32]:
    return np.rint((xy - ground.origin) * CELLS_PER_BALL).astype(np.int32)
