from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.view import BoardView
from tools.evaluation.truth import load_game
from vision.rectify import BoxSampler, halved, halvings

PX_PER_BALL = 16
CENTRE_TOLERANCE_PX = 1.0


@pytest.fixture
def view(shared: Path) -> BoardView:
    return load_game(shared, "b3_boxB_tilt").view()


def dotted(view: BoardView, points: list[np.ndarray]) -> np.ndarray:
    """A black picture with a soft spot of 4 px at each point."""
    width, height = view.image_wh
    y, x = np.indices((height, width))
    spots = [np.exp(-((x - px) ** 2 + (y - py) ** 2) / 8) for px, py in points]
    return np.clip(255 * np.sum(spots, axis=0), 0, 255).astype(np.uint8)


def brightest(crop: np.ndarray) -> np.ndarray:
    """Centre of gravity (x, y) of the light in a crop."""
    y, x = np.indices(crop.shape)
    return np.array([(x * crop).sum(), (y * crop).sum()]) / crop.sum()


def centre_errors(sampler: BoxSampler, view: BoardView) -> np.ndarray:
    """How far from its middle each crop shows a spot that was put on the middle of its box."""
    middles = [cv2.perspectiveTransform(np.zeros((1, 1, 2)), H).ravel() for H in view.H_image_box]
    crops = sampler.cut(dotted(view, middles))
    middle = [(np.array(crop.shape[::-1]) - 1) / 2 for crop in crops]
    return np.array([np.abs(brightest(crop) - at).max() for crop, at in zip(crops, middle, strict=True)])


@pytest.mark.shared
@pytest.mark.parametrize("px_per_ball", [30, PX_PER_BALL, 10, 5])
def test_each_crop_shows_its_box_in_the_middle_whether_the_picture_is_shrunk_or_not(
    view: BoardView, px_per_ball: float
) -> None:
    assert centre_errors(BoxSampler(view, px_per_ball=px_per_ball), view).max() < CENTRE_TOLERANCE_PX


@pytest.mark.shared
def test_a_map_moved_by_a_tenth_of_a_ball_is_noticed(view: BoardView) -> None:
    moved = view.H_image_box.copy()
    moved[:, 0] += 0.1 * view.ball_px * moved[:, 2]
    sampler = BoxSampler(replace(view, H_image_box=moved), px_per_ball=PX_PER_BALL)
    assert centre_errors(sampler, view).min() > CENTRE_TOLERANCE_PX


@pytest.mark.shared
@pytest.mark.parametrize("name", ["b1_boxB", "d1_walnut", "d4_lacquer"])
def test_balls_keep_one_size_in_all_crops(shared: Path, name: str) -> None:
    """A step of one ball in the crop spans nearly the ball's own diameter in the picture, wherever it lies."""
    view = load_game(shared, name).view()
    sampler = BoxSampler(view, px_per_ball=PX_PER_BALL)
    for box in range(20):
        ends = sampler.to_image(box, np.array([[10.0, 20.0], [10.0 + PX_PER_BALL, 20.0]]))
        assert np.linalg.norm(ends[1] - ends[0]) == pytest.approx(view.ball_px, rel=0.25)


@pytest.mark.shared
def test_points_go_to_the_picture_and_come_back(view: BoardView) -> None:
    sampler = BoxSampler(view, px_per_ball=PX_PER_BALL, margin_balls=0.5)
    points = np.array([[0.0, 0.0], [31.5, 7.25], [12.0, 80.0]])
    for box in range(20):
        np.testing.assert_allclose(sampler.to_crop(box, sampler.to_image(box, points)), points, atol=1e-6)


@pytest.mark.shared
def test_a_margin_adds_the_same_border_all_round(view: BoardView) -> None:
    image = np.random.default_rng(1).integers(0, 255, (*view.image_wh[::-1], 3), np.uint8)
    bare = BoxSampler(view, px_per_ball=PX_PER_BALL).cut(image)
    wide = BoxSampler(view, px_per_ball=PX_PER_BALL, margin_balls=1.0).cut(image)
    for inner, outer in zip(bare, wide, strict=True):
        assert np.array_equal(outer[PX_PER_BALL:-PX_PER_BALL, PX_PER_BALL:-PX_PER_BALL], inner)


@pytest.mark.shared
def test_grey_pictures_are_cut_like_colour_ones(view: BoardView) -> None:
    image = np.random.default_rng(2).integers(0, 255, (*view.image_wh[::-1], 3), np.uint8)
    sampler = BoxSampler(view, px_per_ball=PX_PER_BALL)
    colour = sampler.cut(image)
    for grey, bgr in zip(sampler.cut(np.ascontiguousarray(image[..., 1])), colour, strict=True):
        assert np.array_equal(grey, bgr[..., 1])


@pytest.mark.shared
def test_a_picture_of_another_size_is_refused(view: BoardView) -> None:
    with pytest.raises(ValueError, match="640 x 480"):
        BoxSampler(view, px_per_ball=PX_PER_BALL).cut(np.zeros((480, 640, 3), np.uint8))


@pytest.mark.parametrize(("ball_px", "least_px", "times"), [(30, 4, 2), (16, 4, 2), (15.9, 4, 1), (3, 4, 0)])
def test_balls_are_halved_down_to_their_least_size(ball_px: float, least_px: float, times: int) -> None:
    assert halvings(ball_px, least_px) == times


def test_a_halved_picture_holds_means_and_leaves_odd_edges_out() -> None:
    image = np.arange(35, dtype=np.uint8).reshape(5, 7)
    assert halved(image, 1).tolist() == [[4, 6, 8], [18, 20, 22]]
    assert halved(image, 0) is image
