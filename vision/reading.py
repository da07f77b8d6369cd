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


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """One frame, counted.

    Attributes:
        otau: 18 readings in the order of ``otau_ix`` (the calibration's sides).
        visible: (18,) bool; a covered otau is not visible, which is not the same as empty.
        kazan: readings of the kazan in the calibration's white half and black half.
        sharpness: variance of the Laplacian over the board, grey levels squared.
        drift_px: how far the board's own edges have moved since the calibration, px of the frame.
        counter: name and version of the counter.
    """

    otau: tuple[OtauReading, ...]
    visible: NDArray[np.bool_]
    kazan: tuple[OtauReading, OtauReading]
    sharpness: float
    drift_px: float
    counter: str

    @property
    def log_lik(self) -> NDArray[np.float64]:
        """(18, 61) log p(pixels | n kumalak)."""
        return np.stack([one.log_lik for one in self.otau])
