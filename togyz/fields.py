"""Strict reading of JSON objects: every value is checked, every error names its field in one sentence."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection
from enum import Enum
from typing import Any, Final, TypeVar

from togyz.board import Side
from togyz.errors import RecordError
from togyz.misread import Misread
from togyz.saying import say

T = TypeVar("T")
E = TypeVar("E", bound=Enum)

_SHOWN_CHARACTERS: Final = 60


def refuse(where: str, wanted: str, value: object) -> RecordError:
    """The error for the field ``where``, which should be ``wanted`` and is ``value``."""
    text = json.dumps(value, ensure_ascii=False, default=repr)
    shown = text if len(text) <= _SHOWN_CHARACTERS else f"{text[:_SHOWN_CHARACTERS]}..."
    return RecordError(say(Misread.FIELD_WRONG, field=where, wanted=wanted, shown=shown), text=text)


class Fields:
    """One JSON object, read field by field.

    Args:
        value: what stands there.
        where: its name in messages, empty for the document itself.
        required: fields that must be there.
        optional: fields that may be.

    Raises:
        RecordError: ``value`` is no object, lacks a field or has one that is not known.
    """

    def __init__(self, value: object, where: str, required: Collection[str], optional: Collection[str] = ()) -> None:
        if not isinstance(value, dict):
            raise refuse(where or "the document", "an object", value)
        self._values: dict[str, Any] = value
        self._where = where
        for name in required:
            if name not in value:
                raise RecordError(say(Misread.FIELD_MISSING, field=self.path(name)), text=name)
        for name in value:
            if name not in required and name not in optional:
                raise RecordError(say(Misread.FIELD_UNKNOWN, field=self.path(str(name))), text=str(name))

    def path(self, name: str) -> str:
        """The field's full name, as in ``plies[3].landing``."""
        return f"{self._where}.{name}" if self._where else name

    @property
    def names(self) -> tuple[str, ...]:
        """The fields that are there."""
        return tuple(self._values)

    def raw(self, name: str) -> Any:
        """The value as it stands."""
        return self._values[name]

    def read(self, name: str, reader: Callable[[object, str], T]) -> T:
        """The value through ``reader(value, path)``."""
        return reader(self._values[name], self.path(name))

    def maybe(self, name: str, reader: Callable[[object, str], T]) -> T | None:
        """Like :meth:`read`; None where the field is null or absent."""
        return None if self._values.get(name) is None else self.read(name, reader)


def whole(low: int, high: int) -> Callable[[object, str], int]:
    """A reader of whole numbers from ``low`` to ``high``."""

    def read(value: object, where: str) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise refuse(where, f"a whole number from {low} to {high}", value)
        return value

    return read


def number(low: float, high: float) -> Callable[[object, str], float]:
    """A reader of numbers from ``low`` to ``high``."""

    def read(value: object, where: str) -> float:
        if not isinstance(value, int | float) or isinstance(value, bool) or not low <= value <= high:
            raise refuse(where, f"a number from {low:g} to {high:g}", value)
        return float(value)

    return read


def kind_of(kind: type[T], wanted: str) -> Callable[[object, str], T]:
    """A reader of exactly one type; ``wanted`` says in words which."""

    def read(value: object, where: str) -> T:
        if type(value) is not kind:
            raise refuse(where, wanted, value)
        return value

    return read


boolean: Final = kind_of(bool, "true or false")
text: Final = kind_of(str, "a text")
any_object: Final = kind_of(dict, "an object")


def scalar(value: object, where: str) -> str | int | float | bool | None:
    """Reads a value without parts."""
    if value is not None and not isinstance(value, str | int | float):
        raise refuse(where, "a text, a number, true, false or null", value)
    return value


def one_of(words: Collection[T]) -> Callable[[object, str], T]:
    """A reader of one of a few values."""

    def read(value: object, where: str) -> T:
        for word in words:
            if type(value) is type(word) and value == word:
                return word
        raise refuse(where, f"one of {', '.join(map(json.dumps, words))}", value)

    return read


def word_of(kind: type[E]) -> Callable[[object, str], E]:
    """A reader of the values of an enum."""
    words = one_of(tuple(one.value for one in kind))
    return lambda value, where: kind(words(value, where))


side_word: Final = word_of(Side)
"""Reads the word of a side."""


def list_of(reader: Callable[[object, str], T], length: int | None = None) -> Callable[[object, str], tuple[T, ...]]:
    """A reader of lists, of exactly ``length`` values where it is given."""

    def read(value: object, where: str) -> tuple[T, ...]:
        if not isinstance(value, list) or (length is not None and len(value) != length):
            raise refuse(where, "a list" if length is None else f"a list of {length}", value)
        return tuple(reader(one, f"{where}[{n}]") for n, one in enumerate(value))

    return read


def object_of(reader: Callable[[object, str], T]) -> Callable[[object, str], dict[str, T]]:
    """A reader of objects with any fields, all of one kind."""

    def read(value: object, where: str) -> dict[str, T]:
        return {name: reader(one, f"{where}.{name}") for name, one in any_object(value, where).items()}

    return read
