"""From the name of a port to what opens it. Needs pyserial; whoever imports this says so where it is missing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final
from urllib.parse import urlencode

from board_io.port.adapter import AmbiguousPortError, PortFinder
from board_io.port.errors import DeviceLostError
from board_io.port.options import Options
from board_io.port.serial_port import Port, SerialPort, check_port
from board_io.refusals import Refusal
from togyz.saying import say, sentence_of

BAUD: Final = 9600
"""As all these displays come from their makers."""
BAUD_MAX: Final = 4_000_000


def port_opener(port_name: str, options: Options) -> Callable[[], Port]:
    """What opens the port, wherever its adapter is plugged in then; it raises DeviceLostError while that is not there.

    Args:
        port_name: as in a display's address.
        options: what is left of them: ``baud``, and what pyserial's own addresses take.

    Raises:
        DeviceUrlError: an option or the name means nothing, or could mean several adapters.
    """
    baud = options.whole("baud", BAUD_MAX) or BAUD
    if "://" in port_name and options.left:
        port_name = f"{port_name}?{urlencode(options.left)}"
    else:
        options.end()
    finder = PortFinder(port_name)
    try:
        check_port(finder.find())
    except AmbiguousPortError as error:
        raise options.refused(sentence_of(error)) from error
    except ValueError as error:
        raise options.refused(say(Refusal.NO_PORT, cause=error)) from error
    except DeviceLostError:
        pass  # it may be plugged in later
    return lambda: SerialPort(finder.find(), baud)
