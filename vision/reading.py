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
        centres_xy: (M, 2) float32, px in the frame: the balls that the counter saw.
        scores: (M,) float32 0..1, how sure it is of each.
    """

    log_lik: NDArray[np.float64]
    centres_xy: NDArray[np.float32]
    scores: NDArray[np.float32]

    @property
    def p(self) -> NDArray[np.float64]:
        """(61,) probability of every number of kumalak, where none is likelier beforehand."""
        likelihood = np.exp(self.log_lik - self.log_lik.max())
        return np.asarray(likelihood / likelihood.sum(), np.float64)
