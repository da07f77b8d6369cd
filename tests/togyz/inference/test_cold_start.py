"""Games that are joined in the middle, with the position as it is seen."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.togyz.inference.conftest import half_turn, rows_for
from togyz.board import KUMALAK_TOTAL, OTAU_TOTAL, Side
from togyz.codes import Code
from togyz.events import PlySeen, PositionSet
from togyz.fold import fold
from togyz.inference.cold_start import beginnings, half_turned, seen_position
from togyz.inference.misplays import misplays
from togyz.inference.observation import BOX_TOTAL, KazanSeen, Observation
from togyz.inference.tracker import Tracker
from togyz.position import Position
from togyz.replay import verify
from togyz.rules import DEFAULT_RULES

MIDGAME = Position((15, 2, 14, 2, 5, 5, 0, 14, 4, 4, 1, 16, 4, 2, 2, 1, 16, 16), (22, 17), (None, 7), Side.WHITE)
"""White's 7 is black's tuzdyk; white's kazan lies in black's half."""


def observation(position: Position, misread: dict[int, int] | None = None, **fields: object) -> Observation:
    seen = Observation(
        spell=0,
        t_rest=1.0,
        t=2.0,
        log_lik=rows_for(position.otau, misread or {}),
        visible=np.ones(OTAU_TOTAL, bool),
        touched=np.zeros(BOX_TOTAL, bool),
    )
    return replace(seen, **fields)


def marked(ix: int) -> np.ndarray:
    return np.where(np.arange(BOX_TOTAL) == ix, 4.6, -4.6)


def test_the_position_is_what_is_seen_and_kazans_hold_the_rest():
    kazans = (KazanSeen(16.9, 0.3), KazanSeen(21.8, 0.4))
    seen = observation(MIDGAME, kazans=kazans, log_marker=marked(6))
    assert seen_position(seen, Side.WHITE, "opposite") == MIDGAME
    own = seen_position(seen, Side.BLACK, "own")
    assert own.kazan in ((16, 23), (18, 21)), "without a tuzdyk of its own white captures even numbers"
    assert own.to_move is Side.BLACK
    uncounted = seen_position(observation(MIDGAME), Side.WHITE, "own")
    assert sum(uncounted.kazan) == KUMALAK_TOTAL - sum(MIDGAME.otau)
    assert uncounted.tuzdyk == (None, None)


def test_a_marker_where_no_tuzdyk_can_be_is_none():
    assert seen_position(observation(MIDGAME, log_marker=marked(8)), Side.WHITE, "own").tuzdyk == (None, None)


def test_kazans_that_were_miscounted_put_no_kumalak_into_otaus_that_look_empty(film):
    """Nine kumalak lie in the otaus, and of the heaps in the kazans few are seen."""
    few = (1, 0, 0, 0, 0, 3, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 2)
    shown = Position(few, (76, 77), (None, None), Side.WHITE)
    seen = seen_position(observation(shown, kazans=(KazanSeen(4.5, 0.5), KazanSeen(22.6, 0.8))), Side.WHITE, "own")
    assert seen.otau == few
    game = film(Tracker(start=seen, as_seen=True))
    game.show(shown)
    assert [event.name for event in game.events] == ["started"]


def test_kazans_that_were_counted_tell_of_heaps_that_hide_a_few():
    kazans = (KazanSeen(16.9, 0.3), KazanSeen(21.8, 0.4))
    hidden = observation(MIDGAME, {0: 13}, kazans=kazans, log_marker=marked(6))
    counted, completed = sum(hidden.log_lik.argmax(axis=1)), sum(seen_position(hidden, Side.WHITE, "own").otau)
    assert counted < completed <= sum(MIDGAME.otau)


def test_every_beginning_is_a_position_of_162_kumalak():
    found = list(beginnings(MIDGAME, as_seen=True, to_move_known=False))
    assert len({(one.turned, one.position) for one in found}) == len(found)
    assert all(sum(one.position.otau + one.position.kazan) == KUMALAK_TOTAL for one in found)
    problems = [one.position for one in found if one.position.problems()]
    assert problems == [], "the game could not have come to stand so"
    assert {one.position.to_move for one in found} == set(Side)
    assert len(list(beginnings(MIDGAME, as_seen=False, to_move_known=False))) == 4


@pytest.mark.parametrize("mover", Side)
def test_the_first_ply_tells_who_was_to_move(film, mover):
    begun = replace(MIDGAME, to_move=mover)
    game = film(Tracker(start=MIDGAME, white_known=True, to_move_known=False))
    game.show(begun)
    assert [event.name for event in game.events] == ["started"]
    game.show(begun.play(2))
    game.show(begun.play(2).play(1))
    assert [(ply.n, ply.side) for ply in game.plies] == [(1, mover), (2, mover.other)]
    assert game.said("desync") == game.said("alert") == []
    assert fold(game.events).position.otau == begun.play(2).play(1).otau


def test_a_heap_that_was_misread_at_first_is_put_right(film):
    """Of white's 16 one hides; sown, it shows. The record then begins with the right position."""
    begun = replace(MIDGAME, otau=(16, *MIDGAME.otau[1:]), kazan=(22, 16))
    game = film(Tracker(start=MIDGAME, white_known=True, as_seen=True))
    game.show(begun, misread={0: 15})
    position = begun
    for number in (1, 2, 3, 4):
        position = position.play(number)
        game.show(position)
    assert game.said("alert") == game.said("desync") == []
    assert [ply.otau for ply in game.plies] == [1, 2, 3, 4]
    first = next(event for event in game.events if isinstance(event, PositionSet | PlySeen))
    assert isinstance(first, PositionSet)
    assert (first.n, first.position.otau) == (0, begun.otau)
    assert fold(game.events).position.otau == position.otau


def test_half_a_turn_of_the_board_changes_all_owners(film):
    """The calibration has white's side the wrong way round, and nobody knows who is to move."""
    game = film(Tracker(start=half_turned(MIDGAME), as_seen=True, to_move_known=False), turned=True)
    game.show(MIDGAME)
    assert half_turned(half_turned(MIDGAME)) == MIDGAME
    assert half_turned(MIDGAME).tuzdyk == (7, None)
    assert game.state.layers[-1].nodes
    assert half_turn(half_turn(observation(MIDGAME))).log_lik.tolist() == observation(MIDGAME).log_lik.tolist()


def test_where_the_start_is_told_nothing_else_is_held_possible():
    nodes = Tracker(start=MIDGAME, white_known=True).initial().layers[-1].nodes
    assert {node.standing.position for node in nodes} == {MIDGAME}
    assert len(Tracker(start=MIDGAME, as_seen=True).initial().layers[-1].nodes) > 50


def played_on(film, begun, start, numbers, **options):
    """A game that is joined at ``start``, where it stands at ``begun``; heaps are never read better than at first."""
    tracker = Tracker(start=start, white_known=True, as_seen=True, **options)
    game = film(tracker, sharp=True)
    position = begun
    for number in (None, *numbers):
        position = position if number is None else position.play(number)
        game.show(position, stays_s=2.5)
    game.finish()
    return game, fold(game.events), position


def test_heaps_that_were_misread_show_when_they_are_sown(film):
    """Two of them, one after the other: plies 1 and 2 tell what lay there from the beginning."""
    misread = replace(MIDGAME, otau=(13, *MIDGAME.otau[1:11], 14, *MIDGAME.otau[12:]), kazan=(22, 21))
    game, record, position = played_on(film, MIDGAME, misread, (1, 3, 3), kazan_owner="own")
    assert [ply.otau for ply in record.plies] == [1, 3, 3]
    assert {ply.status for ply in record.plies} == {"confirmed"}
    assert (record.position.otau, sum(record.position.kazan)) == (position.otau, sum(position.kazan))
    assert game.said("alert") == game.said("desync") == []
    assert verify(record) == []


def test_a_tuzdyk_that_bore_no_marker_shows_when_somebody_sows_past_it(film):
    unseen = replace(MIDGAME, tuzdyk=(None, None), kazan=(22, 17))
    game, record, position = played_on(film, MIDGAME, unseen, (1, 3, 3), kazan_owner="own")
    assert [ply.otau for ply in record.plies] == [1, 3, 3]
    assert [(one.after_n, one.position) for one in record.sets] == [(0, MIDGAME)]
    assert record.position == position
    assert game.said("alert") == game.said("desync") == []


def test_the_first_captures_tell_whose_the_kazans_are_and_what_they_held(film):
    swapped = replace(MIDGAME, kazan=(18, 21))
    _, record, position = played_on(film, MIDGAME, swapped, (1, 3, 3))
    assert record.position.otau == position.otau
    kazans = {node.standing.position.kazan for node in Tracker(start=swapped, as_seen=True).initial().layers[-1].nodes}
    assert {(18, 21), (21, 18)} <= kazans
    told = Tracker(start=swapped, as_seen=True, kazan_owner="own").initial().layers[-1].nodes
    assert (21, 18) not in {node.standing.position.kazan for node in told if not node.standing.turned}


def test_where_the_start_was_told_nothing_is_revised(film):
    """The same boards in a game whose position was given: then the otau was not misread, it is an error."""
    told = replace(MIDGAME, otau=(13, *MIDGAME.otau[1:]), kazan=(22, 19))
    game = film(Tracker(start=told, white_known=True, kazan_owner="own"), sharp=True)
    for position in (MIDGAME, MIDGAME.play(1)):
        game.show(position, stays_s=4.0)
    assert game.said("position_set") == []
    assert game.said("alert")


def test_counts_go_together_with_what_was_counted_in_the_kazans():
    """All heaps are read one or two short; with 39 kumalak in the kazans the otaus must hold 123."""
    kazans = (KazanSeen(17.0, 0.3), KazanSeen(22.0, 0.4))
    short = {ix: held - 2 for ix, held in enumerate(MIDGAME.otau) if held > 13}
    alone = seen_position(observation(MIDGAME, short), Side.WHITE, "own")
    together = seen_position(observation(MIDGAME, short, kazans=kazans), Side.WHITE, "own")
    assert sum(alone.otau) == sum(MIDGAME.otau) - 2 * len(short)
    assert abs(sum(together.otau) - sum(MIDGAME.otau)) <= 2
    off = [abs(one - other) for one, other in zip(together.otau, MIDGAME.otau, strict=True)]
    assert max(off) <= 4, "none takes it all"
    assert [one for one, held in zip(off, MIDGAME.otau, strict=True) if held < 10] == [0] * 12


@pytest.mark.parametrize("is_sure", [False, True])
def test_what_was_counted_surely_is_not_misread_for_the_sake_of_an_error(film, is_sure):
    """White captures an odd heap: as if it had held one more or less, if counts are not to be believed."""
    errors = misplays(MIDGAME, DEFAULT_RULES)
    odd = next(one for one in map(errors.misplay, range(len(errors.boards))) if one.code is Code.CAPTURED_ODD)
    tracker = Tracker(start=MIDGAME, white_known=True, as_seen=True, is_learned=is_sure, kazan_owner="own")
    game = film(tracker, sharp=is_sure)
    for position in (MIDGAME, odd.after):
        game.show(position, stays_s=4.0)
    assert [one.code for one in game.said("alert")] == ([Code.CAPTURED_ODD] if is_sure else [])
    assert bool(game.said("position_set")) is not is_sure


@pytest.mark.parametrize("white_known", [False, True])
def test_where_nothing_can_tell_which_side_is_whites_the_calibration_does(film, *, white_known):
    """With all owners changed the same is seen; told who was to move, the first hand tells the sides apart."""
    tracker = Tracker(start=MIDGAME, as_seen=True, to_move_known=False, white_known=white_known)
    game = film(tracker, turned=True, sharp=True)
    assert {node.standing.turned for node in game.state.layers[-1].nodes} == {False}
    for position in (half_turned(MIDGAME), half_turned(MIDGAME).play(5)):
        game.show(position, stays_s=2.5)
    assert [(ply.side, ply.move) for ply in game.plies] == [(Side.BLACK, "56")]
    assert game.confirmed == [1], "nor is it as likely as ever that the calibration was mistaken"
    open_nodes = Tracker(start=MIDGAME, as_seen=True).initial().layers[-1].nodes
    assert {node.standing.turned for node in open_nodes} == {False, True}
