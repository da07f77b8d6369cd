"""One picture of a board, counted: for people, and as the JSON line of ``togyz read``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from calibration.model import Calibration
from togyz.board import OTAU_PER_SIDE
from togyz.events import SCHEMA
from togyz_companion.board_setup import Board, BoardOptions, find_board, known_board
from vision.reading import OtauReading

P_TOLD: Final = 0.01
"""Numbers of kumalak that are less probable are not told."""
TOLD_MAX: Final = 4
_NEAR_SIDES: Final = ("bottom", "left")


@dataclass(frozen=True, slots=True, eq=False)
class PictureReading:
    """What was counted in a picture.

    While white's side is unknown, the row called white is the one nearer to the picture's bottom, or to its left.

    Attributes:
        otau: 18 readings in the order of the calibration's sides.
    """

    calibration: Calibration
    otau: tuple[OtauReading, ...]

    @property
    def p(self) -> NDArray[np.float64]:
        """(2, 9, 61) probability of every number of kumalak, white's row and black's, each from its own left."""
        p = np.stack([one.p for one in self.otau])
        white, black = p[:OTAU_PER_SIDE], p[OTAU_PER_SIDE:]
        return np.stack([white, black] if self._white_first else [black, white])

    @property
    def kumalak(self) -> NDArray[np.int64]:
        """(2, 9) the most probable numbers."""
        return np.asarray(self.p.argmax(axis=2), np.int64)

    def to_dict(self, image: str) -> dict[str, Any]:
        """The JSON object. A single picture tells neither kazans nor tuzdyks, nor what is covered: these are null."""
        known = self.calibration.white_known
        kumalak = self.kumalak
        return {
            "schema": SCHEMA,
            "image": image,
            "ok": True,
            **_by_row(kumalak.tolist()),
            "white_side": self.calibration.white_side if known else None,
            "p": _by_row([[_told(one) for one in row] for row in self.p]),
            "visible": _by_row([None, None]),
            "kazan": dict.fromkeys(("white", "black") if known else ("near", "far")),
            "tuzdyk": _by_row([None, None]),
            "total": int(kumalak.sum()),
        }

    @property
    def _white_first(self) -> bool:
        return self.calibration.white_known or self.calibration.white_side in _NEAR_SIDES


def failure(image: str, error: Exception) -> dict[str, Any]:
    """The JSON object of a picture that could not be read."""
    return {"schema": SCHEMA, "image": image, "ok": False, "error": str(error)}


def _by_row(rows: list[Any]) -> dict[str, Any]:
    return dict(zip(("white", "black"), rows, strict=True))


def _told(p: NDArray[np.float64]) -> list[list[float]]:
    """[n, p] of the most probable numbers, best first."""
    best = np.argsort(-p, kind="stable")[:TOLD_MAX]
    return [[int(n), round(float(p[n]), 4)] for n in best if p[n] >= P_TOLD]


class PictureReader:
    """Reads pictures of the board that the user described.

    Raises:
        CalibrationError: the calibration file cannot be used.
    """

    def __init__(self, options: BoardOptions) -> None:
        self._options = options
        self._known = known_board(options)

    def read(self, image_bgr: NDArray[np.uint8]) -> PictureReading:
        """Count what a picture shows.

        Raises:
            CalibrationError: the board was not found in it.
        """
        board = self._known or Board(find_board(image_bgr, self._options))
        return PictureReading(board.calibration, board.read(image_bgr))
