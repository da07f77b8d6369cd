"""Bytes of the SparkFun SerLCD (OpenLCD firmware 1.x) with 2 rows of 16 or 4 rows of 20 characters.

Source: SparkFun's ``OpenLCD.ino`` and ``System_Functions.ino``. 0xFE takes one operand, 0x7C begins a setting, all else
is put at the cursor, which runs on from row to row and round. Nothing that is sent is kept in EEPROM; the backlight
would be, as three numbers.
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
CURSOR: Final = 0x80
"""Operand of COMMAND, with the column of the uppermost row added."""
HOME: Final = bytes([COMMAND, CURSOR])

SIZES: Final = {"16x2": (16, 2), "20x4": (20, 4)}


def dialect(size: tuple[int, int]) -> Dialect:
    """How a SerLCD of so many columns and rows is spoken to."""
    return Dialect(partial(encode, size=size), HOME * 2 + CLEAR, settle_s=SETTLE_S)


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
