"""Commands whose help lists their own options before those that many share, and ends with examples."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import Any, Final, TypeVar

import click

from togyz_companion.messages.clicks import in_words
from togyz_companion.messages.help import help_in
from togyz_companion.messages.languages import Language

_Command = TypeVar("_Command", bound=click.Command)
_LAST: Final = ("--by", "--lang", "--json", "--help")
"""Options that many commands have."""


class ExampleCommand(click.Command):
    """A command with examples.

    Args:
        examples: lines as they are typed.
        settings: see ``click.Command``.
    """

    def __init__(self, *args: Any, examples: tuple[str, ...], **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.examples = examples

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """The command's own parameters, and those of many."""
        return sorted(super().get_params(ctx), key=_rank)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the examples, each on a line of its own however long it is."""
        with formatter.section(in_words(ctx.find_root().obj or "en", "Examples")):
            for example in self.examples:
                formatter.write(f"{'':>{formatter.current_indent}}{example}\n")


def _rank(parameter: click.Parameter) -> int:
    return max((_LAST.index(one) for one in parameter.opts if one in _LAST), default=-1)


def told_in(command: _Command, language: Language) -> _Command:
    """A copy of a command whose help speaks a language; what is not known in it stays English."""
    told = copy(command)
    told.help = help_in(language, command.help, command.name)
    told.params = [_parameter_in(one, language) for one in command.params]
    if isinstance(told, click.Group):
        told.commands = {name: told_in(one, language) for name, one in told.commands.items()}
    return told


def _parameter_in(parameter: click.Parameter, language: Language) -> click.Parameter:
    if not isinstance(parameter, click.Option):
        return parameter
    told = copy(parameter)
    told.help = help_in(language, parameter.help)
    return told


def command(name: str, *examples: str) -> Callable[[Callable[..., Any]], click.Command]:
    """As ``click.command``, with examples."""
    return click.command(name, cls=ExampleCommand, examples=examples)
