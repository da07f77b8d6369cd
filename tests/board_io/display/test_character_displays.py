"""The bytes of displays with characters, read by what their firmware would do with them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from board_io.display import matrixorbital, pole, serlcd
from board_io.display.frame import DisplayFrame
from board_io.display.one_way import Dialect
from board_io.display.text import lines
from tests.board_io.display.chips import Cd5220Pole, EscPosPole, MatrixOrbital, SerLcd
from togyz.board import Side

FRAME = DisplayFrame((82, 9), Side.BLACK, ("Әлия", "Bolat"))
NEXT = DisplayFrame((82, 110), Side.WHITE, ("Әлия", "Bolat"))
AnyChip = SerLcd | MatrixOrbital | EscPosPole | Cd5220Pole


@dataclass(frozen=True)
class Kind:
    name: str
    chip: Callable[[], AnyChip]
    dialect: Dialect
    size: tuple[int, int]
    eeprom_writes: int = 0
    """What a session costs."""

    def shows(self, chip: AnyChip, frame: DisplayFrame) -> bool:
        return chip.rows == lines(frame, *self.size)

    def opened(self) -> AnyChip:
        chip = self.chip()
        chip.feed(self.dialect.opening + self.dialect.settings)
        return chip


KINDS = [
    Kind("serlcd 16x2", lambda: SerLcd(16, 2), serlcd.dialect((16, 2)), (16, 2)),
    Kind("serlcd 20x4", lambda: SerLcd(20, 4), serlcd.dialect((20, 4)), (20, 4)),
    Kind("matrixorbital 16x2", lambda: MatrixOrbital(16, 2), matrixorbital.dialect((16, 2)), (16, 2), eeprom_writes=1),
    Kind("matrixorbital 20x4", lambda: MatrixOrbital(20, 4), matrixorbital.dialect((20, 4)), (20, 4), eeprom_writes=1),
    Kind("pole escpos", EscPosPole, pole.dialect("escpos"), (20, 2)),
    Kind("pole cd5220", Cd5220Pole, pole.dialect("cd5220"), (20, 2)),
]
every_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)


@every_kind
def test_frames_stand_as_they_were_sent(kind: Kind) -> None:
    chip = kind.opened()
    for frame in (FRAME, NEXT, FRAME, FRAME):
        chip.feed(kind.dialect.encode(frame))
        assert kind.shows(chip, frame)


@every_kind
def test_a_game_costs_no_more_eeprom_than_its_settings_do(kind: Kind) -> None:
    chip = kind.opened()
    for kumalak in range(163):
        chip.feed(kind.dialect.encode(DisplayFrame((kumalak, 162 - kumalak), Side.WHITE)))
    assert chip.eeprom_writes == kind.eeprom_writes


@every_kind
def test_a_lost_byte_is_mended_by_the_next_frame(kind: Kind) -> None:
    whole = kind.dialect.encode(FRAME)
    for lost in range(len(whole)):
        chip = kind.opened()
        chip.feed(whole[:lost] + whole[lost + 1 :])
        chip.feed(whole)
        assert kind.shows(chip, FRAME), f"without byte {lost}"


@every_kind
def test_some_lost_byte_does_harm_without_the_next_frame(kind: Kind) -> None:
    whole = kind.dialect.encode(FRAME)
    chips = [kind.opened() for _ in whole]
    for lost, chip in enumerate(chips):
        chip.feed(whole[:lost] + whole[lost + 1 :])
    assert not all(kind.shows(chip, FRAME) for chip in chips)


@every_kind
@settings(deadline=None, max_examples=50)
@given(garbage=st.binary(max_size=60))
def test_garbage_is_forgotten_by_opening(kind: Kind, garbage: bytes) -> None:
    chip = kind.chip()
    chip.feed(garbage)
    chip.feed(kind.dialect.opening + kind.dialect.settings)
    chip.feed(kind.dialect.encode(FRAME) + kind.dialect.encode(NEXT))
    assert kind.shows(chip, NEXT)


def test_a_serlcd_frame_byte_by_byte() -> None:
    assert serlcd.encode(FRAME, size=(16, 2)) == b"\xfe\x8e\xfe\x8e2 Bolat         9<Aliya        8"
    assert serlcd.dialect((16, 2)).opening == b"\xfe\x80\xfe\x80|-"


def test_a_matrix_orbital_frame_byte_by_byte() -> None:
    assert matrixorbital.encode(FRAME, size=(16, 2)) == (
        b"\xfeH\xfeH\xfeG\x01\x01Aliya        82 \xfeG\x01\x02Bolat         9<"
    )
    assert matrixorbital.dialect((16, 2), brightness=9).settings == b"\xfeR\xfe\x99\x09"


def test_pole_frames_byte_by_byte() -> None:
    upper, lower = b"Aliya            82 ", b"Bolat             9<"
    assert pole.encode_cd5220(FRAME, encoding="ascii") == b"\r\x1bQA" + upper + b"\r\x1bQB" + lower + b"\r"
    assert pole.encode_escpos(FRAME, encoding="ascii") == b"\x0b\x0b\x1f$\x01\x01" + upper + b"\x1f$\x01\x02" + lower


def test_brightness_is_not_shown_and_a_session_costs_two_numbers_with_it() -> None:
    chip, dialect = MatrixOrbital(16, 2), matrixorbital.dialect((16, 2), brightness=200)
    chip.feed(dialect.opening + dialect.settings + dialect.encode(FRAME))
    assert chip.eeprom_writes == 2
    assert chip.rows == lines(FRAME, 16, 2)


def test_a_pole_has_russian_letters_where_it_is_told_its_page() -> None:
    chip, dialect = EscPosPole(), pole.dialect("escpos", encoding="cp866", page=17)
    chip.feed(dialect.opening + dialect.encode(FRAME))
    assert chip.rows[0] == "Алия             82 "
    assert not chip.has_cursor


def test_another_page_shows_other_letters() -> None:
    chip, dialect = EscPosPole(), pole.dialect("escpos", encoding="cp866")
    chip.feed(dialect.opening + dialect.encode(FRAME))
    assert not chip.rows[0].startswith("Алия")


def test_without_scrolling_turned_off_the_text_would_move_up() -> None:
    chip = MatrixOrbital(16, 2)
    chip.feed(matrixorbital.CLEAR + matrixorbital.encode(FRAME, size=(16, 2)))
    assert chip.rows[1] == " " * 16


@pytest.mark.parametrize(("name", "harm"), [("Aliya", "eeprom_writes"), (" Aliya", "is_upset")])
def test_a_serlcd_frame_that_began_with_a_name_could_do_lasting_harm(name: str, harm: str) -> None:
    chip = SerLcd(16, 2)
    chip.feed(b"\xfe" + f"{name:11}  82 ".encode())
    assert getattr(chip, harm)
