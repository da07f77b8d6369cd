"""The search for every game that a scoresheet can mean: layers of positions, joined where they are the same.

A node is a position that can stand on the board behind so many items of the sheet. Games that reach it in different
ways share it: their number may be astronomical while the nodes stay few. Where a sheet contradicts itself, the same
search goes through changes of it, too, up to a given number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import nsmallest
from typing import Final, Literal

from togyz.board import WINNING_KAZAN, otau_ix, otau_no
from togyz.game import SetPosition
from togyz.lookahead import lookahead
from togyz.position import Position
from togyz.sheet import Part, Sheet, SheetDiagram, SheetItem, SheetPly, mark_text, marks_of
from togyz.sowing import Sowing, landing_ix

MOVES_MAX: Final = 400_000
"""Tried on one layer. Six plies of which nothing is known, from the start position, are 385,569: about 4 s, 250 MB."""
KEPT_SHARE: Final = 40
"""Where more would have to be tried, one position for so many moves goes on: those nearest to the next diagram.

Each further time fewer do, so that a sheet with a hundred plies missing takes seconds, too.
"""
_BRANCHING: Final = 9

ChangeKind = Literal[Part, "missing", "superfluous", "diagram"]


@dataclass(frozen=True, slots=True)
class SheetChange:
    """One thing that would have to stand otherwise on the sheet.

    Attributes:
        item_ix: the item that it is about; a ply that is missing stands before it.
        kind: the part of a ply or the place of a diagram that is wrong, or what is wrong with the whole ply.
        instead: what would have to stand there: a move, a number of kumalak, ``x``; empty for a superfluous ply.
        place: 0..19 of a diagram, else None.
    """

    item_ix: int
    kind: ChangeKind
    instead: str = ""
    place: int | None = None


Changes = tuple[SheetChange, ...]


@dataclass(slots=True, eq=False)
class SheetNode:
    """A position that can stand behind the first ``items`` items of the sheet after ``changes`` of it.

    Attributes:
        steps: each node before it, with the otau 1..9 that was played then; 0 where the rules had no part in it.
    """

    items: int
    position: Position
    changes: Changes
    steps: list[tuple[SheetNode, int]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found.

    Attributes:
        ends: the nodes behind the last item; none where nothing fits.
        stuck: where nothing fits, the nodes before the first item that fits none of them.
        doubtful: the items about which something may have been missed, because there were too many positions.
    """

    ends: tuple[SheetNode, ...]
    stuck: tuple[SheetNode, ...]
    doubtful: frozenset[int]

    @property
    def is_cut(self) -> bool:
        """Whether positions were left out because there were too many."""
        return bool(self.doubtful)


@dataclass(frozen=True, slots=True)
class Effort:
    """How far a search goes.

    Attributes:
        changes: how many changes of the sheet it may make.
        moves: tried on one layer.
        looks_ahead: whether it drops positions that cannot meet what stands ahead on the sheet.
    """

    changes: int = 0
    moves: int = MOVES_MAX
    looks_ahead: bool = True


def search(sheet: Sheet, effort: Effort = Effort()) -> Found:
    """Every game that fits the sheet."""
    return _Search(sheet, effort).run()


class _Layer:
    """The nodes behind so many items."""

    def __init__(self, items: int) -> None:
        self.items = items
        self._nodes: dict[Changes, dict[Position, SheetNode]] = {}

    def lead(self, before: SheetNode, otau_no: int, position: Position, more: Changes = ()) -> None:
        """Adds a step from ``before`` to the node of a position, which is made where it is new."""
        changes = before.changes + more
        nodes = self._nodes.setdefault(changes, {})
        node = nodes.get(position)
        if node is None:
            node = nodes[position] = SheetNode(self.items, position, changes)
        node.steps.append((before, otau_no))

    def with_changes(self, number: int) -> list[SheetNode]:
        """The nodes after so many changes."""
        return [node for changes, nodes in self._nodes.items() if len(changes) == number for node in nodes.values()]

    @property
    def nodes(self) -> list[SheetNode]:
        """All nodes."""
        return [node for nodes in self._nodes.values() for node in nodes.values()]


class _Search:
    """Goes through the items of a sheet, layer by layer."""

    def __init__(self, sheet: Sheet, effort: Effort) -> None:
        self._items = sheet.items
        self._rules = sheet.rules
        self._start = sheet.start
        self._effort = effort
        self._ahead = lookahead(sheet)
        self._doubtful: set[int] = set()
        self._sure = 0
        self._is_cut = False
        self._cuts = 0

    def run(self) -> Found:
        """The whole search."""
        nodes = [SheetNode(0, self._start, ())]
        for ix, item in enumerate(self._items):
            self._doubt(ix, nodes)
            nodes = self._with_missing_plies(nodes, ix)
            layer = _Layer(ix + 1)
            for node in self._kept(nodes, ix):
                self._pass(node, item, layer)
            if not layer.nodes:
                return Found((), tuple(nodes), self._doubted(ix + 1))
            nodes = layer.nodes
        return Found(tuple(nodes), (), self._doubted(len(self._items)))

    def _doubt(self, ix: int, nodes: Sequence[SheetNode]) -> None:
        """Notes before the item ``ix`` from where on all is certain: from where only one position is left.

        Behind a cut that holds only where a whole diagram says so. With changes nothing is certain.
        """
        diagram = self._items[ix - 1] if ix else None
        shows_all = isinstance(diagram, SheetDiagram) and diagram.is_whole
        if self._effort.changes or len(nodes) > 1 or (self._is_cut and not shows_all):
            return
        if self._is_cut:
            self._doubtful.update(range(self._sure, ix))
        self._sure, self._is_cut = ix, False

    def _doubted(self, items: int) -> frozenset[int]:
        return frozenset(self._doubtful | set(range(self._sure, items if self._is_cut else self._sure)))

    def _left(self, node: SheetNode) -> int:
        return self._effort.changes - len(node.changes)

    def _kept(self, nodes: list[SheetNode], ix: int) -> list[SheetNode]:
        """The nodes that go on: all of them, unless there are too many."""
        item = self._items[ix]
        is_free = isinstance(item, SheetPly) and (self._effort.changes > 0 or not item.has_digits)
        if len(nodes) * (_BRANCHING if is_free else 1) <= self._effort.moves // (self._cuts + 1):
            return nodes
        self._is_cut = True
        self._cuts += 1
        kept = self._effort.moves // (KEPT_SHARE * self._cuts)
        diagram = self._ahead[ix].diagram
        return nsmallest(kept, nodes, key=lambda one: diagram.distance(one.position)) if diagram else nodes[:kept]

    def _pass(self, node: SheetNode, item: SheetItem, layer: _Layer) -> None:
        """Leads from a node to all that can follow it behind ``item``."""
        match item:
            case SetPosition():
                layer.lead(node, 0, item.position)
            case SheetDiagram():
                self._compare(node, item, layer)
            case SheetPly(accepted_after=Position() as after):
                layer.lead(node, 0, after)
            case SheetPly():
                self._play(node, item, layer)

    def _compare(self, node: SheetNode, diagram: SheetDiagram, layer: _Layer) -> None:
        wrong = diagram.differences(node.position)
        if len(wrong) <= self._left(node):
            marks = marks_of(node.position)
            changes = tuple(SheetChange(node.items, "diagram", mark_text(marks[at]), at) for at in wrong)
            layer.lead(node, 0, node.position, changes)

    def _play(self, node: SheetNode, ply: SheetPly, layer: _Layer) -> None:
        left = self._left(node)
        if left and not ply.is_empty:
            layer.lead(node, 0, node.position, (SheetChange(node.items, "superfluous"),))
        for number in self._candidates(node.position, None if left else ply):
            changes: Changes = ()
            if ply.is_empty:
                after = node.position.play(number, self._rules)
            else:
                sowing = node.position.sow(number, self._rules)
                after, changes = sowing.after, _corrections(node.items, ply, sowing)
            if len(changes) <= left and self._can_go_on(after, node.items + 1, left - len(changes)):
                layer.lead(node, number, after, changes)

    def _candidates(self, position: Position, ply: SheetPly | None) -> Sequence[int]:
        """The otaus that may be played; of them only those that the digits of a ply allow, where one is given."""
        if self._rules.at_82 == "stop" and max(position.kazan) >= WINNING_KAZAN:
            return ()
        legal = position.legal_moves
        if ply is None or ply.is_empty:
            return legal.numbers
        return [number for number in legal if _digits_allow(ply, position, number)]

    def _can_go_on(self, position: Position, items: int, left: int) -> bool:
        return not self._effort.looks_ahead or self._ahead[items].can_be_met(position, left)

    def _with_missing_plies(self, nodes: list[SheetNode], ix: int) -> list[SheetNode]:
        """The nodes, and those that plies lead to which the sheet forgot before its item ``ix``."""
        item = self._items[ix]
        if not self._effort.changes or (isinstance(item, SheetPly) and item.is_empty):
            return nodes
        if len(nodes) * _BRANCHING > self._effort.moves:
            self._is_cut = True
            return nodes
        added = _Layer(ix)
        for made in range(self._effort.changes):
            for node in [*(one for one in nodes if len(one.changes) == made), *added.with_changes(made)]:
                for number in self._candidates(node.position, None):
                    sowing = node.position.sow(number, self._rules)
                    if self._can_go_on(sowing.after, ix, self._left(node) - 1):
                        added.lead(node, number, sowing.after, (SheetChange(ix, "missing", sowing.move),))
        return nodes + added.nodes


def _digits_allow(ply: SheetPly, position: Position, number: int) -> bool:
    if ply.otau_no not in (None, number):
        return False
    source_ix = otau_ix(position.to_move, number)
    return ply.landing_no in (None, otau_no(landing_ix(source_ix, position.otau[source_ix])))


def _corrections(item_ix: int, ply: SheetPly, sowing: Sowing) -> Changes:
    """What would have to be written otherwise for a ply to be this move."""
    kumalak = str(sowing.captured or sowing.after.kazan[sowing.side.ix])
    return tuple(
        SheetChange(item_ix, part, kumalak if part == "kumalak" else sowing.move) for part in ply.wrong_parts(sowing)
    )


@dataclass(frozen=True, slots=True)
class Paths:
    """The nodes that lie on a complete game, and how many games go through them.

    Attributes:
        nodes: in an order in which each follows those before it.
        to: the ways that lead to a node; onward: the ways that lead on from it to the end.
    """

    nodes: tuple[SheetNode, ...]
    to: dict[SheetNode, int]
    onward: dict[SheetNode, int]

    @classmethod
    def back_from(cls, ends: Iterable[SheetNode]) -> Paths:
        """All complete games that end in these nodes."""
        nodes = _ordered(ends)
        to: dict[SheetNode, int] = {}
        onward = dict.fromkeys(nodes, 0)
        for node in nodes:
            to[node] = sum(to[before] for before, _ in node.steps) if node.steps else 1
        for node in ends:
            onward[node] = 1
        for node in reversed(nodes):
            for before, _ in node.steps:
                onward[before] += onward[node]
        return cls(nodes, to, onward)

    def steps(self) -> Iterator[tuple[SheetNode, int, SheetNode, int]]:
        """Every step: the node before it, the otau played or 0, the node behind it, and how many games take it."""
        for node in self.nodes:
            for before, number in node.steps:
                yield before, number, node, self.to[before] * self.onward[node]


def _ordered(ends: Iterable[SheetNode]) -> tuple[SheetNode, ...]:
    reached = set(ends)
    waiting = list(reached)
    while waiting:
        for before, _ in waiting.pop().steps:
            if before not in reached:
                reached.add(before)
                waiting.append(before)
    return tuple(sorted(reached, key=lambda one: (one.items, len(one.changes))))
