"""Keeps a display up to date from a thread of its own, so that no display ever holds up the recording."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass

from board_io.device_worker import DeviceWorker
from board_io.display.frame import Display, DisplayFrame


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """How often a display is told something.

    A device that was pulled out is right after ``resend_s``, ``retry_s`` and the time that it takes to start: 3 s.

    Attributes:
        resend_s: the newest frame is sent again after this time without a new one; clocks go by it.
        retry_s: pause before a lost display is opened again.
        rest_s: least pause between two frames; most displays need nearly as long to receive one.
    """

    resend_s: float = 1.0
    retry_s: float = 0.5
    rest_s: float = 0.1


class DisplayRunner(DeviceWorker):
    """Opens a display, shows it the newest frame, and opens it anew when it is lost.

    The queue is one frame long: only the newest state is worth showing. ``show`` never waits for the device, ``close``
    shows the last frame if the display works.

    Args:
        opener: opens the display; raises DeviceError while it is not there.
        name: for the log.
        pace: how often it is told something.
        now: real time in s.
    """

    def __init__(
        self,
        opener: Callable[[], Display],
        *,
        name: str,
        pace: Pace = Pace(),
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(name, retry_s=pace.retry_s)
        self._opener = opener
        self._pace = pace
        self._now = now
        self._given_at_s = 0.0
        self._frame: DisplayFrame | None = None
        self._is_fresh = False
        self._thread.start()

    def show(self, frame: DisplayFrame) -> None:
        """Have this frame shown as soon as the display can, in place of any that still waits."""
        with self._changed:
            self._frame = frame
            self._given_at_s = self._now()
            self._is_fresh = True
            self._changed.notify_all()

    def _open_and_serve(self) -> None:
        with closing(self._opener()) as display:
            display.settle(self._pause)
            self._serve(display)

    def _serve(self, display: Display) -> None:
        with self._changed:
            # A display just opened knows nothing yet.
            self._is_fresh = self._frame is not None
        while (frame := self._next()) is not None:
            display.show(frame)
            self._note(None)
            self._pause(self._pace.rest_s)

    def _next(self) -> DisplayFrame | None:
        """The newest frame, at once if it is new, else when it is time to send it again; None at the end."""
        with self._changed:
            while True:
                self._changed.wait_for(lambda: self._is_fresh or self._is_closing, self._pace.resend_s)
                if self._is_closing and not self._is_fresh:
                    return None
                self._is_fresh = False
                if self._frame is not None:
                    return self._frame.after(self._now() - self._given_at_s)
