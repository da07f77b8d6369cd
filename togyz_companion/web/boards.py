"""The boards that pages show, and their states as the events of a stream."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Protocol

from sse_starlette import ServerSentEvent

from togyz_companion.live.state import LiveState, Snapshot

RETRY_MS: Final = 1000
"""A browser that lost its stream asks for it anew after this time."""
SENT_MAX: Final = 256
"""More boards than this are not told of at once."""


@lru_cache(SENT_MAX)
def sent(snapshot: Snapshot) -> bytes:
    """A state as an event of a stream: made once for all who listen."""
    return ServerSentEvent(snapshot.text, id=snapshot.id, retry=RETRY_MS).encode()


class Boards(Protocol):
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
