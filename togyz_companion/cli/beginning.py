"""The options by which the user says how a game stands when its recording begins."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from togyz.board import Side
from togyz.errors import NotationError
from togyz_companion.beginning import BeginningOptions, Start, start_in
from togyz_companion.cli.misuse import refused


def start_said(ctx: click.Context, param: click.Parameter, value: str) -> Start:
    """Where a recording begins.

    Raises:
        click.BadParameter: it is no such place.
    """
    try:
        return start_in(value)
    except NotationError as error:
        raise click.BadParameter(refused(error), ctx, param) from error


def beginning_options(command: Callable[..., None]) -> Callable[..., None]:
    """Adds the options to a command, which gets them as ``beginning``."""

    @click.option(
        "--start",
        callback=start_said,
        default="start",
        show_default=True,
        metavar="POSITION|seen|auto",
        help="Where the game begins: a position string, as togyz show --ply prints it; seen: as the board is seen at "
        "first; auto: start, or else as seen.",
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
    @wraps(command)
    def with_beginning(**given: Any) -> None:
        to_move, owner = given.pop("to_move"), given.pop("kazan_owner")
        beginning = BeginningOptions(
            start=given.pop("start"),
            to_move=None if to_move == "auto" else Side(to_move),
            kazan_owner=None if owner == "auto" else owner,
        )
        command(beginning=beginning, **given)

    return with_beginning
