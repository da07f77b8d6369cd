"""Rings lie on the kumalak by which they were counted, or nowhere."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.drawn import START, board, in_light, noisy, shifted, under_hand, view
from togyz.board import Side
from togyz_companion.live.eye import Counted, Eye, Sight
from vision.reading import OtauReading

READ = noisy(board(), 2.0, 1)
READINGS = (OtauReading(np.zeros(61), np.zeros((0, 2), np.float32), np.zeros(0, np.float32)),) * 18
ONE_SOWN = board([8, 10, *START[2:]])


def sight(image_bgr: NDArray[np.uint8]) -> Sight:
    return Sight(image_bgr, view(), Counted(READ, READINGS))


@pytest.mark.parametrize(
    "later", [lambda: noisy(board(), 2.0, 2), lambda: in_light(READ, 1.15), lambda: in_light(READ, 0.9)]
)
def test_a_board_at_rest_keeps_its_rings(later: Callable[[], NDArray[np.uint8]]) -> None:
    assert sight(later()).readings == READINGS


@pytest.mark.parametrize(
    "later", [lambda: ONE_SOWN, lambda: under_hand(READ, (300, 250), Side.WHITE), lambda: shifted(READ, 3, 0)]
)
def test_a_board_that_moves_has_none_and_its_outline_stays(later: Callable[[], NDArray[np.uint8]]) -> None:
    assert sight(later()).readings == ()
    eye = Eye()
    eye.show(sight(later()))
    assert eye.jpeg() is not None


def test_a_board_that_lies_half_beside_the_picture_is_compared_as_far_as_it_is_seen() -> None:
    aside = replace(view(), outline_px=view().outline_px - np.float32(400))
    assert Sight(READ, aside, Counted(READ, READINGS)).readings == READINGS
