"""The sketch's buttons, run for real on an emulated Arduino: every press reaches the host once, at its time."""

from __future__ import annotations

from random import Random
from typing import Final

import pytest

from board_io.clock.buttons import ButtonsHost
from board_io.clock.source import ButtonPressed
from board_io.display.frame import DisplayFrame
from board_io.display.togyzline import frame_text
from board_io.port.line import line
from tests.firmware.emulator import Emulator
from togyz.board import Side

pytestmark = pytest.mark.avr

PINS: Final = {Side.WHITE: 2, Side.BLACK: 3}
STEP_MS: Final = 20
MS_NS: Final = 1_000_000


class Table:
    """The Arduino, a host, and a wire between them that loses lines at random."""

    def __init__(self, arduino: Emulator, *, lost: float = 0.0) -> None:
        self.arduino = arduino
        self.presses: list[ButtonPressed] = []
        self.t_ms = 0
        self._host = ButtonsHost(0)
        self._lost = lost
        self._random = Random(5)
        self.run(200)

    def run(self, ms: int) -> None:
        for _ in range(0, ms, STEP_MS):
            now_ns = self.t_ms * MS_NS
            came, self.arduino.sent = self.arduino.sent, b""
            presses, answers = self._host.take(b"" if self._random.random() < self._lost else came, now_ns)
            self.presses += presses
            said = self._host.due(now_ns) + answers
            if self._random.random() >= self._lost:
                self.arduino.send(said)
            self.arduino.run(STEP_MS)
            self.t_ms += STEP_MS

    def press(self, side: Side, bounces: int = 0) -> None:
        for _ in range(bounces):
            self.arduino.pin(PINS[side], is_high=False)
            self.arduino.run(1)
            self.arduino.pin(PINS[side], is_high=True)
            self.arduino.run(1)
        self.arduino.pin(PINS[side], is_high=False)
        self.run(100)
        self.arduino.pin(PINS[side], is_high=True)
        self.run(100)

    @property
    def sides(self) -> list[Side]:
        return [one.side for one in self.presses]


def test_each_press_is_told_once_at_its_time(arduino: Emulator) -> None:
    table = Table(arduino)
    times = []
    for side in [Side.BLACK, Side.WHITE, Side.BLACK, Side.WHITE]:
        times.append(table.t_ms)
        table.press(side)
        table.run(600)
    assert table.sides == [Side.BLACK, Side.WHITE, Side.BLACK, Side.WHITE]
    for press, t_ms in zip(table.presses, times, strict=True):
        assert abs(press.at_ns / MS_NS - t_ms) <= 3 * STEP_MS


def test_a_contact_that_chatters_is_one_press(arduino: Emulator) -> None:
    table = Table(arduino)
    table.press(Side.WHITE, bounces=8)
    table.run(600)
    assert table.sides == [Side.WHITE]


def test_over_a_wire_that_loses_every_third_line_each_press_comes_once_at_its_time(arduino: Emulator) -> None:
    table, times = Table(arduino, lost=1 / 3), []
    for n in range(12):
        times.append(table.t_ms)
        table.press([Side.WHITE, Side.BLACK][n % 2])
    table.run(4000)
    assert table.sides == [Side.WHITE, Side.BLACK] * 6
    for press, t_ms in zip(table.presses, times, strict=True):
        assert abs(press.at_ns / MS_NS - t_ms) <= 3 * STEP_MS


def test_after_a_reset_the_next_press_comes(arduino: Emulator) -> None:
    table = Table(arduino)
    table.press(Side.WHITE)
    table.run(400)
    arduino.reset()
    for pin in PINS.values():  # the emulator forgets at a reset what stands on the pins
        arduino.pin(pin, is_high=False)
        arduino.pin(pin, is_high=True)
    table.run(400)
    table.press(Side.BLACK)
    table.run(400)
    assert table.sides == [Side.WHITE, Side.BLACK]


def test_who_did_not_ask_hears_nothing_of_buttons_and_the_display_works_beside_them(arduino: Emulator) -> None:
    arduino.sent = b""
    arduino.pin(PINS[Side.WHITE], is_high=False)
    arduino.run(500)
    assert arduino.sent == b""
    arduino.pin(PINS[Side.WHITE], is_high=True)
    table = Table(arduino)
    arduino.send(line(9, frame_text(DisplayFrame((82, 69), Side.WHITE), 8)))
    table.run(100)
    shown = arduino.digits
    table.press(Side.BLACK)
    assert table.sides == [Side.BLACK]
    assert any(shown)
    assert arduino.digits == shown
