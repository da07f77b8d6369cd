"""Values that several commands take, checked as click's callbacks."""

from __future__ import annotations

import os
import re
from contextlib import closing
from pathlib import Path
from typing import Any, Final, NamedTuple

import click
from click.core import ParameterSource

from board_io.clock.source import ClockSource
from board_io.clock.url import open_clock
from board_io.game_folder import GAME_JSON, GAME_SQLITE
from board_io.port.errors import DeviceUrlError
from togyz.board import Side
from togyz.clock import ClockError, TimeControl
from togyz.corrections import CorrectionError, check_headers
from togyz.errors import NotationError
from togyz.game import Game, Header
from togyz.notation import game_position
from togyz.position import Position
from togyz.rules import Rules
from togyz_companion.cli.misuse import misused, refused, teller_of
from togyz_companion.game_files import record_path
from togyz_companion.messages.languages import LANGUAGES, Language
from togyz_companion.messages.telling import Teller

_PLY_NAME: Final = re.compile(r"([0-9]{1,6})([wb]?)", re.IGNORECASE | re.ASCII)


def _teller(ctx: click.Context, _param: click.Parameter, value: Language | None) -> Teller:
    return teller_of(ctx) if value is None else Teller(value)


def language_said(ctx: click.Context, _param: click.Parameter, value: Language | None) -> Language | None:
    """The language of ``--lang``, which may also stand before the command; None where nobody asked for one."""
    root = ctx.find_root()
    is_said = root.get_parameter_source("lang") is ParameterSource.COMMANDLINE
    return root.obj if value is None and is_said else value


lang_option = click.option(
    "--lang",
    "teller",
    type=click.Choice(LANGUAGES),
    callback=_teller,
    is_eager=True,
    help="The language in which people are told; else the one of the environment (LANG).",
)
"""Gives the command what puts things into words, as ``teller``."""


class RegularFile(click.Path):
    """A file that is there and has an end: a pipe may never have one, and only to open it may wait for ever."""

    def __init__(self) -> None:
        super().__init__(exists=True, dir_okay=False, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path.

        Raises:
            click.BadParameter: it is no such file.
        """
        path = super().convert(value, param, ctx)
        if not Path(os.fsdecode(path)).is_file():
            self.fail(misused("pipe", value=value), param, ctx)
        return path


class PlyName(NamedTuple):
    """A ply as somebody names it: by its own number, or by a scoresheet's number and the side.

    Attributes:
        side: whose ply of double move ``number``; None: ``number`` counts plies.
    """

    number: int
    side: Side | None


def ply_name(ctx: click.Context, param: click.Parameter, value: str | None) -> PlyName | None:
    """The ply that a text names: ``12`` is ply 12, ``12w`` and ``12b`` are white's and black's of double move 12.

    Raises:
        click.BadParameter: it names none.
    """
    if value is None:
        return None
    match = _PLY_NAME.fullmatch(value.strip())
    if match is None:
        raise click.BadParameter(misused("no_ply_name", value=value), ctx, param)
    return PlyName(int(match[1]), {"w": Side.WHITE, "b": Side.BLACK}.get(match[2].lower()))


def ply_of(name: PlyName, game: Game) -> int:
    """The number of a ply that was named, counted from 1 (0: before the first).

    Raises:
        click.BadParameter: a scoresheet of this game has no such ply.
    """
    if name.side is None:
        return name.number
    n = game.numbering.get((name.number, name.side))
    if n is None:
        written = f"{name.number}{name.side.value[0]}"
        raise click.BadParameter(misused("no_such_ply", ply=written, double_moves=len(game.double_moves)))
    return n


def position_of(ctx: click.Context, param: click.Parameter, value: str) -> Position:
    """The position that ``start`` or a position string means.

    Raises:
        click.BadParameter: it is neither, or no game leads to it.
    """
    try:
        return game_position(value)
    except NotationError as error:
        raise click.BadParameter(refused(error), ctx, param) from error


def game_path(ctx: click.Context, param: click.Parameter, value: Path) -> Path:
    """The path of a game, which exists.

    Raises:
        click.BadParameter: it is a folder that holds no game, or neither a folder nor a file.
    """
    if not record_path(value).is_file():
        files = f"{GAME_SQLITE}, {GAME_JSON}"
        wrong = misused("no_game_folder", path=value, files=files) if value.is_dir() else misused("no_game", path=value)
        raise click.BadParameter(wrong, ctx, param)
    return value


def headers_said(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> dict[str, Header]:
    """Headers from NAME=VALUE, or from files that hold such lines.

    Raises:
        click.BadParameter: something is neither, or no header that a person may say.
    """
    headers: dict[str, Header] = {}
    for value in values:
        lines = [value] if "=" in value else _lines_of(ctx, param, Path(value))
        for line in lines:
            name, mark, text = line.partition("=")
            if not mark or not name.strip():
                raise click.BadParameter(misused("no_header", line=line), ctx, param)
            if _is_no_text(line):
                raise click.BadParameter(misused("no_text", line=line), ctx, param)
            headers[name.strip()] = text.strip()
    try:
        check_headers(headers)
    except CorrectionError as error:
        raise click.BadParameter(refused(error), ctx, param) from error
    return headers


def time_control_of(ctx: click.Context, param: click.Parameter, value: str | None) -> TimeControl | None:
    """The time control that a text means; None without one.

    Raises:
        click.BadParameter: it means none.
    """
    try:
        return None if value is None else TimeControl.from_string(value)
    except ClockError as error:
        raise click.BadParameter(refused(error), ctx, param) from error


def clock_of(ctx: click.Context, param: click.Parameter, value: str | None) -> ClockSource | None:
    """The clock at an address, which is closed with the command; None without one.

    Raises:
        click.BadParameter: it is no clock's address.
    """
    try:
        return None if value is None else ctx.with_resource(closing(open_clock(value)))
    except DeviceUrlError as error:
        raise click.BadParameter(refused(error), ctx, param) from error


clock_source_option = click.option(
    "--clock-source",
    metavar="URL",
    callback=clock_of,
    help="What the players press, such as buttons:PORT (docs/clocks.md).",
)
"""Gives the command an open clock, or None, as ``clock_source``."""


def rules_said(ctx: click.Context, param: click.Parameter, value: str) -> Rules:
    """The rules that options such as ``at_82=stop`` make.

    Raises:
        click.BadParameter: one of them is unknown.
    """
    try:
        return Rules.from_string(value)
    except NotationError as error:
        raise click.BadParameter(refused(error), ctx, param) from error


def _is_no_text(line: str) -> bool:
    """Whether bytes stand in it that mean no character (Python takes them in as half characters)."""
    return any("\ud800" <= one <= "\udfff" for one in line)


def _lines_of(ctx: click.Context, param: click.Parameter, path: Path) -> list[str]:
    try:
        if path.exists() and not path.is_file():
            raise click.BadParameter(misused("no_file", path=path), ctx, param)
        return [line for line in path.read_text(encoding="utf-8-sig").splitlines() if line.strip()]
    except (OSError, UnicodeDecodeError) as error:
        raise click.BadParameter(misused("no_headers", path=path), ctx, param) from error


out_option = click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default="games",
    show_default=True,
    help="Where the game's folder is made.",
)
headers_option = click.option(
    "--headers",
    multiple=True,
    metavar="NAME=VALUE|FILE",
    callback=headers_said,
    help="Who plays, when, where: White=..., or a file of such lines. May be given again.",
)
rules_option = click.option(
    "--rules",
    default="",
    metavar="OPTIONS",
    callback=rules_said,
    help="What differs from the usual rules: at_82=stop, extra_move=on, flag=loss.",
)


def check_no_store(output: Path) -> None:
    """See that a file to be written is no game's store, nor what lies beside one.

    Raises:
        click.BadParameter: it is.
    """
    if output.name.startswith(GAME_SQLITE):
        raise click.BadParameter(misused("store", output=output), param_hint="'-o'")
