"""A session without a source: it notes what pages order, in a thread of its own."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from board_io.cameras import ListedCamera
from togyz.board import Side
from togyz.clock import TimeControl
from togyz.corrections import Correction
from togyz.game import Header
from togyz.position import Position
from togyz.record import Record
from togyz.rules import Rules
from togyz_companion.beginning import BeginningOptions
from togyz_companion.board_setup import BoardOptions
from togyz_companion.glimpse import Glimpse
from togyz_companion.live.choosing import Sources
from togyz_companion.live.eye import Eye
from togyz_companion.live.orders import Orders
from togyz_companion.live.state import LiveState
from togyz_companion.session import SessionOptions
from togyz_companion.table_clock import TableClock


@dataclass(eq=False)
class FakeViews:
    eye: Eye = field(default_factory=Eye)
    face: LiveState = field(default_factory=LiveState)
    desk: LiveState = field(default_factory=LiveState)
    clock_url: str | None = None


def nothing_seen(url: str) -> Glimpse:
    raise LookupError(url)


class FakeSession:
    """Attributes: ``done``, what it was asked for."""

    def __init__(self, folder: Path = Path()) -> None:
        self.orders: Orders[FakeSession] = Orders()
        self.shown = FakeViews()
        self.sources = Sources(list[ListedCamera], nothing_seen)
        self.is_choosing = True
        self.folder: Path | None = folder
        self.options = SessionOptions(board=BoardOptions(), out=folder)
        self.record = Record(start=Position.start(), position=Position.start())
        self.table = TableClock()
        self.done: list[object] = []

    def choose(self, url: str) -> None:
        self.done.append(url)

    def leave(self) -> None:
        self.done.append("leave")

    def look_again(self, board: BoardOptions, beginning: BeginningOptions) -> None:
        self.done.append((board, beginning))

    def begin(self, headers: Mapping[str, Header], rules: Rules, control: TimeControl | None = None) -> None:
        self.done.append((dict(headers), str(rules), control))

    def pause(self, *, is_paused: bool) -> None:
        self.done.append(is_paused)

    def press(self, side: Side, at: datetime) -> None:
        self.done.append((side, at))

    def correct(self, correction: Correction) -> None:
        self.done.append(correction)

    def another_game(self) -> None:
        self.done.append("another")


Faked = TypeVar("Faked", bound=FakeSession)


@contextmanager
def obeying(session: Faked) -> Iterator[Faked]:
    """Obeys its orders as long as the context is open."""
    is_over = threading.Event()

    def obey() -> None:
        while not is_over.is_set():
            session.orders.obey(session, wait_s=0.01)

    thread = threading.Thread(target=obey)
    thread.start()
    try:
        yield session
    finally:
        is_over.set()
        thread.join()
