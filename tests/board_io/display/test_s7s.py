"""The seven-segment display on a real pseudo-terminal, with the chip's logic at its other end."""

from __future__ import annotations

import os
import select
from collections.abc import Iterator
from pathlib import Path

import pytest

from board_io.display import s7s
from board_io.display.frame import DisplayFrame, DisplayLostError
from board_io.display.runner import DisplayRunner
from board_io.display.url import display_opener, open_display
from tests.fakes import PATIENCE_S, FakeS7s, wait_until
from togyz.board import Side

pty = pytest.importorskip("pty", reason="Windows has no pseudo-terminals")
termios = pytest.importorskip("termios", reason="Windows has no pseudo-terminals")

SOON_S = 0.005


class Terminal:
    """A pty: the display's port by a name of its own, the chip at the other end."""

    def __init__(self, name: Path) -> None:
        self.chip = FakeS7s()
        self.url = f"s7s:{name}"
        self._master, self.slave = pty.openpty()
        self._name = name
        name.symlink_to(os.ttyname(self.slave))

    def wait_for(self, text: str) -> None:
        """Let the chip take what comes until it shows ``text``."""
        while self.chip.text != text:
            ready, _, _ = select.select([self._master], [], [], PATIENCE_S)
            assert ready, f"the display shows {self.chip.text!r}, not {text!r}"
            self.chip.feed(os.read(self._master, 1024))

    def unplug(self) -> None:
        self._name.unlink()
        os.close(self.slave)
        os.close(self._master)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    terminal = Terminal(tmp_path / "tty")
    yield terminal
    if (tmp_path / "tty").is_symlink():
        terminal.unplug()


def test_the_digits_arrive(terminal: Terminal) -> None:
    display = open_display(terminal.url)
    display.show(DisplayFrame((82, 9), Side.WHITE))
    terminal.wait_for("82 9")
    assert terminal.chip.decimals == 0x12
    assert terminal.chip.eeprom_writes == 0
    display.close()


def test_the_port_is_set_as_the_display_expects(terminal: Terminal) -> None:
    display = open_display(terminal.url)
    _, output, control, _, _, speed, _ = termios.tcgetattr(terminal.slave)
    assert speed == termios.B9600
    assert control & termios.CSIZE == termios.CS8
    assert not control & (termios.PARENB | termios.CSTOPB | termios.CRTSCTS)
    assert not output & termios.OPOST
    display.close()


def test_an_opened_port_is_ours_alone(terminal: Terminal) -> None:
    display = open_display(terminal.url)
    with pytest.raises(DisplayLostError, match="check its plug"):
        open_display(terminal.url)
    display.close()
    open_display(terminal.url).close()


def test_a_port_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(DisplayLostError, match=f"the display on {tmp_path}/tty is lost"):
        open_display(f"s7s:{tmp_path}/tty")


def test_a_port_may_be_any_pyserial_url() -> None:
    display = open_display("s7s:loop://")
    display.show(DisplayFrame((1, 2), None))
    display.close()
    with pytest.raises(DisplayLostError):
        display.show(DisplayFrame((1, 2), None))


def test_an_unplugged_display_is_lost(terminal: Terminal) -> None:
    display = open_display(terminal.url)
    terminal.unplug()
    with pytest.raises(DisplayLostError):
        display.show(DisplayFrame((1, 2), None))
    display.close()


def test_a_device_that_never_reads_is_lost_in_bounded_time(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(s7s, "WRITE_TIMEOUT_S", 0.05)
    display = open_display(terminal.url)
    termios.tcflow(terminal.slave, termios.TCOOFF)
    with pytest.raises(DisplayLostError, match="timeout"):
        display.show(DisplayFrame((1, 2), None))
    display.close()


def test_a_replugged_display_shows_the_newest_state(terminal: Terminal, tmp_path: Path) -> None:
    with DisplayRunner(display_opener(terminal.url), name="s7s", resend_s=SOON_S, retry_s=SOON_S) as runner:
        runner.show(DisplayFrame((10, 0), Side.BLACK))
        terminal.wait_for("10 0")
        terminal.unplug()
        wait_until(lambda: runner.problem)
        for kumalak in range(100):
            runner.show(DisplayFrame((10, kumalak), Side.BLACK))
        plugged_in_again = Terminal(tmp_path / "tty")
        plugged_in_again.wait_for("1099")
        wait_until(lambda: runner.problem is None)
    plugged_in_again.unplug()


def test_a_display_switched_off_and_on_is_right_after_the_resend(terminal: Terminal) -> None:
    with DisplayRunner(display_opener(terminal.url), name="s7s", resend_s=SOON_S) as runner:
        runner.show(DisplayFrame((10, 0), Side.BLACK))
        terminal.wait_for("10 0")
        terminal.chip = FakeS7s()
        terminal.wait_for("10 0")
