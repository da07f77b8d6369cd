from __future__ import annotations

from pathlib import Path

import pytest

from togyz.inference.observation import ChangeKind
from tools.evaluation.changes import BoxChange, changes_summary, film_changes
from tools.evaluation.films import Variant


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        (9, 10, ChangeKind.ONE_MORE),
        (0, 2, ChangeKind.TWO_MORE),
        (20, 23, ChangeKind.THREE_MORE),
        (1, 0, ChangeKind.EMPTIED),
        (9, 1, ChangeKind.OTHERWISE),
        (9, 13, ChangeKind.OTHERWISE),
    ],
)
def test_kinds_of_change_are_told_by_both_contents(before: int, after: int, kind: ChangeKind) -> None:
    change = BoxChange(3, before, after, 1.0, None)
    assert change.is_changed
    assert change.true_kind == kind


@pytest.mark.shared
@pytest.mark.slow
def test_changes_of_a_film_are_found(shared: Path, tmp_path: Path) -> None:
    said = changes_summary(film_changes("d1_walnut", Variant(), shared=shared, cache=tmp_path))
    assert said["changed"] > 150
    assert said["found"] >= 0.98 * said["changed"]
    assert said["called_changed"] <= 0.01 * said["unchanged"]
    assert said["kind_right"] >= 0.8 * said["changed_otaus"]
