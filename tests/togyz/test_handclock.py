"""A clock that people press: each ply takes its own press, and what lacks the other is told."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce

import pytest

from tests.togyz.games import ply_seen
from togyz.board import Side
from togyz.clock import TimeControl
from togyz.codes import Code
from togyz.events import Calibrated, ClockTold, Event, Retract, Started, Takeback, TimeLow
from togyz.fold import fold
from togyz.gameclock import GameClock
from togyz.handclock import GRACE_S, HandClock
from togyz.position import Position
from togyz.record import Record
from togyz.shownclock import PlyTimes

W, B = Side.WHITE, Side.BLACK
TEN = TimeControl(600.0)


def told(t: float, *, by: Side | None, white: float, black: float, runs: Side | None) -> ClockTold:
    to_move = runs or (by.other if by else W)
    return ClockTold(t=t, t_clock=t, by=by, remaining_s=(white, black), to_move=to_move, is_running=runs is not None)


STARTED = told(10.0, by=None, white=600.0, black=600.0, runs=W)
WHITE_PRESSES = told(21.0, by=W, white=589.0, black=600.0, runs=B)
BLACK_PRESSES = told(31.0, by=B, white=589.0, black=590.0, runs=W)
GAME = [Started(t=5.0, position=Position.start(), clock="10"), STARTED]


def ply(n: int, t: float) -> Event:
    return replace(ply_seen(), n=n, t_rest=t, t=t + 1, side=W if n % 2 else B)


def clock_after(*events: Event) -> HandClock:
    clock = reduce(lambda so_far, event: so_far.followed(event), events, GameClock.start(TEN, 5.0, W).followed(STARTED))
    assert isinstance(clock, HandClock)
    return clock


@pytest.mark.parametrize("events", [(ply(1, 20.0), WHITE_PRESSES), (WHITE_PRESSES, ply(1, 20.0))])
def test_a_ply_takes_its_press_whichever_is_told_first(events: tuple[Event, Event]) -> None:
    clock = clock_after(*events)
    assert clock.times == (PlyTimes((589.0, 600.0), 21.0),)
    assert clock.amiss(99.0) is None


def test_nobody_presses_it_when_the_board_rests() -> None:
    clock = clock_after(ply(1, 20.0))
    assert clock.at(30.0).remaining_s == (580.0, 600.0)
    assert clock.times == (PlyTimes((590.0, 600.0)),)


def test_each_ply_takes_the_press_that_is_nearest() -> None:
    again = told(43.0, by=W, white=577.0, black=590.0, runs=B)
    clock = clock_after(WHITE_PRESSES, ply(1, 20.0), BLACK_PRESSES, ply(2, 30.0), again, ply(3, 45.0))
    assert [one.t_press for one in clock.times] == [21.0, 31.0, 43.0]


def test_a_press_belongs_to_the_later_ply_where_nobody_pressed_after_the_earlier_one() -> None:
    late = told(44.0, by=W, white=566.0, black=600.0, runs=B)
    clock = clock_after(ply(1, 20.0), ply(2, 30.0), ply(3, 43.0), late)
    assert [one.t_press for one in clock.times] == [None, None, 44.0]


def test_a_ply_without_a_press_is_told_after_a_while_and_settled_by_it() -> None:
    clock = clock_after(ply(1, 20.0))
    assert clock.amiss(20.0 + GRACE_S - 0.1) is None
    amiss = clock.amiss(20.0 + GRACE_S)
    assert amiss is not None
    assert (amiss.code, amiss.side, amiss.otau, amiss.t_rest) == (Code.NO_PRESS, W, (7,), 20.0)
    assert clock.followed(told(40.0, by=W, white=570.0, black=600.0, runs=B)).amiss(99.0) is None


def test_while_the_clock_stands_nobody_need_press() -> None:
    assert clock_after(told(15.0, by=None, white=595.0, black=600.0, runs=None), ply(1, 20.0)).amiss(99.0) is None


def test_that_nobody_presses_is_told_though_the_plies_come_fast() -> None:
    clock = clock_after(*(ply(n, 18.0 + 2 * n) for n in range(1, 4)))
    assert clock.amiss(20.0 + GRACE_S - 0.1) is None
    amiss = clock.amiss(20.0 + GRACE_S)
    assert amiss is not None
    assert (amiss.code, amiss.side, amiss.t_rest) == (Code.NO_PRESS, W, 20.0)
    assert clock.followed(ply(4, 26.0)).amiss(40.0) == amiss, "the same alert, while the plies go on"
    assert clock.followed(told(28.0, by=W, white=582.0, black=600.0, runs=B)).amiss(29.0) is None


@pytest.mark.parametrize("after_s", [-1.5, 0.5, 1.9])
def test_who_presses_each_ply_is_never_told(after_s: float) -> None:
    clock = clock_after()
    for n in range(1, 41):
        side, t = W if n % 2 else B, 18.0 + 2 * n
        press = told(t + after_s, by=side, white=500.0, black=500.0, runs=side.other)
        for event in (ply(n, t), press) if after_s > 0 else (press, ply(n, t)):
            clock = clock.followed(event)
            assert clock.amiss(t + 2.0) is None


def test_who_could_not_press_because_of_the_other_has_as_long_from_then() -> None:
    late = told(30.0, by=W, white=580.0, black=600.0, runs=B)
    clock = clock_after(ply(1, 20.0), ply(2, 22.0), late)
    assert clock.amiss(30.0 + GRACE_S - 0.1) is None
    amiss = clock.amiss(30.0 + GRACE_S)
    assert amiss is not None
    assert (amiss.side, amiss.t_rest) == (B, 22.0)


def test_plies_from_before_the_clock_was_started_need_no_press() -> None:
    stands = told(12.0, by=None, white=598.0, black=600.0, runs=None)
    starts = told(26.0, by=None, white=598.0, black=600.0, runs=W)
    clock = clock_after(stands, ply(1, 20.0), ply(2, 24.0), starts)
    assert clock.amiss(90.0) is None
    amiss = clock.followed(ply(3, 28.0)).followed(ply(4, 30.0)).amiss(28.0 + GRACE_S)
    assert amiss is not None
    assert amiss.t_rest == 28.0


def test_a_press_without_a_ply_is_told_after_a_while_and_settled_by_one() -> None:
    clock = clock_after(WHITE_PRESSES)
    assert clock.amiss(21.0 + GRACE_S - 0.1) is None
    amiss = clock.amiss(21.0 + GRACE_S)
    assert amiss is not None
    assert (amiss.code, amiss.side, amiss.t_rest) == (Code.PRESS_WITHOUT_MOVE, W, 21.0)
    assert clock.followed(ply(1, 27.0)).amiss(99.0) is None


def test_a_long_game_keeps_the_press_of_each_ply() -> None:
    events: list[Event] = []
    for n in range(1, 81):
        side = W if n % 2 else B
        events.append(ply(n, 10.0 * n + 10))
        if n % 7:
            events.append(told(10.0 * n + 11, by=side, white=500.0, black=500.0, runs=side.other))
    clock = clock_after(*events)
    assert [one.t_press for one in clock.times] == [10.0 * n + 11 if n % 7 else None for n in range(1, 81)]
    again = clock_after(*events, Retract(t=900.0, n=70), *(ply(n, 10.0 * n + 10) for n in range(70, 81)))
    assert again.times == clock.times


def test_a_ply_that_was_misjudged_gives_its_press_to_the_right_one() -> None:
    wrong = clock_after(ply(1, 20.0), WHITE_PRESSES, Retract(t=25.0, n=1))
    assert wrong.times == ()
    assert wrong.followed(ply(1, 22.0)).times == (PlyTimes((589.0, 600.0), 21.0),)


def test_what_is_taken_back_changes_no_clock_on_the_table() -> None:
    clock = clock_after(ply(1, 20.0), WHITE_PRESSES, Takeback(t=30.0, n=0))
    assert clock.at(31.0).remaining_s == (589.0, 590.0)


def test_presses_of_another_session_belong_to_no_ply_of_this_one() -> None:
    later = Calibrated(t=0.5, layout="box", residual_px=0.1, tilt_deg=0.0, white_side=None)
    clock = clock_after(ply(1, 20.0), WHITE_PRESSES, later, ply(2, 21.5))
    assert [one.t_press for one in clock.times] == [21.0, None]
    assert not clock.at(50.0).is_running
    assert clock.amiss(99.0) is None


def test_a_ply_of_an_earlier_session_that_is_told_again_keeps_its_press() -> None:
    later = Calibrated(t=0.5, layout="box", residual_px=0.1, tilt_deg=0.0, white_side=None)
    told_again = (Retract(t=1.0, n=1), ply(1, 20.0))
    assert clock_after(ply(1, 20.0), WHITE_PRESSES, later, *told_again).times == (PlyTimes((589.0, 600.0), 21.0),)


def test_plies_before_anybody_touched_it_keep_their_times() -> None:
    events = [GAME[0], ply(1, 15.0), told(20.0, by=None, white=500.0, black=500.0, runs=B), ply(2, 25.0)]
    assert [one.clock_s for one in fold(events).plies] == [(590.0, 600.0), (500.0, 495.0)]


def test_the_record_keeps_both_times_of_a_ply() -> None:
    record = fold([*GAME, ply(1, 20.0), WHITE_PRESSES])
    assert (record.plies[0].t, record.plies[0].t_press, record.plies[0].clock_s) == (20.0, 21.0, (589.0, 600.0))
    assert '"t":20.0' in record.to_json()
    assert '"t_press":21.0' in record.to_json()
    assert Record.from_json(record.to_json()) == record


def test_a_flag_that_the_clock_itself_tells_is_announced() -> None:
    flag = told(30.0, by=None, white=0.0, black=600.0, runs=None)
    assert [(one.kind, one.side, one.t) for one in clock_after(TimeLow(t=20.0, side=W), flag).due(30.0)][-1] == (
        "flag_fell", W, 30.0,
    )  # fmt: skip
    assert clock_after(flag).followed(flag).at(31.0).events == clock_after(flag).at(31.0).events
