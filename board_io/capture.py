"""Opening cameras and network streams through OpenCV."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Any, Final, Protocol

import cv2

from board_io.cameras import NAMED, listed_cameras, named_camera
from board_io.device import Knobs, ask_for_pictures
from board_io.source import STREAM_SCHEMES, SourceMissingError, SourceSilentError, UnreadableSourceError
from board_io.trouble import Trouble
from togyz.saying import say

STREAM_READ_MS: Final = 1500
"""How long a stream may take for a picture, less than is waited for its thread to end; FFmpeg would wait 30 s."""


class Capture(Knobs, Protocol):
    """The part of an open cv2.VideoCapture that is used."""

    def grab(self) -> bool:
        """Wait for the next picture and take it; False: the connection is gone."""

    def retrieve(self) -> tuple[bool, Any]:
        """Decode the picture taken: whether it could be, and (H, W, 3) uint8 BGR."""

    def release(self) -> None:
        """Let go of the device."""


class StreamCapture:
    """A stream that gives no picture that is older than it seems."""

    def __init__(self, url: str, timeout_ms: int) -> None:
        # With more threads than one, FFmpeg holds back a picture for each.
        wanted = {
            cv2.CAP_PROP_OPEN_TIMEOUT_MSEC: timeout_ms,
            cv2.CAP_PROP_READ_TIMEOUT_MSEC: STREAM_READ_MS,
            cv2.CAP_PROP_N_THREADS: 1,
        }
        self._video = cv2.VideoCapture(url, cv2.CAP_FFMPEG, [number for pair in wanted.items() for number in pair])
        self.isOpened = self._video.isOpened
        self.retrieve = self._video.retrieve
        self.release = self._video.release
        self.get = self._video.get
        self.set = self._video.set
        self.getBackendName = self._video.getBackendName

    def grab(self) -> bool:
        """Wait for the next picture; what comes at the time-out the decoder had held back, and it is none."""
        began_s = time.monotonic()
        return self._video.grab() and 1000 * (time.monotonic() - began_s) < STREAM_READ_MS


def open_capture(url: str, timeout_s: float) -> Capture:
    """Open a camera or stream; may take as long as ``timeout_s`` (a device's driver: longer).

    Raises:
        SourceMissingError: there is no such device.
        UnreadableSourceError: the system refuses it.
        SourceSilentError: it is there and cannot be opened.
    """
    if url.startswith(STREAM_SCHEMES):
        capture: StreamCapture | cv2.VideoCapture = StreamCapture(url, round(timeout_s * 1000))
        trouble = Trouble.STREAM_SILENT
    else:
        capture = _open_device(url)
        trouble = Trouble.CAMERA_BUSY
    if not capture.isOpened():
        raise SourceSilentError(url, say(trouble, name=without_password(url)))
    return capture


def without_password(url: str) -> str:
    """The address as it may stand in messages and records: without name and password.

    >>> without_password("rtsp://me:secret@10.0.0.7/live")
    'rtsp://10.0.0.7/live'
    """
    scheme, mark, rest = url.partition("://")
    host, slash, path = rest.partition("/")
    return f"{scheme}{mark}{host.rpartition('@')[2]}{slash}{path}"


def _open_device(url: str) -> cv2.VideoCapture:
    if url.startswith(NAMED):  # its number may be another one each time
        try:
            url = named_camera(url, listed_cameras())
        except LookupError as error:
            raise SourceMissingError(url, error.args[0]) from error
    path = Path(f"/dev/video{url}" if url.isdecimal() else url)
    if sys.platform == "linux":
        _check_node(url, path)
    # By its name, a device is otherwise taken for a file.
    capture = cv2.VideoCapture(int(url)) if url.isdecimal() else cv2.VideoCapture(url, cv2.CAP_V4L2)
    ask_for_pictures(capture)
    return capture


def _check_node(url: str, path: Path) -> None:
    """See what OpenCV would not tell apart."""
    if not path.exists():
        present = ", ".join(str(one) for one in sorted(Path("/dev").glob("video*"))) or "none"
        raise SourceMissingError(url, say(Trouble.NO_CAMERA, url=url, present=present))
    if not os.access(path, os.R_OK | os.W_OK):
        raise UnreadableSourceError(url, say(Trouble.NOT_ALLOWED, url=url))
