"""``togyz calibrate``: where the board lies, kept for later."""

from __future__ import annotations

from pathlib import Path

import click

from board_io.atomic import write_atomic
from board_io.source import is_live, open_source
from calibration.errors import BadLayoutError
from calibration.model import Calibration
from calibration.seen import Seen
from togyz.saying import say
from togyz_companion.board_setup import BoardOptions, calibrated_event, find_board_in
from togyz_companion.cli.board import board_options
from togyz_companion.cli.helping import command
from togyz_companion.cli.misuse import refused
from togyz_companion.cli.options import lang_option
from togyz_companion.messages.telling import Teller
from togyz_companion.own_layouts import check_name, save_layout

TILT_MAX_DEG = 20.0
"""Beyond it the dividers hide kumalak (measured on standard boxes)."""


def _own_name(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    try:
        if value is not None:
            check_name(value)
    except BadLayoutError as error:
        raise click.BadParameter(refused(error), ctx, param) from error
    return value


@command("calibrate", "togyz calibrate 0 -o club.json", "togyz calibrate game.mp4 -o club.json --save-layout club")
@click.argument("source")
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), required=True, help="The calibration file."
)
@board_options
@click.option(
    "--save-layout",
    "save_layout_as",
    metavar="NAME",
    callback=_own_name,
    help="Keep the kind of board, as it was learned from the picture, for --layout NAME.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the result as a line of JSON.")
@lang_option
def calibrate_command(
    *, source: str, output: Path, board: BoardOptions, save_layout_as: str | None, as_json: bool, teller: Teller
) -> None:
    """Find the board in SOURCE and store where it lies, and what its kumalak look like.

    SOURCE is a film, an image, a camera's number or path, or an rtsp:// or http:// address. It must show the start
    position, with nothing over the board.
    """
    with open_source(source) as opened:
        found, frame = find_board_in(iter(opened), board, start=None, is_live=is_live(source))
    calibration = found.calibration
    write_atomic(output, calibration.to_json())
    kept = save_layout_as and save_layout(calibration.layout, save_layout_as, board.layouts)
    if as_json:
        click.echo(calibrated_event(calibration, frame.t_s).to_json())
    else:
        click.echo(_summary(calibration, output, teller, is_told=board.layout != "auto"))
        if calibration.lens is not None and calibration.lens.is_estimate:
            click.echo(teller.text("calibrate.lens", bow_px=calibration.outline_bow_px))
        if kept:
            click.echo(teller.text("calibrate.layout", path=kept, name=save_layout_as))
    if calibration.tilt_deg > TILT_MAX_DEG:
        click.echo(teller.text("calibrate.tilted", tilt_deg=calibration.tilt_deg), err=True)


def _summary(calibration: Calibration, output: Path, teller: Teller, *, is_told: bool) -> str:
    """What was found; a kind of board that nobody told may be another one."""
    family = calibration.layout.family
    edge = say(Seen[calibration.white_side.upper()])
    return teller.text(
        "calibrate.found",
        family=family if is_told else teller.text("calibrate.read_as", family=family),
        white=teller.text("calibrate.white_at", edge=edge)
        if calibration.white_known
        else teller.text("calibrate.white_open"),
        ball_px=calibration.ball_px,
        tilt_deg=calibration.tilt_deg,
        residual_px=calibration.residual_px,
        path=output,
    )
