"""Network streams through FFmpeg: every picture in its own size, and what keeps a stream from being opened."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import cv2
import numpy as np
import pytest

from board_io import stream
from board_io.capture import open_capture
from board_io.source import SourceSilentError
from board_io.stream import StreamCapture
from tests.board_io.films import BLUE, RED, flat
from tests.fakes import PATIENCE_S, MjpegServer


def jpeg(colour: tuple[int, int, int], wh: tuple[int, int] = (96, 64)) -> bytes:
    return cv2.imencode(".jpg", cv2.resize(flat(colour), wh))[1].tobytes()


@contextmanager
def opened(
    *parts: bytes, silent_end: bool = False, now_s: Callable[[], float] = lambda: 0.0
) -> Iterator[StreamCapture]:
    with MjpegServer(parts, silent_end=silent_end) as server:
        capture = StreamCapture(server.url, PATIENCE_S, now_s=now_s)
        yield capture
        capture.release()


def test_each_picture_has_its_own_size() -> None:
    with opened(jpeg(RED), jpeg(BLUE, (48, 32)), jpeg(RED)) as capture:
        shown = [capture.retrieve()[1] for _ in range(3) if capture.grab()]
    assert [image.shape for image in shown] == [(64, 96, 3), (32, 48, 3), (64, 96, 3)]
    assert all(np.allclose(image, colour, atol=4) for image, colour in zip(shown, (RED, BLUE, RED), strict=True))


def test_what_is_no_picture_is_none_and_the_next_one_is() -> None:
    with opened(*[jpeg(RED)] * 3, b"no picture", jpeg(BLUE)) as capture:
        assert [capture.grab() for _ in range(5)] == [True, True, True, False, True]
        assert np.allclose(capture.retrieve()[1], BLUE, atol=4)
        assert not any(capture.grab() for _ in range(3)), "the server has hung up"


def test_silence_ends_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "READ_S", 0.05)
    pictures = [jpeg(RED)] * 6  # fewer do not tell FFmpeg what it reads
    with opened(*pictures, silent_end=True) as capture:
        assert [capture.grab() for _ in range(7)] == [*[True] * 6, False]


@pytest.mark.parametrize(("waited_s", "is_new"), [(0.9 * stream.READ_S, True), (stream.READ_S, False)])
def test_a_picture_handed_over_only_when_nobody_waits_any_longer_is_no_new_one(waited_s: float, is_new: bool) -> None:
    times_s = iter([0.0, 0.0, 0.0, waited_s, waited_s, waited_s])
    with opened(*[jpeg(RED)] * 3, now_s=lambda: next(times_s)) as capture:
        assert [capture.grab() for _ in range(3)] == [True, is_new, True]


@pytest.mark.parametrize(
    ("path", "answer", "why"),
    [
        ("video", b"401 Unauthorized\r\nContent-Length: 0\r\n\r\n", "401 Unauthorized"),
        ("video.txt", b"200 OK\r\nContent-Length: 9000\r\n\r\n" + b"no film, " * 1000, "only sound or text"),
        ("video", b"200 OK\r\nContent-Length: 9000\r\n\r\n" + b"no film, " * 1000, "Invalid data"),
    ],
)
def test_why_a_stream_cannot_be_opened_is_told_without_its_password(path: str, answer: bytes, why: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer_once() -> None:
            connection, _ = server.accept()
            with connection:
                connection.recv(4096)
                connection.sendall(b"HTTP/1.1 " + answer)

        thread = threading.Thread(target=answer_once)
        thread.start()
        with pytest.raises(SourceSilentError, match=why) as caught:
            open_capture(f"http://me:secret@127.0.0.1:{server.getsockname()[1]}/{path}", PATIENCE_S)
        thread.join()
    assert "secret" not in str(caught.value)
