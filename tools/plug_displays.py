"""Plug a score display in and out at random moments, and see that it is right soon after.

    python tools/plug_displays.py [--cycles 100] [--random 1]

The display is the model of our sketch behind a pseudo-terminal, the program's side is what a recording uses. In each
cycle the display is shown scores; at a random moment it is reset, stops reading, gets and gives garbage, or none of
these; then it is unplugged, and plugged in again with a score to come or without. Told are the longest time from there
until it was right, and the longest time that the recording's side waited.
"""

from __future__ import annotations

import argparse
import os
import pty
import random
import select
import threading
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Protocol

from board_io.display.frame import Display, DisplayFrame
from board_io.display.runner import DisplayRunner
from board_io.display.togyzline import frame_text
from board_io.display.url import display_opener
from board_io.display.virtual import SketchModel
from board_io.port.line import line
from togyz.board import Side

POLL_S: Final = 0.002
PATIENCE_S: Final = 10.0
"""A display that is not right by then never will be."""
EVENTS: Final = ("nothing", "reset", "stalled", "garbage")
GARBAGE_BYTES: Final = 200
MOMENT_S: Final = 0.5
"""The longest pause between two things that happen: long enough for a display to come to rest."""


@dataclass(frozen=True, slots=True)
class Report:
    """What was seen.

    Attributes:
        right_s: how long it took in each cycle until the last score stood there.
        show_s: how long each call took that hands a score over.
        threads_left: after the end.
    """

    right_s: list[float]
    show_s: list[float]
    threads_left: int


class Device(Protocol):
    """What hangs at the cable.

    Attributes:
        sent: what it has answered and nobody took yet.
        digits: what its eight digits light.
    """

    sent: bytes

    @property
    def digits(self) -> bytes:
        """From the left."""

    def feed(self, data: bytes) -> None:
        """Bytes arrive."""


class Cable:
    """A display on a pseudo-terminal that can be pulled out: its port is a name that comes and goes."""

    def __init__(self, name: Path, device: Device) -> None:
        self._name = name
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        name.symlink_to(os.ttyname(self._slave))
        self.device = device
        self.is_reading = True
        self._is_out = threading.Event()
        self._thread = threading.Thread(target=self._live, name="device")
        self._thread.start()

    def pull(self) -> None:
        """Unplug it."""
        self._is_out.set()
        self._thread.join()
        self._name.unlink()
        os.close(self._slave)
        os.close(self._master)

    def _live(self) -> None:
        while not self._is_out.is_set():
            ready, _, _ = select.select([self._master], [], [], POLL_S)
            if not (ready and self.is_reading):
                self._is_out.wait(POLL_S)
                continue
            device = self.device
            with suppress(OSError):
                device.feed(os.read(self._master, 4096))
                answers, device.sent = device.sent, b""
                os.write(self._master, answers)


def plug(
    folder: Path, cycles: int, rng: random.Random, run: Callable[[Callable[[], Display], str], DisplayRunner]
) -> Report:
    """Do so many cycles; ``run`` makes the runner of an opener, by its name."""
    before = threading.active_count()
    name = folder / "tty"
    right_s, show_s = [], []
    with run(display_opener(f"togyzline:{name}"), "plugged") as runner:
        for _ in range(cycles):
            with _plugged_in(name) as cable:
                show_s += [_show(runner, _frame(rng)) for _ in range(rng.randrange(4))]
                time.sleep(rng.random() * MOMENT_S)
                _disturb(cable, rng.choice(EVENTS), rng.randbytes(GARBAGE_BYTES))
                last = _frame(rng)
                show_s.append(_show(runner, last))
                time.sleep(rng.random() * MOMENT_S)
            with _plugged_in(name) as cable:
                if rng.random() < 0.5:
                    last = _frame(rng)
                    show_s.append(_show(runner, last))
                right_s.append(_time_until_right(cable, last))
    return Report(right_s, show_s, threading.active_count() - before)


@contextmanager
def _plugged_in(name: Path) -> Iterator[Cable]:
    cable = Cable(name, SketchModel())
    try:
        yield cable
    finally:
        cable.pull()


def _disturb(cable: Cable, event: str, garbage: bytes) -> None:
    if event == "reset":
        cable.device = SketchModel()
    elif event == "stalled":
        cable.is_reading = False
    elif event == "garbage":
        cable.device.feed(garbage)
        cable.device.sent += garbage


def _frame(rng: random.Random) -> DisplayFrame:
    return DisplayFrame((rng.randrange(163), rng.randrange(163)), rng.choice(list(Side)))


def _show(runner: DisplayRunner, frame: DisplayFrame) -> float:
    began = time.perf_counter()
    runner.show(frame)
    return time.perf_counter() - began


def _time_until_right(cable: Cable, frame: DisplayFrame) -> float:
    """How long it takes.

    Raises:
        TimeoutError: it does not come to be.
    """
    expected = SketchModel()
    expected.feed(line(0, frame_text(frame, 0)))
    began = time.perf_counter()
    while (took := time.perf_counter() - began) < PATIENCE_S:
        if cable.device.digits == expected.digits:
            return took
        time.sleep(POLL_S)
    raise TimeoutError(f"{frame} is not shown after {PATIENCE_S} s")


def main() -> None:
    """Do the cycles as a recording would meet them, and tell the longest times."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--cycles", type=int, default=100)
    parser.add_argument("--random", type=int, default=1)
    given = parser.parse_args()
    with TemporaryDirectory() as folder:
        report = plug(
            Path(folder),
            given.cycles,
            random.Random(given.random),
            lambda opener, name: DisplayRunner(opener, name=name),
        )
    print(
        f"{given.cycles} cycles: right after {max(report.right_s):.2f} s at most; a score was handed over in "
        f"{1000 * max(report.show_s):.1f} ms at most; {report.threads_left} threads left"
    )


if __name__ == "__main__":
    main()
