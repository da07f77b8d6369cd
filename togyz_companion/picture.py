"""One picture of a board, counted: for people, and as the JSON line of ``togyz read``."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from calibration.model import Calibration
from calibration.seen import Seen
from togyz.board import KUMALAK_TOTAL, OTAU_PER_SIDE, OTAU_TOTAL
from togyz.events import SCHEMA
from togyz.inference.kazans import log_content
from togyz.inference.marking import marked
from togyz.inference.observation import BOX_TOTAL, KazanSeen
from togyz.saying import say
from togyz_companion.board_finding import is_grey
from togyz_companion.board_setup import BoardOptions, board_in, known_board
from togyz_companion.noted import Noted
from vision.beside import Beside, BesideOtaus
from vision.markers import painted_over
from vision.otau_crops import OtauCrops
from vision.reading import OtauReading
from vision.venue import BALL_PX

logger = logging.getLogger(__name__)

P_TOLD: Final = 0.01
"""Numbers of kumalak that are less probable are not told."""
TOLD_MAX: Final = 4
_NEAR_SIDES: Final = ("bottom", "left")
_ALL: Final = np.ones(BOX_TOTAL, bool)
_UNCOMPARED: Final = np.zeros(BOX_TOTAL)


@dataclass(frozen=True, slots=True, eq=False)
class PictureReading:
    """What was counted in a picture.

    While white's side is unknown, the row called white is the one nearer to the picture's bottom, or to its left.

    Attributes:
        otau: 18 readings in the order of the calibration's sides.
        beside: what is seen of kazans and markers.
    """

    calibration: Calibration
    otau: tuple[OtauReading, ...]
    beside: Beside

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

    @property
    def total(self) -> int:
        """Of all otaus together."""
        return int(self.kumalak.sum())

    @property
    def is_more_than_all(self) -> bool:
        """Whether more was counted than a game has: then some otau is misread."""
        return self.total > KUMALAK_TOTAL

    def to_dict(self, image: str) -> dict[str, Any]:
        """The JSON object. A single picture does not tell what is covered: that is null."""
        known = self.calibration.white_known
        return {
            "schema": SCHEMA,
            "image": image,
            "ok": True,
            **_by_row(self.kumalak.tolist()),
            "white_side": self.calibration.white_side if known else None,
            "p": _by_row([[_told(one) for one in row] for row in self.p]),
            "visible": _by_row([None, None]),
            "kazan": self._kazans(),
            "tuzdyk": _by_row(self._marked()),
            "total": self.total,
            "more_than_all": self.is_more_than_all,
        }

    def _kazans(self) -> dict[str, Any]:
        """[n, p] of the most probable numbers of each: of white's and black's where it is known whose lies where."""
        halves = [None if one is None else _told(_p_content(one)) for one in self.beside.kazans]
        near = 0 if self.calibration.white_side in _NEAR_SIDES else 1
        told: dict[str, Any] = {"near": halves[near], "far": halves[1 - near]}
        if not self.calibration.white_known:
            return told
        owner = self.calibration.layout.kazan_owner
        owned = [None, None] if owner is None else halves if owner == "own" else halves[::-1]
        return {"white": owned[0], "black": owned[1], **told}

    def _marked(self) -> list[int | None]:
        """White's and black's tuzdyk: the number of an otau in the other's row in which a marker is seen."""
        seen = self.beside.log_marker
        if seen is None:
            return [None, None]
        return list(marked(seen if self._white_first else np.roll(seen[:OTAU_TOTAL], OTAU_PER_SIDE)))

    @property
    def _white_first(self) -> bool:
        return self.calibration.white_known or self.calibration.white_side in _NEAR_SIDES


def failure(image: str, error: str) -> dict[str, Any]:
    """The JSON object of a picture that could not be read, and why."""
    return {"schema": SCHEMA, "image": image, "ok": False, "error": error}


def _by_row(rows: list[Any]) -> dict[str, Any]:
    return dict(zip(("white", "black"), rows, strict=True))


def _p_content(seen: KazanSeen) -> NDArray[np.float64]:
    """(163,) probability of every number of kumalak in a kazan."""
    likelihood = np.exp(log_content(seen, None, None))
    return np.asarray(likelihood / likelihood.sum(), np.float64)


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
        board = board_in(image_bgr, self._known, self._options, None)
        otau = board.read(image_bgr)
        if is_grey(OtauCrops(board.calibration.view(), BALL_PX).cut(image_bgr)):
            logger.warning(say(Noted.CAMERA, fault=say(Seen.NO_COLOURS)))
        beside = BesideOtaus(board.calibration).look(image_bgr, _ALL, _UNCOMPARED, None)
        if beside.things:
            otau = board.counter.count(painted_over(image_bgr, beside.things))
        return PictureReading(board.calibration, otau, beside)
