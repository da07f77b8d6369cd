"""From what the user says of the board to one that can be counted: by its file, or by the first clear picture."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from board_io.outage import Fault, Moment
from calibration.aruco import find_markers
from calibration.errors import BadCornersError, CalibrationError, NotABoardError
from calibration.fold import FLAT_MAX_DEG, fold_deg
from calibration.lens import read_lens
from calibration.locate import View, place_by_markers
from calibration.model import Calibration, WhiteSide, read_calibration
from calibration.seen import Seen
from togyz.board import KUMALAK_TOTAL, OTAU_PER_SIDE
from togyz.events import Calibrated
from togyz.position import Position
from togyz.saying import Saying, say
from togyz_companion.board_finding import hints, locate_board, start_fault
from togyz_companion.board_within import board_within
from togyz_companion.noted import Noted
from togyz_companion.own_layouts import named_layout
from vision.counter import Counter, start_picture, unknown_picture
from vision.counter_of import adapted, counter_of, start_of
from vision.frame import Frame
from vision.reading import TOTAL_MAX, OtauReading, total_of
from vision.resemblance import RESEMBLANCE_MIN, Resemblance
from vision.whereabouts import Whereabouts

GIVE_UP_S: Final = 60.0
"""A film in which the board was not found by then is given up; with a camera, the players may still set it up."""
LOOK_EVERY_S: Final = 0.5
"""How often a board is looked at of which it is known where it lies."""
PATIENCE_S: Final = 20.0
"""So long players are asked to put a start position right that looks faulty; then the game is theirs."""
FIND_EVERY_MAX_S: Final = 15.0
"""To look for a board takes seconds: the pauses double up to this one."""
SEEN_APART_S: Final = 1.0
"""A position that nobody knows is taken from what is seen twice so far apart: a hand does not lie still for so long."""
OTAUS_OFF_MAX: Final = 3
"""So many of the 18 otaus may look otherwise than in the position in which the game begins."""
START: Final = Position.start()
_NEAR: Final = 1
_FEW: Final = 3
"""So few kumalak are counted for sure on any board; where another number was said, that is told."""
_SHORT: Final = 0.3
"""Where nothing was learned from a start position, heaps in bowls are read short by so much: on d2 by a quarter."""
_MOVED: Final = 5
"""An otau that is so far off, and by half of what it should hold, was played from or captured."""
SHORTER_MIN_PX: Final = 64
"""Shorter than any picture of a camera; no board is looked for in a strip."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardOptions:
    """What the user says of the board.

    Attributes:
        calibration: a file made before; None to calibrate now.
        corners_px: see ``calibration.halves.half_homographies``; None: by the markers, ``calibration.aruco``.
        lens: a file that tells how the camera's lens bends the picture, ``calibration.lens``; None: not known.
        layout: ``auto``, a layout's name (shipped, or ``togyz_companion.own_layouts``) or file.
        white_side: the side of the picture where white sits; None: as the corners say; ``auto``: found out in play.
        layouts: the folder of the user's own layouts; None: only those that the program brings are known by name.
    """

    calibration: Path | None = None
    corners_px: Sequence[tuple[float, float]] | None = None
    lens: Path | None = None
    layout: str = "auto"
    white_side: WhiteSide | Literal["auto"] | None = None
    layouts: Path | None = None


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

    def placed(self, image_bgr: NDArray[np.uint8]) -> Board:
        """The board where a picture shows it: itself, unless the camera or the board moved a little since.

        Raises:
            CalibrationError: the picture has another size than those of the calibration.
        """
        self._check_size(image_bgr)
        now = self._whereabouts.now(image_bgr)
        return self if now is self.calibration else Board(now)

    @cached_property
    def _whereabouts(self) -> Whereabouts:
        return Whereabouts(self.calibration)

    def read(self, image_bgr: NDArray[np.uint8]) -> tuple[OtauReading, ...]:
        """Count what a picture shows.

        Raises:
            CalibrationError: the picture has another size than those of the calibration.
            NotABoardError: it does not show the board where the calibration has it, or more kumalak than there are.
        """
        self._check_size(image_bgr)
        if self._resemblance.of(image_bgr) < RESEMBLANCE_MIN:
            raise NotABoardError(say(Seen.MOVED))
        readings = self.counter.count(image_bgr)
        if (total := total_of(readings)) > TOTAL_MAX:
            raise NotABoardError(say(Seen.MORE_THAN_ALL, total=total, all=KUMALAK_TOTAL))
        return readings

    def _check_size(self, image_bgr: NDArray[np.uint8]) -> None:
        height, width = image_bgr.shape[:2]
        if self.calibration.image_wh != (width, height):
            made = "{} x {}".format(*self.calibration.image_wh)
            raise CalibrationError(say(Seen.OTHER_SIZE, made=made, given=f"{width} x {height}"))


def known_board(options: BoardOptions) -> Board | None:
    """The board of the user's calibration file; None where none is given.

    Raises:
        CalibrationError: the file cannot be used.
    """
    return None if options.calibration is None else Board(read_calibration(options.calibration))


def find_board(image_bgr: NDArray[np.uint8], options: BoardOptions, start: Position | None = START) -> Calibration:
    """A calibration made from a picture.

    Args:
        image_bgr: (H, W, 3).
        options: what the user says of the board, but for a calibration file.
        start: the position that the picture shows; None where that is not known.

    Raises:
        CalibrationError: of the kind that says why there is none.
    """
    height, width = image_bgr.shape[:2]
    if min(height, width) < SHORTER_MIN_PX:
        raise NotABoardError(say(Seen.STRIP, width=width, height=height, least=SHORTER_MIN_PX))
    told = View(
        image_bgr=image_bgr,
        layout=None if options.layout == "auto" else named_layout(options.layout, options.layouts),
        lens=None if options.lens is None else read_lens(options.lens).in_pictures((width, height)),
        white_side=None if options.white_side == "auto" else options.white_side,
    )
    markers_px = find_markers(image_bgr) if options.corners_px is None else None
    corners_px = options.corners_px if markers_px is None else place_by_markers(told, markers_px)
    found, finding = locate_board(told) if corners_px is None else board_within(told, corners_px, start)
    if told.white_side is not None and told.white_side != found.white_side:
        raise BadCornersError(_wrong_side(found, told.white_side, by_corners=corners_px is not None))
    if (angle_deg := fold_deg(image_bgr, found)) > FLAT_MAX_DEG:
        raise NotABoardError(say(Seen.FOLDED, fold_deg=angle_deg))
    view = found.view()
    # A board that is looked for is found by nine kumalak everywhere: of another position they teach nothing.
    if finding is None or (corners_px is None and start not in (None, START)):
        shown = unknown_picture(image_bgr, view)
    else:
        kumalak = np.array((start or START).otau, np.int64)
        shown = start_picture(image_bgr, found, kumalak, finding.centres_uv)
    if shown.is_known:
        shown = adapted(shown, view, image_bgr)
    return replace(found, start=shown, white_known=found.white_known and options.white_side != "auto")


def find_board_in(
    moments: Iterator[Moment], options: BoardOptions, *, start: Position | None = START, is_live: bool = False
) -> tuple[Board, Frame]:
    """Takes frames until there is one that shows the board clearly, in the position in which the game begins.

    Args:
        moments: of the source.
        options: what the user says of the board.
        start: that position; None where any will do.
        is_live: whether to wait as long as it takes, saying why; a film is given up after ``GIVE_UP_S``.

    Returns:
        The board and that frame: before it nothing can be counted.

    Raises:
        CalibrationError: there was none; of the last kind met.
        SourceError: the source broke off.
    """
    known = known_board(options)
    refusal: CalibrationError | None = None
    seen_once: tuple[Board, Frame] | None = None
    next_s = 0.0
    for frame in pictures(moments):
        if frame.t_s < next_s:
            continue
        try:
            is_same = seen_once is not None and _shows_the_same(seen_once, frame)
            board = seen_once[0] if seen_once and is_same else board_in(frame.image_bgr, known, options, start)
            shows_start = known is None and start_of(board.calibration).is_known
            _check_position(board, frame.image_bgr, start, shows_start=shows_start)
            if start == START or (start is None and shows_start):
                _check_start(board, frame.image_bgr, may_wait=is_live and frame.t_s < PATIENCE_S)
        except NotABoardError as error:
            seen_once = None
            if is_live and str(error) != str(refusal):
                logger.warning(say(Noted.WAITING, fault=error.why))
            refusal = error
        else:
            seen_once = board, frame
            if is_same or start is not None or shows_start:
                break
        pause_s = LOOK_EVERY_S if known else min(frame.t_s + 1, FIND_EVERY_MAX_S)
        next_s = frame.t_s + (pause_s if seen_once is None else SEEN_APART_S)
        if next_s > GIVE_UP_S and not is_live:
            break
    if seen_once is None:
        raise refusal or CalibrationError(say(Seen.ENDED))
    for hint in hints(seen_once[0].calibration):
        logger.warning(say(Noted.CAMERA, fault=hint))
    return seen_once


def board_in(image_bgr: NDArray[np.uint8], known: Board | None, options: BoardOptions, start: Position | None) -> Board:
    """The board in a picture: the one of the user's file where it lies now, or one that is found; see ``find_board``.

    Raises:
        CalibrationError: of the kind that says why there is none.
    """
    return Board(find_board(image_bgr, options, start)) if known is None else known.placed(image_bgr)


def _check_position(board: Board, image_bgr: NDArray[np.uint8], start: Position | None, *, shows_start: bool) -> None:
    """See that a picture shows the board, and in the position that was said.

    Raises:
        CalibrationError: it does not.
    """
    if start is None:
        board.read(image_bgr)
    elif not shows_start:
        fault = expect(board, image_bgr, start)
        if fault is not None and start != START:
            logger.warning(say(Noted.GIVEN, fault=fault))


def _shows_the_same(seen_once: tuple[Board, Frame], frame: Frame) -> bool:
    """Whether a picture shows the position that an earlier one showed, but for a kumalak here and there.

    Raises:
        CalibrationError: it does not show the board there, or not at all.
    """
    board, earlier = seen_once
    return hold_the_same(board.read(earlier.image_bgr), board.read(frame.image_bgr))


def hold_the_same(one: Sequence[OtauReading], other: Sequence[OtauReading]) -> bool:
    """Whether two readings of 18 otaus agree, but for a kumalak here and there."""
    expected, held = (np.array([otau.p.argmax() for otau in readings]) for readings in (one, other))
    return otaus_off(held, expected, is_learned=True) == 0


def pictures(moments: Iterable[Moment]) -> Iterator[Frame]:
    """The frames; of an outage between them is warned once, and again where another fault shows."""
    fault: Fault | None = None
    for moment in moments:
        if isinstance(moment, Frame):
            fault = None
            yield moment
        elif moment.fault != fault:
            fault = moment.fault
            logger.warning(moment.detail)


def calibrated_event(calibration: Calibration, t: float) -> Calibrated:
    """What is announced of a calibration at source time ``t`` in s."""
    return Calibrated(
        t=t,
        layout=calibration.layout.name,
        residual_px=round(calibration.residual_px, 2),
        tilt_deg=round(calibration.tilt_deg, 1),
        white_side=calibration.white_side if calibration.white_known else None,
    )


def _wrong_side(found: Calibration, wanted: WhiteSide, *, by_corners: bool) -> Saying:
    edges = {"found": say(Seen[found.white_side.upper()]), "wanted": say(Seen[wanted.upper()])}
    return say(Seen.SIDE_OF_CORNERS if by_corners else Seen.NO_SUCH_SIDE, **edges)


def _check_start(board: Board, image_bgr: NDArray[np.uint8], *, may_wait: bool) -> None:
    """Tell what is wrong with a start position, for instance that a kumalak is missing.

    Raises:
        NotABoardError: something is, and somebody may still put it right.
    """
    fault = start_fault(board.read(image_bgr), START.otau, board.calibration)
    if fault is not None and may_wait:
        raise NotABoardError(fault)
    if fault is not None:
        logger.warning(say(Noted.START, fault=fault))


def otaus_off(seen: NDArray[np.int64], expected: NDArray[np.int64], *, is_learned: bool) -> int:
    """How many otaus hold another number; more than are put up with where one is a whole move off."""
    off = np.abs(seen - expected)
    near = np.maximum(_NEAR, 0 if is_learned else _SHORT * expected)
    moved = np.count_nonzero(off > np.maximum(_MOVED, expected / 2))
    return int(np.count_nonzero(off > near)) + OTAUS_OFF_MAX * int(moved)


def expect(board: Board, image_bgr: NDArray[np.uint8], start: Position) -> Saying | None:
    """See that a picture shows the board in a position, either way round where white's side is open.

    Returns:
        Which of the otaus with few kumalak show another number for sure; None where none does.

    Raises:
        NotABoardError: it does not.
    """
    readings = board.read(image_bgr)
    seen = np.array([reading.p.argmax() for reading in readings])
    turns = (0,) if board.calibration.white_known else (0, OTAU_PER_SIDE)
    is_learned = start_of(board.calibration).is_known
    ways = [np.roll(start.otau, turn) for turn in turns]
    off, way = min((otaus_off(seen, way, is_learned=is_learned), ix) for ix, way in enumerate(ways))
    if off > OTAUS_OFF_MAX:
        raise NotABoardError(say(Seen.OTHER_POSITION))
    expected = np.where(np.maximum(seen, ways[way]) <= _FEW, ways[way], seen)
    return start_fault(readings, tuple(expected.tolist()), board.calibration)
