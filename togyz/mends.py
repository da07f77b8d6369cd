"""What to say of a scoresheet that contradicts itself: where, why, and what would mend it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from togyz.board import OTAU_TOTAL, Side, otau_no, otau_side
from togyz.completions import Change, Changes, Found, Paths
from togyz.errors import IllegalMoveError
from togyz.game import Ply
from togyz.notation import WrittenMove
from togyz.position import Position
from togyz.rules import Rules
from togyz.sheet import Sheet, SheetDiagram, SheetPly, mark_text, marks_of


@dataclass(frozen=True, slots=True)
class Mend:
    """Changes of a sheet that take its contradiction away, and how many games fit it then."""

    changes: Changes
    completions: int


@dataclass(frozen=True, slots=True)
class SheetContradiction:
    """Where a sheet contradicts itself.

    Attributes:
        n: the ply, counted from 1, or the one behind which the diagram stands.
        what: a sentence.
        mends: with as few changes as possible, those nearest to the contradiction first.
    """

    n: int
    what: str
    mends: tuple[Mend, ...]

    def to_dict(self, sheet: Sheet) -> dict[str, Any]:
        """The object in ``contradictions``."""
        mends = [
            {"completions": mend.completions, "changes": [_change_dict(sheet, one) for one in mend.changes]}
            for mend in self.mends
        ]
        return {"n": self.n, "what": self.what, "mends": mends}


def contradiction(sheet: Sheet, failed: Found, mended: Found, paths: Paths) -> SheetContradiction:
    """What a search without changes stumbled over, and the mends that one with changes found."""
    item_ix = failed.stuck[0].items
    games: dict[Changes, int] = {}
    for end in mended.ends:
        games[end.changes] = games.get(end.changes, 0) + paths.to[end]
    mends = [Mend(changes, completions) for changes, completions in games.items()]
    mends.sort(
        key=lambda mend: [(abs(one.item_ix - item_ix), one.item_ix, one.kind, one.instead) for one in mend.changes]
    )
    return SheetContradiction(sheet.ply_n(item_ix), _why(sheet, failed), tuple(mends))


def change_text(sheet: Sheet, change: Change) -> str:
    """A change of the sheet in words."""
    where = _where(sheet, change.item_ix)
    match change.kind:
        case "missing":
            return f"a ply is missing before {where}: {change.instead}"
        case "superfluous":
            return f"{where} is one ply too many"
        case "kumalak":
            return f"{where} should have ({change.instead})"
        case "diagram":
            return f"{where} should have {change.instead} in {_place(change.place or 0)}"
        case _:
            return f"{where} should read {change.instead}"


def _change_dict(sheet: Sheet, change: Change) -> dict[str, Any]:
    return {
        "n": sheet.ply_n(change.item_ix),
        "kind": change.kind,
        "instead": change.instead,
        "what": change_text(sheet, change),
    }


def _where(sheet: Sheet, item_ix: int) -> str:
    """An item's name: ``12... 57x``, or a diagram by its line."""
    item = sheet.items[item_ix]
    if isinstance(item, SheetPly):
        return f"{sheet.ply_label(sheet.ply_n(item_ix))} {item}"
    return f"the diagram in line {item.line}" if isinstance(item, SheetDiagram) else "the position set by hand"


def _place(ix: int) -> str:
    """What a diagram's place 0..19 is."""
    if ix >= OTAU_TOTAL:
        return f"{list(Side)[ix - OTAU_TOTAL].value}'s kazan"
    return f"{otau_side(ix).value}'s otau {otau_no(ix)}"


def _why(sheet: Sheet, failed: Found) -> str:
    """Why an item fits none of the positions before it."""
    item_ix = failed.stuck[0].items
    item, where = sheet.items[item_ix], _where(sheet, item_ix)
    positions = {node.position for node in failed.stuck}
    if item_ix in failed.doubtful:
        return f"{where} fits none of the games that were tried; there are too many to try them all"
    if len(positions) > 1:
        return f"{where} fits none of the {len(positions)} positions that the sheet leads to"
    position = positions.pop()
    if isinstance(item, SheetPly):
        return f"{where}: {'; '.join(_ply_differences(item, position, sheet.rules))}"
    differences = _diagram_differences(item, position) if isinstance(item, SheetDiagram) else []
    return f"{where} shows another position: {', '.join(differences)}"


def _diagram_differences(diagram: SheetDiagram, position: Position) -> list[str]:
    marks = marks_of(position)
    return [
        f"{_place(ix)} has {mark_text(marks[ix])}, not {mark_text(diagram.marks[ix])}"
        for ix in diagram.differences(position)
    ]


def _ply_differences(written: SheetPly, position: Position, rules: Rules) -> list[str]:
    """Why a ply cannot be played from a position; every sentence names one fault."""
    if written.otau_no is None:
        return ["no legal move is written so"]
    try:
        ply = Ply.of_sowing(position.sow(written.otau_no, rules))
    except IllegalMoveError as error:
        return [error.message]
    tuzdyk = ply.tuzdyk if written.tuzdyk is None else written.tuzdyk
    differences = ply.differences(WrittenMove(ply.otau_no, written.landing_no or ply.landing_no, tuzdyk=tuzdyk))
    if written.kumalak not in (None, ply.captured, ply.after.kazan[ply.side.ix]):
        differences.append(f"its kazan then holds {ply.after.kazan[ply.side.ix]}, {ply.captured} are captured")
    return differences
