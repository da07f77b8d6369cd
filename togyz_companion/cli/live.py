"""``togyz live``: the normal way: everything happens on the operator's page."""

from __future__ import annotations

import secrets
import time
import webbrowser
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from datetime import datetime
from functools import partial
from pathlib import Path
from threading import Event as Flag
from urllib.parse import urlencode

import click

from board_io.atomic import check_folder
from board_io.clock.source import ClockSource
from board_io.feed import GameStanding
from board_io.source import open_source
from togyz.clock import TimeControl
from togyz.game import Header
from togyz.rules import Rules
from togyz_companion.beginning import BeginningOptions
from togyz_companion.board_setup import BoardOptions
from togyz_companion.cli.beginning import beginning_options
from togyz_companion.cli.board import board_options
from togyz_companion.cli.evidence import check_keeping, evidence_options
from togyz_companion.cli.feeding import FeedOptions, fed, feed_options
from togyz_companion.cli.helping import command
from togyz_companion.cli.misuse import teller_of
from togyz_companion.cli.options import (
    clock_source_option,
    headers_option,
    language_said,
    out_option,
    rules_option,
    time_control_of,
)
from togyz_companion.cli.play import Pacer
from togyz_companion.cli.public import address_option
from togyz_companion.cli.stopping import stopped_by_signal
from togyz_companion.evidence import EvidenceOptions
from togyz_companion.live.session import LiveSession
from togyz_companion.live.surroundings import Surroundings
from togyz_companion.messages.languages import LANGUAGES, Language
from togyz_companion.messages.telling import Teller
from togyz_companion.session import SessionOptions
from togyz_companion.sinks import end_sink
from togyz_companion.web.clockface import phone_clock, phone_token
from togyz_companion.web.operator import operator_routes
from togyz_companion.web.server import Address, live_page


@command("live", "togyz live", "togyz live 0 --lang kk", "togyz live http://192.168.1.20:8080/video --clock 25+10")
@click.argument("source", required=False)
@board_options
@out_option
@headers_option
@rules_option
@beginning_options
@evidence_options
@click.option(
    "--clock",
    metavar="CONTROL",
    callback=time_control_of,
    help="The time control that the page offers: classic, rapid, blitz, or minutes with seconds, as 25+10.",
)
@clock_source_option
@address_option(
    "--clock-page",
    help="Also serve the clock's page at this address, for a phone on the table; the operator's page shows its link.",
)
@feed_options
@click.option("--port", type=click.IntRange(0, 65535), default=8162, show_default=True, help="0: any that is free.")
@click.option("--no-browser", is_flag=True, help="Only tell the page's address.")
@click.option(
    "--lang",
    "language",
    type=click.Choice(LANGUAGES),
    callback=language_said,
    help="The page's language; else the one that the browser asks for.",
)
@click.pass_context
def live_command(
    ctx: click.Context,
    *,
    source: str | None,
    board: BoardOptions,
    out: Path,
    headers: dict[str, Header],
    rules: Rules,
    beginning: BeginningOptions,
    evidence: EvidenceOptions,
    clock: TimeControl | None,
    clock_source: ClockSource | None,
    clock_page: Address | None,
    feeds: FeedOptions,
    port: int,
    no_browser: bool,
    language: Language | None,
) -> None:
    """Put up a camera and do everything else in the browser: choose it, aim, begin, watch, correct, end, print.

    SOURCE is a camera's number or path, a film, or an rtsp:// or http:// address; without one the page shows what the
    cameras see. Ctrl-C ends.
    """
    check_keeping(evidence, source or "0")
    check_folder(out)
    options = SessionOptions(
        board=board,
        out=out,
        headers=headers,
        rules=rules,
        beginning=beginning,
        evidence=evidence,
        clock=clock,
        clock_source=clock_source,
    )
    token = secrets.token_urlsafe()
    teller = teller_of(ctx)
    opened = None if source is None else open_source(source)
    with fed(feeds, teller) as shows, stopped_by_signal() as stop, ExitStack() as stack:
        session = LiveSession(opened, options, _surroundings(stop, shows, teller))
        if clock_page is not None:
            session.serve_clock(stack.enter_context(phone_clock(session, phone_token(), _now, clock_page)))
        routes = operator_routes(session, token, _now)
        url = stack.enter_context(live_page(session.shown.board, port=port, more=routes))
        page = _operator_page(url, token, language)
        click.echo(teller.text("live.operator", url=page), err=True)
        click.echo(teller.text("live.audience", url=url), err=True)
        if not no_browser:
            webbrowser.open(page)
        session.run()
    if session.failure is not None:
        raise session.failure


def _now() -> datetime:
    return datetime.now().astimezone()


def _surroundings(stop: Flag, shows: Sequence[Callable[[GameStanding], object]], teller: Teller) -> Surroundings:
    return Surroundings(
        now=_now,
        pace_for_film=lambda: Pacer(now=time.monotonic, wait=stop.wait).hold,
        is_closed=stop.is_set,
        shows=shows,
        sinks=[end_sink(partial(click.echo, err=True), teller)],
    )


def _operator_page(url: str, token: str, language: Language | None) -> str:
    said = {"token": token} if language is None else {"token": token, "lang": language}
    return f"{url}operator?{urlencode(said)}"
