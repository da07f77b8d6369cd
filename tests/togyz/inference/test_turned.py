"""White on the other side: a game that is found anew, with what was said of it."""

from __future__ import annotations

import pytest

from tests.togyz.inference.corrected import (
    GAME,
    STRANGE,
    TURNED,
    correct,
    error_on_board,
    moves,
    named,
    replayed,
    said,
    shown,
)
from togyz.board import Side
from togyz.codes import Code
from togyz.corrections import (
    AlertAccepted,
    CorrectionError,
)
from togyz.inference.tracker import Tracker


def test_a_game_is_found_anew_with_white_on_the_other_side(film, line):
    observations = shown(film, line(GAME))
    record, events = replayed([*observations, TURNED])
    assert moves(record) == GAME
    assert [ply.side for ply in record.plies] == [Side.BLACK, Side.WHITE] * 3
    assert record.position.otau[:9] == line(GAME)[-1].otau[9:]
    assert [one.turned for one in named(events, "side_settled")] == [True]
    assert named(events, "started") == [events[0]]


def test_turning_twice_leaves_what_stood_before_with_all_that_was_said_of_it(film, line):
    observations = shown(film, line(GAME))
    once = [*observations, correct(2, "98")]
    before, _ = replayed(once)
    between, _ = replayed([*once, TURNED])
    again, _ = replayed([*once, TURNED, correct(1, "76"), TURNED])
    assert moves(before) == moves(again) == "76 98"
    assert moves(between) == GAME
    assert [ply.status for ply in again.plies] == [ply.status for ply in before.plies]
    assert [ply.side for ply in again.plies] == [ply.side for ply in before.plies]


def test_a_game_goes_on_after_it_was_turned(film, line):
    observations = shown(film, line(GAME))
    record, _ = replayed([*observations[:4], TURNED, *observations[4:]])
    assert moves(record) == GAME
    assert record.plies[0].side is Side.BLACK


def test_an_error_that_was_accepted_is_accepted_again_under_its_new_number(film):
    game, tracker, _ = error_on_board(film, Code.SOWN_SHORT)
    accepted = [*game.observations, said(AlertAccepted(id=1))]
    before, _ = replayed(accepted, tracker)
    again, _ = replayed([*accepted, TURNED, TURNED], tracker)
    assert again.position == before.position
    [alert] = again.alerts
    assert (alert.code, alert.resolved) == (Code.SOWN_SHORT, "accepted")
    assert alert.id > 1


def test_turning_is_refused_where_no_game_would_begin(film, line):
    tracker = Tracker(STRANGE, white_known=True)
    observations = shown(film, line("78", STRANGE), tracker)
    with pytest.raises(CorrectionError, match="what was seen does not begin a game"):
        replayed([*observations, TURNED], tracker)
