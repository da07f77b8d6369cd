"""What the commands that measure are all told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from tools.evaluation.report import ROOT


def report_options(command: Callable[..., None]) -> Callable[..., None]:
    """Gives a command ``--shared``, ``--json`` and ``--out``, as ``tables.tell`` takes the last two."""
    for option in (
        click.option(
            "--shared", type=click.Path(exists=True, file_okay=False, path_type=Path), default=ROOT.parent / "shared"
        ),
        click.option("--json", "as_json", is_flag=True, help="Print the report as JSON, and nothing else, to stdout."),
        click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write the report to this file."),
    ):
        command = option(command)
    return command
