"""The addresses of displays."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from board_io.display.frame import DisplayFrame
from board_io.display.kinds import KINDS
from board_io.display.url import display_opener, open_display
from board_io.port.errors import DeviceLostError, DeviceUrlError
from togyz.board import Side

FRAME = DisplayFrame((24, 9), Side.WHITE, ("Әлия", ""))


@pytest.mark.parametrize(
    "url",
    [
        "",
        "s7s",
        "s7s:",
        "s7s:?brightness=3",
        "s7s:nonsense://1",
        "semaphore:/dev/ttyUSB0",
        "/dev/ttyUSB0",
        "virtual:?lose_every=x",
        "virtual:?lose_every=",
        "virtual:?loose_every=3",
        "virtual:?drop=1.5",
        "virtual:?drop=nan",
        "virtual:?delay=-1",
        "virtual:?baud=9600",
        "s7s:/dev/ttyUSB0?kazan=red",
        "s7s:/dev/ttyUSB0?brightness=101",
        "serlcd:/dev/ttyUSB0?brightness=101",
        "s7s:/dev/ttyUSB0?brightness=-1",
        "s7s:/dev/ttyUSB0?brightness=²",
        "s7s:/dev/ttyUSB0?size=16x2",
        "serlcd:/dev/ttyUSB0?size=20x2",
        "pole:/dev/ttyUSB0?mode=5220",
        "pole:/dev/ttyUSB0?encoding=klingon",
        "togyzline:/dev/ttyUSB0?brightness=16",
    ],
)
def test_an_address_that_means_nothing_is_refused_before_anything_is_opened(url: str) -> None:
    with pytest.raises(DeviceUrlError) as caught:
        display_opener(url)
    assert caught.value.url == url


@pytest.mark.parametrize("kind", sorted(set(KINDS) - {"virtual"}))
def test_every_kind_with_a_port_can_be_opened_later(kind: str) -> None:
    opener = display_opener(f"{kind}:/dev/ttyUSB99?baud=19200")
    with pytest.raises(DeviceLostError, match="ttyUSB99"):
        opener()


@pytest.mark.parametrize(
    ("url", "sent"),
    [
        ("s7s:loop://", b"vv\x79\x00\x79\x0024x9w\x12"),
        ("s7s:loop://?kazan=black&brightness=80", b"vv\x7a\x50\x79\x00\x79\x00xxx9w\x00"),
        ("serlcd:loop://", b"\xfe\x80\xfe\x80|-\xfe\x8e\xfe\x8e4<black         9 Aliya"),
        ("matrixorbital:loop://?size=20x2", b" " * 10 + b"\xfeX\xfeR\xfeH\xfeH\xfeG\x01\x01Aliya            24<\xfeG"),
        ("pole:loop://?mode=cd5220", b"\r\x0c\r\x1bQAAliya            24<\r"),
        (
            "pole:loop://?encoding=cp866&page=17&logging=error",
            b"\x0b\x0b\x1b@\x1f\x01\x1fC\x00\x1bt\x11\x0b\x0b\x1f$\x01\x01\x80\xab\xa8\xef",
        ),
    ],
)
def test_options_reach_the_display(url: str, sent: bytes) -> None:
    display = open_display(url)
    display.settle(lambda _: False)
    display.show(FRAME)
    assert display._port.read().startswith(sent)
    display.close()


def test_settings_are_sent_once_a_session() -> None:
    opener = display_opener("s7s:loop://?brightness=80")
    came = []
    for is_pulled_while_it_starts in (True, False, False, False):
        display = opener()
        display.settle(lambda _, is_pulled=is_pulled_while_it_starts: is_pulled)
        came.append(display._port.read())
        display.close()
    assert came == [b"", b"vv\x7a\x50", b"vv", b"vv"]


def test_a_display_that_is_closed_while_it_starts_is_sent_nothing() -> None:
    waited: list[float] = []
    display = open_display("serlcd:loop://")
    display.settle(lambda seconds: waited.append(seconds) is None)
    assert (waited, display._port.read()) == ([0.6], b"")
    display.close()


def test_a_missing_pyserial_is_one_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for module in (
        "display.serial_kinds",
        "display.one_way",
        "display.togyzline",
        "display.virtual",
        "port.adapter",
        "port.opener",
        "port.serial_port",
    ):
        monkeypatch.delitem(sys.modules, f"board_io.{module}", raising=False)
    monkeypatch.setitem(sys.modules, "serial", None)
    with pytest.raises(DeviceUrlError, match="pip install pyserial"):
        display_opener("s7s:/dev/ttyUSB0")
