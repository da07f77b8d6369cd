"""The port at which a display or a clock hangs: pyserial's, with one error for all that can happen there.

Needs pyserial; display/url.py says so where it is missing.
"""

from __future__ import annotations

import queue
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final, Protocol

import serial

from board_io.port.errors import DeviceLostError
from board_io.refusals import Refusal
from togyz.saying import say

if sys.platform == "win32":
    _SYSTEM: tuple[type[Exception], ...] = (OSError,)
else:
    import termios

    _SYSTEM = (OSError, termios.error)

LOST: Final = (*_SYSTEM, TypeError, ValueError, AttributeError, queue.Full)
"""What pyserial raises for a device that went away: SerialException is an OSError; closed underneath, a descriptor or
socket that has become None makes the others; a ``loop://`` that nobody reads fills up."""
WRITE_TIMEOUT_S: Final = 1.0
"""A frame takes 90 ms on the wire at most. 0 would spin and None hang on a device that does not read."""
READ_TIMEOUT_S: Final = 0.05


class Port(Protocol):
    """Bytes to a device and from it; every call returns in bounded time or raises DeviceLostError."""

    def write(self, data: bytes, /) -> None:
        """Hand the bytes over."""

    def read(self) -> bytes:
        """What has come; nothing if that is nothing for READ_TIMEOUT_S."""

    def close(self) -> None:
        """Let go of the device; never raises."""


def check_port(port: str) -> None:
    """See that a port is named as pyserial can understand it. Whether it is there shows when it is opened.

    Raises:
        ValueError: it has a scheme that pyserial does not know.
    """
    serial.serial_for_url(port, do_not_open=True)


class SerialPort:
    """A port that is ours alone while it is open.

    Args:
        port_name: a device's path or any pyserial URL (``loop://``, ``socket://``, ``rfc2217://``, ...).
        baud: 8 bits, no parity, one stop bit.

    Raises:
        DeviceLostError: it cannot be opened.
    """

    def __init__(self, port_name: str, baud: int) -> None:
        self._port_name = port_name
        # rfc2217 refuses a time-out; its socket has one of 5 s.
        write_timeout_s = None if port_name.lower().startswith("rfc2217:") else WRITE_TIMEOUT_S
        with self._lost_as_error():
            self._serial = serial.serial_for_url(
                port_name, baud, timeout=READ_TIMEOUT_S, write_timeout=write_timeout_s, exclusive=True
            )

    def write(self, data: bytes, /) -> None:
        """Hand the bytes to the system.

        Raises:
            DeviceLostError: it does not take them.
        """
        try:
            with self._lost_as_error():
                self._serial.write(data)  # no flush(): it would wait for ever for a device that does not read
        except DeviceLostError:
            # What a stuck device left unsent would hold up the port's closing.
            with suppress(*LOST):
                self._serial.reset_output_buffer()
            raise

    def read(self) -> bytes:
        """What has come; nothing if that is nothing for READ_TIMEOUT_S.

        Raises:
            DeviceLostError: the device went away.
        """
        with self._lost_as_error():
            return bytes(self._serial.read(max(1, self._serial.in_waiting)))

    def close(self) -> None:
        """Let go of the port."""
        with suppress(*LOST):
            self._serial.close()

    @contextmanager
    def _lost_as_error(self) -> Iterator[None]:
        try:
            yield
        except LOST as error:
            raise DeviceLostError(self._port_name, say(Refusal.PORT_LOST, port=self._port_name, cause=error)) from error
