"""``togyz find``: games in many folders, by player, event, date, result, opening or position."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Final

import click

from board_io.game_folder import GAME_SQLITE
from board_io.game_index import FoundGame, GameIndex, GameQuery
from togyz.game import Game
from togyz.json_text import compact_json
from togyz.outcome import RESULTS
from togyz.position import Position
from togyz.replay import to_game
from togyz_companion.cli.helping import command
from togyz_companion.cli.options import lang_option, position_of
from togyz_companion.game_files import read_records
from togyz_companion.messages.telling import Teller
from togyz_companion.printable import printable

_GAMES: Final = Path("games")
_CACHE: Final = Path("togyz", "games.sqlite")


def _position(ctx: click.Context, param: click.Parameter, value: str | None) -> Position | None:
    return None if value is None else position_of(ctx, param, value)


def _folders(ctx: click.Context, param: click.Parameter, values: tuple[Path, ...]) -> tuple[Path, ...]:
    """The folders to look in; that in which games are recorded need not be there before the first one."""
    folder = click.Path(exists=True, file_okay=False, path_type=Path)
    for value in values:
        if value != _GAMES:
            folder.convert(value, param, ctx)
    return tuple(value for value in values or (_GAMES,) if value.is_dir())


@command("find", "togyz find", 'togyz find games --player Aigerim --opening "76 76"')
@click.argument(
    "folders",
    metavar="[DIR]...",
    nargs=-1,
    type=click.Path(file_okay=False, path_type=Path),
    callback=_folders,
)
@click.option("--player", help="A part of either player's name.")
@click.option("--event", help="A part of the competition's name.")
@click.option("--date", help="How the date begins: 2026, 2026.11 or 2026.11.30.")
@click.option("--result", type=click.Choice([*RESULTS, "*"]), help="The result; * is none.")
@click.option("--opening", metavar="MOVES", help='The first moves, as "76 76 99".')
@click.option("--position", callback=_position, help="A position that came up: a position string.")
@click.option(
    "--index",
    type=click.Path(dir_okay=False, path_type=Path),
    default=lambda: default_index(os.environ),
    help="Where to remember what was read; it can be deleted at any time.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one game a line as JSON, and nothing else, to stdout.")
@lang_option
def find_command(
    *, folders: tuple[Path, ...], index: Path | None, as_json: bool, teller: Teller, **asked: object
) -> None:
    """Find games in DIRs and below them (else in the folder games): game folders, TGK and PGN files.

    All that is asked for must hold. What was read is remembered, and read again only when it has changed.
    """
    query = GameQuery(**asked)  # type: ignore[arg-type]
    with GameIndex(index) as opened:
        opened.refresh(folders, _games)
        found, faults = opened.find(query, folders), opened.faults(folders)
    for game in found:
        click.echo(compact_json({**asdict(game), "path": str(game.path)}) if as_json else _line(game, teller))
    if faults:
        path, fault = faults[0]
        click.echo(printable(teller.text("find.faults", files=len(faults), path=path, fault=fault)), err=True)
    if not as_json:
        click.echo(teller.text("find.found", games=len(found)) if folders else teller.text("find.none_yet"))


def default_index(environ: Mapping[str, str]) -> Path | None:
    """Where programs of this system keep what they can make anew; None where the user has no such place."""
    home = environ.get("XDG_CACHE_HOME") or environ.get("LOCALAPPDATA")
    try:
        return (Path(home) if home else Path.home() / ".cache") / _CACHE
    except RuntimeError:
        return None


def _games(path: Path) -> list[Game]:
    return [to_game(record) for record in read_records(path)]


def _line(game: FoundGame, teller: Teller) -> str:
    at = "" if game.ply_n is None else teller.text("find.at", n=game.ply_n)
    nth = f"#{game.nth}" if game.nth > 1 else ""
    players = f"{game.white or '?'} - {game.black or '?'}"
    path = game.path.parent if game.path.name == GAME_SQLITE else game.path
    return printable(f"{game.date or '?':10}  {players}  {game.result}  ({game.plies}{at})  {path}{nth}")
