"""Bytes of customer ("pole") displays of tills, 2 rows of 20 characters, in either of their two usual languages.

Sources: Epson's DM-D110 specification (ESC/POS), the manuals of the CD5220 and of the many that imitate it.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from board_io.display.frame import DisplayFrame
from board_io.display.one_way import Dialect
from board_io.display.text import lines

COLUMNS: Final = 20
ROWS: Final = 2

RETURN: Final = b"\r"
HOME: Final = b"\x0b"
CLEAR: Final = b"\x0c"
INITIALIZE: Final = b"\x1b@"
"""Back to the settings of power-on; nothing of it is stored."""
OVERWRITE: Final = b"\x1f\x01"
NO_CURSOR: Final = b"\x1fC\x00"
PAGE: Final = b"\x1bt"
"""Takes the number of a table of characters."""
CURSOR: Final = b"\x1f$"
"""Takes column and row, from 1 on."""
LINE: Final = (b"\x1bQA", b"\x1bQB")
"""CD5220: the upper and the lower row's text follow, up to a RETURN."""

MODES: Final = ("escpos", "cd5220")


def dialect(mode: str, *, encoding: str = "ascii", page: int | None = None) -> Dialect:
    """How a pole display is spoken to.

    Args:
        mode: one of MODES, as its switches are set.
        encoding: of Python, which the display's table of characters is.
        page: that table's number, for ESC/POS; None leaves the display's own.
    """
    if mode == "cd5220":
        return Dialect(partial(encode_cd5220, encoding=encoding), RETURN + CLEAR)
    table = b"" if page is None else PAGE + bytes([page])
    # An unfinished command has two operands at most.
    return Dialect(partial(encode_escpos, encoding=encoding), HOME * 2 + INITIALIZE + OVERWRITE + NO_CURSOR + table)


def encode_escpos(frame: DisplayFrame, *, encoding: str) -> bytes:
    """Every character of both rows; HOME is taken by an unfinished command, else it does nothing that is seen."""
    rows = (CURSOR + bytes([1, row_no]) + line for row_no, line in enumerate(_encoded(frame, encoding), start=1))
    return HOME * 2 + b"".join(rows)


def encode_cd5220(frame: DisplayFrame, *, encoding: str) -> bytes:
    """Both rows as strings; the RETURN before them ends a string of which the end was lost."""
    return RETURN + b"".join(begin + line + RETURN for begin, line in zip(LINE, _encoded(frame, encoding), strict=True))


def _encoded(frame: DisplayFrame, encoding: str) -> list[bytes]:
    return [line.encode(encoding) for line in lines(frame, COLUMNS, ROWS, encoding=encoding)]
