"""A board that nobody pointed at, found in any position; and whether a start position is complete."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.calibrate import calibrate
from calibration.errors import CalibrationError, NotABoardError
from calibration.finding import Cut, Finder, Finding, Lattices
from calibration.locate import (
    Place,
    View,
    calibrate_place,
    calibrate_rows,
    cut_off,
    find_place,
    row_length_px,
    through_own_lens,
)
from calibration.mere_pattern import are_gaps, is_mere_pattern
from calibration.model import Calibration, WhiteSide
from calibration.seen import Seen
from calibration.unusable import Unusable
from togyz.board import KUMALAK_PER_OTAU, OTAU_TOTAL, Side, otau_no, otau_side
from togyz.saying import Said, Saying, all_of, say
from vision.ball_size import with_ball_size
from vision.finder import find_kumalak
from vision.learned import LearnedCounter
from vision.light import COLOURS_MIN, colours_of, log_luma_chroma
from vision.locate import propose_rows
from vision.reading import TOTAL_MAX, OtauReading

MISFIT_MAX: Final = 20.0
"""Rows that fit worse are hardly a board's: start positions of d1, d2 and b1 in any light, turned, show -13 and less,
drawn boxes whose kumalak lie all over their otaus up to 13, empty boards and forms mostly 20 and more."""
CLEAR_MIN: Final = 0.33
"""Less, and what looks like two rows of otaus within an outline is none (``calibration.locate.Place``): boards d1, d2
and b1 show 0.37 and more in any position, a simulated board of ten columns 0.30."""
SURE_CLEAR: Final = 0.5
"""Less, and where the otaus read alike the start position is looked for in another way, too, before this is taken for a
later one: half a box may look like a board of its own (simulated boxes up to 0.45)."""
_TRIED: Final = 1
"""So many proposals are looked at: each takes a second or two."""
_ABOUT: Final = 2
_ALIKE_MIN: Final = 15
"""So many of the 18 otaus must read alike, or nearly, for a look at the start position to be worth its time: nine, or
what nine look like in kumalak of another size. All 18 do at the start of d1, d2 and simulated boxes, half ones among
them, in any light; of later positions few but those of the first plies."""
_LEAST: Final = 3
"""Fewer in most otaus are those of a later position."""
_BALL_MIN_PX: Final = 8.0
"""Counting gets worse below."""
_TILT_MAX_DEG: Final = 25.0
"""Tall dividers hide a lane from 15 to 20 degrees on; the far half of a lane is seen for a while."""
_LENGTH_MIN_PX: Final = 240
"""A kumalak on a shorter board is less than 4 px wide."""
_DARK: Final = 40
"""Grey level that a twentieth of a picture exceeds when somebody forgot the light."""
_SURE: Final = 0.05
"""What is left to the number expected where an otau shows another one (d1, b1: at most 0.035 where one was taken
out, and at least 0.76 where none was)."""
_FAULTS_MAX: Final = 3
"""Where more otaus than these read otherwise than set up, it is the counter that is in doubt."""


def locate_board(view: View) -> tuple[Calibration, Finding | None]:
    """Find a board, wherever it lies in a picture and whatever lies in its otaus.

    Returns:
        The geometry, and where the kumalak were found where it shows the start position.

    Raises:
        NotABoardError: none is seen; the sentence says what to do.
    """
    board, finding = _located(view)
    if is_mere_pattern(view.image_bgr, board, holds_kumalak=finding is not None):
        raise NotABoardError(say(Seen.SHOW_WHOLE, fault=say(Seen.PATTERN)))
    return board, finding


def _located(view: View) -> tuple[Calibration, Finding | None]:
    place = find_place(view)
    if place is None or place.clear < CLEAR_MIN:
        return _at_start(view)
    told, (view, place) = view, through_own_lens(view, place)
    seen = _measured(view, place)
    readings = _read(view.image_bgr, seen)
    kumalak = _counted(readings)
    found, finding = _as_start(view, place, seen, kumalak)
    may_be_start = place.clear < SURE_CLEAR and _are_alike(kumalak)
    if finding is None and (may_be_start or _is_doubtful(kumalak)):
        with suppress(CalibrationError):
            return _at_start(told)
    if finding is None and are_gaps(seen, [reading.counted_xy for reading in readings]):
        raise NotABoardError(say(Seen.SHOW_WHOLE, fault=say(Seen.PATTERN)))
    return replace(found, white_known=view.white_side is not None), finding


def board_at(view: View, place: Place) -> tuple[Calibration, Finding | None]:
    """The board at a place, whatever lies in its otaus; see ``locate_board``.

    Raises:
        NotABoardError: it cannot be measured.
        BadLayoutError: it is of another layout.
    """
    seen = _measured(view, place)
    return _as_start(view, place, seen, _counted(_read(view.image_bgr, seen)))


def _measured(view: View, place: Place) -> Calibration:
    try:
        return board_as_seen(view, place)
    except CalibrationError as error:
        raise NotABoardError(say(Seen.UNMEASURED, fault=error.why)) from error


def _as_start(view: View, place: Place, seen: Calibration, kumalak: list[int]) -> tuple[Calibration, Finding | None]:
    """The board by its kumalak where it shows the start position; or else as it was seen.

    Raises:
        BadLayoutError: it is of another layout.
    """
    finder = _start_finder(seen, kumalak)
    if finder is not None:
        with suppress(NotABoardError):
            return calibrate(view.image_bgr, place.corners_px, finder, layout=view.layout, lens=view.lens)
    return seen, None


def board_as_seen(view: View, place: Place) -> Calibration:
    """A calibration from a picture of an unknown position.

    Raises:
        CalibrationError: that is no board, or this OpenCV cannot run the network.
    """
    try:
        return with_ball_size(calibrate_place(view, place), view.image_bgr)
    except cv2.error as error:
        raise CalibrationError(say(Unusable.NO_NETWORK)) from error


def _read(image_bgr: NDArray[np.uint8], calibration: Calibration) -> tuple[OtauReading, ...]:
    """The 18 otaus, for all that a counter sees that has not learned the board."""
    return LearnedCounter(calibration.view(), None).count(image_bgr)


def _counted(readings: tuple[OtauReading, ...]) -> list[int]:
    return [int(reading.p.argmax()) for reading in readings]


def _start_finder(seen: Calibration, kumalak: list[int]) -> Finder | None:
    """What finds the kumalak of the start position where it may be shown; None where it is not.

    Where the otaus or the kumalak are otherwise than they were taken to be, nothing is counted, or more than there is,
    or another number than nine everywhere: then the kumalak are looked for as if nothing were known of them.
    """
    if _are_alike(kumalak) and _shows_nines(kumalak):
        return _finder_near(seen)
    return find_kumalak if _is_doubtful(kumalak) or not any(kumalak) else None


def _is_doubtful(kumalak: list[int]) -> bool:
    """Whether there is more than a game has, or the same number, but not nine, in most otaus, as in half a box."""
    is_even = _are_alike(kumalak) and float(np.median(kumalak)) >= _LEAST and not _shows_nines(kumalak)
    return is_even or sum(kumalak) > TOTAL_MAX


def _are_alike(kumalak: list[int]) -> bool:
    usual = float(np.median(kumalak))
    return sum(abs(number - usual) <= _ABOUT for number in kumalak) >= _ALIKE_MIN


def _shows_nines(kumalak: list[int]) -> bool:
    return abs(float(np.median(kumalak)) - KUMALAK_PER_OTAU) <= 1


def _finder_near(seen: Calibration) -> Finder:
    """Looks for kumalak of the size, and in the rows, that were seen."""
    rows = (seen.rows[0].lattice, seen.rows[1].lattice)
    ball_u = seen.ball_px / seen.pitch_px * (rows[0].pitch + rows[1].pitch) / 2

    def find(cut: Cut, kumalak: NDArray[np.int64], lattices: Lattices | None) -> Finding:
        return find_kumalak(cut, kumalak, lattices or rows, ball_u=ball_u)

    return find


def hints(calibration: Calibration) -> list[str]:
    """What would let the camera see the board better, in words."""
    told: list[str] = []
    if calibration.ball_px < _BALL_MIN_PX:
        told.append(say(Seen.FAR, ball_px=calibration.ball_px))
    if calibration.tilt_deg > _TILT_MAX_DEG and calibration.layout.family != "bowls":
        told.append(say(Seen.TILTED, tilt_deg=calibration.tilt_deg))
    if calibration.start is not None and is_grey(calibration.start.crops_bgr()):
        told.append(say(Seen.NO_COLOURS))
    return told


def is_grey(otaus_bgr: NDArray[np.uint8]) -> bool:
    """Whether pictures (18, h, w, 3) are in shades of grey."""
    return colours_of(log_luma_chroma(otaus_bgr.reshape(-1, *otaus_bgr.shape[2:]))) < COLOURS_MIN


def _at_start(view: View) -> tuple[Calibration, Finding]:
    """A board at the start position whose outline or otaus are hard to see: by its kumalak.

    Raises:
        NotABoardError: none is seen; the sentence says what to do.
    """
    height, width = view.image_bgr.shape[:2]
    rows_seen = [rows for rows in propose_rows(view.image_bgr) if rows.misfit <= MISFIT_MAX][:_TRIED]
    refusals = []
    for rows in rows_seen:
        if edges := cut_off(rows, (width, height)):
            refusals.append(say(Seen.CUT_OFF, edges=all_of(map(_edge, edges), Seen.AND)))
        elif (length_px := row_length_px(rows)) < _LENGTH_MIN_PX:
            refusals.append(say(Seen.SHORT, length_px=length_px))
        else:
            try:
                return calibrate_rows(view, rows, find_kumalak)
            except CalibrationError:
                refusals.append(say(Seen.NOT_NINE))
    why = refusals[0] if refusals else _unseen(view.image_bgr)
    raise NotABoardError(say(Seen.SHOW_WHOLE, fault=why))


def start_fault(
    readings: tuple[OtauReading, ...], expected: tuple[int, ...], calibration: Calibration
) -> Saying | None:
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
    shown = (say(Seen.SHOWS, otau=_otau(ix, calibration), number=number) for ix, number in zip(off, seen, strict=True))
    return _change(change, all_of(shown, Seen.AND))


def _change(change: int, where: Saying) -> Saying:
    if change == 0:
        return say(Seen.MISPLACED, where=where)
    if abs(change) == 1:
        return say(Seen.ONE_MISSING if change < 0 else Seen.ONE_TOO_MANY, where=where)
    return say(Seen.MISSING if change < 0 else Seen.TOO_MANY, number=abs(change), where=where)


def _otau(ix: int, calibration: Calibration) -> Saying:
    """An otau in words: by its side where that is known, or else by where its row lies in the picture."""
    if calibration.white_known:
        return say(Said.OTAU, side=otau_side(ix), otau=otau_no(ix))
    opposite: dict[WhiteSide, WhiteSide] = {"bottom": "top", "top": "bottom", "left": "right", "right": "left"}
    side = calibration.white_side if otau_side(ix) is Side.WHITE else opposite[calibration.white_side]
    return say(Seen.IN_ROW, otau=otau_no(ix), edge=_edge(side))


def _edge(side: WhiteSide) -> Saying:
    """An edge of the picture in words."""
    return say(Seen[side.upper()])


def _unseen(image_bgr: NDArray[np.uint8]) -> Saying:
    gray = cv2.cvtColor(image_bgr, cv2.COLOR_BGR2GRAY)
    if np.percentile(gray, 95) < _DARK:
        return say(Seen.DARK)
    return say(Seen.NO_BOARD)
