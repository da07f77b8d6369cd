"""Tells a feed from a thread of its own, at once or after a delay, so that no slow disk ever holds up the recording."""

from __future__ import annotations

import logging
import math
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Final, Protocol

from board_io.feed import GameStanding
from board_io.worker import Worker
from togyz.saying import sentence_of

BEAT_S: Final = 5.0
"""So often a feed that has nothing to tell says that it lives."""
RETRY_S: Final = 1.0
"""After this time what could not be written is tried again."""

logger = logging.getLogger(__name__)


class Feed(Protocol):
    """What is told how a board stands."""

    def publish(self, standing: GameStanding) -> object:
        """Tells it."""

    def beat(self) -> None:
        """Tells that nothing has changed."""


class FeedRunner(Worker):
    """Publishes how a board stood ``delay_s`` ago, and of several states that are due only the newest: each is whole.

    The queue holds one state for each whole second of the delay at most.

    Args:
        feed: is told; what it raises is logged, and tried again.
        delay_s: so long nobody is to know.
        now: real time in s.
    """

    def __init__(
        self,
        feed: Feed,
        *,
        delay_s: float = 0.0,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__("feed")
        self._feed = feed
        self._delay_s = delay_s
        self._now = now
        self._waiting: deque[tuple[float, GameStanding]] = deque()
        self._said: str | None = None
        self._thread.start()

    def show(self, standing: GameStanding) -> None:
        """Have this told when it is due; never waits."""
        due_s = float(math.ceil(self._now() + self._delay_s)) if self._delay_s else -math.inf
        with self._changed:
            while self._waiting and self._waiting[-1][0] >= due_s:
                self._waiting.pop()
            self._waiting.append((due_s, standing))
            self._changed.notify()

    @property
    def left_s(self) -> float:
        """After this time everything is due; 0 where it is."""
        with self._changed:
            return max(0.0, self._waiting[-1][0] - self._now()) if self._waiting else 0.0

    def _run(self) -> None:
        while True:
            standing = self._next()
            if standing is not None:
                failure = self._attempt(partial(self._feed.publish, standing))
                self._note(failure)
                if failure is not None:
                    self._again(standing)
            elif self._is_closing:
                return
            else:
                self._attempt(self._feed.beat)

    def _next(self) -> GameStanding | None:
        """What is to be told now; None where nothing was for a while, or nothing more is before the end."""
        with self._changed:
            until_s = self._now() + BEAT_S
            while not self._is_due() and not self._is_closing and self._now() < until_s:
                next_s = min([until_s, *(due_s for due_s, _ in list(self._waiting)[:1])])
                self._changed.wait(next_s - self._now())
            newest = None
            while self._is_due():
                newest = self._waiting.popleft()[1]
            return newest

    def _is_due(self) -> bool:
        return bool(self._waiting) and self._waiting[0][0] <= self._now()

    def _again(self, standing: GameStanding) -> None:
        """Keeps what could not be told for another time, unless the next one is due by then, or it was the last."""
        with self._changed:
            retry_s = self._now() + RETRY_S
            if not self._is_closing and not (self._waiting and self._waiting[0][0] <= retry_s):
                self._waiting.appendleft((retry_s, standing))

    def _note(self, failure: Exception | None) -> None:
        """Says once what is wrong, as long as it is the same."""
        said = None if failure is None else sentence_of(failure)
        if said is not None and said != self._said:
            logger.warning(said)
        self._said = said
