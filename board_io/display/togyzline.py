"""The display that our sketch makes (firmware/togyz_display), spoken to in its line protocol."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from board_io.display.frame import DisplayFrame
from board_io.port.errors import DeviceLostError
from board_io.port.line import LINE_MAX, Answer, line, read_answer
from board_io.port.serial_port import Port
from board_io.refusals import Refusal
from togyz.board import Side
from togyz.saying import say

VERSION: Final = 1
IDENTITY: Final = f"togyz-display {VERSION}"
BRIGHTEST: Final = 15

TO_MOVE: Final = {Side.WHITE: "w", Side.BLACK: "b", None: "-"}
IN_DOUBT: Final = "?"

SETTLE_TRIES: Final = 10
"""Of a quarter of a second each: an Arduino restarts when its port is opened, and its bootloader takes up to two
seconds. It listens at another speed and takes none of our lines for a command."""
TRIES: Final = 3
READS_PER_TRY: Final = 5


def frame_text(frame: DisplayFrame, brightness: int) -> str:
    """What shows a frame, on a display with three digits for each kazan and a mark for the side to move.

    >>> frame_text(DisplayFrame((82, 9), Side.WHITE), 8)
    'S082009w08'
    """
    to_move = IN_DOUBT if frame.status == "desync" else TO_MOVE[frame.to_move]
    white, black = frame.kazan
    return f"S{white:03d}{black:03d}{to_move}{brightness:02X}"


class TogyzlineDisplay:
    """A display that confirms every frame.

    Args:
        port: an open port, which becomes the display's own.
        url: the display's address, for errors.
        brightness: 0 to 15.
    """

    answers = True

    def __init__(self, port: Port, url: str, *, brightness: int) -> None:
        self._port = port
        self._url = url
        self._brightness = brightness
        self._number = 0
        self._came = b""

    def settle(self, wait: Callable[[float], bool], /) -> None:
        """Ask the device who it is until it has started.

        Raises:
            DeviceLostError: it does not tell, or is another one.
        """
        for _ in range(SETTLE_TRIES):
            answer = self._ask("I", tries=1)
            if answer is not None:
                self._check(answer.text.removeprefix("I"))
                return
            if wait(0):
                return
        raise DeviceLostError(self._url, say(Refusal.NO_SKETCH, url=self._url))

    def show(self, frame: DisplayFrame, /) -> None:
        """Send a frame until the display confirms it.

        Raises:
            DeviceLostError: it does not, or went away.
        """
        if self._ask(frame_text(frame, self._brightness), tries=TRIES) is None:
            raise DeviceLostError(self._url, say(Refusal.DISPLAY_GONE, url=self._url))

    def close(self) -> None:
        """Let go of the port."""
        self._port.close()

    def _check(self, identity: str) -> None:
        if identity != IDENTITY:
            raise DeviceLostError(
                self._url, say(Refusal.OTHER_SKETCH, url=self._url, identity=identity, wanted=IDENTITY)
            )

    def _ask(self, text: str, *, tries: int) -> Answer | None:
        """Send a line, again while it stays unanswered, and give the answer."""
        self._number = (self._number + 1) % 256
        for _ in range(tries):
            self._port.write(line(self._number, text))
            for _ in range(READS_PER_TRY):
                for answer in self._answers():
                    if answer.number == self._number:
                        return answer
        return None

    def _answers(self) -> list[Answer]:
        """The answers of which the last byte has come."""
        *whole, self._came = (self._came + self._port.read()).split(b"\n")
        self._came = self._came[-LINE_MAX:]
        return [answer for answer in map(read_answer, whole) if answer is not None]
