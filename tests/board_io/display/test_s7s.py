"""The bytes of the seven-segment display, read by what its chip would do with them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from board_io.display.frame import DisplayFrame
from board_io.display.s7s import COLON, CURSOR, HOME, RESYNC, TURN_POINT, dialect, encode
from tests.fakes import FakeS7s
from togyz.board import Side

FRAME = DisplayFrame((12, 7), Side.BLACK)
SHOWN = ("12 7", COLON | TURN_POINT[Side.BLACK])


def shown(chip: FakeS7s) -> tuple[str, int]:
    return chip.text, chip.decimals


def test_a_frame_byte_by_byte() -> None:
    assert encode(FRAME) == bytes([0x79, 0, 0x79, 0, 0x31, 0x32, 0x78, 0x37, 0x77, 0x18])


@pytest.mark.parametrize(
    ("kazan", "text"),
    [
        ((0, 0), " 0 0"),
        ((9, 10), " 910"),
        ((82, 80), "8280"),
        ((99, 63), "9963"),
        ((100, 62), "--62"),
        ((0, 162), " 0--"),
    ],
)
def test_both_kazans_stand_on_four_digits(kazan: tuple[int, int], text: str) -> None:
    chip = FakeS7s()
    chip.feed(encode(DisplayFrame(kazan, None)))
    assert shown(chip) == (text, COLON)


@pytest.mark.parametrize(("side", "lights"), [(None, 0x10), (Side.WHITE, 0x12), (Side.BLACK, 0x18)])
def test_a_point_stands_behind_the_side_to_move(side: Side | None, lights: int) -> None:
    chip = FakeS7s()
    chip.feed(encode(DisplayFrame((1, 2), side)))
    assert chip.decimals == lights


@pytest.mark.parametrize("cursor", range(4))
def test_a_frame_is_right_from_every_state(cursor: int) -> None:
    for pending in (None, *range(256)):
        chip = FakeS7s()
        chip.cursor, chip.pending, chip.digits, chip.decimals = cursor, pending, list("8888"), 0x3F
        chip.feed(encode(FRAME))
        assert shown(chip) == SHOWN


def test_one_home_alone_would_not_be_enough() -> None:
    chip = FakeS7s()
    chip.pending = CURSOR
    chip.feed(encode(FRAME).removeprefix(HOME))
    assert shown(chip) != SHOWN


@pytest.mark.parametrize("lost", range(len(encode(FRAME))))
def test_a_lost_byte_is_mended_by_the_next_frame(lost: int) -> None:
    chip = FakeS7s()
    whole = encode(FRAME)
    chip.feed(whole[:lost] + whole[lost + 1 :])
    chip.feed(whole)
    assert shown(chip) == SHOWN
    assert chip.eeprom_writes == 0


@pytest.mark.parametrize("lost", [4, 5, 6, 7, 9])
def test_a_lost_byte_does_harm_without_the_next_frame(lost: int) -> None:
    chip = FakeS7s()
    chip.feed(RESYNC)
    whole = encode(FRAME)
    chip.feed(whole[:lost] + whole[lost + 1 :])
    assert shown(chip) != SHOWN


@given(garbage=st.binary(max_size=40))
def test_garbage_is_forgotten(garbage: bytes) -> None:
    chip = FakeS7s()
    chip.feed(garbage)
    chip.feed(RESYNC + encode(FRAME))
    assert shown(chip) == SHOWN


@given(white=st.integers(0, 162), black=st.integers(0, 162), side=st.sampled_from([None, *Side]))
def test_no_frame_writes_to_the_eeprom(white: int, black: int, side: Side | None) -> None:
    chip = FakeS7s()
    chip.feed(RESYNC + encode(DisplayFrame((white, black), side)))
    assert chip.eeprom_writes == 0
    assert chip.pending is None


@pytest.mark.parametrize(("kazan", "text", "lights"), [((112, 5), " 112", 0x08), ((0, 5), "   0", 0x08)])
def test_one_kazan_has_the_display_to_itself(kazan: tuple[int, int], text: str, lights: int) -> None:
    chip = FakeS7s()
    frame = DisplayFrame(kazan, Side.WHITE)
    chip.feed(encode(frame, side=Side.WHITE))
    assert shown(chip) == (text, lights)
    chip.feed(encode(frame, side=Side.BLACK))
    assert shown(chip) == ("   5", 0)


def test_only_the_settings_write_to_the_eeprom() -> None:
    chip = FakeS7s()
    bright = dialect(brightness=120)
    chip.feed(bright.opening + bright.encode(FRAME))
    assert chip.eeprom_writes == 0
    chip.feed(bright.settings)
    assert chip.eeprom_writes == 1
    assert dialect().settings == b""
