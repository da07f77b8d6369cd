"""Noise, contrast and likeness of pictures: what a difference must exceed to mean something."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

_MEDIAN_TO_SIGMA: Final = 1.4826
"""Of a normal distribution: its standard deviation over the median of its sizes."""
_NEIGHBOURS: Final = np.ones((3, 3), np.uint8)


def median(values: NDArray[np.floating]) -> NDArray[np.float64]:
    """The median along the first axis, the upper one of two; numpy's own takes four times as long on few values."""
    middle = len(values) // 2
    return np.asarray(np.partition(values, middle, axis=0)[middle], np.float64)


def sigma(sizes: NDArray[np.floating]) -> NDArray[np.float64]:
    """Standard deviation of the noise in each channel, from sizes (N, ...) of differences that are mostly noise."""
    return _MEDIAN_TO_SIGMA * median(sizes)


def contrast(view: NDArray[np.float32]) -> NDArray[np.float32]:
    """(h, w, ...) the range of values over 3 x 3 px."""
    return np.asarray(cv2.morphologyEx(view, cv2.MORPH_GRADIENT, _NEIGHBOURS), np.float32)


def correlation(one: NDArray[np.floating], other: NDArray[np.floating]) -> float:
    """-1 to 1; 0 where either is even."""
    spread = float(one.std() * other.std())
    return float(np.mean((one - one.mean()) * (other - other.mean()))) / spread if spread > 0 else 0.0


def window_px(balls: float, ball_px: float, *, least_px: int = 1) -> tuple[int, int]:
    """A square window of that many ball diameters, odd.

    >>> window_px(0.6, 9.0), window_px(0.2, 4.0, least_px=3)
    ((7, 7), (3, 3))
    """
    side = max(least_px, 2 * round(balls * ball_px / 2) + 1)
    return side, side
