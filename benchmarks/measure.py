"""Timing: many runs after a warm-up, told as median and interquartile range."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import median, quantiles

Work = Callable[[], object]


@dataclass(frozen=True)
class Figure:
    """What one benchmark found.

    Attributes:
        name: what was done.
        unit: of ``median`` and ``iqr``.
        runs: that were measured.
        ratio: of the median to that of something measured in the same run, ``to``.
    """

    name: str
    unit: str
    median: float
    iqr: float
    runs: int
    ratio: float | None = None
    to: str | None = None


def timed(works: Iterable[Work], *, warm_up: int, clock: Callable[[], float] = time.thread_time) -> list[float]:
    """Seconds that each piece of work takes, those of the warm-up left out.

    Args:
        works: are done in order; what happens between two of them is not counted.
        warm_up: number of works that are done first.
        clock: by default the CPU time of this thread, which neither other programs nor a decoder's threads add to.
    """
    seconds = []
    for work in works:
        begun = clock()
        work()
        seconds.append(clock() - begun)
    return seconds[warm_up:]


def figure(name: str, unit: str, values: Sequence[float], *, to: Figure | None = None) -> Figure:
    """The figure of two values or more, as a ratio to another one in the same unit."""
    lower, _, upper = quantiles(values, method="inclusive")
    middle = median(values)
    ratio = None if to is None else middle / to.median
    return Figure(name, unit, middle, upper - lower, len(values), ratio, None if to is None else to.name)


def in_ms(seconds: Sequence[float]) -> list[float]:
    """Milliseconds."""
    return [1000 * one for one in seconds]
