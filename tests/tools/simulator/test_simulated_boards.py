"""Boards of the simulator to try the finding of boards on."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

pytest.importorskip("numba", reason="the simulator needs the extra simulate")

from tools.evaluation.simulated_boards import IMAGE_WH, boxes, other_boards


def test_boxes_lie_in_the_picture_and_are_always_the_same() -> None:
    (image, corners), (other, _) = islice(boxes(3), 2)
    assert image.shape == (IMAGE_WH[1], IMAGE_WH[0], 3)
    assert np.all((corners > 0) & (corners < IMAGE_WH))
    assert np.array_equal(image, next(boxes(3))[0])
    assert not np.array_equal(image, other)


def test_other_boards_have_other_columns() -> None:
    names = [name for name, _ in islice(other_boards(3), 6)]
    assert names == ["a plank"] * 5 + ["4 columns"]
