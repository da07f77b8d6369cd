"""Finding a display's adapter again, and never another one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from board_io.display.url import display_opener
from board_io.port import adapter
from board_io.port.adapter import Adapter, AmbiguousPortError, ListedPort, PortFinder, listed_ports
from board_io.port.errors import DeviceLostError, DeviceUrlError

FTDI = Adapter(0x0403, 0x6001)


def port(device: str, serial_number: str | None, location: str | None, *, vid: int = FTDI.vid) -> ListedPort:
    return ListedPort(device, "an adapter", Adapter(vid, FTDI.pid, serial_number, location))


class Machine:
    """Ports as they are plugged in."""

    def __init__(self, *ports: ListedPort) -> None:
        self.ports = list(ports)

    def finder(self, port_name: str) -> PortFinder:
        return PortFinder(port_name, lambda: self.ports)


@pytest.mark.parametrize(
    ("port_name", "adapter"),
    [
        ("usb:0403:6001", FTDI),
        ("usb:0403:6001:A5:0", Adapter(0x0403, 0x6001, "A5:0")),
        ("USB:0403:6001@1-1.3:1.0", Adapter(0x0403, 0x6001, None, "1-1.3:1.0")),
        ("usb:2341:0043:85@2-1", Adapter(0x2341, 0x0043, "85", "2-1")),
    ],
)
def test_an_adapter_is_named_by_what_it_says_of_itself(port_name: str, adapter: Adapter) -> None:
    assert Adapter.from_name(port_name) == adapter
    assert Adapter.from_name(adapter.name) == adapter


@pytest.mark.parametrize(
    "port_name", ["/dev/ttyUSB0", "COM3", "usb:0403", "usb:403:6001", "usb:0403:6001@", "usb:0403:6001:"]
)
def test_other_names_are_no_adapters(port_name: str) -> None:
    assert Adapter.from_name(port_name) is None


def test_a_path_leads_to_its_adapter_wherever_that_is_plugged_in_later() -> None:
    machine = Machine(port("/dev/ttyUSB0", "A1", "1-1"))
    finder = machine.finder("/dev/ttyUSB0")
    assert finder.find() == "/dev/ttyUSB0"
    machine.ports = [port("/dev/ttyUSB0", "B2", "1-1"), port("/dev/ttyUSB1", "A1", "1-2")]
    assert finder.find() == "/dev/ttyUSB1"
    machine.ports = machine.ports[:1]
    with pytest.raises(DeviceLostError, match="A1@1-2 is not plugged in"):
        finder.find()


def test_a_path_without_an_adapter_stays_a_path() -> None:
    machine = Machine(ListedPort("/dev/ttyS0", "n/a", None))
    finder = machine.finder("/dev/ttyS0")
    assert [finder.find(), finder.find()] == ["/dev/ttyS0"] * 2
    assert machine.finder("/dev/pts/7").find() == "/dev/pts/7"


def test_a_path_that_is_plugged_in_later_is_taken_as_it_is_then() -> None:
    machine = Machine()
    finder = machine.finder("/dev/ttyUSB0")
    assert finder.find() == "/dev/ttyUSB0"
    machine.ports = [port("/dev/ttyUSB0", "A1", "1-1")]
    assert finder.find() == "/dev/ttyUSB0"
    machine.ports = [port("/dev/ttyUSB3", "A1", "1-1")]
    assert finder.find() == "/dev/ttyUSB3"


def test_a_link_is_followed_to_its_adapter(tmp_path: Path) -> None:
    (tmp_path / "ttyUSB0").touch()
    (tmp_path / "by-id").symlink_to(tmp_path / "ttyUSB0")
    machine = Machine(port(str(tmp_path / "ttyUSB0"), "A1", "1-1"))
    finder = machine.finder(str(tmp_path / "by-id"))
    finder.find()
    machine.ports = [port("/dev/ttyUSB8", "A1", "1-1")]
    assert finder.find() == "/dev/ttyUSB8"


def test_an_adapter_without_a_number_is_known_by_its_socket() -> None:
    machine = Machine(port("/dev/ttyUSB0", None, "1-1"), port("/dev/ttyUSB1", None, "1-2"))
    finder = machine.finder("/dev/ttyUSB1")
    finder.find()
    machine.ports = [port("/dev/ttyUSB0", None, "1-2"), port("/dev/ttyUSB1", None, "1-1")]
    assert finder.find() == "/dev/ttyUSB0"


def test_the_only_one_of_its_kind_may_change_its_socket() -> None:
    machine = Machine(port("/dev/ttyUSB0", None, "1-1"), port("/dev/ttyACM0", None, "1-4", vid=0x2341))
    finder = machine.finder("/dev/ttyUSB0")
    finder.find()
    machine.ports = [port("/dev/ttyUSB1", None, "1-3")]
    assert finder.find() == "/dev/ttyUSB1"


@pytest.mark.parametrize("serial_number", [None, "0001"])
def test_one_of_two_alike_that_is_elsewhere_is_asked_about(serial_number: str | None) -> None:
    machine = Machine(port("/dev/ttyUSB0", serial_number, "1-1"), port("/dev/ttyUSB1", serial_number, "1-2"))
    finder = machine.finder("/dev/ttyUSB0")
    finder.find()
    machine.ports = [port("/dev/ttyUSB0", serial_number, "1-3"), port("/dev/ttyUSB1", serial_number, "1-2")]
    with pytest.raises(AmbiguousPortError, match=r"@1-3 \(/dev/ttyUSB0\) or .*@1-2 \(/dev/ttyUSB1\).*was \(1-1\)"):
        finder.find()


def test_the_other_one_of_two_without_numbers_is_not_taken() -> None:
    machine = Machine(port("/dev/ttyUSB0", None, "1-1"), port("/dev/ttyUSB1", None, "1-2"))
    finder = machine.finder("/dev/ttyUSB0")
    finder.find()
    del machine.ports[0]
    with pytest.raises(AmbiguousPortError):
        finder.find()


def test_a_kind_of_which_two_are_plugged_in_is_asked_about() -> None:
    machine = Machine(port("/dev/ttyUSB0", "A1", "1-1"), port("/dev/ttyUSB1", "B2", "1-2"))
    with pytest.raises(AmbiguousPortError, match=r"A1@1-1.* or .*B2@1-2.*name it by one of these$"):
        machine.finder("usb:0403:6001").find()
    assert machine.finder("usb:0403:6001:B2").find() == "/dev/ttyUSB1"
    assert machine.finder("usb:0403:6001@1-1").find() == "/dev/ttyUSB0"


def test_a_second_one_plugged_in_later_changes_nothing() -> None:
    machine = Machine(port("/dev/ttyUSB0", "A1", "1-1"))
    finder = machine.finder("usb:0403:6001")
    finder.find()
    machine.ports = [port("/dev/ttyUSB1", "A1", "1-1"), port("/dev/ttyUSB0", "B2", "1-2")]
    assert finder.find() == "/dev/ttyUSB1"


@pytest.fixture
def plug(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    def plug_in(*ports: SimpleNamespace) -> None:
        monkeypatch.setattr(adapter.list_ports, "comports", lambda: list(ports))

    return plug_in


class Listed(SimpleNamespace):
    def __lt__(self, other: Listed) -> bool:
        return str(self.device) < str(other.device)


def listed(device: str, vid: int | None, location: str) -> Listed:
    return Listed(device=device, description="x", vid=vid, pid=0x6001, serial_number="", location=location)


def test_the_ports_of_the_machine_are_listed_by_name(plug: Callable[..., None]) -> None:
    plug(listed("/dev/ttyUSB1", 0x0403, "1-2"), listed("/dev/ttyS0", None, "1-2"))
    assert listed_ports() == [ListedPort("/dev/ttyS0", "x", None), port_like("/dev/ttyUSB1", "1-2")]


def port_like(device: str, location: str) -> ListedPort:
    return ListedPort(device, "x", Adapter(0x0403, 0x6001, None, location))


def test_a_display_of_which_the_adapter_is_in_doubt_is_refused_before_a_game_begins(plug: Callable[..., None]) -> None:
    plug(listed("/dev/ttyUSB0", 0x0403, "1-1"), listed("/dev/ttyUSB1", 0x0403, "1-2"))
    with pytest.raises(DeviceUrlError, match="cannot be told: usb:0403:6001@1-1"):
        display_opener("s7s:usb:0403:6001")
    display_opener("s7s:usb:0403:6001@1-2")
    display_opener("s7s:usb:1a86:7523")
