"""What the record is told of a clock: a fallen flag, and presses that nobody made."""

from __future__ import annotations

from dataclasses import replace

from tests.togyz.games import ply_seen
from togyz.board import Side
from togyz.clock_announcements import announcements
from togyz.codes import Code
from togyz.events import Alert, ClockTold, Event, Started, TimeLow
from togyz.fold import Folding
from togyz.position import Position

W, B = Side.WHITE, Side.BLACK
BEGUN = Started(t=10.0, position=Position.start(), clock="6")
FLAG = Alert(t=9.0, id=1, code=Code.FLAG_FELL, side=W, otau=(), seen={}, expected={}, t_rest=9.0)


def told(t: float, white: float, *, by: Side | None, runs: Side) -> ClockTold:
    return ClockTold(t=t, t_clock=t, by=by, remaining_s=(white, 360.0), to_move=runs, is_running=True)


def announced(events: list[Event], t: float, *, result: str | None = None, is_over: bool = False) -> list[Event]:
    folding = Folding()
    for event in events:
        folding.take(event)
    assert folding.clock is not None
    record = replace(folding.record(), result=result)
    return list(announcements(folding.clock, record, t, is_over=is_over))


def names(*events: Event, t: float, result: str | None = None) -> list[str]:
    return [one.name for one in announced([BEGUN, *events], t, result=result)]


def test_a_flag_decides_only_what_is_open_and_is_settled_when_it_was_a_mistake() -> None:
    low = TimeLow(t=75.0, side=W)
    assert names(low, t=400.0) == ["alert", "decided"]
    assert names(low, t=400.0, result="1-0") == ["alert"]
    assert names(FLAG, t=20.0) == ["resolved"]
    assert names(t=20.0) == []


def test_alerts_of_presses_are_raised_once_and_settled_by_themselves() -> None:
    played = [BEGUN, told(10.0, 360.0, by=None, runs=W), replace(ply_seen(), t_rest=20.0, t=21.0)]
    [alert] = announced(played, 26.0)
    assert isinstance(alert, Alert)
    raised = [*played, replace(alert, id=1)]
    assert announced(raised, 27.0) == []
    assert announced(played, 26.0, is_over=True) == []
    [resolved] = announced([*raised, told(28.0, 342.0, by=W, runs=B)], 28.0)
    assert (resolved.name, resolved.t) == ("resolved", 28.0)
