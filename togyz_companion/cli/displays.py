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
from board_io.display.identity import ListedPort, listed_ports
from board_io.display.url import EXAMPLES, KINDS, open_display
from togyz.board import Side
from togyz_companion.printable import printable

NAMES: Final = ("Әлия", "Bolat")
TEST_FRAMES: Final = {
    "white 0, black 0, white to move": DisplayFrame((0, 0), Side.WHITE, NAMES),
    "white 10, black 0, black to move": DisplayFrame((10, 0), Side.BLACK, NAMES),
    "white 38, black 47, white to move": DisplayFrame((38, 47), Side.WHITE, NAMES),
    "white 82, black 69, over": DisplayFrame((82, 69), None, NAMES, "1-0", "over"),
    "white 112, black 50, the program is not sure": DisplayFrame((112, 50), Side.BLACK, NAMES, status="desync"),
}
"""What to say of each, and what is shown; a kazan above 99 is too long for some displays."""


@click.command("displays")
def displays_command() -> None:
    """List the serial ports of this machine, and the kinds of displays that a --display option may name."""
    console = Console()
    ports = listed_ports()
    if ports:
        table = Table("port", "what it is", "by its adapter", "", box=SIMPLE)
        for port in ports:
            cells = (port.device, port.description, _place(port), _hindrance(port.device))
            table.add_row(*(Text(printable(cell)) for cell in cells))
        console.print(table)
    else:
        console.print("No serial port is plugged in.")
    kinds = Table("display", "what it is, and its options", box=SIMPLE)
    for kind, what in KINDS.items():
        kinds.add_row(f"{kind}:", what)
    console.print(kinds)
    console.print(f"Addresses are such as {EXAMPLES}", highlight=False)


@click.group("display")
def display_command() -> None:
    """Try a score display."""


@display_command.command("test")
@click.argument("url")
@click.option("--seconds", type=click.FloatRange(0, 60), default=2.0, show_default=True, help="How long each stands.")
def test_command(*, url: str, seconds: float) -> None:
    """Show some scores on the display at URL, and tell what is to be seen."""
    wait = Flag().wait
    with closing(open_display(url, on_text=partial(click.echo, err=True))) as display:
        display.settle(wait)
        for words, frame in TEST_FRAMES.items():
            click.echo(words)
            display.show(frame)
            wait(seconds)
    if display.answers:
        click.echo("The display confirmed all of them.")
    else:
        click.echo("This display cannot answer: only you can see whether it showed them (else see docs/displays.md).")


def _place(port: ListedPort) -> str:
    return port.adapter.place if port.adapter else ""


def _hindrance(device: str) -> str:
    """Why a port cannot be opened, and the remedy; nothing where nothing is known of that."""
    if os.name != "posix" or os.access(device, os.R_OK | os.W_OK):
        return ""
    return "you may not open it: sudo usermod -aG dialout $USER, then log in again"
