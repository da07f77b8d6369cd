"""The colour of the kumalak in play: a white marker among black balls is none of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.venue import BALL_PX

_SPOT_BALLS: Final = 0.5
"""Width of the spot in the middle of a ball whose mean colour counts."""
_SHADE: Final = 0.3
"""Standard deviation, in natural logarithms, that light and shadow add to each colour."""
_STRANGE: Final = 25.0
"""Squared distance in standard deviations from which on a colour is not that of a kumalak."""


@dataclass(frozen=True, slots=True, eq=False)
class BallColour:
    """A normal distribution of log colours: (3,) mean, (3, 3) inverse of the covariance."""

    mean: NDArray[np.float64]
    precision: NDArray[np.float64]

    @classmethod
    def of(cls, colours: NDArray[np.float64]) -> BallColour:
        """From the colours (N, 3) of known kumalak, N > 1; one set may have several colours."""
        covariance = np.cov(colours.T) + _SHADE**2 * np.eye(3)
        return cls(np.asarray(colours.mean(axis=0), np.float64), np.asarray(np.linalg.inv(covariance), np.float64))

    def fits(self, colours: NDArray[np.float64]) -> NDArray[np.bool_]:
        """(N,) whether colours (N, 3) can be those of kumalak."""
        off = colours - self.mean
        return np.asarray(np.einsum("ni,ij,nj->n", off, self.precision, off) < _STRANGE, np.bool_)


def colours_at(
    log_bgr: NDArray[np.float32], centres_xy: NDArray[np.float64], ball_px: float = BALL_PX
) -> NDArray[np.float64]:
    """(N, 3) mean log colour in the middle of balls at (N, 2) px of a picture (H, W, 3)."""
    side = 2 * round(_SPOT_BALLS * ball_px / 2) + 1
    spots = cv2.blur(log_bgr, (side, side))
    at = np.clip(np.rint(centres_xy).astype(int), 0, np.array(log_bgr.shape[1::-1]) - 1)
    return np.asarray(spots[at[:, 1], at[:, 0]], np.float64).reshape(-1, 3)
