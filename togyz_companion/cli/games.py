"""``togyz show`` and ``verify``: a recorded game looked at and checked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
from rich.console import Console

from togyz.game import Game
from togyz.record import Record
from togyz.replay import to_game, verify
from togyz_companion.cli.exits import INCOMPLETE
from togyz_companion.cli.helping import command
from togyz_companion.cli.misuse import misused
from togyz_companion.cli.options import PlyName, game_path, lang_option, ply_name, ply_of
from togyz_companion.cli.shown import alternative_lines, evidence_lines
from togyz_companion.game_files import (
    derived_texts,
    is_record,
    is_store,
    read_records,
    read_stored,
    read_texts,
    record_path,
    text_of,
)
from togyz_companion.messages.doubts import doubt_lines, lapsed_lines
from togyz_companion.messages.telling import Teller
from togyz_companion.printable import printable
from togyz_companion.retelling import otherwise_from
from togyz_companion.terminal import diagram, scoresheet

game_argument = click.argument("path", metavar="GAME", type=click.Path(exists=True, path_type=Path), callback=game_path)


@command("show", "togyz show GAME", "togyz show GAME --ply 6b")
@game_argument
@click.option(
    "--ply",
    "ply",
    callback=ply_name,
    help="Show only the position after this ply (12, or 6b as on the scoresheet), and name the files that show it.",
)
@click.option("--alternatives", is_flag=True, help="Tell of each ply how sure it is, and what else it may have been.")
@lang_option
def show_command(*, path: Path, ply: PlyName | None, alternatives: bool, teller: Teller) -> None:
    """Show a game's moves, with a diagram after each ten double moves and at the end, and what is in doubt.

    GAME is a game folder, its game.json, or a TGK or PGN file.
    """
    console = Console()
    for record in read_records(path):
        game = to_game(record)
        ply_n = None if ply is None else ply_of(ply, game)
        if ply_n is None:
            console.print(scoresheet(game, teller))
            for line in _doubts(record, game, teller, alternatives=alternatives):
                click.echo(printable(line))
        elif ply_n <= len(game.plies):
            position = game.position_after(ply_n)
            console.print(diagram(position, teller))
            click.echo(teller.text("game.position", position=position))
            for line in evidence_lines(path, record.plies[ply_n - 1].evidence if ply_n else (), teller):
                click.echo(printable(line))
        else:
            raise click.BadParameter(misused("plies", plies=len(game.plies)), param_hint="'--ply'")
    if is_store(path) and ply is None:
        click.echo(teller.text("game.head", head=read_stored(record_path(path)).head))


def _doubts(record: Record, game: Game, teller: Teller, *, alternatives: bool) -> Iterator[str]:
    if alternatives:
        yield from alternative_lines(record, game, teller)
    yield from lapsed_lines(record, teller)
    yield from doubt_lines(record, teller)


@command("verify", "togyz verify GAME", "togyz verify GAME --again")
@game_argument
@click.option("--again", is_flag=True, help="Also infer a stored game again from what was seen, and compare.")
@lang_option
@click.pass_context
def verify_command(ctx: click.Context, *, path: Path, again: bool, teller: Teller) -> None:
    """Check a game, say what was checked, and name every contradiction; exit code 5 if there is one.

    GAME is a game folder, its game.json, or a TGK or PGN file. It is replayed by the rules. What a file writes in
    another way than it should, but unmistakably, is listed and is no contradiction. Of a folder the whole stored
    history is checked, too, and its head printed: compare that with the one noted after the game, for what was cut off
    the end shows by nothing else.
    """
    if is_store(path):
        found = _store_contradictions(path, teller, again=again)
    else:
        found = _record_contradictions(path, teller) if is_record(path) else _text_contradictions(path, teller)
    contradictions = list(found)
    for line in contradictions:
        click.echo(printable(line))
    if contradictions:
        ctx.exit(INCOMPLETE)
    plies = sum(len(record.plies) for record in read_records(path))
    _tick("game.replays", teller, plies=plies)


def _tick(key: str, teller: Teller, **values: object) -> None:
    """Says that something was checked and is right."""
    click.echo(f"ok {teller.text(key, **values)}")


def _store_contradictions(path: Path, teller: Teller, *, again: bool) -> Iterator[str]:
    """Contradictions of a store, and of the files derived from it; its head and what is right are told on the way."""
    stored = read_stored(record_path(path))
    click.echo(teller.text("game.head", head=stored.head))
    _tick("game.untouched", teller)
    if again:
        n = otherwise_from(record_path(path))
        if n is None:
            _tick("game.found_again", teller)
        else:
            yield teller.text("game.otherwise", n=n)
    yield from map(teller.contradiction, verify(stored.record))
    texts = derived_texts(stored) if stored.has_ended else {}
    files = [file for name in texts if (file := record_path(path).with_name(name)).is_file()]
    wrong = [file.name for file in files if text_of(file) != texts[file.name]]
    yield from (teller.text("game.differs", name=name) for name in wrong)
    if files and not wrong:
        _tick("game.files_agree", teller, names=", ".join(file.name for file in files))


def _record_contradictions(path: Path, teller: Teller) -> Iterator[str]:
    for record in read_records(path):
        yield from map(teller.contradiction, verify(record))


def _text_contradictions(path: Path, teller: Teller) -> Iterator[str]:
    """Contradictions of a TGK or PGN text; what it was forgiven is printed on the way."""
    for read in read_texts(path, repair=True):
        for note in read.forgiven:
            click.echo(teller.note("note.forgiven", note))
        yield from (teller.note("note.wrong", note) for note in read.repaired)
