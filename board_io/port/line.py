"""The line protocol of our sketch (firmware/togyz_display), of its display and its buttons (docs/displays.md).

A line to the device is ``>NNx...*CC``, one from it ``<NNx...*CC``: a running number, which the answer repeats, a
letter with what belongs to it, and the CRC-8 of all between the first sign and the star; both numbers have two
hexadecimal digits. A line that is not whole is no line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

LINE_MAX: Final = 40
"""No line is longer; what is, is noise."""

_LINE: Final = re.compile(rb"<([0-9A-F]{2})([ -;=-~]*)\*([0-9A-F]{2})")


@dataclass(frozen=True, slots=True)
class Answer:
    """A line from the display.

    Attributes:
        number: of the line that it answers.
        text: empty for a frame that was taken, else ``I`` and who it is.
    """

    number: int
    text: str


def crc8(data: bytes) -> int:
    """CRC-8 with the polynomial 0x07, from 0 on, as SMBus uses it.

    >>> hex(crc8(b"123456789"))
    '0xf4'
    """
    crc = 0
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = (crc << 1) ^ (0x107 if crc & 0x80 else 0)
    return crc


def line(number: int, text: str) -> bytes:
    """The line that carries ``text`` to the display.

    >>> line(7, "I").strip()
    b'>07I*8B'
    """
    body = f"{number % 256:02X}{text}".encode("ascii")
    return b">%s*%02X\n" % (body, crc8(body))


def read_answer(data: bytes) -> Answer | None:
    """The answer in a line without its end; None where it is none, or not whole. What stands before it is noise.

    >>> read_answer(b"<07*7C"), read_answer(b"<07*7D")
    (Answer(number=7, text=''), None)
    """
    found = _LINE.search(data)
    if found is None or crc8(found[1] + found[2]) != int(found[3], 16):
        return None
    return Answer(int(found[1], 16), found[2].decode("ascii"))
