"""A game on paper: sheets of forty double moves on two pages, in blocks of ten with a diagram after each.

No empty page ends a document; between sheets it stays, so that each begins on a leaf of its own when both sides are
printed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from togyz.board import Side
from togyz.clock import clock_text
from togyz.game import DoubleMove, Game
from togyz_companion.messages.languages import Language
from togyz_companion.messages.telling import Teller
from togyz_companion.printing.boards import drawn
from togyz_companion.printing.typeset import typeset
from togyz_companion.printing.words import sheet_words

LINES_A_BLOCK: Final = 10
BLOCKS_A_PAGE: Final = 2
_LINES_A_SHEET: Final = 2 * BLOCKS_A_PAGE * LINES_A_BLOCK
_FIELDS: Final = {
    "event": "Event",
    "level": "Level",
    "in_honour_of": "InHonourOf",
    "dates": "EventDates",
    "site": "Site",
    "round": "Round",
    "board": "Board",
    "date": "Date",
    "white": "White",
    "white_team": "WhiteTeam",
    "black": "Black",
    "black_team": "BlackTeam",
    "writer": "Annotator",
}
"""The header that each field of the sheet shows."""
_UNUSED: Final = ("white_unused", "black_unused")
_BY_HAND: Final = ("white_signature", "black_signature", "arbiter_signature")


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedSheet:
    """A game to be printed.

    Attributes:
        side: whose copy: it sits below in the diagrams.
        head: seals the stored record, 64 hexadecimal digits; None where it has no store.
        unused_s: what white's and black's clock showed last; None of a game without one.
    """

    game: Game
    side: Side
    head: str | None = None
    unused_s: tuple[float, float] | None = None


def scoresheet_pdf(sheets: Sequence[PrintedSheet], language: Language) -> bytes:
    """The document that holds all these sheets, for a whole round if need be."""
    pages = [page for sheet in sheets for page in _pages(sheet, language)]
    title = "; ".join(dict.fromkeys(_title(sheet.game) for sheet in sheets))
    words = sheet_words(language)
    (document,) = typeset("scoresheet.typ", {"title": title, "lang": language, "words": words, "sheets": pages}, "pdf")
    return document


def _title(game: Game) -> str:
    return " – ".join(str(game.headers.get(name) or "?") for name in ("White", "Black"))


def _pages(sheet: PrintedSheet, language: Language) -> list[dict[str, Any]]:
    """As many sheets as the game is long, one at least; the last one is completed with empty lines."""
    lines = sheet.game.double_moves
    fields = _fields(sheet, language)
    return [_page(sheet, first, fields) for first in range(0, max(len(lines), 1), _LINES_A_SHEET)]


def _page(sheet: PrintedSheet, first: int, fields: dict[str, str]) -> dict[str, Any]:
    blocks = [_block(sheet, first + LINES_A_BLOCK * nth) for nth in range(2 * BLOCKS_A_PAGE)]
    return {
        "side": sheet.side.value,
        "fields": fields,
        "front": blocks[:BLOCKS_A_PAGE],
        "back": blocks[BLOCKS_A_PAGE:],
        "head": sheet.head,
    }


def _fields(sheet: PrintedSheet, language: Language) -> dict[str, str]:
    game = sheet.game
    told = {field: str(game.headers.get(header) or "") for field, header in _FIELDS.items()}
    ended = {
        "result": game.result or "",
        "reason": "" if game.reason is None else Teller(language).word(game.reason),
        "kazans": " : ".join(map(str, game.position.kazan)),
    }
    unused = dict.fromkeys(_UNUSED, "")
    if sheet.unused_s is not None:
        unused = dict(zip(_UNUSED, map(clock_text, sheet.unused_s), strict=True))
    return told | ended | unused | dict.fromkeys(_BY_HAND, "")


def _block(sheet: PrintedSheet, first: int) -> dict[str, Any]:
    """Ten lines from the one at ``first``, and the diagram after the last that was played in them, if any was."""
    game = sheet.game
    played = game.double_moves[first : first + LINES_A_BLOCK]
    lines = [_line(game, line) for line in played]
    numbers = range(played[-1].number + 1 if played else first + 1, first + LINES_A_BLOCK + 1)
    empty = [dict.fromkeys(("white", "white_kazan", "black", "black_kazan"), "") | {"no": no} for no in numbers]
    last = max(n for n in (played[-1].white_n, played[-1].black_n) if n) if played else None
    return {
        "lines": [*lines, *empty],
        "after_no": played[-1].number if played else first + LINES_A_BLOCK,
        "diagram": None if last is None else drawn(game.position_after(last), below=sheet.side),
    }


def _line(game: Game, line: DoubleMove) -> dict[str, Any]:
    white, white_kazan = _half(game, line.white_n)
    black, black_kazan = _half(game, line.black_n)
    return {
        "no": line.number,
        "white": white,
        "white_kazan": white_kazan,
        "black": black,
        "black_kazan": black_kazan,
    }


def _half(game: Game, n: int | None) -> tuple[str, str]:
    """A ply as it is written, and its side's kazan after it where that changed."""
    if n is None:
        return "–", ""
    ply = game.plies[n - 1]
    before, after = (game.position_after(k).kazan[ply.side.ix] for k in (n - 1, n))
    return ply.written, "" if after == before else str(after)
