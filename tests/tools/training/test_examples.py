from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tools.training.examples import Otau, OtauPicture, batch_of, board_level, heat_target
from vision.net_input import PLANES, level_of, log_crops

HW = (40, 24)
BALLS = np.array([[8.0, 10.0, 1.0], [16.0, 30.0, 0.08], [8.5, 11.0, 0.02]])


def otau(hw: tuple[int, int] = HW) -> Otau:
    rng = np.random.default_rng(0)
    now, start = (OtauPicture(rng.integers(0, 255, (*hw, 3), np.uint8), BALLS) for _ in range(2))
    inside = np.zeros(hw, bool)
    inside[4:-4, 4:-4] = True
    return Otau(now, start, inside, "box")


def test_the_heat_map_shows_what_is_seen_and_fades_with_it() -> None:
    heat = heat_target(BALLS, HW)
    assert heat[10, 8] == 1
    assert 0.2 < heat[30, 16] < 0.6
    np.testing.assert_array_equal(heat, heat_target(BALLS[:2], HW))


def test_targets_and_planes_of_a_batch_have_one_size() -> None:
    batch = batch_of([otau(), otau((33, 17))], np.random.default_rng(1))
    assert batch.planes.shape == (2, PLANES, 48, 24)
    assert batch.heat.shape == (2, 48, 24)
    assert np.isfinite(batch.planes).all()


def test_the_same_draw_gives_the_same_batch_and_another_one_does_not() -> None:
    one, again, other = (batch_of([otau()], np.random.default_rng(seed)).planes for seed in (3, 3, 4))
    np.testing.assert_array_equal(one, again)
    assert np.abs(one - other).max() > 0.01


def test_half_of_the_examples_are_cold_and_some_of_them_know_no_colour() -> None:
    some = otau()
    some = replace(some, start=OtauPicture(some.start.bgr, BALLS * (1, 1, 0) + (0, 0, 1)))
    batch = batch_of([some] * 200, np.random.default_rng(0))
    cold = ~batch.planes[:, 5:].any(axis=(1, 2, 3))
    bare = ~batch.planes[:, 4:].any(axis=(1, 2, 3))
    assert 0.4 < cold.mean() < 0.6
    assert 0.12 < bare.mean() < 0.28


def test_what_is_turned_is_turned_with_its_truth() -> None:
    """The ball that shows best stays where the opening shows it."""
    bright = otau()
    bright.now.bgr[:] = 0
    bright.now.bgr[9:12, 7:10] = 255
    for seed in range(8):
        batch = batch_of([bright], np.random.default_rng(seed))
        y, x = np.unravel_index(batch.heat[0].argmax(), batch.heat[0].shape)
        assert batch.planes[0, :3, y, x].sum() > batch.planes[0, :3].sum(axis=0).max() - 1


def test_the_board_s_level_mixes_now_and_start() -> None:
    dark, mid, light = 20, 90, 200
    now, start = np.full((1, *HW, 3), dark, np.uint8), np.full((1, *HW, 3), light, np.uint8)
    now[:, :, ::3] = start[:, :, ::8] = mid
    inside = np.ones((1, *HW), bool)
    level = board_level(log_crops(now), log_crops(start), inside)
    assert level == pytest.approx(log_crops(np.full((1, 1, 1, 3), mid, np.uint8)).ravel())
    assert level_of(log_crops(now), inside) == pytest.approx(log_crops(now).min(axis=(0, 1, 2)))
