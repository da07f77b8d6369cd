"""What displays make of frames that come at another speed than the one stored in them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from board_io.display import s7s, serlcd
from board_io.display.frame import DisplayFrame
from board_io.display.one_way import Dialect
from tests.board_io.display.chips import SerLcd
from tests.fakes import FakeS7s
from togyz.board import Side

BAUD = 9600
FINE = 16
"""So many moments of a bit are looked at."""


def heard(data: bytes, baud: int) -> bytes:
    """What a receiver at another speed takes these bytes for, one behind the other; wrong stop bits do not count.

    Moments are counted in the sender's bits.
    """
    levels = [level for byte in data for level in (0, *(byte >> bit & 1 for bit in range(8)), 1)]
    step, at, came = BAUD / baud, 0.0, bytearray()
    while at < len(levels):
        if level_at(levels, at) or level_at(levels, at + step / 2):
            at += step / FINE
            continue
        came.append(sum(level_at(levels, at + (1.5 + bit) * step) << bit for bit in range(8)))
        at += 9.5 * step
        while not level_at(levels, at):
            at += step / FINE
    return bytes(came)


def level_at(levels: Sequence[int], at: float) -> int:
    return levels[int(at)] if at < len(levels) else 1


def stored(chip: SerLcd | FakeS7s, dialect: Dialect, baud: int) -> int:
    """How often a game makes it write to its memory."""
    chip.feed(heard(dialect.opening, baud))
    for kumalak in range(0, 163, 5):
        chip.feed(heard(dialect.encode(DisplayFrame((kumalak, 162 - kumalak), Side.WHITE, ("Aliya", "Bolat"))), baud))
    return chip.eeprom_writes


def test_at_its_own_speed_it_hears_what_was_sent() -> None:
    sent = bytes(range(256))
    assert heard(sent, BAUD) == sent
    assert heard(sent, 2 * BAUD) != sent


@pytest.mark.parametrize("baud", [1200, 2400, 4800, 14400, 19200, 38400, 57600, 115200])
def test_a_serlcd_at_another_speed_stores_nothing(baud: int) -> None:
    assert stored(SerLcd(16, 2), serlcd.dialect((16, 2)), baud) == 0


def test_a_seven_segment_display_at_four_times_the_speed_does() -> None:
    assert stored(FakeS7s(), s7s.dialect(), 4 * BAUD) > 0
