"""``togyz record``: from a film or a camera to a game folder."""

from __future__ import annotations

from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Literal

import click

from board_io.clock.source import ClockSource
from board_io.display.runner import DisplayRunner
from board_io.display.url import display_opener
from board_io.source import open_source
from togyz.board import Side
from togyz.clock import TimeControl
from togyz.game import Header
from togyz.inference.cold_start import KazanOwner
from togyz.position import Position
from togyz.rules import Rules
from togyz_companion.beginning import BeginningOptions
from togyz_companion.board_setup import BoardOptions
from togyz_companion.cli.board import board_options, calibration_option
from togyz_companion.cli.evidence import check_keeping, evidence_options
from togyz_companion.cli.feeding import FeedOptions, fed, feed_options
from togyz_companion.cli.misuse import misused
from togyz_companion.cli.options import (
    clock_source_option,
    headers_option,
    lang_option,
    out_option,
    rules_option,
    start_of,
    time_control_of,
)
from togyz_companion.cli.play import play, shown_page
from togyz_companion.evidence import EvidenceOptions
from togyz_companion.messages.telling import Teller
from togyz_companion.news import Sink
from togyz_companion.session import SessionOptions
from togyz_companion.sinks import display_sink, feed_sink


@click.command("record")
@click.argument("source")
@calibration_option
@board_options
@out_option
@headers_option
@rules_option
@click.option(
    "--start",
    callback=start_of,
    default="start",
    show_default=True,
    metavar="POSITION|seen|auto",
    help="Where the game begins: a position string; as it is seen at first; auto: start, or else as seen.",
)
@click.option(
    "--to-move",
    type=click.Choice(["white", "black", "auto"]),
    default="auto",
    show_default=True,
    help="Who is to move where the position is seen; auto: found out in play.",
)
@click.option(
    "--kazan-owner",
    type=click.Choice(["own", "opposite", "auto"]),
    default="auto",
    show_default=True,
    help="Whether each player's kazan lies in the own half of the board; auto: found out by the first captures.",
)
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
    start: Position | Literal["seen", "auto"],
    to_move: str,
    kazan_owner: KazanOwner | Literal["auto"],
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
        beginning=BeginningOptions(
            start=start,
            to_move=None if to_move == "auto" else Side(to_move),
            kazan_owner=None if kazan_owner == "auto" else kazan_owner,
        ),
        evidence=evidence,
        clock=clock,
        clock_source=clock_source,
        resume=resume,
    )
    with ExitStack() as stack:
        sinks: list[Sink] = []
        for display in displays:
            opener = display_opener(display, on_text=partial(click.echo, err=True))
            shower = stack.enter_context(DisplayRunner(opener, name=display))
            sinks.append(display_sink(shower.show))
        sinks += map(feed_sink, stack.enter_context(fed(feeds, teller)))
        if web:
            sinks.append(stack.enter_context(shown_page(teller)))
        opened = stack.enter_context(open_source(source))
        play(opened, options, sinks=sinks, teller=teller, as_json=as_json, realtime=realtime)
