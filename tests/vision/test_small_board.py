from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests import drawn
from vision.small_board import EDGE_BALLS, SmallBoard


@pytest.fixture(scope="module")
def board() -> SmallBoard:
    return SmallBoard.of(drawn.view())


def at(board: SmallBoard, x_px: float, y_px: float) -> tuple[int, int]:
    """Row and column of a point of the picture in the reduced one."""
    rows, columns = board.window
    scale = 1 << board.halvings
    return int((y_px - rows.start) / scale), int((x_px - columns.start) / scale)


def test_the_picture_is_halved_while_balls_stay_large_enough(board: SmallBoard) -> None:
    assert (board.halvings, board.ball_px) == (1, drawn.BALL / 2)
    small = board.reduce(drawn.board())
    assert small.shape == (*board.board.shape, 3)


def test_dividers_and_rims_are_sentinels_and_floors_are_not(board: SmallBoard) -> None:
    x, y, w, h = drawn.rectangle(3)
    assert board.sentinels[at(board, x + w + (drawn.PITCH - w) / 2, y + h / 2)]
    assert board.sentinels[at(board, x + w / 2, y + h + 4)]
    assert not board.sentinels[at(board, x + w / 2, y + h / 2)]
    assert not board.sentinels[at(board, 300, 160)], "the floor of a kazan"


def test_the_very_edge_of_the_board_is_left_out(board: SmallBoard) -> None:
    assert not board.board[0].any()
    assert not board.board[:, -1].any()


def test_each_side_has_the_border_before_it(board: SmallBoard) -> None:
    white, black = (np.unravel_index(border, board.board.shape)[0] for border in board.borders)
    middle = board.board.shape[0] / 2
    assert white.min() > middle - 1
    assert black.max() < middle + 1
    assert len(white) == pytest.approx(len(black), rel=0.1)


def test_a_ring_speaks_for_its_own_box(board: SmallBoard) -> None:
    x, _, w, _ = drawn.rectangle(0)
    _, columns = np.unravel_index(board.rings[0], board.board.shape)
    first, last = (at(board, edge, 200)[1] for edge in (x - 14, x + w + 14))
    assert columns.min() >= first
    assert columns.max() <= last


def test_a_board_that_leaves_the_picture_is_cut_at_its_edge() -> None:
    view = drawn.view()
    moved = replace(
        view,
        outline_px=view.outline_px + np.float32(100),
        boxes_px=tuple(box + np.float32(100) for box in view.boxes_px),
    )
    rows, columns = SmallBoard.of(moved).window
    assert (rows.stop, columns.stop) == (drawn.HEIGHT, drawn.WIDTH)


@pytest.mark.parametrize(
    ("over_balls", "edges"), [(-1.0, ()), (EDGE_BALLS - 0.05, ()), (EDGE_BALLS + 0.05, ("right", "bottom"))]
)
def test_a_board_reaches_over_an_edge_by_more_than_its_corners_are_off(
    board: SmallBoard, over_balls: float, edges: tuple[str, ...]
) -> None:
    outline = drawn.view().outline_px
    way = np.array([drawn.WIDTH, drawn.HEIGHT]) - 1 - outline.max(axis=0) + over_balls * drawn.BALL
    shift = np.array([[1, 0, way[0]], [0, 1, way[1]], [0, 0, 1]])
    assert board.edges_reached(outline, shift) == edges


@pytest.mark.parametrize(("chroma", "is_floor"), [(24.0, True), (12.0, False)])
def test_a_kazan_that_reaches_farther_than_told_has_no_sentinels_on_its_floor(
    board: SmallBoard, chroma: float, *, is_floor: bool
) -> None:
    """Its floor is of another colour than the rims, or hardly so."""
    look = np.zeros((*board.board.shape, 3), np.float32)
    _, top, _, h = drawn.rectangle(18)
    (row, _), (end, _) = at(board, 300, top), at(board, 300, top + h + 6)
    look[row:end, :, 1] = chroma
    left = board.without_floors(look)
    below = at(board, 300, top + h + 3)
    assert board.sentinels[below]
    assert bool(left.sentinels[below]) is not is_floor
    assert (len(left.rings[18]) < len(board.rings[18])) is is_floor
    beside = at(board, 20 + drawn.OUTLINE[0] // 2, 100)
    assert left.sentinels[beside] == board.sentinels[beside]
    assert board.without_floors(np.zeros_like(look)) is board
