"""What is known of the board before a game: whether it was found, and whether it shows the start."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.errors import CalibrationError
from togyz_companion.board_finding import start_fault
from togyz_companion.board_setup import START, Board, BoardOptions, expect, find_board
from vision.counter_of import start_of
from vision.reading import OtauReading


@dataclass(frozen=True, slots=True, eq=False)
class Aim:
    """What is known of the board before the game.

    Attributes:
        board: None where it was not found.
        readings: of its 18 otaus.
        hint: what is wrong, or what might be; None where all is well.
    """

    board: Board | None = None
    readings: tuple[OtauReading, ...] = ()
    hint: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """For the page: px are those of the source's pictures."""
        if self.board is None:
            return {"found": False, "hint": self.hint}
        calibration = self.board.calibration
        return {
            "found": True,
            "hint": self.hint,
            "outline": np.round(calibration.view().outline_px, 1).tolist(),
            "residual_px": round(calibration.residual_px, 2),
            "tilt_deg": round(calibration.tilt_deg, 1),
            "layout": calibration.layout.name,
            "white_side": calibration.white_side if calibration.white_known else None,
            "total": sum(int(one.p.argmax()) for one in self.readings),
        }


def aimed(image_bgr: NDArray[np.uint8], options: BoardOptions) -> Aim:
    """Looks for a board at the start position in a picture."""
    try:
        board = Board(find_board(image_bgr, options))
        if not start_of(board.calibration).is_known:
            expect(board, image_bgr, START)
        readings = board.read(image_bgr)
    except CalibrationError as error:
        return Aim(hint=str(error))
    return Aim(board, readings, start_fault(readings, START.otau, board.calibration))
