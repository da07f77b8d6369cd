"""The arbiter's word: what is said stands, what follows from it is found anew, what no longer fits is told."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.togyz.inference.corrected import (
    GAME,
    KNOWN,
    STRANGE,
    another,
    correct,
    error_on_board,
    moves,
    named,
    replayed,
    said,
    shown,
)
from tests.togyz.inference.errors_made import EXAMPLES, START
from togyz.board import Side
from togyz.codes import Code
from togyz.corrections import (
    AlertAccepted,
    CorrectionError,
    CorrectionNote,
    PlyCorrected,
    PositionCorrected,
)
from togyz.errors import IllegalMoveError, MismatchError, RecordError
from togyz.inference.chronicler import Chronicler
from togyz.inference.tracker import Tracker
from togyz.position import Position
from togyz.saying import Said


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


@pytest.mark.parametrize("n", range(5))
def test_a_position_that_the_board_shows_later_may_be_set(film, line, n):
    """The rest that shows it was looked at several times; all that was seen of it counts."""
    positions = line(GAME)
    observations = [one for seen in shown(film, positions) for one in (seen, replace(seen, t=seen.t + 0.1))]
    record, _ = replayed([*observations, said(PositionCorrected(n=n, position=positions[n + 1]))])
    assert [one.after_n for one in record.sets] == [n]
    assert record.sets[0].position == positions[n + 1]
