"""Before a game: looking for the board, until the operator begins."""

from __future__ import annotations

from math import inf
from typing import Final

from calibration.view import BoardView
from togyz.notation import position_to_string
from togyz.position import Position
from togyz_companion.beginning import BeginningOptions
from togyz_companion.board_setup import SEEN_APART_S, START, BoardOptions
from togyz_companion.live.aim import Aim, aimed
from togyz_companion.live.edges import edges_px
from togyz_companion.live.eye import Counted
from togyz_companion.live.stage import Stage
from togyz_companion.own_layouts import known_layouts
from vision.frame import Frame

LOOK_EVERY_S: Final = 2.0
"""To look for a board takes a second or two of a core."""


class Aiming:
    """The stage in which the board is looked for again and again.

    Attributes:
        aim: what the last look gave.
        counted: what it counted, and where.
        is_begun: whether the operator has said that the game begins.
    """

    stage = Stage.AIMING

    def __init__(self, options: BoardOptions, beginning: BeginningOptions) -> None:
        self.aim = Aim()
        self.counted: Counted | None = None
        self.is_begun = False
        self.look_again(options, beginning)

    def look_again(self, options: BoardOptions, beginning: BeginningOptions) -> None:
        """Looks at the next picture with what the operator says of the board, and of how the game begins."""
        self._options, self._beginning = options, beginning
        self._layouts = sorted(known_layouts(options.layouts))
        self._next_s: float | None = None
        self._looked_s, self._same_since_s = -inf, inf

    def is_due(self, t_s: float) -> bool:
        """Whether the board is to be looked for in a picture of that source time."""
        return self._next_s is None or t_s >= self._next_s

    def is_too_soon(self, t_s: float) -> bool:
        """Whether a game should not begin yet: a position that nobody knows is seen twice, for a hand may lie on it."""
        return self._beginning.position is None and t_s < self._looked_s + SEEN_APART_S

    @property
    def is_settled(self) -> bool:
        """Whether a game may begin in what the last look gave."""
        return self._beginning.position is not None or self._looked_s >= self._same_since_s + SEEN_APART_S

    def look(self, frame: Frame) -> None:
        """Looks for the board."""
        before = self.aim
        self._looked_s, self._next_s = frame.t_s, frame.t_s + LOOK_EVERY_S
        self.aim = aimed(frame.image_bgr, self._options, self._beginning.position)
        if not self.aim.shows_the_same(before):
            self._same_since_s = frame.t_s
        self.counted = Counted(frame.image_bgr, self.aim.readings)

    @property
    def view(self) -> BoardView | None:
        """Where the board was found."""
        return self.aim.view

    def to_dict(self) -> dict[str, object]:
        """For the page."""
        said = self._options
        return {
            "aim": self.aim.to_dict(),
            "edges": self._edges(),
            "begun": self.is_begun,
            "said": {
                "layout": said.layout,
                "white_side": said.white_side,
                "corners": said.corners_px,
                **_told(self._beginning),
            },
            "layouts": self._layouts,
        }

    def _edges(self) -> dict[str, list[int]] | None:
        """Whose row lies where, as far as anybody has said it."""
        board = self.aim.board
        turned = False if board is not None and board.calibration.white_known else None
        return None if self.view is None else edges_px(self.view, turned=turned)


def _told(beginning: BeginningOptions) -> dict[str, object]:
    """How the game begins: ``start``, a word or a position string; the position where one was given; who is to move."""
    start = beginning.start
    if not isinstance(start, Position):
        return {"start": start, "position": None, "to_move": beginning.to_move and beginning.to_move.value}
    text = "start" if start == START else position_to_string(start)
    return {"start": text, "position": start.to_dict(), "to_move": start.to_move.value}
