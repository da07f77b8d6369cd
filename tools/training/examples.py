"""From a simulated otau to what the network is shown and what it should say, varied at random."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.net_input import (
    CROP_BALL_PX,
    PLANES,
    Likeness,
    Planes,
    Reference,
    cold_planes,
    level_of,
    log_crops,
    padded_hw,
    spots_at,
)

COLD_SHARE: Final = 0.2
"""Examples of which nothing else is known: one network works with a start position and without."""
LIKENED_SHARE: Final = 0.3
"""Examples without a start position whose kumalak were found at first sight, so that their colour is known."""
_OVERLOOKED: Final = 0.5
"""At first sight up to this share of the kumalak is not found, ..."""
_MISTAKEN: Final = 0.3
"""... and in this share of the otaus something else is taken for one."""
HEAT_SIGMA: Final = 0.14
"""Of the spots that the heat map should show, in ball diameters."""
_SHOWN: Final = (0.03, 0.15)
"""Visible shares of a ball at which the heat map begins to show it, and shows it fully."""
_LEVEL: Final = (0.2, 0.06)
"""Error of the board's middle log colour: of all colours alike, and of each."""
_LIGHT: Final = 0.05
"""Error of the change of light between start and now."""
_CENTRE: Final = 0.07
"""Error of the start's centres in ball diameters; one of ``_LOST`` is not found at all."""
_LOST: Final = 0.03
_FOUND: Final = 0.25
"""Visible share of a ball from which a calibration finds it."""
_NOISE: Final = 0.04
_TURNED: Final = 0.4
"""Examples whose hues are turned any way."""


@dataclass(frozen=True, slots=True, eq=False)
class OtauPicture:
    """One crop at ``vision.net_input.CROP_BALL_PX``.

    Attributes:
        bgr: (h, w, 3) uint8.
        balls: (M, 3) x px, y px, visible share.
    """

    bgr: NDArray[np.uint8]
    balls: NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Otau:
    """An otau now and at the start, through the same opening (h, w).

    Attributes:
        family: kind of board, for tables.
    """

    now: OtauPicture
    start: OtauPicture
    inside: NDArray[np.bool_]
    family: str

    @property
    def kumalak(self) -> int:
        """How many lie in it, hidden ones included."""
        return len(self.now.balls)


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """Examples of one padded size (H, W).

    Attributes:
        planes: (N, PLANES, H, W).
        heat: (N, H, W) 0..1.
    """

    planes: Planes
    heat: NDArray[np.float32]


def batch_of(otaus: Sequence[Otau], rng: np.random.Generator) -> Batch:
    """Varied examples of some otaus."""
    hw = padded_hw((max(len(one.inside) for one in otaus), max(one.inside.shape[1] for one in otaus)))
    planes = np.zeros((len(otaus), PLANES, *hw), np.float32)
    heat = np.zeros((len(otaus), *hw), np.float32)
    for ix, otau in enumerate(otaus):
        turned = mirrored(otau, across=rng.random() < 0.5, along=rng.random() < 0.5)
        one = varied_planes(turned, rng)
        planes[ix, :, : one.shape[1], : one.shape[2]] = one
        heat[ix] = heat_target(turned.now.balls, hw)
    return Batch(planes, heat)


def mirrored(otau: Otau, *, across: bool, along: bool) -> Otau:
    """Its columns (``across``) and its rows (``along``) in reverse."""
    step = np.s_[:: -1 if along else 1, :: -1 if across else 1]
    height, width = otau.inside.shape
    last, sign = np.array([across * (width - 1), along * (height - 1), 0]), np.array([1 - 2 * across, 1 - 2 * along, 1])

    def turned(picture: OtauPicture) -> OtauPicture:
        return OtauPicture(np.ascontiguousarray(picture.bgr[step]), last + sign * picture.balls)

    return replace(otau, now=turned(otau.now), start=turned(otau.start), inside=otau.inside[step])


def varied_planes(otau: Otau, rng: np.random.Generator) -> Planes:
    """(PLANES, H, W) under another light, in other colours, and without the start now and then."""
    mix = _colour_mix(rng)
    now, start = (_noisy(log_crops(one.bgr[None]) @ mix, rng) for one in (otau.now, otau.start))
    inside = otau.inside[None]
    level = rng.normal(0, _LEVEL[0]) + rng.normal(0, _LEVEL[1], 3)
    how = rng.random()
    if how < COLD_SHARE + LIKENED_SHARE:
        middle = (board_level(now, start, inside) + level).astype(np.float32)
        likeness = None if how < COLD_SHARE else _likeness(otau, np.concatenate([now, start]) - middle, rng)
        return np.asarray(cold_planes(now, inside, middle, likeness)[0], np.float32)
    reference = Reference.of(_shifted(start, rng), inside, [_as_found(otau.start.balls, rng)])
    reference = replace(
        reference,
        level=(reference.level + level).astype(np.float32),
        log_bgr=reference.log_bgr + rng.normal(0, _LIGHT, 3).astype(np.float32),
    )
    return np.asarray(reference.planes(now, inside)[0], np.float32)


def board_level(now: NDArray[np.float32], start: NDArray[np.float32], inside: NDArray[np.bool_]) -> NDArray[np.float32]:
    """(3,) what the middle colour of all 18 otaus may be: that of this one, now and with nine kumalak."""
    return level_of(np.concatenate([now, start]), np.concatenate([inside, inside]))


def heat_target(balls: NDArray[np.float64], hw: tuple[int, int]) -> NDArray[np.float32]:
    """(H, W) a spot on each ball that can be seen, fainter where it hardly can."""
    shown = np.clip((balls[:, 2] - _SHOWN[0]) / (_SHOWN[1] - _SHOWN[0]), 0, 1)
    return spots_at(balls[:, :2], hw, HEAT_SIGMA * CROP_BALL_PX, shown)


def check_planes() -> Planes:
    """(1, PLANES, 24, 24) an input whose outputs are kept, for tests that have no torch."""
    return np.random.default_rng(0).normal(size=(1, PLANES, 24, 24)).astype(np.float32)


def _likeness(otau: Otau, levelled: NDArray[np.float32], rng: np.random.Generator) -> Likeness:
    """What kumalak that are found at first sight, now and in another otau of the board, tell of their colour."""
    height, width = otau.inside.shape
    found = []
    for picture in (otau.now, otau.start):
        centres = _as_found(picture.balls, rng)
        centres = centres[rng.random(len(centres)) >= rng.uniform(0, _OVERLOOKED)]
        mistaken = rng.uniform(0, (width, height), (int(rng.random() < _MISTAKEN), 2))
        found.append(np.concatenate([centres, mistaken]))
    return Likeness.of(levelled, np.stack([otau.inside] * 2), found)


def _as_found(balls: NDArray[np.float64], rng: np.random.Generator) -> NDArray[np.float64]:
    """(K, 2) centres as a calibration finds them."""
    kept = balls[(balls[:, 2] > _FOUND) & (rng.random(len(balls)) >= _LOST), :2]
    return np.asarray(kept + rng.normal(0, _CENTRE * CROP_BALL_PX, kept.shape), np.float64)


def _colour_mix(rng: np.random.Generator) -> NDArray[np.float32]:
    """(3, 3) that turns hues and changes contrast and saturation, and leaves grey grey."""
    grey = np.full((3, 3), 1 / 3)
    turn = cv2.Rodrigues(np.full(3, rng.uniform(-np.pi, np.pi) / np.sqrt(3)) * (rng.random() < _TURNED))[0]
    saturation = rng.uniform(0.3, 1.3)
    return np.asarray(rng.uniform(0.75, 1.25) * (grey + saturation * (turn @ (np.eye(3) - grey))), np.float32)


def _noisy(log_bgr: NDArray[np.float32], rng: np.random.Generator) -> NDArray[np.float32]:
    noise = (rng.random(log_bgr.shape, np.float32) - np.float32(0.5)) * np.float32(np.sqrt(12) * rng.uniform(0, _NOISE))
    if rng.random() < 0.25:
        log_bgr = cv2.GaussianBlur(log_bgr[0], (0, 0), rng.uniform(0.3, 0.8))[None].astype(np.float32, copy=False)
    return log_bgr + noise


def _shifted(log_bgr: NDArray[np.float32], rng: np.random.Generator) -> NDArray[np.float32]:
    """By up to a px: the camera moved a little since the start."""
    dx, dy = rng.integers(-1, 2, 2) * (rng.random() < 0.4)
    return np.roll(log_bgr, (dy, dx), axis=(1, 2))
