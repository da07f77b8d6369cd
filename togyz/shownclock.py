"""What every clock of a recorded game can be asked, whoever presses it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from togyz.board import Side
from togyz.clock import ClockEvent, ClockState, Pair
from togyz.codes import Code
from togyz.events import Alert, Event, TimeLow

_DIGITS: Final = 1


class PlyTimes(NamedTuple):
    """What the clock showed at a ply, to tenths, and when it was pressed, in s of the source; None: by nobody."""

    clock_s: Pair
    t_press: float | None = None


class Amiss(NamedTuple):
    """A ply that was not pressed, or a press without a ply: whose, which otau, and when that was."""

    code: Code
    side: Side
    otau: tuple[int, ...]
    t_rest: float


class ShownClock(ABC):
    """A clock that follows the events of a game.

    Attributes:
        told: what has been announced: its kind and whose it is.
    """

    __slots__ = ()
    told: frozenset[tuple[str, Side]]

    @property
    @abstractmethod
    def times(self) -> tuple[PlyTimes, ...]:
        """Of each ply."""

    @property
    @abstractmethod
    def left(self) -> ClockState:
        """As it was left last."""

    @abstractmethod
    def amiss(self, t: float, /) -> Amiss | None:
        """What is wrong with its presses at source time ``t`` in s."""

    def at(self, t: float) -> ClockState:
        """What it shows at source time ``t`` in s."""
        left = self.left
        return left.at(max(t, left.t))

    def due(self, t: float) -> Iterator[ClockEvent]:
        """What is to be announced at ``t`` and has not been."""
        return (one for one in self.at(t).events if (one.kind, one.side) not in self.told)

    def telling(self, event: Event) -> frozenset[tuple[str, Side]]:
        """What an event announces of a clock."""
        match event:
            case TimeLow():
                return frozenset({("time_low", event.side)})
            case Alert() if event.code is Code.FLAG_FELL and event.side is not None:
                return frozenset({("flag_fell", event.side)})
        return frozenset()

    def to_dict(self, t: float) -> dict[str, Any]:
        """The JSON object of a feed: each side's seconds at ``t``, whose time runs then, the time control."""
        now = self.at(t)
        shown = {side.value: rounded(now.remaining_s)[side.ix] for side in Side}
        return {"control": str(now.control), "t": t, **shown, "running": now.to_move.value if now.is_running else None}


def rounded(shown_s: Pair) -> Pair:
    """To tenths."""
    white, black = shown_s
    return round(white, _DIGITS), round(black, _DIGITS)
