"""Whether a picture shows the board that was calibrated, where it was calibrated."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.log_colour import log_colour
from calibration.start_picture import StartPicture
from calibration.view import BoardView
from vision.otau_crops import OtauCrops, fit_mask
from vision.robust import correlation
from vision.venue import BALL_PX

RESEMBLANCE_MIN: Final = 0.22
"""Less means that a picture does not show the board that was calibrated: boards of their own show 0.24 to 0.99 in all
positions and light, other pictures at most 0.19, boards of the same make in nearly the same place up to 0.6."""
_SOFT_PX: Final = 1.6
_BORDER: Final = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (5, 5))


class Resemblance:
    """Compares the dividers and rims in pictures with those at the start."""

    def __init__(self, view: BoardView, start: StartPicture) -> None:
        """Prepare.

        Args:
            view: where the board lies in the pictures.
            start: a known position; its crops need not come from this very view.
        """
        self._crops = OtauCrops(view, BALL_PX)
        otaus = start.crops_bgr()
        self._frames = _frames(fit_mask(self._crops.inside, otaus.shape[1:3]))
        self._start = _grey(otaus)

    def of(self, image_bgr: NDArray[np.uint8]) -> float:
        """How much the dividers and rims in a picture are those of the known position, -1 to 1; above 0.5 mostly.

        It tells another picture from another position: what frames the otaus stays, whatever lies in them. Half of the
        otaus may be covered.
        """
        height, width = self._frames.shape[1:]
        now = [cv2.resize(one, (width, height)) for one in self._crops.cut(image_bgr)]
        pairs = zip(self._frames, self._start, _grey(np.stack(now).astype(np.uint8, copy=False)), strict=True)
        return float(np.median([correlation(before[frame], after[frame]) for frame, before, after in pairs]))


def _grey(otaus: NDArray[np.uint8]) -> NDArray[np.float32]:
    """(N, h, w) log intensity, softened so that a px of misalignment does not matter."""
    grey = log_colour(otaus).mean(axis=-1)
    return np.stack([cv2.GaussianBlur(one, (0, 0), _SOFT_PX) for one in grey]).astype(np.float32, copy=False)


def _frames(inside: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """What surrounds each opening, and its very border."""
    return np.asarray(np.stack([cv2.erode(one.astype(np.uint8), _BORDER) for one in inside]) == 0, np.bool_)
