"""docs/formats.md names every event and every field that is written."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from togyz import events
from togyz.events import Event
from togyz.record import Record
from togyz.recorded import RecordedAlert, RecordedDoubt, RecordedLapse, RecordedPly

TEXT = (Path(__file__).parents[1] / "docs" / "formats.md").read_text(encoding="utf-8")
GAME, EVENTS = TEXT.split("## Events")
KINDS = [kind for kind in vars(events).values() if isinstance(kind, type) and issubclass(kind, Event) and kind.name]
WRITTEN_AS = {"clock_s": "clock"}
ALIKE = {"ply": RecordedPly, "alert": RecordedAlert, "desync": RecordedDoubt}
"""Events whose fields are told where game.json is."""


def named(text: str) -> set[str]:
    return {word for span in re.findall(r"`([^`]+)`", text) for word in re.findall(r"\w+", span)}


def rows(text: str) -> dict[str, str]:
    lines = [line for line in text.splitlines() if line.startswith("| `")]
    return {name: line for line in lines for name in re.findall(r"`(\w+)`", line.split("|")[1])}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_an_event_is_told_with_its_fields(kind: type[Event]) -> None:
    told = named(rows(EVENTS)[kind.name]) | (named(GAME) if kind.name in ALIKE else set())
    assert {one.name for one in fields(kind)} - {"t"} <= told


def test_no_event_is_told_that_there_is_not() -> None:
    assert set(rows(EVENTS)) == {kind.name for kind in KINDS}


@pytest.mark.parametrize("kind", [Record, RecordedPly, RecordedAlert, RecordedLapse, RecordedDoubt])
def test_a_field_of_a_game_is_told(kind: type) -> None:
    assert {WRITTEN_AS.get(one.name, one.name) for one in fields(kind)} <= named(GAME)
