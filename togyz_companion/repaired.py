"""A repaired scoresheet in words, its double moves by rich."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from typing import Final

from rich.columns import Columns
from rich.text import Text

from togyz.mends import Mend, change_text
from togyz.repair import Repair, RepairedPly, Status
from togyz_companion.messages.telling import Teller

SHOWN_MAX: Final = 8
"""Alternatives of a ply, and mends, that are told; of more only the number."""
_WIDTH: Final = 5
_STYLES: Final[dict[Status, str]] = {
    "given": "",
    "restored": "bold green",
    "ambiguous": "yellow",
    "contradiction": "bold red",
}


def double_moves(repair: Repair) -> Columns:
    """All double moves; what was filled in stands in brackets, so that it can be told without colours."""
    return Columns(list(_double_moves(repair)), padding=(0, 1))


def findings(repair: Repair, teller: Teller) -> Iterator[str]:
    """Line by line what is open, what contradicts itself, how many games fit, and how the sheet ends."""
    yield from _open_plies(repair, teller)
    yield from _contradictions(repair, teller)
    if repair.untried is not None:
        yield teller.saying(repair.untried)
        yield teller.text("repair.unknown")
    elif repair.contradictions:
        yield teller.text("repair.none")
    else:
        yield teller.text("repair.at_least" if repair.is_cut else "repair.games", games=repair.completions)
    yield _ending(repair, teller)


def _ending(repair: Repair, teller: Teller) -> str:
    """What the last position is, where it is certain, and the result that stands on the sheet."""
    known = "repair.mended" if repair.contradictions else "repair.certain"
    position = teller.text("repair.uncertain" if repair.position is None else known)
    result = repair.sheet.result
    told = teller.text("repair.no_result") if result is None else teller.text("repair.result", result=result)
    return f"{position}; {told}"


def _double_moves(repair: Repair) -> Iterator[Text]:
    cells = [_cell(ply) for ply in repair.plies]
    if repair.plies and repair.sheet.start.to_move.ix:
        cells.insert(0, Text("...".ljust(_WIDTH)))
    for number, ix in enumerate(range(0, len(cells), 2), repair.sheet.first_number):
        yield Text.assemble(f"{number:3}. ", *cells[ix : ix + 2])


def _cell(ply: RepairedPly) -> Text:
    word = ply.move or ply.written
    return Text((f"[{word}]" if ply.status == "restored" else word).ljust(_WIDTH + 1), _STYLES[ply.status])


def _open_plies(repair: Repair, teller: Teller) -> Iterator[str]:
    for ply in repair.plies:
        if ply.alternatives:
            words = [f"{move} ({games})" for move, games in ply.alternatives]
            yield f"{repair.sheet.ply_label(ply.n)} {ply.written}: {', '.join(_shortened(words, teller))}"


def _contradictions(repair: Repair, teller: Teller) -> Iterator[str]:
    for one in repair.contradictions:
        yield teller.saying(one.what)
        if not one.mends:
            yield from () if repair.is_cut else (teller.text("repair.no_mend"),)
            continue
        yield teller.text("repair.one_mend" if len(one.mends) == 1 else "repair.mends")
        yield from (f"  {line}" for line in _shortened([_mend(repair, mend, teller) for mend in one.mends], teller))


def _mend(repair: Repair, mend: Mend, teller: Teller) -> str:
    changes = [teller.saying(change_text(repair.sheet, change)) for change in mend.changes]
    both = reduce(lambda one, other: teller.text("repair.and", one=one, other=other), changes)
    return teller.text("repair.mend", changes=both, games=mend.completions)


def _shortened(words: Sequence[str], teller: Teller) -> list[str]:
    more = len(words) - SHOWN_MAX
    return [*words[:SHOWN_MAX], *([teller.text("repair.more", n=more)] if more > 0 else [])]
