"""The heat-map network: from the planes of crops to where kumalak lie."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.net_input import Likeness, Planes, cold_planes, level_of

CELL: Final = 3
"""The network says one column of numbers for each cell of so many px a side: a heat for each px."""
_APART: Final = cv2.getStructuringElement(cv2.MORPH_RECT, (5, 5))
_BESIDE: Final = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (7, 7))
"""So far beside its opening a ball may be: the calibration errs, and at a slant heaps stand out."""
_SEEN_FROM: Final = -4.0
"""Log odds from which a peak is told."""
_SURE_FROM: Final = 0.0
"""Log odds from which a peak tells what colour kumalak have."""


Heat = NDArray[np.float32]
"""(N, H, W) log odds that a px is the centre of a kumalak, of N crops."""
HeatOf = Callable[[Planes], Heat]
Peaks = tuple[NDArray[np.float64], NDArray[np.float32]]
"""(M, 2) px of a crop and (M,) log odds of being a kumalak, highest first."""


class HeatNetwork:
    """The network as OpenCV runs it."""

    def __init__(self, onnx: bytes) -> None:
        """Read it.

        Raises:
            cv2.error: it is no network that OpenCV can run.
        """
        self._net = _read(np.frombuffer(onnx, np.uint8))

    def heat(self, planes: Planes) -> Heat:
        """What it says of (N, PLANES, H, W)."""
        self._net.setInput(planes)
        return heat_of(np.asarray(self._net.forward(), np.float32))


def heat_of(outputs: NDArray[np.float32]) -> Heat:
    """(N, H, W) from the network's outputs (N, CELL ** 2, H / CELL, W / CELL)."""
    number, _, height, width = outputs.shape
    cells = outputs.reshape(number, CELL, CELL, height, width)
    return cells.transpose(0, 3, 1, 4, 2).reshape(number, height * CELL, width * CELL)


def found_in(heat: Heat, inside: NDArray[np.bool_]) -> tuple[Peaks, ...]:
    """The peaks of N crops whose openings are (N, h, w), no larger than their heat maps."""
    where = [cv2.dilate(one.astype(np.uint8), _BESIDE) > 0 for one in inside]
    return tuple(peaks(one, near) for one, near in zip(heat, where, strict=True))


def planes_at_second_look(heat_of_planes: HeatOf, log_bgr: NDArray[np.float32], inside: NDArray[np.bool_]) -> Planes:
    """(N, PLANES, H, W) of a board whose start was not seen, with the colour of what a first look is sure of.

    Args:
        heat_of_planes: the network.
        log_bgr: (N, h, w, 3) log colours of the crops of one picture.
        inside: (N, h, w) their openings.
    """
    level = level_of(log_bgr, inside)
    first = found_in(heat_of_planes(cold_planes(log_bgr, inside, level)), inside)
    sure = [xy[logits > _SURE_FROM] for xy, logits in first]
    return cold_planes(log_bgr, inside, level, Likeness.of(log_bgr - level, inside, sure))


def peaks(heat: NDArray[np.float32], where: NDArray[np.bool_]) -> Peaks:
    """The local maxima of a heat map (H, W) within ``where`` (h, w), highest first."""
    window = heat[: where.shape[0], : where.shape[1]]
    top = (window >= cv2.dilate(window, _APART)) & (window > _SEEN_FROM) & where
    y, x = np.nonzero(top)
    order = np.argsort(-window[y, x], kind="stable")
    return np.column_stack([x, y])[order].astype(np.float64), window[y, x][order]


def _read(onnx: NDArray[np.uint8]) -> Any:
    """By the classic engine where OpenCV has several: the others of OpenCV 5.0 take longer (docs/model-card.md)."""
    classic = getattr(cv2.dnn, "ENGINE_CLASSIC", None)
    return cv2.dnn.readNetFromONNX(onnx) if classic is None else cv2.dnn.readNetFromONNX(onnx, classic)
