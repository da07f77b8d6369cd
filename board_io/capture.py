"""Opening cameras through OpenCV, and network streams."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any, Protocol

import av
import cv2

from board_io.cameras import NAMED, listed_cameras, named_camera
from board_io.device import Knobs, ask_for_pictures
from board_io.source import STREAM_SCHEMES, SourceMissingError, SourceSilentError, UnreadableSourceError
from board_io.stream import StreamCapture
from board_io.trouble import Trouble
from togyz.saying import say


class Capture(Protocol):
    """An open camera or stream."""

    @property
    def knobs(self) -> Knobs | None:
        """What can be set of it; None of a stream."""

    @property
    def fps(self) -> float:
        """Pictures a second; 0 or less, or absurdly many, where that is unknown."""

    @property
    def is_key(self) -> bool:
        """Whether the picture taken was sent whole by an encoder that else leaves out what does not change."""

    @property
    def cause(self) -> str | None:
        """Why no more pictures come; None while they do, and where nobody says."""

    def grab(self) -> bool:
        """Wait for the next picture and take it; False: there was none, and it may be that the connection is gone."""

    def retrieve(self) -> tuple[bool, Any]:
        """Decode the picture taken: whether it could be, and (H, W, 3) uint8 BGR in its own size."""

    def release(self) -> None:
        """Let go of the device."""


class DeviceCapture:
    """A camera at this machine, open in OpenCV."""

    is_key = False
    cause = None

    def __init__(self, video: cv2.VideoCapture) -> None:
        self.knobs = video
        self.fps: float = video.get(cv2.CAP_PROP_FPS)
        self.grab = video.grab
        self.retrieve = video.retrieve
        self.release = video.release


def open_capture(url: str, timeout_s: float) -> Capture:
    """Open a camera or stream; may take as long as ``timeout_s`` (a device's driver: longer).

    Raises:
        SourceMissingError: there is no such device.
        UnreadableSourceError: the system refuses it.
        SourceSilentError: it is there and cannot be opened.
    """
    return _open_stream(url, timeout_s) if url.startswith(STREAM_SCHEMES) else _open_device(url)


def without_password(url: str) -> str:
    """The address as it may stand in messages and records: without name and password.

    >>> without_password("rtsp://me:secret@10.0.0.7/live")
    'rtsp://10.0.0.7/live'
    """
    scheme, mark, rest = url.partition("://")
    host, slash, path = rest.partition("/")
    return f"{scheme}{mark}{host.rpartition('@')[2]}{slash}{path}"


def _open_stream(url: str, timeout_s: float) -> Capture:
    try:
        return StreamCapture(url, timeout_s)
    except (av.FFmpegError, OSError) as error:
        why = say(Trouble.STREAM_SILENT, name=without_password(url))
        if not isinstance(error, av.ExitError):  # nothing came in time, which FFmpeg does not put so
            why = say(Trouble.WITH_CAUSE, what=why, cause=error.strerror)
        raise SourceSilentError(url, why) from error


def _open_device(url: str) -> Capture:
    if url.startswith(NAMED):  # its number may be another one each time
        try:
            url = named_camera(url, listed_cameras())
        except LookupError as error:
            raise SourceMissingError(url, error.args[0]) from error
    path = Path(f"/dev/video{url}" if url.isdecimal() else url)
    if sys.platform == "linux":
        _check_node(url, path)
    # By its name, a device is otherwise taken for a file.
    video = cv2.VideoCapture(int(url)) if url.isdecimal() else cv2.VideoCapture(url, cv2.CAP_V4L2)
    if not video.isOpened():
        raise SourceSilentError(url, say(Trouble.CAMERA_BUSY, name=url))
    ask_for_pictures(video)
    return DeviceCapture(video)


def _check_node(url: str, path: Path) -> None:
    """See what OpenCV would not tell apart."""
    if not path.exists():
        present = ", ".join(str(one) for one in sorted(Path("/dev").glob("video*"))) or "none"
        raise SourceMissingError(url, say(Trouble.NO_CAMERA, url=url, present=present))
    if not os.access(path, os.R_OK | os.W_OK):
        raise UnreadableSourceError(url, say(Trouble.NOT_ALLOWED, url=url))
