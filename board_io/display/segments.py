"""Eight seven-segment digits, as the MAX7219 of our display drives them: three a kazan, two between them for marks."""

from __future__ import annotations

from typing import Final

DIGITS: Final = 8
SEGMENTS: Final = "PABCDEFG"
"""What each bit of a digit lights, the highest first: the point, then clockwise from the top, then the middle."""
FONT: Final = dict(zip("0123456789 -=?", bytes.fromhex("7e306d79335b5f707f7b00014965"), strict=True))
"""What the sketch writes: ``=`` has three bars, the mark of the side to move."""

_ART: Final = (" A ", "FGB", "EDC")
_STROKES: Final = {"A": "_", "D": "_", "G": "_"}
_SVG_AREA_WH: Final = (60, 100)
_SVG_LINES: Final = {
    "A": "10,10 40,10",
    "B": "40,10 40,50",
    "C": "40,50 40,90",
    "D": "10,90 40,90",
    "E": "10,50 10,90",
    "F": "10,10 10,50",
    "G": "10,50 40,50",
    "P": "52,90 52,90",
}


def lit(digit: int) -> set[str]:
    """The segments that a digit's byte lights."""
    return {name for bit, name in enumerate(SEGMENTS) if digit & (0x80 >> bit)}


def as_text(digits: bytes) -> str:
    """A picture of three lines, for a terminal.

    >>> print(as_text(bytes(FONT[one] for one in " 82 =  9")))
         _   _       _           _
        |_|  _|      _          |_|
        |_| |_       _           _|
    """
    rows = (" ".join(_row(pattern, lit(digit)) for digit in digits).rstrip() for pattern in _ART)
    return "\n".join(rows)


def as_svg(digits: bytes) -> str:
    """A picture for a browser or a broadcast."""
    width, height = _SVG_AREA_WH
    strokes = "".join(
        f'<polyline transform="translate({width * ix},0)" points="{_SVG_LINES[name]}"/>'
        for ix, digit in enumerate(digits)
        for name in SEGMENTS
        if name in lit(digit)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width * len(digits)} {height}">'
        f'<rect width="100%" height="100%"/><g stroke="red" stroke-width="8" stroke-linecap="round">{strokes}</g></svg>'
    )


def _row(pattern: str, on: set[str]) -> str:
    return "".join(_STROKES.get(name, "|") if name in on else " " for name in pattern)
