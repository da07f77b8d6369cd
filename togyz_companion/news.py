"""What a recording tells: an event, and what stands after it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from togyz.events import Desync, Event, Finished, Lost, Over, Resync, Retract, Started
from togyz.record import Record, Status
from togyz.shownclock import ShownClock


@dataclass(frozen=True, slots=True)
class News:
    """An event and what stands after it.

    Attributes:
        record: before the game has begun, an empty one.
        head: seals what is stored of it, 64 hexadecimal digits; None where nothing is.
        clock: None where the game has none.
    """

    event: Event
    record: Record
    status: Status
    head: str | None = None
    clock: ShownClock | None = None

    @property
    def is_last(self) -> bool:
        """Whether nothing more is recorded."""
        return isinstance(self.event, Finished)


Sink = Callable[[News], object]
"""Is told every event; what it gives back does not matter."""


def status_after(event: Event, before: Status) -> Status:
    """How a recording stands after an event."""
    match event:
        case Started() | Resync():
            return "playing"
        case Desync():
            return "desync"
        case Over():
            return "over"
        case Retract() if before == "over":
            return "playing"
        case Lost(is_end=False):
            return before
        case Lost() | Finished() if before == "playing":
            return "paused"
        case _:
            return before
