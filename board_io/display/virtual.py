"""A display without a device: shows its frames as text, and fails on demand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from board_io.display.frame import DisplayFrame, DisplayLostError
from board_io.errors import WriteError
from togyz.board import Side

TURN_MARK: Final = {Side.WHITE: ("<", " "), Side.BLACK: (" ", "<"), None: (" ", " ")}


def render(frame: DisplayFrame) -> str:
    """Two lines, white's and black's, with ``<`` at the side to move; the result, if there is one, below.

    >>> print(render(DisplayFrame((24, 9), Side.WHITE, ("Aigerim", "Nurlan"))))
    Aigerim  24 <
    Nurlan    9
    """
    names = [name or side.value for name, side in zip(frame.names, Side, strict=True)]
    width = max(map(len, names))
    lines = [
        f"{name:{width}} {kumalak:3d} {mark}".rstrip()
        for name, kumalak, mark in zip(names, frame.kazan, TURN_MARK[frame.to_move], strict=True)
    ]
    return "\n".join([*lines, *filter(None, [frame.result])])


class VirtualDisplay:
    """Hands each frame's text to ``write``.

    Args:
        write: takes the text of one frame.
        lose_every: a fault for tests and demonstrations: every so many frames the display is lost. 0: never.
    """

    def __init__(self, write: Callable[[str], None], *, lose_every: int = 0) -> None:
        self._write = write
        self._lose_every = lose_every
        self._shown = 0

    def show(self, frame: DisplayFrame, /) -> None:
        """Write the frame's text.

        Raises:
            DisplayLostError: ``write`` raised WriteError, or this is one of the frames that ``lose_every`` loses.
        """
        self._shown += 1
        if self._lose_every and self._shown % self._lose_every == 0:
            raise DisplayLostError("virtual:", "the virtual display is lost, as lose_every demands")
        try:
            self._write(render(frame))
        except WriteError as error:
            raise DisplayLostError("virtual:", str(error)) from error

    def close(self) -> None:
        """Nothing is held open."""
