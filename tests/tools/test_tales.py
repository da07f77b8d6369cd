"""Games told scene by scene: what lies there, and how the game goes on after an error."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from togyz.board import Side
from togyz.position import Position
from tools.misplaying import blunder
from tools.tales import LIFE, Setting, boxes_of, lively, random_game, tale_with

CALM = replace(LIFE, p_late=0, p_slow=0, p_hidden=0, p_rearranged=0, p_taken_back=0, p_unseen=0)
AFTER = 3


def rng(seed):
    return np.random.default_rng(seed)


def error_after(plies, code, seed):
    moves = random_game(plies, rng(seed))
    position = Position.start()
    for otau_no in moves:
        position = position.play(otau_no)
    made = blunder(code, position, rng(seed))
    return tale_with(Setting(made, Position.start(), moves, len(moves)), rng(seed), CALM, AFTER), made, position


@pytest.mark.parametrize("seed", range(12))
def test_an_error_is_put_right_or_the_game_goes_on_from_it(seed):
    tale, made, before = error_after(2, "skipped_otau", seed)
    [ix] = [ix for ix, scene in enumerate(tale.scenes) if scene.error]
    assert tale.scenes[ix].boxes == made.boxes
    right = [boxes_of(before), boxes_of(before.play(made.meant))]
    stands = tale.moves[2] is None
    assert (tale.scenes[ix + 1].boxes in right) == (not stands)
    assert len(tale.moves) == 2 + stands + AFTER


def test_both_ways_occur():
    assert {None in error_after(2, "skipped_otau", seed)[0].moves for seed in range(12)} == {True, False}


@pytest.mark.parametrize(("code", "hand"), [("moved_twice", Side.WHITE), ("moved_opponents", Side.BLACK)])
def test_the_hand_is_that_of_the_side_that_errs(code, hand):
    tale, _, _ = error_after(1, code, 3)
    assert [scene.hand for scene in tale.scenes if scene.error] == [hand]


def test_a_calm_ply_is_one_scene_and_a_lively_one_more():
    start = Position.start()
    [calm] = lively(start, 7, rng(0), CALM)
    assert (calm.boxes, calm.move, calm.hand) == (boxes_of(start.play(7)), 7, Side.WHITE)
    late = list(lively(start, 7, rng(0), replace(CALM, p_late=1, p_slow=1, p_taken_back=1)))
    assert [sum(scene.boxes) == 162 for scene in late] == [False, True, True, True, True]
    assert late[1].boxes[14] == start.play(7).kazan[0]
    assert [scene.move for scene in late] == [None, None, 7, None, None]
