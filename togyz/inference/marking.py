"""What markers, seen or missing, say of an otau being a tuzdyk."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from togyz.board import OTAU_PER_SIDE, OTAU_TOTAL
from togyz.inference.observation import KUMALAK_MAX
from togyz.inference.priors import P_MARKED, P_MARKED_NEW, P_MARKER_ELSEWHERE, P_READ_ANEW
from togyz.position import Tuzdyks

_NO_TUZDYK_IX: Final = 8
"""The ninth otau of a row cannot be won."""
SEEN: Final = 2.0
"""Log ratio from which on a marker surely lies somewhere, or surely does not."""


def ever_marked(log_marker: NDArray[np.float64] | None, before: frozenset[int]) -> frozenset[int]:
    """Boxes 0..19 in which a marker was surely seen by now; where there is one, markers are in use at this board."""
    return before if log_marker is None else before | set(np.flatnonzero(log_marker > SEEN).tolist())


def marked(log_marker: NDArray[np.float64]) -> Tuzdyks:
    """The otaus in which a marker surely lies, at most one in each row, as white's and black's tuzdyks.

    Where the rules forbid both, the second is left out.

    Args:
        log_marker: (20,) log ratio of a marker to none in each box, white's row first.
    """
    white_row, black_row = log_marker[:OTAU_TOTAL].reshape(2, OTAU_PER_SIDE)[:, :_NO_TUZDYK_IX]
    white, black = (int(row.argmax()) + 1 if row.max() > SEEN else None for row in (black_row, white_row))
    return white, None if black == white else black


def log_contents(
    log_marker: NDArray[np.float64], before: NDArray[np.float64] | None, *, in_use: bool
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What is seen of markers as evidence for each content, the last of which is a tuzdyk.

    Args:
        log_marker: (20,) log ratio of a marker to none in each box.
        before: the same in the spell before; None where nobody looked then.
        in_use: whether markers are in use.

    Returns:
        (18, 62) log-likelihoods of contents that came about since the spell before, and of those that were there then:
        a marker that still lies there, or is still missing, is seen once and not once more with each spell.
    """
    otaus = log_marker[:OTAU_TOTAL]
    other = np.tile(_log_mixed(otaus, P_MARKER_ELSEWHERE)[:, None], KUMALAK_MAX + 1)
    fresh = np.column_stack([other, _log_mixed(otaus, P_MARKED_NEW)])
    again = np.column_stack([other, _log_mixed(otaus, P_MARKED[in_use])])
    if before is not None:
        again[np.sign(otaus) == np.sign(before[:OTAU_TOTAL])] *= P_READ_ANEW
    return fresh, again


def _log_mixed(log_marker: NDArray[np.float64], p_marker: float) -> NDArray[np.float64]:
    return np.asarray(np.log(1 - p_marker + p_marker * np.exp(log_marker)), np.float64)
