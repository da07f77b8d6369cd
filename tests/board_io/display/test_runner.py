"""Keeping a display up to date, whatever it does."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from dataclasses import replace

import pytest

from board_io import worker
from board_io.display import matrixorbital, s7s, serlcd
from board_io.display.frame import DisplayFrame
from board_io.display.runner import DisplayRunner, Pace
from board_io.port.errors import DeviceLostError
from tests.fakes import PATIENCE_S, FakeDisplay, wait_until
from togyz.clock import ClockState, TimeControl

SOON_S = 0.001


def frame(kumalak: int) -> DisplayFrame:
    return DisplayFrame((kumalak, 0), None)


def lost() -> DeviceLostError:
    return DeviceLostError("fake:", "the display is lost")


def display_threads() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name.startswith("device")]


@pytest.fixture
def display() -> Iterator[FakeDisplay]:
    display = FakeDisplay()
    yield display
    display.gate.set()
    wait_until(lambda: not display_threads())
    assert display.closed == display.opened


def running(display: FakeDisplay, *, resend_s: float = PATIENCE_S) -> DisplayRunner:
    return DisplayRunner(display.open, name="fake", pace=Pace(resend_s=resend_s, retry_s=SOON_S, rest_s=0))


def test_a_frame_is_shown_once(display: FakeDisplay) -> None:
    with running(display) as show:
        show.show(frame(1))
        wait_until(lambda: display.shown)
    assert display.shown == [frame(1)]


def test_only_the_newest_frame_waits_for_a_slow_display(display: FakeDisplay) -> None:
    display.gate.clear()
    with running(display) as show:
        show.show(frame(1))
        assert display.is_waiting.wait(PATIENCE_S)
        for kumalak in range(2, 1000):
            show.show(frame(kumalak))
        display.gate.set()
        wait_until(lambda: len(display.shown) == 2)
    assert display.shown == [frame(1), frame(999)]


def test_the_last_frame_is_shown_before_the_end(display: FakeDisplay) -> None:
    with running(display) as show:
        show.show(frame(7))
    assert display.shown[-1:] == [frame(7)]


def test_nothing_is_shown_before_there_is_a_state(display: FakeDisplay) -> None:
    with running(display, resend_s=SOON_S):
        wait_until(lambda: display.opened)
    assert display.shown == []


def test_the_state_is_sent_again_and_again(display: FakeDisplay) -> None:
    with running(display, resend_s=SOON_S) as show:
        show.show(frame(1))
        wait_until(lambda: len(display.shown) >= 3)
    assert set(display.shown) == {frame(1)}


def test_a_display_that_is_not_there_yet_gets_the_newest_state(display: FakeDisplay) -> None:
    display.faults.extend([lost(), lost()])
    with running(display) as show:
        show.show(frame(1))
        wait_until(lambda: display.shown)
    assert display.shown == [frame(1)]
    assert display.opened == 1


def test_a_lost_display_is_opened_anew_and_shown_the_state(
    display: FakeDisplay, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO), running(display) as show:
        show.show(frame(1))
        wait_until(lambda: display.shown)
        display.faults.extend([lost(), lost(), lost()])
        show.show(frame(2))
        wait_until(lambda: len(display.shown) == 2)
    assert display.shown == [frame(1), frame(2)]
    assert display.opened == 2
    assert caplog.text.count("the display is lost") == 1
    assert caplog.text.count("fake works") == 1


def test_a_driver_that_crashes_is_opened_anew(display: FakeDisplay, caplog: pytest.LogCaptureFixture) -> None:
    display.faults.append(ZeroDivisionError("a fault of the driver"))
    with caplog.at_level(logging.DEBUG), running(display) as show:
        show.show(frame(1))
        wait_until(lambda: display.shown)
    assert display.shown == [frame(1)]
    assert "failed in its driver: check its plug (ZeroDivisionError: a fault of the driver)" in caplog.text
    assert "Traceback" in caplog.text


def test_the_problem_can_be_asked_for(display: FakeDisplay) -> None:
    def absent() -> FakeDisplay:
        raise lost()

    with DisplayRunner(absent, name="fake", pace=Pace(retry_s=SOON_S)) as show:
        wait_until(lambda: show.problem == "the display is lost")
    with running(display) as show:
        show.show(frame(1))
        wait_until(lambda: display.shown)
        assert show.problem is None


def test_a_display_that_hangs_holds_up_nobody(
    display: FakeDisplay, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(worker, "JOIN_TIMEOUT_S", SOON_S)
    display.gate.clear()
    with caplog.at_level(logging.WARNING), running(display) as show:
        show.show(frame(1))
        assert display.is_waiting.wait(PATIENCE_S)
        show.show(frame(2))
    assert "stuck in its driver" in caplog.text
    assert display_threads()


def test_two_frames_are_a_while_apart_but_for_the_last_one(display: FakeDisplay) -> None:
    with DisplayRunner(display.open, name="fake", pace=Pace(rest_s=PATIENCE_S)) as show:
        show.show(frame(1))
        wait_until(lambda: display.shown)
        show.show(frame(2))
        show.show(frame(3))
        assert display.shown == [frame(1)]
    assert display.shown == [frame(1), frame(3)]


def test_without_a_pause_the_next_frame_is_shown_at_once(display: FakeDisplay) -> None:
    with running(display) as show:
        show.show(frame(1))
        wait_until(lambda: display.shown)
        show.show(frame(2))
        wait_until(lambda: len(display.shown) == 2)


def test_no_display_is_sent_more_than_ten_frames_a_second_or_waits_long_for_one() -> None:
    pace = Pace()
    assert 1 / pace.rest_s <= 10
    assert pace.resend_s + pace.retry_s + max(kind.SETTLE_S for kind in (s7s, serlcd, matrixorbital)) <= 3


def test_a_display_that_starts_slowly_is_shown_the_newest_frame_then(display: FakeDisplay) -> None:
    display.settle_s = SOON_S
    with running(display) as show:
        for kumalak in range(100):
            show.show(frame(kumalak))
        wait_until(lambda: display.shown[-1:] == [frame(99)])


def test_closing_waits_for_no_display_that_starts(display: FakeDisplay) -> None:
    display.settle_s = PATIENCE_S
    with running(display) as show:
        wait_until(lambda: display.opened)
        show.show(frame(1))
    assert not display_threads()
    assert display.shown == [frame(1)]


def test_a_clock_goes_on_while_nothing_happens(display: FakeDisplay) -> None:
    seconds = iter(range(1000))
    timed = replace(frame(1), clock=ClockState.start(TimeControl(300), 0.0))
    with DisplayRunner(
        display.open, name="fake", pace=Pace(resend_s=SOON_S, rest_s=0), now=lambda: float(next(seconds))
    ) as show:
        show.show(timed)
        wait_until(lambda: len(display.shown) >= 3)
    assert [shown.clock.remaining_s for shown in display.shown[:3] if shown.clock] == [
        (299, 300),
        (298, 300),
        (297, 300),
    ]
