"""Where news of a recording goes: a feed, a display, lines of JSON, lines for people."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from board_io.display.frame import DisplayFrame
from board_io.feed import GameStanding
from togyz.clock import ClockState
from togyz.events import Drift
from togyz.record import Status
from togyz.shownclock import ShownClock
from togyz_companion.live.state import LiveState
from togyz_companion.messages.telling import Teller
from togyz_companion.news import News, Sink

TREMBLES: Final = 3
TREMBLES_S: Final = 30.0
"""A board or camera that moved so often within this time does not stand still."""
PLAYED: Final[tuple[Status, ...]] = ("playing", "desync")
"""While a recording stands so, the game goes on."""


def feed_sink(show: Callable[[GameStanding], object]) -> Sink:
    """Shows a feed how the board stands after every event."""
    return lambda news: show(standing_of(news))


def web_sink(live: LiveState) -> Sink:
    """Shows the live page the state after every event."""
    return lambda news: live.publish(standing_of(news).state())


def display_sink(show: Callable[[DisplayFrame], None]) -> Sink:
    """Shows the newest score after every event."""
    return lambda news: show(display_frame(news))


def json_sink(write_line: Callable[[str], object]) -> Sink:
    """Writes every event as a line of JSON."""
    return lambda news: write_line(news.event.to_json())


def text_sink(write_line: Callable[[str], object], teller: Teller) -> Sink:
    """Writes a line for people where an event has something to tell them, in the teller's language.

    Of a camera that does not stand still each motion is told no more, but once that it does not.
    """
    moved_s: list[float] = []

    def write(news: News) -> None:
        line = teller.event(news.event)
        if isinstance(news.event, Drift):
            t = news.event.t
            moved_s[:] = [*(one for one in moved_s if t - one < TREMBLES_S), t]
            if len(moved_s) > TREMBLES:
                return
            if len(moved_s) == TREMBLES:
                line = teller.text("trembles")
        if line is not None:
            write_line(line)

    return write


def end_sink(write_line: Callable[[str], object], teller: Teller) -> Sink:
    """Writes a line only where a game is recorded: where it lies, and what may be done with it."""
    told = text_sink(write_line, teller)
    return lambda news: told(news) if news.is_last else None


def standing_of(news: News) -> GameStanding:
    """How the board stands after an event."""
    clock = clock_of(news.clock, news.status, news.event.t)
    return GameStanding(news.record, news.status, head=news.head, clock=clock, ended=news.is_last)


def clock_of(clock: ShownClock | None, status: Status, t: float) -> dict[str, Any] | None:
    """What a feed tells of a clock at source time ``t`` in s; it stands while nobody plays."""
    if clock is None:
        return None
    return clock.to_dict(t) | ({} if status in PLAYED else {"running": None})


def display_frame(news: News) -> DisplayFrame:
    """What a score display shows after an event: at the end the kazans with what was swept into them."""
    record = news.record
    outcome = record.position.outcome(record.rules)
    is_over = outcome is not None and outcome.final
    return DisplayFrame(
        kazan=outcome.kazan if outcome is not None and is_over else record.position.kazan,
        to_move=None if is_over else record.position.to_move,
        names=(str(record.headers.get("White") or ""), str(record.headers.get("Black") or "")),
        result=record.result,
        status=news.status,
        clock=None if news.clock is None else _clock_of(news.clock, news),
    )


def _clock_of(clock: ShownClock, news: News) -> ClockState:
    """The clock at an event; it stands while nobody plays."""
    state = clock.at(news.event.t)
    return state if news.status in PLAYED else replace(state, is_running=False)
