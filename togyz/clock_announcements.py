"""What the clock of a recorded game has to say: little time, fallen flags, presses and plies without each other."""

from __future__ import annotations

from collections.abc import Iterator

from togyz.board import Side
from togyz.codes import Code
from togyz.events import Alert, Decided, Event, Resolved, TimeLow
from togyz.outcome import outcome_on_time
from togyz.record import Record
from togyz.recorded import RecordedAlert
from togyz.shownclock import Amiss, ShownClock


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
