"""The newest state of a board, handed from the thread that knows it to any number of readers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from threading import Lock
from time import monotonic
from zlib import crc32

from board_io.atomic import encoded
from board_io.feed import WAITING, state_text


@dataclass(frozen=True)
class Snapshot:
    """A whole state as JSON, its number, and when it was published (``time.monotonic``, s)."""

    rev: int
    text: str
    at_s: float

    @cached_property
    def id(self) -> str:
        """Names this very text, also among those of other programs, whose numbers may begin anew."""
        return f"{self.rev}-{crc32(encoded(self.text)):08x}"


class LiveState:
    """One writer, many readers. A reader that is slow gets the newest state and misses those between: each is whole.

    Attributes:
        is_heard: whether who publishes is still there.
    """

    def __init__(self, first: Mapping[str, object] = WAITING) -> None:
        """Begin with a state to be told until there is another one."""
        self._lock = Lock()
        self._newest = Snapshot(0, state_text(0, first), monotonic())
        self.is_heard = True
        self._is_closed = False
        self._waiting: set[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = set()

    @property
    def newest(self) -> Snapshot:
        """What was published last."""
        return self._newest

    def publish(self, state: Mapping[str, object]) -> None:
        """Replace the state; never waits for a reader. Any thread may call this."""
        rev = self._newest.rev + 1
        self.take(Snapshot(rev, state_text(rev, state), monotonic()))

    def take(self, snapshot: Snapshot) -> None:
        """Replace the state by one that was numbered elsewhere; the same as :meth:`publish` otherwise."""
        with self._lock:
            self._newest = snapshot
            self._wake()

    def close(self) -> None:
        """End every reader's stream. Any thread may call this."""
        with self._lock:
            self._is_closed = True
            self._wake()

    async def snapshots(self, known: str | None = None) -> AsyncIterator[Snapshot]:
        """The state now, unless it is the ``known`` one, and every time it is replaced, until ``close``."""
        is_new = asyncio.Event()
        reader = (asyncio.get_running_loop(), is_new)
        with self._lock:
            self._waiting.add(reader)
        try:
            while not self._is_closed:
                is_new.clear()
                newest = self._newest
                if newest.id != known:
                    known = newest.id
                    yield newest
                await is_new.wait()
        finally:
            with self._lock:
                self._waiting.discard(reader)

    def _wake(self) -> None:
        for loop, is_new in self._waiting:
            with suppress(RuntimeError):  # that loop has just been closed
                loop.call_soon_threadsafe(is_new.set)
