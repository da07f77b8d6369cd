"""Stand-ins for devices: a camera, an MJPEG server, a display, the chip of a seven-segment display, a full disk."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Self

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from board_io.display.frame import DisplayFrame

PATIENCE_S = 10.0
"""A test that waits longer than this for another thread fails."""


def wait_until(condition: Callable[[], object], *, patience_s: float = PATIENCE_S) -> None:
    """Return when ``condition`` holds; AssertionError when it does not come to."""
    pause = threading.Event()
    for _ in range(round(patience_s / 0.005)):
        if condition():
            return
        pause.wait(0.005)
    raise AssertionError("what was waited for did not happen")


@contextmanager
def full_disk(limit_bytes: int) -> Iterator[None]:
    """No file of this process may grow beyond the limit: the system's calls fail as they do on a full disk."""
    resource = pytest.importorskip("resource", reason="Windows cannot be told that a disk is full")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit_bytes, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


class FakeCapture:
    """A camera whose pictures the test hands in: an array, None for one that cannot be decoded, UNREADABLE for one that
    cannot even be taken, or LOST, after which none can."""

    LOST = "lost"
    UNREADABLE = "unreadable"
    is_key = False
    cause: str | None = None

    def __init__(self, *, settings: dict[int, float] | None = None, obeys: bool = True) -> None:
        self.settings = settings or {}
        self.obeys = obeys
        self.is_released = False
        self._changed = threading.Condition()
        self._pictures: deque[NDArray[np.uint8] | str | None] = deque()
        self._current: NDArray[np.uint8] | str | None = None
        self._is_idle = False

    def prepare(self, *pictures: NDArray[np.uint8] | str | None) -> None:
        """Let the camera see these as fast as it is read."""
        with self._changed:
            self._pictures.extend(pictures)
            self._is_idle = False
            self._changed.notify_all()

    def give(self, *pictures: NDArray[np.uint8] | str | None, patience_s: float = PATIENCE_S) -> None:
        """Let the camera see these, and return when the reader has taken them all and asks for more."""
        self.prepare(*pictures)
        with self._changed:
            taken = self._changed.wait_for(lambda: self._is_idle or self.is_released, patience_s)
            assert taken, "nobody reads the camera"

    def end(self) -> None:
        """Let go of a reader that still waits for a picture."""
        self.prepare(self.LOST)

    def grab(self) -> bool:
        with self._changed:
            if not self._pictures:
                self._is_idle = True
                self._changed.notify_all()
            if not self._changed.wait_for(lambda: self._pictures, PATIENCE_S):
                return False
            self._current = self._pictures[0]
            if self._current is not self.LOST:
                self._pictures.popleft()
            return not isinstance(self._current, str)

    def retrieve(self) -> tuple[bool, NDArray[np.uint8] | str | None]:
        return self._current is not None, self._current

    @property
    def knobs(self) -> Self:
        return self

    @property
    def fps(self) -> float:
        return self.settings.get(cv2.CAP_PROP_FPS, -1.0)

    def get(self, prop: int, /) -> float:
        return self.settings.get(prop, -1.0)

    def set(self, prop: int, value: float, /) -> bool:
        if self.obeys and prop in self.settings:
            self.settings[prop] = value
        return prop in self.settings

    def getBackendName(self) -> str:
        return "V4L2"

    def release(self) -> None:
        with self._changed:
            self.is_released = True
            self._changed.notify_all()


class MjpegServer:
    """Serves JPEGs as multipart/x-mixed-replace on loopback, one every 5 ms, then closes or falls silent.

    With ``endless`` they are sent round and round.
    """

    def __init__(self, jpegs: Iterable[bytes], *, endless: bool = False, silent_end: bool = False) -> None:
        self._jpegs = list(jpegs)
        self._endless = endless
        self._silent_end = silent_end
        self._is_over = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))
        self.url = f"http://127.0.0.1:{self._server.server_port}/video"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._is_over.set()
        self._server.shutdown()
        self._thread.join(PATIENCE_S)
        self._server.server_close()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
                self.end_headers()
                try:
                    server._send(self.wfile.write)
                except ConnectionError:
                    return  # the reader has gone

            def log_message(self, *args: object) -> None:
                pass

        return Handler

    def _send(self, write: Callable[[bytes], object]) -> None:
        while True:
            for jpeg in self._jpegs:
                write(b"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n%s\r\n" % (len(jpeg), jpeg))
                if self._is_over.wait(0.005):
                    return
            if not self._endless:
                break
        if self._silent_end:
            self._is_over.wait(PATIENCE_S)


class FakeDisplay:
    """A display that keeps what it is shown; ``faults`` are raised by the next calls of ``open`` and ``show``.

    While ``gate`` is not set, ``show`` hangs in the device.
    """

    answers = False

    def __init__(self) -> None:
        self.shown: list[DisplayFrame] = []
        self.opened = 0
        self.closed = 0
        self.settle_s = 0.0
        self.faults: deque[Exception] = deque()
        self.gate = threading.Event()
        self.gate.set()
        self.is_waiting = threading.Event()

    def open(self) -> Self:
        self._fail()
        self.opened += 1
        return self

    def settle(self, wait: Callable[[float], bool], /) -> None:
        wait(self.settle_s)

    def show(self, frame: DisplayFrame, /) -> None:
        self._fail()
        if not self.gate.is_set():
            self.is_waiting.set()
            self.gate.wait(PATIENCE_S)
        self.shown.append(frame)

    def close(self) -> None:
        self.closed += 1

    def _fail(self) -> None:
        if self.faults:
            raise self.faults.popleft()


class FakeS7s:
    """The chip of a SparkFun Serial 7-Segment display, after its firmware 3.x: takes bytes, lights segments.

    A byte above 0x78 (or 0x77) begins a command that takes the next byte, whatever it is; unknown commands too.
    """

    BRIGHTNESS, BAUD, ADDRESS, FACTORY_RESET, MODE = 0x7A, 0x7F, 0x80, 0x81, 0x82

    def __init__(self) -> None:
        self.digits = ["1", "2", "3", "4"]
        self.decimals = 0
        self.cursor = 0
        self.pending: int | None = None
        self.eeprom_writes = 0

    @property
    def text(self) -> str:
        """The four digits, blanks as spaces."""
        return "".join(self.digits)

    def feed(self, data: bytes) -> None:
        for byte in data:
            self._take(byte)

    def _take(self, byte: int) -> None:
        if self.pending is not None:
            self._execute(self.pending, byte)
            self.pending = None
        elif byte < 0x76 or byte == 0x78:
            self.digits[self.cursor] = _glyph(byte)
            self.cursor = (self.cursor + 1) % 4
        elif byte == 0x76:
            self.digits, self.decimals, self.cursor = [" "] * 4, 0, 0
        else:
            self.pending = byte

    def _execute(self, command: int, operand: int) -> None:
        if command == 0x77:
            self.decimals = operand
        elif command == 0x79 and operand <= 3:
            self.cursor = operand
        elif 0x7B <= command <= 0x7E:
            self.digits[command - 0x7B] = "?"
        elif command in {self.BRIGHTNESS, self.BAUD, self.ADDRESS, self.FACTORY_RESET, self.MODE}:
            self.eeprom_writes += 1


def _glyph(byte: int) -> str:
    """What a data byte lights: 0..15 and characters; x and space are blank."""
    if byte < 16:
        return f"{byte:X}"
    return " " if chr(byte) in "x " else chr(byte)
