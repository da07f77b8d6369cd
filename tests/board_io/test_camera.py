"""Cameras and streams: the newest frame wins, and no fault hangs."""

from __future__ import annotations

import logging
import socket
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise, product

import cv2
import numpy as np
import pytest

from board_io import worker
from board_io.camera import GRABS_MAX, CameraSource, Patience
from board_io.capture import Capture, without_password
from board_io.outage import CameraState, Fault, Outage
from board_io.source import SourceLostError, SourceMissingError, SourceSilentError
from tests.board_io.films import BLUE, GREEN, GREY, RED, flat
from tests.board_io.test_picture_watch import FAULTY, Image, shot
from tests.fakes import PATIENCE_S, FakeCapture, MjpegServer, wait_until

SHORT_S = 0.02
QUICK = Patience(open_s=PATIENCE_S, reopen_s=0.001, reopen_max_s=0.002, beat_s=0.005)


class Clock:
    """Monotonic time that stands still unless the test moves it."""

    def __init__(self) -> None:
        self.now_s = 5.0

    def __call__(self) -> int:
        return round(self.now_s * 1e9)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def device() -> FakeCapture:
    return FakeCapture()


@contextmanager
def opened(
    device: FakeCapture, *more: FakeCapture, clock: Clock | None = None, first: Image | None = None
) -> Iterator[CameraSource]:
    """The camera on this device, whose first picture is grey; opened again, it is the next one, or else not there."""
    device.prepare(flat(GREY) if first is None else first)
    devices: Sequence[FakeCapture] = (device, *more)
    waiting = iter(devices)

    def open_next(url: str, _timeout_s: float) -> Capture:
        if (found := next(waiting, None)) is None:
            raise SourceMissingError(url, "there is no camera 0")
        return found

    source = CameraSource("0", patience=QUICK, opener=open_next, now_ns=clock or Clock())
    with source:
        try:
            yield source
        finally:
            for one in devices:
                one.end()
    assert device.is_released
    assert source.state is CameraState.CLOSED
    assert not camera_threads()


def camera_threads() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name.startswith("camera")]


def test_frames_come_with_the_time_since_opening_taken_after_the_grab(device: FakeCapture, clock: Clock) -> None:
    with opened(device, clock=clock) as source:
        frames = iter(source)
        first = next(frames)
        clock.now_s += 0.25
        device.give(flat(RED))
        second = next(frames)
    assert [(frame.seq, frame.t_s) for frame in (first, second)] == [(0, 0.0), (1, 0.25)]
    assert tuple(second.image_bgr[0, 0]) == RED
    assert first.source == "0"


def test_the_newest_frame_wins_and_drops_are_counted(device: FakeCapture) -> None:
    with opened(device) as source:
        device.give(flat(RED), flat(GREEN), flat(BLUE))
        frame = next(iter(source))
        assert (frame.seq, tuple(frame.image_bgr[0, 0])) == (3, BLUE)
        assert source.dropped == 3
        device.give(flat(RED))
        assert next(iter(source)).seq == 4
        assert source.dropped == 3


def test_what_a_camera_says_of_itself(device: FakeCapture) -> None:
    device.settings[cv2.CAP_PROP_FPS] = 30.0
    with opened(device) as source:
        assert (source.info.kind, source.info.wh, source.info.fps) == ("camera", (96, 64), 30.0)
        assert (source.info.duration_s, source.info.frames, source.content_hash()) == (None, None, None)


@pytest.mark.parametrize("rate", [-1.0, 0.0, 90_000.0])
def test_an_unknown_rate_is_none(device: FakeCapture, rate: float) -> None:
    device.settings[cv2.CAP_PROP_FPS] = rate
    with opened(device) as source:
        assert source.info.fps is None


def test_an_attempt_that_took_long_is_followed_by_the_next_at_once(device: FakeCapture, clock: Clock) -> None:
    device.prepare(flat(GREY))
    patience = Patience(open_s=PATIENCE_S, notice_s=1000.0, reopen_s=500.0, reopen_max_s=500.0, beat_s=0.005)
    again = FakeCapture()
    again.prepare(flat(RED))
    waiting = iter([device, again])
    with CameraSource("0", patience=patience, opener=lambda *_: next(waiting), now_ns=clock) as source:
        frames = iter(source)
        next(frames)
        clock.now_s += 600.0
        device.end()
        moment = next(one for one in frames if not isinstance(one, Outage))
        assert tuple(moment.image_bgr[0, 0]) == RED
        again.end()


def test_a_damaged_picture_is_left_out_and_told(device: FakeCapture) -> None:
    with opened(device) as source:
        frames = iter(source)
        next(frames)
        assert source.problem is None
        device.give(None, flat(RED))
        assert next(frames).seq == 2
        assert source.problem == "0 sent damaged pictures, which were left out: 1"


def test_what_cannot_even_be_taken_is_damaged_too(device: FakeCapture) -> None:
    with opened(device) as source:
        frames = iter(source)
        next(frames)
        device.give(*[FakeCapture.UNREADABLE] * (GRABS_MAX - 1), flat(RED))
        assert tuple(next(frames).image_bgr[0, 0]) == RED
        assert source.problem == f"0 sent damaged pictures, which were left out: {GRABS_MAX - 1}"


def test_frames_are_read_only(device: FakeCapture) -> None:
    with opened(device) as source:
        frame = next(iter(source))
    with pytest.raises(ValueError, match="read-only"):
        frame.image_bgr[0, 0] = 0


@pytest.mark.parametrize("ending", [[FakeCapture.LOST], [FakeCapture.UNREADABLE] * GRABS_MAX])
def test_a_camera_that_breaks_off_is_told_and_goes_on_when_it_is_back(
    device: FakeCapture, clock: Clock, ending: list[str]
) -> None:
    back = FakeCapture()
    with opened(device, back, clock=clock) as source:
        moments = iter(source)
        next(moments)
        clock.now_s += 1.0
        device.give(flat(RED), *ending)
        last = next(moments)
        assert tuple(last.image_bgr[0, 0]) == RED
        broke = next(moments)
        clock.now_s += 0.5
        outage = next(moments)
        assert isinstance(broke, Outage)
        assert isinstance(outage, Outage)
        assert (broke.fault, broke.t_s, broke.lasted_s) == ("gone", 1.0, 0.0)
        assert (outage.fault, outage.t_s, outage.lasted_s) == ("gone", 1.5, 0.5)
        assert "check its plug" in outage.detail
        assert device.is_released
        back.prepare(flat(GREEN))
        again = next(moment for moment in moments if not isinstance(moment, Outage))
    assert tuple(again.image_bgr[0, 0]) == GREEN
    assert (again.seq, again.t_s) == (2, 1.5)
    assert back.is_released


def test_a_camera_that_cannot_be_opened_again_is_an_outage_that_says_why(device: FakeCapture, clock: Clock) -> None:
    with opened(device, clock=clock) as source:
        moments = iter(source)
        next(moments)
        device.give(FakeCapture.LOST)
        wait_until(lambda: "there is no camera 0" in next(moments).detail)


def test_an_outage_that_is_over_before_anybody_looks_is_told_all_the_same(device: FakeCapture) -> None:
    back = FakeCapture()
    with opened(device, back) as source:
        moments = iter(source)
        next(moments)
        device.prepare(FakeCapture.LOST)
        back.give(flat(GREEN))
        outage, frame = next(moments), next(moments)
    assert isinstance(outage, Outage)
    assert tuple(frame.image_bgr[0, 0]) == GREEN


def test_an_outage_without_an_end_is_a_loss(device: FakeCapture, clock: Clock) -> None:
    with opened(device, clock=clock) as source:
        moments = iter(source)
        next(moments)
        device.give(FakeCapture.LOST)
        clock.now_s += QUICK.give_up_s - 1
        assert isinstance(next(moments), Outage)
        clock.now_s += 1
        with pytest.raises(SourceLostError, match="is gone"):
            next(moments)


def test_a_silent_camera_is_an_outage_after_its_time_and_no_more_with_its_next_picture(
    device: FakeCapture, clock: Clock
) -> None:
    with opened(device, clock=clock) as source:
        moments = iter(source)
        next(moments)
        clock.now_s += QUICK.notice_s
        assert next(moments).fault == "silent"
        clock.now_s += 1.5
        device.give(flat(RED))
        frame = next(moments)
        assert (frame.seq, frame.t_s) == (1, QUICK.notice_s + 1.5)


@pytest.mark.parametrize("fault", FAULTY)
def test_pictures_with_a_fault_are_never_handed_on_and_the_camera_is_opened_anew(
    device: FakeCapture, clock: Clock, fault: Fault
) -> None:
    back = FakeCapture()
    with opened(device, back, clock=clock, first=shot(0)) as source:
        moments = iter(source)
        next(moments)
        device.give(FAULTY[fault](1), FAULTY[fault](2))
        assert not device.is_released
        clock.now_s += QUICK.notice_s
        device.give(FAULTY[fault](3))
        outage = next(moments)
        assert (type(outage), outage.fault) == (Outage, fault)
        wait_until(lambda: device.is_released)
        back.give(shot(1))
        assert np.array_equal(next(moment for moment in moments if not isinstance(moment, Outage)).image_bgr, shot(1))


def test_a_camera_keeps_its_light_when_it_is_told_to_and_after_it_was_opened_anew(
    device: FakeCapture, caplog: pytest.LogCaptureFixture
) -> None:
    device.settings |= {cv2.CAP_PROP_AUTO_EXPOSURE: 3.0, cv2.CAP_PROP_EXPOSURE: 157.0, cv2.CAP_PROP_FOCUS: 30.0}
    back = FakeCapture(settings={cv2.CAP_PROP_AUTO_EXPOSURE: 3.0, cv2.CAP_PROP_EXPOSURE: 80.0})
    with opened(device, back) as source:
        source.hold_light(is_held=True)
        device.give(flat(RED))
        assert device.settings[cv2.CAP_PROP_AUTO_EXPOSURE] == 1.0
        device.give(FakeCapture.LOST)
        back.give(flat(GREEN))
        assert (back.settings[cv2.CAP_PROP_AUTO_EXPOSURE], back.settings[cv2.CAP_PROP_EXPOSURE]) == (1.0, 157.0)
        source.hold_light(is_held=False)
        back.give(flat(RED))
        assert back.settings[cv2.CAP_PROP_AUTO_EXPOSURE] == 3.0
    assert caplog.messages == ["0 may change by itself (its driver does not keep it): white balance, focus"]


def test_a_driver_that_says_yes_and_does_nothing_is_found_out(
    device: FakeCapture, caplog: pytest.LogCaptureFixture
) -> None:
    device.settings |= {cv2.CAP_PROP_AUTO_EXPOSURE: 3.0, cv2.CAP_PROP_EXPOSURE: 157.0}
    device.obeys = False
    with opened(device) as source:
        source.hold_light(is_held=True)
        device.give(flat(RED))
    assert "exposure" in caplog.text


@pytest.mark.parametrize(("before", "after"), list(product(CameraState, CameraState)))
def test_a_camera_goes_only_from_one_state_to_those_that_may_follow(before: CameraState, after: CameraState) -> None:
    legal = {"opening live", "opening broken", "live broken", "broken opening", "opening closed", "live closed"}
    if f"{before.value} {after.value}" in legal | {"broken closed"}:
        assert before.to(after) is after
    else:
        with pytest.raises(ValueError, match=f"{before.value} cannot become {after.value}"):
            before.to(after)


def test_closing_from_another_thread_ends_the_frames(device: FakeCapture) -> None:
    with opened(device) as source:
        frames = iter(source)
        next(frames)
        closer = threading.Thread(target=source.close)
        closer.start()
        assert next(frames, None) is None
        device.end()
        closer.join(PATIENCE_S)
        assert not camera_threads()


def test_the_error_of_opening_is_raised_at_once() -> None:
    def refuse(url: str, timeout_s: float) -> Capture:
        raise SourceMissingError(url, "there is no camera 0")

    with pytest.raises(SourceMissingError):
        CameraSource("0", patience=QUICK, opener=refuse)


@pytest.mark.parametrize(("cause", "told"), [("Invalid data", "(Invalid data)"), (None, "same network")])
def test_a_stream_without_a_first_picture_is_told_with_its_address(cause: str | None, told: str) -> None:
    device = FakeCapture()
    device.cause = cause
    device.prepare(FakeCapture.LOST)
    with pytest.raises(SourceSilentError) as refused:
        CameraSource("http://me:secret@10.0.0.7/film.mp4", opener=lambda *_: device)
    assert "http://10.0.0.7/film.mp4 gives no pictures: check the address" in str(refused.value)
    assert str(refused.value).endswith(told)


def test_a_driver_that_crashes_is_an_error_at_once_with_its_cause(caplog: pytest.LogCaptureFixture) -> None:
    fault = RuntimeError("a fault of the driver")

    def crash(url: str, timeout_s: float) -> Capture:
        raise fault

    with caplog.at_level(logging.DEBUG), pytest.raises(SourceLostError, match="failed in its driver") as caught:
        CameraSource("0", patience=QUICK, opener=crash)
    assert caught.value.__cause__ is fault
    assert "Traceback" in caplog.text


def test_a_camera_that_never_opens_is_given_up(
    device: FakeCapture, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(worker, "JOIN_TIMEOUT_S", SHORT_S)
    driver = threading.Event()

    def hang(url: str, timeout_s: float) -> Capture:
        driver.wait(PATIENCE_S)
        return device

    with caplog.at_level(logging.WARNING), pytest.raises(SourceSilentError, match=r"no picture in 0\.02 s"):
        CameraSource("0", patience=Patience(open_s=SHORT_S), opener=hang)
    assert "stuck in its driver" in caplog.text
    device.prepare(flat(GREY))
    driver.set()
    wait_until(lambda: device.is_released)


def jpegs(*colours: tuple[int, int, int]) -> list[bytes]:
    return [cv2.imencode(".jpg", flat(colour))[1].tobytes() for colour in colours]


def test_an_mjpeg_stream_is_read() -> None:
    with MjpegServer(jpegs(RED, GREEN, BLUE), endless=True) as server:
        with CameraSource(server.url, patience=QUICK) as source:
            assert (source.info.kind, source.info.wh) == ("stream", (96, 64))
            frames = iter(source)
            seen = [next(frames) for _ in range(6)]
        assert not camera_threads()
    assert [frame.seq for frame in seen] == sorted({frame.seq for frame in seen})
    assert all(a.t_ns < b.t_ns for a, b in pairwise(seen))
    shown = {tuple(int(v) for v in np.round(frame.image_bgr[30, 40], -1)) for frame in seen}
    assert shown <= {(40, 40, 220), (40, 220, 40), (220, 40, 40)}


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("rtsp://me:secret@10.0.0.7/live?a=b@c", "rtsp://10.0.0.7/live?a=b@c"),
        ("http://phone:8080/video", "http://phone:8080/video"),
        ("/dev/video0", "/dev/video0"),
        ("0", "0"),
    ],
)
def test_a_password_is_never_shown(url: str, shown: str) -> None:
    assert without_password(url) == shown


def test_an_rtsp_server_that_never_answers_is_given_up_by_its_driver_too() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"rtsp://127.0.0.1:{server.getsockname()[1]}/live"
        with pytest.raises(SourceSilentError, match="no picture"):
            CameraSource(url, patience=Patience(open_s=0.3))
    # FFmpeg itself would hold the thread for 30 s.
    wait_until(lambda: not camera_threads(), patience_s=5.0)
