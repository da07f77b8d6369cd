from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.aruco import find_markers
from tools.evaluation.truth import load_game

CORNERS = np.array([[120.0, 520], [700, 500], [660, 120], [160, 100]])
"""White's near left, near right, far right, far left: white sits below."""
SIDE_PX = 40
CORNER_TOLERANCE_PX = 1.0


def with_markers(
    ids: tuple[int, ...] = (3, 2, 1, 0), corners: NDArray[np.float64] = CORNERS, family: int = cv2.aruco.DICT_4X4_50
) -> NDArray[np.uint8]:
    """Markers with these ids whose outer corners are the given ones, upright in the picture."""
    image = np.full((640, 800, 3), 200, np.uint8)
    dictionary = cv2.aruco.getPredefinedDictionary(family)
    for marker, corner in zip(ids, corners, strict=True):
        x, y = np.where(corner > corners.mean(axis=0), corner - SIDE_PX + 1, corner).astype(int)
        picture = cv2.aruco.generateImageMarker(dictionary, marker, SIDE_PX)
        image[y : y + SIDE_PX, x : x + SIDE_PX] = picture[..., None]
    return image


def test_the_markers_outer_corners_are_the_board_s() -> None:
    found = find_markers(with_markers())
    assert found is not None
    np.testing.assert_allclose(found, CORNERS, atol=CORNER_TOLERANCE_PX)


def test_corners_moved_by_two_px_are_told_apart() -> None:
    moved = CORNERS + np.array([[-2, 2], [2, 2], [2, -2], [-2, -2]])
    found = find_markers(with_markers(corners=moved))
    assert found is not None
    assert np.linalg.norm(found - CORNERS, axis=1).min() > CORNER_TOLERANCE_PX


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_markers_tell_where_white_sits(turns: int) -> None:
    image = np.ascontiguousarray(np.rot90(with_markers(), turns))
    found = find_markers(image)
    assert found is not None
    width, height = 800, 640
    turned = CORNERS
    for _ in range(turns):
        turned = np.column_stack([turned[:, 1], width - 1 - turned[:, 0]])
        width, height = height, width
    np.testing.assert_allclose(found, turned, atol=CORNER_TOLERANCE_PX)


@pytest.mark.parametrize("ids", [(3, 2, 1, 4), (3, 2, 1, 3), (10, 11, 12, 13)])
def test_without_all_four_markers_exactly_once_there_is_no_board(ids: tuple[int, ...]) -> None:
    assert find_markers(with_markers(ids)) is None


def test_a_picture_without_markers_has_none() -> None:
    assert find_markers(np.full((480, 640, 3), 128, np.uint8)) is None
    assert find_markers(with_markers(family=cv2.aruco.DICT_6X6_50)) is None


def test_a_fifth_marker_does_not_matter() -> None:
    image = with_markers()
    picture = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), 7, SIDE_PX)
    image[300 : 300 + SIDE_PX, 380 : 380 + SIDE_PX] = picture[..., None]
    found = find_markers(image)
    assert found is not None
    np.testing.assert_allclose(found, CORNERS, atol=CORNER_TOLERANCE_PX)


@pytest.mark.shared
def test_ids_run_clockwise_from_white_s_far_left(shared: Path) -> None:
    """The rendered board's markers sit 8 mm, 11 to 17 px, inside its corners."""
    game = load_game(shared, "d2_birch")
    found = find_markers(game.image(game.frames("start")[0]))
    assert found is not None
    truth = game.truth["views"][0]
    markers = {int(marker): np.array(corners) for marker, corners in truth["aruco"].items()}
    for corner, marker, board in zip(found, (3, 2, 1, 0), np.array(truth["board_corners"]), strict=True):
        away = np.linalg.norm(markers[marker] - corner, axis=1)
        assert away.min() < 1.5
        outer = np.argmin(np.linalg.norm(markers[marker] - board, axis=1))
        assert np.argmin(away) == outer
        assert 5 < np.linalg.norm(corner - board) < 20
