"""The names at the edges of the board in the picture."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tests.drawn import HEIGHT, OUTLINE, WIDTH, view
from togyz_companion.live.edges import edges_px


def test_each_side_is_named_beside_its_own_row() -> None:
    edges = edges_px(view(), turned=False)
    assert edges is not None
    (white_x, white_y), (black_x, black_y) = edges["white"], edges["black"]
    assert abs(white_x - WIDTH / 2) < 5
    assert abs(black_x - WIDTH / 2) < 5
    assert OUTLINE[3] < white_y < HEIGHT
    assert 0 < black_y < OUTLINE[1]


def test_a_board_that_turned_out_to_lie_the_other_way_has_its_names_changed() -> None:
    as_calibrated, turned = (edges_px(view(), turned=one) for one in (False, True))
    assert as_calibrated is not None
    assert turned == {"white": as_calibrated["black"], "black": as_calibrated["white"]}


def test_nobody_is_named_while_it_is_open_who_sits_where() -> None:
    assert edges_px(view(), turned=None) is None


def test_a_name_stays_in_the_picture_when_the_board_fills_it() -> None:
    closer = np.diag([2.0, 2.0, 1.0]) @ np.array([[1, 0, -WIDTH / 4], [0, 1, -HEIGHT / 4], [0, 0, 1]])
    filling = replace(view(), H_image_box=closer @ view().H_image_box)
    edges = edges_px(filling, turned=False)
    assert edges is not None
    assert 0.9 * HEIGHT < edges["white"][1] < HEIGHT
    assert 0 < edges["black"][1] < 0.1 * HEIGHT
