"""What is logged for people, in the language of the command line."""

from __future__ import annotations

import logging
from copy import copy

from togyz.saying import Saying
from togyz_companion.messages.languages import Language


class ToldFormatter(logging.Formatter):
    """Puts what knows what it says into a language; all else stays as it is."""

    def __init__(self, layout: str, language: Language) -> None:
        super().__init__(layout)
        self._language = language

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        if not isinstance(record.msg, Saying):
            return super().format(record)
        # A command that goes well need not have loaded them.
        from togyz_companion.cli.hints import warned_with_options
        from togyz_companion.messages.telling import Teller

        told = copy(record)
        told.msg = warned_with_options(record.msg, Teller(self._language))
        return super().format(told)


def log_to_stderr(language: Language, *, debug: bool) -> None:
    """Logs to stderr: warnings, or everything with tracebacks."""
    handler = logging.StreamHandler()
    handler.setFormatter(
        ToldFormatter("%(levelname)s %(name)s: %(message)s" if debug else "%(levelname)s: %(message)s", language)
    )
    logging.basicConfig(level=logging.DEBUG if debug else logging.WARNING, handlers=[handler])
