"""``togyz read``: counts the kumalak in pictures."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Final

import click
import cv2
from rich.console import Console

from board_io.atomic import write_atomic
from board_io.images import read_image
from togyz.board import KUMALAK_TOTAL
from togyz.json_text import compact_json
from togyz_companion.board_setup import BoardOptions
from togyz_companion.cli.board import board_options, calibration_option
from togyz_companion.cli.exits import FAILED, NO_BOARD, exit_code, unforeseen
from togyz_companion.cli.helping import command
from togyz_companion.cli.hints import told_with_options
from togyz_companion.cli.misuse import misused
from togyz_companion.cli.options import lang_option
from togyz_companion.cli.spoken import complain
from togyz_companion.messages.telling import Teller
from togyz_companion.picture import PictureReader, PictureReading, failure
from togyz_companion.printable import printable
from togyz_companion.terminal import counts
from vision.overlay import draw_reading

FORMS: Final = (".png", ".jpg", ".jpeg")
"""Of pictures that are written, by their names' endings."""

logger = logging.getLogger(__name__)


def _picture_path(ctx: click.Context, param: click.Parameter, value: Path | None) -> Path | None:
    if value is not None and value.suffix.lower() not in FORMS:
        raise click.BadParameter(misused("ending", value=value, endings=", ".join(FORMS)), ctx, param)
    return value


@command("read", "togyz read photo.jpg", "togyz read photo.jpg --overlay counted.png")
@click.argument("images", metavar="IMAGE...", nargs=-1, required=True)
@calibration_option
@board_options
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON for each picture, failures too.")
@click.option(
    "--overlay",
    type=click.Path(dir_okay=False, path_type=Path),
    callback=_picture_path,
    help="A picture (.png or .jpg) to write in which everything counted is marked; for one IMAGE only.",
)
@lang_option
@click.pass_context
def read_command(
    ctx: click.Context,
    *,
    images: tuple[str, ...],
    board: BoardOptions,
    as_json: bool,
    overlay: Path | None,
    teller: Teller,
) -> None:
    """Count the kumalak in each IMAGE.

    Without a calibration the board is looked for, and may show any position; at the start position it is counted best.
    Exit code 3 if a picture could not be read.
    """
    if overlay is not None and len(images) > 1:
        raise click.UsageError(misused("one_picture"))
    reader = PictureReader(board)
    failed = False
    for image in images:
        try:
            image_bgr = read_image(Path(image))
            reading = reader.read(image_bgr)
        except Exception as error:
            logger.debug("%s cannot be read", image, exc_info=True)
            failed = True
            _tell_failure(image, error, None if as_json else teller)
            continue
        _tell(image, reading, None if as_json else teller)
        if overlay is not None:
            drawn = draw_reading(image_bgr, reading.calibration.view(), reading.otau)
            write_atomic(overlay, cv2.imencode(overlay.suffix, drawn)[1].tobytes())
    ctx.exit(NO_BOARD if failed else 0)


def _tell(image: str, reading: PictureReading, teller: Teller | None) -> None:
    """To a person, or as JSON."""
    if teller is None:
        click.echo(compact_json(reading.to_dict(image)))
        return
    click.echo(printable(teller.text("read.total", image=image, total=reading.total)))
    if reading.is_more_than_all:
        click.echo(printable(teller.text("read.more_than_all", all=KUMALAK_TOTAL)))
    Console().print(counts(reading, teller))


def _tell_failure(image: str, error: Exception, teller: Teller | None) -> None:
    is_foreseen = exit_code(error) != FAILED
    if teller is None:
        click.echo(compact_json(failure(image, str(error) if is_foreseen else unforeseen(error))))
    else:
        told = told_with_options(error, teller) if is_foreseen else unforeseen(error)
        complain(printable(f"{image}: {told}"), teller.language)
