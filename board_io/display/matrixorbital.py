"""Bytes of character displays that speak Matrix Orbital's language, such as Adafruit's USB and serial backpack.

Source: Adafruit's command reference and the backpack's firmware: 0xFE begins a command with a fixed number of operands.
Brightness and automatic scrolling are kept in EEPROM.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from board_io.display.frame import DisplayFrame
from board_io.display.one_way import Dialect
from board_io.display.text import lines

SETTLE_S: Final = 1.3
"""The backpack shows its speed for 0.25 s and a greeting for 1 s."""

COMMAND: Final = 0xFE
HOME: Final = bytes([COMMAND, 0x48])
CLEAR: Final = bytes([COMMAND, 0x58])
NO_SCROLLING: Final = bytes([COMMAND, 0x52])
"""Else the whole text would move up at its last character. The backpack writes this to EEPROM, changed or not."""
BRIGHTNESS: Final = bytes([COMMAND, 0x99])
CURSOR: Final = bytes([COMMAND, 0x47])
"""Takes column and row, from 1 on."""
RESYNC: Final = b" " * 10
"""Taken by an unfinished command (a character's picture has ten operands), else cleared at once."""

SIZES: Final = {"16x2": (16, 2), "20x2": (20, 2), "20x4": (20, 4)}


def dialect(size: tuple[int, int], brightness: int | None = None) -> Dialect:
    """How such a display is spoken to.

    Args:
        size: columns and rows.
        brightness: 0 to 255; None leaves it as it is.
    """
    settings = NO_SCROLLING if brightness is None else NO_SCROLLING + BRIGHTNESS + bytes([brightness])
    return Dialect(partial(encode, size=size), RESYNC + CLEAR, settings, SETTLE_S)


def encode(frame: DisplayFrame, *, size: tuple[int, int]) -> bytes:
    """Every character of every row, each row at its place.

    HOME stands twice because an unfinished command would take the bytes of the first one.
    """
    rows = (
        CURSOR + bytes([1, row_no]) + line.encode("ascii") for row_no, line in enumerate(lines(frame, *size), start=1)
    )
    return HOME + HOME + b"".join(rows)
