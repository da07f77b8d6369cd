"""From a clock's address to the clock."""

from __future__ import annotations

from typing import Final
from urllib.parse import parse_qsl

from board_io.clock.source import ClockSource
from board_io.errors import BoardIoError
from board_io.faults import Fault
from togyz.saying import say, sentence_of

KINDS: Final = {"buttons": "two buttons on an Arduino with our sketch"}
"""The kinds of clocks, and what they are. Another one is added here and makes a ``ClockSource``."""
EXAMPLE: Final = "buttons:/dev/ttyUSB0"


class ClockUrlError(BoardIoError):
    """The address names no clock that this program knows, or one that it lacks a package for."""


def open_clock(url: str) -> ClockSource:
    """What reads the clock at ``url``, also where that is plugged in later.

    Args:
        url: ``KIND:PORT``, with a port and options as a display's address has them.

    Raises:
        ClockUrlError: the address is of no known kind, names no port or an adapter that could be one of several, or
            needs a package that is not installed.
    """
    kind, _, rest = url.partition(":")
    place, _, query = rest.partition("?")
    if kind not in KINDS or not place:
        raise ClockUrlError(say(Fault.NO_CLOCK, url=url, examples=EXAMPLE))
    try:
        from board_io.clock.buttons import SerialButtons
        from board_io.display.frame import DisplayUrlError
        from board_io.display.options import Options
        from board_io.display.serial_kinds import port_opener
    except ImportError as error:
        raise ClockUrlError(say(Fault.NEEDS_PYSERIAL, url=url)) from error
    try:
        return SerialButtons(port_opener(place, Options(url, dict(parse_qsl(query, keep_blank_values=True)))), url)
    except DisplayUrlError as error:
        raise ClockUrlError(sentence_of(error)) from error
