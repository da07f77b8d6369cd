from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import count
from unittest.mock import Mock

import pytest

from benchmarks.measure import Figure, Work, figure, timed


def test_the_warm_up_is_done_but_not_told() -> None:
    work = Mock()
    ticks = count()
    # Each work begins and ends on the next tick, so that all last one.
    assert timed([work] * 5, warm_up=2, clock=lambda: float(next(ticks))) == [1.0, 1.0, 1.0]
    assert work.call_count == 5


def test_what_happens_between_two_works_does_not_count() -> None:
    now = [0.0]

    def take(seconds: float) -> None:
        now[0] += seconds

    def works() -> Iterator[Work]:
        for seconds in (1.0, 2.0):
            take(100.0)
            yield partial(take, seconds)

    assert timed(works(), warm_up=0, clock=lambda: now[0]) == [1.0, 2.0]


def test_a_figure_is_median_and_quartiles_and_a_ratio() -> None:
    decode = figure("decode", "ms", [1.0, 2.0, 3.0])
    assert figure("gate", "ms", [1.0, 2.0, 4.0, 8.0, 100.0], to=decode) == Figure(
        "gate", "ms", 4.0, 6.0, 5, 2.0, "decode"
    )
    assert (decode.ratio, decode.to) == (None, None)


def test_no_run_is_no_figure() -> None:
    with pytest.raises(ValueError, match="data point"):
        figure("once", "ms", [])
