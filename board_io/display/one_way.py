"""Displays that only listen: everything that differs between them is the bytes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from board_io.display.frame import DisplayFrame
from board_io.port.serial_port import Port


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


class Once:
    """Bytes that are sent once, as soon as a port takes them."""

    def __init__(self, data: bytes) -> None:
        self._left = data

    def send(self, port: Port) -> None:
        """Send them, if no port took them yet.

        Raises:
            DeviceLostError: this one does not.
        """
        if self._left:
            port.write(self._left)
            self._left = b""


class OneWayDisplay:
    """A display that is told its frames and never answers.

    Args:
        port: an open port, which becomes the display's own.
        dialect: what it understands.
        settings: those of the dialect, unless they were sent before.
    """

    answers = False

    def __init__(self, port: Port, dialect: Dialect, settings: Once) -> None:
        self._port = port
        self._dialect = dialect
        self._settings = settings

    def settle(self, wait: Callable[[float], bool], /) -> None:
        """Wait for the device to start, then send what brings it into a known state.

        Raises:
            DeviceLostError: it does not take that.
        """
        if not wait(self._dialect.settle_s):
            self._port.write(self._dialect.opening)
            self._settings.send(self._port)

    def show(self, frame: DisplayFrame, /) -> None:
        """Send a frame.

        Raises:
            DeviceLostError: the device does not take it.
        """
        self._port.write(self._dialect.encode(frame))

    def close(self) -> None:
        """Let go of the port."""
        self._port.close()


def one_way_maker(dialect: Dialect) -> Callable[[Port], OneWayDisplay]:
    """What makes a display of an open port, as often as the port must be opened."""
    settings = Once(dialect.settings)
    return lambda port: OneWayDisplay(port, dialect, settings)
