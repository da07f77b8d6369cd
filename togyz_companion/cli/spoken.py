"""The language in which the command line speaks, click's own sentences included."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from types import ModuleType
from typing import Final

import click
from click import core, decorators, exceptions, formatting, parser, types

from togyz_companion.messages.clicks import in_words
from togyz_companion.messages.languages import LANGUAGES, Language, language_of

_SPEAKERS: Final[tuple[ModuleType, ...]] = (core, decorators, exceptions, formatting, parser, types)
"""click's modules that call gettext by the names ``_`` and ``ngettext``. Its catalogues would have to be compiled files
in folders by the environment's language; the words of ours are Python."""


def language_asked(arguments: Sequence[str] | None) -> Language:
    """The language of the last ``--lang``, wherever it stands, so that even what is not understood is refused in it.

    Args:
        arguments: of the command; None: those of the process.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    words = [
        word if before == "--lang" else word.removeprefix("--lang=")
        for before, word in pairwise(["", *given])
        if before == "--lang" or word.startswith("--lang=")
    ]
    asked = (language for word in reversed(words) for language in LANGUAGES if language == word)
    return next(asked, language_of(os.environ))


@contextmanager
def spoken(language: Language) -> Iterator[None]:
    """While it is open click says in this language what it says by itself."""

    def one(message: str) -> str:
        return in_words(language, message)

    def one_or_more(single: str, several: str, number: int) -> str:
        return in_words(language, single if number == 1 else several)

    ours = {"_": one, "ngettext": one_or_more}
    theirs = [(vars(module), name) for module in _SPEAKERS for name in ours if name in vars(module)]
    before = [names[name] for names, name in theirs]
    for names, name in theirs:
        names[name] = ours[name]
    try:
        yield
    finally:
        for (names, name), function in zip(theirs, before, strict=True):
            names[name] = function


def complain(what: str, language: Language) -> None:
    """Tells on stderr what went wrong, in that language, as click does."""
    click.echo(in_words(language, "Error: {message}").format(message=what), err=True)
