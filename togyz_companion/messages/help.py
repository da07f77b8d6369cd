"""What ``--help`` tells of commands and options, in the reader's language."""

from __future__ import annotations

from typing import Final

from togyz_companion.messages.help_commands import COMMANDS
from togyz_companion.messages.help_options import OPTIONS
from togyz_companion.messages.languages import Language, text_in

_TEXTS: Final = {key: (*texts, key) for key, texts in {**COMMANDS, **OPTIONS}.items()}


def help_in(language: Language, english: str | None, key: str | None = None) -> str | None:
    """What the help says, in a language; what is not known stays English.

    Args:
        language: to be spoken.
        english: what it says.
        key: a command's name; None: it is an option's.

    >>> help_in("ru", "Where the game's folder is made."), help_in("en", "Try a score display.", "display")
    ('Где создать папку партии.', 'Try a score display.')
    """
    name = key or english
    return english if language == "en" or name not in _TEXTS else text_in(language, _TEXTS, str(name))
