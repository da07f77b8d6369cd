from __future__ import annotations

import json
from dataclasses import MISSING, fields, replace

import pytest

from tests.togyz.games import ply_seen, position
from togyz import events
from togyz.board import Side
from togyz.errors import RecordError
from togyz.event_json import event_from_json
from togyz.events import Event
from togyz.outcome import Reason
from togyz.rules import Rules

ELSEWHERE = position("9 9 9 9 9 9 9 9 0", "9 9 9 9 9 9 9 9 0", (10, 8), to_move=Side.BLACK)
PLY = ply_seen(n=3, status="accepted_illegal", alternatives=(("21", 0.04), ("65", 0.01)), after=ELSEWHERE)
EVENTS = [
    events.Started(t=1.0, position=ELSEWHERE, rules=Rules(at_82="stop"), headers={"White": "Ә", "session": 1}),
    events.Calibrated(t=0.0, layout="box", residual_px=0.4, tilt_deg=3.0, white_side=None),
    PLY,
    events.Retract(t=2.0, n=2, with_position=True, alerts=(1, 3)),
    events.Confirmed(t=2.0, n=1, confidence=0.9999),
    events.Takeback(t=2.0, n=0),
    events.PositionSet(t=2.0, n=0, position=ELSEWHERE, by="A. Arbiter"),
    events.Corrected(t=2.0, n=1, by="Ә"),
    events.HeadersSet(t=2.0, headers={"White": "Ә", "Round": ""}, by="Ә"),
    events.Accepted(t=2.0, n=1, id=3, by="Ә"),
    events.Alert(
        t=2.0, id=1, code="captured_odd", side=Side.BLACK, otau=(3, 4), seen={"3": 0}, expected={"3": 9}, t_rest=1.0
    ),
    events.Resolved(t=3.0, id=1, how="put_right"),
    events.Desync(
        t=3.0,
        n=0,
        position=ELSEWHERE,
        seen={"white": (9,) * 9, "black": (1,) * 9},
        explanations=({"p": 0.5, "board": "error", "n": 0, "code": "sown_short", "side": "white", "otau": [3]},),
    ),
    events.Resync(t=3.0, n=0),
    events.SideSettled(t=3.0, turned=True),
    events.Decided(t=4.0, result="1-0", reason=Reason.KAZAN_82),
    events.Over(t=4.0, result="1/2-1/2", reason=Reason.DRAW_81, kazan={"white": 81, "black": 81}),
    events.ClockTold(t=4.0, t_clock=3.9, by=Side.WHITE, remaining_s=(59.5, 60.0), to_move=Side.BLACK, is_running=True),
    events.Lapsed(t=4.0, n=3, move=None, by="A. Arbiter"),
    events.TimeLow(t=4.0, side=Side.BLACK),
    events.Drift(t=4.0, px=3.2, deg=-0.4),
    events.Lost(t=4.0, why="source", detail="gone"),
    events.Back(t=9.5, gap_s=1.25),
    events.Finished(t=5.0, path="game.json"),
]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.name)
def test_every_event_is_read_back_as_it_was(event: Event) -> None:
    assert event_from_json(event.to_json()) == event


def test_a_number_that_json_does_not_know_is_neither_written_nor_read() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        events.Drift(t=float("nan"), px=1.0, deg=0.0).to_json()
    for number in ("NaN", "1e999", "-Infinity"):
        with pytest.raises(RecordError, match="not a number that can be kept"):
            event_from_json(f'{{"schema":1,"event":"drift","t":{number},"px":1.0}}')


def test_no_kind_of_event_was_forgotten_here() -> None:
    kinds = {kind for kind in vars(events).values() if isinstance(kind, type) and issubclass(kind, Event)} - {Event}
    assert {type(event) for event in EVENTS} == kinds


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"side": "red"}, 'side must be one of "white", "black"'),
        ({"schema": 2}, "schema must be one of 1"),
        ({"n": "3"}, "n must be a whole number"),
        ({"status": "sure"}, "status must be one of"),
        ({"alternatives": [["21"]]}, r"alternatives\[0\] must be a list of 2"),
        ({"after": {}}, "after.white is missing"),
        ({"more": 1}, "more is not a known field"),
        ({"event": "move"}, "'move' is not an event"),
        ({"event": ["ply"]}, "is not an event"),
        ({"t": 1e12}, "t must be a number"),
    ],
)
def test_a_line_that_is_not_right_is_refused_by_name(changes: dict[str, object], message: str) -> None:
    with pytest.raises(RecordError, match=message):
        event_from_json(json.dumps(PLY.to_dict() | changes))


@pytest.mark.parametrize("field", [one.name for one in fields(PLY) if one.default is MISSING])
def test_no_field_without_a_default_may_be_missing(field: str) -> None:
    line = {name: value for name, value in PLY.to_dict().items() if name != field}
    with pytest.raises(RecordError, match=f"{field} is missing"):
        event_from_json(json.dumps(line))


@pytest.mark.parametrize("line", ["", "{", "[]", "null", '{"schema":1}', "[" * 100_000])
def test_what_is_no_event_is_refused(line: str) -> None:
    with pytest.raises(RecordError, match="event"):
        event_from_json(line)


def test_a_field_that_came_later_may_be_missing() -> None:
    line = {name: value for name, value in PLY.to_dict().items() if name not in {"evidence", "alternatives"}}
    assert event_from_json(json.dumps(line)) == replace(PLY, evidence=(), alternatives=())
