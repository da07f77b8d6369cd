from __future__ import annotations

from pathlib import Path

import pytest

from tools.evaluation.counts import summary
from tools.evaluation.crops import count_bowls, count_photo

pytestmark = pytest.mark.shared


def test_real_bowls_are_counted_without_repeats(shared: Path) -> None:
    counts = list(count_bowls(shared))
    assert len(counts) == 307
    assert {one.truth for one in counts} == set(range(1, 9))


def test_the_real_box_is_counted_at_its_start(shared: Path) -> None:
    said = summary(list(count_photo(shared)))
    assert said["otaus"] == 18
