"""Counting: from the crops of the 18 otaus to a distribution over 0..60 and the balls that a person can check."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.halves import to_image
from calibration.log_colour import log_colour
from calibration.model import Calibration
from calibration.start_picture import KNOWN_MIN, StartPicture
from calibration.view import BoardView
from togyz.board import OTAU_PER_SIDE, OTAU_TOTAL
from vision.ball_colour import BallColour, colours_at
from vision.likelihood import log_likelihood, p_balls
from vision.otau_crops import OtauCrops, fit_mask
from vision.peaks import peaks
from vision.reading import OtauReading
from vision.venue import BALL_PX, VenueModel, train

_SOFT_PX: Final = 0.8
"""Blur of a response, so that one ball has one peak."""
_WANDER: Final = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (5, 5))
"""So far, a quarter of a ball, what deceives may wander from where it was at the start."""
_SEEN_FROM: Final = 0.12
"""Response from which a peak is reported, as doubtful."""


class Counter(Protocol):
    """Counts the kumalak of one picture."""

    @property
    def name(self) -> str:
        """Name and version, for readings."""

    def count(self, image_bgr: NDArray[np.uint8]) -> tuple[OtauReading, ...]:
        """18 readings by ``otau_ix``."""


def start_picture(
    image_bgr: NDArray[np.uint8],
    found: Calibration,
    kumalak: NDArray[np.int64],
    centres_uv: tuple[NDArray[np.float64], ...],
) -> StartPicture:
    """What a venue counter learns from, ready to be kept in a calibration file.

    Where too few kumalak are seen to learn from, it is that of a position that is not known.

    Args:
        image_bgr: the picture in which the kumalak were found.
        found: the board in it.
        kumalak: (18,) the position shown.
        centres_uv: for each otau, in its half's own frame (``calibration.finding.Finding``).
    """
    view, H_image_half = found.view(), np.array(found.H_image_half)
    crops = OtauCrops(view, BALL_PX)
    otaus = crops.cut(image_bgr)
    centres = []
    for ix, uv in enumerate(centres_uv):
        centres.append(crops.to_crop(ix, to_image(H_image_half[ix // OTAU_PER_SIDE], uv, view.lens)))
    if _are_enough(centres):
        centres = _corrected(otaus, crops.inside, centres, kumalak)
    if not _are_enough(centres):
        return unknown_picture(image_bgr, view)
    return StartPicture(
        kumalak=tuple(int(number) for number in kumalak),
        crops_png=otaus_png(otaus),
        centres_xy=tuple(tuple((round(float(x), 2), round(float(y), 2)) for x, y in xy) for xy in centres),
    )


def unknown_picture(image_bgr: NDArray[np.uint8], view: BoardView) -> StartPicture:
    """The same of a position that is not known: by it the board is told again, but no counter learns from it."""
    otaus = OtauCrops(view, BALL_PX).cut(image_bgr)
    return StartPicture(kumalak=(), crops_png=otaus_png(otaus), centres_xy=((),) * OTAU_TOTAL)


def _are_enough(centres_xy: list[NDArray[np.float64]]) -> bool:
    """Whether a counter can learn from so many kumalak."""
    return sum(map(len, centres_xy)) >= KNOWN_MIN


def otaus_png(otaus: NDArray[np.uint8]) -> bytes:
    """The PNG of a start picture: (18, h, w, 3) or, without colours, (18, h, w) otaus one below another."""
    _, png = cv2.imencode(".png", otaus.reshape(-1, *otaus.shape[2:]))
    return png.tobytes()


class VenueCounter:
    """The counter that needs no weights: it learns the venue from one known position."""

    name = "venue-1"

    def __init__(self, view: BoardView, start: StartPicture, *, doubt: int = 0) -> None:
        """Learn.

        Args:
            view: where the board lies in the pictures to be counted.
            start: the known position; its crops need not come from this very view.
            doubt: ``Calibration.misplaced``: how clear the known position was.
        """
        self._doubt = doubt
        self._crops = OtauCrops(view, BALL_PX)
        otaus = start.crops_bgr()
        centres = [np.array(xy, np.float64).reshape(-1, 2) for xy in start.centres_xy]
        venue = _Venue.learned(otaus, fit_mask(self._crops.inside, otaus.shape[1:3]), centres)
        self._venue = venue.for_crops(self._crops.size_wh)

    def count(self, image_bgr: NDArray[np.uint8]) -> tuple[OtauReading, ...]:
        """18 readings by ``otau_ix``."""
        found = self._venue.peaks(self._crops.cut(image_bgr), self._crops.inside)
        return tuple(self._reading(ix, xy, p_balls(heights)) for ix, (xy, heights) in enumerate(found))

    def _reading(self, ix: int, xy: NDArray[np.float64], p_ball: NDArray[np.float64]) -> OtauReading:
        return OtauReading(
            log_likelihood(p_ball, doubt=self._doubt),
            self._crops.to_image(ix, xy).astype(np.float32),
            p_ball.astype(np.float32),
        )


@dataclass(frozen=True, slots=True, eq=False)
class _Venue:
    """A model, and what deceives it on this board.

    Attributes:
        model: the look of a kumalak.
        deceptive: (18, h, w) its response where the known position has no kumalak: ornaments, rims, reflections.
        colour: of the kumalak.
    """

    model: VenueModel
    deceptive: NDArray[np.float32]
    colour: BallColour

    @classmethod
    def learned(cls, otaus: NDArray[np.uint8], inside: NDArray[np.bool_], centres: list[NDArray[np.float64]]) -> _Venue:
        level = _level(otaus, inside)
        model = train(level, tuple(centres), inside)
        bare = np.stack([_bare(mask, xy) for mask, xy in zip(inside, centres, strict=True)])
        deceptive = np.where(bare, _smooth(model.response(level, inside)), 0)
        wandering = np.stack([cv2.dilate(one, _WANDER) for one in deceptive]).astype(np.float32, copy=False)
        seen = np.concatenate([colours_at(one, xy) for one, xy in zip(level, centres, strict=True)])
        return cls(model, wandering, BallColour.of(seen))

    def for_crops(self, size_wh: tuple[int, int]) -> _Venue:
        """The same for the crops of another view."""
        resized = np.stack([cv2.resize(one, size_wh) for one in self.deceptive])
        return replace(self, deceptive=resized.astype(np.float32, copy=False))

    def peaks(
        self, otaus: NDArray[np.uint8], inside: NDArray[np.bool_]
    ) -> list[tuple[NDArray[np.float64], NDArray[np.float32]]]:
        """(xy, height) of what looks like a kumalak in each otau, highest first."""
        level = _level(otaus, inside)
        response = np.maximum(_smooth(self.model.response(level, inside)) - self.deceptive, 0)
        found = []
        for one, mask, colours in zip(response, inside, level, strict=True):
            xy, height = peaks(one, mask, _SEEN_FROM)
            ball = self.colour.fits(colours_at(colours, xy))
            found.append((xy[ball], height[ball]))
        return found


def _smooth(response: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.stack([cv2.GaussianBlur(one, (0, 0), _SOFT_PX) for one in response]).astype(np.float32, copy=False)


def _bare(inside: NDArray[np.bool_], centres_xy: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Where a crop shows no kumalak."""
    bare = inside.astype(np.uint8)
    for x, y in np.rint(centres_xy).astype(int):
        cv2.circle(bare, (int(x), int(y)), round(0.7 * BALL_PX), 0, -1)
    return bare > 0


def _level(otaus: NDArray[np.uint8], inside: NDArray[np.bool_]) -> NDArray[np.float32]:
    """Log colours with the middle colour of the board's floors moved to 0: lamps and shutters drop out."""
    log_bgr = log_colour(otaus)
    return np.asarray(log_bgr - np.median(log_bgr[inside], axis=0), np.float32)


def _corrected(
    otaus: NDArray[np.uint8],
    inside: NDArray[np.bool_],
    centres: list[NDArray[np.float64]],
    kumalak: NDArray[np.int64],
) -> list[NDArray[np.float64]]:
    """Each otau's centres found again by what all of them taught."""
    found = _Venue.learned(otaus, inside, centres).peaks(otaus, inside)
    return [xy[:number] for (xy, _), number in zip(found, kumalak, strict=True)]
