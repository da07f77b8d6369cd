from __future__ import annotations

import numpy as np
import pytest

from vision.net_input import (
    CENTRE_SIGMA,
    PLANES,
    Likeness,
    Reference,
    cold_planes,
    level_of,
    log_crops,
    nearest_spot,
    padded_hw,
    spots_at,
)
from vision.venue import BALL_PX

HW = (30, 21)
FLOOR, BALL, RIM = (200, 160, 60), (20, 20, 20), (90, 110, 120)
CENTRES = np.array([[7.0, 8.0], [13.0, 20.0]])


def crop(centres: np.ndarray) -> np.ndarray:
    """A rim, a floor and discs for balls."""
    out = np.full((*HW, 3), RIM, np.uint8)
    out[inside()] = FLOOR
    out[nearest_spot(centres, HW, BALL_PX / 2) > np.exp(-0.5)] = BALL
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
    assert planes.shape == (1, PLANES, *padded_hw(HW)) == (1, 9, 32, 24)
    assert not planes[..., HW[0] :, :].any()
    assert not planes[..., HW[1] :].any()
    np.testing.assert_array_equal(planes[0, 3, : HW[0], : HW[1]] > 0, inside())
    np.testing.assert_allclose(planes[0, 5:8, 20, 13], log(CENTRES)[0, 20, 13] - reference.level, atol=1e-6)
    assert planes[0, 8, 8, 7] == pytest.approx(1)


def test_ball_and_floor_are_told_apart_by_the_start(reference: Reference) -> None:
    likeness = reference.planes(log(CENTRES[:1]), inside()[None])[0, 4]
    assert likeness[8, 7] > 0.5
    assert likeness[20, 13] < -0.5


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


def test_without_a_start_what_it_would_tell_is_nothing() -> None:
    now = log(CENTRES)
    planes = cold_planes(now, inside()[None], level_of(now, inside()[None]))
    assert not planes[0, 4:].any()
    assert np.median(planes[0, 0][planes[0, 3] > 0]) == pytest.approx(0, abs=1e-6)


def test_spots_are_highest_on_their_centres_and_fall_off() -> None:
    spots = spots_at(CENTRES, HW, CENTRE_SIGMA * BALL_PX)
    assert spots.shape == (2, *HW)
    assert [np.unravel_index(one.argmax(), HW) for one in spots] == [(8, 7), (20, 13)]
    np.testing.assert_array_equal(nearest_spot(CENTRES, HW, 2.0), spots_at(CENTRES, HW, 2.0).max(axis=0))
    assert nearest_spot(np.zeros((0, 2)), HW, 2.0).max() == 0
