"""What is wrong with options and arguments, in the language of the command that got them."""

from __future__ import annotations

import click

from togyz_companion.messages.telling import Teller


def teller_of(ctx: click.Context | None) -> Teller:
    """What puts into words what a command has to say before its options are known."""
    language = None if ctx is None else ctx.find_root().obj
    return Teller(language or "en")


def misused(key: str, **values: object) -> str:
    """The sentence ``misuse.key`` of the catalogue, in the language of the command that runs."""
    return teller_of(click.get_current_context(silent=True)).text(f"misuse.{key}", **values)


def refused(error: Exception) -> str:
    """What an error says of an option or argument, likewise."""
    return teller_of(click.get_current_context(silent=True)).error(error)
