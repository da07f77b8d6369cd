"""Opening cameras and network streams through OpenCV."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Final, Protocol

import cv2

from board_io.source import STREAM_SCHEMES, SourceMissingError, SourceSilentError

WANTED_WH: Final = (1280, 720)
"""Asked of a camera; it may give another size."""


class Capture(Protocol):
    """The part of an open cv2.VideoCapture that is used."""

    def grab(self) -> bool:
        """Wait for the next picture and take it; False: the connection is gone."""

    def retrieve(self) -> tuple[bool, Any]:
        """Decode the picture taken: whether it could be, and (H, W, 3) uint8 BGR."""

    def get(self, prop: int, /) -> float:
        """A property by its cv2.CAP_PROP number; 0 or -1 where it is unknown."""

    def release(self) -> None:
        """Let go of the device."""


def open_capture(url: str, timeout_s: float) -> Capture:
    """Open a camera or stream; may take as long as ``timeout_s`` (a device's driver: longer).

    Raises:
        SourceMissingError: there is no such device.
        SourceSilentError: it is there and cannot be opened.
    """
    if url.startswith(STREAM_SCHEMES):
        capture = _open_stream(url, round(timeout_s * 1000))
        remedy = "check the address, and that both are in the same network"
    else:
        capture = _open_device(url)
        remedy = "check its plug and that no other program uses it"
    if not capture.isOpened():
        raise SourceSilentError(url, f"{without_password(url)} gives no pictures: {remedy}")
    return capture


def without_password(url: str) -> str:
    """The address as it may stand in messages and records: without name and password.

    >>> without_password("rtsp://me:secret@10.0.0.7/live")
    'rtsp://10.0.0.7/live'
    """
    scheme, mark, rest = url.partition("://")
    host, slash, path = rest.partition("/")
    return f"{scheme}{mark}{host.rpartition('@')[2]}{slash}{path}"


def _open_stream(url: str, timeout_ms: int) -> cv2.VideoCapture:
    timeouts = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, timeout_ms, cv2.CAP_PROP_READ_TIMEOUT_MSEC, timeout_ms]
    return cv2.VideoCapture(url, cv2.CAP_FFMPEG, timeouts)


def _open_device(url: str) -> cv2.VideoCapture:
    path = Path(f"/dev/video{url}" if url.isdecimal() else url)
    if sys.platform == "linux" and not path.exists():
        present = ", ".join(str(one) for one in sorted(Path("/dev").glob("video*"))) or "none"
        raise SourceMissingError(url, f"there is no camera {url}: plug it in (cameras found: {present})")
    # By its name, a device is otherwise taken for a file.
    capture = cv2.VideoCapture(int(url)) if url.isdecimal() else cv2.VideoCapture(url, cv2.CAP_V4L2)
    # Uncompressed, USB 2 carries 720p at a few frames a second only.
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, WANTED_WH[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, WANTED_WH[1])
    return capture
