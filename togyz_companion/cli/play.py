"""Recording while the user looks on: events told, a progress bar."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from types import TracebackType
from typing import Self

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from board_io.outage import Moment
from board_io.source import Source
from togyz_companion.cli.exits import INCOMPLETE
from togyz_companion.cli.spoken import complain
from togyz_companion.cli.stopping import stopped_by_signal
from togyz_companion.live.state import LiveState
from togyz_companion.messages.telling import Teller
from togyz_companion.news import Sink
from togyz_companion.recording import Recording
from togyz_companion.session import SessionOptions, record_source
from togyz_companion.sinks import json_sink, text_sink, web_sink
from togyz_companion.web.server import live_page


def play(
    source: Source,
    options: SessionOptions,
    *,
    sinks: Sequence[Sink],
    teller: Teller,
    as_json: bool,
    realtime: bool,
) -> Recording:
    """Records while the user is told of it, until the source ends or a signal to end comes; also what ``demo`` does.

    Raises:
        click.exceptions.Exit: the record is not whole; the user was told why.
        CalibrationError, BoardIoError: see ``record_source``; also whatever ended the recording too soon.
    """
    with stopped_by_signal() as stop, _Bar(source, is_shown=not as_json) as bar:
        pace = Pacer(now=time.monotonic, wait=stop.wait) if realtime else None

        def go_on(moment: Moment) -> bool:
            bar.move_to(moment.t_s)
            if pace is not None:
                pace.hold(moment.t_s)
            return not stop.is_set()

        told = json_sink(click.echo) if as_json else text_sink(bar.write, teller)
        recording = record_source(
            source, options, sinks=[told, *sinks], go_on=go_on, opened_at=datetime.now().astimezone()
        )
    if source.problem is not None:
        click.echo(teller.text("warning", what=teller.saying(source.problem)), err=True)
    if recording.failure is not None:
        raise recording.failure
    lacks = [game.shortcoming for game in recording.games if game.shortcoming is not None]
    for lack in lacks:
        complain(teller.shortcoming(lack), teller.language)
    if lacks:
        raise click.exceptions.Exit(INCOMPLETE)
    return recording


@contextmanager
def shown_page(teller: Teller) -> Iterator[Sink]:
    """Serves the live page as long as the context is open, and tells its address on stderr.

    Raises:
        WebServerError: it cannot be served.
    """
    live = LiveState()
    with live_page(live) as url:
        click.echo(teller.text("live.board", url=url), err=True)
        yield web_sink(live)


class Pacer:
    """Holds every frame back until as much real time has gone by as source time; lateness is made up for.

    Args:
        now: real time in s.
        wait: waits for so many s, or less if the recording is to end.
    """

    def __init__(self, *, now: Callable[[], float], wait: Callable[[float], object]) -> None:
        self._now = now
        self._wait = wait
        self._origin_s: float | None = None

    def hold(self, t_s: float) -> None:
        """Returns when the frame with source time ``t_s`` is due."""
        if self._origin_s is None:
            self._origin_s = self._now() - t_s
        early_s = self._origin_s + t_s - self._now()
        if early_s > 0:
            self._wait(early_s)


class _Bar:
    """A bar on stderr that shows how far a source has come, if that is a terminal, with lines that pass above it."""

    def __init__(self, source: Source, *, is_shown: bool) -> None:
        console = Console(stderr=True)
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.completed:.0f} s"),
            TimeRemainingColumn(),
            console=console,
            transient=True,
            disable=not (is_shown and console.is_terminal),
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._task = self._progress.add_task(source.info.description, total=source.info.duration_s)

    def move_to(self, t_s: float) -> None:
        self._progress.update(self._task, completed=t_s)

    def write(self, line: str) -> None:
        """Writes a line to stdout, or above the bar where both share a terminal."""
        if self._progress.disable or not sys.stdout.isatty():
            click.echo(line)
        else:
            self._progress.console.print(line, markup=False, highlight=False, soft_wrap=True)

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()
