"""What a finder of kumalak hands to the calibration."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.halves import HalfPictures
from calibration.lattice import RowLattice

Lattices = tuple[RowLattice, RowLattice]
"""The row of otaus in white's half and in black's half."""


@dataclass(frozen=True, slots=True, eq=False)
class Finding:
    """Where the kumalak of a known position lie.

    Attributes:
        lattices: the rows that fit them.
        centres_uv: for each otau by ``otau_ix`` (n, 2), in its half's own frame.
        ball_u: diameter of a kumalak over the length of the board.
        misplaced: kumalak too many or too few, summed over the otaus, when every otau is judged by what was learned
            from others; 0 for a clear picture.
        evenness: how much the kumalak of that otau where they look least like kumalak do so, over those of the middle
            otau; 1 where all look alike.
    """

    lattices: Lattices
    centres_uv: tuple[NDArray[np.float64], ...]
    ball_u: float
    misplaced: int
    evenness: float

    def __post_init__(self) -> None:
        for centres in self.centres_uv:
            centres.setflags(write=False)


Cut = Callable[[int], HalfPictures]
"""Both halves of the board, so many px long: ``calibration.halves.cut_halves`` of some picture."""

Finder = Callable[[Cut, NDArray[np.int64], Lattices | None], Finding]
"""(cut, (18,) kumalak, lattices where the layout is known) -> Finding.

Raises NotABoardError where there is nothing to find.
"""
