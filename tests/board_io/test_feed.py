"""What a feed tells of a board, and where it is played."""

from __future__ import annotations

import json

import pytest

from board_io.feed import WAITING, GameStanding, RoundBoard, round_board, state_text
from togyz.outcome import Result
from togyz.position import Position
from togyz.record import Record, Status


@pytest.mark.parametrize(
    ("headers", "numbers"),
    [
        ({}, (1, 1)),
        ({"Round": "3", "Board": "12"}, (3, 12)),
        ({"Round": "Round 3 of 9", "Board": "Board 2"}, (3, 2)),
        ({"Round": 5, "Board": None}, (5, 1)),
        ({"Round": "final", "Board": "?"}, (1, 1)),
        ({"Round": "0", "Board": "-4"}, (1, 4)),
        ({"Round": "12345678901", "Board": "٣"}, (1, 1)),
        ({"Round": "1000 of 9", "Board": "00999"}, (1, 999)),
        ({"Round": "../../etc/2", "Board": "2/../.."}, (2, 2)),
    ],
)
def test_round_and_board_are_numbers_whatever_headers_say(headers: dict[str, object], numbers: tuple[int, int]) -> None:
    assert round_board(headers) == RoundBoard(*numbers)


@pytest.mark.parametrize(
    ("status", "result", "ended", "standing"),
    [
        ("paused", None, True, "unfinished"),
        ("paused", None, False, "paused"),
        ("paused", "1-0", True, "paused"),
        ("desync", None, True, "desync"),
        ("over", "1-0", True, "over"),
    ],
)
def test_only_a_game_that_was_broken_off_is_not_finished(
    status: Status, result: Result | None, ended: bool, standing: str
) -> None:
    record = Record(start=Position.start(), position=Position.start(), result=result)
    assert GameStanding(record, status, ended=ended).state()["standing"] == standing


def test_a_state_has_its_schema_and_its_revision() -> None:
    assert json.loads(state_text(7, WAITING)) == {"schema": 1, "rev": 7, **WAITING}


def test_what_json_cannot_say_is_refused() -> None:
    with pytest.raises(ValueError, match="JSON"):
        state_text(1, {"t": float("nan")})
