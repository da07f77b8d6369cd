"""Cameras and network streams as sources: a thread reads all the time, and the newest frame wins."""

from __future__ import annotations

import itertools
import logging
import time
from collections.abc import Callable, Iterator
from typing import Final

import cv2

from board_io.capture import Capture, open_capture, without_password
from board_io.source import STREAM_SCHEMES, SourceError, SourceInfo, SourceLostError, SourceSilentError
from board_io.worker import Worker
from vision.frame import Frame

READ_TIMEOUT_S: Final = 5.0
"""Longer than the stalls of 3 s that a record must survive."""
GRABS_MAX: Final = 10
"""So many grabs may fail in a row before the connection is taken to be gone: FFmpeg fails one at a damaged picture."""

logger = logging.getLogger(__name__)


class CameraSource(Worker):
    """A camera or a network stream, opened and read by a thread of its own.

    Frames carry monotonic time since it was opened, taken right after the grab. The queue is one frame long: one that
    nobody fetched in time is replaced by the next, ``dropped`` counts it and ``seq`` jumps.

    Raises:
        SourceError: it gave no frame within ``open_timeout_s``; of the kind that says why.
    """

    def __init__(
        self,
        url: str,
        *,
        open_timeout_s: float,
        read_timeout_s: float = READ_TIMEOUT_S,
        opener: Callable[[str, float], Capture] = open_capture,
        now_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._name = without_password(url)
        super().__init__(f"camera {self._name}")
        self.dropped = 0
        self._url = url
        self._opener = opener
        self._open_timeout_s = open_timeout_s
        self._read_timeout_s = read_timeout_s
        self._now_ns = now_ns
        self._damaged = 0
        self._newest: Frame | None = None
        self._opened: SourceInfo | None = None
        self._error: SourceError | None = None
        self._thread.start()
        self.info = self._await_opening()

    @property
    def problem(self) -> str | None:
        """How many pictures came damaged so far; None while there are none."""
        return f"{self._name} sent {self._damaged} damaged pictures, which were left out" if self._damaged else None

    def content_hash(self) -> None:
        """None: live pictures have no content of their own to name them by."""

    def __iter__(self) -> Iterator[Frame]:
        """Frames until ``close``.

        Raises:
            SourceLostError: the connection broke, or nothing came for ``read_timeout_s``.
        """
        while (frame := self._fetch()) is not None:
            yield frame

    def _await_opening(self) -> SourceInfo:
        timeout_s = self._open_timeout_s
        with self._changed:
            self._changed.wait_for(lambda: self._opened or self._error, timeout_s)
            opened, error = self._opened, self._error
        if opened is None:
            self.close()
            raise error or SourceSilentError(
                self._name, f"{self._name} gave no picture in {timeout_s:g} s: check that it is on and not in use"
            )
        return opened

    def _fetch(self) -> Frame | None:
        """The newest frame, once; None after ``close``."""
        with self._changed:
            self._changed.wait_for(lambda: self._newest or self._error or self._is_closing, self._read_timeout_s)
            frame, self._newest = self._newest, None
            if self._is_closing:
                return None
            if frame is None:
                raise self._error or self._lost(f"gave no picture for {self._read_timeout_s:g} s")
            return frame

    def _run(self) -> None:
        try:
            self._read_until_closed()
        except SourceError as error:
            self._end(error)
        except Exception as error:  # no one calls a thread: whatever a driver raises is handed to the reader
            logger.debug("the driver of %s failed", self._name, exc_info=True)
            lost = self._lost("failed in its driver")
            lost.__cause__ = error
            self._end(lost)

    def _end(self, error: SourceError) -> None:
        with self._changed:
            self._error = error
            self._changed.notify_all()

    def _read_until_closed(self) -> None:
        capture = self._opener(self._url, self._open_timeout_s)
        try:
            self._read(capture)
        finally:
            capture.release()

    def _read(self, capture: Capture) -> None:
        opened_ns = self._now_ns()
        for seq in itertools.count():
            passed_over = self._grab(capture)
            t_ns = self._now_ns() - opened_ns
            if self._is_closing:
                return
            is_whole, image = capture.retrieve()
            self._damaged += passed_over + (not is_whole)
            if is_whole:
                image.flags.writeable = False
                self._publish(Frame(image, t_ns, seq, self._name), capture)

    def _grab(self, capture: Capture) -> int:
        """Waits for the next picture and says how many damaged ones it passed over."""
        for failed in range(GRABS_MAX):
            if capture.grab() or self._is_closing:
                return failed
        raise self._lost("broke off")

    def _publish(self, frame: Frame, capture: Capture) -> None:
        with self._changed:
            self.dropped += self._newest is not None
            self._newest = frame
            if self._opened is None:
                self._opened = self._describe(frame, capture)
            self._changed.notify_all()

    def _describe(self, frame: Frame, capture: Capture) -> SourceInfo:
        height, width = frame.image_bgr.shape[:2]
        fps = capture.get(cv2.CAP_PROP_FPS)
        return SourceInfo(
            kind="stream" if self._url.startswith(STREAM_SCHEMES) else "camera",
            wh=(width, height),
            fps=fps if fps > 0 else None,
            duration_s=None,
            frames=None,
            description=f"{self._name}: {width} x {height}",
        )

    def _lost(self, what: str) -> SourceLostError:
        return SourceLostError(self._name, f"{self._name} {what}: check its cable or network, then record anew")
