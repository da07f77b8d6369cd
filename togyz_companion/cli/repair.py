"""``togyz repair``: fills in what a scoresheet leaves open, and names where it contradicts itself."""

from __future__ import annotations

import json
from pathlib import Path

import click
from rich.console import Console

from board_io.atomic import write_atomic
from togyz.gametext import Note
from togyz.repair import Repair, repair
from togyz.replay import from_game
from togyz.sheet_text import read_sheet
from togyz_companion.cli.exits import INCOMPLETE
from togyz_companion.cli.helping import command
from togyz_companion.cli.misuse import misused
from togyz_companion.cli.options import RegularFile, lang_option
from togyz_companion.exports import FORMS, ExportedGame, ExportOptions
from togyz_companion.game_files import text_of
from togyz_companion.messages.telling import Teller
from togyz_companion.printable import printable
from togyz_companion.repaired import double_moves, findings
from togyz_companion.terminal import diagram


def _form_known(ctx: click.Context, param: click.Parameter, value: Path | None) -> Path | None:
    if value is not None and value.suffix[1:].lower() not in FORMS:
        endings = ", ".join(f".{form}" for form in FORMS)
        raise click.BadParameter(misused("ending", value=value, endings=endings), ctx, param)
    return value


@command("repair", "togyz repair sheet.txt", "togyz repair sheet.txt -o game.tgk")
@click.argument("path", metavar="SHEET", type=RegularFile())
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON, and nothing else, to stdout.")
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    callback=_form_known,
    help="Write the game, where it is certain, to a file in the form that its name's end says, as in togyz export.",
)
@lang_option
@click.pass_context
def repair_command(ctx: click.Context, *, path: Path, as_json: bool, output: Path | None, teller: Teller) -> None:
    """Find every game that a scoresheet can mean; fill in what is certain, list the rest.

    SHEET is a text: "3. ? 57x", "7. ? ?", "12. 2? 92", numbers left out, diagrams of four lines wherever they stand;
    or a TGK or PGN file. Exit code 5 if no game is found: the sheet contradicts itself, and the smallest changes are
    named that would mend it; or there were too many games to try them all, and it is not known whether one fits.
    """
    read = read_sheet(text_of(path))
    repaired = repair(read.sheet)
    if as_json:
        click.echo(json.dumps(_contract(repaired, read.forgiven), ensure_ascii=False, separators=(",", ":")))
    else:
        for note in read.forgiven:
            click.echo(printable(teller.note("note.forgiven", note)))
        _show(repaired, teller)
    if output is not None:
        _write(repaired, output, teller)
    if not repaired.is_decided:
        ctx.exit(INCOMPLETE)


def _contract(repaired: Repair, forgiven: tuple[Note, ...]) -> dict[str, object]:
    notes = [{"line": note.line, "text": note.text, "what": note.what} for note in forgiven]
    return {**repaired.to_dict(), "forgiven": notes}


def _show(repaired: Repair, teller: Teller) -> None:
    console = Console()
    console.print(double_moves(repaired))
    for line in findings(repaired, teller):
        click.echo(line)
    if repaired.position is not None:
        console.print(diagram(repaired.position, teller))


def _write(repaired: Repair, output: Path, teller: Teller) -> None:
    if repaired.game is None:
        click.echo(teller.text("repair.unwritten", path=output), err=True)
    else:
        form = FORMS[output.suffix[1:].lower()]
        write_atomic(output, form.export([ExportedGame(from_game(repaired.game))], ExportOptions()))
        key = "repair.written_mended" if repaired.contradictions else "repair.written"
        click.echo(teller.text(key, path=output), err=True)
