"""Where a recording begins: what the user said, or what the first picture shows."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests import drawn
from togyz.board import Side
from togyz.position import Position
from togyz.rules import DEFAULT_RULES
from togyz_companion.beginning import BeginningOptions, tracker_for
from togyz_companion.board_setup import OTAUS_OFF_MAX, Board, expect, otaus_off
from vision.frame import Frame

PLAYED = Position.start().play(6)
"""White's 6 takes ten from black's 5."""


@pytest.fixture(scope="module")
def board() -> Board:
    return Board(drawn.calibration())


def frame(position: Position) -> Frame:
    return Frame(drawn.noisy(drawn.board([*position.otau, *position.kazan]), 2.0), 0, 0, "drawn")


def test_a_position_that_was_given_is_taken(board: Board) -> None:
    options = BeginningOptions(start=PLAYED, kazan_owner="own")
    tracker = tracker_for(board, frame(Position.start()), options, DEFAULT_RULES)
    assert (tracker.start, tracker.as_seen, tracker.kazan_owner) == (PLAYED, False, "own")
    assert options.position is PLAYED
    assert BeginningOptions(start="seen").position is None


@pytest.mark.parametrize(("lies_in", "is_told"), [(3, False), (4, True)])
def test_a_kumalak_beside_its_otau_is_told_of_a_position_that_was_given(
    board: Board, lies_in: int, *, is_told: bool
) -> None:
    """Otaus with few kumalak are counted for sure; the heaps, which nobody can count so, say nothing."""
    given = Position((9, 0, 3, 1, *[0] * 14), (75, 74), (None, None), Side.WHITE)
    otau = [9, 0, 3, *[0] * 15]
    otau[lies_in] = 1
    fault = expect(board, frame(replace(given, otau=tuple(otau))).image_bgr, given)
    assert (fault is not None) is is_told
    assert not is_told or "white's otau 4 shows 0" in str(fault)


def test_a_position_is_seen(board: Board) -> None:
    options = BeginningOptions(start="seen", to_move=Side.BLACK, kazan_owner="own")
    tracker = tracker_for(board, frame(PLAYED), options, DEFAULT_RULES)
    assert tracker.as_seen
    assert tracker.to_move_known
    assert np.abs(np.subtract(tracker.start.otau, PLAYED.otau)).sum() <= 2
    assert sum(tracker.start.otau + tracker.start.kazan) == 162
    assert tracker.start.kazan[0] >= 8 > tracker.start.kazan[1]
    assert tracker.start.to_move is Side.BLACK


@pytest.mark.parametrize(("shown", "as_seen"), [(Position.start(), False), (PLAYED, True)])
def test_auto_takes_the_start_position_for_what_it_is(board: Board, shown: Position, *, as_seen: bool) -> None:
    tracker = tracker_for(board, frame(shown), BeginningOptions(start="auto"), DEFAULT_RULES)
    assert tracker.as_seen is as_seen
    assert tracker.to_move_known is not as_seen
    assert (tracker.start == Position.start()) is not as_seen


@pytest.mark.parametrize(
    ("seen", "is_learned", "fits"),
    [
        ([9] * 18, True, True),
        ([7] * 18, True, False),
        ([7] * 18, False, True),
        ([5] * 18, False, False),
        ([9] * 17 + [0], False, False),
    ],
)
def test_heaps_may_be_read_short_where_nothing_was_learned(seen: list[int], *, is_learned: bool, fits: bool) -> None:
    """Of the given position all otaus may be read a fifth short, but no move may have been played from it."""
    off = otaus_off(np.array(seen), np.array(Position.start().otau), is_learned=is_learned)
    assert (off <= OTAUS_OFF_MAX) == fits
