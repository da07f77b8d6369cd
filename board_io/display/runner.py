"""Keeps a display up to date from a thread of its own, so that no display ever holds up the recording."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass

from board_io.display.frame import Display, DisplayError, DisplayFrame
from board_io.worker import Worker

logger = logging.getLogger(__name__)


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


class DisplayRunner(Worker):
    """Opens a display, shows it the newest frame, and opens it anew when it is lost.

    The queue is one frame long: only the newest state is worth showing. ``show`` never waits for the device, ``close``
    shows the last frame if the display works.

    Args:
        opener: opens the display; raises DisplayError while it is not there.
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
        super().__init__(f"display {name}")
        self._opener = opener
        self._name = name
        self._pace = pace
        self._now = now
        self._given_at_s = 0.0
        self._frame: DisplayFrame | None = None
        self._is_fresh = False
        self._problem: str | None = None
        self._thread.start()

    @property
    def problem(self) -> str | None:
        """Why nothing can be shown at the moment; None while the display works."""
        return self._problem

    def show(self, frame: DisplayFrame) -> None:
        """Have this frame shown as soon as the display can, in place of any that still waits."""
        with self._changed:
            self._frame = frame
            self._given_at_s = self._now()
            self._is_fresh = True
            self._changed.notify_all()

    def _run(self) -> None:
        while not self._is_closing:
            error = self._attempt(self._open_and_serve)
            if error is not None:
                is_ours = isinstance(error, DisplayError)
                self._note(str(error) if is_ours else f"its driver failed ({type(error).__name__}: {error})")
                self._pause(self._pace.retry_s)

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

    def _pause(self, seconds: float) -> bool:
        """Let time go by; True as soon as this runner is to close."""
        with self._changed:
            return self._changed.wait_for(lambda: self._is_closing, seconds)

    def _note(self, problem: str | None) -> None:
        """Remember how the display is, and log it when that changes."""
        if problem == self._problem:
            return
        self._problem = problem
        if problem:
            logger.warning("display %s: %s", self._name, problem)
        else:
            logger.info("display %s works", self._name)
