"""The arbiter's desk on the command line: ``alerts`` and all that corrects a recorded game."""

from __future__ import annotations

import getpass
import os
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, Final, Literal

import click

from board_io.feed import GameStanding
from board_io.game_folder import GAME_SQLITE
from togyz.corrections import (
    AlertAccepted,
    Correction,
    CorrectionError,
    HeadersGiven,
    PlyCorrected,
    PositionCorrected,
    ResultDeclared,
    ResultWithdrawn,
    Ruling,
    SidesTurned,
)
from togyz.declared import DECLARED
from togyz.errors import IllegalMoveError, MismatchError, NotationError
from togyz.game import Game, Header
from togyz.outcome import RESULTS, Reason, Result
from togyz.position import Position
from togyz.record import Record
from togyz.replay import to_game
from togyz_companion.cli.exits import USAGE
from togyz_companion.cli.helping import command
from togyz_companion.cli.misuse import misused
from togyz_companion.cli.options import (
    PlyName,
    game_path,
    headers_said,
    lang_option,
    ply_name,
    ply_of,
    position_of,
)
from togyz_companion.cli.shown import evidence_lines
from togyz_companion.cli.spoken import complain
from togyz_companion.desk import Amendment, amend
from togyz_companion.game_files import read_records, read_stored
from togyz_companion.messages.doubts import doubt_lines, lapsed_lines
from togyz_companion.messages.telling import Teller
from togyz_companion.printable import printable


def _stored_game(ctx: click.Context, param: click.Parameter, value: Path) -> Path:
    folder = value.parent if value.name == GAME_SQLITE else value
    if not (folder / GAME_SQLITE).is_file():
        raise click.BadParameter(misused("no_game_folder", path=value, files=GAME_SQLITE), ctx, param)
    return folder


folder_argument = click.argument(
    "folder", metavar="GAME", type=click.Path(exists=True, path_type=Path), callback=_stored_game
)


def who_is_logged_in() -> str:
    """The user's name; where the system knows none, as in a container, the user's number."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return f"user {os.getuid()}" if hasattr(os, "getuid") else "user"


OPEN: Final = "*"
"""For a result: there is none."""


def _reason(_ctx: click.Context, _param: click.Parameter, value: str | None) -> Reason | None:
    return None if value is None else Reason(value)


by_option = click.option(
    "--by", default=who_is_logged_in, help="Who says so; it is stored. Without it, who is logged in."
)


def _correcting(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that all corrections have."""
    return folder_argument(by_option(lang_option(command)))


@command("alerts", "togyz alerts GAME")
@click.argument("path", metavar="GAME", type=click.Path(exists=True, path_type=Path), callback=game_path)
@lang_option
def alerts_command(*, path: Path, teller: Teller) -> None:
    """List a game's alerts: number, time, what was wrong, how it was settled, and what shows it.

    GAME is a game folder or its game.json.
    """
    lines = [line for record in read_records(path) for line in _alert_lines(path, record, teller)]
    for line in lines or [teller.text("desk.none")]:
        click.echo(printable(line))


@command("correct", "togyz correct GAME 12 36x", "togyz correct GAME 6b 36x")
@_correcting
@click.argument("ply", metavar="PLY", callback=ply_name)
@click.argument("move")
def correct_command(*, folder: Path, by: str, teller: Teller, ply: PlyName, move: str) -> None:
    """Say that PLY of GAME was MOVE, as 76 or 63x; the plies after it are found anew from what was seen.

    PLY is 12 for the twelfth ply, both sides' counted, or 6b for black's of double move 6, as on the scoresheet, 6w for
    white's; the one after the last adds a ply. What was said of later plies stays said; what no longer fits is listed,
    and stands again where it fits again. Nothing stored is lost: undo a correction by another one.
    """
    _say(folder, by, lambda game: PlyCorrected(n=ply_of(ply, game), move=move), teller, is_counted=ply.side is None)


@command("accept", "togyz accept GAME 2")
@_correcting
@click.argument("alert_id", metavar="ALERT", type=click.IntRange(min=1))
def accept_command(*, folder: Path, by: str, teller: Teller, alert_id: int) -> None:
    """Let the error of the open ALERT stand as it was played; the game goes on from what it left."""
    _say(folder, by, lambda _: AlertAccepted(id=alert_id), teller)


@command(
    "set",
    'togyz set GAME 12 "9S,9S,9S,1,10S,10S,10S,10S,10S/9S,9S,9S,9S,9S,9S,1S,10S,10S 10 0 N"',
    "togyz set GAME 0 start",
)
@_correcting
@click.argument("ply", metavar="PLY", callback=ply_name)
@click.argument("position", metavar="POSITION", callback=position_of)
def set_command(*, folder: Path, by: str, teller: Teller, ply: PlyName, position: Position) -> None:
    """Say that after PLY of GAME the position was POSITION: a position string, or start.

    PLY is 12 for the twelfth ply, or 6b as on the scoresheet; 0 is before the first. A position string has black's
    otaus 9 to 1, a stroke, white's 1 to 9, then white's kazan, black's, and who is to move: S white, N black. 12S means
    twelve kumalak, a bare number so many empty otaus, t a tuzdyk. Take what togyz show GAME --ply 12 prints, and change
    it.
    """
    _say(folder, by, lambda game: PositionCorrected(n=ply_of(ply, game), position=position), teller)


@command(
    "result",
    "togyz result GAME 1-0 --reason resigned",
    "togyz result GAME 1/2-1/2 --reason agreement",
    'togyz result GAME "*"',
)
@_correcting
@click.argument("result", type=click.Choice([*RESULTS, OPEN]))
@click.option(
    "--reason",
    type=click.Choice([reason.value for reason in DECLARED]),
    callback=_reason,
    help="Why; without it the arbiter has decided so.",
)
def result_command(
    *, folder: Path, by: str, teller: Teller, result: Result | Literal["*"], reason: Reason | None
) -> None:
    """Say how GAME ended: 1-0 white won, 0-1 black, 1/2-1/2 a draw; "*" takes back what was said.

    What the plies themselves decide (82 kumalak, atsyrau) need not be said, and cannot be contradicted but by the
    arbiter, or because the rules were broken.
    """
    if result != OPEN:
        ruling: Ruling = ResultDeclared(result=result, reason=reason or Reason.ARBITER)
    elif reason is None:
        ruling = ResultWithdrawn()
    else:
        raise click.UsageError(misused("no_reason"))
    _say(folder, by, lambda _: ruling, teller)


@command("turn", "togyz turn GAME")
@_correcting
def turn_command(*, folder: Path, by: str, teller: Teller) -> None:
    """Say that white sat on the other side of the board: all of GAME is found anew from what was seen.

    What was said of single plies before counts only for the side of which it was said. Turn once more to undo it.
    """
    _say(folder, by, lambda _: SidesTurned(), teller)


@command("headers", 'togyz headers GAME "White=Aigerim S." Round=3')
@_correcting
@click.argument("said", metavar="NAME=VALUE|FILE...", nargs=-1, required=True, callback=headers_said)
def headers_command(*, folder: Path, by: str, teller: Teller, said: dict[str, Header]) -> None:
    """Say who played GAME, where and when: White=..., Black=..., WhiteTeam, BlackTeam, Event, Round, Board, Site, Date.

    What is not named stays; NAME= takes one away.
    """
    try:
        ruling = HeadersGiven(headers={name: str(value) for name, value in said.items()})
    except CorrectionError as error:
        raise click.UsageError(printable(teller.error(error))) from error
    _say(folder, by, lambda _: ruling, teller)


def _say(
    folder: Path, by: str, ruling_of: Callable[[Game], Ruling], teller: Teller, *, is_counted: bool = False
) -> None:
    """Corrects the game and tells what has changed by that; ``is_counted``: a ply was named by its own number.

    Raises:
        click.exceptions.Exit: it cannot be said of this game; the user was told why.
    """
    at = datetime.now().astimezone().isoformat(timespec="seconds")
    game = to_game(read_stored(folder / GAME_SQLITE).record)
    ruling = ruling_of(game)
    try:
        amendment = amend(folder, Correction(by=by, ruling=ruling), at=at)
    except (CorrectionError, IllegalMoveError, MismatchError, NotationError) as error:
        complain(printable(teller.error(error)), teller.language)
        if is_counted and isinstance(ruling, PlyCorrected) and 0 < ruling.n <= len(game.plies):
            click.echo(teller.text("desk.which", n=ruling.n, label=game.label_of(ruling.n)), err=True)
        raise click.exceptions.Exit(USAGE) from error
    for line in _amendment_lines(amendment, teller):
        click.echo(printable(line))


def _alert_lines(path: Path, record: Record, teller: Teller) -> Iterator[str]:
    for alert in record.alerts:
        settled = teller.text("desk.open") if alert.resolved is None else teller.text(f"how.{alert.resolved}")
        yield teller.text("desk.alert", id=alert.id, t=alert.t_rest, alert=teller.alert(alert), settled=settled)
        yield from evidence_lines(path, alert.evidence, teller)
    yield from doubt_lines(record, teller)


def _amendment_lines(amendment: Amendment, teller: Teller) -> Iterator[str]:
    if amendment.is_turned:
        yield teller.text("desk.turned")
    games = [to_game(record) for record in (amendment.before, amendment.after)]
    for n, before, after in amendment.changes:
        key, game = ("desk.no_fit", games[0]) if after is None else ("desk.changed", games[1])
        yield teller.text(key, n=n, label=game.label_of(n), before=before or "--", after=after)
    if not amendment.is_amended:
        yield teller.text("desk.as_it_was")
    if amendment.has_other_result:
        before, after = (_ending(record, teller) for record in (amendment.before, amendment.after))
        yield teller.text("desk.result", before=before, after=after)
    for name, value in amendment.headers:
        yield f"{teller.header(name)}: {value or '--'}"
    told = amendment.changes or amendment.headers or amendment.is_turned or amendment.has_other_result
    if amendment.is_amended and not told:
        yield teller.text("desk.unchanged")
    yield from lapsed_lines(amendment.after, teller)
    plies = len(amendment.after.plies)
    status = GameStanding(amendment.after, amendment.status, ended=True).standing
    yield teller.text("desk.stands", plies=plies, status=teller.text(f"status.{status}"))


def _ending(record: Record, teller: Teller) -> str:
    """The result with its reason, as in ``1-0 (agreed)``; ``--`` for none."""
    if record.result is None:
        return "--"
    return record.result if record.reason is None else f"{record.result} ({teller.word(record.reason)})"
