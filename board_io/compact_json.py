"""JSON as this program writes it where programs read it: on one line, without spaces."""

from __future__ import annotations

import json


def compact_json(value: object) -> str:
    """The JSON text of a value, the same for equal values.

    Raises:
        ValueError: it holds a number that JSON does not know (NaN, infinity).

    >>> compact_json({"White": "Айгерім", "rev": 7})
    '{"White":"Айгерім","rev":7}'
    """
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
