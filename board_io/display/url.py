"""From a display's address to the display."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final
from urllib.parse import parse_qsl

from board_io.atomic import write_atomic
from board_io.display.frame import Display, DisplayUrlError
from board_io.display.virtual import VirtualDisplay

KNOWN: Final = "s7s:PORT (as s7s:/dev/ttyUSB0), virtual:, virtual:FILE"

_log = logging.getLogger(__name__)


def open_display(url: str, *, on_text: Callable[[str], None] | None = None) -> Display:
    """Open the display at ``url`` at once. ``display_opener`` says what may stand there and what is raised.

    Raises:
        DisplayLostError: it is not there.
    """
    return display_opener(url, on_text=on_text)()


def display_opener(url: str, *, on_text: Callable[[str], None] | None = None) -> Callable[[], Display]:
    """What opens the display at ``url``, as often as it must be opened; nothing is opened yet.

    Args:
        url: ``s7s:PORT``; ``virtual:FILE`` (the text of the newest frame stands in the file); ``virtual:`` (it goes
            to ``on_text``, or else to the log). ``?lose_every=N`` makes a virtual display fail.
        on_text: takes the text of a virtual display without a file.

    Raises:
        DisplayUrlError: the address is of no known kind, or the package it needs is not installed.
    """
    kind, _, place = url.partition(":")
    if kind == "virtual":
        return _virtual(url, place, on_text or partial(_log.info, "%s"))
    if kind == "s7s" and place:
        return _s7s(url, place)
    raise DisplayUrlError(url, f"{url!r} is not the address of a display: give one of {KNOWN}")


def _virtual(url: str, place: str, on_text: Callable[[str], None]) -> Callable[[], Display]:
    file, _, query = place.partition("?")
    knobs = dict(parse_qsl(query, keep_blank_values=True))
    lose_every = knobs.pop("lose_every", "0")
    if knobs:
        raise DisplayUrlError(url, f"a virtual display has no {min(knobs)}, but lose_every (in {url})")
    if not lose_every.isdecimal():
        raise DisplayUrlError(url, f"lose_every is a number of frames, not {lose_every!r} (in {url})")
    write = partial(write_atomic, Path(file)) if file else on_text
    return partial(VirtualDisplay, write, lose_every=int(lose_every))


def _s7s(url: str, port: str) -> Callable[[], Display]:
    try:
        from board_io.display.s7s import S7sDisplay, check_port
    except ImportError as error:
        raise DisplayUrlError(url, f"{url} needs pyserial: python -m pip install pyserial") from error
    try:
        check_port(port)
    except ValueError as error:
        raise DisplayUrlError(url, f"{url} names no port ({error}): give one as s7s:/dev/ttyUSB0") from error
    return partial(S7sDisplay, port)
