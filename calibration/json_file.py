"""Reading the JSON of calibrations, layouts and lenses, whoever wrote it."""

from __future__ import annotations

import codecs
from typing import TypeVar

import msgspec

T = TypeVar("T")


class JsonError(Exception):
    """The text is no JSON, or not of the kind wanted; the message says where it is not."""


def decoded(text: bytes, kind: type[T]) -> T:
    """The value of a kind that a JSON text holds; a byte order mark before it does not matter.

    Raises:
        JsonError: there is none.
    """
    try:
        return msgspec.json.decode(text.removeprefix(codecs.BOM_UTF8), type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise JsonError(str(error)) from error
    except RecursionError as error:
        raise JsonError("it is nested too deeply") from error
