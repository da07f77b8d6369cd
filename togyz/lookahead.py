"""What the rest of a scoresheet demands of a position: whoever cannot meet it need not be followed.

All tests are one-sided: a position that some game leads from to the end of the sheet is never refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from togyz.board import OTAU_PER_SIDE, OTAU_TOTAL
from togyz.position import Position
from togyz.sheet import Sheet, SheetDiagram, SheetItem, SheetPly

_PLIES_AHEAD: Final = 8
"""Farther ahead anything can lie in an otau."""


@dataclass(frozen=True, slots=True)
class Demand:
    """An otau will be played after so many plies, and its last kumalak will fall where the sheet says.

    Attributes:
        kumalak: so many must lie in it then, or 9, 18 ... more, for the digit does not tell the side.
        slack: 1 where a single kumalak does the same, else 0.
    """

    plies: int
    number: int
    kumalak: int
    slack: int

    def can_be_met(self, position: Position) -> bool:
        """Whether so many can come to lie there: on top of what lies there now, or after it was played or captured."""
        side_ix = position.to_move.ix ^ (self.plies % 2)
        held = position.otau[side_ix * OTAU_PER_SIDE + self.number - 1]
        laps = 1 + (max(position.otau) + self.plies) // OTAU_TOTAL
        more = self.plies * laps + self.slack
        return (self.kumalak - held) % OTAU_PER_SIDE <= more or self.kumalak <= more


@dataclass(frozen=True, slots=True)
class Ahead:
    """What stands ahead of a place in the sheet.

    Attributes:
        demands: of the plies that are near.
        diagram: the next one; None where there is none, or the board is set by hand before it.
        plies: from here to it.
    """

    demands: tuple[Demand, ...]
    diagram: SheetDiagram | None
    plies: int

    def can_be_met(self, position: Position, changes: int) -> bool:
        """Whether the sheet may go on from a position, after at most so many changes of what stands ahead.

        Each change may be a ply more on the way, with which the sides of the following plies change, or a wrong place
        of the diagram.
        """
        if not changes and not all(demand.can_be_met(position) for demand in self.demands):
            return False
        return self.diagram is None or self.diagram.impossible(position, self.plies + changes) <= changes


def lookahead(sheet: Sheet) -> tuple[Ahead, ...]:
    """What is ahead before each item, and behind the last one."""
    return tuple(
        _ahead(sheet.items[ix:], sides_alternate=not sheet.rules.extra_move) for ix in range(len(sheet.items) + 1)
    )


def _ahead(items: Sequence[SheetItem], *, sides_alternate: bool) -> Ahead:
    demands: dict[tuple[int, int], Demand] = {}
    plies = 0
    for item in items:
        match item:
            case SheetDiagram():
                return Ahead(tuple(demands.values()), item, plies)
            case SheetPly(accepted_after=None):
                if sides_alternate and plies <= _PLIES_AHEAD and item.otau_no and item.landing_no:
                    demand = _demand(plies, item.otau_no, item.landing_no)
                    demands.setdefault((plies % 2, item.otau_no), demand)
                plies += 1
            case _:
                break
    return Ahead(tuple(demands.values()), None, plies)


def _demand(plies: int, number: int, landing_no: int) -> Demand:
    steps = (landing_no - number) % OTAU_PER_SIDE
    return Demand(plies, number, steps + 1, slack=int(steps == 1))
