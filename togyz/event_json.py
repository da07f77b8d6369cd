"""Reading events back from the lines of events.jsonl: every field is checked by the type that it has in its event.

What has a default may be missing: an earlier program did not know of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from enum import Enum
from types import NoneType
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

from togyz import events
from togyz.errors import RecordError
from togyz.events import SCHEMA, Event
from togyz.fields import (
    Fields,
    any_object,
    boolean,
    list_of,
    number,
    object_of,
    one_of,
    scalar,
    text,
    whole,
    word_of,
)
from togyz.game import Header
from togyz.json_text import from_json
from togyz.position import Position
from togyz.rules import Rules

Reader = Callable[[object, str], Any]

_SURENESS: Final = frozenset({"confidence", "alternatives", "explanations"})
"""What an event says besides, and what another version of the program finds a little otherwise."""
_WHOLE_MAX: Final = 1_000_000
_NUMBER_MAX: Final = 1e9
_READERS: Final[Mapping[object, Reader]] = {
    int: whole(0, _WHOLE_MAX),
    float: number(-_NUMBER_MAX, _NUMBER_MAX),
    str: text,
    bool: boolean,
    Any: lambda value, _where: value,
    Header: scalar,
    Position: Position.from_dict,
    Rules: Rules.from_dict,
}


def event_from_json(line: str) -> Event:
    """Reads one line of events.jsonl.

    Raises:
        RecordError: it is not JSON, no event that is known, or a field is missing, unknown or of another type.
    """
    try:
        value = from_json(line)
    except ValueError as error:
        raise RecordError(f"the event is not JSON: {error}", line) from error
    name = value.get("event") if isinstance(value, dict) else None
    if not isinstance(name, str) or name not in _EVENTS:
        raise RecordError(f"{name!r} is not an event that is known", line)
    kind, readers, defaulted = _EVENTS[name]
    stored = Fields(value, "", ("schema", "event", *(readers.keys() - defaulted)), defaulted)
    stored.read("schema", one_of((SCHEMA,)))
    return kind(**{field: stored.read(field, reader) for field, reader in readers.items() if field in stored.names})


def says_the_same(stored: str, told: str) -> bool:
    """Whether a line that was stored means what is told now: how sure the program was does not matter.

    Args:
        stored: a JSON object; what it does not name, the program that wrote it did not know of.
        told: a JSON object.
    """
    then, now = from_json(stored), from_json(told)
    if not isinstance(then, dict) or not isinstance(now, dict):
        return False
    return all(name in now and (name in _SURENESS or now[name] == value) for name, value in then.items())


def _readers(kind: type[Event]) -> dict[str, Reader]:
    """The reader of each field."""
    hints = get_type_hints(kind)
    return {one.name: _reader(hints[one.name]) for one in fields(kind)}


def _defaulted(kind: type[Event]) -> frozenset[str]:
    """The fields that may be missing."""
    return frozenset(one.name for one in fields(kind) if (one.default, one.default_factory) != (MISSING, MISSING))


def _reader(hint: Any) -> Reader:
    """What reads a value of a type."""
    if hint in _READERS:
        return _READERS[hint]
    parts = get_args(hint)
    if NoneType in parts:
        return _or_none(_reader(next(part for part in parts if part is not NoneType)))
    if get_origin(hint) is Literal:
        return one_of(parts)
    if get_origin(hint) is tuple:
        return list_of(_reader(parts[0])) if parts[-1] is Ellipsis else _pair(*map(_reader, parts))
    if isinstance(hint, type) and issubclass(hint, Enum):
        return word_of(hint)
    return any_object if parts[1] is Any else object_of(_reader(parts[1]))


def _or_none(reader: Reader) -> Reader:
    return lambda value, where: None if value is None else reader(value, where)


def _pair(first: Reader, second: Reader) -> Reader:
    def read(value: object, where: str) -> tuple[Any, Any]:
        one, other = list_of(lambda part, _where: part, length=2)(value, where)
        return first(one, f"{where}[0]"), second(other, f"{where}[1]")

    return read


_EVENTS: Final = {
    kind.name: (kind, _readers(kind), _defaulted(kind))
    for kind in vars(events).values()
    if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
}
