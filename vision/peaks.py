"""Local maxima of a response to balls."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

_APART: Final = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (7, 7))
"""No two lie nearer than three px along an axis: a third of a ball's diameter at 9 px."""


def peaks(
    response: NDArray[np.float32], where: NDArray[np.bool_], above: float
) -> tuple[NDArray[np.float64], NDArray[np.float32]]:
    """((M, 2) px, (M,) heights) of the maxima of a response (H, W) within ``where`` that are higher, highest first."""
    top = (response >= cv2.dilate(response, _APART)) & (response > above) & where
    y, x = np.nonzero(top)
    order = np.argsort(-response[y, x], kind="stable")
    return np.column_stack([x, y])[order].astype(np.float64), response[y, x][order]
