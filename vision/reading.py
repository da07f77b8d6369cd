"""What one frame says about the board."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from togyz.board import KUMALAK_TOTAL

TOTAL_MAX: Final = round(1.15 * KUMALAK_TOTAL)
"""More kumalak than these in the otaus, and they were not counted where they lie: a game has 162, of which counters see
one in ten too many at most."""


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


def total_of(readings: Iterable[OtauReading]) -> int:
    """How many kumalak several otaus hold together, each taken to hold what is likeliest."""
    return sum(int(reading.log_lik.argmax()) for reading in readings)
