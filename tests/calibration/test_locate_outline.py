"""The outline of boards that a camera sees aslant: their front is seen, too."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.lens import assumed_K
from calibration.locate_outline import find_outline
from togyz.board import OTAU_PER_SIDE

WH = (960, 720)
TABLE, FRONT, RIM, WITHIN, OTAU = (150, 160, 170), (90, 50, 30), (200, 120, 60), (180, 105, 50), (120, 70, 30)
ENDS, DEPTH = 4.8, 3.2
"""Half the length and the breadth of the rim, in otaus."""
ROW, HIGH, DEEP = 2.0, 0.9, 0.25
"""Of the otaus: where their rows lie, how far from there they reach, and how deep they seem to lie."""
WITHIN_PERCENT = 0.4


def projection(tilt_deg: float) -> NDArray[np.float64]:
    """(3, 4) of a camera that looks at the board's middle from the side of its second row, where y is above 0."""
    tilt = np.radians(tilt_deg)
    turn = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
    return assumed_K(WH) @ np.column_stack([turn @ np.diag([1, 1, -1]), [0, 0, 12]])


def seen(P: NDArray[np.float64], xyz: Sequence[Sequence[float]]) -> NDArray[np.float64]:
    points = np.column_stack([np.array(xyz, np.float64), np.ones(len(xyz))]) @ P.T
    return np.asarray(points[:, :2] / points[:, 2:], np.float64)


def rectangle(x: float, y: float, half_x: float, half_y: float, z: float = 0.0) -> list[list[float]]:
    return [
        [x - half_x, y - half_y, z],
        [x + half_x, y - half_y, z],
        [x + half_x, y + half_y, z],
        [x - half_x, y + half_y, z],
    ]


def board(tilt_deg: float, tall: float, rim: float) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """A picture of a board so high above the table, with a rim so wide about its troughs; and its projection."""
    P = projection(tilt_deg)
    image = np.full((WH[1], WH[0], 3), TABLE, np.uint8)

    def fill(xyz: list[list[float]], colour: tuple[int, int, int]) -> None:
        points = np.rint(16 * seen(P, xyz)).astype(np.int32)
        cv2.fillConvexPoly(image, points, colour, cv2.LINE_AA, 4)

    fill([[-ENDS, DEPTH, 0], [ENDS, DEPTH, 0], [ENDS, DEPTH, -tall], [-ENDS, DEPTH, -tall]], FRONT)
    fill(rectangle(0, 0, ENDS, DEPTH), RIM)
    fill(rectangle(0, 0, ENDS - rim, DEPTH - rim), WITHIN)
    for otau in range(OTAU_PER_SIDE):
        for y in (-ROW, ROW):
            fill(rectangle(otau - 4, y, 0.42, HIGH), OTAU)
    return image, P


def off_percent(tilt_deg: float, tall: float, rim: float, truth: list[list[float]], shift: float = 0.0) -> float:
    """How far the outline found lies off the one that is true, in % of the board's length.

    The rows are taken to lie ``shift`` otaus farther along than they do.
    """
    image, P = board(tilt_deg, tall, rim)
    on_floors = np.column_stack([P[:, :2], P[:, 3] - DEEP * P[:, 2]])
    H = on_floors @ np.array([[1, 0, shift - 5], [0, ROW, 0], [0, 0, 1]])
    found = find_outline(image, H, 1 + HIGH / ROW)
    assert found is not None
    corners = seen(P, truth)
    return float(
        100 * np.linalg.norm(found.corners_px - corners, axis=1).max() / np.linalg.norm(corners[1] - corners[0])
    )


@pytest.mark.parametrize("tilt_deg", [0, 15, 25, -25])
@pytest.mark.parametrize("rim", [0.1, 0.25])
def test_the_board_s_front_is_not_taken_for_its_top(tilt_deg: float, rim: float) -> None:
    assert off_percent(tilt_deg, 0.7, rim, rectangle(0, 0, ENDS, DEPTH)) < WITHIN_PERCENT


def test_the_foot_of_the_front_lies_farther_off() -> None:
    top, foot = rectangle(0, 0, ENDS, DEPTH), rectangle(0, 0, ENDS, DEPTH, -0.7)
    assert off_percent(25, 0.7, 0.1, [*top[:2], *foot[2:]]) > 5 * WITHIN_PERCENT


def test_the_rim_s_inner_edge_is_not_its_outer_one() -> None:
    assert off_percent(0, 0.0, 0.25, rectangle(0, 0, ENDS - 0.25, DEPTH - 0.25)) > 5 * WITHIN_PERCENT


@pytest.mark.parametrize("shift", [-0.08, 0.08])
def test_both_edges_of_a_rim_tell_it_where_the_rows_are_a_little_off(shift: float) -> None:
    rim = 0.16
    assert off_percent(0, 0.0, rim, rectangle(0, 0, ENDS, DEPTH), shift) < WITHIN_PERCENT
    assert off_percent(0, 0.0, rim, rectangle(shift, 0, ENDS - rim / 2, DEPTH), shift) > WITHIN_PERCENT
