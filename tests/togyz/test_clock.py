from __future__ import annotations

from dataclasses import dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from togyz.board import Side
from togyz.clock import LOW_S, ClockError, ClockEvent, ClockState, TimeControl
from togyz.outcome import Reason
from togyz.position import Position
from togyz.rules import Rules

W, B = Side.WHITE, Side.BLACK
TEN_MINUTES = TimeControl(600.0)
EIGHTHS = st.integers(0, 8 * 100).map(lambda eighths: eighths / 8)
"""Seconds whose sums are exact."""


def started(control: TimeControl = TEN_MINUTES) -> ClockState:
    return ClockState.start(control, 10.0)


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("classic", TimeControl(3600.0)),
        ("Rapid", TimeControl(1200.0)),
        (" blitz ", TimeControl(300.0)),
        ("40", TimeControl(2400.0)),
        ("90+30", TimeControl(5400.0, 30.0)),
        ("25d5", TimeControl(1500.0, 0.0, 5.0)),
        ("7+2d3", TimeControl(420.0, 2.0, 3.0)),
    ],
)
def test_time_controls(text: str, control: TimeControl) -> None:
    assert TimeControl.from_string(text) == control


@pytest.mark.parametrize("text", ["", "0", "0+30", "fast", "90+", "+30", "-5", "1e3", "90 + 30", "1000"])
def test_what_is_no_time_control_is_refused(text: str) -> None:
    with pytest.raises(ClockError, match="not a time control"):
        TimeControl.from_string(text)


def test_only_the_side_to_move_loses_time() -> None:
    clock = started().press(W, 17.0).press(B, 20.0).at(21.0)
    assert clock.remaining_s == (600.0 - 7 - 1, 600.0 - 3)
    assert clock.to_move is W


def test_an_increment_comes_with_the_press() -> None:
    clock = started(TimeControl(600.0, increment_s=5.0))
    assert clock.at(17.0).remaining_s == (593.0, 600.0)
    assert clock.press(W, 17.0).remaining_s == (598.0, 600.0)


def test_a_delay_is_there_anew_each_turn_and_is_never_saved() -> None:
    clock = started(TimeControl(600.0, delay_s=5.0))
    assert clock.at(14.0).at(15.0).remaining_s == (600.0, 600.0)
    clock = clock.press(W, 13.0).press(B, 13.5)
    assert clock.at(18.5).remaining_s == (600.0, 600.0)
    assert clock.at(19.5).remaining_s == (599.0, 600.0)


def test_time_stands_during_a_pause() -> None:
    paused = started().pause(12.0)
    assert paused.at(500.0).remaining_s == (598.0, 600.0)
    assert paused.resume(500.0).at(503.0).remaining_s == (595.0, 600.0)


def test_below_five_minutes_is_told_once_for_each_side_at_its_time() -> None:
    clock = started().at(310.0)
    assert clock.events == ()
    clock = clock.at(310.125)
    assert clock.events == (ClockEvent("time_low", W, 310.0),)
    clock = clock.press(W, 320.0).press(B, 621.0).press(W, 630.0).at(640.0)
    assert clock.events == (ClockEvent("time_low", W, 310.0), ClockEvent("time_low", B, 620.0))


def test_a_time_that_the_arbiter_made_low_is_told_when_it_runs() -> None:
    clock = started().set_remaining(W, 100.0, 12.0)
    assert clock.events == ()
    assert clock.at(13.0).events == (ClockEvent("time_low", W, 12.0),)


def test_who_begins_with_five_minutes_need_not_be_told() -> None:
    assert ClockState.start(TimeControl(LOW_S), 0.0).at(200.0).events == ()
    assert ClockState.start(TimeControl(LOW_S + 1), 0.0).at(200.0).events != ()


def test_a_flag_falls_at_its_time_and_the_clock_stands_then() -> None:
    clock = started().press(W, 20.0).at(2000.0)
    assert clock.flagged is B
    assert clock.remaining_s == (590.0, 0.0)
    assert clock.spent_s == (10.0, 600.0)
    assert clock.events[-1] == ClockEvent("flag_fell", B, 620.0)
    assert not clock.is_running
    assert started().press(W, 20.0).at(619.875).flagged is None


def test_a_rest_of_rounding_keeps_no_flag_up() -> None:
    clock = ClockState.start(TimeControl(60.0, delay_s=0.1), 0.3)
    assert clock.at(0.3 + 0.1 + 60.0 + 1e-9).flagged is W


@pytest.mark.parametrize(
    ("kazan", "rules", "result"),
    [
        ((80, 0), Rules(), "0-1"),
        ((81, 0), Rules(), "1/2-1/2"),
        ((82, 0), Rules(), "1-0"),
        ((81, 0), Rules(flag="loss"), "0-1"),
    ],
)
def test_a_flag_is_judged_by_the_kazan(kazan: tuple[int, int], rules: Rules, result: str) -> None:
    position = replace(Position.start(), kazan=kazan)
    assert started().outcome(position, rules) is None
    outcome = started().at(1000.0).outcome(position, rules)
    assert outcome is not None
    assert (outcome.result, outcome.reason) == (result, Reason.KAZAN_82 if kazan[0] == 82 else Reason.FLAG)


def test_taking_back_restores_the_clock_of_that_ply() -> None:
    clock = started(TimeControl(600.0, 2.0)).press(W, 17.0).press(B, 25.0).press(W, 40.0)
    back = clock.back_to(1, 60.0)
    assert (back.to_move, back.remaining_s, back.spent_s, back.t) == (B, (595.0, 600.0), (7.0, 0.0), 60.0)
    assert back.at(61.0).remaining_s == (595.0, 599.0)
    assert back.press(B, 61.0).back_to(0, 62.0).remaining_s == (600.0, 600.0)
    assert clock.pause(41.0).back_to(1, 60.0).at(70.0).remaining_s == (595.0, 600.0)


def test_a_fallen_flag_can_be_put_up_again_by_the_arbiter() -> None:
    clock = started().at(1000.0).set_remaining(W, 60.0, 1001.0)
    assert clock.at(1010.0).remaining_s == (60.0, 600.0)
    assert clock.resume(1010.0).at(1011.0).remaining_s == (59.0, 600.0)


def test_what_cannot_be_done_is_refused() -> None:
    clock = started()
    fallen = clock.at(1000.0)
    for refused, what in [
        (lambda: clock.press(B, 11.0), "white's time runs"),
        (lambda: clock.pause(11.0).press(W, 12.0), "the clock stands"),
        (lambda: fallen.press(W, 1001.0), "the clock stands"),
        (lambda: fallen.resume(1001.0), "white's flag has fallen"),
        (lambda: clock.at(9.0), "does not go back"),
        (lambda: clock.set_remaining(W, 0.0, 11.0), "cannot be set"),
        (lambda: clock.press(W, 11.0).back_to(2, 12.0), "1 plies were completed"),
        (lambda: clock.back_to(-1, 12.0), "0 plies were completed"),
    ]:
        with pytest.raises(ClockError, match=what):
            refused()


@dataclass
class Run:
    """A clock under random use, and what its times must add up to."""

    clock: ClockState
    ran_s: float = 0.0
    presses: tuple[int, int] = (0, 0)

    def use(self, action: str, wait_s: float) -> None:
        before, t = self.clock, self.clock.t + wait_s
        if action == "press" and before.at(t).is_running:
            self.clock = before.press(before.to_move, t)
            white, black = self.presses
            self.presses = (white + (before.to_move is W), black + (before.to_move is B))
        elif action == "resume":
            self.clock = before.resume(t)
        else:
            self.clock = before.pause(t) if action == "pause" else before.at(t)
        self.ran_s += wait_s * before.is_running


ACTIONS = st.lists(st.tuples(st.sampled_from(["press", "press", "at", "pause", "resume"]), EIGHTHS), max_size=30)


@given(actions=ACTIONS, increment=st.integers(0, 60), delay=st.integers(0, 60))
def test_time_is_conserved(actions: list[tuple[str, float]], increment: int, delay: int) -> None:
    run = Run(ClockState.start(TimeControl(6000.0, increment, delay), 0.0))
    for action, wait_s in actions:
        run.use(action, wait_s)
        clock = run.clock
        assert sum(clock.spent_s) == run.ran_s
        for side in Side:
            given_s = 6000.0 + increment * run.presses[side.ix]
            unused = clock.remaining_s[side.ix] + clock.spent_s[side.ix]
            assert given_s <= unused <= given_s + delay * (run.presses[side.ix] + 1)


@given(actions=ACTIONS, pieces=st.integers(1, 7))
def test_how_often_a_clock_is_looked_at_changes_nothing(actions: list[tuple[str, float]], pieces: int) -> None:
    seldom, often = (Run(ClockState.start(TimeControl(310.0, 1.0, 2.0), 0.0)) for _ in range(2))
    for action, wait_s in actions:
        if action == "resume" and seldom.clock.at(seldom.clock.t + wait_s).flagged is not None:
            continue
        seldom.use(action, wait_s)
        for _ in range(pieces):
            often.use("at", wait_s / 8)
        often.use(action, wait_s - pieces * wait_s / 8)
        assert often.clock == seldom.clock


@pytest.mark.parametrize("text", ["60", "25+10", "5d3", "7+2d3"])
def test_a_time_control_is_written_as_it_is_read(text: str) -> None:
    assert str(TimeControl.from_string(text)) == text


def test_a_button_starts_a_clock_that_stands_and_then_changes_turns() -> None:
    stands = ClockState.start(TEN_MINUTES, 0.0).pause(0.0)
    runs = stands.struck(B, 5.0)
    assert (runs.is_running, runs.to_move) == (True, W)
    assert runs.struck(W, 8.0).at(10.0).remaining_s == (597.0, 598.0)
    with pytest.raises(ClockError, match="black cannot press"):
        runs.struck(B, 9.0)
    again = runs.struck(W, 8.0).pause(9.0).struck(B, 20.0)
    assert (again.to_move, again.at(21.0).remaining_s) == (W, (596.0, 599.0))
    with pytest.raises(ClockError, match="stands"):
        runs.at(700.0).struck(B, 700.0)
