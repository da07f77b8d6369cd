"""JSON as this program writes and reads it: on one line, without spaces or numbers that JSON does not know."""

from __future__ import annotations

import json
import math
from typing import Any, NoReturn


def compact_json(value: object) -> str:
    """The JSON text of a value, the same for equal values.

    Raises:
        ValueError: it holds a number that JSON does not know (NaN, infinity).

    >>> compact_json({"White": "Айгерім", "rev": 7})
    '{"White":"Айгерім","rev":7}'
    """
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def from_json(text: str) -> Any:
    """The value of a JSON text.

    Raises:
        ValueError: it is none, holds a number that cannot be kept, or is nested too deeply.

    >>> from_json('{"rev":7}')
    {'rev': 7}
    """
    try:
        return json.loads(text, parse_constant=_refuse_number, parse_float=_finite)
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error


def _finite(digits: str) -> float:
    value = float(digits)
    return value if math.isfinite(value) else _refuse_number(digits)


def _refuse_number(digits: str) -> NoReturn:
    raise ValueError(f"{digits} is not a number that can be kept")
