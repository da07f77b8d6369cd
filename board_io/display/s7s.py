"""A SparkFun Serial 7-Segment display on a serial port. Needs pyserial; display/url.py says so where it is missing."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

import serial

from board_io.display.frame import DisplayFrame, DisplayLostError
from board_io.display.s7s_codec import RESYNC, encode

if sys.platform == "win32":
    _LOST: tuple[type[Exception], ...] = (OSError, TypeError, ValueError)
else:
    import termios

    _LOST = (OSError, TypeError, ValueError, termios.error)

BAUD: Final = 9600
WRITE_TIMEOUT_S: Final = 1.0
"""A frame takes 11 ms on the wire. 0 would spin and None hang on a device that does not read."""


def check_port(port: str) -> None:
    """See that a port is named as pyserial can understand it. Whether it is there shows when it is opened.

    Raises:
        ValueError: it has a scheme that pyserial does not know.
    """
    serial.serial_for_url(port, do_not_open=True)


class S7sDisplay:
    """One display on a port: a device's path or any pyserial URL (``loop://``, ``socket://``, ...).

    Raises:
        DisplayLostError: the port cannot be opened.
    """

    def __init__(self, port: str) -> None:
        self._port = port
        with self._lost_as_error():
            self._serial = serial.serial_for_url(port, BAUD, write_timeout=WRITE_TIMEOUT_S, exclusive=True)
        try:
            self._write(RESYNC)
        except DisplayLostError:
            self.close()
            raise

    def show(self, frame: DisplayFrame, /) -> None:
        """Send a frame.

        Raises:
            DisplayLostError: the device does not take it.
        """
        self._write(encode(frame))

    def close(self) -> None:
        """Let go of the port."""
        with suppress(*_LOST):
            self._serial.close()

    def _write(self, data: bytes) -> None:
        try:
            with self._lost_as_error():
                self._serial.write(data)  # no flush(): it would wait for ever for a device that does not read
        except DisplayLostError:
            # What a stuck device left unsent would hold up the port's closing.
            with suppress(*_LOST):
                self._serial.reset_output_buffer()
            raise

    @contextmanager
    def _lost_as_error(self) -> Iterator[None]:
        try:
            yield
        except _LOST as error:
            raise DisplayLostError(
                f"s7s:{self._port}", f"the display on {self._port} is lost ({error}): check its plug and power"
            ) from error
