"""A display without a device: does what our sketch does, shows its digits as a picture, and fails on demand."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final

from board_io.display.segments import FONT
from board_io.display.togyzline import IDENTITY
from board_io.errors import WriteError
from board_io.port.errors import DeviceLostError
from board_io.port.line import LINE_MAX, crc8
from board_io.port.serial_port import WRITE_TIMEOUT_S
from board_io.refusals import Refusal
from togyz.saying import say, sentence_of

_FRAME: Final = re.compile(r"S(\d{3})(\d{3})([wb?-])(0[0-9A-F])")
SILENCE: Final = "  -    -"
"""Shown after a restart and while the host is silent."""
_MARKS: Final = {"w": "= ", "b": " =", "-": "  ", "?": "??"}


@dataclass(frozen=True, slots=True)
class Faults:
    """What goes wrong with a virtual display.

    Attributes:
        drop: share of the bytes sent to it that are lost.
        garbage: share of them that arrive as another byte.
        delay_s: s that it takes to receive a line.
        stall_after: after so many lines it takes no more, until it is opened anew. 0, here and below: never.
        reset_every: every so many lines it restarts and has forgotten all.
        lose_every: every so many lines it is unplugged.
    """

    drop: float = 0.0
    garbage: float = 0.0
    delay_s: float = 0.0
    stall_after: int = 0
    reset_every: int = 0
    lose_every: int = 0


class SketchModel:
    """What firmware/togyz_display makes of the bytes it gets; the tests compare both."""

    def __init__(self) -> None:
        self.digits = _digits(SILENCE)
        self.sent = self._line("00", f"I{IDENTITY}")
        self._line_so_far: bytearray | None = None

    def feed(self, data: bytes) -> None:
        """Take bytes; what is answered is added to ``sent``."""
        for byte in data:
            self._take(byte)

    def _take(self, byte: int) -> None:
        if byte == ord(">"):
            self._line_so_far = bytearray()
        elif self._line_so_far is None or byte == ord("\r"):
            return
        elif byte == ord("\n"):
            whole, self._line_so_far = bytes(self._line_so_far), None
            self._obey(whole)
        elif len(self._line_so_far) == LINE_MAX:
            self._line_so_far = None
        else:
            self._line_so_far.append(byte)

    def _obey(self, whole: bytes) -> None:
        found = re.fullmatch(rb"(([0-9A-F]{2})([IS].*))\*([0-9A-F]{2})", whole)
        if found is None or crc8(found[1]) != int(found[4], 16):
            return
        number, text = found[2].decode("ascii"), found[3].decode("ascii", errors="replace")
        if text == "I":
            self.sent += self._line(number, f"I{IDENTITY}")
        elif frame := _FRAME.fullmatch(text):
            white, black, to_move, _ = frame.groups()
            self.digits = _digits(f"{int(white):3d}{_MARKS[to_move]}{int(black):3d}")
            self.sent += self._line(number, "")

    @staticmethod
    def _line(number: str, text: str) -> bytes:
        body = f"{number}{text}".encode("ascii")
        return b"<%s*%02X\r\n" % (body, crc8(body))


def _digits(text: str) -> bytes:
    return bytes(FONT[one] for one in text)


class VirtualPort:
    """The port of a virtual display.

    Args:
        picture: takes the eight digits whenever they change.
        faults: what goes wrong.
        random: which bytes fare ill.
        sleep: waits for so many s.
    """

    def __init__(
        self,
        picture: Callable[[bytes], None],
        faults: Faults,
        *,
        random: Random,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._picture = picture
        self._faults = faults
        self._random = random
        self._sleep = sleep
        self._device = SketchModel()
        self._drawn = self._device.digits
        self._lines = 0

    def write(self, data: bytes, /) -> None:
        """Let the device take the bytes, or what is left of them.

        Raises:
            DeviceLostError: as the faults demand, or the picture cannot be written.
        """
        self._lines += 1
        self._fail()
        self._device.feed(b"".join(map(self._mangled, data)))
        self._draw()

    def read(self) -> bytes:
        """What the device has answered."""
        answers, self._device.sent = self._device.sent, b""
        return answers

    def close(self) -> None:
        """Nothing is held open."""

    def _fail(self) -> None:
        faults = self._faults
        if faults.lose_every and self._lines % faults.lose_every == 0:
            raise DeviceLostError("virtual:", say(Refusal.VIRTUAL_LOST))
        if faults.stall_after and self._lines > faults.stall_after:
            self._sleep(WRITE_TIMEOUT_S)
            raise DeviceLostError("virtual:", say(Refusal.VIRTUAL_STALLED))
        if faults.reset_every and self._lines % faults.reset_every == 0:
            self._device = SketchModel()
            self._draw()
        self._sleep(faults.delay_s)

    def _draw(self) -> None:
        if self._device.digits != self._drawn:
            self._drawn = self._device.digits
            try:
                self._picture(self._drawn)
            except WriteError as error:
                raise DeviceLostError("virtual:", sentence_of(error)) from error

    def _mangled(self, byte: int) -> bytes:
        if self._random.random() < self._faults.drop:
            return b""
        if self._random.random() < self._faults.garbage:
            return self._random.randbytes(1)
        return bytes([byte])
