"""An orderly end on Ctrl-C or another signal."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event as Flag
from types import FrameType


@contextmanager
def stopped_by_signal() -> Iterator[Flag]:
    """A flag that the first signal to end sets; a second one breaks off whatever runs."""
    stop = Flag()
    before = {number: signal.getsignal(number) for number in _ending_signals()}

    def restore() -> None:
        for number, handler in before.items():
            signal.signal(number, handler)

    def note(_number: int, _stack: FrameType | None) -> None:
        stop.set()
        restore()

    for number in before:
        signal.signal(number, note)
    try:
        yield stop
    finally:
        restore()


def _ending_signals() -> Iterator[signal.Signals]:
    """Ctrl-C, the system's request to end, and the terminal's end, unless it was to be survived (nohup)."""
    yield from (signal.SIGINT, signal.SIGTERM)
    if sys.platform != "win32" and signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        yield signal.SIGHUP
