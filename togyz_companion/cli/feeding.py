"""What ``record`` and ``live`` are told of feeds: a folder, a public page, a delay."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import click

from board_io.feed import GameStanding
from board_io.feed_folder import FeedFolder
from board_io.feed_runner import FeedRunner
from togyz_companion.cli.misuse import misused
from togyz_companion.cli.public import public_option
from togyz_companion.cli.stopping import stopped_by_signal
from togyz_companion.messages.telling import Teller
from togyz_companion.web.server import Address, public_pages

DELAY_MAX_S: Final = 6 * 3600
HEARD_S: Final = 1.0
"""A page is left this time to hear of the last state."""
_DELAY: Final = re.compile(r"(\d{1,5})([smh])")
_UNITS_S: Final = {"s": 1, "m": 60, "h": 3600}


@dataclass(frozen=True, slots=True)
class FeedOptions:
    """What others are told, and how late.

    Attributes:
        folder: that gets the feed; None for none that stays.
        public: where its pages are served besides; None for nowhere.
    """

    folder: Path | None
    public: Address | None
    delay_s: int


def _delay_s(ctx: click.Context, param: click.Parameter, value: str) -> int:
    """A time such as 15m in s.

    Raises:
        click.BadParameter: it is none, or longer than any game is hidden.
    """
    found = _DELAY.fullmatch(value)
    if found is None or (delay_s := int(found[1]) * _UNITS_S[found[2]]) > DELAY_MAX_S:
        raise click.BadParameter(misused("no_delay", value=value), ctx, param)
    return delay_s


def feed_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Gives a command what it is told of feeds, as ``feeds``."""

    @click.option(
        "--feed",
        type=click.Path(file_okay=False, path_type=Path),
        help="A folder that gets states and moves for others to poll (docs/feeds.md); several boards may share it.",
    )
    @public_option(
        help="Show what the feed tells at this address, to whoever can reach it; nobody can change it there.",
    )
    @click.option(
        "--delay",
        default="0s",
        metavar="TIME",
        callback=_delay_s,
        help="How far feed and public pages stay behind the board, as 15m; this machine's own page shows it at once.",
    )
    @wraps(command)
    def with_feeds(*, feed: Path | None, public: Address | None, delay: int, **others: Any) -> Any:
        if delay and feed is None and public is None:
            raise click.UsageError(misused("delay_of_what"))
        return command(feeds=FeedOptions(feed, public, delay), **others)

    return with_feeds


@contextmanager
def fed(options: FeedOptions, teller: Teller) -> Iterator[list[Callable[[GameStanding], object]]]:
    """What is to be told how a board stands, none where nobody is; at the end waits until all of it is told.

    Raises:
        FeedError, WriteError: the folder cannot be used.
        WebServerError: its pages cannot be served.
    """
    if options.folder is None and options.public is None:
        yield []
        return
    with ExitStack() as stack:
        path = options.folder or Path(stack.enter_context(TemporaryDirectory(prefix="togyz-feed-")))
        folder = stack.enter_context(FeedFolder(path))
        if options.public is not None:
            url = stack.enter_context(public_pages(path, options.public))
            click.echo(teller.text("live.public", url=url), err=True)
        runner = stack.enter_context(FeedRunner(folder, delay_s=options.delay_s))
        try:
            yield [runner.show]
        except Exception:
            _tell_the_rest(runner, teller)
            raise
        _tell_the_rest(runner, teller)


def _tell_the_rest(runner: FeedRunner, teller: Teller) -> None:
    """Waits until what was delayed is told, or a signal to end comes."""
    if not runner.left_s:
        return
    with stopped_by_signal() as stop:
        until = time.strftime("%H:%M:%S", time.localtime(time.time() + runner.left_s))
        click.echo(teller.text("live.delayed", until=until), err=True)
        stop.wait(runner.left_s + HEARD_S)
