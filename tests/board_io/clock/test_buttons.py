"""Buttons at a serial port: every press once, at its time, over lost bytes, restarts and unplugging."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from random import Random

import pytest

from board_io.clock.buttons import ASK_S, DEAD_S, PING_S, ButtonsHost, SerialButtons
from board_io.clock.source import ButtonPressed
from board_io.clock.url import open_clock
from board_io.port.errors import DeviceLostError, DeviceUrlError
from board_io.port.line import crc8, line, read_answer
from tests.fakes import wait_until
from togyz.board import Side

SECOND_NS = 1_000_000_000
BANNER = b"<00Itogyz-display 1"


def told(number: int, text: str) -> bytes:
    """A line from the buttons."""
    body = f"{number:02X}{text}".encode()
    return b"<%s*%02X\r\n" % (body, crc8(body))


def test_a_press_is_taken_at_its_time_once_and_confirmed_each_time() -> None:
    host = ButtonsHost(0)
    assert host.take(told(7, "Pw0064"), 5 * SECOND_NS) == (
        [ButtonPressed(Side.WHITE, 5 * SECOND_NS - 100_000_000)],
        line(7, "A"),
    )
    assert host.take(told(7, "Pw012C"), 5 * SECOND_NS) == ([], line(7, "A"))
    assert host.take(told(8, "Pb0000"), 6 * SECOND_NS)[0] == [ButtonPressed(Side.BLACK, 6 * SECOND_NS)]


@pytest.mark.parametrize("text", ["Px0064", "Pw64", "P", "Pw00640", "pw0064", "Pw006G"])
def test_what_is_no_press_is_none(text: str) -> None:
    assert ButtonsHost(0).take(told(7, text), 0) == ([], b"")


def test_presses_come_byte_by_byte_and_amid_noise() -> None:
    host, random, presses = ButtonsHost(0), Random(3), list[ButtonPressed]()
    for number in range(1, 40):
        for byte in random.randbytes(9) + told(number, "Pw0000"):
            presses += host.take(bytes([byte]), 0)[0]
    assert len(presses) > 30
    assert set(presses) == {ButtonPressed(Side.WHITE, 0)}


def test_a_cut_line_is_no_press() -> None:
    whole = told(7, "Pw0064")
    for cut in range(len(whole) - 2):
        assert ButtonsHost(0).take(whole[:cut] + b"\n", 0) == ([], b"")


def test_it_asks_often_until_it_is_heard_and_then_now_and_then() -> None:
    host = ButtonsHost(0)
    assert read_answer(b"<" + host.due(0)[1:-1]) is not None
    assert host.due(round(ASK_S * SECOND_NS) - 1) == b""
    assert host.due(round(ASK_S * SECOND_NS)) == line(0, "B")
    host.take(told(0, "B"), SECOND_NS)
    assert host.is_heard
    assert host.due(SECOND_NS) == b""
    assert host.due(round((ASK_S + PING_S) * SECOND_NS)) == line(0, "B")
    assert not host.is_dead(SECOND_NS + round(DEAD_S * SECOND_NS))
    assert host.is_dead(SECOND_NS + round(DEAD_S * SECOND_NS) + 1)


def test_after_a_restart_it_asks_at_once_and_takes_the_same_number_anew() -> None:
    host = ButtonsHost(0)
    host.take(told(0, "B") + told(1, "Pw0000"), 0)
    host.take(BANNER + b"*%02X\r\n" % crc8(BANNER[1:]), 0)
    assert not host.is_heard
    assert host.due(1) == line(0, "B")
    assert len(host.take(told(1, "Pb0000"), 2)[0]) == 1


class Box:
    """A port whose device answers as the sketch does, and can be lost."""

    def __init__(self) -> None:
        self.to_host = b""
        self.is_lost = False
        self.opened = 0
        self._written = threading.Event()

    def open(self) -> Box:
        if self.is_lost:
            raise DeviceLostError("here", "the device is not there")
        self.opened += 1
        return self

    def write(self, data: bytes, /) -> None:
        if data == line(0, "B"):
            self.to_host += told(0, "B")

    def read(self) -> bytes:
        if self.is_lost:
            raise DeviceLostError("here", "the device is not there")
        came, self.to_host = self.to_host, b""
        self._written.wait(0.001)
        return came

    def close(self) -> None:
        pass


@pytest.fixture
def box() -> Box:
    return Box()


@pytest.fixture
def buttons(box: Box) -> Iterator[SerialButtons]:
    with SerialButtons(box.open, "buttons:here", now_ns=lambda: SECOND_NS) as made:
        yield made


def test_presses_are_fetched_once(box: Box, buttons: SerialButtons) -> None:
    wait_until(lambda: buttons.problem is None)
    box.to_host += told(1, "Pw0000") + told(2, "Pb0000")
    came: list[object] = []
    wait_until(lambda: came.extend(buttons.news()) or len(came) == 2)
    assert came == [ButtonPressed(Side.WHITE, SECOND_NS), ButtonPressed(Side.BLACK, SECOND_NS)]
    assert buttons.news() == []


def test_what_is_unplugged_is_told_and_opened_anew(box: Box, buttons: SerialButtons) -> None:
    wait_until(lambda: buttons.problem is None)
    box.is_lost = True
    wait_until(lambda: buttons.problem == "the device is not there")
    box.is_lost = False
    wait_until(lambda: buttons.problem is None)
    assert box.opened == 2


@pytest.mark.parametrize("url", ["", "buttons", "buttons:", "dgt3000:here", "buttons:/dev/ttyUSB0?size=2"])
def test_an_address_that_means_nothing_is_refused(url: str) -> None:
    with pytest.raises(DeviceUrlError):
        open_clock(url)


def test_a_port_that_may_come_later_is_waited_for() -> None:
    with open_clock("buttons:/dev/ttyUSB99?baud=9600") as clock:
        assert clock.problem is not None
        assert clock.news() == []
