"""How a game stands when its recording begins: as the user says, or as it is seen."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from calibration.model import Calibration
from calibration.seen import Seen
from togyz.board import OTAU_TOTAL, Side
from togyz.inference.cold_start import KazanOwner, seen_position
from togyz.inference.observation import BOX_TOTAL, Observation
from togyz.inference.tracker import Tracker
from togyz.notation import game_position
from togyz.position import Position
from togyz.rules import Rules
from togyz.saying import say
from togyz_companion.board_setup import OTAUS_OFF_MAX, Board
from togyz_companion.noted import Noted
from vision.beside import BesideOtaus
from vision.frame import Frame
from vision.markers import painted_over

logger = logging.getLogger(__name__)

Start = Position | Literal["seen", "auto"]
"""Where a game begins; ``seen``: as it is seen at first; ``auto``: where the start position is seen, there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginningOptions:
    """What the user says of it.

    Attributes:
        start: where the game begins.
        to_move: who is to move where the position is seen; None: found out by the first plies.
        kazan_owner: whether each side's kazan lies in its own half; None: found out by the first captures.
    """

    start: Start = field(default_factory=Position.start)
    to_move: Side | None = None
    kazan_owner: KazanOwner | None = None

    @property
    def position(self) -> Position | None:
        """The position that was given; None where it is to be seen."""
        return self.start if isinstance(self.start, Position) else None


def start_in(text: str) -> Start:
    """Where a game begins, as it is written: ``start``, ``seen``, ``auto``, or a position string.

    Raises:
        NotationError: it is none of them.
    """
    match text:
        case "seen" | "auto":
            return text
        case _:
            return game_position(text)


def tracker_for(board: Board, first: Frame, options: BeginningOptions, rules: Rules) -> Tracker:
    """The tracker of a game on a board, of which ``first`` is the first clear picture."""
    calibration = board.calibration
    owner = options.kazan_owner or calibration.layout.kazan_owner
    told = Tracker(rules=rules, white_known=calibration.white_known, kazan_owner=owner)
    if options.position is not None:
        return replace(told, start=options.position)
    seen = seen_position(_seen_in(board, first), options.to_move or Side.WHITE, owner or _usual_owner(calibration))
    if options.start == "auto" and _is_start(seen):
        return told
    if not calibration.white_known and options.to_move is None:
        logger.warning(say(Noted.SIDE_TAKEN, edge=say(Seen[calibration.white_side.upper()])))
    is_learned = calibration.start is not None and calibration.start.is_known
    return replace(told, start=seen, as_seen=True, is_learned=is_learned, to_move_known=options.to_move is not None)


def _seen_in(board: Board, frame: Frame) -> Observation:
    """What one clear picture shows."""
    beside = BesideOtaus(board.calibration).look(frame.image_bgr, np.ones(BOX_TOTAL, bool), np.zeros(BOX_TOTAL), None)
    counted = board.counter.count(painted_over(frame.image_bgr, beside.things))
    return Observation(
        spell=0,
        t_rest=frame.t_s,
        t=frame.t_s,
        log_lik=np.stack([one.log_lik for one in counted]),
        visible=np.ones(OTAU_TOTAL, bool),
        touched=np.zeros(BOX_TOTAL, bool),
        kazans=beside.kazans,
        log_marker=beside.log_marker,
    )


def _usual_owner(calibration: Calibration) -> KazanOwner:
    """Where kazans mostly lie on a board of this kind: on folding boxes in the opponent's half."""
    return "opposite" if calibration.layout.family == "box" else "own"


def _is_start(seen: Position) -> bool:
    """Whether what is seen can be nothing but the start position, misread here and there."""
    off = sum(held != nine for held, nine in zip(seen.otau, Position.start().otau, strict=True))
    return max(off, sum(seen.kazan)) <= OTAUS_OFF_MAX
