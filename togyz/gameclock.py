"""The clock of a recorded game: it follows the events, and is pressed when the board comes to rest after a ply."""

from __future__ import annotations

from dataclasses import dataclass, replace

from togyz.board import Side
from togyz.clock import ClockState, TimeControl
from togyz.events import (
    Calibrated,
    ClockTold,
    Event,
    PlySeen,
    PositionSet,
    Retract,
    Takeback,
)
from togyz.handclock import HandClock
from togyz.shownclock import PlyTimes, ShownClock, rounded


@dataclass(frozen=True, slots=True)
class GameClock(ShownClock):
    """A clock that nobody need press; every method returns another one.

    Whoever takes long to let go of the board loses that time, as a player does who forgets to press.

    Attributes:
        after: what the clock showed after 0, 1, 2, ... plies.
        told: what has been announced: its kind and whose it is.
    """

    after: tuple[ClockState, ...]
    told: frozenset[tuple[str, Side]] = frozenset()

    @classmethod
    def start(cls, control: TimeControl, t: float, to_move: Side) -> GameClock:
        """A clock that begins to run at source time ``t`` in s."""
        return cls((ClockState.start(control, t, to_move),))

    @property
    def times(self) -> tuple[PlyTimes, ...]:
        """What it showed when each ply was completed."""
        return tuple(PlyTimes(rounded(state.remaining_s)) for state in self.after[1:])

    def amiss(self, _t: float, /) -> None:
        """Nothing: nobody need press it."""

    @property
    def left(self) -> ClockState:
        """As it was left last."""
        return self.after[-1]

    def followed(self, event: Event) -> GameClock | HandClock:
        """The clock once an event has happened."""
        match event:
            case ClockTold():
                stands = replace(self.after[-1], is_running=False)  # it was pressed by nobody since
                return HandClock(stands, self.times, told=self.told).followed(event)
            case PlySeen():
                before = self.after[event.n - 1]
                passed = before.passed(event.side, max(before.t, event.t_rest))
                return replace(self, after=(*self.after[: event.n], passed))
            case Retract():
                return replace(self, after=self.after[: event.n])
            case Takeback():
                return replace(self, after=(*self.after[: event.n], self.at(event.t).back_to(event.n, event.t)))
            case PositionSet():
                return self._with_last(self.after[-1].turned_to(event.position.to_move))
            case Calibrated():  # another session, whose times begin anew; what passed between does not count
                return self._with_last(replace(self.after[-1], t=event.t))
        return replace(self, told=self.told | self.telling(event))

    def _with_last(self, state: ClockState) -> GameClock:
        return replace(self, after=(*self.after[:-1], state))
