"""Ports: a real pseudo-terminal with a display's chip at its other end, sockets, and a port that raises everything."""

from __future__ import annotations

import os
import queue
import select
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest
import serial
from serial import rfc2217

from board_io.display import s7s
from board_io.display.frame import DisplayFrame
from board_io.display.runner import DisplayRunner, Pace
from board_io.display.s7s import encode
from board_io.display.url import display_opener, open_display
from board_io.port import adapter, serial_port
from board_io.port.errors import DeviceLostError
from tests.fakes import PATIENCE_S, FakeS7s, wait_until
from togyz.board import Side

pty = pytest.importorskip("pty", reason="Windows has no pseudo-terminals")
termios = pytest.importorskip("termios", reason="Windows has no pseudo-terminals")

SOON_S = 0.005
FRAME = DisplayFrame((12, 7), Side.BLACK)


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
def terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Terminal]:
    monkeypatch.setattr(s7s, "SETTLE_S", 0)
    terminal = Terminal(tmp_path / "tty")
    yield terminal
    if (tmp_path / "tty").is_symlink():
        terminal.unplug()


def test_the_digits_arrive(terminal: Terminal) -> None:
    display = open_display(terminal.url)
    display.settle(lambda _: False)
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
    with pytest.raises(DeviceLostError, match="check its plug"):
        open_display(terminal.url)
    display.close()
    open_display(terminal.url).close()


def test_a_port_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(DeviceLostError, match=f"the device on {tmp_path}/tty is lost"):
        open_display(f"s7s:{tmp_path}/tty")


def test_a_port_may_be_any_pyserial_url() -> None:
    display = open_display("s7s:loop://?logging=error")
    display.show(DisplayFrame((1, 2), None))
    display.close()
    with pytest.raises(DeviceLostError):
        display.show(DisplayFrame((1, 2), None))


def test_an_unplugged_display_is_lost(terminal: Terminal) -> None:
    display = open_display(terminal.url)
    terminal.unplug()
    with pytest.raises(DeviceLostError):
        display.show(DisplayFrame((1, 2), None))
    display.close()


def test_a_device_that_never_reads_is_lost_in_bounded_time(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serial_port, "WRITE_TIMEOUT_S", 0.05)
    display = open_display(terminal.url)
    termios.tcflow(terminal.slave, termios.TCOOFF)
    with pytest.raises(DeviceLostError, match="timeout"):
        display.show(DisplayFrame((1, 2), None))
    display.close()


def test_a_replugged_display_shows_the_newest_state(terminal: Terminal, tmp_path: Path) -> None:
    with DisplayRunner(display_opener(terminal.url), name="s7s", pace=Pace(resend_s=SOON_S, retry_s=SOON_S)) as runner:
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
    with DisplayRunner(display_opener(terminal.url), name="s7s", pace=Pace(resend_s=SOON_S)) as runner:
        runner.show(DisplayFrame((10, 0), Side.BLACK))
        terminal.wait_for("10 0")
        terminal.chip = FakeS7s()
        terminal.wait_for("10 0")


class Raising:
    """A serial port of pyserial's that raises ``error`` whatever is asked of it."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    def __getattr__(self, name: str) -> object:
        def fail(*args: object, **settings: object) -> None:
            raise self.error

        if name == "in_waiting":
            raise self.error
        return fail


ERRORS = [
    serial.SerialException("device reports readiness to read but returned no data"),
    serial.SerialTimeoutException("Write timeout"),
    serial.PortNotOpenError(),
    OSError(5, "Input/output error"),
    PermissionError(13, "Permission denied"),
    termios.error(5, "Input/output error"),
    TypeError("argument must be an int, or have a fileno() method."),
    ValueError("file descriptor cannot be a negative integer (-1)"),
    AttributeError("'NoneType' object has no attribute 'sendall'"),
    queue.Full(),
]
every_error = pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)


@every_error
def test_whatever_an_open_port_raises_is_a_lost_display(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serial, "serial_for_url", lambda *args, **settings: Raising(error))
    opened = serial_port.SerialPort("/dev/ttyUSB0", 9600)
    with pytest.raises(DeviceLostError, match="the device on /dev/ttyUSB0 is lost"):
        opened.write(b"x")
    with pytest.raises(DeviceLostError):
        opened.read()
    opened.close()


@every_error
def test_whatever_opening_raises_is_a_lost_display(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serial, "serial_for_url", Raising(error).open)
    with pytest.raises(DeviceLostError):
        serial_port.SerialPort("/dev/ttyUSB0", 9600)


def test_a_fault_of_the_program_is_no_lost_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serial, "serial_for_url", lambda *args, **settings: Raising(ZeroDivisionError()))
    with pytest.raises(ZeroDivisionError):
        serial_port.SerialPort("/dev/ttyUSB0", 9600).write(b"x")


def test_a_display_may_hang_at_a_socket() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        display = open_display(f"s7s:socket://127.0.0.1:{server.getsockname()[1]}")
        peer, _ = server.accept()
        with peer:
            display.show(FRAME)
            assert peer.recv(100) == encode(FRAME)
        display.close()


def test_a_socket_that_is_closed_is_a_lost_display() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port_name = f"socket://127.0.0.1:{server.getsockname()[1]}"
        opened = serial_port.SerialPort(port_name, 9600)
        server.accept()[0].close()
        with pytest.raises(DeviceLostError, match="disconnected"):
            opened.read()
        opened.close()
    with pytest.raises(DeviceLostError):
        serial_port.SerialPort(port_name, 9600)


@contextmanager
def rfc2217_server() -> Iterator[tuple[str, serial.Serial]]:
    """Serves one client of a ``loop://`` port, as ``rfc2217_server.py`` of pyserial does."""
    device = serial.serial_for_url("loop://", timeout=PATIENCE_S)
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(PATIENCE_S)

        def serve() -> None:
            peer, _ = server.accept()
            with peer:
                manager = rfc2217.PortManager(device, SimpleNamespace(write=peer.sendall))
                while data := peer.recv(1024):
                    device.write(b"".join(manager.filter(data)))

        thread = threading.Thread(target=serve)
        thread.start()
        yield f"rfc2217://127.0.0.1:{server.getsockname()[1]}", device
        thread.join(PATIENCE_S)


@pytest.mark.filterwarnings("ignore:set(Daemon|Name)\\(\\) is deprecated:DeprecationWarning")
def test_a_display_may_hang_at_another_machine() -> None:
    with rfc2217_server() as (port_name, device):
        display = open_display(f"s7s:{port_name}?baud=19200")
        display.show(FRAME)
        assert device.read(len(encode(FRAME))) == encode(FRAME)
        assert device.baudrate == 19200
        display.close()


def test_an_adapter_that_gets_another_path_is_followed(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = {"path": terminal.url.removeprefix("s7s:")}
    about = {"description": "", "vid": 0x0403, "pid": 0x6001, "serial_number": "A1", "location": "1-1"}
    monkeypatch.setattr(adapter.list_ports, "comports", lambda: [SimpleNamespace(device=names["path"], **about)])
    with DisplayRunner(display_opener(terminal.url), name="s7s", pace=Pace(resend_s=SOON_S, retry_s=SOON_S)) as runner:
        runner.show(DisplayFrame((10, 0), Side.BLACK))
        terminal.wait_for("10 0")
        terminal.unplug()
        moved = Terminal(tmp_path / "tty1")
        names["path"] = str(tmp_path / "tty1")
        moved.wait_for("10 0")
    moved.unplug()
