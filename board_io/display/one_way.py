"""Displays that only listen: everything that differs between them is the bytes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from board_io.display.frame import DisplayFrame
from board_io.display.port import Port


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a kind of display is spoken to.

    Attributes:
        encode: the bytes that show a frame, from whatever frame was shown before.
        opening: bytes that bring the device from any state to one in which it takes frames.
        settings: bytes for what the device remembers without power. Its memory wears: they are sent once a session.
        settle_s: so long after power-on or a reset the device listens to nothing.
    """

    encode: Callable[[DisplayFrame], bytes]
    opening: bytes
    settings: bytes = b""
    settle_s: float = 0.0


class OneWayDisplay:
    """A display that is told its frames and never answers.

    Args:
        port: an open port, which becomes the display's own.
        dialect: what it understands.
        opening: the bytes that it is sent before any frame.
    """

    answers = False

    def __init__(self, port: Port, dialect: Dialect, *, opening: bytes) -> None:
        self._port = port
        self._dialect = dialect
        self._opening = opening

    def settle(self, wait: Callable[[float], bool], /) -> None:
        """Wait for the device to start, then send what brings it into a known state.

        Raises:
            DisplayLostError: it does not take that.
        """
        if not wait(self._dialect.settle_s):
            self._port.write(self._opening)

    def show(self, frame: DisplayFrame, /) -> None:
        """Send a frame.

        Raises:
            DisplayLostError: the device does not take it.
        """
        self._port.write(self._dialect.encode(frame))

    def close(self) -> None:
        """Let go of the port."""
        self._port.close()


class OneWayMaker:
    """Makes a display of an open port, as often as the port must be opened; only the first one is sent its settings."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._settings = dialect.settings

    def __call__(self, port: Port) -> OneWayDisplay:
        """Makes it."""
        settings, self._settings = self._settings, b""
        return OneWayDisplay(port, self._dialect, opening=self._dialect.opening + settings)
