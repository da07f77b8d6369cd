"""What one quiet spell of the board says: the only thing the inference ever sees of the world."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from togyz.board import OTAU_TOTAL, Side

KUMALAK_MAX: Final = 60
"""The largest count in one otau that likelihoods speak of (the real maximum seen is 48)."""
BOX_TOTAL: Final = OTAU_TOTAL + 2
"""Otaus 0..17, then the kazan in the calibration's white half (18) and the one in its black half (19)."""


Edge = Literal["left", "top", "right", "bottom"]
"""Of the picture."""


class ChangeKind(IntEnum):
    """How the content of a box changed: the columns of ``Change.log_kind``."""

    EMPTIED = 0
    ONE_MORE = 1
    TWO_MORE = 2
    THREE_MORE = 3
    OTHERWISE = 4


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """How the board differs from the view of an earlier quiet spell. Its arrays are read-only from then on.

    Attributes:
        reference: number of that earlier spell.
        log_ratio: (20,) log p(pixels | this box's content changed) - log p(pixels | unchanged), bounded by the maker
            so that balls merely adjusted (or a change hidden) cannot veto; 0 where a box is not visible.
        log_kind: (20, 5) log p(pixels | it changed in this way) - log p(pixels | it changed in any), by ``ChangeKind``;
            0 where a box is not visible. None where nobody looked.
    """

    reference: int
    log_ratio: NDArray[np.float64]
    log_kind: NDArray[np.float64] | None = None

    def __post_init__(self) -> None:
        self.log_ratio.setflags(write=False)
        if self.log_kind is not None:
            self.log_kind.setflags(write=False)


class KazanSeen(NamedTuple):
    """What is seen of the content of a kazan.

    Attributes:
        kumalak: their number, as far as they are seen; heaps hide some.
        sigma: standard deviation of what is seen.
    """

    kumalak: float
    sigma: float


class CutOff(NamedTuple):
    """What of the board lies beyond the picture.

    Attributes:
        otaus: their indices, in order; of each enough that it cannot be read.
        edges: of the picture, over which the board reaches.
    """

    otaus: tuple[int, ...]
    edges: tuple[Edge, ...]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Observation:
    """A quiet spell's readings fused, correlated frames discounted. Its arrays are read-only from then on.

    Indices are those of the calibration: its guess of white's side may be wrong, then every index is turned by 9
    (half a turn of the board) and 18 and 19 change places.

    Attributes:
        spell: number of the quiet spell, from 0. A later observation of the same spell replaces the earlier one.
        t_rest: source time in s at which the board came to rest.
        t: source time in s of the newest frame that went in.
        log_lik: (18, 61) log p(pixels | n kumalak in the otau), n = 0..60, up to a constant for each otau, floored.
        visible: (18,) bool; an otau that is not visible has a flat row.
        changes: against the views of the last few spells, newest first; empty for the first spell.
        touched: (20,) bool: the box was covered or in motion at some time since the spell before.
        hand: the calibration's side from which a hand came since the spell before, None if none was seen or unclear.
        kazans: of the kazan in the calibration's white half and of the one in its black half; None where it was not
            counted.
        log_marker: (20,) log p(pixels | a tuzdyk's marker lies in the box) - log p(pixels | none does), bounded; None
            where nobody looked.
        cut_off: what lies beyond the picture; None where no otau does.
        is_grey: the camera showed colours before, and shows none now.
    """

    spell: int
    t_rest: float
    t: float
    log_lik: NDArray[np.float64]
    visible: NDArray[np.bool_]
    changes: tuple[Change, ...] = ()
    touched: NDArray[np.bool_]
    hand: Side | None = None
    kazans: tuple[KazanSeen | None, KazanSeen | None] = (None, None)
    log_marker: NDArray[np.float64] | None = None
    cut_off: CutOff | None = None
    is_grey: bool = False

    def __post_init__(self) -> None:
        for values in (self.log_lik, self.visible, self.touched, self.log_marker):
            if values is not None:
                values.setflags(write=False)
