"""The clock of a recorded game: it follows the events, and is pressed when the board comes to rest after a ply."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from togyz.board import Side
from togyz.clock import ClockState, TimeControl
from togyz.codes import Code
from togyz.events import (
    Alert,
    Calibrated,
    ClockTold,
    Decided,
    Event,
    PlySeen,
    PositionSet,
    Resolved,
    Retract,
    Takeback,
    TimeLow,
)
from togyz.handclock import HandClock
from togyz.outcome import outcome_on_time
from togyz.record import Record
from togyz.recorded import RecordedAlert
from togyz.shownclock import Amiss, PlyTimes, ShownClock, rounded


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


def announcements(clock: ShownClock, record: Record, t: float, *, is_over: bool = False) -> Iterator[Event]:
    """What the clock of a recorded game has to say at source time ``t`` in s; alerts have no number yet.

    A flag brings the result that the rules give for it, where there was none; one that is up again after a correction
    settles its alert. Presses and plies without each other are told while they are so; of a game that is over nothing
    new is told.
    """
    yield from _of_presses(None if is_over else clock.amiss(t), record, t)
    for due in () if is_over else clock.due(t):
        if due.kind == "time_low":
            yield TimeLow(t=t, side=due.side)
            continue
        yield Alert(t=t, id=0, code=Code.FLAG_FELL, side=due.side, otau=(), seen={}, expected={}, t_rest=due.t)
        if record.result is None:
            outcome = outcome_on_time(due.side, record.position, record.rules)
            yield Decided(t=t, result=outcome.result, reason=outcome.reason)
    if not is_over and clock.at(t).flagged is None:
        for alert in record.alerts:
            if alert.code is Code.FLAG_FELL and alert.resolved is None:
                yield Resolved(t=t, id=alert.id, how="set")


def _of_presses(amiss: Amiss | None, record: Record, t: float) -> Iterator[Event]:
    told = [alert for alert in record.alerts if alert.code in (Code.NO_PRESS, Code.PRESS_WITHOUT_MOVE)]
    for alert in told:
        if alert.resolved is None and _amiss_of(alert) != amiss:
            yield Resolved(t=t, id=alert.id, how="put_right")
    if amiss is not None and amiss not in map(_amiss_of, told):
        yield Alert(t=t, id=0, seen={}, expected={}, **amiss._asdict())


def _amiss_of(alert: RecordedAlert) -> tuple[Code, Side | None, tuple[int, ...], float]:
    return alert.code, alert.side, alert.otau, alert.t_rest
