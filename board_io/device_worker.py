"""What keeps a device open from a thread of its own: a display, or the buttons of a clock."""

from __future__ import annotations

import logging
from abc import abstractmethod

from board_io.port.errors import DeviceError
from board_io.refusals import Refusal
from board_io.trouble import Trouble
from board_io.worker import Worker
from togyz.saying import say, sentence_of

logger = logging.getLogger(__name__)


class DeviceWorker(Worker):
    """Opens a device, serves it, and opens it anew when it is lost.

    Args:
        name: of the device, as the user gave it, for the log.
        retry_s: pause before it is opened again.
        problem: what is said of it before it was opened.
    """

    def __init__(self, name: str, *, retry_s: float, problem: str | None = None) -> None:
        super().__init__(f"device {name}")
        self._name = name
        self._retry_s = retry_s
        self._problem = problem

    @property
    def problem(self) -> str | None:
        """Why it cannot be used at the moment; None while it works."""
        return self._problem

    def _run(self) -> None:
        while not self._is_closing:
            error = self._attempt(self._open_and_serve)
            if isinstance(error, DeviceError):
                self._note(sentence_of(error))
            elif error is not None:
                failed = say(Trouble.DRIVER, name=self._name)
                self._note(say(Trouble.WITH_CAUSE, what=failed, cause=f"{type(error).__name__}: {error}"))
            if error is not None:
                self._pause(self._retry_s)

    def _pause(self, seconds: float) -> bool:
        """Lets time go by; True as soon as this worker is to close."""
        with self._changed:
            return self._changed.wait_for(lambda: self._is_closing, seconds)

    def _note(self, problem: str | None) -> None:
        """Remembers how the device is, and logs it when that changes."""
        if problem == self._problem:
            return
        self._problem = problem
        if problem:
            logger.warning(say(Refusal.DEVICE, name=self._name, fault=problem))
        else:
            logger.info("%s works", self._name)

    @abstractmethod
    def _open_and_serve(self) -> None:
        """Opens the device and serves it until this worker is to close, or the device is lost."""
