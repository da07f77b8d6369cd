"""``togyz perft``: counts games, to compare the rules with other implementations."""

from __future__ import annotations

from typing import Literal

import click

from togyz.perft import DEPTH_MAX, perft
from togyz.position import Position
from togyz.rules import Rules
from togyz_companion.cli.helping import command
from togyz_companion.cli.options import position_of


@command("perft", "togyz perft 5")
@click.argument("depth", type=click.IntRange(0, DEPTH_MAX))
@click.option(
    "--position", callback=position_of, default="start", show_default=True, help="Where to begin: a position string."
)
@click.option(
    "--at-82",
    type=click.Choice(["stop", "play_on"]),
    default="play_on",
    show_default=True,
    help="Whether a kazan of 82 ends a game.",
)
def perft_command(*, depth: int, position: Position, at_82: Literal["stop", "play_on"]) -> None:
    """Count the games of DEPTH plies from a position; the number stands alone on the last line.

    A game that ends before DEPTH counts nothing.
    """
    click.echo(perft(position, depth, Rules(at_82=at_82)))
