"""Straight edges, and the quadrangles that they enclose."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration import straight_edges
from calibration.straight_edges import quadrangles, straight_lines

BOARD = np.array([[120, 420], [530, 400], [500, 180], [140, 200]], np.float64)
OFF_PX = 1.5


def table(*shapes: NDArray[np.float64]) -> NDArray[np.uint8]:
    image = np.full((480, 640, 3), (80, 110, 90), np.uint8)
    for shape in shapes:
        cv2.fillPoly(image, [np.round(shape * 16).astype(np.int32)], (60, 60, 160), cv2.LINE_AA, 4)
    return image


def off_px(found: NDArray[np.float64], corners: NDArray[np.float64]) -> float:
    """How far the farthest corner lies off, wherever the count begins and whichever way round it runs."""
    ways = [np.roll(found[::step], turn, axis=0) for step in (1, -1) for turn in range(4)]
    return min(float(np.linalg.norm(way - corners, axis=1).max()) for way in ways)


def test_a_board_s_outline_is_among_them() -> None:
    found = quadrangles(straight_lines(table(BOARD)), (640, 480), 10)
    assert off_px(found.corners_px[0], BOARD) < OFF_PX < off_px(found.corners_px[0], BOARD * 1.02)
    assert found.strength[0] > 0.5
    assert np.linalg.norm(found.corners_px[0, 1] - found.corners_px[0, 0]) > 300


def test_an_edge_goes_on_behind_what_covers_it() -> None:
    image = table(BOARD)
    cv2.rectangle(image, (280, 380), (360, 460), (200, 200, 200), -1)
    assert off_px(quadrangles(straight_lines(image), (640, 480), 1).corners_px[0], BOARD) < OFF_PX


def test_a_board_s_ends_converge_where_a_near_camera_looks_at_it_aslant(monkeypatch: pytest.MonkeyPatch) -> None:
    board = np.array([[90, 420], [550, 420], [485, 200], [155, 200]], np.float64)
    lines = straight_lines(table(board))
    assert off_px(quadrangles(lines, (640, 480), 1).corners_px[0], board) < OFF_PX
    monkeypatch.setattr(straight_edges, "_FACING_DEG", 32)
    assert not len(quadrangles(lines, (640, 480), 1).corners_px)


def test_squares_and_small_things_are_no_boards() -> None:
    square = np.array([[150, 400], [400, 400], [400, 150], [150, 150]], np.float64)
    small = 0.25 * BOARD
    for shapes in ((), (square,), (small,)):
        assert not len(quadrangles(straight_lines(table(*shapes)), (640, 480), 10).corners_px)
