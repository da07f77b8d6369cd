"""Bytes of the SparkFun SerLCD (OpenLCD firmware 1.x) with 2 rows of 16 or 4 rows of 20 characters.

Source: SparkFun's ``OpenLCD.ino`` and ``System_Functions.ino``. 0xFE takes one operand, 0x7C begins a setting, all else
is put at the cursor, which runs on from row to row and round. A setting that shows a message stops the display for half
a second and then puts back what was shown, so messages are turned off first and a frame follows.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from board_io.display.frame import DisplayFrame
from board_io.display.one_way import Dialect
from board_io.display.text import MARK_COLUMNS, lines

SETTLE_S: Final = 0.6
"""The splash screen stands for 0.5 s after power-on; what comes meanwhile is lost."""

COMMAND: Final = 0xFE
SETTING: Final = 0x7C
CLEAR: Final = bytes([SETTING, 0x2D])
NO_MESSAGES: Final = bytes([SETTING, 0x2F])
"""From firmware 1.2 on, older ones ignore it. It is written to EEPROM only where it changes something."""
BACKLIGHT: Final = bytes([SETTING, 0x2B])
"""Takes red, green and blue, and writes them to EEPROM."""
CURSOR: Final = 0x80
"""Operand of COMMAND, with the column of the uppermost row added."""
HOME: Final = bytes([COMMAND, CURSOR])

SIZES: Final = {"16x2": (16, 2), "20x4": (20, 4)}


def dialect(size: tuple[int, int], brightness: int | None = None) -> Dialect:
    """How a SerLCD is spoken to.

    Args:
        size: columns and rows.
        brightness: of the backlight, 0 to 255; None leaves it as it is.
    """
    backlight = b"" if brightness is None else BACKLIGHT + bytes([brightness] * 3)
    return Dialect(partial(encode, size=size), HOME * 2 + NO_MESSAGES + CLEAR, backlight, SETTLE_S)


def encode(frame: DisplayFrame, *, size: tuple[int, int]) -> bytes:
    """Every character, from the last digit of white's kazan on.

    A digit stands behind the cursor's place because the firmware ignores one in its stead, where that gets lost; of a
    letter it would make a character of its own and store that, of a space it would set the display to one row. The
    cursor is set twice because an unfinished command would take the first byte.
    """
    columns, _ = size
    start = columns - MARK_COLUMNS - 1
    text = "".join(lines(frame, *size)).encode("ascii")
    return bytes([COMMAND, CURSOR + start]) * 2 + text[start:] + text[:start]
