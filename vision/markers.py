"""Markers of tuzdyks: things in a box of a colour that neither board nor kumalak of this venue have.

What colours there are shows the start position: all of its kumalak with their glints and shadows, and the floors. A
ball, disc, ring, flag or piece of paper that lies in an otau later, or parked in a kazan, is of a colour that hardly
occurs there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.start_picture import StartPicture
from calibration.view import BoardView
from togyz.board import OTAU_TOTAL
from togyz.inference.observation import BOX_TOTAL
from vision.light import log_luma_chroma
from vision.rectify import BoxSampler
from vision.venue import BALL_PX

LOG_RATIO_MAX: Final = 4.6
"""A thing of a strange colour may be a pen that somebody laid down as well; a marker may be hidden."""
NEUTRAL: Final = 1.6
"""Strangeness of the strangest spot at which a marker is as likely as none, and the log ratio for each unit of it.
On d1, d2 and b1 boxes without a marker show up to 0.83, those with one 4.0."""
SLOPE: Final = 6.0
LONG_BALLS: Final = 3.0
"""No marker is so long: those of d1, d2, b1 and d3 show up to 2.1, a pen across a single otau 4.3."""
_BOXES_MAX: Final = 6
"""Two markers and what else may be laid down lie in so many boxes; in more of them strange colours are those of another
light: at twice the light the floors of b1 are burnt out."""
_EDGE: Final = 0.8
"""Strangeness at the edge of a thing that is stranger elsewhere."""
_MARGIN_BALLS: Final = 1.0
_STEPS: Final = np.array([24, 6, 6], np.float32)
"""Width of the bins in which luma and both colours are counted, in the units of vision/light.py. Light and shade move
luma far more than the others."""
_LEAST: Final = np.array([0, -150, -150], np.float32)
_BINS: Final = (10, 50, 50)
_LAST_BIN: Final = np.array(_BINS, np.float32) - 1
_RARE: Final = 1e-4
"""A colour of this share of all px is neither strange nor usual."""
_NEVER: Final = 1e-7
_STRANGEST: Final = 4.0
_SPOT_PX: Final = 5
"""Width of the spot that must be strange, half a ball: the glint on a kumalak is smaller."""
_EVERY: Final = 3
"""One column of px in so many measures the light."""
_BESIDE: Final = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (7, 7))
"""So far about the strange spots a thing may reach: its rim, its shadow."""
_AROUND_PX: Final = 5
_INPAINT_PX: Final = 2
"""Radius from which colours are taken where something is painted over; its square is what that costs."""
_SMOOTH: Final = np.array([0.25, 0.5, 0.25])


@dataclass(frozen=True, slots=True, eq=False)
class Strange:
    """How strange the colours in one picture are.

    Attributes:
        maps: for each of the 20 boxes (h, w) from 0 for a usual spot to 4 for a colour that never occurred; none where
            it is the light that is strange.
    """

    maps: tuple[NDArray[np.float32], ...]

    @property
    def covered(self) -> NDArray[np.bool_]:
        """(20,) boxes over which something lies that is too long for a marker: a pen, a sleeve, a paper."""
        return np.array([_longest_balls(one) >= LONG_BALLS for one in self.maps] or np.zeros(BOX_TOTAL), bool)

    def without(self, boxes: NDArray[np.bool_]) -> Strange:
        """The same, as if nothing strange were seen in some of the boxes (20,)."""
        return Strange(tuple(np.zeros_like(one) if box else one for one, box in zip(self.maps, boxes, strict=False)))

    @property
    def log_ratio(self) -> NDArray[np.float64]:
        """(20,) log p(pixels | a marker lies there) - log p(pixels | none does), from -4.6 to 4.6."""
        if not self.maps:
            return np.zeros(BOX_TOTAL)
        strangest = np.array([one.max() for one in self.maps], np.float64)
        return np.clip(SLOPE * (strangest - NEUTRAL), -LOG_RATIO_MAX, LOG_RATIO_MAX)


class MarkerReader:
    """Looks for markers in the pictures of one view."""

    def __init__(self, view: BoardView, start: StartPicture) -> None:
        """Learn what colours are usual.

        Args:
            view: of the board in the pictures to come.
            start: a known position, through this view or another. Empty otaus in it teach nothing: they may be tuzdyks.
        """
        self._sampler = BoxSampler(view, px_per_ball=BALL_PX, margin_balls=_MARGIN_BALLS)
        blank = self._sampler.cut(np.zeros(view.image_wh[::-1], np.uint8))
        self._inside = [self._mask(box, crop.shape, view.boxes_px[box]) for box, crop in enumerate(blank)]
        inside = np.stack(self._inside[:OTAU_TOTAL]) > 0
        self._rims = ~inside
        self._rims[:, :, np.arange(inside.shape[2]) % _EVERY > 0] = False
        otaus = [log_luma_chroma(_fitted(crop, inside.shape[1:])) for crop in start.crops_bgr()]
        self._start_rims = np.stack(otaus)[self._rims]
        taught = np.array(start.kumalak)[:, None, None] > 0
        self._strangeness = _strangeness(np.stack(otaus)[inside & taught])

    def look(self, image_bgr: NDArray[np.uint8]) -> Strange:
        """What a picture of the board at rest shows."""
        boxes = [log_luma_chroma(crop) for crop in self._sampler.cut(image_bgr)]
        change = np.stack(boxes[:OTAU_TOTAL])[self._rims] - self._start_rims
        light = np.asarray(np.median(change, axis=0), np.float32)
        maps = tuple(self._spots(box, inside, light) for box, inside in zip(boxes, self._inside, strict=True))
        return Strange(maps if sum(one.max() > NEUTRAL for one in maps) <= _BOXES_MAX else ())

    def things(self, strange: Strange) -> tuple[NDArray[np.int32], ...]:
        """Outlines (N, 2) px, in the picture, of what has a strange colour."""
        found: list[NDArray[np.int32]] = []
        for box, spots in enumerate(strange.maps):
            if spots.max() <= NEUTRAL:
                continue
            seen = cv2.dilate((spots > _EDGE).astype(np.uint8), _BESIDE)
            for outline in cv2.findContours(seen, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]:
                x, y, width, height = cv2.boundingRect(outline)
                if spots[y : y + height, x : x + width].max() > NEUTRAL:
                    in_image = self._sampler.to_image(box, outline.reshape(-1, 2).astype(np.float64))
                    found.append(np.rint(in_image).astype(np.int32))
        return tuple(found)

    def _mask(self, box: int, shape: tuple[int, ...], outline_px: NDArray[np.float32]) -> NDArray[np.float32]:
        mask = np.zeros(shape, np.float32)
        corners = self._sampler.to_crop(box, outline_px.astype(np.float64))
        cv2.fillPoly(mask, [np.rint(corners).astype(np.int32)], (1.0,))
        return mask

    def _spots(
        self, box: NDArray[np.float32], inside: NDArray[np.float32], light: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        strange = self._strangeness[_bins(box - light)] * inside
        return np.asarray(cv2.blur(strange, (_SPOT_PX, _SPOT_PX)), np.float32)


def painted_over(image_bgr: NDArray[np.uint8], things: Sequence[NDArray[np.int32]]) -> NDArray[np.uint8]:
    """The picture without what lies in some outlines (n, 2) px: counters take many a marker for a kumalak."""
    if not things:
        return image_bgr
    painted = image_bgr.copy()
    for outline in things:
        x, y, width, height = cv2.boundingRect(outline)
        top, left = max(y - _AROUND_PX, 0), max(x - _AROUND_PX, 0)
        part = painted[top : y + height + _AROUND_PX, left : x + width + _AROUND_PX]
        mask = np.zeros(part.shape[:2], np.uint8)
        cv2.fillPoly(mask, [outline - (left, top)], (1,))
        part[:] = cv2.inpaint(part, mask, _INPAINT_PX, cv2.INPAINT_TELEA)
    return painted


def _longest_balls(spots: NDArray[np.float32]) -> float:
    """Length of the longest strange thing in a box."""
    if spots.max() <= NEUTRAL:
        return 0.0
    outlines = cv2.findContours((spots > _EDGE).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
    return max(max(cv2.minAreaRect(one)[1]) for one in outlines) / BALL_PX


def _fitted(crop: NDArray[np.uint8], shape: tuple[int, ...]) -> NDArray[np.uint8]:
    return np.asarray(cv2.resize(crop, shape[::-1]), np.uint8)


def _bins(luma_chroma: NDArray[np.float32]) -> NDArray[np.intp]:
    """(...) the bin of each colour (..., 3)."""
    steps = np.clip((luma_chroma - _LEAST) / _STEPS, 0, _LAST_BIN).astype(np.int32)
    return np.asarray((steps[..., 0] * _BINS[1] + steps[..., 1]) * _BINS[2] + steps[..., 2], np.intp)


def _strangeness(luma_chroma: NDArray[np.float32]) -> NDArray[np.float32]:
    """(bins,) 0 for usual colours to 4 for those that do not occur among these (N, 3)."""
    share = np.bincount(_bins(luma_chroma), minlength=int(np.prod(_BINS))).reshape(_BINS) / len(luma_chroma)
    for axis in range(3):
        share = np.apply_along_axis(np.convolve, axis, share, _SMOOTH, "same")
    return np.clip(np.log(_RARE / (share.ravel() + _NEVER)), 0, _STRANGEST).astype(np.float32)
