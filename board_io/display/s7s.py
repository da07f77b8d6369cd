"""Bytes of the SparkFun Serial 7-Segment display (four digits) and of the OpenSegment, which has the same firmware.

Source: SparkFun's firmware 3.x, ``Serial_7_Segment_Display_Firmware.ino``. A command byte is followed by one operand,
whatever it is; other bytes up to 0x78 are put at the cursor, which runs round.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from board_io.display.frame import DisplayFrame
from board_io.display.one_way import Dialect
from togyz.board import Side

SETTLE_S: Final = 1.1
"""Some adapters reset the display when the port is opened, and its bootloader listens for a second."""
BRIGHTEST: Final = 100

CLEAR: Final = 0x76
DECIMALS: Final = 0x77
BLANK: Final = 0x78
CURSOR: Final = 0x79
BRIGHTNESS: Final = 0x7A
"""Written to EEPROM each time."""

COLON: Final = 0x10
"""Operand of DECIMALS: one bit for each light between the digits."""
TURN_POINT: Final = {Side.WHITE: 0x02, Side.BLACK: 0x08}
"""The decimal points behind the second and the fourth digit."""

RESYNC: Final = bytes([CLEAR, CLEAR])
"""For a display in an unknown state: an unfinished command takes the first byte, the second clears."""
HOME: Final = bytes([CURSOR, 0])

DIGITS: Final = 4
DIGITS_PER_KAZAN: Final = 2
NO_ROOM: Final = "--"


def dialect(side: Side | None = None, brightness: int | None = None) -> Dialect:
    """How such a display is spoken to.

    Args:
        side: whose kazan it shows; None for both, as long as they are below 100.
        brightness: 0 to BRIGHTEST; None leaves it as it is.
    """
    settings = b"" if brightness is None else bytes([BRIGHTNESS, brightness])
    return Dialect(partial(encode, side=side), RESYNC, settings, SETTLE_S)


def encode(frame: DisplayFrame, *, side: Side | None = None) -> bytes:
    """White's kazan, a colon, black's kazan, and a point behind the number of the side to move.

    A kazan of 100 or more does not fit and is shown as ``--``. Of one ``side`` its kazan alone is shown, with the last
    point while it is to move. The bytes need nothing from what was sent before: HOME stands twice because an unfinished
    command would take the first byte of the first one.

    >>> encode(DisplayFrame(kazan=(12, 7), to_move=Side.BLACK)).hex(" ")
    '79 00 79 00 31 32 78 37 77 18'
    >>> encode(DisplayFrame(kazan=(112, 7), to_move=None), side=Side.WHITE).hex(" ")
    '79 00 79 00 78 31 31 32 77 00'
    """
    if side is None:
        text = "".join(_two_digits(kumalak) for kumalak in frame.kazan)
        lights = COLON | (TURN_POINT[frame.to_move] if frame.to_move else 0)
    else:
        text = f"{frame.kazan[side.ix]:{DIGITS}d}"
        lights = TURN_POINT[Side.BLACK] if frame.to_move is side else 0
    return HOME + HOME + text.replace(" ", chr(BLANK)).encode("ascii") + bytes([DECIMALS, lights])


def _two_digits(kumalak: int) -> str:
    text = f"{kumalak:{DIGITS_PER_KAZAN}d}"
    return text if len(text) == DIGITS_PER_KAZAN else NO_ROOM
