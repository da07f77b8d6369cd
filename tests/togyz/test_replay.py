from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from tests.togyz.games import eventful_games, position, replayed
from togyz.board import Side
from togyz.errors import RecordError
from togyz.game import Game, SetPosition
from togyz.outcome import Reason
from togyz.position import Position
from togyz.record import Record
from togyz.replay import from_game, to_game, verify

GOOD = from_game(replayed(["76", "55", "65"]))
ELSEWHERE = position("9 9 9 9 9 9 9 9 0", "9 9 9 9 9 9 9 9 0", (10, 8), to_move=Side.BLACK)


def spoilt(which: int, **changes: Any) -> Record:
    plies = list(GOOD.plies)
    plies[which - 1] = replace(plies[which - 1], **changes)
    return replace(GOOD, plies=tuple(plies))


def said(record: Record) -> list[str]:
    return [str(one) for one in verify(record)]


def test_a_good_record_has_no_contradiction() -> None:
    assert verify(GOOD) == []
    assert verify(replace(GOOD, result="0-1", reason=Reason.RESIGNED)) == []
    assert verify(replace(GOOD, result="0-1")) == []


@pytest.mark.parametrize(
    ("record", "contradictions"),
    [
        (spoilt(2, n=7), ["ply 2: it has the number 7"]),
        (spoilt(2, move="56"), ["ply 2: move is 56, but otau, landing and tuzdyk make 55"]),
        (spoilt(2, move="56", landing=6), ["ply 2: the last kumalak falls into otau 5, not 6"]),
        (spoilt(2, move="55x", tuzdyk=True), ["ply 2: it wins no tuzdyk, but x is written"]),
        (spoilt(1, captured=9), ["ply 1: captured is 9, but the ply captures 10"]),
        (spoilt(3, side=Side.BLACK), ["ply 3: side is black, but white is to move"]),
        (spoilt(1, after=Position.start().play(7)), ["ply 1: after stands in it, but the rules give the position"]),
        (spoilt(2, move="65", otau=6, landing=5), ["ply 2: black cannot play otau 6: it is empty"]),
        (
            spoilt(2, status="accepted_illegal"),
            ["ply 2: it was accepted against the rules, but after, the position it left, is missing"],
        ),
        (
            spoilt(3, status="accepted_illegal", side=Side.BLACK, after=GOOD.position),
            ["ply 3: side is black, but in the position it left black is to move"],
        ),
        (
            replace(GOOD, sets=(SetPosition(after_n=4, position=ELSEWHERE),)),
            ["a position is set after ply 4 of 3"],
        ),
        (
            replace(GOOD, sets=2 * (SetPosition(after_n=3, position=GOOD.position),)),
            ["the position set after ply 3 follows one after 3"],
        ),
        (
            replace(GOOD, position=ELSEWHERE),
            [f"position is {ELSEWHERE}, but the plies lead to {GOOD.position}"],
        ),
        (replace(GOOD, reason=Reason.FLAG), ["reason is flag, but there is no result"]),
        (
            replace(GOOD, result="1-0", reason=Reason.ATSYRAU),
            ["1-0 by atsyrau is written, but the last position gives no result"],
        ),
    ],
)  # fmt: skip
def test_every_contradiction_is_named(record: Record, contradictions: list[str]) -> None:
    assert said(record) == contradictions
    with pytest.raises(RecordError) as caught:
        to_game(record)
    assert str(caught.value) == contradictions[0]


def test_a_result_by_the_rules_is_compared_with_the_position() -> None:
    decided = Position((80,) + (0,) * 17, (82, 0), (None, None), Side.WHITE)
    record = from_game(Game(start=decided).end("1-0", Reason.KAZAN_82))
    assert verify(record) == []
    assert said(replace(record, result="0-1")) == [
        "0-1 by kazan_82 is written, but the last position gives 1-0 by kazan_82"
    ]


@given(eventful_games())
def test_any_game_comes_back_from_its_record(game: Game) -> None:
    record = from_game(game)
    assert verify(record) == []
    assert to_game(record) == game
