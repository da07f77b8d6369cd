"""Weighted ridge regression in closed form."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Equations(NamedTuple):
    """Some of what a regression learns from.

    Attributes:
        x: (N, F) what is given.
        y: (N,) what is wanted.
        weight: (N,) how much each counts.
    """

    x: NDArray[np.float32]
    y: NDArray[np.float32]
    weight: NDArray[np.float32]


def ridge(parts: Iterable[Equations], strength: float) -> NDArray[np.float32]:
    """The coefficients (F,) that give y from x best.

    Args:
        parts: the rows, in parts so that they need not all be in memory at one time.
        strength: pull of the coefficients to 0, in mean squares of a column of x.
    """
    gram, wanted = np.zeros(()), np.zeros(())
    for x, y, weight in parts:
        root = np.sqrt(weight)
        weighted = x * root[:, None]
        gram = gram + weighted.T @ weighted  # a matrix with itself takes half the time
        wanted = wanted + weighted.T @ (root * y)
    gram += np.eye(len(gram)) * (strength * np.trace(gram) / len(gram))
    return np.asarray(np.linalg.solve(gram, wanted), np.float32)
