"""From a display's address to the display."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Final
from urllib.parse import parse_qsl

from board_io.atomic import write_atomic
from board_io.display.frame import Display
from board_io.display.kinds import KINDS
from board_io.display.segments import as_svg, as_text
from board_io.port.errors import DeviceUrlError
from board_io.port.options import Options
from board_io.refusals import Refusal
from togyz.saying import say

EXAMPLES: Final = "s7s:/dev/ttyUSB0, serlcd:COM3?size=20x4, togyzline:usb:2341:0043, virtual:, virtual:FILE"
NUMBER_MAX: Final = 1_000_000
DELAY_MAX_S: Final = 60.0

_log = logging.getLogger(__name__)


def open_display(url: str, *, on_text: Callable[[str], None] | None = None) -> Display:
    """Open the display at ``url`` at once. ``display_opener`` says what may stand there and what is raised.

    Raises:
        DeviceLostError: it is not there.
    """
    return display_opener(url, on_text=on_text)()


def display_opener(url: str, *, on_text: Callable[[str], None] | None = None) -> Callable[[], Display]:
    """What opens the display at ``url``, as often as it must be opened; nothing is opened yet.

    Args:
        url: ``KIND:PORT?OPTION=VALUE&...``. PORT is a path, ``usb:VID:PID``, with ``:SERIAL`` and ``@LOCATION`` where
            they are needed, or any pyserial URL, to which options that are not ours are passed on. ``virtual:FILE``
            keeps its picture in the file, ``virtual:`` gives it to ``on_text``, or else to the log.
        on_text: takes the picture of a virtual display without a file, as text.

    Raises:
        DeviceUrlError: the address is of no known kind, has an option that means nothing, names an adapter that could
            be one of several, or needs a package that is not installed.
    """
    kind, _, rest = url.partition(":")
    port_name, _, query = rest.partition("?")
    options = Options(url, dict(parse_qsl(query, keep_blank_values=True)))
    if kind not in KINDS or not (port_name or kind == "virtual"):
        raise DeviceUrlError(url, say(Refusal.NO_DISPLAY, url=url, examples=EXAMPLES))
    try:
        if kind == "virtual":
            return _virtual(port_name, options, on_text or partial(_log.info, "%s"))
        from board_io.display.serial_kinds import serial_opener

        return serial_opener(kind, port_name, options)
    except ImportError as error:
        raise DeviceUrlError(url, say(Refusal.NEEDS_PYSERIAL, url=url)) from error


def _virtual(file: str, options: Options, on_text: Callable[[str], None]) -> Callable[[], Display]:
    from board_io.display.togyzline import BRIGHTEST, TogyzlineDisplay
    from board_io.display.virtual import Faults, VirtualPort

    faults = Faults(
        drop=options.real("drop", 1.0),
        garbage=options.real("garbage", 1.0),
        delay_s=options.real("delay", DELAY_MAX_S),
        stall_after=options.whole("stall_after", NUMBER_MAX) or 0,
        reset_every=options.whole("reset_every", NUMBER_MAX) or 0,
        lose_every=options.whole("lose_every", NUMBER_MAX) or 0,
    )
    options.end()
    write = partial(write_atomic, Path(file)) if file else on_text
    draw = as_svg if file.endswith(".svg") else as_text
    random = Random(0)  # noqa: S311 (each demonstration fails alike)

    def opener() -> Display:
        port = VirtualPort(lambda digits: write(draw(digits)), faults, random=random)
        return TogyzlineDisplay(port, options.url, brightness=BRIGHTEST)

    return opener
