from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.errors import BadCornersError
from calibration.halves import UNIT_SQUARE, cut_halves, half_homographies, half_size_px, outline, to_image

IMAGE_WH = (800, 600)
FOUR = np.array([[100.0, 500], [720, 470], [650, 120], [180, 100]])


def with_hinge(corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """Six corners for four: the hinge where perspective puts the middle."""
    (near_left, near_right, hinge_right, hinge_left) = to_image(half_homographies(corners, IMAGE_WH)[0], UNIT_SQUARE)
    return np.array([near_left, near_right, hinge_right, corners[2], corners[3], hinge_left])


def each_half(six: NDArray[np.float64]) -> NDArray[np.float64]:
    """Eight corners for six."""
    near_left, near_right, hinge_right, far_right, far_left, hinge_left = six
    return np.array([near_left, near_right, hinge_right, hinge_left, hinge_left, hinge_right, far_right, far_left])


def test_four_six_and_eight_corners_of_a_flat_board_say_the_same() -> None:
    four = half_homographies(FOUR, IMAGE_WH)
    for more in (with_hinge(FOUR), each_half(with_hinge(FOUR))):
        for one, other in zip(four, half_homographies(more, IMAGE_WH), strict=True):
            np.testing.assert_allclose(to_image(one, UNIT_SQUARE), to_image(other, UNIT_SQUARE), atol=0.01)


def test_a_hinge_moved_by_a_px_moves_the_halves_edges_there_and_nothing_else() -> None:
    six = with_hinge(FOUR)
    six[[2, 5], 1] += 1
    white, black = (to_image(H, UNIT_SQUARE) for H in half_homographies(six, IMAGE_WH))
    np.testing.assert_allclose(np.vstack([white[2:], black[2:]]), six[[2, 5, 5, 2]], atol=0.01)
    np.testing.assert_allclose(np.vstack([white[:2], black[:2]]), FOUR, atol=0.01)


def test_each_half_is_seen_by_its_own_player() -> None:
    white, black = half_homographies(FOUR, IMAGE_WH)
    np.testing.assert_allclose(to_image(white, [[0, 1], [1, 1]]), FOUR[:2], atol=0.01)
    np.testing.assert_allclose(to_image(black, [[0, 1], [1, 1]]), FOUR[2:], atol=0.01)
    np.testing.assert_allclose(to_image(white, [[0.3, 0]]), to_image(black, [[0.7, 0]]), atol=0.01)


def test_the_outline_gives_back_the_corners() -> None:
    np.testing.assert_allclose(outline(half_homographies(FOUR, IMAGE_WH)), FOUR, atol=0.01)


@pytest.mark.parametrize(
    ("corners", "complaint"),
    [
        (FOUR[:3], "four, six or eight"),
        (FOUR.ravel(), "four, six or eight"),
        (np.full((4, 2), np.nan), "outside the picture"),
        (np.where(np.eye(4, 2) > 0, np.inf, FOUR), "outside the picture"),
        (FOUR + np.array([80, 0]), "outside the picture, which is 800 x 600"),
        (FOUR - np.array([101, 0]), "outside the picture"),
        (FOUR[[0, 2, 1, 3]], "the corners cross"),
        (FOUR[[0, 0, 2, 3]], "the corners cross"),
        (FOUR[::-1], "the wrong way round"),
        (FOUR * 0.1, "too small an area"),
        (with_hinge(FOUR)[[0, 1, 5, 3, 4, 2]], "the corners cross"),
        (with_hinge(FOUR)[[1, 0, 5, 4, 3, 2]], "the wrong way round"),
        (each_half(with_hinge(FOUR))[[0, 1, 2, 3, 5, 4, 6, 7]], "the corners cross"),
    ],
)
def test_corners_that_are_no_outline_are_refused_in_one_sentence(corners: NDArray[np.float64], complaint: str) -> None:
    with pytest.raises(BadCornersError, match=complaint) as refusal:
        half_homographies(corners, IMAGE_WH)
    assert "\n" not in str(refusal.value)


def test_corners_at_the_very_edge_of_the_picture_are_inside() -> None:
    at_edge = np.array([[-0.5, 599.5], [799.5, 599.5], [799.5, -0.5], [-0.5, -0.5]])
    np.testing.assert_allclose(outline(half_homographies(at_edge, IMAGE_WH)), at_edge, atol=0.01)
    with pytest.raises(BadCornersError):
        half_homographies(at_edge * 1.001, IMAGE_WH)


def test_the_smallest_board_is_sixty_px_deep() -> None:
    def board(depth_px: float) -> NDArray[np.float64]:
        return np.array([[100, 100 + depth_px], [700, 100 + depth_px], [700, 100], [100, 100]])

    assert half_homographies(board(60.2), IMAGE_WH).shape == (2, 3, 3)
    with pytest.raises(BadCornersError, match="too small"):
        half_homographies(board(59.8), IMAGE_WH)


def test_halves_are_cut_upright_at_one_scale() -> None:
    """A mark beside each side's otau 1 stands in the outer left corner of its half's picture."""
    image = np.zeros((600, 800, 3), np.uint8)
    H = half_homographies(FOUR, IMAGE_WH)
    for half, colour in enumerate(((255, 0, 0), (0, 0, 255))):
        x, y = to_image(H[half], [[0.1, 0.9]])[0].round().astype(int)
        image[y - 3 : y + 4, x - 3 : x + 4] = colour
    halves = cut_halves(image, H, 400)
    for half, channel in enumerate((0, 2)):
        rows, columns = np.nonzero(halves.image_bgr[half, ..., channel] > 128)
        middle = halves.uv(half, np.array([[columns.mean(), rows.mean()]]))
        np.testing.assert_allclose(middle, [[0.1, 0.9]], atol=0.005)
        assert not halves.image_bgr[half, ..., 2 - channel].any()
        length_px, depth_px = half_size_px(H[half])
        assert halves.heights[half] / halves.width == pytest.approx(depth_px / length_px, rel=0.01)


def test_points_of_a_half_go_to_its_picture_and_come_back() -> None:
    halves = cut_halves(np.zeros((600, 800, 3), np.uint8), half_homographies(FOUR, IMAGE_WH), 300)
    uv = np.array([[0.0, 0.0], [0.25, 0.5], [1.0, 1.0]])
    for half in (0, 1):
        xy = halves.xy(half, uv)
        np.testing.assert_allclose(halves.uv(half, xy), uv)
        np.testing.assert_allclose(xy[[0, 2]], [[-0.5, -0.5], [299.5, halves.heights[half] - 0.5]])
    assert halves.board.sum() == 300 * sum(halves.heights)
