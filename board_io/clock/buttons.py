"""Buttons of a clock at a serial port: what our sketch (firmware/togyz_display) tells of them; docs/clocks.md.

The host asks ``B`` until it is answered, and again now and then; each press comes as ``PsAAAA`` with a running number:
its side, and how many ms ago it was, in four hexadecimal digits. It comes again until ``A`` confirms its number.
"""

from __future__ import annotations

import re
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import closing
from typing import Final

from board_io.clock.source import ButtonPressed, ClockNews
from board_io.device_worker import DeviceWorker
from board_io.port.errors import DeviceLostError
from board_io.port.line import LINE_MAX, Answer, line, read_answer
from board_io.port.serial_port import Port
from board_io.refusals import Refusal
from togyz.board import Side
from togyz.saying import say

NEWS_MAX: Final = 64
"""If nobody fetches them, the oldest are dropped."""
ASK_S: Final = 0.25
"""An Arduino takes up to two seconds to start."""
PING_S: Final = 2.0
DEAD_S: Final = 5.0
"""Without an answer the buttons are lost, and opened anew."""
RETRY_S: Final = 0.5
SIDES: Final = {"w": Side.WHITE, "b": Side.BLACK}
_PRESS: Final = re.compile(r"P(?P<side>[wb])(?P<age>[0-9A-F]{4})")


class ButtonsHost:
    """What the host makes of bytes, and what it says; times are those of ``time.monotonic_ns``.

    Attributes:
        is_heard: whether the buttons have answered since they started.
    """

    def __init__(self, now_ns: int) -> None:
        self._came = b""
        self._last: int | None = None
        self._asked_ns: int | None = None
        self.is_heard = False
        self._heard_ns = now_ns

    def due(self, now_ns: int) -> bytes:
        """What is to be said now."""
        pause_s = PING_S if self.is_heard else ASK_S
        if self._asked_ns is not None and now_ns - self._asked_ns < pause_s * 1e9:
            return b""
        self._asked_ns = now_ns
        return line(0, "B")

    def is_dead(self, now_ns: int) -> bool:
        """Whether it is silent for too long."""
        return now_ns - self._heard_ns > DEAD_S * 1e9

    def take(self, data: bytes, now_ns: int) -> tuple[list[ButtonPressed], bytes]:
        """The presses that have come, each once, and what is to be answered."""
        *whole, self._came = (self._came + data).split(b"\n")
        self._came = self._came[-LINE_MAX:]
        presses, answers = [], b""
        for answer in filter(None, map(read_answer, whole)):
            found = _PRESS.fullmatch(answer.text)
            if found is None:
                self._hear(answer, now_ns)
                continue
            answers += line(answer.number, "A")
            if answer.number != self._last:
                self._last = answer.number
                presses.append(ButtonPressed(SIDES[found["side"]], now_ns - 1_000_000 * int(found["age"], 16)))
        return presses, answers

    def _hear(self, answer: Answer, now_ns: int) -> None:
        if answer.text == "B":
            self.is_heard, self._heard_ns = True, now_ns
        elif answer.text.startswith("I"):  # it has just started, knows of no host, and counts presses anew
            self.is_heard, self._last, self._asked_ns = False, None, None


class SerialButtons(DeviceWorker):
    """Buttons at a port, read by a thread of their own and opened anew when they are lost.

    Args:
        opener: opens the port; raises DeviceLostError while it is not there.
        url: for the log.
    """

    def __init__(self, opener: Callable[[], Port], url: str, now_ns: Callable[[], int] = time.monotonic_ns) -> None:
        super().__init__(url, retry_s=RETRY_S, problem=say(Refusal.BUTTONS_AWAITED, url=url))
        self._opener = opener
        self._url = url
        self._now_ns = now_ns
        self._news: deque[ClockNews] = deque(maxlen=NEWS_MAX)
        self._thread.start()

    def news(self) -> Sequence[ClockNews]:
        """The presses since it was asked last."""
        with self._changed:
            news = list(self._news)
            self._news.clear()
        return news

    def _open_and_serve(self) -> None:
        with closing(self._opener()) as port:
            host = ButtonsHost(self._now_ns())
            while not self._is_closing:
                said = host.due(self._now_ns())
                if said:
                    port.write(said)
                presses, answers = host.take(port.read(), self._now_ns())
                if answers:
                    port.write(answers)
                if presses:
                    with self._changed:
                        self._news.extend(presses)
                if host.is_dead(self._now_ns()):
                    raise DeviceLostError(self._url, say(Refusal.BUTTONS_SILENT, url=self._url))
                if host.is_heard:
                    self._note(None)
