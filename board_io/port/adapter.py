"""Which port a display or a clock hangs at now: adapters are known by what they are, since their paths change.

Needs pyserial; display/url.py says so where it is missing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from serial.tools import list_ports

from board_io.port.errors import DeviceLostError
from board_io.refusals import Refusal
from togyz.saying import all_of, say

_USB: Final = re.compile(
    r"usb:(?P<vid>[0-9a-f]{4}):(?P<pid>[0-9a-f]{4})(:(?P<serial>[^@]+))?(@(?P<location>.+))?", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Adapter:
    """What a USB adapter says of itself, and where it is plugged in.

    Attributes:
        serial_number: None where it has none; cheap ones of a kind have none, or all the same.
        location: the socket, such as "1-1.3"; None where the system does not tell.
    """

    vid: int
    pid: int
    serial_number: str | None = None
    location: str | None = None

    @classmethod
    def from_name(cls, port_name: str) -> Self | None:
        """What ``usb:VID:PID``, ``usb:VID:PID:SERIAL`` or either with ``@LOCATION`` names; None for another name.

        >>> Adapter.from_name("usb:0403:6001@1-1.3")
        Adapter(vid=1027, pid=24577, serial_number=None, location='1-1.3')
        """
        found = _USB.fullmatch(port_name)
        if found is None:
            return None
        return cls(int(found["vid"], 16), int(found["pid"], 16), found["serial"], found["location"])

    @property
    def name(self) -> str:
        """What names this adapter in an address.

        >>> Adapter(0x0403, 0x6001, "A50285BI", "1-1.3").name
        'usb:0403:6001:A50285BI@1-1.3'
        """
        serial = f":{self.serial_number}" if self.serial_number else ""
        location = f"@{self.location}" if self.location else ""
        return f"usb:{self.vid:04x}:{self.pid:04x}{serial}{location}"

    def may_be(self, other: Adapter) -> bool:
        """Whether ``other`` could be this one, wherever it is plugged in."""
        same_number = self.serial_number in (None, other.serial_number)
        return (self.vid, self.pid) == (other.vid, other.pid) and same_number


@dataclass(frozen=True, slots=True)
class ListedPort:
    """A serial port that the system lists.

    Attributes:
        device: its path or name, to be opened.
        description: what the system calls it.
        adapter: None where it is no USB port.
    """

    device: str
    description: str
    adapter: Adapter | None


class AmbiguousPortError(DeviceLostError):
    """Several adapters could be the one that was meant, or one that need not be."""


def listed_ports() -> list[ListedPort]:
    """The serial ports of this machine, by name."""
    return [
        ListedPort(
            one.device,
            one.description,
            None if one.vid is None else Adapter(one.vid, one.pid, one.serial_number or None, one.location),
        )
        for one in sorted(list_ports.comports())
    ]


class PortFinder:
    """Finds a display's port each time it is to be opened.

    A path counts until a USB adapter was found there; from then on that adapter is looked for, wherever it is. Which of
    two like adapters is meant is never guessed.

    Args:
        port_name: a path, any pyserial URL, or what ``Adapter.from_name`` reads.
        list_ports: lists what is plugged in.
    """

    def __init__(self, port_name: str, list_ports: Callable[[], Sequence[ListedPort]] = listed_ports) -> None:
        self._port_name = port_name
        self._list_ports = list_ports
        self._wanted = Adapter.from_name(port_name)
        self._is_only_one = True

    def find(self) -> str:
        """What is to be opened.

        Raises:
            DeviceLostError: the adapter is not plugged in.
            AmbiguousPortError: it cannot be told which one it is.
        """
        if "://" in self._port_name:
            return self._port_name
        listed = self._list_ports()
        found = self._at_path(listed) if self._wanted is None else self._the_one(self._wanted, listed)
        if found is None or found.adapter is None:
            return self._port_name
        self._is_only_one = len(_alike(found.adapter, listed)) == 1
        self._wanted = found.adapter
        return found.device

    def _at_path(self, listed: Sequence[ListedPort]) -> ListedPort | None:
        device = str(Path(self._port_name).resolve()) if self._port_name.startswith("/") else self._port_name
        return next((port for port in listed if port.device in (self._port_name, device)), None)

    def _the_one(self, wanted: Adapter, listed: Sequence[ListedPort]) -> ListedPort:
        alike = _alike(wanted, listed)
        if not alike:
            raise DeviceLostError(self._port_name, say(Refusal.NO_ADAPTER, port=wanted.name))
        here = [port for port in alike if port.adapter and wanted.location in (None, port.adapter.location)]
        if len(here) == 1:
            return here[0]
        # It was plugged into another socket; that is sure if it has a number, or if there was no other one like it.
        if not here and len(alike) == 1 and (wanted.serial_number or self._is_only_one):
            return alike[0]
        named = [f"{port.adapter.name} ({port.device})" for port in alike if port.adapter]
        told = say(Refusal.WHICH_ADAPTER, choice=all_of(named, Refusal.OR))
        if wanted.location is not None:
            told = say(Refusal.OR_WHERE_IT_WAS, told=told, location=wanted.location)
        raise AmbiguousPortError(self._port_name, told)


def _alike(wanted: Adapter, listed: Sequence[ListedPort]) -> list[ListedPort]:
    return [port for port in listed if port.adapter and wanted.may_be(port.adapter)]
