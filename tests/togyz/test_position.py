from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.togyz.games import indexed, played_games, position
from togyz.board import Side, otau_ix, otau_no, otau_side
from togyz.errors import IllegalMoveError, RecordError
from togyz.game import Game
from togyz.position import Position
from togyz.rules import Rules

EXTRA_MOVE = Rules(extra_move=True)
WHITE_7_BLACK_6 = "0 0 0 0 0 0 0 0 4  0 0 0 0 1 0 1 1 1  76 78  14 6  0"
"""Position C of the rules: white owns black's 6, black owns white's 7."""


def heap(source_ix: int, kumalak: int, tuzdyk: tuple[int | None, int | None] = (None, None)) -> Position:
    """One otau holds everything that is on the board, the opponent's kazan the rest; its owner is to move."""
    otau = tuple(kumalak if ix == source_ix else 0 for ix in range(18))
    kazan = (0, 162 - kumalak) if source_ix < 9 else (162 - kumalak, 0)
    return Position(otau, kazan, tuzdyk, otau_side(source_ix))


def sown_by_hand(before: Position, number: int) -> Position:
    """The rules once more, kumalak by kumalak as the text says them, to compare the engine with."""
    side = before.to_move
    owners = {otau_ix(one.other, no): one for one in Side if (no := before.tuzdyk[one.ix]) is not None}
    otau, kazan, tuzdyk = list(before.otau), list(before.kazan), list(before.tuzdyk)
    ix = otau_ix(side, number)
    hand, otau[ix] = otau[ix], 0
    steps = [1] if hand == 1 else [0] + [1] * (hand - 1)
    for step in steps:
        ix = (ix + step) % 18
        if ix in owners:
            kazan[owners[ix].ix] += 1
        else:
            otau[ix] += 1
    if ix not in owners and otau_side(ix) is not side:
        wins = otau[ix] == 3 and tuzdyk[side.ix] is None and otau_no(ix) not in (9, before.tuzdyk[side.other.ix])
        if wins:
            tuzdyk[side.ix] = otau_no(ix)
        if wins or otau[ix] % 2 == 0:
            kazan[side.ix] += otau[ix]
            otau[ix] = 0
    return Position(tuple(otau), (kazan[0], kazan[1]), (tuzdyk[0], tuzdyk[1]), side.other)


def test_first_worked_example() -> None:
    sowing = Position.start().sow(7)
    assert sowing.after == position("9 9 9 9 9 9 1 10 10", "9 9 9 0 10 10 10 10 10", (10, 0), to_move=Side.BLACK)
    assert (sowing.move, sowing.captured, sowing.landing_ix) == ("76", 10, 14)
    assert sowing.path == (6, 7, 8, 9, 10, 11, 12, 13, 14)


def test_second_worked_example_wins_a_tuzdyk() -> None:
    before = position("10 10 10 10 10 10 2 11 1", "0 10 10 1 11 11 11 11 11", (12, 0), to_move=Side.BLACK)
    sowing = before.sow(7)
    assert sowing.after == position("11 11 11 11 11 11 x 11 1", "1 11 1 1 11 11 11 11 11", (12, 3), tuzdyk=(None, 7))
    assert (sowing.move, sowing.tuzdyk, sowing.captured, sowing.kumalak) == ("77x", True, 3, 10)


def test_position_d_of_the_rules_runs_to_its_end() -> None:
    here = indexed("0 0 0 0 0 0 1 1 3  0 0 0 0 0 0 0 1 1  77 78  14 0  0")
    for move in ("89", "91", "78", "89", "89", "91", "94", "12", "91", "12"):
        sowing = here.sow(int(move[0]))
        assert sowing.move == move
        here = sowing.after
    assert here.white == (0,) * 9
    assert here.to_move is Side.WHITE


@pytest.mark.parametrize(
    ("kumalak", "landing_ix", "captured", "sources_count"),
    [(18, 17, 0, 1), (19, 0, 0, 2), (35, 16, 2, 2), (36, 17, 2, 2), (37, 0, 0, 3), (54, 17, 0, 3)],
)
def test_laps(kumalak: int, landing_ix: int, captured: int, sources_count: int) -> None:
    sowing = heap(0, kumalak).sow(1)
    laps, rest = divmod(kumalak, 18)
    expected = [laps + (ix < rest) for ix in range(18)]
    expected[landing_ix] -= captured
    assert list(sowing.after.otau) == expected
    assert sowing.after.otau[0] == sources_count
    assert (sowing.landing_ix, sowing.captured) == (landing_ix, captured)
    assert len(sowing.path) == kumalak


def test_the_last_of_53_makes_three_and_wins_a_tuzdyk() -> None:
    sowing = heap(0, 53).sow(1)
    assert (sowing.move, sowing.captured, sowing.after.tuzdyk) == ("18x", 3, (8, None))


def test_laps_fill_tuzdyks_into_their_owners_kazans() -> None:
    sowing = heap(0, 36, tuzdyk=(3, 5)).sow(1)
    assert sowing.after.kazan == (2 + 2, 162 - 36 + 2)
    assert (sowing.after.otau[11], sowing.after.otau[4]) == (0, 0)
    assert sowing.path[4] == 19
    assert sowing.path[11] == 18


def test_a_single_kumalak_leaves_its_otau_empty() -> None:
    sowing = heap(17, 1).sow(9)
    assert sowing.path == (0,)
    assert sowing.move == "91"
    assert sowing.after.otau == (1,) + (0,) * 17


@pytest.mark.parametrize(
    ("why", "white", "black_9_to_1", "tuzdyk", "move", "captured"),
    [
        ("exactly three win it", "0 0 0 0 0 0 0 0 3", "0 0 0 0 0 0 0 2 2", (None, None), "92x", 3),
        ("five win nothing", "0 0 0 0 0 0 0 0 3", "0 0 0 0 0 0 0 4 2", (None, None), "92", 0),
        ("a second one is not won", "0 0 0 0 0 0 0 0 3", "0 0 0 0 x 0 0 2 2", (5, None), "92", 0),
        ("the opponent's number bars it", "0 x 0 0 0 0 0 0 3", "0 0 0 0 0 0 0 2 2", (None, 2), "92", 0),
        ("another number does not", "0 0 x 0 0 0 0 0 3", "0 0 0 0 0 0 0 2 2", (None, 3), "92x", 3),
        ("otau 9 is never one", "0 0 0 0 0 0 0 0 10", "2 0 0 0 0 0 0 0 0", (None, None), "99", 0),
        ("an own otau is not won", "1 0 2 0 0 0 0 0 0", "0 0 0 0 0 0 0 0 2", (None, None), "12", 0),
        ("an own otau is not captured", "0 0 2 1 0 0 0 0 0", "0 0 0 0 0 0 0 0 2", (None, None), "34", 0),
        ("nothing more in a tuzdyk", "0 0 0 0 0 0 0 0 2", "0 0 0 0 0 0 0 2 x", (1, None), "91", 0),
    ],
)  # fmt: skip
def test_captures_and_tuzdyks(
    why: str, white: str, black_9_to_1: str, tuzdyk: tuple[int | None, int | None], move: str, captured: int
) -> None:
    sowing = position(white, black_9_to_1, (80, 60), tuzdyk=tuzdyk).sow(int(move[0]))
    assert (sowing.move, sowing.captured, sowing.tuzdyk) == (move, captured, move.endswith("x")), why


def test_legal_moves_are_a_view() -> None:
    here = indexed("0 2 1 0 0 1 0 0 10  0 2 0 0 1 0 0 0 48  47 50  11 3  1")
    assert list(here.legal_moves) == [2, 5, 9]
    assert len(here.legal_moves) == 3
    assert here.legal_moves
    assert 5 in here.legal_moves
    assert 1 not in here.legal_moves


def test_no_legal_moves_are_falsy() -> None:
    assert not Position((0,) * 17 + (2,), (80, 80), (None, None), Side.WHITE).legal_moves


@pytest.mark.parametrize(
    ("number", "why"), [(0, "no otau 0"), (10, "no otau 10"), (1, "otau 1: it is empty"), (7, "black's tuzdyk")]
)
def test_an_illegal_move_is_refused_with_the_position(number: int, why: str) -> None:
    here = indexed(WHITE_7_BLACK_6)
    for refuse in (here.play, here.sow):
        with pytest.raises(IllegalMoveError, match=why) as caught:
            refuse(number)
        assert caught.value.position == here
        assert caught.value.text == str(number)
        assert str(here) in str(caught.value)


def test_a_kumalak_seen_in_a_tuzdyk_cannot_be_played() -> None:
    here = position("1 0 0 0 0 0 5 0 0", "0 0 0 0 0 0 0 0 1", (80, 75), tuzdyk=(None, 7))
    assert list(here.legal_moves) == [1]
    with pytest.raises(IllegalMoveError, match="tuzdyk"):
        here.play(7)


@given(played_games())
def test_played_positions_keep_162_and_every_invariant(game: Game) -> None:
    for here in game.positions:
        assert sum(here.otau) + sum(here.kazan) == 162
        assert here.problems() == ()


@given(played_games(), st.integers(1, 9))
def test_the_engine_agrees_with_the_rules_done_by_hand(game: Game, number: int) -> None:
    here = game.position
    if number in here.legal_moves:
        sowing = here.sow(number)
        assert sowing.after == here.play(number) == sown_by_hand(here, number)
        assert sowing.kumalak == len(sowing.path) == here.row(here.to_move)[number - 1]
    else:
        with pytest.raises(IllegalMoveError):
            here.sow(number)


NINES = "9 9 9 9 9 9 9 9 9"


@pytest.mark.parametrize(
    ("broken", "problems"),
    [
        (position(NINES, "9 9 9 9 9 9 9 9 8", (0, 0)), ["161 kumalak instead of 162"]),
        (Position((9,) * 17, (9, 0), (None, 9), Side.WHITE), ["there are 17 otaus instead of 18"]),
        (
            Position((9,) * 17 + (-1,), (10, 0), (None, None), Side.WHITE),
            ["an otau or a kazan holds less than nothing"],
        ),
        (
            position(NINES, "9 9 9 9 9 9 9 9 8", (1, 0)),
            ["white's kazan holds 1, but without a tuzdyk only even captures come into it"],
        ),
        (position(NINES, "x 9 9 9 9 9 9 9 0", (18, 0), tuzdyk=(9, None)), ["white's tuzdyk cannot be otau 9"]),
        (
            position("9 9 9 x 9 9 9 9 9", "9 9 9 9 9 x 9 9 9", (9, 9), tuzdyk=(4, 4)),
            ["both tuzdyks have the number 4"],
        ),
        (
            position(NINES, "9 9 9 9 9 9 9 x 16", (2, 0), tuzdyk=(2, None)),
            ["white has a tuzdyk, but its kazan holds 2: a tuzdyk brings 3"],
        ),
        (
            position("9 1 9 9 9 9 9 9 9", NINES, (0, 8), tuzdyk=(None, 2)),
            ["black's tuzdyk holds 1 kumalak, which belong to its kazan"],
        ),
        (
            position(NINES, "9 9 9 9 9 9 9 9 7", (0, 1)),
            [
                "161 kumalak instead of 162",
                "black's kazan holds 1, but without a tuzdyk only even captures come into it",
            ],
        ),
    ],
)
def test_problems_name_each_violated_invariant(broken: Position, problems: list[str]) -> None:
    assert list(broken.problems()) == problems


def test_extra_move_lets_the_side_that_emptied_the_opponent_move_on() -> None:
    before = position("0 0 0 0 0 0 0 1 1", "0 0 0 0 0 0 0 0 1", (80, 79))
    assert before.play(9).to_move is Side.BLACK
    after = before.play(9, EXTRA_MOVE)
    assert after.black == (0,) * 9
    assert after.to_move is Side.WHITE
    again = after.play(8, EXTRA_MOVE)
    assert again.to_move is Side.BLACK
    assert not again.legal_moves


def test_extra_move_that_gives_a_kumalak_goes_on() -> None:
    before = position("0 0 0 0 0 0 0 0 3", "0 0 0 0 0 0 0 1 x", (79, 79), tuzdyk=(1, None))
    after = before.play(9, EXTRA_MOVE)
    assert (after.black, after.to_move) == ((0,) * 9, Side.WHITE)
    assert list(after.legal_moves) == [9]


def test_extra_move_is_not_given_to_who_was_already_alone() -> None:
    alone = position("0 0 0 0 0 0 0 1 1", "0 0 0 0 0 0 0 0 0", (80, 80))
    assert alone.play(8, EXTRA_MOVE).to_move is Side.BLACK


def test_json_keeps_the_position() -> None:
    here = indexed(WHITE_7_BLACK_6)
    assert here.to_dict() == {
        "white": [0, 0, 0, 0, 0, 0, 0, 0, 4],
        "black": [0, 0, 0, 0, 1, 0, 1, 1, 1],
        "kazan": {"white": 76, "black": 78},
        "tuzdyk": {"white": 6, "black": 7},
        "to_move": "white",
    }
    assert Position.from_dict(here.to_dict()) == here


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"white": [9] * 8}, r"position.white must be a list of 9, not \[9, 9"),
        ({"white": [9] * 8 + [-1]}, r"position.white\[8\] must be a whole number from 0 to 162, not -1"),
        ({"black": [True] * 9}, r"position.black\[0\] must be a whole number"),
        ({"kazan": {"white": 0}}, "position.kazan.black is missing"),
        ({"kazan": []}, "position.kazan must be an object"),
        ({"tuzdyk": {"white": 10, "black": None}}, "position.tuzdyk.white must be a whole number from 1 to 9, not 10"),
        ({"to_move": "red"}, 'position.to_move must be one of "white", "black", not "red"'),
        ({"turn": 1}, "position.turn is not a known field"),
    ],
)
def test_json_errors_name_the_field(change: dict[str, Any], message: str) -> None:
    with pytest.raises(RecordError, match=message):
        Position.from_dict(Position.start().to_dict() | change)


def test_a_position_can_be_a_key() -> None:
    assert {Position.start(): 1}[Position.start()] == 1
    assert Position.start() != Position.start().play(1)
