"""The words of a scoresheet's moves, however they were written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, cast

from togyz.outcome import Result

Kind = Literal["comment", "rest", "result", "number", "kumalak", "gap", "ply", "tuzdyk", "other"]
_TUZDYK: Final = "xXхХ×hHтТtT"
_DASH: Final = "-–—"
_HALF: Final = r"(?:1/2|½|0[.,]5)"
_WORD: Final = re.compile(
    rf"""
      \{{(?P<comment>[^}}]*)\}}
    | ;(?P<rest>.*)
    | (?P<result>(?:{_HALF}\s?[{_DASH}:]\s?{_HALF}|1\s?[{_DASH}:]\s?0|0\s?[{_DASH}:]\s?1)(?!\w)|\*)
    | (?:№\s?)?(?P<number>[0-9]{{1,3}})(?:\s?\.(?!\.)|\.{{2,}}|…|\))
    | \(\s*(?P<kumalak>[0-9]{{1,3}})\s*\)
    | (?P<gap>\.{{2,}}|…|[{_DASH}]+)(?!\S)
    | (?P<ply>[1-9?_][{_DASH}/:]?[1-9?_]?[{_TUZDYK}]?[!?]*)(?![^\s(\{{,;])
    | (?P<tuzdyk>[{_TUZDYK}]|тұздық|туздык|tuzdyk|tuzdyq)(?!\w)
    | (?P<other>\S+)
    """,
    re.VERBOSE | re.IGNORECASE,
)
_PLY: Final = re.compile(rf"([1-9?_])[{_DASH}/:]?([1-9?_]?)([{_TUZDYK}]?)([!?]*)")
_DRAWN: Final = frozenset(("draw", "ничья", "тең", "teñ", "ten"))
_WON: Final[dict[str, Result]] = {"1": "1-0", "0": "0-1"}


@dataclass(frozen=True, slots=True)
class SheetWord:
    """One word: its kind, what stands in it, the whole of it, and its line from 1."""

    kind: Kind
    value: str
    text: str
    line: int

    @property
    def is_black_number(self) -> bool:
        """Whether it is the number of a double move with dots that stand for white's ply."""
        return self.kind == "number" and self.text.endswith(("..", "…"))


@dataclass(frozen=True, slots=True)
class PlyWord:
    """A written ply, taken apart; None is what cannot be read.

    Attributes:
        tuzdyk: whether an ``x`` is written; None where what stands behind the digits cannot be read.
        exclaims: a ``!`` stands behind it.
        plain: it as it should be written, for comparison.
    """

    otau_no: int | None
    landing_no: int | None
    tuzdyk: bool | None
    exclaims: bool
    plain: str


def words_of_line(text: str, line: int) -> Iterator[SheetWord]:
    """The words of one line, in order."""
    for found in _WORD.finditer(text):
        kind = cast("Kind", found.lastgroup)
        yield SheetWord(kind, found[kind], found[0], line)


def ply_of(word: str) -> PlyWord:
    """Takes a word of the kind ``ply`` apart.

    Where a digit cannot be read, an ``x`` behind it may have been lost with it; behind two clear digits its absence
    says that there was none.

    >>> ply_of("2?"), ply_of("57Х").plain
    (PlyWord(otau_no=2, landing_no=None, tuzdyk=None, exclaims=False, plain='2?'), '57x')
    """
    found = _PLY.fullmatch(word)
    if found is None:
        raise ValueError(f"{word!r} is no ply")
    otau_no, landing_no = (int(one) if one.isdigit() else None for one in found.group(1, 2))
    is_clear = None not in (otau_no, landing_no) and "?" not in found[4]
    tuzdyk = True if found[3] else False if is_clear else None
    plain = f"{otau_no or '?'}{landing_no or '?'}{'x' if found[3] else ''}"
    return PlyWord(otau_no, landing_no, tuzdyk, "!" in found[4], plain)


def unclear_ply(word: str) -> str | None:
    """The word of a ply in which other characters stand for digits, with ``?`` in their place; None for other words.

    >>> unclear_ply("7а"), unclear_ply("70x"), unclear_ply("Aidar")
    ('7?', '7?x', None)
    """
    found = re.fullmatch(rf"(\w)(\w)([{_TUZDYK}]?)", word)
    if found is None or not any("1" <= one <= "9" for one in found.group(1, 2)):
        return None
    return "".join(one if "1" <= one <= "9" else "?" for one in found.group(1, 2)) + found[3]


def result_in(text: str) -> Result | None:
    """The first result that is told in a text.

    >>> result_in("1:0 (82:80)"), result_in("82-80")
    ('1-0', None)
    """
    results = (result_of(word.value) for word in words_of_line(text, 0))
    return next((one for one in results if one is not None), None)


def result_of(word: str) -> Result | None:
    """The result that a word of the kind ``result`` means, or a word for a draw; None for ``*`` and anything else.

    >>> result_of("1:0"), result_of("½ – ½"), result_of("Ничья"), result_of("*")
    ('1-0', '1/2-1/2', '1/2-1/2', None)
    """
    if word.lower().strip(".!") in _DRAWN:
        return "1/2-1/2"
    if re.fullmatch(rf"{_HALF}\s?[{_DASH}:]\s?{_HALF}", word):
        return "1/2-1/2"
    won = re.fullmatch(rf"([01])\s?[{_DASH}:]\s?[01]", word)
    return None if won is None else _WON[won[1]]
