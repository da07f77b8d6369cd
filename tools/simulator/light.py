"""Light over the board, drawn at random: ceiling tubes, windows, lamps, flash, sun, and what shades them.

Directions point from the board to the light in the board's frame (z up). Radiances are linear, blue, green, red, so
scaled that a white sheet in the open has about 1.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

AMBIENT_DIRECTIONS: Final = 13
LAMP_DIRECTIONS: Final = 4
_GOLDEN: Final = np.pi * (3 - np.sqrt(5))
"""Turning by this angle spreads directions evenly."""
_TINTS: Final = np.array(
    [[1, 1, 1], [1.15, 1, 0.88], [0.72, 0.93, 1.12], [0.5, 0.8, 1.2], [1.05, 1.05, 0.95], [0.3, 0.7, 1.35]]
)
"""Daylight, sky, neutral tubes, a warm lamp, greenish tubes, a dim bulb."""
_NO_BLOB: Final = (0.0, 0.0, 1.0, 1.0, 0.0)


@dataclass(frozen=True, slots=True, eq=False)
class Light:
    """See ``optics.sky`` and ``optics.shade`` for the arrays.

    Attributes:
        air: (2, 3) colours of the ceiling and of the walls.
        lamps: (M, 15) bright rectangles.
        towards, radiance: (K, 3) directions of diffuse light and what comes from each, the lamps' first.
        masked: how many of them the mask shades.
        lines: (Q, 4) edges of shadows: normal (2), distance, width.
        blob: middle, half axes and strength of the shadow of a hand.
    """

    air: NDArray[np.float64]
    lamps: NDArray[np.float64]
    towards: NDArray[np.float64]
    radiance: NDArray[np.float64]
    masked: int
    lines: NDArray[np.float64]
    blob: NDArray[np.float64]

    @property
    def open_bgr(self) -> NDArray[np.float64]:
        """(3,) radiance of a white sheet that lies in the open."""
        return np.asarray(self.radiance.T @ np.maximum(self.towards[:, 2], 0), np.float64)


def draw_light(rng: np.random.Generator, *, near: tuple[float, float], camera_towards: NDArray[np.float64]) -> Light:
    """Light of a random room.

    Args:
        rng: draws.
        near: place of the board's plane where shadows' edges shall pass.
        camera_towards: (3,) from there to the camera, for a flash and for what a level floor mirrors.
    """
    ambient = rng.uniform(0.25, 0.9)
    ceiling = ambient * _tint(rng) * rng.uniform(0.6, 1.3)
    air = np.stack([ceiling, ambient * _tint(rng) * rng.uniform(0.15, 1.0)])
    lamps = [lamp for kind in _kinds(rng) for lamp in kind(rng, camera_towards)]
    lamps = [_powered(lamp, rng.uniform(0.25, 1.0) / max(len(lamps), 1)) for lamp in lamps]
    table = np.array(lamps).reshape(-1, 15)
    towards, radiance = _directions(rng, air, table)
    scale = 1 / max(float((radiance.mean(axis=1) * np.maximum(towards[:, 2], 0)).sum()), 1e-6)
    table[:, 10:13] *= scale
    return Light(
        air=air * scale,
        lamps=table,
        towards=towards,
        radiance=radiance * scale,
        masked=len(table) * LAMP_DIRECTIONS,
        lines=_lines(rng, near),
        blob=_blob(rng, near),
    )


def _tint(rng: np.random.Generator) -> NDArray[np.float64]:
    return np.asarray(_TINTS[rng.integers(len(_TINTS))] * rng.normal(1, 0.03, 3), np.float64)


def _kinds(rng: np.random.Generator) -> tuple[_Kind, ...]:
    kinds, shares = zip(*_SHARES, strict=True)
    glare: tuple[_Kind, ...] = (_glare,) if rng.random() < _GLARE else ()
    return (*kinds[rng.choice(len(kinds), p=shares)], *glare)


def _rectangle(
    towards: NDArray[np.float64], turn: float, half: tuple[float, float], bars: float, tint: NDArray[np.float64]
) -> NDArray[np.float64]:
    """One bright rectangle, its long side turned in its own plane."""
    side = np.cross([0.0, 0.0, 1.0], towards)
    side = side / np.linalg.norm(side) if np.linalg.norm(side) > 1e-3 else np.array([1.0, 0, 0])
    up = np.cross(towards, side)
    a = np.cos(turn) * side + np.sin(turn) * up
    b = np.cross(towards, a)
    return np.concatenate([towards, a, b, [bars], tint, half])


def _powered(lamp: NDArray[np.float64], power: float) -> NDArray[np.float64]:
    """The lamp so bright that it gives a sheet that faces it this much."""
    lamp = lamp.copy()
    lamp[10:13] *= power * np.pi / (4 * lamp[13] * lamp[14])
    return lamp


def _at(azimuth: float, elevation: float) -> NDArray[np.float64]:
    flat = np.cos(elevation)
    return np.array([flat * np.cos(azimuth), flat * np.sin(azimuth), np.sin(elevation)])


def _tubes(rng: np.random.Generator, _camera: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    """Parallel tubes or panels under a ceiling that is 1 high."""
    turn, tint = rng.uniform(0, np.pi), _tint(rng)
    panel = rng.random() < 0.35
    half = rng.uniform((0.15, 0.1), (0.3, 0.25)) if panel else rng.uniform((0.25, 0.015), (0.6, 0.05))
    apart = rng.uniform(0.5, 0.9)
    first = rng.uniform(-0.8, 0.8, 2)
    lamps = []
    for i in range(int(rng.integers(1, 4))):
        along = np.array([np.cos(turn + np.pi / 2), np.sin(turn + np.pi / 2)])
        x, y = first + (i - 1) * apart * along
        towards = np.array([x, y, 1.0]) / np.sqrt(1 + x * x + y * y)
        lamp = _rectangle(towards, 0.0, (half[0], half[1]), 0.0, tint)
        direction = np.array([np.cos(turn), np.sin(turn), 0.0])
        a = direction - towards * (direction @ towards)
        lamp[3:6] = a / np.linalg.norm(a)
        lamp[6:9] = np.cross(towards, lamp[3:6])
        lamps.append(lamp)
    return lamps


def _windows(rng: np.random.Generator, _camera: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    azimuth, elevation, tint = rng.uniform(0, 2 * np.pi), rng.uniform(0.25, 0.95), _tint(rng)
    half = (rng.uniform(0.12, 0.35), rng.uniform(0.12, 0.4))
    bars = float(rng.integers(0, 3))
    number = int(rng.integers(1, 4))
    return [_rectangle(_at(azimuth + 2.4 * i * half[0], elevation), 0.0, half, bars, tint) for i in range(number)]


def _lamp(rng: np.random.Generator, _camera: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    size = rng.uniform(0.03, 0.14)
    towards = _at(rng.uniform(0, 2 * np.pi), rng.uniform(0.6, 1.5))
    return [_rectangle(towards, 0.0, (size, size), 0.0, _TINTS[3] if rng.random() < 0.6 else _tint(rng))]


def _flash(rng: np.random.Generator, camera: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    towards = camera + rng.normal(0, 0.03, 3)
    return [_rectangle(towards / np.linalg.norm(towards), 0.0, (0.012, 0.012), 0.0, _TINTS[0])]


def _sun(rng: np.random.Generator, _camera: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    towards = _at(rng.uniform(0, 2 * np.pi), rng.uniform(0.4, 1.1))
    return [_rectangle(towards, 0.0, (0.006, 0.006), 0.0, 2.5 * _TINTS[2])]


def _directions(
    rng: np.random.Generator, air: NDArray[np.float64], lamps: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Directions that stand for all light, with the radiance of a white sheet that faces each."""
    towards, radiance = [], []
    steps = np.arange(LAMP_DIRECTIONS)
    spots = np.column_stack([(steps + 0.5) / LAMP_DIRECTIONS, steps * 0.618 % 1]) * 2 - 1
    for lamp in lamps:
        for u, v in spots:
            one = lamp[0:3] + u * lamp[13] * lamp[3:6] + v * lamp[14] * lamp[6:9]
            one[2] = max(one[2], 0.08)
            towards.append(one / np.linalg.norm(one))
            radiance.append(lamp[10:13] * 4 * lamp[13] * lamp[14] / np.pi / LAMP_DIRECTIONS)
    turn = rng.uniform(0, 2 * np.pi)
    for i in range(AMBIENT_DIRECTIONS):
        up = 0.06 + 0.94 * (i + 0.5) / AMBIENT_DIRECTIONS
        towards.append(_at(turn + i * _GOLDEN, np.arcsin(up)))
        radiance.append((air[1] + (air[0] - air[1]) * up) * 2 / AMBIENT_DIRECTIONS)
    return np.array(towards), np.array(radiance)


def _lines(rng: np.random.Generator, near: tuple[float, float]) -> NDArray[np.float64]:
    """Now and then the edge of a sun patch, or two."""
    if rng.random() > 0.15:
        return np.zeros((0, 4))
    lines = []
    for _ in range(int(rng.integers(1, 3))):
        turn = rng.uniform(0, 2 * np.pi)
        x, y = np.asarray(near) + rng.normal(0, 2.5, 2)
        lines.append([np.cos(turn), np.sin(turn), np.cos(turn) * x + np.sin(turn) * y, rng.uniform(0.02, 1.5)])
    return np.array(lines)


def _blob(rng: np.random.Generator, near: tuple[float, float]) -> NDArray[np.float64]:
    """Now and then the shadow of a hand that is not in view."""
    if rng.random() > 0.12:
        return np.array(_NO_BLOB)
    x, y = np.asarray(near) + rng.normal(0, 4, 2)
    return np.array([x, y, rng.uniform(2, 6), rng.uniform(2, 6), rng.uniform(0.4, 0.95)])


def _glare(rng: np.random.Generator, camera: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    """Spots that a level floor mirrors into the camera: false balls on glossy floors."""
    mirrored = camera * np.array([-1, -1, 1])
    spots = []
    for _ in range(int(rng.integers(1, 4))):
        towards = mirrored + rng.normal(0, 0.07, 3)
        towards[2] = max(towards[2], 0.2)
        half = (rng.uniform(0.01, 0.04), rng.uniform(0.01, 0.04) * rng.choice([1, 1, 4]))
        spots.append(_rectangle(towards / np.linalg.norm(towards), rng.uniform(0, np.pi), half, 0.0, 0.3 * _tint(rng)))
    return spots


_Kind = Callable[[np.random.Generator, NDArray[np.float64]], list[NDArray[np.float64]]]
_SHARES: Final[tuple[tuple[tuple[_Kind, ...], float], ...]] = (
    ((_tubes,), 0.3),
    ((_windows,), 0.22),
    ((_tubes, _windows), 0.12),
    ((_lamp,), 0.14),
    ((_flash,), 0.07),
    ((_sun,), 0.08),
    ((), 0.07),
)
_GLARE: Final = 0.25
