"""The heat-map network: from the planes of crops to where kumalak lie and how many there may be."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.net_input import Likeness, Planes, cold_planes, level_of

CELL: Final = 3
"""The network says one column of numbers for each cell of so many px a side: a heat for each px, and a density."""
_DENSITY_MAX: Final = 4.0
_APART: Final = cv2.getStructuringElement(cv2.MORPH_RECT, (5, 5))
_BESIDE: Final = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (7, 7))
"""So far beside its opening a ball may be: the calibration errs, and at a slant heaps stand out."""
_SEEN_FROM: Final = -4.0
"""Log odds from which a peak is told."""
_SURE_FROM: Final = 0.0
"""Log odds from which a peak tells what colour kumalak have."""


@dataclass(frozen=True, slots=True, eq=False)
class HeatMaps:
    """What the network says of N crops.

    Attributes:
        heat: (N, H, W) log odds that a px is the centre of a kumalak.
        density: (N, H / CELL, W / CELL) kumalak in each cell, hidden ones included.
    """

    heat: NDArray[np.float32]
    density: NDArray[np.float32]

    @classmethod
    def of(cls, outputs: NDArray[np.float32]) -> HeatMaps:
        """From the network's outputs (N, CELL ** 2 + 1, H / CELL, W / CELL)."""
        number, _, height, width = outputs.shape
        cells = outputs[:, : CELL**2].reshape(number, CELL, CELL, height, width)
        heat = cells.transpose(0, 3, 1, 4, 2).reshape(number, height * CELL, width * CELL)
        return cls(heat, np.exp(np.minimum(outputs[:, CELL**2], _DENSITY_MAX)))


MapsOf = Callable[[Planes], HeatMaps]


class HeatNetwork:
    """The network as OpenCV runs it."""

    def __init__(self, onnx: bytes) -> None:
        """Read it.

        Raises:
            cv2.error: it is no network that OpenCV can run.
        """
        self._net = _read(np.frombuffer(onnx, np.uint8))

    def maps(self, planes: Planes) -> HeatMaps:
        """What it says of (N, PLANES, H, W)."""
        self._net.setInput(planes)
        return HeatMaps.of(np.asarray(self._net.forward(), np.float32))


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """What heat maps show of N otaus.

    Attributes:
        peaks: for each otau (M, 2) px of its crop and (M,) log odds of being a kumalak, highest first.
        density: (N,) kumalak by the density map.
    """

    peaks: tuple[tuple[NDArray[np.float64], NDArray[np.float32]], ...]
    density: NDArray[np.float64]

    @classmethod
    def of(cls, maps: HeatMaps, inside: NDArray[np.bool_]) -> Found:
        """In crops whose openings are (N, h, w), no larger than the maps."""
        where = [cv2.dilate(one.astype(np.uint8), _BESIDE) > 0 for one in inside]
        found = tuple(peaks(heat, one) for heat, one in zip(maps.heat, where, strict=True))
        return cls(found, maps.density.sum(axis=(1, 2), dtype=np.float64))


def planes_at_second_look(maps_of: MapsOf, log_bgr: NDArray[np.float32], inside: NDArray[np.bool_]) -> Planes:
    """(N, PLANES, H, W) of a board whose start was not seen, with the colour of what a first look is sure of.

    Args:
        maps_of: the network.
        log_bgr: (N, h, w, 3) log colours of the crops of one picture.
        inside: (N, h, w) their openings.
    """
    level = level_of(log_bgr, inside)
    first = Found.of(maps_of(cold_planes(log_bgr, inside, level)), inside)
    sure = [xy[logits > _SURE_FROM] for xy, logits in first.peaks]
    return cold_planes(log_bgr, inside, level, Likeness.of(log_bgr - level, inside, sure))


def peaks(heat: NDArray[np.float32], where: NDArray[np.bool_]) -> tuple[NDArray[np.float64], NDArray[np.float32]]:
    """((M, 2) px, (M,) log odds) of the local maxima of a heat map (H, W) within ``where`` (h, w), highest first."""
    window = heat[: where.shape[0], : where.shape[1]]
    top = (window >= cv2.dilate(window, _APART)) & (window > _SEEN_FROM) & where
    y, x = np.nonzero(top)
    order = np.argsort(-window[y, x], kind="stable")
    return np.column_stack([x, y])[order].astype(np.float64), window[y, x][order]


def _read(onnx: NDArray[np.uint8]) -> Any:
    """By the classic engine where OpenCV has several: the others of OpenCV 5.0 take longer (docs/model-card.md)."""
    classic = getattr(cv2.dnn, "ENGINE_CLASSIC", None)
    return cv2.dnn.readNetFromONNX(onnx) if classic is None else cv2.dnn.readNetFromONNX(onnx, classic)
