"""A linear filter that tells centres of kumalak from everything else, learned from a few hundred of them at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.ridge import Equations, ridge

_REACH: Final = 6
"""Half width of the filter, px."""
_SAMPLES: Final = 3000
"""Px drawn to learn from, besides those on balls."""
_ON_BALL: Final = 0.2
"""Target above which a px lies on a ball and counts ``_WEIGHT`` times."""
_WEIGHT: Final = np.float32(4)
_RIDGE: Final = 0.01
_TARGET_PX: Final = 1.3
_TARGET_TOP: Final = float(cv2.getGaussianKernel(9, _TARGET_PX).max() ** 2)


@dataclass(frozen=True, slots=True, eq=False)
class CentreFilter:
    """A response that is about 1 on centres and 0 elsewhere: kernels (3, n, n), one for each colour, and a bias."""

    kernels: NDArray[np.float32]
    bias: float

    def response(self, log_bgr: NDArray[np.float32]) -> NDArray[np.float32]:
        """(N, H, W) for pictures (N, H, W, 3)."""
        return np.stack([self._of_one(picture) for picture in log_bgr]) + np.float32(self.bias)

    def _of_one(self, log_bgr: NDArray[np.float32]) -> NDArray[np.float32]:
        planes = [
            cv2.filter2D(log_bgr[..., colour], cv2.CV_32F, kernel, borderType=cv2.BORDER_REFLECT)
            for colour, kernel in enumerate(self.kernels)
        ]
        return np.asarray(np.sum(planes, axis=0), np.float32)


def centres_target(shape: tuple[int, ...], picture: NDArray[np.int64], xy: NDArray[np.float64]) -> NDArray[np.float32]:
    """(N, H, W) with a soft spot of height 1 on every centre: px (M, 2) of the pictures with these numbers (M,)."""
    spots = np.zeros(shape, np.float32)
    at = xy.astype(int)
    spots[picture, at[:, 1], at[:, 0]] = 1
    soft = np.stack([cv2.GaussianBlur(one, (0, 0), _TARGET_PX) for one in spots])
    return np.asarray(soft / np.float32(_TARGET_TOP), np.float32)


def learn_centres(log_bgr: NDArray[np.float32], target: NDArray[np.float32], use: NDArray[np.bool_]) -> CentreFilter:
    """Ridge regression of the target on the patch around a px.

    Args:
        log_bgr: (N, H, W, 3) log colours.
        target: (N, H, W) from ``centres_target``.
        use: (N, H, W) where the pictures may teach.
    """
    size = 2 * _REACH + 1
    padded = np.pad(log_bgr, ((0, 0), (_REACH, _REACH), (_REACH, _REACH), (0, 0)), mode="reflect")
    patches = np.lib.stride_tricks.sliding_window_view(padded, (size, size), axis=(1, 2))
    picture, y, x = np.nonzero(use)
    wanted = target[picture, y, x]
    drawn = np.random.default_rng(0).permutation(len(wanted))[:_SAMPLES]
    picked = np.union1d(drawn, np.flatnonzero(wanted > _ON_BALL))
    rows = patches[picture[picked], y[picked], x[picked]].reshape(len(picked), -1)
    weight = np.where(wanted[picked] > _ON_BALL, _WEIGHT, np.float32(1))
    weights = ridge(
        [Equations(np.column_stack([rows, np.ones(len(rows), np.float32)]), wanted[picked], weight)], _RIDGE
    )
    return CentreFilter(np.ascontiguousarray(weights[:-1].reshape(3, size, size)), float(weights[-1]))
