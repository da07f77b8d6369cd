"""``togyz export``: games in other forms, for people, other programs and paper."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

import click

from board_io.atomic import write_atomic
from togyz.board import Side
from togyz_companion.cli.helping import command
from togyz_companion.cli.misuse import misused
from togyz_companion.cli.options import check_no_store, game_path, lang_option
from togyz_companion.exports import FORMS, ExportedGame, ExportOptions
from togyz_companion.game_files import is_store, read_records, read_stored, record_path
from togyz_companion.messages.telling import Teller
from togyz_companion.printable import printable

STDOUT: Final = Path("-")
"""As a file's name, it means stdout."""
_SIDES: Final = {"white": (Side.WHITE,), "black": (Side.BLACK,), "both": (Side.WHITE, Side.BLACK)}


def _paths(ctx: click.Context, param: click.Parameter, values: tuple[Path, ...]) -> tuple[Path, ...]:
    return tuple(game_path(ctx, param, value) for value in values)


@command(
    "export", "togyz export GAME --to pdf -o sheet.pdf --lang kk", "togyz export GAME --to svg --ply 12 -o position.svg"
)
@click.argument(
    "paths",
    metavar="GAME...",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, path_type=Path),
    callback=_paths,
)
@click.option("--to", "form", type=click.Choice(list(FORMS)), required=True, help="The form to write.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="A file; else, or for -, stdout.")
@click.option(
    "--side",
    type=click.Choice(list(_SIDES)),
    default="white",
    show_default=True,
    help="Who sits below in diagrams; whose copy of a scoresheet is printed.",
)
@click.option("--ply", "ply_n", type=click.IntRange(min=0), help="svg, png: the position after so many plies.")
@lang_option
def export_command(
    *, paths: tuple[Path, ...], form: str, output: Path | None, side: str, ply_n: int | None, teller: Teller
) -> None:
    """Write games in another form.

    A GAME is a game folder, its game.json, or a TGK or PGN file. pdf is the scoresheet, of a whole round where several
    games are given; html is a page to step through the game, svg and png are a picture of a position, gif and mp4
    a film.
    """
    games = [game for path in paths for game in _games(path)]
    kind = FORMS[form]
    if len(games) > 1 and not kind.takes_many:
        many = ", ".join(name for name, one in FORMS.items() if one.takes_many)
        raise click.BadParameter(misused("games", games=len(games), many=many), param_hint="'--to'")
    if ply_n is not None and ply_n > len(games[0].record.plies):
        raise click.BadParameter(misused("plies", plies=len(games[0].record.plies)), param_hint="'--ply'")
    if side == "both" and form != "pdf":
        raise click.BadParameter(misused("one_side"), param_hint="'--side'")
    content = kind.export(games, ExportOptions(sides=_SIDES[side], ply_n=ply_n, language=teller.language))
    _write(content, output, teller, is_text=kind.is_text)


def _games(path: Path) -> list[ExportedGame]:
    if is_store(path):
        stored = read_stored(record_path(path))
        return [ExportedGame(stored.record, stored.head)]
    return [ExportedGame(record) for record in read_records(path)]


def _write(content: bytes, output: Path | None, teller: Teller, *, is_text: bool) -> None:
    if output is not None and output != STDOUT:
        check_no_store(output)
        write_atomic(output, content)
        click.echo(printable(teller.text("written", path=output)), err=True)
        return
    if not is_text and is_terminal():
        raise click.UsageError(misused("no_terminal"))
    click.echo(content, nl=False)


def is_terminal() -> bool:
    """Whether stdout is one."""
    return sys.stdout.isatty()
