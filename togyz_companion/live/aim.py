"""What is known of the board before a game: whether it was found, and whether it shows the start."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.errors import CalibrationError
from calibration.halves import outline
from calibration.view import BoardView
from togyz.position import Position
from togyz.saying import Saying, say
from togyz_companion.board_finding import hints, start_fault
from togyz_companion.board_setup import START, Board, BoardOptions, board_in, expect, hold_the_same, known_board
from togyz_companion.messages.telling import in_all_languages
from togyz_companion.obstacle import Obstacle
from vision.counter_of import start_of
from vision.reading import OtauReading

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, eq=False)
class Aim:
    """What is known of the board before the game.

    Attributes:
        board: None where it was not found.
        readings: of its 18 otaus.
        hint: what is wrong, or what might be; None where all is well.
        is_advice: whether the hint is of what might be better.
        expected: so many kumalak should lie in the otaus; None where nobody knows.
    """

    board: Board | None = None
    readings: tuple[OtauReading, ...] = ()
    hint: str | None = None
    is_advice: bool = False
    expected: int | None = None

    @property
    def view(self) -> BoardView | None:
        """Where the board lies; None where it was not found."""
        return None if self.board is None else self.board.calibration.view()

    def shows_the_same(self, other: Aim) -> bool:
        """Whether both saw a board that holds the same, but for a kumalak here and there."""
        return self.board is not None and other.board is not None and hold_the_same(other.readings, self.readings)

    def to_dict(self) -> dict[str, Any]:
        """For the page: px are those of the source's pictures."""
        hint = self.hint
        told = None if hint is None else in_all_languages(lambda teller: teller.saying(hint))
        if self.board is None:
            return {"found": False, "hint": told}
        calibration = self.board.calibration
        return {
            "found": True,
            "hint": told,
            "is_advice": self.is_advice,
            "corners": np.round(outline(np.array(calibration.H_image_half), calibration.lens), 1).tolist(),
            "residual_px": round(calibration.residual_px, 2),
            "tilt_deg": round(calibration.tilt_deg, 1),
            "layout": calibration.layout.name,
            "white_side": calibration.white_side if calibration.white_known else None,
            "total": sum(int(one.p.argmax()) for one in self.readings),
            "expected": self.expected,
        }


def aimed(image_bgr: NDArray[np.uint8], options: BoardOptions, start: Position | None = START) -> Aim:
    """Looks in a picture for a board that shows the position in which a game begins; None: whichever it is.

    What cannot be computed in that is a hint: the operator says something else, or the next picture shows more.
    """
    fault: Saying | None = None
    try:
        known = known_board(options)
        board = board_in(image_bgr, known, options, start)
        if start is not None and (known or start != START or not start_of(board.calibration).is_known):
            fault = expect(board, image_bgr, start)
        readings = board.read(image_bgr)
    except CalibrationError as error:
        return Aim(hint=error.why)
    except (cv2.error, ValueError):  # of a picture or a position from which nothing can be computed
        logger.exception("a look for the board failed")
        return Aim(hint=say(Obstacle.LOOK_FAILED))
    if start == START:
        fault = start_fault(readings, START.otau, board.calibration)
    return Aim(
        board,
        readings,
        hint=fault or next(iter(hints(board.calibration)), None),
        is_advice=fault is None,
        expected=None if start is None else sum(start.otau),
    )
