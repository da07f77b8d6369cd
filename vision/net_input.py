"""What the heat-map network is shown of each otau: the crop, its opening, and what the start position looked like.

Training and the program build it by the same functions. Light is a sum in log colours: the board's middle colour is
moved to 0, and of a picture taken later only the change of light on its rims is taken away, since what lies in the
otaus changes. Light that changed much is taken away before, for what is nearly burnt out follows no sum.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.log_colour import DARK, log_colour
from vision.ball_colour import colours_at
from vision.light import gain_between, tones_before

CROP_BALL_PX: Final = 12.0
"""Diameter of a kumalak in the crops that the network is shown."""
PLANES: Final = 9
"""Log colours (3), opening, likeness to the ball's colour, and of the start position log colours (3) and centres."""
STEP_PX: Final = 12
"""Height and width of what the network is shown are multiples of this: it reduces by 3, then twice by 2."""
CENTRE_SIGMA: Final = 0.15
"""Of the spots that mark known centres, in ball diameters."""
_FLOOR_FROM: Final = 0.75
"""Distance from every known centre, in ball diameters, from which a px of an opening shows the floor."""
_SHADE: Final = 0.3
"""Standard deviation that light and shadow add to each log colour."""
_SURE: Final = 8.0
"""Log ratio of ball to floor at which the likeness is 0.76."""
_REACH: Final = 4.0
"""Standard deviations after which a spot ends."""
_EVERY: Final = 5
"""One px in so many tells a middle colour or a change of light, and one in so many of those a gain."""
_OTHER_LIGHT: Final = 1.3
"""From this gain or loss on, a picture is brought back to the light of the start."""
_TABLE: Final = log_colour(np.arange(256, dtype=np.uint8))

Planes = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Reference:
    """The start position of a venue, as the network is shown it beside every later picture.

    Attributes:
        log_bgr: (N, h, w, 3) log colours of the crops.
        level: (3,) the board's middle colour.
        centres: (N, h, w) spots on the known centres.
        likeness: what tells the ball's colour from the floor's.
    """

    log_bgr: NDArray[np.float32]
    level: NDArray[np.float32]
    centres: NDArray[np.float32]
    likeness: Likeness

    @classmethod
    def of(
        cls, log_bgr: NDArray[np.float32], inside: NDArray[np.bool_], centres_xy: Sequence[NDArray[np.float64]]
    ) -> Reference:
        """From crops whose balls are known.

        Args:
            log_bgr: (N, h, w, 3) from ``log_crops``.
            inside: (N, h, w) the openings.
            centres_xy: for each crop (M, 2) px.
        """
        level = level_of(log_bgr, inside)
        spots = np.stack([spots_at(xy, log_bgr.shape[1:3], CENTRE_SIGMA * CROP_BALL_PX) for xy in centres_xy])
        return cls(log_bgr, level, spots, Likeness.of(_less(log_bgr, level), inside, centres_xy))

    def in_its_light(self, otaus_bgr: NDArray[np.uint8], inside: NDArray[np.bool_]) -> NDArray[np.float32]:
        """(N, h, w, 3) log colours of later crops of the same view, in the start's light if theirs is another."""
        log_bgr = log_crops(otaus_bgr)
        gain = gain_between(*(np.exp(one[::_EVERY]) - DARK for one in self._on_rims(log_bgr, inside)))
        if gain is None or np.all(np.abs(np.log(gain)) < np.log(_OTHER_LIGHT)):
            return log_bgr
        return log_crops(otaus_bgr, np.log(tones_before(gain) + DARK).astype(np.float32))

    def planes(self, log_bgr: NDArray[np.float32], inside: NDArray[np.bool_]) -> Planes:
        """(N, PLANES, H, W) of later crops of the same view."""
        start, now = self._on_rims(log_bgr, inside)
        light = np.median((now - start).T, axis=1) if len(now) else np.zeros(3)
        levelled = _less(log_bgr, self.level + light)
        return assemble(levelled, inside, self.likeness.at(levelled), _less(self.log_bgr, self.level), self.centres)

    def _on_rims(
        self, log_bgr: NDArray[np.float32], inside: NDArray[np.bool_]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """(M, 3) of px beside the openings, at the start and later."""
        rims = np.flatnonzero(~inside)[::_EVERY]
        return self.log_bgr.reshape(-1, 3)[rims], log_bgr.reshape(-1, 3)[rims]


@dataclass(frozen=True, slots=True, eq=False)
class Likeness:
    """Whether a colour is rather that of the balls or that of the floor: two normal distributions of log colours.

    Attributes:
        ball, floor: each a mean (3,) and an inverse covariance (3, 3).
        offset: log ratio of their densities where both exponents are 0.
    """

    ball: tuple[NDArray[np.float64], NDArray[np.float64]]
    floor: tuple[NDArray[np.float64], NDArray[np.float64]]
    offset: float

    @classmethod
    def of(
        cls, levelled: NDArray[np.float32], inside: NDArray[np.bool_], centres_xy: Sequence[NDArray[np.float64]]
    ) -> Likeness:
        """From crops (N, h, w, 3) with known balls; one that shows no floor or no ball tells nothing apart."""
        balls = np.concatenate(
            [colours_at(one, xy, CROP_BALL_PX) for one, xy in zip(levelled, centres_xy, strict=True)]
        )
        floor = levelled[np.stack([_bare(one, xy) for one, xy in zip(inside, centres_xy, strict=True)])]
        if len(balls) < 2 or len(floor) < 2:
            balls = floor = np.zeros((2, 3), np.float32)
        (ball, ball_det), (bare, bare_det) = _normal(balls), _normal(floor)
        return cls(ball, bare, 0.5 * (bare_det - ball_det))

    def at(self, levelled: NDArray[np.float32]) -> NDArray[np.float32]:
        """(...) -1 for the floor to 1 for a ball, of log colours (..., 3)."""
        (ball, on_ball), (floor, on_floor) = self.ball, self.floor
        square, line = (on_floor - on_ball) / 2, on_ball @ ball - on_floor @ floor
        constant = (floor @ on_floor @ floor - ball @ on_ball @ ball) / 2 + self.offset
        tall = levelled.reshape(-1, *levelled.shape[-2:])
        terms = cv2.multiply(cv2.transform(tall, np.column_stack([square, line])), tall)
        ratio = cv2.transform(terms, np.array([[1, 1, 1, constant]]) / _SURE)
        return np.tanh(np.asarray(ratio, np.float32)).reshape(levelled.shape[:-1])


def log_crops(otaus_bgr: NDArray[np.uint8], table: NDArray[np.float32] = _TABLE) -> NDArray[np.float32]:
    """(N, h, w, 3) log colours, as ``calibration.log_colour`` or by another table (256,) or (256, 3)."""
    tall = otaus_bgr.reshape(-1, *otaus_bgr.shape[2:])
    return np.asarray(cv2.LUT(tall, table.reshape(1, 256, -1)), np.float32).reshape(otaus_bgr.shape)


def level_of(log_bgr: NDArray[np.float32], inside: NDArray[np.bool_]) -> NDArray[np.float32]:
    """(3,) the middle colour of all openings."""
    return np.asarray(np.median(log_bgr[inside][::_EVERY], axis=0), np.float32)


def cold_planes(
    log_bgr: NDArray[np.float32],
    inside: NDArray[np.bool_],
    level: NDArray[np.float32],
    likeness: Likeness | None = None,
) -> Planes:
    """(N, PLANES, H, W) of crops of a board whose start position was not seen: what it would tell is 0.

    Args:
        log_bgr: (N, h, w, 3) from ``log_crops``.
        inside: (N, h, w) the openings.
        level: (3,) the board's middle colour.
        likeness: of kumalak that were found on this board without it; None before any were.
    """
    levelled = _less(log_bgr, level)
    nothing = np.zeros(inside.shape, np.float32)
    like = nothing if likeness is None else likeness.at(levelled)
    return assemble(levelled, inside, like, np.zeros_like(log_bgr), nothing)


def _less(log_bgr: NDArray[np.float32], level: NDArray[np.floating]) -> NDArray[np.float32]:
    """(N, h, w, 3) log colours from which a colour (3,) is taken."""
    tall = log_bgr.reshape(-1, *log_bgr.shape[2:])
    return np.asarray(cv2.transform(tall, np.column_stack([np.eye(3), -level])), np.float32).reshape(log_bgr.shape)


def assemble(
    levelled: NDArray[np.float32],
    inside: NDArray[np.bool_],
    likeness: NDArray[np.float32],
    start_levelled: NDArray[np.float32],
    start_centres: NDArray[np.float32],
) -> Planes:
    """(N, PLANES, H, W): the planes in their order, with 0 beyond their right and lower edges up to ``STEP_PX``."""
    number, height, width = inside.shape
    planes = np.zeros((number, PLANES, *padded_hw((height, width))), np.float32)
    window = planes[:, :, :height, :width]
    window[:, :3] = np.moveaxis(levelled, 3, 1)
    window[:, 3] = inside
    window[:, 4] = likeness
    window[:, 5:8] = np.moveaxis(start_levelled, 3, 1)
    window[:, 8] = start_centres
    return planes


def padded_hw(hw: tuple[int, int]) -> tuple[int, int]:
    """Rounded up to ``STEP_PX``.

    >>> padded_hw((71, 48))
    (72, 48)
    """
    height, width = (-(-size // STEP_PX) * STEP_PX for size in hw)
    return height, width


def spots_at(
    centres_xy: NDArray[np.float64], hw: tuple[int, ...], sigma_px: float, heights: NDArray[np.float64] | None = None
) -> NDArray[np.float32]:
    """(h, w) ``heights`` (1 where none are given) on centres (M, 2), falling off around them; the highest counts."""
    out = np.zeros(hw, np.float32)
    tops = np.ones(len(centres_xy)) if heights is None else heights
    for (x, y), top in zip(centres_xy.tolist(), tops.tolist(), strict=True):
        (rows, down), (columns, across) = _bump(y, hw[0], sigma_px), _bump(x, hw[1], sigma_px)
        part = out[rows, columns]
        np.maximum(part, top * np.outer(down, across), out=part)
    return out


def _bump(at: float, size: int, sigma_px: float) -> tuple[slice, NDArray[np.float64]]:
    """Where along an axis of that size a spot lies, and its heights there."""
    reach = round(_REACH * sigma_px)
    where = np.arange(max(round(at) - reach, 0), min(round(at) + reach + 1, size))
    return slice(where[0], where[-1] + 1) if len(where) else slice(0, 0), np.exp(
        -((where - at) ** 2) / (2 * sigma_px**2)
    )


def _bare(inside: NDArray[np.bool_], centres_xy: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Where an opening (h, w) shows its floor."""
    bare = inside.astype(np.uint8)
    for x, y in np.rint(centres_xy).astype(int).tolist():
        cv2.circle(bare, (x, y), round(_FLOOR_FROM * CROP_BALL_PX), (0,), -1)
    return bare > 0


def _normal(colours: NDArray[np.floating]) -> tuple[tuple[NDArray[np.float64], NDArray[np.float64]], float]:
    """((mean, inverse covariance), log determinant of the covariance)."""
    covariance = np.cov(np.asarray(colours, np.float64).T) + _SHADE**2 * np.eye(3)
    mean = np.asarray(colours.mean(axis=0), np.float64)
    return (mean, np.asarray(np.linalg.inv(covariance), np.float64)), float(np.linalg.slogdet(covariance)[1])
