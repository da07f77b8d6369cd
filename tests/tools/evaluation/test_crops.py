from __future__ import annotations

from pathlib import Path

import pytest

from tools.evaluation.counts import summary
from tools.evaluation.crops import count_bowls, count_painted, count_photo

pytestmark = pytest.mark.shared


def test_real_bowls_are_counted_without_repeats(shared: Path) -> None:
    counts = list(count_bowls(shared))
    assert len(counts) == 307
    assert {one.truth for one in counts} == set(range(1, 9))


def test_the_real_box_is_counted_at_its_start(shared: Path) -> None:
    said = summary(list(count_photo(shared)))
    assert said["otaus"] == 18


@pytest.mark.slow
def test_kumalak_are_painted_out_of_the_real_box(shared: Path) -> None:
    nines = sum(one.said == one.truth for one in count_photo(shared))
    counts = list(count_painted(shared))
    assert len(counts) == 9 * nines
    assert {one.truth for one in counts} == set(range(9))
