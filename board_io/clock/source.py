"""What a clock on the table tells, whatever it is; another kind of clock need do no more than :class:`ClockSource`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from togyz.board import Side


class ButtonPressed(NamedTuple):
    """A side pressed its button, and the time is the program's to count.

    Attributes:
        at_ns: when, as :func:`time.monotonic_ns` counts.
    """

    side: Side
    at_ns: int


class ClockShown(NamedTuple):
    """A clock that counts by itself stood so after somebody did something to it.

    Attributes:
        at_ns: when, as :func:`time.monotonic_ns` counts.
        by: who pressed; None where it was started, stopped or set.
        remaining_s: white's and black's time.
        to_move: whose time runs, or will.
    """

    at_ns: int
    by: Side | None
    remaining_s: tuple[float, float]
    to_move: Side
    is_running: bool


ClockNews = ButtonPressed | ClockShown


class ClockSource(Protocol):
    """An open clock, read by whoever made it."""

    @property
    def problem(self) -> str | None:
        """Why it cannot be heard at the moment; None while it can."""

    def news(self) -> Sequence[ClockNews]:
        """All that came since it was asked last, in order; never waits."""

    def close(self) -> None:
        """Let go of it, in bounded time; a second call does nothing."""
