from __future__ import annotations

import numpy as np
import pytest

from togyz.inference.kazans import NUMBERS, log_content
from togyz.inference.observation import KazanSeen

EMPTY = KazanSeen(0.0, 0.1)


def test_alone_it_tells_about_how_many_lie_there():
    few, heap = log_content(KazanSeen(7.1, 0.3), None, None), log_content(KazanSeen(60.0, 1.0), None, None)
    assert few.argmax() == 7
    assert few[7] - few[9] > 2
    assert heap[60] - heap[64] < few[7] - few[11]
    assert heap[60] - heap[64] < heap[60] - heap[54], "a heap hides kumalak, it does not show more than there are"


def test_seen_twice_it_tells_how_many_came():
    """Of 40 only 34 are seen, before and after six more."""
    content = log_content(KazanSeen(40.1, 0.8), KazanSeen(34.0, 0.8), 40)
    assert content.argmax() == 46
    assert content[46] - content[44] > 2
    alone = log_content(KazanSeen(40.1, 0.8), KazanSeen(34.0, 0.8), None)
    assert alone.argmax() < 44


@pytest.mark.parametrize("before", [None, EMPTY])
def test_it_can_never_veto(before):
    content = log_content(KazanSeen(30.0, 0.1), before, 0)
    assert content.max() - content.min() < 10
    assert content.max() - content.min() > 4


def test_nobody_counted_or_it_looks_as_before():
    assert not log_content(None, EMPTY, 0).any()
    assert not log_content(EMPTY, EMPTY, 0).any()
    assert log_content(EMPTY, None, 0).any()
    assert np.shape(log_content(None, None, None)) == NUMBERS.shape
