"""From a clock's address to the clock."""

from __future__ import annotations

from typing import Final
from urllib.parse import parse_qsl

from board_io.clock.source import ClockSource
from board_io.port.errors import DeviceUrlError
from board_io.port.options import Options
from board_io.refusals import Refusal
from togyz.saying import say

KINDS: Final = {"buttons": "two buttons on an Arduino with our sketch"}
"""The kinds of clocks, and what they are. Another one is added here and makes a ``ClockSource``."""
EXAMPLE: Final = "buttons:/dev/ttyUSB0"


def open_clock(url: str) -> ClockSource:
    """What reads the clock at ``url``, also where that is plugged in later.

    Args:
        url: ``KIND:PORT``, with a port and options as a display's address has them.

    Raises:
        DeviceUrlError: the address is of no known kind, names no port or an adapter that could be one of several, or
            needs a package that is not installed.
    """
    kind, _, rest = url.partition(":")
    port_name, _, query = rest.partition("?")
    if kind not in KINDS or not port_name:
        raise DeviceUrlError(url, say(Refusal.NO_CLOCK, url=url, examples=EXAMPLE))
    options = Options(url, dict(parse_qsl(query, keep_blank_values=True)))
    try:
        from board_io.clock.buttons import SerialButtons
        from board_io.port.opener import port_opener
    except ImportError as error:
        raise DeviceUrlError(url, say(Refusal.NEEDS_PYSERIAL, url=url)) from error
    return SerialButtons(port_opener(port_name, options), url)
