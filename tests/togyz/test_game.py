from __future__ import annotations

import pytest

from tests.togyz.games import indexed, position, replayed
from togyz.board import Side
from togyz.errors import IllegalMoveError, MismatchError, NotationError
from togyz.game import DoubleMove, Game, SetPosition
from togyz.outcome import Reason
from togyz.position import Position
from togyz.rules import Rules

POSITION_C = indexed("0 0 0 0 0 0 0 0 4  0 0 0 0 1 0 1 1 1  76 78  14 6  0")
ELSEWHERE = position("9 9 9 9 9 9 9 9 0", "9 9 9 9 9 9 9 9 0", (10, 8), to_move=Side.BLACK)


def test_playing_by_number_and_by_text_makes_the_same_game() -> None:
    assert Game().play(7).play(5) == Game().play("76").play("55")
    assert Game().play(7).plies[0].written == "76"
    assert Game().play(7).position == Position.start().play(7)


def test_a_game_is_never_changed() -> None:
    game = Game().play(7)
    for changed in (game.play(5), game.undo(), game.end("1-0"), game.set_position(ELSEWHERE)):
        assert changed != game
    assert game == Game().play(7)
    assert hash(game) == hash(Game().play(7))


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("77", "ply 1: 77: the last kumalak falls into otau 6, not 7"),
        ("76x", "ply 1: 76x: it wins no tuzdyk, but x is written"),
        ("77x", "not 7; it wins no tuzdyk"),
    ],
)
def test_a_written_move_that_does_something_else_is_refused(move: str, why: str) -> None:
    with pytest.raises(MismatchError, match=why) as caught:
        Game().play(move)
    assert (caught.value.text, caught.value.ply_n, caught.value.position) == (move, 1, Position.start())


def test_a_missing_tuzdyk_mark_is_refused() -> None:
    before = position("10 10 10 10 10 10 2 11 1", "0 10 10 1 11 11 11 11 11", (12, 0), to_move=Side.BLACK)
    assert Game(start=before).play("77x").position.tuzdyk == (None, 7)
    with pytest.raises(MismatchError, match="it wins a tuzdyk, but no x is written"):
        Game(start=before).play("77")


def test_illegal_and_unreadable_moves_name_the_ply() -> None:
    game = Game().play(7)
    with pytest.raises(IllegalMoveError, match="ply 2: black cannot play otau 6: it is empty") as caught:
        game.play(6)
    assert caught.value.position == game.position
    with pytest.raises(NotationError, match="'7' is not a move"):
        game.play("7")
    with pytest.raises(IllegalMoveError, match="55! is marked as against the rules: accept it"):
        game.play("55!")


def test_nothing_is_played_after_the_end() -> None:
    game = Game(start=POSITION_C).play("93").play("12").play("91").play("12")
    assert game.outcome is not None
    assert game.outcome.final
    with pytest.raises(IllegalMoveError, match=r"the game is over \(0-1, atsyrau\)"):
        game.play(1)


def test_82_ends_the_game_only_where_the_rules_say_so() -> None:
    at_82 = position("0 0 0 0 0 0 0 1 1", "0 0 0 0 0 0 0 0 1", (82, 77))
    assert len(Game(start=at_82).play(8).plies) == 1
    with pytest.raises(IllegalMoveError, match="the game is over"):
        Game(start=at_82, rules=Rules(at_82="stop")).play(8)


def test_undo_takes_back_plies_sets_and_result() -> None:
    game = Game().play(7).set_position(ELSEWHERE).play(2).end("1-0", Reason.RESIGNED)
    assert game.undo().position == ELSEWHERE
    assert game.undo().result is None
    assert game.undo().reason is None
    assert game.undo(2) == Game()
    assert game.undo(0).plies == game.plies
    for wrong in (3, -1):
        with pytest.raises(ValueError, match=f"cannot take back {wrong} of 2 plies"):
            game.undo(wrong)


def test_a_position_set_by_hand_is_where_play_goes_on() -> None:
    game = Game().play(7).set_position(Position.start()).set_position(ELSEWHERE)
    assert game.sets == (SetPosition(after_n=1, position=ELSEWHERE),)
    assert game.positions == (Position.start(), ELSEWHERE)
    assert game.play(8).plies[1].side is Side.BLACK
    assert game.plies[0].after == Position.start().play(7)


def test_an_accepted_ply_keeps_its_position_and_its_side() -> None:
    game = Game().accept("71", ELSEWHERE).play(8)
    accepted = game.plies[0]
    assert (accepted.written, accepted.move, accepted.accepted, accepted.captured) == ("71!", "71", True, 10)
    assert (accepted.side, game.plies[1].side) == (Side.WHITE, Side.BLACK)
    with pytest.raises(NotationError):
        Game().accept("7", ELSEWHERE)


def test_the_result_is_not_derived() -> None:
    game = Game(start=POSITION_C).play(9).end("1-0", Reason.ARBITER)
    assert (game.result, game.reason, game.outcome) == ("1-0", Reason.ARBITER, None)


def test_double_moves_number_the_lines() -> None:
    assert replayed(["76", "55", "22"]).double_moves == (
        DoubleMove(number=1, white_n=1, black_n=2),
        DoubleMove(number=2, white_n=3, black_n=None),
    )
    assert Game().double_moves == ()


def test_double_moves_leave_gaps_where_a_side_did_not_move() -> None:
    black_begins = Game(start=ELSEWHERE).play(2)
    assert black_begins.double_moves == (DoubleMove(number=1, white_n=None, black_n=1),)
    twice = Game().play(1).accept("71", ELSEWHERE).play(8)
    assert twice.double_moves == (
        DoubleMove(number=1, white_n=1, black_n=None),
        DoubleMove(number=2, white_n=2, black_n=3),
    )
