"""What one move does, kumalak by kumalak: the arbiter needs the path, not only the result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from togyz.board import OTAU_TOTAL, Side, otau_no

if TYPE_CHECKING:
    from togyz.position import Position


@dataclass(frozen=True, slots=True, kw_only=True)
class Sowing:
    """One legal move, played out.

    Attributes:
        side: who moved.
        source_ix: the otau that was emptied, 0..17.
        kumalak: how many were taken from it.
        path: for each of them, in the order sown, the box that received it: an otau 0..17, or where that otau is a
            tuzdyk the kazan of its owner (18 white's, 19 black's).
        landing_ix: the otau 0..17 to which the last one came, a tuzdyk included.
        captured: kumalak taken there evenly or with a new tuzdyk; those that fell into tuzdyks do not count.
        tuzdyk: whether that otau became a tuzdyk.
        after: the position that follows.
    """

    side: Side
    source_ix: int
    kumalak: int
    path: tuple[int, ...]
    landing_ix: int
    captured: int
    tuzdyk: bool
    after: Position

    @property
    def move(self) -> str:
        """The move as players write it."""
        return move_text(otau_no(self.source_ix), otau_no(self.landing_ix), tuzdyk=self.tuzdyk)


def move_text(source_no: int, landing_no: int, *, tuzdyk: bool) -> str:
    """A move as players write it: source otau, landing otau, ``x`` for a tuzdyk."""
    return f"{source_no}{landing_no}{'x' if tuzdyk else ''}"


def landing_ix(source_ix: int, kumalak: int) -> int:
    """The otau 0..17 to which the last of ``kumalak`` comes, sown from ``source_ix``.

    >>> landing_ix(6, 9), landing_ix(17, 1)
    (14, 0)
    """
    return (source_ix + max(kumalak - 1, 1)) % OTAU_TOTAL
