"""The display without a device."""

from __future__ import annotations

import logging
from pathlib import Path
from random import Random
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from board_io.display.frame import DisplayFrame
from board_io.display.segments import FONT, as_svg, as_text
from board_io.display.togyzline import TRIES, TogyzlineDisplay
from board_io.display.url import open_display
from board_io.display.virtual import Faults, SketchModel, VirtualPort
from board_io.port.errors import DeviceLostError
from board_io.port.line import crc8, line
from togyz.board import Side

FRAME = DisplayFrame((24, 9), Side.WHITE)


def digits(text: str) -> bytes:
    return bytes(FONT[one] for one in text)


def picture(text: str) -> str:
    return as_text(digits(text))


def test_digits_as_text() -> None:
    assert picture("0123-=? ").splitlines() == [
        " _       _   _       _   _",
        "| |   |  _|  _|  _   _   _|",
        "|_|   | |_   _|      _  |",
    ]


@pytest.mark.parametrize(
    ("text", "strokes"), [("        ", 0), ("       1", 2), ("  8    8", 14), (" 24=   9", 5 + 4 + 3 + 6)]
)
def test_a_picture_for_a_browser_has_a_stroke_for_every_lit_segment(text: str, strokes: int) -> None:
    drawn = ET.fromstring(as_svg(digits(text)))
    assert len(drawn.findall(".//{http://www.w3.org/2000/svg}polyline")) == strokes


def test_a_point_is_drawn_too() -> None:
    assert as_svg(bytes([0x80])).count("polyline") == 1


def test_it_hands_its_picture_over_when_that_changes() -> None:
    texts: list[str] = []
    display = open_display("virtual:", on_text=texts.append)
    display.settle(lambda _: False)
    for frame in (FRAME, FRAME, DisplayFrame((24, 9), Side.BLACK), DisplayFrame((24, 9), None, status="desync")):
        display.show(frame)
    display.close()
    assert texts == [picture(" 24=   9"), picture(" 24 =  9"), picture(" 24??  9")]


def test_without_a_taker_it_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        open_display("virtual:").show(FRAME)
    assert picture(" 24=   9") in caplog.text


@pytest.mark.parametrize(("name", "draw"), [("score.txt", as_text), ("score.svg", as_svg)])
def test_it_keeps_its_newest_picture_in_a_file(tmp_path: Path, name: str, draw: type(as_text)) -> None:
    display = open_display(f"virtual:{tmp_path}/{name}")
    display.show(DisplayFrame((0, 0), None))
    display.show(FRAME)
    assert (tmp_path / name).read_text() == draw(digits(" 24=   9"))


def test_a_file_that_cannot_be_written_is_a_lost_display(tmp_path: Path) -> None:
    with pytest.raises(DeviceLostError, match="cannot be written"):
        open_display(f"virtual:{tmp_path}/gone/score.txt").show(FRAME)


def faulty(faults: Faults, seed: int = 0) -> tuple[TogyzlineDisplay, list[bytes], list[float]]:
    shown: list[bytes] = []
    slept: list[float] = []
    port = VirtualPort(shown.append, faults, random=Random(seed), sleep=slept.append)
    return TogyzlineDisplay(port, "virtual:", brightness=15), shown, slept


def test_it_is_unplugged_as_asked() -> None:
    display, shown, _ = faulty(Faults(lose_every=3))
    for _ in range(2):
        display.show(FRAME)
    with pytest.raises(DeviceLostError, match="lose_every"):
        display.show(DisplayFrame((0, 0), None))
    assert shown == [digits(" 24=   9")]


def test_it_takes_nothing_as_asked() -> None:
    display, _, slept = faulty(Faults(stall_after=1))
    display.show(FRAME)
    with pytest.raises(DeviceLostError, match="stall_after"):
        display.show(FRAME)
    assert slept == [0, 1.0]


def test_it_takes_its_time_as_asked() -> None:
    display, _, slept = faulty(Faults(delay_s=2.5))
    display.show(FRAME)
    assert slept == [2.5]


def test_it_restarts_as_asked_and_is_right_with_the_next_frame() -> None:
    display, shown, _ = faulty(Faults(reset_every=2))
    for _ in range(3):
        display.show(FRAME)
    assert shown == [digits(text) for text in (" 24=   9", "  -    -", " 24=   9")]


@pytest.mark.parametrize("faults", [Faults(drop=0.004), Faults(garbage=0.004)])
def test_lost_and_wrong_bytes_are_sent_again_and_never_shown(faults: Faults) -> None:
    display, shown, slept = faulty(faults)
    frames = [DisplayFrame((kumalak, 162 - kumalak), Side.WHITE) for kumalak in range(100)]
    for frame in frames:
        display.show(frame)
    assert shown == [digits(f"{frame.kazan[0]:3d}= {frame.kazan[1]:3d}") for frame in frames]
    assert len(slept) > len(frames)


def test_too_many_lost_bytes_lose_the_display() -> None:
    display, shown, slept = faulty(Faults(drop=0.9))
    with pytest.raises(DeviceLostError):
        display.show(FRAME)
    assert (shown, len(slept)) == ([], TRIES)


@settings(deadline=None)
@given(garbage=st.binary(max_size=80))
def test_the_sketch_s_model_shows_nothing_of_garbage_and_the_next_line_whatever_came_before(garbage: bytes) -> None:
    model = SketchModel()
    before = model.digits
    model.feed(garbage)
    assert model.digits == before
    model.feed(line(1, "S024009w08"))
    assert model.digits == digits(" 24=   9")


@pytest.mark.parametrize(
    "body", ["S024009w1", "S024009w10", "S24009w08", "S024009x08", "S024009w008", "s024009w08", "S02400 w08", "J", ""]
)
def test_a_line_that_means_nothing_is_not_answered(body: str) -> None:
    model = SketchModel()
    model.sent = b""
    model.feed(line(1, body))
    assert model.sent == b""
    model.feed(line(1, "S024009w0F"))
    assert model.sent == b"<01*%02X\r\n" % crc8(b"01")
