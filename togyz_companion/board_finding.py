"""A board that nobody pointed at, found by its start position; and whether that is complete."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.errors import CalibrationError, NotABoardError
from calibration.finding import Finding
from calibration.locate import View, calibrate_rows, cut_off, row_length_px
from calibration.model import Calibration
from togyz.board import OTAU_TOTAL, Side, otau_no, otau_side
from vision.finder import find_kumalak
from vision.locate import propose_rows
from vision.reading import OtauReading

MISFIT_MAX: Final = 20.0
"""Rows that fit worse are hardly a board's: start positions of d1, d2 and b1 in any light, turned, show -13 and less,
drawn boxes whose kumalak lie all over their otaus up to 13, empty boards and forms mostly 20 and more."""
_TRIED: Final = 2
"""So many proposals are looked at: each takes a second or two."""
_LENGTH_MIN_PX: Final = 240
"""A kumalak on a shorter board is less than 4 px wide."""
_DARK: Final = 40
"""Grey level that a twentieth of a picture exceeds when somebody forgot the light."""
_SURE: Final = 0.05
"""What is left to the number expected where an otau shows another one (d1, b1: at most 0.035 where one was taken
out, and at least 0.76 where none was)."""
_FAULTS_MAX: Final = 3
"""Where more otaus than these read otherwise than set up, it is the counter that is in doubt."""


def locate_board(view: View) -> tuple[Calibration, Finding]:
    """Find a board at the start position, wherever it lies in a picture.

    Raises:
        NotABoardError: none is seen; the sentence says what to do.
    """
    height, width = view.image_bgr.shape[:2]
    rows_seen = [rows for rows in propose_rows(view.image_bgr) if rows.misfit <= MISFIT_MAX][:_TRIED]
    refusals = []
    for rows in rows_seen:
        if edges := cut_off(rows, (width, height)):
            refusals.append(f"the board is cut off at the {' and the '.join(edges)} of the picture: move the camera")
        elif (length_px := row_length_px(rows)) < _LENGTH_MIN_PX:
            refusals.append(f"the board is only {length_px:.0f} px long in the picture: bring the camera nearer")
        else:
            try:
                return calibrate_rows(view, rows, find_kumalak)
            except CalibrationError:
                refusals.append("what may be a board does not show nine kumalak in each of 18 otaus within a rim")
    why = refusals[0] if refusals else _unseen(view.image_bgr)
    raise NotABoardError(
        f"{why}; begin at the start position, hands off, or say where the board lies by --corners or --calibration"
    )


def start_fault(readings: tuple[OtauReading, ...], expected: tuple[int, ...], calibration: Calibration) -> str | None:
    """What is wrong with a position that was set up; None where nothing is, or where the counter is in doubt.

    Args:
        readings: of the 18 otaus.
        expected: what they should hold.
        calibration: names the sides.
    """
    off = [ix for ix in range(OTAU_TOTAL) if int(readings[ix].p.argmax()) != expected[ix]]
    if not off or len(off) > _FAULTS_MAX or any(readings[ix].p[expected[ix]] > _SURE for ix in off):
        return None
    seen = [int(readings[ix].p.argmax()) for ix in off]
    change = sum(seen) - sum(expected[ix] for ix in off)
    where = ", ".join(f"{_otau(ix, calibration)} shows {number}" for ix, number in zip(off, seen, strict=True))
    return f"{_change(change)}: {where}"


def _change(change: int) -> str:
    number = {1: "one kumalak", -1: "one kumalak"}.get(change, f"{abs(change)} kumalak")
    if change == 0:
        return "kumalak lie in the wrong otaus"
    return f"{number} {'is' if abs(change) == 1 else 'are'} {'missing' if change < 0 else 'too many'}"


def _otau(ix: int, calibration: Calibration) -> str:
    """An otau in words: by its side where that is known, or else by where its row lies in the picture."""
    if calibration.white_known:
        return f"{otau_side(ix).value}'s otau {otau_no(ix)}"
    opposite = {"bottom": "top", "top": "bottom", "left": "right", "right": "left"}
    side = calibration.white_side if otau_side(ix) is Side.WHITE else opposite[calibration.white_side]
    return f"otau {otau_no(ix)} in the row at the {side}"


def _unseen(image_bgr: NDArray[np.uint8]) -> str:
    gray = cv2.cvtColor(image_bgr, cv2.COLOR_BGR2GRAY)
    if np.percentile(gray, 95) < _DARK:
        return "the picture is too dark: no board is seen"
    return "no board is seen: neither ArUco markers 0 to 3 nor two rows of nine otaus with nine kumalak in each"
