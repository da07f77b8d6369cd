"""Values that several commands take, checked as click's callbacks."""

from __future__ import annotations

from pathlib import Path

import click

from board_io.game_folder import GAME_JSON
from togyz.errors import NotationError
from togyz.notation import position_from_string
from togyz.position import Position
from togyz_companion.game_files import record_path


def position_of(ctx: click.Context, param: click.Parameter, value: str) -> Position:
    """The position that ``start`` or a position string means.

    Raises:
        click.BadParameter: it is neither, or no game leads to it.
    """
    if value == "start":
        return Position.start()
    try:
        position, _ = position_from_string(value)
    except NotationError as error:
        raise click.BadParameter(str(error), ctx, param) from error
    if problems := position.problems():
        raise click.BadParameter(f"{value!r} cannot arise in a game: {'; '.join(problems)}", ctx, param)
    return position


def game_path(ctx: click.Context, param: click.Parameter, value: Path) -> Path:
    """The path of a game, which exists.

    Raises:
        click.BadParameter: it is a folder without a game.json.
    """
    if not record_path(value).is_file():
        raise click.BadParameter(f"the folder {value} is no game folder: it holds no {GAME_JSON}", ctx, param)
    return value
