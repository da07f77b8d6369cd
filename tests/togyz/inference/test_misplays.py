"""Errors as boards: worked examples of every code, with what an alert names and how the game goes on from there."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from tests.togyz.inference.errors_made import (
    BEFORE_16,
    BEFORE_39,
    BEFORE_47,
    BEFORE_58,
    BEFORE_91,
    BLACK,
    EXAMPLES,
    SECOND,
    START,
    WHITE,
    board,
)
from togyz.board import KUMALAK_TOTAL, OTAU_TOTAL
from togyz.codes import Code
from togyz.inference.evidence import TUZDYK, contents, kumalak_in
from togyz.inference.misplays import Misplay, astray, misplays
from togyz.inference.priors import P_ASTRAY, P_CODE
from togyz.position import Position
from togyz.rules import DEFAULT_RULES


def found(position: Position, wanted: list[int]) -> dict[Code, Misplay]:
    """The errors that leave this board, by code."""
    every = misplays(position, DEFAULT_RULES)
    rows = np.flatnonzero((every.boards == wanted).all(axis=1)).tolist()
    return {one.code: one for one in map(every.misplay, rows)}


@pytest.mark.parametrize("code", EXAMPLES)
def test_worked_examples(code):
    position, counts, move, meant_no = EXAMPLES[code]
    wanted = board(position, counts)
    misplay = found(position, wanted)[code]
    assert (misplay.move, misplay.meant_no) == (move, meant_no)
    assert misplay.shown == tuple(wanted)
    wanted[16] += 1
    assert code not in found(position, wanted)


def test_a_tuzdyk_against_the_rules_is_marked_as_one():
    """Black's 9 ends in white's 1 and makes three, but white's tuzdyk is number 1."""
    shown = contents(BEFORE_91.play(9))
    wanted = [TUZDYK, *shown[1:19], shown[19] + 3]
    misplay = found(BEFORE_91, wanted)[Code.TUZDYK_ILLEGAL]
    assert misplay.move == "91x"
    assert misplay.after.tuzdyk == (1, 1)


def test_a_last_kumalak_that_is_kept_may_win_a_tuzdyk_that_another_would_not():
    """Two in the last otau but one make four and are captured; none but one there makes three."""
    twice = found(BEFORE_16, board(BEFORE_16, "1 3 15 3 6 6 0 15 5 / 5 2 17 5 0 2 1 16 16 / 26 18"))
    assert twice[Code.SOWN_SHORT].move == "15"
    kept = board(BEFORE_16, "1 3 15 3 6 6 0 15 5 / 5 2 17 5 0 2 1 16 16 / 25 18")
    kept[13] = TUZDYK
    assert found(BEFORE_16, kept)[Code.SOWN_SHORT].move == "15x"


def test_what_an_alert_names():
    played = found(START, board(START, EXAMPLES[Code.PARTIAL_TAKE][1]))[Code.PARTIAL_TAKE]
    assert (played.side, played.otau_nos) == (WHITE, (3,))
    lost = found(START, board(START, EXAMPLES[Code.BALL_EXTRA][1]))[Code.BALL_EXTRA]
    assert (lost.side, lost.otau_nos) == (BLACK, (9,))


def test_after_an_error_the_other_side_is_to_move():
    errors = misplays(BEFORE_58, DEFAULT_RULES)
    for row in range(len(errors.boards)):
        misplay = errors.misplay(row)
        assert misplay.is_ply
        assert misplay.after.to_move is (WHITE if misplay.code is Code.MOVED_TWICE else BLACK)


def test_where_a_kumalak_stays_in_a_tuzdyk_the_ply_stands():
    position, counts, _, otau_no = EXAMPLES[Code.TUZDYK_NOT_EMPTIED]
    assert found(position, board(position, counts))[Code.TUZDYK_NOT_EMPTIED].after == position.play(otau_no)


def test_only_what_went_astray_changes_how_many_there_are():
    """A last kumalak that is kept is in a hand."""
    for errors in (misplays(BEFORE_16, DEFAULT_RULES), astray(BEFORE_16)):
        held = [sum(kumalak_in(board)) for board in errors.boards.tolist()]
        codes = {errors.misplay(row).code for row, total in enumerate(held) if total != KUMALAK_TOTAL}
        assert codes <= {Code.SOWN_SHORT, Code.BALL_MISSING, Code.BALL_EXTRA}
        assert codes >= {Code.BALL_MISSING, Code.BALL_EXTRA}
        assert errors.boards.min() >= 0


@pytest.mark.parametrize("position", [START, BEFORE_16, BEFORE_39, BEFORE_47, BEFORE_91, SECOND])
def test_priors_are_a_distribution_by_codes(position):
    for errors in (misplays(position, DEFAULT_RULES), astray(position)):
        assert np.exp(errors.log_prior).sum() == pytest.approx(1)
        shares = Counter()
        for row, log_prior in enumerate(errors.log_prior):
            shares[errors.misplay(row).code] += np.exp(log_prior)
        total = sum(P_CODE[code] for code in shares)
        assert shares == pytest.approx({code: P_CODE[code] / total for code in shares})


def test_a_kazan_may_hold_as_many_as_stand_for_a_tuzdyk():
    position = replace(START.play(7), kazan=(TUZDYK, 0))
    errors = misplays(position, DEFAULT_RULES)
    assert errors.misplay(0).after.kazan[0] >= TUZDYK


def test_no_two_errors_of_a_code_leave_the_same_board():
    errors = misplays(BEFORE_39, DEFAULT_RULES)
    every = [(errors.misplay(row).code, tuple(errors.boards[row].tolist())) for row in range(len(errors.boards))]
    assert len(set(every)) == len(every)


def test_kumalak_astray_at_rest_leave_the_turn_as_it_was():
    errors = astray(BEFORE_16)
    every = [errors.misplay(row) for row in range(len(errors.boards))]
    assert {one.code for one in every} == {Code.BALL_MISSING, Code.BALL_EXTRA, Code.UNEXPLAINED}
    assert not any(one.is_ply for one in every)
    assert {one.after.to_move for one in every} == {WHITE}
    most = max(abs(one.shown[ix] - held) for one in every for ix, held in enumerate(contents(BEFORE_16)))
    assert most == max(P_ASTRAY)


def test_kumalak_fall_into_neighbours_of_the_same_row_only():
    rest = np.array(contents(START)[:OTAU_TOTAL])
    errors = astray(START)
    moved = [errors.boards[row, :OTAU_TOTAL] - rest for row in range(len(errors.boards))]
    pairs = {tuple(np.flatnonzero(change).tolist()) for change in moved if np.count_nonzero(change) == 2}
    assert pairs == {(ix, ix + 1) for ix in range(17) if ix != 8}
