"""``togyz cameras``: which cameras there are, and what each one sees."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click
import cv2
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table
from rich.text import Text

from board_io.atomic import check_folder, write_atomic
from board_io.cameras import listed_cameras
from board_io.source import SourceError
from togyz_companion.cli.helping import command
from togyz_companion.cli.options import lang_option
from togyz_companion.glimpse import Glimpse, look
from togyz_companion.messages.telling import Teller
from togyz_companion.printable import printable

THUMBNAIL_WIDTH_PX: Final = 480


@command("cameras", "togyz cameras", "togyz cameras --thumbnails pictures")
@click.option(
    "--thumbnails",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Store a small picture of what each camera sees.",
)
@lang_option
def cameras_command(*, thumbnails: Path | None, teller: Teller) -> None:
    """List the cameras of this machine: number, name, and the size of the pictures that each one gives.

    Number and name (as camera:NAME) may be given as a source, and so may the path, which stays the same wherever the
    camera is plugged in.
    """
    if thumbnails is not None:
        check_folder(thumbnails)
    cameras = listed_cameras()
    if not cameras:
        click.echo(teller.text("doctor.no_camera"))
        return
    table = Table(*(teller.text(f"cameras.{name}") for name in ("number", "name", "sees", "path")), box=SIMPLE)
    for camera in cameras:
        try:
            glimpse = look(camera.url)
        except SourceError as error:
            told = teller.error(error)
        else:
            told = _told(glimpse)
            if thumbnails is not None:
                told += f", {_thumbnail(thumbnails / f'camera-{camera.url}.jpg', glimpse)}"
        cells = (camera.url, camera.name, told, str(camera.by_id or ""))
        table.add_row(*(Text(printable(cell)) for cell in cells))
    Console().print(table)


def _told(glimpse: Glimpse) -> str:
    width, height = glimpse.info.wh
    rate = "" if glimpse.info.fps is None else f", {glimpse.info.fps:.0f} fps"
    return f"{width} x {height}{rate}"


def _thumbnail(path: Path, glimpse: Glimpse) -> Path:
    """Stores a picture."""
    width, height = glimpse.info.wh
    size = (THUMBNAIL_WIDTH_PX, round(height * THUMBNAIL_WIDTH_PX / width))
    small = cv2.resize(glimpse.image_bgr, size, interpolation=cv2.INTER_AREA)
    write_atomic(path, cv2.imencode(".jpg", small)[1].tobytes())
    return path
