from __future__ import annotations

from typing import Any

import pytest

from tests.togyz.games import ply_seen, position
from togyz.board import Side
from togyz.errors import IllegalMoveError, RecordError
from togyz.events import (
    Alert,
    Calibrated,
    Confirmed,
    Decided,
    Desync,
    Event,
    Finished,
    Over,
    PlySeen,
    PositionSet,
    Resolved,
    Resync,
    Retract,
    Started,
    Takeback,
)
from togyz.fold import Folding, fold
from togyz.outcome import Reason
from togyz.position import Position
from togyz.record import Record
from togyz.recorded import RecordedAlert
from togyz.replay import verify
from togyz.rules import Rules

STARTED = Started(t=1.0, position=Position.start(), headers={"White": "A", "session": 1})
ELSEWHERE = position("9 9 9 9 9 9 9 9 0", "9 9 9 9 9 9 9 9 0", (10, 8), to_move=Side.BLACK)


def ply(n: int, move: str, captured: int = 0, **changes: Any) -> PlySeen:
    side = Side.WHITE if n % 2 else Side.BLACK
    told = {"n": n, "side": side, "otau": int(move[0]), "move": move, "landing": int(move[1]), "captured": captured}
    return ply_seen(**{"t": 10.0 * n + 1, "t_rest": 10.0 * n} | told | changes)


OPENING = [STARTED, ply(1, "76", 10), ply(2, "55", 10)]


def folded(*events: Event) -> Record:
    record = fold([*OPENING, *events])
    assert verify(record) == []
    return record


def test_plies_as_they_were_announced() -> None:
    record = folded(Confirmed(t=25.0, n=1, confidence=0.9999))
    assert record.headers == {"White": "A", "session": 1}
    assert [(one.move, one.t, one.status, one.confidence) for one in record.plies] == [
        ("76", 10.0, "confirmed", 0.9999),
        ("55", 20.0, "provisional", 0.95),
    ]
    assert record.position == Position.start().play(7).play(5)
    assert record.rules == Rules()


def test_the_status_of_a_corrected_ply_outlives_its_confirmation() -> None:
    record = folded(ply(3, "65", 2, status="corrected"), Confirmed(t=40.0, n=3, confidence=1.0))
    assert record.plies[2].status == "corrected"


def test_a_retraction_makes_room_for_a_better_history() -> None:
    record = folded(Retract(t=30.0, n=2), ply(2, "87", 2, seen=False))
    assert [one.move for one in record.plies] == ["76", "87"]
    assert not record.plies[1].seen


def test_a_takeback_keeps_n_plies() -> None:
    record = folded(Takeback(t=30.0, n=1))
    assert [one.move for one in record.plies] == ["76"]
    assert record.position == Position.start().play(7)


def test_going_back_takes_the_result_and_later_positions_along() -> None:
    set_after_2 = PositionSet(t=30.0, n=2, position=ELSEWHERE)
    over = Over(t=31.0, result="1-0", reason=Reason.RESIGNED, kazan={"white": 10, "black": 10})
    assert folded(set_after_2, over).result == "1-0"
    assert folded(set_after_2, over).position == ELSEWHERE
    for back in (Retract(t=32.0, n=2), Takeback(t=32.0, n=1)):
        record = folded(set_after_2, over, back)
        assert (record.result, record.reason, record.sets) == (None, None, ())


def test_a_retraction_says_whether_the_position_before_it_goes_too() -> None:
    set_after_2 = PositionSet(t=30.0, n=2, position=ELSEWHERE)
    goes_on = [set_after_2, ply(3, "21", 10, side=Side.BLACK)]
    assert folded(*goes_on, Retract(t=32.0, n=3)).position == ELSEWHERE
    withdrawn = folded(*goes_on, Retract(t=32.0, n=3, with_position=True), ply(3, "65", 2))
    assert (withdrawn.sets, withdrawn.plies[2].move) == ((), "65")


def test_play_goes_on_from_a_position_set() -> None:
    record = folded(PositionSet(t=30.0, n=2, position=ELSEWHERE), ply(3, "21", 10, side=Side.BLACK))
    assert [(one.after_n, one.position) for one in record.sets] == [(2, ELSEWHERE)]
    assert record.position == ELSEWHERE.play(2)


def test_an_accepted_ply_carries_the_position_it_left() -> None:
    record = folded(ply(3, "71", 0, status="accepted_illegal", after=ELSEWHERE))
    assert (record.plies[2].after, record.position) == (ELSEWHERE, ELSEWHERE)


def test_decided_and_over_give_the_result() -> None:
    start = Position((80,) + (0,) * 17, (82, 0), (None, None), Side.WHITE)
    events = [Started(t=0.0, position=start), Decided(t=0.0, result="1-0", reason=Reason.KAZAN_82)]
    assert fold(events).reason is Reason.KAZAN_82
    over = Over(t=9.0, result="1-0", reason=Reason.ARBITER, kazan={"white": 82, "black": 0})
    assert fold([*events, over]).reason is Reason.ARBITER


def test_one_error_is_one_alert() -> None:
    alert = Alert(t=33.0, t_rest=31.0, id=4, code="ball_missing", side=None, otau=(), seen={"total": 161}, expected={})
    better = Alert(
        t=34.0, t_rest=31.0, id=4, code="captured_odd", side=Side.BLACK, otau=(3,), seen={"3": 0}, expected={"3": 9}
    )
    assert [one.code for one in folded(alert).alerts] == ["ball_missing"]
    assert folded(alert, better, Resolved(t=40.0, id=4, how="put_right")).alerts == (
        RecordedAlert(
            id=4, t_rest=31.0, t=34.0, code="captured_odd", side=Side.BLACK, otau=(3,), seen={"3": 0},
            expected={"3": 9}, resolved="put_right",
        ),
    )  # fmt: skip


def test_states_of_the_recorder_change_nothing() -> None:
    calibrated = Calibrated(t=0.0, layout="box", residual_px=0.4, tilt_deg=3.0, white_side=None)
    desync = Desync(t=30.0, n=1, position=Position.start(), seen={})
    finished = Finished(t=99.0, path="game.json")
    assert folded(calibrated, desync, Resync(t=31.0, n=2), finished) == folded()


def test_the_start_may_be_corrected_before_the_first_ply() -> None:
    assert fold([STARTED, Started(t=2.0, position=ELSEWHERE)]).start == ELSEWHERE


@pytest.mark.parametrize(
    ("events", "message"),
    [
        ([], "no game has started"),
        ([ply(1, "76")], "no game has started"),
        ([*OPENING, STARTED], "started comes after ply 2"),
        ([*OPENING, ply(4, "65")], "ply 4 follows ply 2"),
        ([*OPENING, ply(2, "88")], "ply 2 follows ply 2"),
        ([*OPENING, Retract(t=0.0, n=4)], "retract leaves 3 plies of 2"),
        ([*OPENING, Retract(t=0.0, n=0)], "retract leaves -1 plies of 2"),
        ([*OPENING, Takeback(t=0.0, n=3)], "takeback leaves 3 plies of 2"),
        ([*OPENING, Confirmed(t=0.0, n=3, confidence=1.0)], "ply 3 is confirmed, but there are 2"),
        ([*OPENING, PositionSet(t=0.0, n=1, position=ELSEWHERE)], "a position is set after ply 1 of 2"),
        ([*OPENING, Resolved(t=0.0, id=9, how="set")], "alert 9 is resolved, but was never raised"),
    ],
)
def test_events_that_do_not_follow_from_one_another_are_refused(events: list[Event], message: str) -> None:
    with pytest.raises(RecordError, match=message):
        fold(events)


def test_an_event_that_does_not_follow_changes_nothing() -> None:
    folding = Folding()
    for event in OPENING:
        folding.take(event)
    before = folding.record()
    refused = [STARTED, ply(4, "65"), Retract(t=0.0, n=0), Takeback(t=0.0, n=3), Resolved(t=0.0, id=9, how="set")]
    for event in refused:
        with pytest.raises(RecordError):
            folding.take(event)
        assert folding.record() == before
    folding.take(ply(3, "65", 2))
    assert folding.record() != before


def test_plies_and_alerts_name_what_shows_them() -> None:
    alert = Alert(
        t=33.0, t_rest=31.0, id=1, code="unexplained", side=None, otau=(), seen={}, expected={}, evidence=("b.jpg",)
    )
    record = folded(ply(3, "65", 2, evidence=("a.jpg", "b.jpg")), alert)
    assert (record.plies[2].evidence, record.alerts[0].evidence) == (("a.jpg", "b.jpg"), ("b.jpg",))


def test_a_ply_against_the_rules_that_is_not_marked_is_refused() -> None:
    with pytest.raises(IllegalMoveError, match="ply 3: white cannot play otau 5: it is empty"):
        folded(ply(3, "51"))
