"""A repaired scoresheet in words, its double moves by rich."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rich.columns import Columns
from rich.text import Text

from togyz.mends import Mend, change_text
from togyz.repair import Repair, RepairedPly, Status

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


def findings(repair: Repair) -> Iterator[str]:
    """Line by line what is open, what contradicts itself, and how many games fit."""
    yield from _open_plies(repair)
    yield from _contradictions(repair)
    yield _verdict(repair)


def ending(repair: Repair) -> str:
    """What the last position is, where it is certain, and the result that stands on the sheet."""
    mended = " once it is mended" if repair.contradictions else ""
    board = "not certain" if repair.position is None else "this"
    result = "no result is written" if repair.sheet.result is None else f"the result is {repair.sheet.result}"
    return f"at the end of the sheet{mended} the position is {board}; {result}"


def _double_moves(repair: Repair) -> Iterator[Text]:
    cells = [_cell(ply) for ply in repair.plies]
    if repair.plies and repair.sheet.start.to_move.ix:
        cells.insert(0, Text("...".ljust(_WIDTH)))
    for number, ix in enumerate(range(0, len(cells), 2), repair.sheet.first_number):
        yield Text.assemble(f"{number:3}. ", *cells[ix : ix + 2])


def _cell(ply: RepairedPly) -> Text:
    word = ply.move or ply.written
    return Text((f"[{word}]" if ply.status == "restored" else word).ljust(_WIDTH + 1), _STYLES[ply.status])


def _open_plies(repair: Repair) -> Iterator[str]:
    for ply in repair.plies:
        if ply.alternatives:
            words = [f"{move} ({games})" for move, games in ply.alternatives]
            yield f"{repair.sheet.ply_label(ply.n)} {ply.written}: {', '.join(_shortened(words))}"


def _contradictions(repair: Repair) -> Iterator[str]:
    for one in repair.contradictions:
        yield one.what
        if not one.mends:
            yield "no small change of the sheet was found that would mend it"
            continue
        yield "this would mend it:" if len(one.mends) == 1 else "any of these would mend it:"
        yield from (f"  {line}" for line in _shortened([_mend(repair, mend) for mend in one.mends]))


def _mend(repair: Repair, mend: Mend) -> str:
    changes = ", and ".join(change_text(repair.sheet, change) for change in mend.changes)
    return f"{changes} ({_games(mend.completions)})"


def _shortened(words: Sequence[str]) -> list[str]:
    more = len(words) - SHOWN_MAX
    return [*words[:SHOWN_MAX], *([f"and {more} more"] if more > 0 else [])]


def _games(number: int) -> str:
    return "1 game" if number == 1 else f"{number} games"


def _verdict(repair: Repair) -> str:
    if repair.contradictions:
        return "no game was found that fits the sheet as it is written"
    at_least = "at least " if repair.is_cut else ""
    return f"{at_least}{_games(repair.completions)} {'fits' if repair.completions == 1 else 'fit'} the sheet"
