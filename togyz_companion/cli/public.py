"""``togyz serve``: the pages of a feed's folder for everybody; and the option that says where."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Final

import click

from togyz_companion.cli.helping import command
from togyz_companion.cli.misuse import misused
from togyz_companion.cli.options import lang_option
from togyz_companion.cli.stopping import stopped_by_signal
from togyz_companion.messages.telling import Teller
from togyz_companion.web.server import Address, public_pages


def _address(ctx: click.Context, param: click.Parameter, value: str | None) -> Address | None:
    """HOST:PORT, also [HOST]:PORT; a port alone is one of this machine's own.

    Raises:
        click.BadParameter: it is neither.
    """
    if value is None:
        return None
    host, _, port = value.rpartition(":")
    if not port.isascii() or not port.isdigit() or len(port) > 5 or int(port) > 65535:
        raise click.BadParameter(misused("no_address", value=value), ctx, param)
    return Address(host.removeprefix("[").removesuffix("]") or Address().host, int(port))


address_option: Final = partial(click.option, metavar="HOST:PORT", callback=_address)
public_option: Final = partial(address_option, "--public")


@command("serve", "togyz serve feed --public 0.0.0.0:8080")
@click.argument("folder", metavar="FEED", type=click.Path(exists=True, file_okay=False, path_type=Path))
@public_option(
    default="127.0.0.1:8163",
    show_default=True,
    help="Where; 0.0.0.0:8080 for all who can reach this machine.",
)
@lang_option
def serve_command(*, folder: Path, public: Address, teller: Teller) -> None:
    """Show the boards of FEED, a folder that record or live fills by --feed: a list, each board, overlays, the files.

    Nobody can change anything there. Ctrl-C ends.
    """
    with stopped_by_signal() as stop, public_pages(folder, public) as url:
        click.echo(teller.text("live.boards", url=url), err=True)
        stop.wait()
