"""``togyz doctor``: whether this machine is ready."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from togyz_companion.cli.exits import NO_SOURCE
from togyz_companion.cli.helping import command
from togyz_companion.cli.options import lang_option
from togyz_companion.doctor import Level, examine
from togyz_companion.messages.telling import Teller
from togyz_companion.printable import printable

_MARKS: Final[dict[Level, str]] = {"ok": "ok", "warning": "!", "fault": "X"}
_RANKS: Final[tuple[Level, ...]] = ("ok", "warning", "fault")


@command("doctor", "togyz doctor")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default="games",
    show_default=True,
    help="The folder in which games are to be recorded.",
)
@lang_option
@click.pass_context
def doctor_command(ctx: click.Context, *, out: Path, teller: Teller) -> None:
    """Look at packages, cameras, ports, disk and power, and record a piece of the shipped film as a test.

    Ends with 0 where the machine is ready, whatever it was warned of, and with 4 where it is not.
    """
    worst: Level = "ok"
    for diagnosis in examine(out):
        worst = max(worst, diagnosis.level, key=_RANKS.index)
        sentence = teller.text(f"doctor.{diagnosis.key}", **diagnosis.values)
        click.echo(printable(f"{_MARKS[diagnosis.level]:2} {sentence}"))
    click.echo(teller.text(f"doctor.verdict.{worst}"))
    if worst == "fault":
        ctx.exit(NO_SOURCE)
