"""What is wrong with a display or a clock; needs no pyserial."""

from __future__ import annotations

from board_io.errors import BoardIoError


class DeviceError(BoardIoError):
    """A display or a clock cannot be used.

    Attributes:
        url: its address.
    """

    def __init__(self, url: str, message: str) -> None:
        self.url = url
        super().__init__(message)


class DeviceUrlError(DeviceError):
    """The address names nothing that this program knows, or something that it lacks a package for."""


class DeviceLostError(DeviceError):
    """The device is not there, does not take what it is sent, or went away."""
