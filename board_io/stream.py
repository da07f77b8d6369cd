"""Network streams, decoded by FFmpeg through PyAV: it tells the size of each picture, which OpenCV would hide."""

from __future__ import annotations

import errno
import time
from collections.abc import Callable
from typing import Any, Final

import av
import numpy as np
from av.video.frame import VideoFrame
from av.video.reformatter import VideoReformatter
from av.video.stream import VideoStream

READ_S: Final = 1.5
"""How long a stream may take for a picture, less than is waited for its thread to end; FFmpeg would wait for ever."""
OPTIONS: Final = {"rtsp_transport": "tcp", "fpsprobesize": "0"}
"""RTSP without the lost packets of UDP, and opened in 0.8 s instead of 2, since nobody need know its rate."""


class StreamCapture:
    """A stream that gives each picture in its own size.

    Attributes:
        knobs: none; nothing of a stream can be set.
        fps: its rate; 0 where it does not tell.
        cause: why no more pictures come, where FFmpeg says so.

    Raises:
        av.FFmpegError, OSError: it cannot be opened within ``timeout_s``.
    """

    knobs = None

    def __init__(self, url: str, timeout_s: float, *, now_s: Callable[[], float] = time.monotonic) -> None:
        self._now_s = now_s
        self._container = av.open(url, timeout=(timeout_s, READ_S), options=dict(OPTIONS))
        stream = self._container.streams.best("video")
        if not isinstance(stream, VideoStream) or self._container.format.name == "tty":
            self._container.close()
            raise OSError(errno.ENODATA, "only sound or text")
        # With more threads than one, FFmpeg holds back a picture for each.
        stream.codec_context.thread_count = 1
        self.fps = float(stream.average_rate) if stream.average_rate else 0.0
        self._packets = self._container.demux(stream)
        self._reformatter = VideoReformatter()
        self._frame: VideoFrame | None = None
        self.cause: str | None = None

    @property
    def is_key(self) -> bool:
        """Whether the picture taken was sent whole."""
        return self._frame is not None and bool(self._frame.key_frame)

    def grab(self) -> bool:
        """Wait for the next picture; False where what came is none, or nothing came for ``READ_S``."""
        # Let go of, FFmpeg writes over it: of a JPEG that was cut, the rest is that of the picture before.
        self._frame = None
        began_s = self._now_s()
        try:
            for packet in self._packets:
                waited_s = self._now_s() - began_s
                decoded = packet.decode()
                # FFmpeg keeps a picture of H.264 until the next one begins. What it hands over only because it waits
                # no longer is as old as that, and would pass for a picture of now.
                if waited_s >= READ_S:
                    return False
                if decoded:
                    self._frame, self.cause = decoded[-1], None
                    return True
        except av.FFmpegError as error:
            self.cause = error.strerror
        return False

    def retrieve(self) -> tuple[bool, Any]:
        """The picture taken, (H, W, 3) uint8 BGR, and whether it is whole."""
        if self._frame is None or self._frame.is_corrupt:
            return False, None
        return True, np.asarray(self._reformatter.reformat(self._frame, format="bgr24").to_ndarray(), np.uint8)

    def release(self) -> None:
        """Let go of the connection."""
        self._container.close()
