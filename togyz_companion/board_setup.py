"""From what the user says of the board to one that can be counted: by its file, or by the first clear picture."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from board_io.outage import Fault, Moment
from calibration.aruco import find_markers
from calibration.calibrate import calibrate
from calibration.errors import BadCornersError, CalibrationError, NotABoardError
from calibration.finding import Finding
from calibration.layout import load_layout
from calibration.lens import read_lens
from calibration.locate import View
from calibration.model import Calibration, WhiteSide, read_calibration
from togyz.board import OTAU_PER_SIDE
from togyz.events import Calibrated
from togyz.position import Position
from togyz_companion.board_finding import locate_board, start_fault
from vision.counter import Counter, start_picture
from vision.counter_of import adapted, counter_of, start_of
from vision.finder import find_kumalak
from vision.frame import Frame
from vision.reading import OtauReading
from vision.resemblance import RESEMBLANCE_MIN, Resemblance

GIVE_UP_S: Final = 60.0
"""A film in which the board was not found by then is given up; with a camera, the players may still set it up."""
LOOK_EVERY_S: Final = 0.5
"""How often a board is looked at whose place is known."""
PATIENCE_S: Final = 20.0
"""So long players are asked to put a start position right that looks faulty; then the game is theirs."""
FIND_EVERY_MAX_S: Final = 15.0
"""To look for a board takes seconds: the pauses double up to this one."""
OTAUS_OFF_MAX: Final = 3
"""So many of the 18 otaus may look otherwise than in the position in which the game begins."""
START: Final = Position.start()
_NEAR: Final = 1

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardOptions:
    """What the user says of the board.

    Attributes:
        calibration: a file made before; None to calibrate now.
        corners_px: see ``calibration.halves.half_homographies``; None: by the markers, ``calibration.aruco``.
        lens: a file that tells how the camera's lens bends the picture, ``calibration.lens``; None: not known.
        layout: ``auto``, a layout's name or file.
        white_side: the side of the picture where white sits; None: as the corners say; ``auto``: found out in play.
    """

    calibration: Path | None = None
    corners_px: Sequence[tuple[float, float]] | None = None
    lens: Path | None = None
    layout: str = "auto"
    white_side: WhiteSide | Literal["auto"] | None = None


class Board:
    """A calibrated board, and the counter that its start picture taught."""

    def __init__(self, calibration: Calibration) -> None:
        """Learn.

        Raises:
            CalibrationError: the calibration has no start picture.
        """
        self.calibration = calibration
        self.counter: Counter = counter_of(calibration)
        self._resemblance = Resemblance(calibration.view(), start_of(calibration))

    def read(self, image_bgr: NDArray[np.uint8]) -> tuple[OtauReading, ...]:
        """Count what a picture shows.

        Raises:
            CalibrationError: the picture has another size than those of the calibration.
            NotABoardError: it does not show the board where the calibration has it.
        """
        height, width = image_bgr.shape[:2]
        if self.calibration.image_wh != (width, height):
            made = "{} x {}".format(*self.calibration.image_wh)
            raise CalibrationError(
                f"the calibration was made for pictures of {made}, these are {width} x {height}: calibrate again"
            )
        if self._resemblance.of(image_bgr) < RESEMBLANCE_MIN:
            raise NotABoardError(
                "the picture does not show the board where the calibration has it; "
                "calibrate again if the camera was moved"
            )
        return self.counter.count(image_bgr)


def known_board(options: BoardOptions) -> Board | None:
    """The board of the user's calibration file; None where none is given.

    Raises:
        CalibrationError: the file cannot be used.
    """
    return None if options.calibration is None else Board(read_calibration(options.calibration))


def find_board(image_bgr: NDArray[np.uint8], options: BoardOptions, start: Position = START) -> Calibration:
    """A calibration made from a picture.

    Args:
        image_bgr: (H, W, 3).
        options: what the user says of the board, but for a calibration file.
        start: the position that the picture shows.

    Raises:
        CalibrationError: of the kind that says why there is none.
    """
    height, width = image_bgr.shape[:2]
    told = View(
        image_bgr=image_bgr,
        layout=None if options.layout == "auto" else load_layout(options.layout),
        lens=None if options.lens is None else read_lens(options.lens).in_pictures((width, height)),
        white_side=None if options.white_side == "auto" else options.white_side,
    )
    kumalak = np.array(start.otau, np.int64)
    corners_px = find_markers(image_bgr) if options.corners_px is None else options.corners_px
    found, finding = _located(told, start) if corners_px is None else _calibrated(told, corners_px, start)
    view = found.view()
    shown = start_picture(image_bgr, view, kumalak, finding.centres_uv, np.array(found.H_image_half))
    return replace(
        found, start=adapted(shown, view, image_bgr), white_known=found.white_known and options.white_side != "auto"
    )


def find_board_in(
    moments: Iterator[Moment], options: BoardOptions, *, start: Position | None = START, is_live: bool = False
) -> tuple[Board, Frame]:
    """Takes frames until there is one that shows the board clearly, in the position in which the game begins.

    Args:
        moments: of the source.
        options: what the user says of the board.
        start: that position; None: any.
        is_live: whether to wait as long as it takes, saying why; a film is given up after ``GIVE_UP_S``.

    Returns:
        The board and that frame: before it nothing can be counted.

    Raises:
        CalibrationError: there was none; of the last kind met.
        SourceError: the source broke off.
    """
    known = known_board(options)
    refusal: CalibrationError | None = None
    next_s = 0.0
    for frame in pictures(moments):
        if frame.t_s < next_s:
            continue
        try:
            board = known or Board(_found_at(frame.image_bgr, options, start))
            if known and start is not None:
                _expect(known, frame.image_bgr, start)
            elif known:
                known.read(frame.image_bgr)
            if start == START:
                _check_start(board, frame.image_bgr, may_wait=is_live and frame.t_s < PATIENCE_S)
        except NotABoardError as error:
            if is_live and str(error) != str(refusal):
                logger.warning("waiting for the board: %s", error)
            refusal = error
        else:
            return board, frame
        next_s = frame.t_s + (LOOK_EVERY_S if known else min(frame.t_s + 1, FIND_EVERY_MAX_S))
        if next_s > GIVE_UP_S and not is_live:
            break
    raise refusal or CalibrationError("it ended before the board was found")


def pictures(moments: Iterable[Moment]) -> Iterator[Frame]:
    """The frames; of an outage between them is warned once, and again where another fault shows."""
    fault: Fault | None = None
    for moment in moments:
        if isinstance(moment, Frame):
            fault = None
            yield moment
        elif moment.fault != fault:
            fault = moment.fault
            logger.warning("%s", moment.detail)


def _found_at(image_bgr: NDArray[np.uint8], options: BoardOptions, start: Position | None) -> Calibration:
    """A calibration made from a picture of a position that is known.

    Raises:
        CalibrationError: of the kind that says why there is none.
    """
    if start is None:
        raise NotABoardError("calibrate on the start position, then give --calibration with --start seen")
    return find_board(image_bgr, options, start)


def calibrated_event(calibration: Calibration, t: float) -> Calibrated:
    """What is announced of a calibration at source time ``t`` in s."""
    return Calibrated(
        t=t,
        layout=calibration.layout.name,
        residual_px=round(calibration.residual_px, 2),
        tilt_deg=round(calibration.tilt_deg, 1),
        white_side=calibration.white_side if calibration.white_known else None,
    )


def _located(told: View, start: Position) -> tuple[Calibration, Finding]:
    """The board where nobody has pointed at it."""
    if start != START:
        raise NotABoardError(
            "where the board lies is found out at the start position only: calibrate there, then give --calibration "
            "with --start, or say it by --corners"
        )
    found, finding = locate_board(told)
    if told.white_side not in (None, found.white_side):
        raise BadCornersError(
            f"the board lies so that its rows run along the {found.white_side} of the picture and opposite: "
            f"white cannot sit at the {told.white_side}"
        )
    return found, finding


def _calibrated(told: View, corners_px: ArrayLike, start: Position) -> tuple[Calibration, Finding]:
    """The board within corners that were given."""
    kumalak = np.array(start.otau, np.int64)
    try:
        found, finding = calibrate(
            told.image_bgr, corners_px, find_kumalak, kumalak=kumalak, layout=told.layout, lens=told.lens
        )
    except NotABoardError as error:
        if start == START:
            raise
        raise NotABoardError(
            f"{error}; heaps hide kumalak: calibrate on the start position, then give --calibration with --start"
        ) from error
    if told.white_side not in (None, found.white_side):
        raise BadCornersError(
            f"by the corners white sits at the {found.white_side}, by --white-side at the {told.white_side}: "
            "the first corner is the one beside white's otau 1"
        )
    return found, finding


def _check_start(board: Board, image_bgr: NDArray[np.uint8], *, may_wait: bool) -> None:
    """Tell what is wrong with a start position, for instance that a kumalak is missing.

    Raises:
        NotABoardError: something is, and somebody may still put it right.
    """
    fault = start_fault(board.read(image_bgr), START.otau, board.calibration)
    if fault is not None and may_wait:
        raise NotABoardError(fault)
    if fault is not None:
        logger.warning("the start position: %s", fault)


def _expect(board: Board, image_bgr: NDArray[np.uint8], start: Position) -> None:
    """See that a picture shows the board in a position, either way round where white's side is open.

    Raises:
        NotABoardError: it does not.
    """
    seen = np.array([reading.p.argmax() for reading in board.read(image_bgr)])
    turns = (0,) if board.calibration.white_known else (0, OTAU_PER_SIDE)
    off = min(np.count_nonzero(abs(seen - np.roll(start.otau, turn)) > _NEAR) for turn in turns)
    if off > OTAUS_OFF_MAX:
        raise NotABoardError(
            f"the board does not show the position in which the game is to begin: {off} of its 18 otaus hold another "
            "number of kumalak; set it up, or calibrate again if the camera was moved"
        )
