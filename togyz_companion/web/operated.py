"""What pages need of the session that they show, and to which they give orders."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from datetime import datetime
from pathlib import Path
from typing import Protocol

from togyz.board import Side
from togyz.clock import TimeControl
from togyz.corrections import Correction
from togyz.game import Header
from togyz.record import Record
from togyz.rules import Rules
from togyz_companion.beginning import BeginningOptions
from togyz_companion.board_setup import BoardOptions
from togyz_companion.live.choosing import Sources
from togyz_companion.live.eye import Eye
from togyz_companion.live.state import LiveState
from togyz_companion.session import SessionOptions
from togyz_companion.table_clock import TableClock


class LetterBox(Protocol):
    """Takes orders for the session's own thread."""

    def give(self, order: Callable[[Operated], object], /) -> Future[object]:
        """See ``live.orders.Orders``."""
        ...


class Views(Protocol):
    """What there is to see; see ``live.shown.Shown``."""

    @property
    def eye(self) -> Eye:
        """The camera's picture."""
        ...

    @property
    def face(self) -> LiveState:
        """The state of the clock's page."""
        ...

    @property
    def desk(self) -> LiveState:
        """The state of the operator's page."""
        ...

    @property
    def clock_url(self) -> str | None:
        """Where a phone finds the clock."""
        ...


class Operated(Protocol):
    """A session; see ``live.session.LiveSession``. All but ``orders`` and what is seen is its own thread's."""

    @property
    def orders(self) -> LetterBox:
        """Whoever asks for something hands it in here."""
        ...

    @property
    def shown(self) -> Views:
        """What there is to see."""
        ...

    @property
    def sources(self) -> Sources:
        """The cameras of this machine."""
        ...

    @property
    def is_choosing(self) -> bool:
        """Whether no source is open."""
        ...

    @property
    def folder(self) -> Path | None:
        """Of the game that runs, or of the last one."""
        ...

    @property
    def options(self) -> SessionOptions:
        """What was said so far."""
        ...

    @property
    def record(self) -> Record:
        """Of the game that runs, or of the last one."""
        ...

    @property
    def table(self) -> TableClock:
        """The clock on the table."""
        ...

    def choose(self, url: str) -> None:
        """Opens a source."""
        ...

    def leave(self) -> None:
        """Lets go of it."""
        ...

    def look_again(self, board: BoardOptions, beginning: BeginningOptions) -> None:
        """Looks for the board anew."""
        ...

    def begin(self, headers: Mapping[str, Header], rules: Rules, control: TimeControl | None = None) -> None:
        """Begins to record."""
        ...

    def pause(self, *, is_paused: bool) -> None:
        """Looks away from the board, or back to it."""
        ...

    def press(self, side: Side, at: datetime) -> None:
        """A side pressed the clock."""
        ...

    def correct(self, correction: Correction) -> None:
        """Corrects the game."""
        ...

    def another_game(self) -> None:
        """Aims for another game."""
        ...
