"""What a feed tells of a board: the whole state, as text that others poll."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Final, Literal, NamedTuple, TypedDict

from togyz.events import SCHEMA
from togyz.json_text import compact_json
from togyz.position import Position
from togyz.record import Record, Status

JsonObject = Mapping[str, object]
NUMBER_MAX: Final = 999
"""Of rounds and of boards."""
_NUMBER: Final = re.compile(r"0*([0-9]+)")


Standing = Status | Literal["unfinished"]


class BoardState(TypedDict):
    """What a feed tells, in the JSON form of the record (schema 1).

    ``head`` seals what the game's store holds; ``ended``: nobody records the game any more, with a result or without;
    ``standing``: the word for all that.
    """

    status: Status
    standing: Standing
    headers: JsonObject
    start: JsonObject
    sets: Sequence[JsonObject]
    position: JsonObject
    plies: Sequence[JsonObject]
    clock: JsonObject | None
    result: str | None
    reason: str | None
    alerts: Sequence[JsonObject]
    head: str | None
    ended: bool


@dataclass(frozen=True, slots=True)
class GameStanding:
    """How a board stands.

    Attributes:
        head: seals what is stored of the game, 64 hexadecimal digits; None where nothing is.
        clock: as it stood at the last event; None of a game without one.
        ended: whether nobody records it any more.
    """

    record: Record
    status: Status
    _: KW_ONLY
    head: str | None = None
    clock: JsonObject | None = None
    ended: bool = False

    @property
    def standing(self) -> Standing:
        """What people call it: a game that was broken off and that nobody records any more is not finished."""
        is_broken_off = self.ended and self.status == "paused" and self.record.result is None
        return "unfinished" if is_broken_off else self.status

    def state(self) -> BoardState:
        """What a feed tells of it."""
        told = self.record.to_dict()
        return BoardState(
            status=self.status,
            standing=self.standing,
            headers=told["headers"],
            start=told["start"],
            sets=told["sets"],
            position=told["position"],
            plies=told["plies"],
            clock=self.clock,
            result=told["result"],
            reason=told["reason"],
            alerts=told["alerts"],
            head=self.head,
            ended=self.ended,
        )


WAITING: Final = GameStanding(Record(start=Position.start(), position=Position.start()), "waiting").state()
"""What is told before anything is known."""


def state_text(rev: int, state: JsonObject) -> str:
    """A state as it is sent: with the schema and its revision.

    Raises:
        ValueError: it holds a number that JSON does not know.
    """
    return compact_json({"schema": SCHEMA, "rev": rev, **state})


class RoundBoard(NamedTuple):
    """Where a game is played: round and board, both 1..999."""

    round_no: int
    board_no: int


def round_board(headers: JsonObject) -> RoundBoard:
    """Where a game is played: the first number in its headers Round and Board; 1 where that is none of them.

    >>> round_board({"Round": "7", "Board": "Board 12"}), round_board({"Round": "final", "Board": "1000"})
    (RoundBoard(round_no=7, board_no=12), RoundBoard(round_no=1, board_no=1))
    """
    return RoundBoard(_number_in(headers.get("Round")), _number_in(headers.get("Board")))


def _number_in(text: object) -> int:
    found = _NUMBER.search(str(text or ""))
    number = int(found[1][:4]) if found else 1
    return number if 1 <= number <= NUMBER_MAX else 1
