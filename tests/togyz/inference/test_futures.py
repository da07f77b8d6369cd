from __future__ import annotations

import numpy as np
import pytest

from togyz.board import OTAU_TOTAL, Side
from togyz.inference.evidence import TUZDYK, contents
from togyz.inference.futures import one_ply, playable, transients, two_plies
from togyz.position import Position
from togyz.rules import DEFAULT_RULES, Rules

START = Position.start()
WITH_TUZDYKS = Position((0, 3, 1, 0, 5, 0, 2, 0, 2, 1, 0, 1, 1, 0, 9, 9, 9, 9), (50, 60), (5, 4), Side.WHITE)


def test_a_tuzdyk_has_a_content_of_its_own():
    board = contents(WITH_TUZDYKS)
    assert [ix for ix, held in enumerate(board) if held == TUZDYK] == [3, 13]
    assert board[18:] == (50, 60)


def test_every_legal_ply_is_a_future():
    futures = one_ply(WITH_TUZDYKS, DEFAULT_RULES)
    assert futures.moves == ((2,), (3,), (5,), (7,), (9,))
    assert futures.positions == tuple(WITH_TUZDYKS.play(no) for no in (2, 3, 5, 7, 9))
    assert futures.boards.tolist() == [list(contents(position)) for position in futures.positions]
    assert np.exp(futures.log_prior).sum() == pytest.approx(1)


def test_pairs_are_as_many_as_perft_says_and_as_likely():
    pairs = two_plies(START, DEFAULT_RULES)
    assert len(pairs) == len(set(pairs.moves)) == 73
    assert np.exp(pairs.log_prior).sum() == pytest.approx(1)
    first, second = pairs.moves[10]
    assert pairs.positions[10] == START.play(first).play(second)


def test_it_is_counted_how_many_plies_changed_each_box():
    pairs = two_plies(START, DEFAULT_RULES)
    row = pairs.moves.index((7, 5))
    singly = [np.array(contents(START)), np.array(contents(START.play(7))), pairs.boards[row]]
    assert pairs.touches[row].tolist() == [int(a != b) + int(b != c) for a, b, c in zip(*singly, strict=True)]
    assert pairs.touches[row].max() == 2


def test_nothing_follows_the_end_of_a_game():
    decided = Position((9,) * 8 + (8, 0, 0, 0, 0, 0, 0, 0, 0, 0), (82, 0), (None, None), Side.WHITE)
    assert len(playable(decided, DEFAULT_RULES)) == 9
    assert playable(decided, Rules(at_82="stop")) == ()
    assert len(one_ply(decided, Rules(at_82="stop"))) == 0
    assert len(two_plies(decided, Rules(at_82="stop"))) == 0


def test_a_ply_under_way_has_every_stage_of_its_sowing():
    ways = transients(START, DEFAULT_RULES)
    seventh = [row for row, otau_no in enumerate(ways.otau_nos) if otau_no == 7]
    boards = ways.boards[seventh]
    assert [int(board[:18].sum()) for board in boards] == [153 + sown for sown in range(10)]
    assert boards[0][6] == 0
    assert [ways.sown[row] for row in seventh] == [False] * 9 + [True]
    assert boards[9].tolist() == [9, 9, 9, 9, 9, 9, 1, 10, 10, 10, 10, 10, 10, 10, 10, 9, 9, 9, 0, 0]


def test_a_ply_that_captures_nothing_is_under_way_only_while_kumalak_is_in_the_hand():
    ways = transients(START, DEFAULT_RULES)
    first = [row for row, otau_no in enumerate(ways.otau_nos) if otau_no == 1]
    assert len(first) == 9
    assert not any(ways.sown[row] for row in first)
    assert contents(START.play(1)) not in {tuple(board) for board in ways.boards[first].tolist()}


def test_the_stages_of_a_ply_share_its_probability():
    ways = transients(WITH_TUZDYKS, DEFAULT_RULES)
    for otau_no in (2, 3, 5, 7, 9):
        stages = [row for row, one in enumerate(ways.otau_nos) if one == otau_no]
        sowing = WITH_TUZDYKS.sow(otau_no)
        leaves_some = sowing.captured > 0 or max(sowing.path) >= OTAU_TOTAL
        assert np.exp(ways.log_stage[stages]).sum() == pytest.approx(1.0 if leaves_some else 0.5)


def test_what_fell_into_a_tuzdyk_may_lie_there_for_a_moment():
    ways = transients(WITH_TUZDYKS, DEFAULT_RULES)
    [row] = [row for row, otau_no in enumerate(ways.otau_nos) if otau_no == 3 and ways.sown[row]]
    after = contents(WITH_TUZDYKS.play(3))
    assert ways.boards[row].tolist() == [*after[:3], 1, *after[4:19], after[19] - 1]


def test_boards_that_would_be_errors_are_the_last_of_their_ply():
    ways = transients(START, DEFAULT_RULES)
    by_ply = [[bool(ways.errors[row]) for row, one in enumerate(ways.otau_nos) if one == no] for no in (1, 7)]
    assert by_ply == [[False] * 8 + [True], [False] * 8 + [True, True]]


def test_what_is_kept_for_all_who_ask_cannot_be_changed_by_one():
    futures, under_way = one_ply(Position.start(), DEFAULT_RULES), transients(Position.start(), DEFAULT_RULES)
    for values in (futures.boards, futures.touches, futures.log_prior, under_way.boards, under_way.log_stage):
        with pytest.raises(ValueError, match="read-only"):
            values[0] = 0
