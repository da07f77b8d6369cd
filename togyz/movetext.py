"""The words of a TGK or PGN text: both formats have the same ones."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from togyz.errors import GameTextError
from togyz.game import Game, Ply
from togyz.misread import Misread
from togyz.notation import TUZDYK_LETTERS
from togyz.saying import say

SET_WORD: Final = "set"
"""Begins the comment that holds a position set by hand."""
_GAP: Final = "..."
_WORD: Final = re.compile(
    rf"""
      \[\s*(?P<tag>\w+)\s*(?:"(?P<quoted>(?:\\.|[^"\\\n])*)"|(?P<bare>[^"\]\n]*))\s*\]
    | (?P<accepted>[1-9][1-9][{TUZDYK_LETTERS}]?!)\s*\{{(?P<after>[^}}]*)\}}
    | \{{(?P<comment>[^}}]*)\}}
    | ;(?P<rest>[^\n]*)
    | (?P<result>1/2-1/2|1-0|0-1|1:0|0:1|½-½|0\.5-0\.5|\*)(?![\w:/-])
    | (?P<number>[0-9]{{1,4}})(?:\s?\.(?!\.)|\.+|…)
    | \(\s*(?P<kumalak>[0-9]{{1,3}})\s*\)
    | (?P<gap>\.{{2,}}|…)
    | (?P<move>[1-9][1-9][{TUZDYK_LETTERS}]?!?)(?!\w)
    | (?P<unread>\S+)
    """,
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a game's text.

    Attributes:
        kind: tag, accepted, comment, rest, result, number, kumalak, gap or move.
        value: what stands in it, without brackets: a tag's name, an accepted ply's move.
        extra: a tag's value, an accepted ply's comment, else empty.
        text: the whole word as it stands.
        line: where it begins, from 1.
    """

    kind: str
    value: str
    extra: str
    text: str
    line: int


def words_of(text: str) -> Iterator[Word]:
    """All words of a text, in order.

    Raises:
        GameTextError: something in it is no word of the formats.
    """
    line, counted = 1, 0
    for found in _WORD.finditer(text):
        line += text.count("\n", counted, found.start())
        counted = found.start()
        groups = {name: value for name, value in found.groupdict().items() if value is not None}
        kind, value = next(iter(groups.items()))
        if kind == "unread":
            raise GameTextError(say(Misread.IN_LINE, line=line, what=say(Misread.NO_WORD, text=value[:40])), value)
        extra = groups.get("quoted") or groups.get("bare") or groups.get("after") or ""
        yield Word(kind, value, extra, found[0], line)


def lines_of(game: Game, mark: Callable[[Ply], str]) -> Iterator[str]:
    """The double moves of a game, one a line; ``mark`` gives what stands behind a ply.

    A ply against the rules is followed by its position as a comment, a position set by hand by one that says so.
    """
    sets = {one.after_n: f" {{{SET_WORD} {one.position}}}" for one in game.sets}

    def ply_text(n: int | None) -> str:
        if n is None:
            return _GAP
        ply = game.plies[n - 1]
        position = f" {{{ply.after}}}" if ply.accepted else ""
        return f"{ply.written}{position}{mark(ply)}{sets.get(n, '')}"

    if 0 in sets:
        yield sets[0].strip()
    for one in game.double_moves:
        black = "" if one.black_n is None else f" {ply_text(one.black_n)}"
        yield f"{one.number}. {ply_text(one.white_n)}{black}"
