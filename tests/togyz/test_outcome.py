from __future__ import annotations

import pytest

from tests.togyz.games import indexed, position, with_kazans
from togyz.board import Side
from togyz.outcome import Outcome, Reason, outcome_on_time
from togyz.position import Position
from togyz.rules import Rules

DECIDE, STOP, PLAY_ON = Rules(), Rules(at_82="stop"), Rules(at_82="play_on")
POSITION_C = indexed("0 0 0 0 0 0 0 0 4  0 0 0 0 1 0 1 1 1  76 78  14 6  0")
POSITION_D = indexed("0 0 0 0 0 0 1 1 3  0 0 0 0 0 0 0 1 1  77 78  14 0  0")


def played(here: Position, *moves: str) -> Position:
    for move in moves:
        sowing = here.sow(int(move[0]))
        assert sowing.move == move
        here = sowing.after
    return here


def test_the_start_is_open() -> None:
    for rules in (DECIDE, STOP, PLAY_ON):
        assert Position.start().outcome(rules) is None


def test_position_c_ends_in_atsyrau_and_a_sweep() -> None:
    end = played(POSITION_C, "93", "12", "91", "12")
    for rules in (DECIDE, STOP, PLAY_ON):
        assert end.outcome(rules) == Outcome("0-1", Reason.ATSYRAU, (76, 86), final=True)


def test_position_c_goes_on_where_black_gives_a_kumalak() -> None:
    before_last = played(POSITION_C, "93", "12", "91")
    assert played(before_last, "91").outcome() is None
    assert played(before_last, "56").kazan == (77, 78)


def test_position_d_ends_in_atsyrau() -> None:
    end = played(POSITION_D, "89", "91", "78", "89", "89", "91", "94", "12", "91", "12")
    assert end.outcome() == Outcome("0-1", Reason.ATSYRAU, (77, 85), final=True)


def test_emptying_the_own_side_does_not_end_the_game() -> None:
    after = position("0 0 0 0 0 0 0 0 1", "0 0 0 0 0 0 0 1 1", (79, 80)).play(9)
    assert after.white == (0,) * 9
    assert after.outcome() is None


def test_black_without_kumalak_leaves_the_rest_to_white() -> None:
    end = position("0 0 0 0 0 0 0 1 1", "0 0 0 0 0 0 0 0 0", (79, 81), to_move=Side.BLACK)
    assert end.outcome() == Outcome("1/2-1/2", Reason.DRAW_81, (81, 81), final=True)


def test_a_kazan_of_82_under_the_three_rules() -> None:
    assert with_kazans(82, 40).outcome(DECIDE) == Outcome("1-0", Reason.KAZAN_82, (82, 40), final=False)
    assert with_kazans(40, 82).outcome(STOP) == Outcome("0-1", Reason.KAZAN_82, (40, 82), final=True)
    assert with_kazans(82, 40).outcome(PLAY_ON) is None
    for rules in (DECIDE, STOP, PLAY_ON):
        assert with_kazans(81, 40).outcome(rules) is None


def test_the_reason_of_82_outlives_atsyrau_where_it_was_said() -> None:
    end = position("0 0 0 0 0 0 0 0 0", "0 0 0 0 0 0 0 0 4", (88, 70))
    assert end.outcome(DECIDE) == Outcome("1-0", Reason.KAZAN_82, (88, 74), final=True)
    assert end.outcome(STOP) == Outcome("1-0", Reason.KAZAN_82, (88, 70), final=True)
    assert end.outcome(PLAY_ON) == Outcome("1-0", Reason.ATSYRAU, (88, 74), final=True)


@pytest.mark.parametrize(
    ("flagged", "kazan", "rules", "result", "reason"),
    [
        (Side.WHITE, (80, 20), DECIDE, "0-1", Reason.FLAG),
        (Side.WHITE, (81, 20), DECIDE, "1/2-1/2", Reason.FLAG),
        (Side.WHITE, (82, 20), DECIDE, "1-0", Reason.KAZAN_82),
        (Side.WHITE, (82, 20), PLAY_ON, "1-0", Reason.FLAG),
        (Side.BLACK, (20, 80), DECIDE, "1-0", Reason.FLAG),
        (Side.BLACK, (20, 81), DECIDE, "1/2-1/2", Reason.FLAG),
        (Side.BLACK, (20, 82), PLAY_ON, "0-1", Reason.FLAG),
        (Side.BLACK, (20, 81), Rules(flag="loss"), "1-0", Reason.FLAG),
        (Side.BLACK, (20, 82), Rules(flag="loss"), "0-1", Reason.KAZAN_82),
        (Side.WHITE, (82, 20), Rules(flag="loss", at_82="play_on"), "0-1", Reason.FLAG),
    ],
)
def test_time_out(flagged: Side, kazan: tuple[int, int], rules: Rules, result: str, reason: Reason) -> None:
    outcome = outcome_on_time(flagged, with_kazans(*kazan), rules)
    assert (outcome.result, outcome.reason, outcome.kazan, outcome.final) == (result, reason, kazan, True)


def test_the_score_as_on_a_sheet() -> None:
    assert Outcome("1-0", Reason.RESIGNED, (82, 80), final=True).score == "82-80"
