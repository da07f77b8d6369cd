"""The clock of a recorded game: it follows the events, and is pressed when the board comes to rest after a ply."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from togyz.board import Side
from togyz.clock import ClockEvent, ClockState, TimeControl
from togyz.codes import Code
from togyz.events import (
    Alert,
    Calibrated,
    Decided,
    Event,
    PlySeen,
    PositionSet,
    Resolved,
    Retract,
    Takeback,
    TimeLow,
)
from togyz.outcome import outcome_on_time
from togyz.record import Record

_DIGITS: Final = 1


@dataclass(frozen=True, slots=True)
class GameClock:
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
    def shown_s(self) -> tuple[float, float]:
        """White's and black's time when the last ply was completed, to tenths."""
        white, black = self.after[-1].remaining_s
        return round(white, _DIGITS), round(black, _DIGITS)

    def followed(self, event: Event) -> GameClock:
        """The clock once an event has happened."""
        match event:
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
            case TimeLow():
                return replace(self, told=self.told | {("time_low", event.side)})
            case Alert() if event.code is Code.FLAG_FELL and event.side is not None:
                return replace(self, told=self.told | {("flag_fell", event.side)})
        return self

    def at(self, t: float) -> ClockState:
        """What it shows at source time ``t`` in s."""
        return self.after[-1].at(max(t, self.after[-1].t))

    def due(self, t: float) -> Iterator[ClockEvent]:
        """What is to be announced at ``t`` and has not been."""
        return (one for one in self.at(t).events if (one.kind, one.side) not in self.told)

    def to_dict(self, t: float) -> dict[str, Any]:
        """The JSON object of a feed: each side's seconds at ``t``, whose time runs then, the time control."""
        now = self.at(t)
        shown = {side.value: round(now.remaining_s[side.ix], _DIGITS) for side in Side}
        return {"control": str(now.control), "t": t, **shown, "running": now.to_move.value if now.is_running else None}

    def _with_last(self, state: ClockState) -> GameClock:
        return replace(self, after=(*self.after[:-1], state))


def announcements(clock: GameClock, record: Record, t: float) -> Iterator[Event]:
    """What the clock of a recorded game has to say at source time ``t`` in s; alerts have no number yet.

    A flag brings the result that the rules give for it, where there was none; one that is up again after a correction
    settles its alert.
    """
    for due in clock.due(t):
        if due.kind == "time_low":
            yield TimeLow(t=t, side=due.side)
            continue
        yield Alert(t=t, id=0, code=Code.FLAG_FELL, side=due.side, otau=(), seen={}, expected={}, t_rest=due.t)
        if record.result is None:
            outcome = outcome_on_time(due.side, record.position, record.rules)
            yield Decided(t=t, result=outcome.result, reason=outcome.reason)
    if clock.at(t).flagged is None:
        for alert in record.alerts:
            if alert.code is Code.FLAG_FELL and alert.resolved is None:
                yield Resolved(t=t, id=alert.id, how="set")
