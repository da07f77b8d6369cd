"""``togyz record``: from a film or a camera to a game folder."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import click

from board_io.clock.source import ClockSource
from board_io.display.runner import DisplayRunner
from board_io.display.url import display_opener
from board_io.source import open_source
from togyz.clock import TimeControl
from togyz.game import Header
from togyz.rules import Rules
from togyz_companion.beginning import BeginningOptions
from togyz_companion.board_setup import BoardOptions
from togyz_companion.cli.beginning import beginning_options
from togyz_companion.cli.board import board_options, calibration_option
from togyz_companion.cli.evidence import check_keeping, evidence_options
from togyz_companion.cli.feeding import FeedOptions, fed, feed_options
from togyz_companion.cli.helping import command
from togyz_companion.cli.misuse import misused
from togyz_companion.cli.options import (
    clock_source_option,
    headers_option,
    lang_option,
    out_option,
    rules_option,
    time_control_of,
)
from togyz_companion.cli.play import play, shown_page
from togyz_companion.evidence import EvidenceOptions
from togyz_companion.messages.telling import Teller
from togyz_companion.news import Sink
from togyz_companion.session import SessionOptions
from togyz_companion.sinks import display_sink, feed_sink


@command(
    "record",
    'togyz record 0 --headers "White=Aigerim S." --headers "Black=Bolat K."',
    "togyz record game.mp4 --out games",
    "togyz record 0 --start seen --to-move black",
    "togyz record 0 --resume",
)
@click.argument("source")
@calibration_option
@board_options
@out_option
@headers_option
@rules_option
@beginning_options
@click.option(
    "--clock",
    metavar="CONTROL",
    callback=time_control_of,
    help="Run a clock: classic, rapid, blitz, or minutes with seconds, as 25+10; it is pressed when the board rests, "
    "or by the players with --clock-source.",
)
@clock_source_option
@click.option(
    "--resume",
    is_flag=True,
    help="Go on with a game that was broken off: a film's own, or the last one in --out that a camera showed.",
)
@evidence_options
@click.option("--realtime", is_flag=True, help="Take a film no faster than it was made.")
@feed_options
@click.option(
    "--display",
    "displays",
    multiple=True,
    metavar="URL",
    help="A score display, such as s7s:PORT or virtual:FILE; togyz displays lists what there is. May be given again.",
)
@click.option("--web", is_flag=True, help="Show the board on a page of this machine; its address is told on stderr.")
@lang_option
@click.option("--json", "as_json", is_flag=True, help="Print one event a line as JSON, and nothing else, to stdout.")
def record_command(
    *,
    source: str,
    board: BoardOptions,
    out: Path,
    headers: dict[str, Header],
    rules: Rules,
    beginning: BeginningOptions,
    clock: TimeControl | None,
    clock_source: ClockSource | None,
    resume: bool,
    evidence: EvidenceOptions,
    realtime: bool,
    feeds: FeedOptions,
    displays: tuple[str, ...],
    web: bool,
    teller: Teller,
    as_json: bool,
) -> None:
    """Record a game from SOURCE into a folder of its own.

    SOURCE is a film, a camera's number or path, a folder or glob of images, or an rtsp:// or http:// address. The board
    is to show the start position when the recording begins; Ctrl-C ends it.
    """
    check_keeping(evidence, source)
    if clock_source is not None and clock is None and not resume:
        raise click.UsageError(misused("no_control"))
    options = SessionOptions(
        board=board,
        out=out,
        headers=headers if clock is None else {"TimeControl": str(clock), **headers},
        rules=rules,
        beginning=beginning,
        evidence=evidence,
        clock=clock,
        clock_source=clock_source,
        resume=resume,
    )
    with ExitStack() as stack:
        sinks = [*_shown_on(displays, stack), *map(feed_sink, stack.enter_context(fed(feeds, teller)))]
        if web:
            sinks.append(stack.enter_context(shown_page(teller)))
        opened = stack.enter_context(open_source(source))
        play(opened, options, sinks=sinks, teller=teller, as_json=as_json, realtime=realtime)


def _shown_on(displays: Iterable[str], stack: ExitStack) -> Iterator[Sink]:
    """What shows the score on each display; they are closed with the stack.

    Raises:
        DeviceUrlError: one is no display's address.
    """
    for display in displays:
        opener = display_opener(display, on_text=partial(click.echo, err=True))
        yield display_sink(stack.enter_context(DisplayRunner(opener, name=display)).show)
