"""How many kumalak lie in each kazan: balls seen by the learned network, and how far that may be off.

Kazans are long, so that even fifty kumalak mostly lie in one layer and are seen one by one; where they are heaped the
number is a lower one, and the spread says so.
"""

from __future__ import annotations

from typing import Final, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.view import BoardView
from togyz.board import OTAU_TOTAL
from togyz.inference.observation import KazanSeen
from vision.count_model import PeakOdds
from vision.heat_map import HeatNetwork, found_in
from vision.learned import shipped
from vision.net_input import CROP_BALL_PX, cold_planes, log_crops
from vision.rectify import BoxSampler

T = TypeVar("T", np.uint8, np.bool_)
_MARGIN_BALLS: Final = 1.0
_EVERY: Final = 4
"""One px in so many, along and across, tells the board's middle colour."""


class KazanReader:
    """Counts the kazans of one view, as the network counts a board whose start it did not see."""

    def __init__(self, view: BoardView) -> None:
        """Prepare.

        Args:
            view: of the board in the pictures to come.

        Raises:
            cv2.error: this OpenCV cannot run the network.
        """
        learned = shipped()
        self._network = HeatNetwork(learned.onnx)
        self._model = learned.model
        self._sampler = BoxSampler(view, px_per_ball=CROP_BALL_PX, margin_balls=_MARGIN_BALLS)
        blank = self._sampler.cut(np.zeros(view.image_wh[::-1], np.uint8)).kazan
        self._inside = [self._mask(half, crop.shape, view) for half, crop in enumerate(blank)]

    def count(self, image_bgr: NDArray[np.uint8], half: int) -> KazanSeen:
        """The kazan in the calibration's white half (0) or in its black half (1), of a board at rest."""
        crops = self._sampler.cut(image_bgr)
        level = np.asarray(np.median(log_crops(crops.otau)[:, ::_EVERY, ::_EVERY].reshape(-1, 3), axis=0), np.float32)
        crop = crops.kazan[half]
        upright = _upright(crop)
        inside = _upright(self._inside[half])[None]
        found = found_in(self._network.heat(cold_planes(log_crops(upright[None]), inside, level)), inside)
        p_balls = self._model.p_balls(PeakOdds.of(found, inside, is_warm=False))[0]
        return KazanSeen(float(p_balls.sum()), float(np.sqrt((p_balls * (1 - p_balls)).sum())))

    def _mask(self, half: int, shape: tuple[int, ...], view: BoardView) -> NDArray[np.bool_]:
        mask = np.zeros(shape, np.uint8)
        box = OTAU_TOTAL + half
        corners = self._sampler.to_crop(box, view.boxes_px[box].astype(np.float64))
        cv2.fillPoly(mask, [np.rint(corners).astype(np.int32)], (1,))
        return mask > 0


def _upright(crop: NDArray[T]) -> NDArray[T]:
    """The crop with its long side down, as otaus lie in what the network was taught."""
    return crop if crop.shape[0] >= crop.shape[1] else np.ascontiguousarray(crop.swapaxes(0, 1))
