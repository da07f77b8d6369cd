from __future__ import annotations

import numpy as np
import pytest

from togyz.board import OTAU_TOTAL
from togyz.inference.observation import BOX_TOTAL, ChangeKind
from vision.change_kind import P_KIND, log_kind


def kinds(before: float, after: float) -> np.ndarray:
    table = log_kind(np.full(OTAU_TOTAL, before), np.full(OTAU_TOTAL, after))
    assert table.shape == (BOX_TOTAL, len(ChangeKind))
    assert not table[OTAU_TOTAL:].any()
    np.testing.assert_allclose(table[:OTAU_TOTAL], np.broadcast_to(table[0], (OTAU_TOTAL, len(ChangeKind))))
    return table[0]


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        (4.0, 5.0, ChangeKind.ONE_MORE),
        (4.0, 6.0, ChangeKind.TWO_MORE),
        (4.0, 7.0, ChangeKind.THREE_MORE),
        (9.0, 0.0, ChangeKind.EMPTIED),
        (0.0, 1.0, ChangeKind.ONE_MORE),
        (9.0, 1.0, ChangeKind.OTHERWISE),
        (4.0, 11.0, ChangeKind.OTHERWISE),
    ],
)
def test_what_is_seen_more_or_less_tells_how_an_otau_changed(before: float, after: float, kind: ChangeKind) -> None:
    row = kinds(before, after)
    assert row.argmax() == kind
    assert row[kind] > max(0, np.delete(row, kind).max() + 0.5)


def test_in_a_heap_less_is_seen_of_what_came_and_it_says_less() -> None:
    few, heap = (kinds(before, before + 2)[[ChangeKind.ONE_MORE, ChangeKind.TWO_MORE]] for before in (4.0, 20.0))
    assert few[1] - few[0] > 5
    assert 0 < heap[1] - heap[0] < 3


@pytest.mark.parametrize("before", [0.0, 5.0, 14.0, 40.0])
def test_no_kind_is_vetoed_and_any_change_stays_as_likely_as_it_was(before: float) -> None:
    for after in np.linspace(0, 50, 101):
        row = kinds(before, after)
        assert P_KIND @ np.exp(row) == pytest.approx(1)
        assert row.min() > -6.5
