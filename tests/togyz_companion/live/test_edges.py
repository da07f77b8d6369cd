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


def test_a_row_at_the_picture_s_rim_is_named_beyond_its_last_otau() -> None:
    taller = np.array([[0.8, 0, WIDTH / 10], [0, 1.25, -HEIGHT / 8], [0, 0, 1]])
    edges = edges_px(replace(view(), H_image_box=taller @ view().H_image_box), turned=False)
    assert edges is not None
    (white_x, white_y), (black_x, black_y) = edges["white"], edges["black"]
    assert white_x > WIDTH / 10 + 0.8 * (OUTLINE[2] - 20)
    assert black_x < WIDTH / 10 + 0.8 * (OUTLINE[0] + 20)
    assert black_y < HEIGHT / 2 < white_y


def test_a_name_stays_in_the_picture_when_the_board_fills_it() -> None:
    closer = np.array([[2, 0, -WIDTH / 2], [0, 2, -HEIGHT / 2], [0, 0, 1]])
    edges = edges_px(replace(view(), H_image_box=closer @ view().H_image_box), turned=False)
    assert edges is not None
    for x, y in edges.values():
        assert 0 < x < WIDTH
        assert 0 < y < HEIGHT
    assert edges["black"][1] < HEIGHT / 2 < edges["white"][1]
