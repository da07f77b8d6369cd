"""What a score display shows, and what every display can do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

from togyz.board import Side
from togyz.clock import ClockState
from togyz.record import Status


@dataclass(frozen=True, slots=True)
class DisplayFrame:
    """The whole state of a display. Pairs are (white, black).

    Attributes:
        kazan: kumalak in the kazans.
        to_move: None when nobody is, or it is not known.
        names: the players.
        result: "1-0", "0-1" or "1/2-1/2" once it is set.
        status: of the recording; "desync" while it is in doubt what lies on the board.
        clock: None where there is none.
    """

    kazan: tuple[int, int]
    to_move: Side | None
    names: tuple[str, str] = ("", "")
    result: str | None = None
    status: Status = "playing"
    clock: ClockState | None = None

    def after(self, seconds: float) -> DisplayFrame:
        """The frame when so much time has gone by: a clock that runs shows less."""
        return self if self.clock is None else replace(self, clock=self.clock.at(self.clock.t + seconds))


class Display(Protocol):
    """An open display. Showing the same frame again changes nothing.

    Attributes:
        answers: whether the device confirms what it is shown; else only a person can see that it does.
    """

    answers: bool

    def settle(self, wait: Callable[[float], bool], /) -> None:
        """Let the device start, and bring it from any state into one in which it can show a frame.

        Args:
            wait: waits for so many s; True as soon as the display is to be closed.

        Raises:
            DeviceLostError: it is not the device that was meant, or went away.
        """

    def show(self, frame: DisplayFrame, /) -> None:
        """Show a frame, in bounded time.

        Raises:
            DeviceLostError: it could not be shown; close the display and open it anew.
        """

    def close(self) -> None:
        """Let go of the device, in bounded time; never raises."""
