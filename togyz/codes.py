"""What an arbiter is told: one code for each kind of alert, the words that stand in events and records."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Code(StrEnum):
    """Errors of the players, what is wrong with the surroundings, and what the clock says."""

    SOWN_SHORT = "sown_short"
    PARTIAL_TAKE = "partial_take"
    SKIPPED_OTAU = "skipped_otau"
    SOURCE_LEFT_EMPTY = "source_left_empty"
    WRONG_DIRECTION = "wrong_direction"
    CAPTURED_ODD = "captured_odd"
    CAPTURED_OWN = "captured_own"
    MISSED_CAPTURE = "missed_capture"
    TUZDYK_ILLEGAL = "tuzdyk_illegal"
    TUZDYK_SECOND = "tuzdyk_second"
    TUZDYK_NOT_EMPTIED = "tuzdyk_not_emptied"
    TUZDYK_NOT_MARKED = "tuzdyk_not_marked"
    MOVED_TWICE = "moved_twice"
    MOVED_OPPONENTS = "moved_opponents"
    WRONG_KAZAN = "wrong_kazan"
    BALL_MISSING = "ball_missing"
    BALL_EXTRA = "ball_extra"
    UNEXPLAINED = "unexplained"
    CAMERA_LOST = "camera_lost"
    COLOURS_LOST = "colours_lost"
    BOARD_CUT_OFF = "board_cut_off"
    MIRRORED = "mirrored"
    OTAU_COVERED = "otau_covered"
    NO_PRESS = "no_press"
    PRESS_WITHOUT_MOVE = "press_without_move"
    FLAG_FELL = "flag_fell"


OF_CLOCK: Final = frozenset({Code.NO_PRESS, Code.PRESS_WITHOUT_MOVE, Code.FLAG_FELL})
"""What the clock says, not the board."""
OF_SURROUNDINGS: Final = frozenset(
    {Code.CAMERA_LOST, Code.COLOURS_LOST, Code.BOARD_CUT_OFF, Code.MIRRORED, Code.OTAU_COVERED}
)
"""What keeps the board from being seen as it lies: no error of the players."""
