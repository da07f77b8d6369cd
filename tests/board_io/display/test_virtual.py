"""The display without a device, and the addresses of displays."""

from __future__ import annotations

import logging
import sys
from pathlib import Path

import pytest

from board_io.display.frame import DisplayFrame, DisplayLostError, DisplayUrlError
from board_io.display.url import display_opener, open_display
from board_io.display.virtual import render
from togyz.board import Side

FRAME = DisplayFrame((24, 9), Side.WHITE, ("Aigerim", "Nurlan"))


@pytest.mark.parametrize(
    ("frame", "text"),
    [
        (FRAME, "Aigerim  24 <\nNurlan    9"),
        (DisplayFrame((0, 0), Side.BLACK), "white   0\nblack   0 <"),
        (DisplayFrame((82, 80), None, ("A", "B"), "1-0"), "A  82\nB  80\n1-0"),
    ],
)
def test_a_frame_as_text(frame: DisplayFrame, text: str) -> None:
    assert render(frame) == text


def test_a_virtual_display_hands_its_text_over() -> None:
    texts: list[str] = []
    display = open_display("virtual:", on_text=texts.append)
    display.show(FRAME)
    display.close()
    assert texts == [render(FRAME)]


def test_a_virtual_display_without_a_taker_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        open_display("virtual:").show(FRAME)
    assert render(FRAME) in caplog.text


def test_a_virtual_display_keeps_its_newest_frame_in_a_file(tmp_path: Path) -> None:
    display = open_display(f"virtual:{tmp_path}/score.txt")
    display.show(DisplayFrame((0, 0), None))
    display.show(FRAME)
    assert (tmp_path / "score.txt").read_text() == render(FRAME)


def test_a_file_that_cannot_be_written_is_a_lost_display(tmp_path: Path) -> None:
    with pytest.raises(DisplayLostError, match="cannot be written"):
        open_display(f"virtual:{tmp_path}/gone/score.txt").show(FRAME)


def test_a_virtual_display_fails_as_asked() -> None:
    texts: list[str] = []
    display = open_display("virtual:?lose_every=3", on_text=texts.append)
    display.show(FRAME)
    display.show(FRAME)
    with pytest.raises(DisplayLostError):
        display.show(FRAME)
    assert len(texts) == 2


@pytest.mark.parametrize(
    "url",
    [
        "",
        "s7s",
        "s7s:",
        "s7s:nonsense://1",
        "serlcd:/dev/ttyUSB0",
        "/dev/ttyUSB0",
        "virtual:?lose_every=x",
        "virtual:?lose_every=",
        "virtual:?loose_every=3",
    ],
)
def test_an_unknown_address_is_refused_before_anything_is_opened(url: str) -> None:
    with pytest.raises(DisplayUrlError) as caught:
        display_opener(url)
    assert caught.value.url == url


def test_a_missing_pyserial_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "board_io.display.s7s", raising=False)
    monkeypatch.setitem(sys.modules, "serial", None)
    with pytest.raises(DisplayUrlError, match="pip install pyserial"):
        display_opener("s7s:/dev/ttyUSB0")
