"""The figures below which the recognition must not fall (floors.json), and the comparison with them.

Floors of counting lie some points below what was measured: with a hundred otaus, each is a point, and several stand on
the edge. docs/figures.md tells how all otaus fare.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

FLOORS: dict[str, dict[str, Any]] = json.loads(Path(__file__).with_name("floors.json").read_text(encoding="utf-8"))


def shortfalls(figures: Mapping[str, float], floors: Mapping[str, Mapping[str, float]]) -> list[str]:
    """What is worse than ``at_least`` or ``at_most`` allow, in words; a figure that is missing is not forgiven."""
    low = [(name, floor, "at least") for name, floor in floors["at_least"].items() if figures[name] < floor]
    high = [(name, limit, "at most") for name, limit in floors["at_most"].items() if figures[name] > limit]
    return [f"{name} is {figures[name]:.4g}, should be {words} {limit:g}" for name, limit, words in low + high]
