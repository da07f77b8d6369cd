"""What reads or writes a device in a thread of its own."""

from __future__ import annotations

import logging
import threading
from abc import abstractmethod
from collections.abc import Callable
from typing import Final

from board_io.closable import Closable
from board_io.refusals import Refusal
from togyz.saying import say

JOIN_TIMEOUT_S: Final = 2.0
"""More than the time-out of a display's write; a driver that takes longer is left to itself."""

logger = logging.getLogger(__name__)


class Worker(Closable):
    """A thread that runs ``_run`` until ``close``.

    ``_changed`` guards what it shares with others, and tells them of changes; ``_is_closing`` asks it to end.

    Args:
        name: of the thread, and for the log.
    """

    def __init__(self, name: str) -> None:
        self._changed = threading.Condition()
        self._is_closing = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def close(self) -> None:
        """Have the thread end and wait for it, in bounded time; a second call does nothing."""
        with self._changed:
            self._is_closing = True
            self._changed.notify_all()
        self._thread.join(JOIN_TIMEOUT_S)
        if self._thread.is_alive():
            logger.warning(say(Refusal.STUCK, name=self._thread.name))

    def _attempt(self, act: Callable[[], object]) -> Exception | None:
        """Does something, and gives back what it raised, of whatever kind: nobody else hears of it in a thread."""
        try:
            act()
        except Exception as error:
            logger.debug("%s failed", self._thread.name, exc_info=True)
            return error
        return None

    @abstractmethod
    def _run(self) -> None:
        """Works, and lets nothing be raised: nobody would hear of it."""
