from __future__ import annotations

import numpy as np
import pytest

from vision.net_input import (
    CENTRE_SIGMA,
    CROP_BALL_PX,
    PLANES,
    Likeness,
    Reference,
    cold_planes,
    level_of,
    log_crops,
    padded_hw,
    spots_at,
)

HW = (40, 28)
FLOOR, BALL, RIM = (200, 160, 60), (20, 20, 20), (90, 110, 120)
CENTRES = np.array([[9.0, 11.0], [17.0, 27.0]])


def crop(centres: np.ndarray) -> np.ndarray:
    """A rim, a floor and discs for balls."""
    out = np.full((*HW, 3), RIM, np.uint8)
    out[inside()] = FLOOR
    out[spots_at(centres, HW, CROP_BALL_PX / 2) > np.exp(-0.5)] = BALL
    return out


def inside() -> np.ndarray:
    mask = np.zeros(HW, bool)
    mask[3:-3, 3:-3] = True
    return mask


def log(centres: np.ndarray) -> np.ndarray:
    return log_crops(crop(centres)[None])


@pytest.fixture
def reference() -> Reference:
    return Reference.of(log(CENTRES), inside()[None], [CENTRES])


def test_planes_stand_in_their_order_with_nothing_beyond_the_crop(reference: Reference) -> None:
    planes = reference.planes(log(CENTRES[:1]), inside()[None])
    assert planes.shape == (1, PLANES, *padded_hw(HW)) == (1, 9, 48, 36)
    assert not planes[..., HW[0] :, :].any()
    assert not planes[..., HW[1] :].any()
    np.testing.assert_array_equal(planes[0, 3, : HW[0], : HW[1]] > 0, inside())
    np.testing.assert_allclose(planes[0, 5:8, 27, 17], log(CENTRES)[0, 27, 17] - reference.level, atol=1e-6)
    assert planes[0, 8, 11, 9] == pytest.approx(1)


def test_ball_and_floor_are_told_apart_by_the_start(reference: Reference) -> None:
    likeness = reference.planes(log(CENTRES[:1]), inside()[None])[0, 4]
    assert likeness[11, 9] > 0.5
    assert likeness[27, 17] < -0.5


def test_a_start_of_one_colour_tells_nothing_apart() -> None:
    nothing = Likeness.of(np.zeros((1, *HW, 3), np.float32), inside()[None], [np.zeros((0, 2))])
    assert not nothing.at(np.ones((4, 3), np.float32)).any()


def test_another_light_on_the_whole_board_changes_nothing(reference: Reference) -> None:
    before = reference.planes(log(CENTRES[:1]), inside()[None])
    after = reference.planes(log(CENTRES[:1]) + np.float32(0.4), inside()[None])
    np.testing.assert_allclose(after, before, atol=1e-4)


def test_another_light_on_the_opening_alone_changes_what_is_seen(reference: Reference) -> None:
    now = log(CENTRES[:1])
    before = reference.planes(now, inside()[None])
    now[inside()[None]] += np.float32(0.4)
    assert np.abs(reference.planes(now, inside()[None])[0, :3] - before[0, :3]).max() == pytest.approx(0.4, abs=1e-3)


@pytest.mark.parametrize("gain", [1.0, 0.8, 1.25])
def test_light_that_changed_little_is_left_to_the_rims(reference: Reference, gain: float) -> None:
    now = (crop(CENTRES)[None] * gain).astype(np.uint8)
    np.testing.assert_array_equal(reference.in_its_light(now, inside()[None]), log_crops(now))


@pytest.mark.parametrize("gain", [0.3, 0.6, 2.0])
def test_in_the_light_of_the_start_dark_colours_are_the_same(reference: Reference, gain: float) -> None:
    now = np.clip(crop(CENTRES)[None] * gain, 0, 255).astype(np.uint8)
    there = reference.in_its_light(now, inside()[None])
    ball = np.all(crop(CENTRES)[None] == BALL, axis=-1)
    assert np.abs(there - log(CENTRES))[ball].max() < 0.1
    assert np.abs(log_crops(now) - log(CENTRES))[ball].max() > 0.2


def test_what_is_burnt_out_stays_white_in_the_light_of_the_start(reference: Reference) -> None:
    there = reference.in_its_light(np.clip(crop(CENTRES)[None] * 2.0, 0, 255).astype(np.uint8), inside()[None])
    floor = np.all(crop(CENTRES)[None] == FLOOR, axis=-1)
    blue, _, red = log(CENTRES)[floor][0]
    assert there[floor][0, 0] == pytest.approx(log_crops(np.full((1, 1, 1, 3), 255, np.uint8)).max())
    assert there[floor][0, 0] > blue
    assert there[floor][0, 2] == pytest.approx(red, abs=0.3)


def test_a_crop_without_rims_is_taken_as_it_is(reference: Reference) -> None:
    everywhere, dark = np.ones_like(inside())[None], crop(CENTRES)[None] // 3
    np.testing.assert_array_equal(reference.in_its_light(dark, everywhere), log_crops(dark))


def test_without_a_start_what_it_would_tell_is_nothing() -> None:
    now = log(CENTRES)
    planes = cold_planes(now, inside()[None], level_of(now, inside()[None]))
    assert not planes[0, 4:].any()
    assert np.median(planes[0, 0][planes[0, 3] > 0]) == pytest.approx(0, abs=1e-6)


def test_spots_are_highest_on_their_centres_and_fall_off() -> None:
    spots = spots_at(CENTRES, HW, CENTRE_SIGMA * CROP_BALL_PX, np.array([1.0, 0.5]))
    assert (spots[11, 9], spots[27, 17]) == (1, 0.5)
    assert 0 < spots[11, 12] < spots[11, 11] < 1
    assert spots[19, 13] == 0
    assert spots_at(np.zeros((0, 2)), HW, 2.0).max() == 0
    assert spots_at(np.array([[-90.0, 5.0]]), HW, 2.0).max() == 0
