"""Cameras and streams: the newest frame wins, and no fault hangs."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count, pairwise

import cv2
import numpy as np
import pytest

from board_io import worker
from board_io.camera import GRABS_MAX, CameraSource
from board_io.capture import Capture, without_password
from board_io.source import SourceLostError, SourceMissingError, SourceSilentError
from tests.board_io.films import BLUE, GREEN, GREY, RED, flat
from tests.fakes import PATIENCE_S, FakeCapture, MjpegServer, wait_until

SHORT_S = 0.02


@pytest.fixture
def device() -> FakeCapture:
    return FakeCapture()


@contextmanager
def opened(device: FakeCapture, *, read_timeout_s: float = PATIENCE_S) -> Iterator[CameraSource]:
    """The camera on this device, whose first picture is grey."""
    device.prepare(flat(GREY))
    source = CameraSource(
        "0",
        open_timeout_s=PATIENCE_S,
        read_timeout_s=read_timeout_s,
        opener=lambda url, timeout_s: device,
        now_ns=count(1000, 10).__next__,
    )
    with source:
        yield source
        device.end()
    assert device.is_released
    assert not camera_threads()


def camera_threads() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name.startswith("camera")]


def test_frames_come_with_the_time_since_opening_taken_after_the_grab(device: FakeCapture) -> None:
    with opened(device) as source:
        frames = iter(source)
        first = next(frames)
        device.give(flat(RED))
        second = next(frames)
    assert [(frame.seq, frame.t_ns) for frame in (first, second)] == [(0, 10), (1, 20)]
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
    with opened(device) as source:
        assert (source.info.kind, source.info.wh, source.info.fps) == ("camera", (96, 64), 30.0)
        assert (source.info.duration_s, source.info.frames, source.content_hash()) == (None, None, None)


def test_an_unknown_rate_is_none(device: FakeCapture) -> None:
    device.fps = -1.0
    with opened(device) as source:
        assert source.info.fps is None


def test_a_damaged_picture_is_left_out_and_told(device: FakeCapture) -> None:
    with opened(device) as source:
        frames = iter(source)
        next(frames)
        assert source.problem is None
        device.give(None, flat(RED))
        assert next(frames).seq == 2
        assert source.problem == "0 sent 1 damaged pictures, which were left out"


def test_what_cannot_even_be_taken_is_damaged_too(device: FakeCapture) -> None:
    with opened(device) as source:
        frames = iter(source)
        next(frames)
        device.give(*[FakeCapture.UNREADABLE] * (GRABS_MAX - 1), flat(RED))
        assert tuple(next(frames).image_bgr[0, 0]) == RED
        assert source.problem == f"0 sent {GRABS_MAX - 1} damaged pictures, which were left out"


def test_a_camera_of_which_nothing_can_be_taken_is_lost(device: FakeCapture) -> None:
    with opened(device) as source:
        frames = iter(source)
        next(frames)
        device.give(*[FakeCapture.UNREADABLE] * GRABS_MAX)
        with pytest.raises(SourceLostError, match="broke off"):
            next(frames)


def test_frames_are_read_only(device: FakeCapture) -> None:
    with opened(device) as source:
        frame = next(iter(source))
    with pytest.raises(ValueError, match="read-only"):
        frame.image_bgr[0, 0] = 0


def test_a_lost_camera_gives_its_last_frame_and_then_one_error(device: FakeCapture) -> None:
    with opened(device) as source:
        frames = iter(source)
        next(frames)
        device.give(flat(RED), FakeCapture.LOST)
        assert next(frames).seq == 1
        with pytest.raises(SourceLostError, match="broke off"):
            next(frames)
        assert device.is_released


def test_a_silent_camera_is_lost_after_its_time(device: FakeCapture) -> None:
    with opened(device, read_timeout_s=SHORT_S) as source:
        frames = iter(source)
        next(frames)
        with pytest.raises(SourceLostError, match=r"no picture for 0\.02 s"):
            next(frames)


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
        CameraSource("0", open_timeout_s=PATIENCE_S, opener=refuse)


def test_a_driver_that_crashes_is_an_error_at_once_with_its_cause(caplog: pytest.LogCaptureFixture) -> None:
    fault = RuntimeError("a fault of the driver")

    def crash(url: str, timeout_s: float) -> Capture:
        raise fault

    with caplog.at_level(logging.DEBUG), pytest.raises(SourceLostError, match="failed in its driver") as caught:
        CameraSource("0", open_timeout_s=PATIENCE_S, opener=crash)
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
        CameraSource("0", open_timeout_s=SHORT_S, opener=hang)
    assert "stuck in its driver" in caplog.text
    device.prepare(flat(GREY))
    driver.set()
    wait_until(lambda: device.is_released)


def jpegs(*colours: tuple[int, int, int]) -> list[bytes]:
    return [cv2.imencode(".jpg", flat(colour))[1].tobytes() for colour in colours]


def test_an_mjpeg_stream_is_read() -> None:
    with MjpegServer(jpegs(RED, GREEN, BLUE), endless=True) as server:
        with CameraSource(server.url, open_timeout_s=PATIENCE_S) as source:
            assert (source.info.kind, source.info.wh) == ("stream", (96, 64))
            frames = iter(source)
            seen = [next(frames) for _ in range(6)]
        assert not camera_threads()
    assert [frame.seq for frame in seen] == sorted({frame.seq for frame in seen})
    assert all(a.t_ns < b.t_ns for a, b in pairwise(seen))
    shown = {tuple(int(v) for v in np.round(frame.image_bgr[30, 40], -1)) for frame in seen}
    assert shown <= {(40, 40, 220), (40, 220, 40), (220, 40, 40)}


def test_an_mjpeg_stream_that_closes_is_one_error_and_no_hang(capfd: pytest.CaptureFixture[str]) -> None:
    with (
        MjpegServer(jpegs(*[RED] * 20)) as server,
        CameraSource(server.url, open_timeout_s=PATIENCE_S) as source,
        pytest.raises(SourceLostError, match="broke off"),
    ):
        for _ in source:
            pass
    assert not camera_threads()
    assert capfd.readouterr().err == ""


def test_an_mjpeg_stream_goes_on_behind_a_damaged_picture() -> None:
    (whole,) = jpegs(RED)
    with (
        MjpegServer([whole] * 10 + [b"no picture"] + [whole] * 10, endless=True) as server,
        CameraSource(server.url, open_timeout_s=PATIENCE_S) as source,
    ):
        for _ in source:
            if source.problem:
                break
        assert next(iter(source)).image_bgr.shape == (64, 96, 3)


def test_an_mjpeg_stream_that_falls_silent_is_lost_after_its_time() -> None:
    with MjpegServer(jpegs(*[RED] * 20), silent_end=True) as server:
        source = CameraSource(server.url, open_timeout_s=PATIENCE_S, read_timeout_s=0.1)
        with pytest.raises(SourceLostError, match="no picture for"):
            for _ in source:
                pass
    source.close()
    assert not camera_threads()


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
