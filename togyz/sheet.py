"""A scoresheet as a value: its plies and diagrams in their order, each as far as it can be read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from togyz.board import OTAU_PER_SIDE, OTAU_TOTAL, Side, otau_ix, otau_no, otau_side
from togyz.game import Header, SetPosition
from togyz.outcome import Reason, Result
from togyz.position import Position
from togyz.rules import DEFAULT_RULES, Rules
from togyz.sowing import Sowing

TUZDYK: Final = -1
"""Stands in a diagram's place that is a tuzdyk."""
Mark = int | None
"""What stands in a diagram's place: a number of kumalak, ``TUZDYK``, or None for what cannot be read."""
Part = Literal["otau", "landing", "tuzdyk", "kumalak"]
"""A part of a written ply that can be wrong by itself."""
UNREAD: Final = "?"
_WHITE: Final = slice(0, OTAU_PER_SIDE)
_BLACK: Final = slice(OTAU_PER_SIDE, OTAU_TOTAL)
_KAZANS: Final = slice(OTAU_TOTAL, OTAU_TOTAL + 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetPly:
    """A ply as it stands on a sheet; whatever is None cannot be read.

    Attributes:
        line: where it stands, from 1; of a missing ply, where that shows.
        otau_no, landing_no: 1..9, each in its owner's numbering.
        tuzdyk: whether an ``x`` stands behind it.
        kumalak: the ``(n)`` behind it: the mover's kazan after the ply, or what it captured.
        accepted_after: of a ply against the rules, marked ``!``, the position that it left.
    """

    line: int
    otau_no: int | None = None
    landing_no: int | None = None
    tuzdyk: bool | None = None
    kumalak: int | None = None
    accepted_after: Position | None = None

    @property
    def is_complete(self) -> bool:
        """Whether both digits can be read."""
        return self.otau_no is not None and self.landing_no is not None

    @property
    def has_digits(self) -> bool:
        """Whether a digit can be read."""
        return self.otau_no is not None or self.landing_no is not None

    @property
    def is_empty(self) -> bool:
        """Whether nothing of it can be read."""
        return (self.otau_no, self.landing_no, self.tuzdyk, self.kumalak) == (None, None, None, None)

    def wrong_parts(self, sowing: Sowing) -> tuple[Part, ...]:
        """What is written otherwise than the move does it."""
        does: dict[Part, tuple[object, ...]] = {
            "otau": (otau_no(sowing.source_ix),),
            "landing": (otau_no(sowing.landing_ix),),
            "tuzdyk": (sowing.tuzdyk,),
            "kumalak": (sowing.captured, sowing.after.kazan[sowing.side.ix]),
        }
        written = (self.otau_no, self.landing_no, self.tuzdyk, self.kumalak)
        pairs = zip(does.items(), written, strict=True)
        return tuple(part for (part, right), one in pairs if one is not None and one not in right)

    @property
    def move(self) -> str:
        """Its digits and ``x``; ``?`` stands for a digit that cannot be read."""
        return f"{self.otau_no or UNREAD}{self.landing_no or UNREAD}{'x' if self.tuzdyk else ''}"

    def __str__(self) -> str:
        """As sheets have it, ``2?`` or ``57x(12)``.

        >>> str(SheetPly(line=1, otau_no=2))
        '2?'
        """
        kumalak = "" if self.kumalak is None else f"({self.kumalak})"
        return f"{self.move}{'!' if self.accepted_after else ''}{kumalak}"


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetDiagram:
    """A diagram of four lines.

    Attributes:
        line: of its first line, from 1.
        marks: 20: the otaus by ``otau_ix``, white's kazan, black's kazan.
        is_drawn: it has four lines, of which either may be white's side; False for a position string.
    """

    line: int
    marks: tuple[Mark, ...]
    is_drawn: bool = True

    @property
    def is_whole(self) -> bool:
        """Whether every place can be read."""
        return None not in self.marks

    def differences(self, position: Position) -> tuple[int, ...]:
        """The places 0..19 that show something else than the position has there."""
        pairs = zip(self.marks, marks_of(position), strict=True)
        return tuple([ix for ix, (mark, has) in enumerate(pairs) if mark is not None and mark != has])

    def impossible(self, position: Position, plies: int) -> int:
        """How many of its places must be wrong if it is to be reached in ``plies`` plies: a lower bound.

        Kazans only grow, a tuzdyk stays one, and a ply takes kumalak from two otaus at most: the one that is played
        and the one that is captured.
        """
        wrong = falling = 0
        for ix, (mark, has) in enumerate(zip(self.marks, marks_of(position), strict=True)):
            if mark is None or mark == has:
                continue
            if has == TUZDYK or (ix >= OTAU_TOTAL and mark < has):
                wrong += 1
            elif mark < has:
                falling += 1
        return wrong + max(0, falling - 2 * plies)

    def distance(self, position: Position) -> int:
        """The sum of all differences, in kumalak."""
        pairs = zip(self.marks, marks_of(position), strict=True)
        return sum([abs(mark - has) for mark, has in pairs if mark is not None])

    def turned(self) -> SheetDiagram:
        """The same diagram with black's side below; a position string stays as it is."""
        if not self.is_drawn:
            return self
        return replace(self, marks=(*self.marks[_BLACK], *self.marks[_WHITE], *self.marks[_KAZANS][::-1]))

    def position(self, to_move: Side) -> Position | None:
        """The position that it shows; None where something cannot be read or a row has two tuzdyks."""
        marks = [mark for mark in self.marks if mark is not None]
        if not self.is_whole or any(marks[row].count(TUZDYK) > 1 for row in (_WHITE, _BLACK)):
            return None
        held = [max(0, mark) for mark in marks]
        won = {otau_side(ix).other: otau_no(ix) for ix, mark in enumerate(marks) if mark == TUZDYK}
        tuzdyk = (won.get(Side.WHITE), won.get(Side.BLACK))
        return Position(tuple(held[:OTAU_TOTAL]), (held[OTAU_TOTAL], held[OTAU_TOTAL + 1]), tuzdyk, to_move)


SheetItem = SheetPly | SheetDiagram | SetPosition


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """All that a scoresheet says.

    Attributes:
        start: where the game begins: the start position, the tag FEN, or the diagram above the first ply.
        start_diagram: that diagram, where the game begins with it.
        first_number: of the double move to which the first ply belongs.
        items: plies, diagrams and positions set by hand, in the order of the game.
        result: as noted, never derived.
    """

    start: Position
    start_diagram: SheetDiagram | None = None
    first_number: int = 1
    rules: Rules = DEFAULT_RULES
    headers: Mapping[str, Header] = field(default_factory=dict, hash=False)
    items: tuple[SheetItem, ...] = ()
    result: Result | None = None
    reason: Reason | None = None

    @property
    def plies(self) -> tuple[SheetPly, ...]:
        """The plies alone."""
        return tuple(one for one in self.items if isinstance(one, SheetPly))

    def ply_n(self, item_ix: int) -> int:
        """The number of an item that is a ply, counted from 1; of another item, that of the ply before it."""
        return sum(isinstance(one, SheetPly) for one in self.items[: item_ix + 1])

    def turned(self) -> Sheet:
        """The same sheet, its diagrams drawn with black's side below."""
        items = tuple(one.turned() if isinstance(one, SheetDiagram) else one for one in self.items)
        start = self.start_diagram.turned().position(self.start.to_move) if self.start_diagram else None
        return replace(self, items=items, start=start or self.start)

    @property
    def columns(self) -> tuple[int, ...]:
        """For each ply its place on the sheet: 0 and 1 are white's and black's of the first double move, and so on."""
        columns, column = [], self.start.to_move.ix
        for item in self.items:
            if isinstance(item, SheetPly):
                columns.append(column)
            column = next_column(column, item)
        return tuple(columns)

    def ply_label(self, n: int) -> str:
        """How players name the ply ``n``, counted from 1: ``12.`` is white's, ``12...`` black's.

        >>> Sheet(start=Position.start(), items=(SheetPly(line=1), SheetPly(line=1))).ply_label(2)
        '1...'
        """
        column = self.columns[n - 1]
        return f"{self.first_number + column // 2}{'...' if column % 2 else '.'}"


def next_column(column: int, item: SheetItem) -> int:
    """The place on the sheet behind an item; a place stays free where the side to move was changed by hand."""
    if isinstance(item, SheetDiagram):
        return column
    if isinstance(item, SheetPly):
        column += 1
    given = item.position if isinstance(item, SetPosition) else item.accepted_after
    return column if given is None else column + (column % 2 != given.to_move.ix)


def marks_of(position: Position) -> tuple[int, ...]:
    """What a diagram of the position has in its 20 places."""
    marks = [*position.otau, *position.kazan]
    for side in Side:
        number = position.tuzdyk[side.ix]
        if number is not None:
            marks[otau_ix(side.other, number)] = TUZDYK
    return tuple(marks)


def mark_text(mark: Mark) -> str:
    """What a diagram has for a mark."""
    return UNREAD if mark is None else "x" if mark == TUZDYK else str(mark)
