"""What players are reminded of while the game goes on rightly: a tuzdyk that nobody marked."""

from __future__ import annotations

from typing import NamedTuple

from togyz.board import OTAU_PER_SIDE, OTAU_TOTAL, Side, otau_ix
from togyz.inference.lattice import Layer
from togyz.inference.marking import SEEN
from togyz.inference.priors import ALERT_AFTER_S
from togyz.position import Position


class Unmarked(NamedTuple):
    """A tuzdyk without its marker.

    Attributes:
        row: whose row it lies in; otau_no: its number there.
        id: of the alert; 0 before it was raised.
    """

    row: Side
    otau_no: int
    id: int = 0

    @property
    def tuzdyk(self) -> tuple[Side, int]:
        """Which otau it is."""
        return self.row, self.otau_no


def unmarked(layer: Layer, t: float) -> frozenset[tuple[Side, int]]:
    """Tuzdyks, by row and number, in which no marker lies or ever lay; a player has time until the next ply.

    None where markers are not in use at this board, or nobody looked long enough. A marker that was seen once is taken
    to lie there still: shadows hide markers for a while, and nobody takes one away.
    """
    best, log_marker = layer.nodes[0], layer.view.log_marker
    if log_marker is None or not layer.view.marked or t - layer.t_rest < ALERT_AFTER_S:
        return frozenset()
    turn = OTAU_PER_SIDE if best.standing.turned else 0
    tuzdyks = _tuzdyks(best.standing.position if best.line is None else best.line.step.before)
    boxes = {(row, number): (otau_ix(row, number) + turn) % OTAU_TOTAL for row, number in tuzdyks}
    return frozenset(tuzdyk for tuzdyk, ix in boxes.items() if log_marker[ix] < -SEEN and ix not in layer.view.marked)


def marked(layer: Layer, row: Side, otau_no: int) -> bool:
    """Whether a marker surely lies in an otau by now, or the likeliest history has no tuzdyk there."""
    best, log_marker = layer.nodes[0], layer.view.log_marker
    if (row, otau_no) not in _tuzdyks(best.standing.position):
        return True
    turn = OTAU_PER_SIDE if best.standing.turned else 0
    return log_marker is not None and bool(log_marker[(otau_ix(row, otau_no) + turn) % OTAU_TOTAL] > SEEN)


def _tuzdyks(position: Position) -> list[tuple[Side, int]]:
    return [(side.other, number) for side, number in zip(Side, position.tuzdyk, strict=True) if number is not None]
