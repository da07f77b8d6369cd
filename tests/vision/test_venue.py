from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.log_colour import log_colour
from tests.synthetic import draw_ball
from vision.venue import BALL_PX, VenueModel, train

SHAPE = (12, 60, 40)
FLOOR, BALL = (185, 160, 130), (40, 35, 35)
INSIDE = np.zeros(SHAPE, np.bool_)
INSIDE[:, 5:-5, 5:-5] = True


def scene(seed: int, balls: int = 9) -> tuple[np.ndarray, tuple[np.ndarray, ...]]:
    """Log colours of twelve otaus with balls that do not overlap, and their centres."""
    rng = np.random.default_rng(seed)
    pictures, centres = [], []
    cells = np.array([[9.0 + 11 * column, 9.0 + 10 * row] for row in range(5) for column in range(3)])
    for _ in range(SHAPE[0]):
        image = np.full((*SHAPE[1:], 3), FLOOR, np.uint8)
        xy = rng.permutation(cells)[:balls] + rng.uniform(-0.5, 0.5, (balls, 2))
        for at in xy:
            draw_ball(image, at, BALL_PX / 2, BALL)
        noisy = cv2.GaussianBlur(image, (0, 0), 0.7) + rng.normal(0, 2, image.shape)
        pictures.append(np.clip(noisy, 0, 255).astype(np.uint8))
        centres.append(xy)
    log_bgr = log_colour(np.stack(pictures))
    return np.asarray(log_bgr - np.median(log_bgr, axis=(0, 1, 2)), np.float32), tuple(centres)


@pytest.fixture(scope="module")
def model() -> VenueModel:
    log_bgr, centres = scene(0)
    return train(log_bgr, centres, INSIDE)


def heights(response: np.ndarray, centres: tuple[np.ndarray, ...]) -> np.ndarray:
    """The response's maximum about each centre."""
    grown = [cv2.dilate(one, np.ones((3, 3), np.uint8)) for one in response]
    return np.array([one[round(y), round(x)] for one, xy in zip(grown, centres, strict=True) for x, y in xy])


def test_balls_of_another_scene_stand_out(model: VenueModel) -> None:
    log_bgr, centres = scene(1)
    response = model.response(log_bgr, INSIDE)
    on_balls = heights(response, centres)
    assert np.percentile(on_balls, 2) > 0.5
    for one, xy in zip(response, centres, strict=True):
        for x, y in xy:
            cv2.circle(one, (round(x), round(y)), round(BALL_PX / 2), 0, -1)
    assert response.max() < 0.5


def test_a_bare_floor_shows_nothing(model: VenueModel) -> None:
    assert model.response(scene(2, balls=0)[0], INSIDE).max() < 0.3


def test_nothing_is_said_outside_of_what_was_asked(model: VenueModel) -> None:
    half = INSIDE.copy()
    half[:6] = False
    response = model.response(scene(1)[0], half)
    assert not response[~half].any()
    np.testing.assert_allclose(response[half], model.response(scene(1)[0], INSIDE)[half], atol=1e-4)


def test_the_same_pictures_and_seed_teach_the_same(model: VenueModel) -> None:
    log_bgr, centres = scene(0)
    np.testing.assert_array_equal(train(log_bgr, centres, INSIDE).weights, model.weights)
    assert not np.array_equal(train(log_bgr, centres, INSIDE, seed=1).weights, model.weights)


def test_otaus_without_kumalak_teach_as_well(model: VenueModel) -> None:
    log_bgr, centres = scene(0)
    bare, _ = scene(2, balls=0)
    mixed = np.concatenate([log_bgr[:9], bare[:3]])
    learned = train(mixed, (*centres[:9], *[np.zeros((0, 2))] * 3), INSIDE)
    assert np.percentile(heights(learned.response(log_bgr, INSIDE), centres), 2) > 0.5


def test_light_is_a_shift_of_the_logarithm() -> None:
    image = np.array([[[60, 120, 240]]], np.uint8)
    shift = log_colour(image) - log_colour((image / 2).astype(np.uint8))
    assert np.ptp(shift) < 0.15
    assert np.ptp(image / 255.0 - image / 510.0) > 0.3
