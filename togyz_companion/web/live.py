"""The newest state of a board, handed from the thread that knows it to any number of pages."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from threading import Lock
from time import monotonic
from typing import Final, Protocol
from zlib import crc32

from sse_starlette import ServerSentEvent

from board_io.atomic import encoded
from board_io.feed import WAITING, state_text

RETRY_MS: Final = 1000
"""A browser that lost its stream asks for it anew after this time."""


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

    @cached_property
    def sent(self) -> bytes:
        """It as an event of a stream: made once for all who listen."""
        return ServerSentEvent(self.text, id=self.id, retry=RETRY_MS).encode()


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


class Shown(Protocol):
    """The boards that pages show."""

    @property
    def hall(self) -> LiveState | None:
        """The list of them; None where there is one only."""

    def board(self, round_no: int | None, board_no: int | None) -> LiveState | None:
        """A board in a round; None for the newest round and for the board that changed last; None if there is none."""


@dataclass(frozen=True, slots=True)
class OneBoard:
    """A board alone: whatever is asked for, it is shown."""

    live: LiveState
    hall: None = None

    def board(self, _round_no: int | None, _board_no: int | None) -> LiveState:
        """This board."""
        return self.live
