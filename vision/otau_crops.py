"""The 18 otaus of a picture at the scale that a counter works on."""

from __future__ import annotations

from typing import Final, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.view import BoardView
from togyz.board import OTAU_TOTAL
from vision.rectify import BoxSampler

MARGIN_BALLS: Final = 1.0
"""What is cut around each otau, so that a ball at its border is seen whole."""
Scalar = TypeVar("Scalar", bound=np.generic)


class OtauCrops:
    """Cuts the otaus of one view."""

    def __init__(self, view: BoardView, ball_px: float, *, step_px: int = 1) -> None:
        """Prepare the map.

        Args:
            view: where the board lies in the pictures.
            ball_px: diameter of a kumalak in the crops.
            step_px: height and width are trimmed, evenly on both sides, to multiples of this.
        """
        self._sampler = BoxSampler(view, px_per_ball=ball_px, margin_balls=MARGIN_BALLS)
        width, height = self.whole_wh = self._sampler.otau_wh_px
        self.size_wh = (width // step_px * step_px, height // step_px * step_px)
        self.from_xy = ((width - self.size_wh[0]) // 2, (height - self.size_wh[1]) // 2)
        self.inside = np.stack([self._mask(ix, opening) for ix, opening in enumerate(view.boxes_px[:OTAU_TOTAL])])

    def cut(self, image_bgr: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """(18, h, w, 3)."""
        return self.trimmed(self._sampler.cut(image_bgr).otau)

    def trimmed(self, whole: NDArray[Scalar]) -> NDArray[Scalar]:
        """The part (N, h, w, ...) of crops of ``whole_wh`` that is used."""
        (x, y), (width, height) = self.from_xy, self.size_wh
        return whole[:, y : y + height, x : x + width]

    def to_image(self, ix: int, xy: NDArray[np.floating]) -> NDArray[np.float64]:
        """Points (N, 2) of a crop as px of the picture."""
        return self._sampler.to_image(ix, np.add(xy, self.from_xy)) if len(xy) else np.zeros((0, 2))

    def to_crop(self, ix: int, xy: NDArray[np.floating]) -> NDArray[np.float64]:
        """Px (N, 2) of the picture as points of a crop."""
        return self._sampler.to_crop(ix, np.asarray(xy, np.float64)) - self.from_xy if len(xy) else np.zeros((0, 2))

    def _mask(self, ix: int, opening_px: NDArray[np.float32]) -> NDArray[np.bool_]:
        mask = np.zeros(self.size_wh[::-1], np.uint8)
        cv2.fillPoly(mask, [np.rint(self.to_crop(ix, opening_px)).astype(np.int32)], (1,))
        return mask > 0


def fit_mask(inside: NDArray[np.bool_], shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """The openings (N, h, w) at the size of other crops."""
    if inside.shape[1:] == shape:
        return inside
    resized = [cv2.resize(one.astype(np.uint8), shape[::-1], interpolation=cv2.INTER_NEAREST) for one in inside]
    return np.stack(resized) > 0
