"""The options by which the user says where the board lies, for all commands that look at one."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from functools import wraps
from typing import Any, Final

import click

from togyz_companion.board_setup import BoardOptions
from togyz_companion.cli.misuse import misused
from togyz_companion.cli.options import RegularFile
from togyz_companion.own_layouts import layouts_folder

Corners = tuple[tuple[float, float], ...]
_AROUND_COMMA: Final = re.compile(r"\s*,\s*")
_FIELDS: Final = ("calibration", "corners_px", "lens", "layout", "white_side")


def board_options(command: Callable[..., None]) -> Callable[..., None]:
    """Adds the options to a command, which gets them as ``board``."""

    @click.option(
        "--corners",
        "corners_px",
        metavar="POINTS",
        callback=_corners,
        help=(
            "The board's outer corners in px, \"x,y x,y x,y x,y\": beside white's otau 1, then white's near right, "
            "far right and far left; six or eight points with the hinge's ends."
        ),
    )
    @click.option(
        "--lens",
        type=RegularFile(),
        help="How the camera's lens bends the picture, where that was measured: a JSON file, or another calibration.",
    )
    @click.option(
        "--layout",
        default="auto",
        show_default=True,
        metavar="NAME|FILE",
        help="The kind of board: auto (learned from the picture), a name (shipped, or from --save-layout), or a file.",
    )
    @click.option(
        "--white-side",
        type=click.Choice(["bottom", "top", "left", "right", "auto"]),
        help="Where white sits in the picture, as the corners must say too; auto: found out in play.",
    )
    @wraps(command)
    def with_board(**given: Any) -> None:
        said = {name: given.pop(name) for name in _FIELDS if name in given}
        board = BoardOptions(**said, layouts=layouts_folder(os.environ))
        if board.calibration and board != BoardOptions(calibration=board.calibration, layouts=board.layouts):
            raise click.UsageError(misused("calibrated"))
        command(board=board, **given)

    return with_board


calibration_option = click.option(
    "--calibration",
    type=RegularFile(),
    help="A file that togyz calibrate wrote.",
)


def _corners(ctx: click.Context, param: click.Parameter, value: str | None) -> Corners | None:
    if value is None:
        return None
    try:
        points = tuple(tuple(map(float, point.split(","))) for point in _AROUND_COMMA.sub(",", value).split())
    except ValueError as error:
        raise click.BadParameter(misused("no_points", value=value), ctx, param) from error
    if len(points) not in (4, 6, 8) or any(len(point) != 2 for point in points):
        raise click.BadParameter(misused("points", value=value), ctx, param)
    return tuple((x, y) for x, y in points)
