"""What one frame says about the board."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class OtauReading:
    """One otau in one frame.

    Attributes:
        log_lik: (61,) log p(pixels | n kumalak), n = 0..60, up to a constant.
        centres_xy: (M, 2) float32, px in the frame: what may be a ball, likeliest first.
        p_ball: (M,) float32 0..1, probability that each is one.
    """

    log_lik: NDArray[np.float64]
    centres_xy: NDArray[np.float32]
    p_ball: NDArray[np.float32]

    @property
    def p(self) -> NDArray[np.float64]:
        """(61,) probability of every number of kumalak, where none is likelier beforehand."""
        likelihood = np.exp(self.log_lik - self.log_lik.max())
        return np.asarray(likelihood / likelihood.sum(), np.float64)

    @property
    def counted_xy(self) -> NDArray[np.float32]:
        """(N, 2) the centres that make up the likeliest number; fewer where some of its balls are hidden."""
        return self.centres_xy[: int(self.log_lik.argmax())]
