"""A tuzdyk that nobody marks, on a board where markers are in use, and where they are not."""

from __future__ import annotations

import numpy as np
import pytest

from togyz.board import Side
from togyz.codes import Code
from togyz.inference.observation import BOX_TOTAL
from togyz.inference.tracker import Tracker
from togyz.position import Position

BEFORE = Position(
    (10, 10, 10, 10, 10, 10, 2, 11, 1, 11, 11, 11, 11, 11, 1, 10, 10, 0), (12, 0), (None, None), Side.BLACK
)
"""Black's 7 makes white's 7 a tuzdyk: an example of the rules' text."""
WON = BEFORE.play(7)
AFTER = WON.play(1)
ALL_BARE = np.full(BOX_TOTAL, -4.6)
PARKED = np.where(np.arange(BOX_TOTAL) < 18, -4.6, 4.6)
TUZDYK_IX = 6


def with_marker() -> np.ndarray:
    marker = PARKED.copy()
    marker[TUZDYK_IX] = 4.6
    return marker


@pytest.fixture
def game(film):
    return film(Tracker(start=BEFORE, white_known=True))


def win_tuzdyk(game, log_marker):
    assert WON.tuzdyk == (None, 7)
    game.show(BEFORE, log_marker=log_marker)
    game.show(WON, stays_s=4.0, log_marker=log_marker)


def alerts(game):
    return [(one.code, one.side.value, one.otau) for one in game.said("alert")]


def test_it_is_told_after_the_next_ply_and_settled_by_the_marker(game):
    win_tuzdyk(game, PARKED)
    assert alerts(game) == [], "the player may still mark it"
    game.show(AFTER, stays_s=1.0, log_marker=PARKED)
    assert alerts(game) == [], "the board has not rested long enough"
    game.show(AFTER, stays_s=2.0, log_marker=PARKED)
    assert alerts(game) == [(Code.TUZDYK_NOT_MARKED, "white", (7,))]
    game.show(AFTER, stays_s=2.0, log_marker=PARKED)
    assert len(game.said("alert")) == 1
    game.show(AFTER, log_marker=with_marker())
    assert [(one.id, one.how) for one in game.said("resolved")] == [(1, "put_right")]


def test_a_marker_that_was_seen_once_is_not_missed_when_a_shadow_hides_it(game):
    win_tuzdyk(game, PARKED)
    game.show(WON, log_marker=with_marker())
    game.show(AFTER, stays_s=4.0, log_marker=PARKED)
    assert alerts(game) == []


@pytest.mark.parametrize("log_marker", [None, ALL_BARE, with_marker()])
def test_where_none_are_in_use_or_one_lies_there_nothing_is_told(game, log_marker):
    win_tuzdyk(game, log_marker)
    game.show(AFTER, stays_s=4.0, log_marker=log_marker)
    game.show(AFTER.play(1), stays_s=4.0, log_marker=log_marker)
    assert alerts(game) == []


def test_a_board_that_is_swept_is_no_tuzdyk_without_its_marker(game):
    win_tuzdyk(game, with_marker())
    game.show(AFTER, stays_s=2.0, log_marker=with_marker())
    game.show([0] * 20, stays_s=4.0, log_marker=PARKED)
    assert alerts(game) == []
