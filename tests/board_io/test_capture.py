"""Streams through OpenCV: what comes only when reading times out is no new picture."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import pytest

from board_io import capture
from board_io.capture import STREAM_READ_MS, StreamCapture


class SlowVideo:
    """A stream that takes so many s for its next picture."""

    def __init__(self, takes_s: float) -> None:
        self.now_s = 7.0
        self.takes_s = takes_s
        self.wanted: Sequence[int] = ()

    def open(self, _url: str, _backend: int, wanted: Sequence[int]) -> SlowVideo:
        self.wanted = wanted
        return self

    def grab(self) -> bool:
        self.now_s += self.takes_s
        return True

    isOpened = retrieve = release = get = set = getBackendName = grab  # noqa: N815 (as OpenCV has them)


@pytest.mark.parametrize(("takes_s", "is_new"), [(0.01, True), (1.4, True), (STREAM_READ_MS / 1000, False)])
def test_a_picture_that_comes_at_the_time_out_is_none(
    monkeypatch: pytest.MonkeyPatch, takes_s: float, *, is_new: bool
) -> None:
    video = SlowVideo(takes_s)
    monkeypatch.setattr(capture.cv2, "VideoCapture", video.open)
    monkeypatch.setattr(capture.time, "monotonic", lambda: video.now_s)
    assert StreamCapture("rtsp://here", 900).grab() is is_new


def test_a_stream_is_opened_and_read_in_time_and_decoded_by_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    video = SlowVideo(0.0)
    monkeypatch.setattr(capture.cv2, "VideoCapture", video.open)
    StreamCapture("rtsp://here", 900)
    assert dict(zip(video.wanted[::2], video.wanted[1::2], strict=True)) == {
        cv2.CAP_PROP_OPEN_TIMEOUT_MSEC: 900,
        cv2.CAP_PROP_READ_TIMEOUT_MSEC: STREAM_READ_MS,
        cv2.CAP_PROP_N_THREADS: 1,
    }
