"""Names and numbers of the board: sides, otau indices, totals.

An otau is named in two ways (docs/conventions.md): ``otau_no`` 1..9 as its owner says, counted from the owner's left,
and ``otau_ix`` 0..17 for arrays: white's 1..9 are 0..8, black's 1..9 are 9..17. Sowing runs along rising ``otau_ix``
and from 17 to 0.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

OTAU_PER_SIDE: Final = 9
OTAU_TOTAL: Final = 18
KUMALAK_PER_OTAU: Final = 9
KUMALAK_TOTAL: Final = 162
WINNING_KAZAN: Final = 82


class Side(Enum):
    """A player: white (bastaushy) plays the first ply."""

    WHITE = "white"
    BLACK = "black"

    @property
    def other(self) -> Side:
        """The opponent."""
        return Side.BLACK if self is Side.WHITE else Side.WHITE

    @property
    def ix(self) -> int:
        """0 for white, 1 for black: the index into every pair that is kept (white, black)."""
        return 0 if self is Side.WHITE else 1


def otau_ix(side: Side, otau_no: int) -> int:
    """Array index 0..17 of ``side``'s otau 1..9.

    Raises:
        ValueError: ``otau_no`` is not 1..9.

    >>> otau_ix(Side.BLACK, 1)
    9
    """
    if not 1 <= otau_no <= OTAU_PER_SIDE:
        raise ValueError(f"otau {otau_no} does not exist: a side's otaus are numbered 1 to 9")
    return side.ix * OTAU_PER_SIDE + otau_no - 1


def otau_side(ix: int) -> Side:
    """The side in whose row the otau with index 0..17 lies."""
    return Side.WHITE if ix < OTAU_PER_SIDE else Side.BLACK


def otau_no(ix: int) -> int:
    """The number 1..9 that its owner gives to the otau with index 0..17."""
    return ix % OTAU_PER_SIDE + 1
