"""A result that a person gives a game, or takes back, and what the plies say to that."""

from __future__ import annotations

import pytest

from tests.togyz.inference.corrected import (
    GAME,
    KNOWN,
    TURNED,
    WITHDRAWN,
    another,
    correct,
    declared,
    moves,
    named,
    replayed,
    said,
    shown,
)
from togyz.board import Side
from togyz.corrections import (
    CorrectionError,
    CorrectionNote,
    ResultDeclared,
    ResultWithdrawn,
)
from togyz.errors import RecordError
from togyz.inference.chronicler import Chronicler
from togyz.inference.tracker import Tracker
from togyz.outcome import Reason
from togyz.position import Position


def test_a_result_that_is_declared_ends_the_game_whatever_the_board_shows(film, line):
    observations = shown(film, line(GAME))
    declared = said(ResultDeclared(result="0-1", reason=Reason.RESIGNED))
    record, events = replayed([*observations[:-2], declared, *observations[-2:]])
    whole, _ = replayed(observations[:-2])
    assert (record.result, record.reason) == ("0-1", Reason.RESIGNED)
    assert [ply.move for ply in record.plies][: len(whole.plies)] == [ply.move for ply in whole.plies]
    assert {ply.status for ply in record.plies} == {"confirmed"}
    (over,) = named(events, "over")
    assert events[-1] is over, "nothing is told after it"
    assert over.kazan == {side.value: record.position.kazan[side.ix] for side in Side}


def test_of_results_the_last_one_counts_and_none_is_left_when_it_is_taken_back(film, line):
    observations = shown(film, line(GAME))
    first, other = declared("0-1", Reason.RESIGNED), declared("1/2-1/2", Reason.AGREEMENT)
    before, _ = replayed(observations)
    record, events = replayed([*observations, first, other])
    assert (record.result, record.reason) == ("1/2-1/2", Reason.AGREEMENT)
    assert len(named(events, "over")) == 2
    _, again = replayed([*observations, first, other, other])
    assert again == events, "what is said once more tells nothing"
    record, events = replayed([*observations, first, other, WITHDRAWN])
    assert (record.result, record.reason, moves(record)) == (None, None, moves(before))
    record, _ = replayed([*observations, first, other, WITHDRAWN, first])
    assert (record.result, record.reason) == ("0-1", Reason.RESIGNED)


@pytest.mark.parametrize(("words", "result"), [((), "0-1"), ((WITHDRAWN,), None)])
def test_a_result_or_none_stands_when_a_ply_before_it_is_corrected(film, line, words, result):
    observations = shown(film, line(GAME))
    move = another("57", line(GAME)[5])
    record, _ = replayed([*observations, declared("0-1", Reason.RESIGNED), *words, correct(6, move)])
    assert (record.plies[5].move, record.result) == (move, result)


def test_nothing_is_taken_back_where_there_is_no_result(film, line):
    chronicler = Chronicler(KNOWN)
    running, _ = chronicler.replayed(shown(film, line(GAME), stays_s=0.5))
    same, events = chronicler.correct(running, WITHDRAWN)
    assert (same is running, events) == (True, [])
    opened, events = chronicler.correct(running, WITHDRAWN, has_result=True)
    assert events[0].name == "retract", "a fallen flag's result is taken back"
    assert not named(events, "confirmed"), "no ply is surer for that"
    assert opened.booked == running.booked


def test_what_is_played_after_a_result_was_taken_back_is_recorded(film, line):
    observations = shown(film, line(GAME))
    over = declared("0-1", Reason.RESIGNED)
    record, events = replayed([*observations[:3], over, WITHDRAWN, *observations[3:]])
    assert (record.result, moves(record)) == (None, GAME)
    assert not named(events, "desync")
    record, _ = replayed([*observations[:3], over, *observations[3:]])
    assert moves(record) != GAME


@pytest.mark.parametrize(
    "over", [("1/2-1/2", Reason.AGREEMENT), ("0-1", Reason.RESIGNED)], ids=["agreement", "resigned"]
)
def test_a_result_is_of_white_and_black_whichever_way_they_sit(film, line, over):
    observations = [*shown(film, line(GAME)), declared(*over)]
    record, _ = replayed([*observations, TURNED])
    assert (record.result, record.reason) == over
    record, _ = replayed([*observations, TURNED, TURNED])
    assert (record.result, moves(record)) == (over[0], GAME)
    record, _ = replayed([*observations, TURNED, WITHDRAWN, TURNED])
    assert record.result is None


def test_a_turn_that_the_result_speaks_against_is_refused(film, line):
    """Two more kumalak decide the game for black, who makes the ply if white sits on the other side."""
    start = Position((1,) * 18, (63, 81), (None, None), Side.WHITE)
    tracker = Tracker(start, white_known=True, kazan_owner="own")
    observations = shown(film, [start, start.play(9)], tracker)
    record, _ = replayed([*observations, declared("1-0", Reason.RESIGNED)], tracker)
    assert record.result == "1-0"
    record, _ = replayed([*observations, declared("1-0", Reason.ARBITER), TURNED], tracker)
    assert (record.result, record.plies[0].side) == ("1-0", Side.BLACK)
    with pytest.raises(CorrectionError, match="the plies give 0-1"):
        replayed([*observations, declared("1-0", Reason.RESIGNED), TURNED], tracker)


LAST = Position((0,) * 8 + (1, 1) + (0,) * 8, (80, 80), (None, None), Side.WHITE)
"""White's last kumalak goes over, and black has all."""


def test_what_the_plies_give_stands_again_when_another_result_is_taken_back(film, line):
    tracker = Tracker(LAST, white_known=True)
    observations = shown(film, [LAST, LAST.play(9), LAST.play(9)], tracker)
    record, _ = replayed(observations, tracker)
    given = (record.result, record.reason)
    assert given[0] is not None
    with pytest.raises(CorrectionError, match="nobody has declared another"):
        replayed([*observations, WITHDRAWN], tracker)
    decided = declared("1-0" if given[0] != "1-0" else "0-1", Reason.ARBITER)
    record, _ = replayed([*observations, decided], tracker)
    assert record.reason is Reason.ARBITER
    record, _ = replayed([*observations, decided, WITHDRAWN], tracker)
    assert (record.result, record.reason) == given


def test_a_result_against_the_rules_is_refused_and_changes_nothing(film, line):
    chronicler = Chronicler(KNOWN)
    chronicle, _ = chronicler.replayed(shown(film, line(GAME)))
    with pytest.raises(CorrectionError, match="this follows from the plies alone"):
        chronicler.correct(chronicle, declared("1-0", Reason.KAZAN_82))
    assert chronicle.declared is None


@pytest.mark.parametrize("what", [ResultDeclared(result="1/2-1/2", reason=Reason.AGREEMENT), ResultWithdrawn()])
def test_what_is_said_of_a_result_is_read_back(what):
    note = CorrectionNote(correction=said(what), at="x", before={}, after={})
    assert CorrectionNote.from_json(note.to_json()) == note
    with pytest.raises(RecordError):
        CorrectionNote.from_json(note.to_json().replace('"result"', '"reason"'))


def test_a_declared_result_is_one_of_three():
    note = CorrectionNote(
        correction=said(ResultDeclared(result="1/2-1/2", reason=Reason.AGREEMENT)), at="x", before={}, after={}
    )
    with pytest.raises(RecordError):
        CorrectionNote.from_json(note.to_json().replace("1/2-1/2", "2-0"))
