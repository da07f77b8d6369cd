"""``togyz demo``: the whole way from a film to a record, on a film that is shipped with the program."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from tempfile import mkdtemp

import click
from rich.console import Console

from board_io.source import open_source
from togyz.record import Record
from togyz.replay import to_game
from togyz.tgk import read_tgk
from togyz_companion.board_setup import BoardOptions
from togyz_companion.cli.exits import INCOMPLETE
from togyz_companion.cli.helping import command
from togyz_companion.cli.options import lang_option
from togyz_companion.cli.play import play, shown_page
from togyz_companion.cli.spoken import complain
from togyz_companion.messages.telling import Teller
from togyz_companion.samples import Sample, sample
from togyz_companion.session import SessionOptions
from togyz_companion.terminal import scoresheet


@command("demo", "togyz demo", "togyz demo --no-web --lang kk")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where the game's folder is made, instead of a new folder for temporary files.",
)
@click.option("--realtime", is_flag=True, help="Take the film no faster than it was made.")
@click.option("--web/--no-web", default=True, help="Show the board on a page of this machine meanwhile, or do not.")
@lang_option
@click.option("--json", "as_json", is_flag=True, help="Print one event a line as JSON, and nothing else, to stdout.")
@click.pass_context
def demo_command(
    ctx: click.Context, *, out: Path | None, realtime: bool, web: bool, teller: Teller, as_json: bool
) -> None:
    """Record the film that comes with the program, and compare the record with the moves that were played in it."""
    shipped = sample()
    board = BoardOptions(corners_px=shipped.corners_px)
    options = SessionOptions(board=board, out=out or Path(mkdtemp(prefix="togyz-demo-")))
    with ExitStack() as stack:
        sinks = [stack.enter_context(shown_page(teller))] if web else []
        source = stack.enter_context(open_source(str(shipped.film)))
        if not as_json:
            click.echo(teller.text("demo.begins", seconds=source.info.duration_s or 0.0), err=True)
        record = play(source, options, sinks=sinks, teller=teller, as_json=as_json, realtime=realtime).record
        if web and not as_json:
            click.pause(teller.text("demo.stays"))
    if not as_json:
        Console().print(scoresheet(to_game(record), teller))
    wrong = _differences(record, shipped)
    if wrong:
        complain(teller.text("demo.wrong", plies=wrong), teller.language)
        ctx.exit(INCOMPLETE)
    if not as_json:
        click.echo(teller.text("demo.right", plies=len(record.plies)))


def _differences(record: Record, shipped: Sample) -> int:
    played = [ply.move for ply in read_tgk(shipped.moves.read_text(encoding="utf-8")).game.plies]
    recorded = [ply.move for ply in record.plies]
    agreeing = sum(one == other for one, other in zip(played, recorded, strict=False))
    return max(len(played), len(recorded)) - agreeing
