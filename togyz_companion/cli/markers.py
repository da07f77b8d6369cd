"""``togyz markers``: a sheet to print and cut out."""

from __future__ import annotations

from pathlib import Path

import click

from board_io.atomic import write_atomic
from togyz_companion.cli.helping import command
from togyz_companion.cli.options import check_no_store, lang_option
from togyz_companion.messages.telling import Teller
from togyz_companion.printable import printable
from togyz_companion.printing.markers import SIDE_RANGE_MM, markers_sheet


@command("markers", "togyz markers -o markers.pdf")
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), required=True, help="The PDF file to write."
)
@click.option(
    "--side",
    "side_mm",
    type=click.IntRange(*SIDE_RANGE_MM),
    default=30,
    show_default=True,
    metavar="MM",
    help="Length of a marker's side.",
)
@lang_option
def markers_command(*, output: Path, side_mm: int, teller: Teller) -> None:
    """Write an A4 sheet of four markers.

    In its corners they tell where a board lies and which side is white's, whatever its colours. Print it at its true
    size, cut them out with their white margin, and put each where the sheet says.
    """
    check_no_store(output)
    write_atomic(output, markers_sheet(teller.language, side_mm=side_mm))
    click.echo(printable(teller.text("written", path=output)), err=True)
