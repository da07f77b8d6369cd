"""The base of everything that devices and files raise."""

from __future__ import annotations

from board_io.refusals import Refusal
from togyz.saying import say


class BoardIoError(Exception):
    """Base of all errors of this package. The message is one sentence for a person, with what to do."""


class WriteError(BoardIoError):
    """A file or folder could not be written (disk full, read-only, ...).

    Attributes:
        path: what was to be written.
        why: the system's reason.
    """

    def __init__(self, path: object, cause: OSError) -> None:
        self.path = str(path)
        self.why = cause.strerror or str(cause)
        super().__init__(say(Refusal.UNWRITABLE, path=self.path, cause=self.why))
