"""Text forms of moves and positions: two digits, the PlayStrategy position string, diagrams of four lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from togyz.board import KUMALAK_TOTAL, OTAU_PER_SIDE, Side
from togyz.errors import NotationError
from togyz.misread import Misread
from togyz.position import Position
from togyz.saying import Said, all_of, say
from togyz.sowing import move_text

TUZDYK_LETTERS: Final = "xXхХhH"
"""Latin x, Cyrillic х and, in the Latin-alphabet rules text, h; written is always the Latin x."""
_MOVE: Final = re.compile(rf"([1-9])([1-9])([{TUZDYK_LETTERS}]?)(!?)")
_POSITION: Final = re.compile(
    r"(?P<black>[^\s/]+)\s*/\s*(?P<white>[^\s/]+)\s+(?P<kazans>[0-9]{1,3}\s+[0-9]{1,3})"
    r"\s+(?P<to_move>[SsNn])(?:\s+(?P<move_no>[0-9]{1,4}))?"
)
_ROW_WORD: Final = re.compile(r"(?P<held>[0-9]{1,3})[Ss]|(?P<tuzdyk>[TtXx])|(?P<empty>[1-9])")

Row = tuple[tuple[int, ...], int | None]
"""A row's counts 1..9 and the number of the otau in it that is the opponent's tuzdyk."""


@dataclass(frozen=True, slots=True)
class WrittenMove:
    """A move as somebody wrote it, not yet compared with any position.

    Attributes:
        otau_no, landing_no: 1..9, each in its owner's numbering.
        tuzdyk: an ``x`` stands behind it.
        accepted: a ``!`` stands behind it: played against the rules and accepted.
    """

    otau_no: int
    landing_no: int
    tuzdyk: bool = False
    accepted: bool = False

    def __str__(self) -> str:
        return move_text(self.otau_no, self.landing_no, tuzdyk=self.tuzdyk) + ("!" if self.accepted else "")


def move_from_text(text: str, position: Position | None = None) -> WrittenMove:
    """Reads ``76``, ``63x`` (also X, Cyrillic х Х, h H) or ``76!``; ``position`` is only carried by the error.

    Raises:
        NotationError: it is something else.

    >>> str(move_from_text("63Х"))
    '63x'
    """
    found = _MOVE.fullmatch(text)
    if found is None:
        raise NotationError(say(Misread.NO_MOVE, text=text), text=text, position=position)
    return WrittenMove(int(found[1]), int(found[2]), tuzdyk=bool(found[3]), accepted=bool(found[4]))


def position_to_string(position: Position, move_no: int = 1) -> str:
    """The PlayStrategy form: the position and the number of the double move.

    >>> position_to_string(Position.start())
    '9S,9S,9S,9S,9S,9S,9S,9S,9S/9S,9S,9S,9S,9S,9S,9S,9S,9S 0 0 S 1'
    """
    return f"{position} {move_no}"


def position_from_string(text: str) -> tuple[Position, int]:
    """Reads the PlayStrategy form; the number of the double move is 1 where it is left out.

    A tuzdyk may be marked as in a diagram, by ``x``.

    Whether the position can arise in a game is not asked here: :meth:`togyz.position.Position.problems`.

    Raises:
        NotationError: the text has another form.
    """
    found = _POSITION.fullmatch(text.strip())
    if found is None:
        raise NotationError(say(Misread.NO_POSITION, text=text.strip()), text=text)
    black, white_tuzdyk = _row_from_words(found["black"], text, reverse=True)
    white, black_tuzdyk = _row_from_words(found["white"], text, reverse=False)
    white_kazan, black_kazan = (_bounded(one, text) for one in found["kazans"].split())
    to_move = Side.WHITE if found["to_move"] in "Ss" else Side.BLACK
    position = Position(white + black, (white_kazan, black_kazan), (white_tuzdyk, black_tuzdyk), to_move)
    return position, int(found["move_no"] or 1)


def game_position(text: str) -> Position:
    """Reads a position in which a game can stand: ``start``, or the PlayStrategy form.

    Raises:
        NotationError: the text has another form, or no game leads to what it says.

    >>> game_position("start") == Position.start()
    True
    """
    if text == "start":
        return Position.start()
    position, _ = position_from_string(text)
    if problems := position.problems():
        raise NotationError(say(Said.NO_POSITION, problems=all_of(problems)), text=text)
    return position


def diagram_to_text(position: Position, bottom: Side = Side.WHITE) -> str:
    """The diagram of four lines: kazan and row 9..1 of the side above, row 1..9 and kazan of the side below.

    White's sheet has white below, black's sheet black. Whose ply it is does not stand in a diagram.
    """
    top = bottom.other
    lines = (
        str(position.kazan[top.ix]),
        " ".join(f"{mark:>2}" for mark in reversed(_marks(position, top))),
        " ".join(f"{mark:>2}" for mark in _marks(position, bottom)),
        str(position.kazan[bottom.ix]),
    )
    return "\n".join(lines)


def _marks(position: Position, side: Side) -> list[str]:
    """The nine marks of a side's row, 1..9."""
    tuzdyk = position.tuzdyk[side.other.ix]
    return ["x" if no == tuzdyk else str(held) for no, held in enumerate(position.row(side), 1)]


def _row_from_words(row: str, text: str, *, reverse: bool) -> Row:
    """A row of the position string, which runs 9..1 where ``reverse`` says so."""
    counts: list[int] = []
    tuzdyks: list[int] = []
    for word in row.split(","):
        found = _ROW_WORD.fullmatch(word)
        if found is None:
            raise NotationError(say(Misread.NO_ROW_PART, word=word), text=text)
        if found["tuzdyk"]:
            tuzdyks.append(len(counts))
        counts += [0] * int(found["empty"]) if found["empty"] else [_bounded(found["held"] or "0", text)]
    if len(counts) != OTAU_PER_SIDE:
        raise NotationError(say(Misread.ROW_LENGTH, row=row, otaus=len(counts), right=OTAU_PER_SIDE), text=text)
    numbers = [OTAU_PER_SIDE - ix if reverse else ix + 1 for ix in tuzdyks]
    return tuple(reversed(counts) if reverse else counts), _only_one(numbers, text)


def _only_one(tuzdyks: Sequence[int], text: str) -> int | None:
    if len(tuzdyks) > 1:
        raise NotationError(say(Misread.ROW_TUZDYKS, tuzdyks=len(tuzdyks)), text=text)
    return tuzdyks[0] if tuzdyks else None


def _bounded(digits: str, text: str) -> int:
    """A number of kumalak, 0..162."""
    if not re.fullmatch("[0-9]{1,3}", digits) or int(digits) > KUMALAK_TOTAL:
        raise NotationError(say(Misread.NO_KUMALAK, digits=digits, most=KUMALAK_TOTAL), text=text)
    return int(digits)
