"""Before a game: looking for the board, until the operator begins."""

from __future__ import annotations

from typing import Final

from calibration.view import BoardView
from togyz_companion.board_setup import BoardOptions
from togyz_companion.live.aim import Aim, aimed
from togyz_companion.live.stage import Stage
from togyz_companion.own_layouts import known_layouts
from vision.frame import Frame
from vision.reading import OtauReading

LOOK_EVERY_S: Final = 2.0
"""To look for a board takes a second or two of a core."""


class Aiming:
    """The stage in which the board is looked for again and again.

    Attributes:
        aim: what the last look gave.
        is_begun: whether the operator has said that the game begins.
    """

    stage = Stage.AIMING

    def __init__(self, options: BoardOptions) -> None:
        self.aim = Aim()
        self.is_begun = False
        self.look_again(options)

    def look_again(self, options: BoardOptions) -> None:
        """Looks at the next picture with what the operator says of the board."""
        self._options = options
        self._layouts = sorted(known_layouts(options.layouts))
        self._next_s: float | None = None

    def is_due(self, t_s: float) -> bool:
        """Whether the board is to be looked for in a picture of that source time."""
        return self._next_s is None or t_s >= self._next_s

    def look(self, frame: Frame) -> None:
        """Looks for the board."""
        self._next_s = frame.t_s + LOOK_EVERY_S
        self.aim = aimed(frame.image_bgr, self._options)

    @property
    def view(self) -> BoardView | None:
        """Where the board was found."""
        return self.aim.view

    @property
    def readings(self) -> tuple[OtauReading, ...]:
        """What its otaus held."""
        return self.aim.readings

    def to_dict(self) -> dict[str, object]:
        """For the page."""
        said = self._options
        return {
            "aim": self.aim.to_dict(),
            "begun": self.is_begun,
            "said": {"layout": said.layout, "white_side": said.white_side, "corners": said.corners_px},
            "layouts": self._layouts,
        }
