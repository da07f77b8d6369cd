from __future__ import annotations

from typing import get_args

import numpy as np
import pytest
from numpy.typing import NDArray

from tools.simulator.boards import Family, Profile
from tools.simulator.families import draw_board_of

pytest.importorskip("numba", reason="the simulator's physics is compiled by numba: pip install -e .[simulate]")

from tools.simulator.settle import Bed, Pour, bed_of, overlap, pour

pytestmark = pytest.mark.timeout(300)  # the first call compiles, which takes long on a loaded machine

DEEPEST = 0.06
"""How deep two balls may lie in one another, in diameters."""
SUNK = 0.12
"""How far a ball may sink into the floor, or into what keeps heaps over the opening."""
INSET = 0.4
BEYOND = 0.15
"""How far a heap may push a ball beyond where it could be let go: a cell and a half."""
FLAT = Profile(outline="rectangle", half_wh=(3.0, 4.0), depth=1.0, wall_wh=(0.05, 0.05))
V = Profile(outline="rectangle", half_wh=(2.0, 4.0), depth=1.5, wall_wh=(0.1, 0.1), lane=1.2)
"""A trough whose floor rises from the middle line to the sides."""


def inside(profile: Profile, centres: NDArray[np.float64]) -> float:
    """How far inside the opening the outermost ball's centre lies."""
    x, y = centres[:, :2].T.astype(np.float32)
    return float(profile.edge(x, y).min())


def sunk(bed: Bed, centres: NDArray[np.float64]) -> float:
    """How far the lowest ball lies below where the floor would hold it."""
    column, row = np.rint((centres[:, :2] - np.array(bed.corner)) * 10).astype(int).T
    around = [bed.lowest[row + dr, column + dc] for dr in (-1, 0, 1) for dc in (-1, 0, 1)]
    return float((np.min(around, axis=0) - centres[:, 2]).max())


@pytest.mark.parametrize("family", get_args(Family))
@pytest.mark.parametrize("how", get_args(Pour))
def test_balls_come_to_rest_inside_side_by_side(family: Family, how: Pour) -> None:
    rng = np.random.default_rng(7)
    board = draw_board_of(family, rng)
    bed = bed_of(board.otau, inset=INSET)
    for number in (1, 9, board.otau.room // 2, board.otau.room):
        centres = pour(bed, number, how, rng)
        assert centres.shape == (number, 3)
        assert overlap(centres) < DEEPEST
        assert sunk(bed, centres) < SUNK
        assert inside(board.otau, centres) > INSET - BEYOND


def test_balls_in_one_another_and_in_the_floor_are_told() -> None:
    bed = bed_of(FLAT, inset=0.4)
    centres = pour(bed, 9, "sown", np.random.default_rng(1))
    assert overlap(centres[[0, 0]]) == 1
    assert overlap(np.array([[0, 0, 0], [0.93, 0, 0]])) > DEEPEST
    assert sunk(bed, centres - [0, 0, 0.2]) > SUNK
    assert inside(FLAT, np.array([[2.9, 0.0, 0.0]])) < INSET - BEYOND


def test_a_single_ball_lies_on_the_floor() -> None:
    centre = pour(bed_of(FLAT, inset=0.4), 1, "sown", np.random.default_rng(2))[0]
    assert centre[2] == pytest.approx(-0.5, abs=0.02)


def test_balls_roll_down_to_the_middle_of_a_v_but_lie_where_they_fall_on_a_flat_floor() -> None:
    rng = np.random.default_rng(3)
    rolled = [pour(bed_of(V, inset=0.4), 1, "sown", rng)[0] for _ in range(20)]
    fallen = [pour(bed_of(FLAT, inset=0.4), 1, "sown", rng)[0] for _ in range(20)]
    assert np.abs([one[0] for one in rolled]).max() < 0.3
    assert np.abs([one[0] for one in fallen]).max() > 1.0


def test_sixteen_lie_in_one_layer_of_two_lanes_and_a_handful_of_forty_does_not() -> None:
    box = Profile(outline="rectangle", half_wh=(1.9, 4.3), depth=2.0, wall_wh=(0.8, 0.1), rib_wh=(0.2, 0.15))
    bed = bed_of(box, inset=0.4)
    rng = np.random.default_rng(4)
    layer = np.median([(pour(bed, 16, "lane", rng)[:, 2] < -1.0).sum() for _ in range(10)])
    heap = pour(bed, 40, "handful", rng)
    assert layer >= 12
    assert (heap[:, 2] > -0.9).sum() >= 15


def to_nearest(how: Pour) -> float:
    """Mean distance of a ball to its nearest neighbour among nine on a flat floor."""
    rng, bed = np.random.default_rng(6), bed_of(FLAT, inset=INSET)
    nines = [pour(bed, 9, how, rng) for _ in range(20)]
    away = [np.linalg.norm(one[:, None] - one[None], axis=2) for one in nines]
    return float(np.mean([np.sort(one, axis=1)[:, 1] for one in away]))


def test_nine_laid_in_rows_touch_and_nine_that_were_sown_lie_about() -> None:
    assert to_nearest("rows") < 1.08 < 1.15 < to_nearest("sown")


def test_the_same_draws_give_the_same_heap() -> None:
    bed = bed_of(V, inset=0.4)
    heaps = [pour(bed, 30, "handful", np.random.default_rng(seed)) for seed in (5, 5, 6)]
    assert np.array_equal(heaps[0], heaps[1])
    assert not np.allclose(heaps[0], heaps[2])


def test_nothing_poured_is_nothing() -> None:
    assert pour(bed_of(V, inset=0.4), 0, "sown", np.random.default_rng(0)).shape == (0, 3)
