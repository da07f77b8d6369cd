"""A camera's film, kept in short segments that play whatever happens to the program."""

from __future__ import annotations

import logging
from collections import deque
from functools import partial
from pathlib import Path
from typing import Final

import av
from av.container import OutputContainer
from av.video.stream import VideoStream

from board_io.clip import even_sided, h264_stream, video_frame
from board_io.kept_files import KeptFiles
from board_io.refusals import Refusal
from board_io.source import SEGMENT_SUFFIX
from board_io.worker import Worker
from togyz.saying import say, sentence_of
from vision.frame import Frame

SEGMENT_S: Final = 10.0
SEGMENT_BYTES: Final = 8_000_000
"""Room that a segment needs: 10 s of a board at 720p take 2 (d1)."""
WAITING_MAX: Final = 12
"""Frames that wait to be encoded: 2.8 MB each at 720p."""
FPS_MAX: Final = 15.0
X264: Final = {"preset": "superfast", "crf": "23", "tune": "zerolatency", "g": "30", "threads": "1"}
"""No frame waits in the encoder for later ones: a crash loses none."""
MPEGTS: Final = {"flush_packets": "1", "mpegts_flags": "initial_discontinuity"}
"""Every frame is handed to the system at once; where segments meet no reader takes the break for damage."""
_TIME_EPS_S: Final = 1e-6

logger = logging.getLogger(__name__)


class FilmKeeper(Worker):
    """Writes frames into numbered segments of about ten seconds, in a thread of its own.

    A frame for which there is no time is dropped, and what cannot be written is left out until the next segment may
    begin; ``left_out`` counts both, and the first time it is warned. The recording goes on.

    Args:
        files: the folder they are kept in, empty; the oldest segments go.
    """

    def __init__(self, files: KeptFiles) -> None:
        super().__init__("film")
        self.left_out = 0
        self._files = files
        self._waiting: deque[Frame] = deque()
        self._taken_s = float("-inf")
        self._segment: _Segment | None = None
        self._pause_until_s = float("-inf")
        self._number = 0
        self._thread.start()

    def put(self, frame: Frame) -> None:
        """Has a frame written; all have one size, and even sides but for a last row or column that is left out."""
        if frame.t_s < self._taken_s + 1 / FPS_MAX - _TIME_EPS_S:
            return
        self._taken_s = frame.t_s
        with self._changed:
            if len(self._waiting) >= WAITING_MAX:
                self._leave_out("the machine is too slow for it")
                return
            self._waiting.append(frame)
            self._changed.notify_all()

    def _run(self) -> None:
        while (frame := self._next()) is not None:
            error = self._attempt(partial(self._write, frame))
            if error is not None:
                self._pause_until_s = frame.t_s + SEGMENT_S
                self._leave_out(sentence_of(error))
                self._end_segment()
        self._end_segment()

    def _next(self) -> Frame | None:
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._is_closing)
            return self._waiting.popleft() if self._waiting else None

    def _write(self, frame: Frame) -> None:
        if frame.t_s < self._pause_until_s:
            self.left_out += 1
            return
        if self._segment is not None and frame.t_s >= self._segment.first_s + SEGMENT_S:
            self._end_segment()
        if self._segment is None:
            self._number += 1
            name = f"{self._number:06}{SEGMENT_SUFFIX}"
            self._files.make_room(name, SEGMENT_BYTES)
            self._segment = _Segment(self._files.path / name, frame)
        self._segment.write(frame)

    def _end_segment(self) -> None:
        segment, self._segment = self._segment, None
        if segment is None:
            return
        error = self._attempt(segment.close)
        if error is not None:
            self._leave_out(sentence_of(error))

    def _leave_out(self, why: str) -> None:
        if not self.left_out:
            logger.warning(say(Refusal.FILM_LEFT_OUT, fault=why))
        self.left_out += 1


class _Segment:
    """One file, which begins with a whole picture."""

    def __init__(self, path: Path, first: Frame) -> None:
        self.first_s = first.t_s
        self._container: OutputContainer = av.open(path, "w", format="mpegts", options=MPEGTS)
        self._stream: VideoStream = h264_stream(self._container, even_sided(first.image_bgr), X264)

    def write(self, frame: Frame) -> None:
        self._container.mux(self._stream.encode(video_frame(even_sided(frame.image_bgr), frame.t_ns)))

    def close(self) -> None:
        try:
            self._container.mux(self._stream.encode(None))
        finally:
            self._container.close()
