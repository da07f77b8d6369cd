"""Weighted ridge regression in closed form."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def ridge(
    x: NDArray[np.float32], y: NDArray[np.float32], weight: NDArray[np.float32], strength: float
) -> NDArray[np.float32]:
    """The coefficients (F,) that give y (N,) from x (N, F) best.

    Args:
        x: what is given.
        y: what is wanted.
        weight: (N,) how much each row counts.
        strength: pull of the coefficients to 0, in mean squares of a column of x.
    """
    weighted = x * weight[:, None]
    gram = (weighted.T @ x).astype(np.float64)
    gram += np.eye(len(gram)) * (strength * np.trace(gram) / len(gram))
    return np.asarray(np.linalg.solve(gram, (weighted.T @ y).astype(np.float64)), np.float32)
