"""The arbiter's word: what is said stands, what follows from it is found anew, what no longer fits is told."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.togyz.inference.errors_made import EXAMPLES, START, board
from togyz.board import Side
from togyz.codes import Code
from togyz.corrections import (
    AlertAccepted,
    Correction,
    CorrectionError,
    CorrectionNote,
    PlyCorrected,
    PositionCorrected,
    ResultDeclared,
    ResultWithdrawn,
    SidesTurned,
)
from togyz.errors import IllegalMoveError, MismatchError, RecordError
from togyz.fold import fold
from togyz.inference.chronicler import Chronicler
from togyz.inference.evidence import kumalak_in
from togyz.inference.tracker import Tracker
from togyz.outcome import Reason
from togyz.position import Position
from togyz.replay import verify
from togyz.saying import Said

STRANGE = Position((3, 15, 1, 12, 7, 14, 2, 9, 10, 8, 4, 13, 6, 11, 5, 16, 7, 9), (10, 0), (None, None), Side.WHITE)
GAME = "76 76 99 12 78 57"
KNOWN = Tracker(white_known=True, kazan_owner="own")


def said(what):
    return Correction(by="A. Arbiter", ruling=what)


def correct(n, move):
    return said(PlyCorrected(n=n, move=move))


def shown(film, positions, tracker=KNOWN, stays_s=2.5):
    game = film(tracker, sharp=True)
    for position in positions:
        game.show(position, stays_s=stays_s)
    return game.observations


def replayed(inputs, tracker=KNOWN):
    """The record that comes out, and the events; the record must not contradict itself."""
    _, events = Chronicler(tracker).replayed(inputs)
    record = fold(events)
    assert verify(record) == []
    return record, events


def moves(record):
    return " ".join(ply.move for ply in record.plies)


def named(events, name):
    return [event for event in events if event.name == name]


def another(move, position):
    """A legal move, but not this one."""
    return next(one for number in position.legal_moves.numbers if (one := position.sow(number).move) != move)


@pytest.mark.parametrize("unseen", [(), (2,), (3,), (1, 4), (2, 3)])
@pytest.mark.parametrize("n", range(1, 7))
def test_what_was_right_is_found_again_after_every_ply_that_is_corrected_and_back(film, line, unseen, n):
    observations = shown(film, [one for ply_n, one in enumerate(line(GAME)) if ply_n not in unseen])
    before, _ = replayed(observations)
    move = GAME.split()[n - 1]
    wrong = correct(n, another(move, line(GAME)[n - 1]))
    record, events = replayed([*observations, wrong, correct(n, move)])
    assert moves(before) == moves(record) == GAME
    assert [ply.n for ply in record.plies if ply.status == "corrected"] == [n]
    assert record.plies[n - 1].confidence == 1.0
    assert [(one.n, one.by) for one in named(events, "corrected")] == [(n, "A. Arbiter")] * 2
    assert named(events, "takeback") == []


def test_of_two_plies_that_nobody_saw_the_later_one_is_corrected_and_then_the_earlier_one(film, line):
    observations = shown(film, [one for ply_n, one in enumerate(line(GAME)) if ply_n not in (2, 3)])
    third = correct(3, another("99", line(GAME)[2]))
    second = correct(2, another("76", line(GAME)[1]))
    record, _ = replayed([*observations, third, second])
    assert [ply.move for ply in record.plies[:2]] == ["76", second.ruling.move]


def test_a_ply_is_taken_back_to_a_position_in_which_a_kumalak_is_missing(film, line):
    start, first = line("76")
    observations = shown(film, [start, *[replace(first, otau=(*first.otau[:-1], first.otau[-1] - 1))] * 3])
    accepted = [*observations, said(AlertAccepted(id=1))]
    short = replayed(accepted)[0].position
    assert sum(short.otau) + sum(short.kazan) == 161
    assert replayed([*accepted, said(PositionCorrected(n=1, position=short))])[0].position == short
    with pytest.raises(CorrectionError, match="161"):
        replayed([*shown(film, line("76")), said(PositionCorrected(n=1, position=short))])


@pytest.mark.parametrize("n", range(1, 7))
def test_what_is_on_record_may_be_said_again_and_changes_nothing(film, line, n):
    observations = shown(film, line(GAME))
    before, events = replayed(observations)
    record, more = replayed([*observations, correct(n, GAME.split()[n - 1])])
    assert (record, more) == (before, events)
    with pytest.raises(MismatchError):
        replayed([*observations, correct(n, GAME.split()[n - 1] + "x")])


def pinned(record):
    return [(ply.n, ply.move) for ply in record.plies if ply.status == "corrected"]


def test_what_was_said_of_later_plies_is_said_again(film, line):
    """Plies 1 and 3 were seen by nobody and could have come in either order; of ply 4 the arbiter has spoken first."""
    one, other = "12 12 56", "56 12 12"
    start = Position((1, 0, 0, 0, 1, 0, 0, 0, 9, 1, *[0] * 7, 9), (70, 71), (None, None), Side.WHITE)
    there = line(one, start)[-1]
    tracker = Tracker(start, white_known=True)
    observations = shown(film, [start, there, there.play(2)], tracker)
    first, _ = replayed(observations, tracker)
    told = other if moves(first).startswith(one) else one
    move = there.sow(9).move
    record, events = replayed([*observations, correct(4, move), correct(1, told.split()[0])], tracker)
    assert moves(record) == f"{told} {move}"
    assert pinned(record) == [(1, told.split()[0]), (4, move)]
    assert named(events, "lapsed") == []
    assert record.lapsed == ()


def test_what_no_longer_fits_is_told_and_stands_again_where_it_fits_again(film, line):
    observations = shown(film, line(GAME))
    said_before = correct(4, another("12", line(GAME)[3]))
    first, _ = replayed([*observations, said_before])
    record, events = replayed([*observations, said_before, correct(3, another("99", line(GAME)[2]))])
    if not record.lapsed:
        pytest.fail(f"it fits: {moves(record)}")
    assert [(one.n, one.move, one.by) for one in record.lapsed] == [(4, said_before.ruling.move, "A. Arbiter")]
    assert [(one.n, one.move) for one in named(events, "lapsed")] == [(4, said_before.ruling.move)]
    again, _ = replayed([*observations, said_before, correct(3, another("99", line(GAME)[2])), correct(3, "99")])
    assert (moves(again), again.lapsed) == (moves(first), ())
    assert [one for one in pinned(again) if one[0] == 4] == pinned(first)


def test_later_plies_are_found_anew_in_the_light_of_what_was_said(film, line):
    """White's plies 1 and 3 were seen by nobody and could have come in either order."""
    one, other = "12 12 56", "56 12 12"
    start = Position((1, 0, 0, 0, 1, 0, 0, 0, 9, 1, *[0] * 7, 9), (70, 71), (None, None), Side.WHITE)
    positions = [line(order, start)[-1] for order in (one, other)]
    assert positions[0] == positions[1]
    tracker = Tracker(start, white_known=True)
    observations = shown(film, [start, positions[0]], tracker)
    first, _ = replayed(observations, tracker)
    assert moves(first) in (one, other)
    told = other if moves(first) == one else one
    record, events = replayed([*observations, correct(1, told.split()[0])], tracker)
    assert moves(record) == told
    assert record.position == first.position
    assert [one.n for one in named(events, "retract")] == [1]


def test_a_ply_that_was_misjudged_for_good_is_put_right_with_all_that_follow(film, line):
    true = line(GAME)
    observations = shown(film, [*true[:2], START.play(1).play(1), *true[3:]])
    record, _ = replayed([*observations, correct(1, "76"), correct(2, "76")])
    assert moves(record) == GAME


def test_what_no_longer_fits_is_withdrawn_and_does_not_undo_what_was_said(film, line):
    observations = shown(film, line(GAME))
    record, events = replayed([*observations, correct(2, "98")])
    assert (moves(record), record.plies[1].status) == ("76 98", "corrected")
    assert named(events, "takeback") == []
    again, _ = replayed([*observations, correct(2, "98"), correct(2, "76")])
    assert moves(again) == GAME


def test_a_correction_holds_for_what_is_seen_after_it(film, line):
    observations = shown(film, line(GAME))
    record, events = replayed([*observations[:2], correct(2, "76"), *observations[2:]])
    assert moves(record) == GAME
    assert [ply.status for ply in record.plies][1:3] == ["corrected", "confirmed"]
    assert len(named(events, "retract")) == 1


def test_a_ply_that_nobody_saw_is_added(film, line):
    observations = shown(film, line(GAME)[:-1])
    record, _ = replayed([*observations, correct(6, "57")])
    assert moves(record) == GAME


def test_the_same_observations_and_corrections_give_the_same_events(film, line):
    observations = shown(film, line(GAME))
    inputs = [*observations[:4], correct(2, "98"), correct(2, "76"), *observations[4:]]
    lines = [[event.to_json() for event in replayed(inputs)[1]] for _ in range(2)]
    assert lines[0] == lines[1]
    assert lines[0] != [event.to_json() for event in replayed(observations)[1]]


def error_on_board(film, code, stays_s=3.3):
    position, counts, move, _ = EXAMPLES[code]
    tracker = Tracker(position, white_known=True, kazan_owner="own")
    game = film(tracker, sharp=True)
    game.show(position, stays_s=2.0)
    game.show(kumalak_in(board(position, counts)), stays_s=stays_s)
    return game, tracker, move


@pytest.mark.parametrize("code", EXAMPLES)
def test_an_error_that_is_accepted_stands_at_once_and_the_game_goes_on_from_it(film, code):
    game, tracker, move = error_on_board(film, code)
    accept = said(AlertAccepted(id=1))
    record, events = replayed([*game.observations, accept], tracker)
    assert [(alert.id, alert.resolved) for alert in record.alerts] == [(1, "accepted")]
    assert [(one.n, one.id) for one in named(events, "accepted")] == [(len(record.plies), 1)]
    if move is not None:
        assert [(ply.move, ply.status) for ply in record.plies] == [(move, "accepted_illegal")]
    next_ply = record.position.play(record.position.legal_moves.numbers[0])
    game.show(next_ply)
    later, events = replayed([*game.observations[:2], accept, game.observations[2]], tracker)
    assert later.position == next_ply
    assert named(events, "desync") == []


def test_alerts_that_rested_on_what_was_withdrawn_are_withdrawn_and_raised_anew(film):
    game, tracker, _ = error_on_board(film, Code.CAPTURED_ODD)
    position = EXAMPLES[Code.CAPTURED_ODD][0]
    _, before = replayed(game.observations, tracker)
    assert [one.id for one in named(before, "alert")] == [1]
    record, events = replayed([*game.observations, said(PositionCorrected(n=0, position=position))], tracker)
    assert [one.alerts for one in named(events, "retract")] == [(1,)]
    assert [(one.id, one.code, one.resolved) for one in record.alerts] == [(2, Code.CAPTURED_ODD, None)]


def test_a_position_that_is_set_is_gone_on_from(film, line):
    """A kumalak was lost, which the arbiter finds right."""
    positions = line("76 76 99")
    lost = (*positions[1].otau[:4], positions[1].otau[4] - 2, *positions[1].otau[5:])
    there = Position(lost, (positions[1].kazan[0] + 2, 0), positions[1].tuzdyk, positions[1].to_move)
    after = [there, there.play(9), there.play(9).play(1)]
    observations = shown(film, [*positions[:2], *after])
    record, events = replayed([*observations, said(PositionCorrected(n=1, position=there))])
    assert [(one.after_n, one.position) for one in record.sets] == [(1, there)]
    assert record.position == after[-1]
    assert [one.by for one in named(events, "position_set")][-1] == "A. Arbiter"
    assert len(record.plies) == 3


def test_the_doubt_ends_where_somebody_explains_the_board(film, line):
    positions = line("76 76")
    observations = shown(film, [*positions, STRANGE, STRANGE, STRANGE], stays_s=4.0)
    _, before = replayed(observations)
    assert named(before, "desync")
    assert not named(before, "resync")
    record, events = replayed([*observations, said(PositionCorrected(n=2, position=STRANGE))])
    assert record.position == STRANGE
    assert named(events, "resync")


def test_what_cannot_be_said_is_refused(film, line):
    observations = shown(film, line(GAME))
    for what, why in (
        (PlyCorrected(n=8, move="76"), Said.NO_PLY),
        (PlyCorrected(n=0, move="76"), Said.NO_PLY),
        (PositionCorrected(n=7, position=START), Said.NO_PLY),
        (PositionCorrected(n=1, position=replace(START, kazan=(1, 0))), Said.NO_POSITION),
        (AlertAccepted(id=1), Said.NO_ALERT),
    ):
        with pytest.raises(CorrectionError) as caught:
            replayed([*observations, said(what)])
        assert caught.value.message.said is why
    with pytest.raises(CorrectionError, match="not begun"):
        replayed([correct(1, "76")])
    with pytest.raises(MismatchError, match="falls into otau 6"):
        replayed([*observations, correct(1, "75")])
    with pytest.raises(IllegalMoveError):
        replayed([*observations, correct(2, "67")])


def test_an_error_that_nobody_can_name_is_not_accepted_but_set(film, line):
    observations = shown(film, [*line("76"), STRANGE], stays_s=4.0)
    _, events = replayed(observations)
    [alert] = named(events, "alert")
    assert alert.code is Code.UNEXPLAINED
    with pytest.raises(CorrectionError, match="set the position"):
        replayed([*observations, said(AlertAccepted(id=alert.id))])


def test_an_alert_of_the_surroundings_is_accepted_and_nothing_else_changes(film, line):
    chronicler = Chronicler(KNOWN)
    chronicle, _ = chronicler.replayed(shown(film, line(GAME)))
    chronicle, number = chronicle.numbered()
    accepted, events = chronicler.correct(chronicle, said(AlertAccepted(id=number)))
    assert [(one.name, one.id) for one in events] == [("accepted", number), ("resolved", number)]
    assert accepted.booked == chronicle.booked
    for again in (number, number + 1):
        with pytest.raises(CorrectionError, match="no alert"):
            chronicler.correct(accepted, said(AlertAccepted(id=again)))


@pytest.mark.parametrize(
    "what", [PlyCorrected(n=3, move="63x"), AlertAccepted(id=2), PositionCorrected(n=0, position=START)]
)
def test_a_correction_is_read_back_as_it_was_kept(what):
    note = CorrectionNote(
        correction=said(what), at="2026-11-30T14:00:00+05:00", before={"n": 3, "move": None}, after={"n": 3}
    )
    assert CorrectionNote.from_json(note.to_json()) == note


@pytest.mark.parametrize("line", ["{", "[]", "{}", '{"by":"A","at":"","said":{"ply":1},"before":{},"after":{}}'])
def test_what_is_no_correction_is_refused(line):
    with pytest.raises(RecordError):
        CorrectionNote.from_json(line)


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


def declared(result, reason):
    return said(ResultDeclared(result=result, reason=reason))


WITHDRAWN = said(ResultWithdrawn())
TURNED = said(SidesTurned())


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


def test_an_undo_that_the_board_speaks_against_is_refused(film, line):
    positions = line(GAME)
    observations = shown(film, positions)
    undo = said(PositionCorrected(n=5, position=positions[5]))
    with pytest.raises(CorrectionError, match="still shows 57"):
        replayed([*observations, undo])
    back = shown(film, [*positions, positions[5]])
    assert moves(replayed([*back, undo])[0]) == GAME[:-3]
    once_more = shown(film, [*positions, positions[5], positions[6]])
    with pytest.raises(CorrectionError, match="still shows 57"):
        replayed([*once_more[: len(back)], undo, *once_more[len(back) :], undo])


def test_a_position_that_was_set_may_be_set_again_and_changes_nothing(film, line):
    positions = line(GAME)
    chronicler = Chronicler(KNOWN)
    set_by_hand = said(PositionCorrected(n=3, position=positions[4]))
    chronicle, _ = chronicler.replayed(shown(film, positions))
    once, events = chronicler.correct(chronicle, set_by_hand)
    assert events
    again, events = chronicler.correct(once, set_by_hand)
    assert (again is once, events) == (True, [])


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


@pytest.mark.parametrize("n", range(5))
def test_a_position_that_the_board_shows_later_may_be_set(film, line, n):
    """The rest that shows it was looked at several times; all that was seen of it counts."""
    positions = line(GAME)
    observations = [one for seen in shown(film, positions) for one in (seen, replace(seen, t=seen.t + 0.1))]
    record, _ = replayed([*observations, said(PositionCorrected(n=n, position=positions[n + 1]))])
    assert [one.after_n for one in record.sets] == [n]
    assert record.sets[0].position == positions[n + 1]


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
