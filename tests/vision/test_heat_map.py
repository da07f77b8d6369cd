from __future__ import annotations

import numpy as np
import pytest

from vision.heat_map import Found, HeatMaps, peaks

HW = (24, 16)
INSIDE = np.pad(np.ones((16, 8), bool), 4)


def heat(*centres_xy_logit: tuple[int, int, float]) -> np.ndarray:
    """Cones on an even ground."""
    y, x = np.mgrid[: HW[0], : HW[1]]
    cones = [top - 2 * np.hypot(x - cx, y - cy) for cx, cy, top in centres_xy_logit]
    return np.maximum.reduce([*cones, np.full(HW, -9.0)]).astype(np.float32)


def test_every_cell_of_the_outputs_is_nine_px_row_by_row() -> None:
    outputs = np.zeros((1, 10, 3, 2), np.float32)
    outputs[0, :, 1, 0] = [*range(1, 10), 0.5]
    maps = HeatMaps.of(outputs)
    assert maps.heat.shape == (1, 9, 6)
    assert maps.heat[0, 3:6, :3].tolist() == [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
    assert maps.density.shape == (1, 3, 2)
    assert maps.density[0, 1, 0] == pytest.approx(np.exp(0.5))


def test_peaks_are_told_highest_first() -> None:
    xy, logits = peaks(heat((5, 6, 1.5), (10, 15, 3.0)), INSIDE)
    assert xy.tolist() == [[10, 15], [5, 6]]
    assert logits.tolist() == [3.0, 1.5]


def test_balls_half_a_diameter_apart_are_two_and_nearer_ones_become_one() -> None:
    assert len(peaks(heat((6, 10, 2.0), (10, 10, 2.0)), INSIDE)[0]) == 2
    assert len(peaks(heat((6, 10, 2.0), (7, 10, 1.0)), INSIDE)[0]) == 1


def test_what_is_beside_the_opening_or_hardly_there_is_no_peak() -> None:
    assert len(peaks(heat((1, 1, 3.0), (8, 12, -5.0)), INSIDE)[0]) == 0
    assert len(peaks(heat((5, 5, 3.0), (8, 12, -3.0)), INSIDE)[0]) == 2


def test_found_are_the_peaks_of_every_otau_and_the_sum_of_its_density() -> None:
    maps = HeatMaps(np.stack([heat((5, 6, 1.5)), heat()]), np.full((2, 12, 8), 0.125, np.float32))
    found = Found.of(maps, np.stack([INSIDE, INSIDE]))
    assert [len(xy) for xy, _ in found.peaks] == [1, 0]
    assert found.density.tolist() == [12.0, 12.0]


def test_a_ball_a_little_beside_its_opening_is_found() -> None:
    maps = HeatMaps(heat((1, 10, 2.0))[None], np.zeros((1, 12, 8), np.float32))
    assert len(Found.of(maps, INSIDE[None]).peaks[0][0]) == 1
    maps = HeatMaps(heat((0, 10, 2.0))[None], np.zeros((1, 12, 8), np.float32))
    assert len(Found.of(maps, INSIDE[None]).peaks[0][0]) == 0
