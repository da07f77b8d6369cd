"""What a recording tells, an event and what stands after it, and to whom."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from board_io.errors import WriteError
from togyz.events import Desync, Event, Finished, Lost, Over, Resync, Retract, Started
from togyz.record import Record, Status
from togyz.saying import say, sentence_of
from togyz.shownclock import ShownClock
from togyz_companion.noted import Noted

logger = logging.getLogger(__name__)


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


class Sinks:
    """Are told in order. None is worth the record: one that raises anything but WriteError is told no more."""

    def __init__(self, sinks: Iterable[Sink]) -> None:
        self._sinks = list(sinks)

    def tell(self, news: News) -> None:
        """Tells all that have not failed."""
        for sink in tuple(self._sinks):
            try:
                sink(news)
            except WriteError as error:
                logger.warning(sentence_of(error))
            except Exception as error:
                logger.warning(say(Noted.NOT_TOLD, fault=sentence_of(error)))
                logger.debug("its failure", exc_info=True)
                self._sinks.remove(sink)


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
