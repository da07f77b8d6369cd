"""A clock that follows the events of a recorded game."""

from __future__ import annotations

from dataclasses import replace

from tests.togyz.games import ply_seen
from togyz.board import Side
from togyz.clock import TimeControl
from togyz.codes import Code
from togyz.events import Alert, Calibrated, Confirmed, Event, PositionSet, Retract, Started, Takeback, TimeLow
from togyz.fold import fold
from togyz.gameclock import GameClock
from togyz.position import Position
from togyz.record import Record

W, B = Side.WHITE, Side.BLACK
SIX_MINUTES = TimeControl(360.0)
ALERT = Alert(t=9.0, id=1, code=Code.FLAG_FELL, side=W, otau=(), seen={}, expected={}, t_rest=9.0)


def ply(n: int, t: float, side: Side | None = None) -> Event:
    return replace(ply_seen(), n=n, t_rest=t, t=t + 1, side=side or (W if n % 2 else B))


def clock_after(*events: Event, control: TimeControl = SIX_MINUTES) -> GameClock:
    clock = GameClock.start(control, 10.0, W)
    for event in events:
        clock = clock.followed(event)
    return clock


def test_each_side_loses_its_own_time_until_the_board_rests() -> None:
    clock = clock_after(ply(1, 15.0), ply(2, 35.0), ply(3, 36.0))
    assert clock.times[-1].clock_s == (354.0, 340.0)
    assert clock.at(40.0).remaining_s == (354.0, 336.0)


def test_an_increment_is_added_at_each_ply() -> None:
    assert clock_after(ply(1, 15.0), control=TimeControl(360.0, 3.0)).times[-1].clock_s == (358.0, 360.0)


def test_what_tells_nothing_of_plies_changes_nothing() -> None:
    clock = clock_after(ply(1, 15.0))
    assert clock.followed(Confirmed(t=20.0, n=1, confidence=1.0)) == clock


def test_a_ply_that_was_misjudged_leaves_no_trace() -> None:
    right = clock_after(ply(1, 15.0), ply(2, 50.0))
    assert clock_after(ply(1, 15.0), ply(2, 30.0), ply(3, 40.0), Retract(t=60.0, n=2), ply(2, 50.0)) == right


def test_a_ply_taken_back_gives_its_time_back_and_the_turn_goes_on_from_there() -> None:
    clock = clock_after(ply(1, 15.0), ply(2, 35.0), Takeback(t=50.0, n=1))
    assert clock.at(50.0).remaining_s == (355.0, 360.0)
    assert clock.followed(ply(2, 57.0)).times[-1].clock_s == (355.0, 353.0)


def test_who_moves_twice_is_given_nothing_and_the_other_s_time_runs_on() -> None:
    clock = clock_after(ply(1, 15.0), ply(2, 25.0, W), ply(3, 30.0, B), control=TimeControl(360.0, 5.0))
    assert clock.times[-1].clock_s == (360.0, 350.0)


def test_a_position_that_is_set_says_whose_time_runs() -> None:
    position = replace(Position.start(), to_move=B)
    assert clock_after(PositionSet(t=12.0, n=0, position=position)).at(20.0).remaining_s == (360.0, 350.0)


def test_between_sessions_nobody_s_time_runs() -> None:
    later = Calibrated(t=2.0, layout="box", residual_px=0.1, tilt_deg=0.0, white_side=None)
    assert clock_after(ply(1, 15.0), later, ply(2, 7.0)).times[-1].clock_s == (355.0, 355.0)


def test_low_time_and_the_flag_are_due_once_at_their_own_time() -> None:
    clock = clock_after()
    assert list(clock.due(69.0)) == []
    assert [(one.kind, one.side, one.t) for one in clock.due(75.0)] == [("time_low", W, 70.0)]
    clock = clock.followed(TimeLow(t=75.0, side=W))
    assert list(clock.due(80.0)) == []
    assert [(one.kind, one.t) for one in clock.due(400.0)] == [("flag_fell", 370.0)]
    assert list(clock.followed(ALERT).due(400.0)) == []


def test_plies_after_a_flag_are_recorded_with_the_time_that_stood() -> None:
    clock = clock_after(ply(1, 15.0), ply(2, 500.0), ply(3, 510.0))
    assert clock.times[-1].clock_s == (355.0, 0.0)
    assert clock.at(510.0).flagged is B


def test_a_record_holds_each_ply_s_times_and_keeps_them() -> None:
    started = Started(t=10.0, position=Position.start(), clock="6")
    record = fold([started, replace(ply_seen(), t_rest=15.0)])
    assert record.plies[0].clock_s == (355.0, 360.0)
    assert '"clock":{"white":355.0,"black":360.0}' in record.to_json()
    assert Record.from_json(record.to_json()) == record
    assert "clock" not in fold([replace(started, clock=None), ply_seen()]).to_json()


def test_a_feed_is_told_whose_time_runs() -> None:
    assert clock_after().to_dict(12.0) == {
        "control": "6", "t": 12.0, "white": 358.0, "black": 360.0, "running": "white",
    }  # fmt: skip
    assert clock_after().to_dict(9999.0)["running"] is None
