"""What to say of a scoresheet that contradicts itself: where, why, and what would mend it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from togyz.board import OTAU_TOTAL, Side, otau_no, otau_side
from togyz.completions import Changes, Found, Paths, SheetChange
from togyz.errors import IllegalMoveError
from togyz.game import Ply
from togyz.notation import WrittenMove
from togyz.position import Position
from togyz.rules import Rules
from togyz.saying import Said, all_of, say
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


def untried(sheet: Sheet, failed: Found) -> str:
    """Where a search came to its end that could not try everything, and so found no game."""
    return say(Said.UNTRIED, where=_where(sheet, failed.stuck[0].items))


def change_text(sheet: Sheet, change: SheetChange) -> str:
    """A change of the sheet in words."""
    where = _where(sheet, change.item_ix)
    match change.kind:
        case "missing":
            return say(Said.PLY_MISSING, where=where, instead=change.instead)
        case "superfluous":
            return say(Said.PLY_SURPLUS, where=where)
        case "kumalak":
            return say(Said.SHOULD_HAVE_KUMALAK, where=where, instead=change.instead)
        case "diagram":
            return say(Said.SHOULD_HAVE_IN, where=where, instead=change.instead, place=_place(change.place or 0))
        case _:
            return say(Said.SHOULD_READ, where=where, instead=change.instead)


def _change_dict(sheet: Sheet, change: SheetChange) -> dict[str, Any]:
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
    return say(Said.DIAGRAM, line=item.line) if isinstance(item, SheetDiagram) else say(Said.SET_BY_HAND)


def _place(ix: int) -> str:
    """What a diagram's place 0..19 is."""
    if ix >= OTAU_TOTAL:
        return say(Said.KAZAN, side=list(Side)[ix - OTAU_TOTAL])
    return say(Said.OTAU, side=otau_side(ix), otau=otau_no(ix))


def _why(sheet: Sheet, failed: Found) -> str:
    """Why an item fits none of the positions before it."""
    item_ix = failed.stuck[0].items
    item, where = sheet.items[item_ix], _where(sheet, item_ix)
    positions = {node.position for node in failed.stuck}
    if len(positions) > 1:
        return say(Said.FITS_NONE, where=where, positions=len(positions))
    position = positions.pop()
    if isinstance(item, SheetPly):
        return say(Said.BECAUSE, where=where, fault=all_of(_ply_differences(item, position, sheet.rules)))
    differences = _diagram_differences(item, position) if isinstance(item, SheetDiagram) else []
    return say(Said.OTHER_POSITION, where=where, fault=all_of(differences) if differences else "")


def _diagram_differences(diagram: SheetDiagram, position: Position) -> list[str]:
    marks = marks_of(position)
    return [
        say(Said.HAS, place=_place(ix), mark=mark_text(marks[ix]), written=mark_text(diagram.marks[ix]))
        for ix in diagram.differences(position)
    ]


def _ply_differences(written: SheetPly, position: Position, rules: Rules) -> list[str]:
    """Why a ply cannot be played from a position; every sentence names one fault."""
    if written.otau_no is None:
        return [say(Said.NO_LEGAL_MOVE)]
    try:
        ply = Ply.of_sowing(position.sow(written.otau_no, rules))
    except IllegalMoveError as error:
        return [error.message]
    tuzdyk = ply.tuzdyk if written.tuzdyk is None else written.tuzdyk
    differences = ply.differences(WrittenMove(ply.otau_no, written.landing_no or ply.landing_no, tuzdyk=tuzdyk))
    if written.kumalak not in (None, ply.captured, ply.after.kazan[ply.side.ix]):
        differences.append(say(Said.KAZAN_HOLDS, kazan=ply.after.kazan[ply.side.ix], captured=ply.captured))
    return differences
