from __future__ import annotations

import numpy as np

from vision.heat_map import found_in, heat_of, peaks, planes_at_second_look
from vision.net_input import CROP_BALL_PX

HW = (24, 16)
INSIDE = np.pad(np.ones((16, 8), bool), 4)


def heat(*centres_xy_logit: tuple[int, int, float], hw: tuple[int, int] = HW) -> np.ndarray:
    """Cones on an even ground."""
    y, x = np.mgrid[: hw[0], : hw[1]]
    cones = [top - 2 * np.hypot(x - cx, y - cy) for cx, cy, top in centres_xy_logit]
    return np.maximum.reduce([*cones, np.full(hw, -9.0)]).astype(np.float32)


def test_every_cell_of_the_outputs_is_nine_px_row_by_row() -> None:
    outputs = np.zeros((1, 9, 3, 2), np.float32)
    outputs[0, :, 1, 0] = range(1, 10)
    shuffled = heat_of(outputs)
    assert shuffled.shape == (1, 9, 6)
    assert shuffled[0, 3:6, :3].tolist() == [[1, 2, 3], [4, 5, 6], [7, 8, 9]]


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


def test_found_are_the_peaks_of_every_otau() -> None:
    found = found_in(np.stack([heat((5, 6, 1.5)), heat()]), np.stack([INSIDE, INSIDE]))
    assert [len(xy) for xy, _ in found] == [1, 0]


def test_what_is_sure_at_first_sight_tells_the_second_look_the_colour_of_kumalak() -> None:
    """Two dark balls are seen at first, a light one is not, nor a third dark one."""
    y, x = np.mgrid[:72, :48]
    image = np.full((1, 72, 48, 3), 3.0, np.float32)
    for cx, cy, colour in ((12, 12, 0.0), (34, 12, 0.0), (12, 58, 0.0), (34, 58, 5.0)):
        image[0, np.hypot(x - cx, y - cy) < CROP_BALL_PX / 2] = colour
    inside = np.ones((1, 72, 48), bool)
    first: list[np.ndarray] = []

    def look(planes: np.ndarray) -> np.ndarray:
        first.append(planes)
        return heat((12, 12, 3.0), (34, 12, 3.0), (34, 58, -1.0), hw=(72, 48))[None]

    second = planes_at_second_look(look, image, inside)
    assert not first[0][0, 4].any()
    assert second[0, 4, 58, 12] > 0.5
    assert second[0, 4, 58, 34] < -0.5
    assert not planes_at_second_look(lambda _: heat(hw=(72, 48))[None], image, inside)[0, 4].any()


def test_a_ball_a_little_beside_its_opening_is_found() -> None:
    assert len(found_in(heat((1, 10, 2.0))[None], INSIDE[None])[0][0]) == 1
    assert len(found_in(heat((0, 10, 2.0))[None], INSIDE[None])[0][0]) == 0
