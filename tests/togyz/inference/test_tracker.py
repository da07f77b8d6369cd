"""What the tracker makes of ordinary play: plies seen, plies missed, the end."""

from __future__ import annotations

import json

import numpy as np
import pytest

from togyz.board import KUMALAK_TOTAL, OTAU_TOTAL, Side
from togyz.inference.observation import BOX_TOTAL
from togyz.inference.observation_json import observation_from_dict, observation_to_dict
from togyz.inference.tracker import Tracker
from togyz.position import Position

OPENING = "76 76 99 12 78 57"
UNTOUCHED = np.zeros(BOX_TOTAL, dtype=bool)


def test_a_game_seen_at_rest_after_every_ply_is_recorded(film, line):
    game = film()
    for position in line(OPENING):
        game.show(position)
    assert game.record == OPENING.split()
    assert [event.name for event in game.events[:4]] == ["started", "side_settled", "ply", "ply"]
    assert all(ply.seen and ply.confidence > 0.99 for ply in game.plies)
    assert game.plies[0].t_rest == 3.5


def test_a_ply_is_confirmed_by_the_next_one(film, line):
    game = film()
    start, first, second = line("76 76")
    game.show(start)
    game.show(first)
    assert game.confirmed == []
    game.show(second)
    assert game.confirmed == [1]


@pytest.mark.parametrize(("stays_s", "confirmed"), [(1.9, []), (2.1, [1])])
def test_a_ply_is_confirmed_by_two_seconds_of_rest(film, line, stays_s, confirmed):
    game = film()
    for position in line("76"):
        game.show(position)
    game.stay(stays_s)
    assert game.confirmed == confirmed


def test_an_unsure_ply_waits_and_is_not_confirmed(film, line):
    game = film(compares=False)
    start, first = line("76")
    game.show(start)
    unclear = np.zeros((OTAU_TOTAL, 61))
    game.show(first, log_lik=unclear, stays_s=2.5)
    assert game.record == []
    game.show(first)
    assert game.record == ["76"]


def test_the_next_best_moves_stand_beside_an_unsure_one(film, line):
    game = film(compares=False)
    start, first = line("76")
    game.show(start)
    rows = np.zeros((OTAU_TOTAL, 61))
    rows[:, :] = -0.4
    rows[np.arange(OTAU_TOTAL), first.otau] = 0.0
    game.show(first, log_lik=rows)
    game.finish()
    assert game.record == ["76"]
    [ply] = game.plies
    assert 0.5 < ply.confidence < 0.9
    assert len(ply.alternatives) == 3
    assert [p for _, p in ply.alternatives] == sorted((p for _, p in ply.alternatives), reverse=True)
    assert "76" not in [move for move, _ in ply.alternatives]


@pytest.mark.parametrize("missed", [1, 2, 3])
def test_plies_that_nobody_saw_at_rest_are_found_in_order(film, line, missed):
    game = film()
    positions = line(OPENING)
    for position in [positions[0], *positions[missed + 1 :]]:
        game.show(position)
    assert game.record == OPENING.split()
    assert [ply.seen for ply in game.plies] == [False] * missed + [True] * (len(OPENING.split()) - missed)


def test_a_ply_that_changes_a_single_otau_is_found(film):
    """The kumalak went into a tuzdyk: only the source and perhaps a kazan tell of it."""
    start = Position((0, 0, 1, 0, 0, 0, 0, 0, 2, 1, 0, 1, 1, 9, 9, 9, 9, 9), (51, 60), (None, 4), Side.WHITE)
    assert sum(start.otau) + sum(start.kazan) == KUMALAK_TOTAL
    sowing = start.sow(3)
    assert sum(one != other for one, other in zip(start.otau, sowing.after.otau, strict=True)) == 1
    game = film(Tracker(start))
    game.show(start)
    game.show(sowing.after)
    assert game.record == ["34"]
    assert game.plies[0].confidence > 0.99


@pytest.mark.parametrize("compares", [True, False])
def test_changes_without_any_hand_or_touch_are_plies_too(film, line, compares):
    game = film(compares=compares)
    for position in line(OPENING):
        game.show(position, touched=UNTOUCHED)
    assert game.record == OPENING.split()


def test_nothing_touched_and_nothing_changed_is_no_ply(film, line):
    game = film()
    start, first = line("76")
    for position in [start, first, first, first]:
        game.show(position, touched=UNTOUCHED)
    assert game.record == ["76"]
    assert game.said("retract") == []


def test_a_white_side_that_the_calibration_had_wrong_is_settled_by_the_first_ply(film, line):
    game = film(turned=True)
    for position in line(OPENING):
        game.show(position)
    assert game.record == OPENING.split()
    assert [event.turned for event in game.said("side_settled")] == [True]


def test_an_uneven_start_settles_the_side_before_any_ply(film, line):
    start = line(OPENING)[-1]
    game = film(Tracker(start), turned=True)
    game.show(start)
    assert [event.name for event in game.events] == ["started", "side_settled"]


def test_a_known_side_is_not_asked_for(film, line):
    game = film(Tracker(white_known=True))
    for position in line(OPENING):
        game.show(position)
    assert game.record == OPENING.split()
    assert game.said("side_settled") == []


def test_a_side_that_was_said_wrongly_is_put_right(film, line):
    game = film(Tracker(white_known=True), turned=True)
    for position in line(OPENING):
        game.show(position)
    assert game.record == OPENING.split()
    assert [event.turned for event in game.said("side_settled")] == [True]


def test_the_side_stays_open_while_both_ways_round_fit(film, line):
    """After plies of both sides a board may fit both orientations; the next ply decides."""
    game = film()
    positions = line("76 76 99")
    game.show(positions[0])
    game.show(positions[2])
    assert game.said("side_settled") == []
    game.show(positions[3])
    assert game.record == ["76", "76", "99"]


def test_an_early_reading_that_was_wrong_is_retracted(film, line):
    game = film(compares=False)
    start, first = line("76")
    other = start.play(8)
    game.show(start)
    game.show(first, misread=dict(enumerate(other.otau)))
    assert game.record == ["87"]
    said = game.stay(1.0, misread={})
    assert [event.name for event in said] == ["retract", "ply"]
    assert game.record == ["76"]


def test_a_side_that_was_settled_by_a_wrong_reading_is_put_right(film, line):
    game = film(compares=False)
    start, first = line("76")
    game.show(start)
    game.show(first, misread=dict(enumerate(first.black + first.white)))
    said = game.stay(1.0, misread={})
    assert [event.turned for event in game.said("side_settled")] == [True, False]
    assert [event.name for event in said] == ["side_settled", "retract", "ply"]
    assert game.record == ["76"]


def test_what_is_confirmed_is_not_retracted_without_a_desync(film, line):
    game = film(compares=False)
    start, first = line("76")
    other = start.play(8)
    game.show(start)
    game.show(first, misread=dict(enumerate(other.otau)), stays_s=2.5)
    assert game.confirmed == [1]
    said = game.stay(3.0, misread={})
    assert [event.name for event in said] == ["desync", "retract", "ply", "resync", "confirmed"]


def test_a_replay_of_stored_observations_says_the_same_byte_for_byte(film, line):
    game = film(turned=True)
    for position in line(OPENING):
        game.show(position, misread={3: 4}, stays_s=0.123456)
        game.stay(0.987654321)
    game.finish()
    tracker = game.tracker
    state, events = tracker.initial(), []
    for observation in game.observations:
        stored = json.dumps(observation_to_dict(observation))
        state, said = tracker.advance(state, observation_from_dict(json.loads(stored)))
        events += said
    events += tracker.finish(state, game.t_s)[1]
    assert [event.to_json() for event in events] == [event.to_json() for event in game.events]
    assert len(events) > len(OPENING.split())


def test_a_step_leaves_the_state_before_it_alone(film, line):
    game = film()
    start, first, second = line("76 76")
    game.show(start)
    game.show(first)
    before = game.state
    once = game.show(second)
    assert game.tracker.advance(before, game.observations[-1])[1] == once


def test_a_spell_before_the_last_one_is_refused(film, line):
    game = film()
    for position in line("76"):
        game.show(position)
    with pytest.raises(ValueError, match="spell 0 comes after spell 1"):
        game.feed(game.observations[0])
