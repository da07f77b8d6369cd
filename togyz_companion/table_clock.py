"""The clock on the table: what people do to it, by a page or a device, is told to the recorder."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Final

from board_io.clock.source import ButtonPressed, ClockNews, ClockSource
from board_io.outage import Moment
from togyz.board import Side
from togyz.clock import ClockError, ClockState
from togyz.events import ClockTold
from togyz.handclock import HandClock
from togyz_companion.recorder import Recorder

_DIGITS: Final = 3


class TableClock:
    """A clock that stands until somebody starts it. Lives in the thread that records.

    Args:
        source: a device that tells of it; None: only pages do.
        now_ns: what stamps the source's news.

    Attributes:
        recorder: is told; None before a game is recorded.
    """

    def __init__(self, source: ClockSource | None = None, now_ns: Callable[[], int] = time.monotonic_ns) -> None:
        self._source = source
        self._now_ns = now_ns
        self.recorder: Recorder | None = None
        self._t = 0.0
        self._is_paused = False

    def followed(self, moments: Iterable[Moment], recorder: Recorder) -> Iterator[Moment]:
        """All as it comes; before each moment the recorder is told what the source told."""
        self.recorder = recorder
        for moment in moments:
            self._t = moment.t_s
            if recorder.clock is not None and not isinstance(recorder.clock, HandClock):
                self._tell(replace(recorder.clock.left, t=self._t, is_running=False))
            for news in () if self._source is None else self._source.news():
                self._take(news)
            yield moment

    def press(self, side: Side, *, age_s: float = 0.0) -> None:
        """``side`` pressed so many s ago: before the game and after an adjournment that starts the other's time.

        One whose time does not run presses in vain, as on every clock, and so does everybody in a pause.
        """
        before = self._standing
        if before is None or self._is_paused:
            return
        t = max(before.t, self._t - age_s)
        with suppress(ClockError):
            is_start = not before.is_running and side is not before.to_move
            self._tell(before.struck(side, t), by=None if is_start else side)

    def pause(self, *, is_paused: bool) -> None:
        """Stops it, or lets it go on; one that nobody started, or whose flag has fallen, stays as it is."""
        self._is_paused = is_paused
        before = self._standing
        if before is None or before.is_unused:
            return
        now = before.at(max(before.t, self._t))
        if now.flagged is None and now.is_running is is_paused:
            self._tell(now.pause(now.t) if is_paused else now.resume(now.t))

    def set_remaining(self, side: Side, remaining_s: float) -> None:
        """The arbiter gives a side another time.

        Raises:
            ClockError: it is no time that a side can have.
        """
        before = self._standing
        if before is not None:
            self._tell(before.set_remaining(side, remaining_s, max(before.t, self._t)))

    @property
    def _standing(self) -> ClockState | None:
        """As it was left; None where no game runs that has a clock."""
        recorder = self.recorder
        if recorder is None or recorder.status == "over" or not isinstance(recorder.clock, HandClock):
            return None
        return recorder.clock.state

    def _take(self, news: ClockNews) -> None:
        age_s = (self._now_ns() - news.at_ns) / 1e9
        if isinstance(news, ButtonPressed):
            self.press(news.side, age_s=age_s)
        elif (before := self._standing) is not None:
            shown = replace(
                before,
                t=max(before.t, self._t - age_s),
                remaining_s=news.remaining_s,
                to_move=news.to_move,
                is_running=news.is_running,
            )
            self._tell(shown, by=news.by)

    def _tell(self, state: ClockState, by: Side | None = None) -> None:
        if self.recorder is None:
            return
        white, black = state.remaining_s
        self.recorder.announce(
            ClockTold(
                t=self._t,
                t_clock=round(state.t, _DIGITS),
                by=by,
                remaining_s=(round(white, _DIGITS), round(black, _DIGITS)),
                to_move=state.to_move,
                is_running=state.is_running,
            )
        )
