from __future__ import annotations

from dataclasses import replace
from typing import get_args

import numpy as np
import pytest

from tools.simulator.boards import LEVEL, Board, Family, Half, Hollow, Profile, beside
from tools.simulator.families import draw_board_of

ASKEW = Half(0.012, (0.2, 0.3), 0.03)
TROUGH = Profile(
    outline="rectangle", half_wh=(2.0, 4.0), depth=1.5, wall_wh=(0.5, 1.0), rib_wh=(0.4, 0.3), fillet=0.0, lane=0.0
)
AT = np.zeros(1, np.float32)


def height(profile: Profile, x: float, y: float) -> float:
    return float(profile.height(AT + np.float32(x), AT + np.float32(y))[0])


@pytest.mark.parametrize(
    ("x", "y", "z"),
    [(1.0, 0.0, -1.5), (0.0, 0.0, -1.2), (1.75, 0.0, -0.75), (1.0, 3.5, -0.75), (2.1, 0.0, 0.0), (1.0, -4.2, 0.0)],
)
def test_a_trough_has_a_floor_a_rib_and_sloping_walls(x: float, y: float, z: float) -> None:
    assert height(TROUGH, x, y) == pytest.approx(z, abs=1e-6)


def test_a_bowl_is_deepest_in_its_middle_and_level_with_the_top_at_its_edge() -> None:
    bowl = Profile(outline="ellipse", half_wh=(2.0, 3.0), depth=1.2, wall_wh=(2.0, 0.0))
    assert height(bowl, 0, 0) == pytest.approx(-1.2)
    assert height(bowl, 1, 0) == pytest.approx(height(bowl, 0, 1.5)) == pytest.approx(-0.9)
    assert height(bowl, 2, 0) == pytest.approx(0)


def test_a_slot_ends_in_half_circles() -> None:
    slot = Profile(outline="rounded", half_wh=(1.5, 4.0), corner=1.5, depth=1.0, wall_wh=(0.2, 0.0))
    corner = slot.edge(AT + np.float32(1.4), AT + np.float32(3.9))
    assert corner[0] < 0 < slot.edge(AT + np.float32(1.4), AT + np.float32(2.0))[0]


def overlapping(board: Board) -> list[tuple[Hollow, Hollow]]:
    """Pairs of hollows whose openings' bounding rectangles overlap."""
    hollows = board.hollows()
    return [
        (a, b)
        for i, a in enumerate(hollows)
        for b in hollows[:i]
        if abs(a.x - b.x) < a.profile.half_wh[0] + b.profile.half_wh[0] - 1e-6
        and abs(a.y - b.y) < a.profile.half_wh[1] + b.profile.half_wh[1] - 1e-6
    ]


def beyond_the_board(board: Board) -> list[Hollow]:
    return [
        one
        for one in board.hollows()
        if abs(one.x) + one.profile.half_wh[0] > board.half_wh[0]
        or abs(one.y) + one.profile.half_wh[1] > board.half_wh[1]
    ]


@pytest.mark.parametrize("family", get_args(Family))
def test_drawn_boards_have_twenty_hollows_side_by_side(family: Family) -> None:
    for seed in range(30):
        board = draw_board_of(family, np.random.default_rng(seed))
        assert board.family == family
        assert len(board.hollows()) == 20
        assert not overlapping(board)
        assert not beyond_the_board(board)
        assert 0.15 < 1 / board.pitch < 0.36


def test_what_overlaps_or_sticks_out_is_told() -> None:
    wide = Profile(outline="rectangle", half_wh=(2.2, 4.0), depth=1.0)
    board = Board(
        family="trays",
        pitch=4.0,
        otau=wide,
        row_y=6.0,
        kazan=wide,
        kazan_at=(0.0, 1.0),
        half_wh=(10.0, 11.0),
        thickness=2.0,
    )
    assert overlapping(board)
    assert beyond_the_board(board)


def test_heights_of_a_board_are_those_of_its_parts() -> None:
    board = replace(draw_board_of("box", np.random.default_rng(3)), halves=(LEVEL, LEVEL))
    otau = board.hollows()[4]
    x = np.array([otau.x + 0.7, otau.x + board.pitch / 2, board.half_wh[0] + 1], np.float32)
    z = board.height(x, np.array([otau.y], np.float32))[0]
    assert z[0] == pytest.approx(height(board.otau, 0.7, 0.0), abs=1e-5)
    assert z[1] == pytest.approx(0, abs=1e-6)
    assert z[2] == pytest.approx(-board.thickness, abs=1e-6)


def test_a_real_box_has_room_for_the_largest_heaps_of_real_games_and_a_small_bowl_has_not() -> None:
    bowl = Profile(outline="ellipse", half_wh=(1.4, 1.4), depth=1.2, wall_wh=(2.0, 0.0))
    box = Profile(outline="rectangle", half_wh=(1.75, 3.0), depth=2.0)
    assert bowl.room < 25
    assert box.room > 48


def askew_box() -> Board:
    return replace(draw_board_of("box", np.random.default_rng(3)), halves=(ASKEW, Half(-0.01, (0.0, -0.3), -0.02)))


def test_a_half_that_lies_askew_leads_there_and_back() -> None:
    points = np.random.default_rng(0).uniform((-20, 0.1, -2), (20, 12, 2), (50, 3))
    np.testing.assert_allclose(ASKEW.level(ASKEW.placed(points)), points, atol=1e-9)
    assert np.abs(LEVEL.level(ASKEW.placed(points)) - points).max() > 0.1


def test_an_askew_half_holds_its_otaus_where_they_are_said_to_be() -> None:
    board = askew_box()
    for hollow in board.hollows():
        places = hollow.placed(np.array([[0.7, 0.2, 0.0], [0.0, 0.0, 0.0]]))
        x, y = places[0, :2].astype(np.float32)
        z = board.height(np.array([x]), np.array([y]))[0, 0]
        assert z == pytest.approx(height(hollow.profile, 0.7, 0.2), abs=0.02)
        rise = board.rise(np.array([x]), np.array([y]))[0, 0]
        assert rise == pytest.approx(places[0, 2], abs=1e-4)
    assert board.rise(AT + np.float32(100), AT)[0, 0] == 0
    assert board.height(AT + np.float32(100), AT)[0, 0] == pytest.approx(-board.thickness)


def test_most_boxes_are_drawn_askew_by_a_little_and_nothing_else_is() -> None:
    boxes = [draw_board_of("box", np.random.default_rng(seed)) for seed in range(40)]
    askew = [half for board in boxes for half in board.halves if half != LEVEL]
    assert 20 < len(askew) < 60
    assert max(abs(half.slope) for half in askew) < np.tan(np.deg2rad(3.01))
    assert all(draw_board_of("slots", np.random.default_rng(seed)).halves == (LEVEL, LEVEL) for seed in range(10))


def test_what_lies_beside_an_otau_lies_on_its_rim() -> None:
    board = askew_box()
    hollow = board.hollows()[4]
    for seed in range(20):
        x, y, z = hollow.level(beside(board, hollow, np.random.default_rng(seed))[None])[0]
        assert hollow.profile.edge(AT + np.float32(x), AT + np.float32(y))[0] < 0.2
        assert -0.01 < z - 0.5 < board.rim[0] + 0.02
