"""``togyz displays`` and ``togyz display test``: which score displays there are, and whether one works."""

from __future__ import annotations

import os
from contextlib import closing
from functools import partial
from threading import Event as Flag
from typing import Final

import click
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table
from rich.text import Text

from board_io.display.frame import DisplayFrame
from board_io.display.kinds import KINDS
from board_io.display.url import EXAMPLES, open_display
from board_io.port.adapter import ListedPort, listed_ports
from togyz.board import Side
from togyz_companion.cli.helping import ExampleCommand, command
from togyz_companion.cli.options import lang_option
from togyz_companion.messages.telling import Teller
from togyz_companion.printable import printable

NAMES: Final = ("Әлия", "Bolat")
TEST_FRAMES: Final = {
    "start": DisplayFrame((0, 0), Side.WHITE, NAMES),
    "ten": DisplayFrame((10, 0), Side.BLACK, NAMES),
    "middle": DisplayFrame((38, 47), Side.WHITE, NAMES),
    "over": DisplayFrame((82, 69), None, NAMES, "1-0", "over"),
    "doubt": DisplayFrame((112, 50), Side.BLACK, NAMES, status="desync"),
}
"""What is shown, by the sentence that says so; a kazan above 99 is too long for some displays."""


@command("displays", "togyz displays")
@lang_option
def displays_command(*, teller: Teller) -> None:
    """List the serial ports of this machine, and the kinds of displays that a --display option may name."""
    console = Console()
    ports = listed_ports()
    if ports:
        table = Table(*(teller.text(f"displays.{name}") for name in ("port", "what", "adapter")), "", box=SIMPLE)
        for port in ports:
            cells = (port.device, port.description, _adapter_name(port), _hindrance(port.device, teller))
            table.add_row(*(Text(printable(cell)) for cell in cells))
        console.print(table)
    else:
        console.print(teller.text("displays.no_port"))
    kinds = Table(teller.text("displays.display"), teller.text("displays.options"), box=SIMPLE)
    for kind, what in KINDS.items():
        kinds.add_row(f"{kind}:", teller.saying(what))
    console.print(kinds)
    console.print(teller.text("displays.examples", examples=EXAMPLES), highlight=False)


@click.group("display")
def display_command() -> None:
    """Try a score display."""


@display_command.command(
    "test", cls=ExampleCommand, examples=("togyz display test s7s:/dev/ttyUSB0", "togyz display test virtual:score.svg")
)
@click.argument("url")
@click.option("--seconds", type=click.FloatRange(0, 60), default=2.0, show_default=True, help="How long each stands.")
@lang_option
def test_command(*, url: str, seconds: float, teller: Teller) -> None:
    """Show some scores on the display at URL, and tell what is to be seen."""
    wait = Flag().wait
    with closing(open_display(url, on_text=partial(click.echo, err=True))) as display:
        display.settle(wait)
        for name, frame in TEST_FRAMES.items():
            click.echo(teller.text(f"displays.shows.{name}"))
            display.show(frame)
            wait(seconds)
    click.echo(teller.text("displays.confirmed" if display.answers else "displays.mute"))


def _adapter_name(port: ListedPort) -> str:
    return port.adapter.name if port.adapter else ""


def _hindrance(device: str, teller: Teller) -> str:
    """Why a port cannot be opened, and the remedy; nothing where nothing is known of that."""
    if os.name != "posix" or os.access(device, os.R_OK | os.W_OK):
        return ""
    return teller.text("doctor.port_refused", port=device)
