"""Errors on the board: when they are told, as what, and how they are settled."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.togyz.inference.errors_made import BEFORE_16, BEFORE_39, BEFORE_47, BEFORE_58, EXAMPLES, START, board
from togyz.board import Side
from togyz.codes import Code
from togyz.fold import fold
from togyz.inference.evidence import kumalak_in
from togyz.inference.misplays import misplays
from togyz.inference.observation import Change
from togyz.inference.tracker import Tracker
from togyz.rules import DEFAULT_RULES

TOLD_S, LATE_S = 2.1, 3.3
"""Readings by which an error is told, the second one also where it might be a ply under way."""
LATE = {Code.MISSED_CAPTURE, Code.TUZDYK_NOT_EMPTIED, Code.PARTIAL_TAKE}
OPENING = "76 76 99 12 78 57"


def example(film, code):
    """A film at the position before the error, and the error's board."""
    position, counts, _, _ = EXAMPLES[code]
    game = film(Tracker(position, white_known=True, kazan_owner="own"), sharp=True)
    game.show(position, stays_s=2.0)
    return game, position, kumalak_in(board(position, counts))


def alerts(game):
    return [(event.id, event.code) for event in game.said("alert")]


@pytest.mark.parametrize("code", EXAMPLES)
@pytest.mark.parametrize("puts_back", [True, False])
def test_an_error_is_told_once_and_settled_when_it_is_put_right(film, code, puts_back):
    game, position, wrong = example(film, code)
    otau_no = EXAMPLES[code][3]
    game.show(wrong, stays_s=1.4)
    assert alerts(game) == []
    game.stay(TOLD_S)
    assert alerts(game) == ([] if code in LATE else [(1, code)])
    game.stay(LATE_S)
    game.stay(7.0)
    assert alerts(game) == [(1, code)]
    assert game.record == []
    right = position if puts_back or otau_no is None else position.play(otau_no)
    game.show(right)
    assert [(event.id, event.how) for event in game.said("resolved")] == [(1, "put_right")]
    assert len(game.record) == (right != position)
    assert game.said("desync") == game.said("retract") == game.said("takeback") == []


@pytest.mark.parametrize("code", sorted(set(EXAMPLES) - {Code.TUZDYK_NOT_EMPTIED, Code.WRONG_KAZAN}))
def test_an_error_that_stands_is_booked_when_two_plies_bear_it_out(film, code):
    game, _, wrong = example(film, code)
    game.show(wrong, stays_s=LATE_S)
    [alert] = game.said("alert")
    after = game.state.layers[-1].nodes[0].standing.wrong.misplay.after
    for plies in (1, 2):
        assert game.record == []
        assert game.said("resolved") == []
        after = after.play(after.legal_moves.numbers[-plies])
        game.show(after)
    assert game.record[0] == EXAMPLES[code][2]
    assert [(event.id, event.how) for event in game.said("resolved")] == [(alert.id, "accepted")]
    assert game.said("desync") == game.said("retract") == []
    record = fold(game.events)
    assert [ply.status == "accepted_illegal" for ply in record.plies] == [True, False, False]
    assert record.plies[0].t == alert.t_rest
    assert record.position == after
    game.finish()
    assert game.confirmed == [2, 3]


def test_an_error_stands_too_where_the_next_sowing_rests_half_way(film):
    game, _, wrong = example(film, Code.CAPTURED_ODD)
    game.show(wrong, stays_s=LATE_S)
    after = game.state.layers[-1].nodes[0].standing.wrong.misplay.after
    half = [*after.otau, *after.kazan]
    half[10], half[11], half[12] = 0, half[11] + 1, half[12] + 1
    half[10] += 1
    game.show(half)
    for otau_no in (2, 9):
        after = after.play(otau_no)
        game.show(after)
    assert [ply.status == "accepted_illegal" for ply in fold(game.events).plies] == [True, False, False]
    assert [event.how for event in game.said("resolved")] == ["accepted"]


@pytest.mark.parametrize("plies", [0, 1])
def test_a_film_that_ends_in_an_error_leaves_it_open(film, plies):
    """Also where one ply was played from it: nobody knows whether it will stand."""
    game, _, wrong = example(film, Code.CAPTURED_ODD)
    game.show(wrong, stays_s=LATE_S)
    if plies:
        game.show(game.state.layers[-1].nodes[0].standing.wrong.misplay.after.play(9))
    game.finish()
    [alert] = fold(game.events).alerts
    assert (alert.code, alert.resolved) == (Code.CAPTURED_ODD, None)
    assert game.record == []


def test_an_alert_says_what_was_seen_and_what_was_expected(film):
    game, position, wrong = example(film, Code.CAPTURED_ODD)
    game.show(wrong, stays_s=TOLD_S)
    [alert] = game.said("alert")
    assert (alert.side, alert.otau, alert.t_rest) == (position.to_move, (5,), game.observations[-1].t_rest)
    assert alert.seen == {"black": {"8": 0}, "kazan": {"white": 33}}
    assert alert.expected == {"black": {"8": 17}, "kazan": {"white": 16}}


def test_nothing_is_told_of_a_board_over_which_a_hand_may_be(film):
    game, _, wrong = example(film, Code.CAPTURED_ODD)
    visible = np.arange(18) != 3
    game.show(wrong, stays_s=LATE_S, visible=visible)
    assert game.said("alert") == []


def test_an_error_is_told_beside_what_has_lain_there_for_longer(film):
    game, position, wrong = example(film, Code.CAPTURED_ODD)
    visible = np.arange(18) != 3
    game.show(position, visible=visible)
    game.show(wrong, stays_s=TOLD_S, visible=visible)
    assert alerts(game) == [(1, Code.CAPTURED_ODD)]


def test_a_capture_lifted_in_time_is_no_error(film):
    game, position, sown = example(film, Code.MISSED_CAPTURE)
    game.show(sown, stays_s=2.9)
    game.show(position.play(3), stays_s=LATE_S)
    assert game.record == ["39"]
    assert game.said("alert") == []


def test_a_capture_that_the_opponent_passes_over_is_told_then(film):
    """The board rests too briefly for patience to end, but others were played over it."""
    game, position, sown = example(film, Code.MISSED_CAPTURE)
    game.show(sown, stays_s=1.0)
    after = replace(position, otau=tuple(sown[:18]), kazan=(sown[18], sown[19]), to_move=position.to_move.other)
    for otau_no in (5, 9):
        after = after.play(otau_no)
        game.show(after)
    assert alerts(game) == [(1, Code.MISSED_CAPTURE)]
    assert game.record[0] == "39"
    assert fold(game.events).plies[0].status == "accepted_illegal"
    assert [event.how for event in game.said("resolved")] == ["accepted"]


@pytest.mark.parametrize("kumalak", [3, 10, 14])
def test_a_sowing_that_rests_is_no_error_however_long(film, kumalak):
    game = film(Tracker(BEFORE_16, white_known=True), sharp=True)
    game.show(BEFORE_16)
    sowing = BEFORE_16.sow(1)
    half = [*BEFORE_16.otau, *BEFORE_16.kazan]
    half[0] = 0
    for box in sowing.path[:kumalak]:
        half[box] += 1
    game.show(half, stays_s=2.8)
    assert game.said("alert") == []
    if kumalak < len(sowing.path) - 1:
        game.stay(9.0)
        assert game.said("alert") == []
    game.show(sowing.after)
    assert game.record == ["16x"]


@pytest.mark.parametrize(("stays_s", "told"), [(2.8, []), (LATE_S, [(1, Code.BALL_MISSING)])])
def test_the_only_kumalak_of_an_otau_may_be_in_the_opponents_hand(film, stays_s, told):
    """White's ply was seen by nobody, and black holds what lay in otau 4."""
    game = film(Tracker(BEFORE_58, white_known=True), sharp=True)
    game.show(BEFORE_58)
    after = BEFORE_58.play(8)
    held = [*after.otau, *after.kazan]
    held[12] = 0
    game.show(held, stays_s=stays_s)
    assert alerts(game) == told
    game.show(after.play(4))
    assert game.record == ["89", "45"]


def test_a_kumalak_that_rolled_off_is_named_and_its_return_noticed(film, line):
    game, positions = film(sharp=True), line(OPENING)
    for position in positions:
        game.show(position)
    lying = [*positions[-1].otau, *positions[-1].kazan]
    lying[4] -= 1
    game.show(lying, stays_s=LATE_S)
    [alert] = game.said("alert")
    assert (alert.code, alert.side.value, alert.otau) == (Code.BALL_MISSING, "white", (5,))
    game.show(positions[-1])
    assert [event.how for event in game.said("resolved")] == ["put_right"]
    assert game.record == OPENING.split()


def test_a_kumalak_that_stays_away_changes_the_position(film, line):
    game, positions = film(sharp=True), line(OPENING)
    for position in positions:
        game.show(position)
    otau = list(positions[-1].otau)
    otau[4] -= 1
    after = replace(positions[-1], otau=tuple(otau))
    game.show(after, stays_s=TOLD_S)
    fewer = after
    for otau_no in (8, 3):
        after = after.play(otau_no)
        game.show(after)
    assert [event.position for event in game.said("position_set")] == [fewer]
    assert [event.how for event in game.said("resolved")] == ["resync"]
    assert game.said("desync") == []
    assert fold(game.events).position == after


def test_kumalak_pushed_into_the_next_otau_are_unexplained(film):
    game = film(Tracker(BEFORE_58, white_known=True), sharp=True)
    game.show(BEFORE_58)
    lying = [*BEFORE_58.otau, *BEFORE_58.kazan]
    lying[15], lying[16] = lying[15] - 2, lying[16] + 2
    game.show(lying, stays_s=TOLD_S)
    assert alerts(game) == [(1, "unexplained")]
    game.show(BEFORE_58)
    assert [event.how for event in game.said("resolved")] == ["put_right"]


def test_rubbish_is_unexplained_and_a_desync_adds_no_alert(film, line):
    game, positions = film(sharp=True), line(OPENING)
    for position in positions:
        game.show(position)
    rubbish = [3, 0, 7, 1, 5, 22, 0, 2, 6, 4, 1, 13, 0, 8, 2, 5, 3, 11, 0, 0]
    game.show(rubbish, stays_s=2.9)
    assert alerts(game) == []
    game.stay(3.2)
    game.stay(9.0)
    assert alerts(game) == [(1, "unexplained")]
    (desync,) = game.said("desync")
    told = desync.explanations
    assert [one["p"] for one in told] == sorted((one["p"] for one in told), reverse=True)
    assert sum(one["p"] for one in told) == pytest.approx(1, abs=0.01)
    assert told[0]["board"] == "unexplained"
    assert told[0]["n"] == desync.n
    game.show(positions[-1])
    assert [event.how for event in game.said("resolved")] == ["put_right"]


def test_a_better_explanation_changes_the_code_under_the_same_number(film):
    game, position, wrong = example(film, Code.SOURCE_LEFT_EMPTY)
    other = kumalak_in(board(position, EXAMPLES[Code.SKIPPED_OTAU][1]))
    game.show(wrong, stays_s=TOLD_S, misread=dict(enumerate(other[:18])))
    assert alerts(game) == [(1, Code.SKIPPED_OTAU)]
    game.stay(LATE_S, misread={})
    assert alerts(game) == [(1, Code.SKIPPED_OTAU), (1, Code.SOURCE_LEFT_EMPTY)]
    assert [one.code for one in fold(game.events).alerts] == [Code.SOURCE_LEFT_EMPTY]


@pytest.mark.parametrize(("owner", "told"), [("own", [(1, Code.WRONG_KAZAN)]), (None, []), ("opposite", [])])
def test_no_wrong_kazan_before_it_is_known_whose_it_is(film, owner, told):
    """White takes 10 and the trough in black's half changes."""
    game = film(Tracker(white_known=True, kazan_owner=owner), sharp=True)
    game.show(START)
    after = START.play(7)
    game.show([*after.otau, 0, 10], stays_s=LATE_S)
    assert alerts(game) == told
    assert game.record == ([] if told else ["76"])


def test_captures_settle_whose_kazan_it_is(film, line):
    game, positions = film(Tracker(white_known=True), sharp=True), line("76 76 99 12 78 57")
    for position in positions:
        game.show([*position.otau, *position.kazan[::-1]])
    assert game.state.layers[-1].nodes[0].p_crossed > 0.99
    assert len(game.record) == 6


@pytest.mark.parametrize(("hand", "code"), [(Side.BLACK, Code.MOVED_OPPONENTS), (Side.WHITE, Code.MOVED_TWICE)])
def test_a_hand_tells_who_moved(film, line, hand, code):
    """White's single kumalak went on by one, whosever hand it was."""
    game, positions = film(sharp=True), line("76")
    for position in positions:
        game.show(position)
    after = replace(positions[-1], to_move=Side.WHITE).play(7)
    game.show(after, stays_s=LATE_S, hand=hand)
    assert alerts(game) == [(1, code)]


def test_kumalak_put_in_order_are_no_error(film, line):
    game, positions = film(sharp=True), line(OPENING)
    for position in positions:
        game.show(position)
    ratio = np.full(20, -4.6)
    ratio[[3, 12]] = 4.6
    game.show(positions[-1], stays_s=9.0, changes=(Change(6, ratio),))
    assert game.said("alert") == []
    assert game.record == OPENING.split()


@pytest.mark.parametrize(("look_otherwise", "told"), [([3, 5, 12], []), ([3], [(1, Code.BALL_MISSING)])])
def test_an_otau_is_misread_rather_than_one_short_where_others_were_put_in_order_too(film, line, look_otherwise, told):
    game, positions = film(sharp=True), line(OPENING)
    for position in positions:
        game.show(position)
    ratio = np.full(20, -4.6)
    ratio[look_otherwise] = 4.6
    one_short = {3: positions[-1].otau[3] - 1}
    game.show(positions[-1], stays_s=LATE_S, changes=(Change(6, ratio),), misread=one_short)
    assert alerts(game) == told


def test_a_single_otau_misread_by_one_is_no_error(film, line):
    game, positions = film(sharp=True), line(OPENING)
    for position in positions[:-1]:
        game.show(position)
    game.show(positions[-1], stays_s=9.0, misread={3: positions[-1].otau[3] + 1})
    assert game.said("alert") == []
    assert game.record == OPENING.split()


def test_where_a_kumalak_stays_in_a_tuzdyk_the_ply_is_booked_as_legal(film):
    game, position, wrong = example(film, Code.TUZDYK_NOT_EMPTIED)
    game.show(wrong, stays_s=LATE_S)
    after = position.play(3)
    for otau_no in (2, 9):
        after = after.play(otau_no)
        game.show([*after.otau[:6], 1, *after.otau[7:], after.kazan[0], after.kazan[1] - 1])
    assert game.record[0] == "39"
    plies = fold(game.events).plies
    assert [(ply.status, ply.seen) for ply in plies] == [
        ("confirmed", True),
        ("confirmed", True),
        ("provisional", True),
    ]
    assert plies[0].t == game.said("alert")[0].t_rest
    assert len(game.said("resolved")) == 1


def test_a_turned_board_names_the_same_otaus(film):
    game = film(Tracker(BEFORE_47), sharp=True, turned=True)
    game.show(BEFORE_47)
    game.show(kumalak_in(board(BEFORE_47, EXAMPLES[Code.SKIPPED_OTAU][1])), stays_s=LATE_S)
    [alert] = game.said("alert")
    assert (alert.code, alert.side.value, alert.otau) == (Code.SKIPPED_OTAU, "black", (4,))
    assert BEFORE_39.to_move is alert.side


def test_an_error_after_one_that_stands_is_an_alert_of_its_own(film):
    """The first is settled by it, though it is booked only later; put right, the second leaves it so."""
    game, _, wrong = example(film, Code.CAPTURED_ODD)
    game.show(wrong, stays_s=LATE_S)
    after = game.state.layers[-1].nodes[0].standing.wrong.misplay.after.play(9)
    game.show(after)
    errors = misplays(after, DEFAULT_RULES)
    second = next(one for one in map(errors.misplay, range(len(errors.boards))) if one.code is Code.WRONG_DIRECTION)
    game.show(kumalak_in(second.shown), stays_s=LATE_S)
    assert [(one.id, one.code) for one in game.said("alert")] == [(1, Code.CAPTURED_ODD), (2, Code.WRONG_DIRECTION)]
    assert [(one.id, one.how) for one in game.said("resolved")] == [(1, "accepted")]
    game.show(after, stays_s=LATE_S)
    for _ in range(2):
        after = after.play(after.legal_moves.numbers[0])
        game.show(after, stays_s=LATE_S)
    assert [(one.id, one.how) for one in game.said("resolved")] == [(1, "accepted"), (2, "put_right")]
    assert len(game.said("alert")) == 2
    record = fold(game.events)
    assert [ply.status == "accepted_illegal" for ply in record.plies] == [True, False, False, False]
    assert record.position == after
