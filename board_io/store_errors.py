"""What may be wrong with a game's store, each told in one sentence with what to do."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from board_io.errors import BoardIoError
from board_io.refusals import Refusal
from togyz.saying import Saying, say

_PRIMARY: Final = 0xFF
"""The low byte of an extended result code is the primary one (sqlite.org/rescode.html)."""


class StoreError(BoardIoError):
    """A game's store cannot be read or written.

    Attributes:
        path: of the store.
    """

    def __init__(self, path: Path, what: Saying) -> None:
        self.path = path
        super().__init__(say(Refusal.STORE, path=path, what=what))


class StoreLockedError(StoreError):
    """Another program holds it."""


class StoreFullError(StoreError):
    """The disk is full."""


class StoreReadOnlyError(StoreError):
    """It may be read only."""


class StoreUnreachableError(StoreError):
    """The system does not let it be opened, read or written."""


class StoreVersionError(StoreError):
    """A newer program made it."""


class StoreCorruptError(StoreError):
    """It does not hold what was written."""


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Raises what SQLite and the system find wrong with the store at ``path`` as a StoreError."""
    try:
        yield
    except sqlite3.ProgrammingError:
        raise  # ours
    except sqlite3.Error as error:
        raise _store_error(path, error) from error


def primary_code(error: Exception) -> int:
    """SQLite's word for what went wrong; that of damage for what Python stumbled over by itself."""
    code: int = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
    return code & _PRIMARY


def _store_error(path: Path, error: sqlite3.Error) -> StoreError:
    match primary_code(error):
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED | sqlite3.SQLITE_PROTOCOL:
            return StoreLockedError(path, say(Refusal.HELD))
        case sqlite3.SQLITE_CONSTRAINT:
            return StoreLockedError(path, say(Refusal.WRITTEN_TOO))
        case sqlite3.SQLITE_FULL:
            return StoreFullError(path, say(Refusal.DISK_FULL))
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
            return StoreReadOnlyError(path, say(Refusal.READ_ONLY))
        case sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_IOERR:
            return StoreUnreachableError(path, say(Refusal.UNREACHABLE, cause=error))
        case _:
            return StoreCorruptError(path, say(Refusal.DAMAGED, cause=error))
