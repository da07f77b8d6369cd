"""The lines of a scoresheet that are no plies: diagrams, and labels such as ``White: ...`` in three languages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from togyz.board import KUMALAK_TOTAL, OTAU_PER_SIDE
from togyz.sheet import TUZDYK, Mark

DIAGRAM_LINES: Final = 4
_LABELS: Final = {
    "White": ("white", "ақ", "бастаушы", "белые", "aq", "bastaushy"),
    "Black": ("black", "қара", "қостаушы", "чёрные", "черные", "qara", "qostaushy"),
    "Event": ("event", "жарыс", "турнир", "соревнование", "jarys"),
    "Site": ("site", "place", "орны", "қала", "место", "город", "qala"),
    "Date": ("date", "күні", "дата", "kuni"),
    "Round": ("round", "айналым", "тур", "ainalym"),
    "Result": ("result", "нәтиже", "нәтижесі", "результат", "natije"),
}
"""Tags by the words that stand for them on paper, in English, Kazakh (both alphabets) and Russian."""
_TAG_OF: Final = {word: tag for tag, words in _LABELS.items() for word in words}
_LABELLED: Final = re.compile(r"\s*(?P<label>[^\W\d_]+)\s*[:=]\s*(?P<value>\S.*?)\s*")
_CELL: Final = re.compile(r"[0-9]{1,3}|[-–—.·]|[xXхХ×]|[?_]+")
_KAZAN_LINE: Final = re.compile(r"(?:[^\W\d_]+[\s:=]*)*(?P<kazan>[0-9]{1,3}|[-–—]|[?_]+)")
_EMPTY: Final = frozenset("-–—.·")
_TUZDYK: Final = frozenset("xXхХ×")


def label_of(line: str) -> tuple[str, str] | None:
    """The tag and the value of a labelled line; None for any other.

    >>> label_of("Белые: Иванов И.")
    ('White', 'Иванов И.')
    """
    found = _LABELLED.fullmatch(line)
    tag = _TAG_OF.get(found["label"].lower()) if found else None
    return (tag, found["value"]) if found and tag else None


def diagram_at(lines: Sequence[str], first: int) -> tuple[tuple[Mark, ...], range] | None:
    """The diagram whose first line has this index: its marks, white below, and the lines it takes; None without one.

    Blank lines may stand in it. The 20 marks are the otaus by ``otau_ix``, white's kazan, black's kazan.
    """
    taken = [ix for ix in range(first, min(first + 3 * DIAGRAM_LINES, len(lines))) if lines[ix].strip()][:DIAGRAM_LINES]
    if len(taken) < DIAGRAM_LINES or taken[0] != first:
        return None
    top, above, below, bottom = (lines[ix] for ix in taken)
    rows = [row.split() for row in (above, below)]
    if not all(len(row) == OTAU_PER_SIDE and all(map(_CELL.fullmatch, row)) for row in rows):
        return None
    kazans = [_KAZAN_LINE.fullmatch(line.strip()) for line in (bottom, top)]
    words = [*rows[1], *reversed(rows[0]), *(one["kazan"] for one in kazans if one)]
    return (tuple(map(_mark, words)), range(taken[0], taken[-1] + 1)) if all(kazans) else None


def _mark(word: str) -> Mark:
    if word in _TUZDYK:
        return TUZDYK
    if word in _EMPTY:
        return 0
    return int(word) if word.isdigit() and int(word) <= KUMALAK_TOTAL else None
