"""A game's SQLite file: how it is opened, its tables and their versions, and its journal."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Final, Literal

from board_io.refusals import Refusal
from board_io.store_errors import StoreCorruptError, StoreVersionError, primary_code
from togyz.saying import say

APPLICATION_ID: Final = int.from_bytes(b"togz", "big")
"""Tells our files from others that SQLite made."""
BUSY_S: Final = 1.0
"""How long another program may hold the file: longer, and a camera's frames would be missed."""
MIGRATIONS: Final = (
    (
        "CREATE TABLE history (seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, text TEXT NOT NULL, head BLOB NOT NULL)",
        "CREATE TRIGGER history_is_not_changed BEFORE UPDATE ON history "
        "BEGIN SELECT RAISE(ABORT, 'history only grows'); END",
        "CREATE TRIGGER history_is_not_removed BEFORE DELETE ON history "
        "BEGIN SELECT RAISE(ABORT, 'history only grows'); END",
    ),
)
"""The statements that lead from each version of the tables to the next; ``user_version`` tells the file's version."""
NETWORKED: Final = frozenset({"9p", "afs", "cifs", "fuse.sshfs", "nfs", "nfs4", "smb3", "smbfs"})
"""File systems that other machines write to, too: a write-ahead log must not lie there (sqlite.org/wal.html)."""
MOUNTS: Final = Path("/proc/self/mounts")


def connected(path: Path, mode: Literal["ro", "rw", "rwc"], *, busy_s: float = BUSY_S) -> sqlite3.Connection:
    """A connection that commits only where it is told to, and gives texts as bytes: damaged ones are none.

    Raises:
        sqlite3.Error: there is none.
    """
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}", uri=True, timeout=busy_s, isolation_level=None
    )
    connection.text_factory = bytes
    return connection


def prepare(connection: sqlite3.Connection, path: Path) -> None:
    """Makes a file fit for writing: tables of the newest version, every commit on the disk when it returns.

    Raises:
        StoreCorruptError: it is another program's file.
        StoreVersionError: a newer program made it.
        sqlite3.Error: it cannot be read or written.
    """
    if _number(connection, "schema_version") == 0 and _number(connection, "application_id") == 0:
        connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
    check_kind(connection, path)
    choose_journal(connection, networked=is_networked(path))
    connection.execute("PRAGMA synchronous=FULL")
    migrate(connection)


def check_kind(connection: sqlite3.Connection, path: Path) -> None:
    """See that a file is a store that this program knows.

    Raises:
        StoreCorruptError: it is another program's file.
        StoreVersionError: a newer program made it.
        sqlite3.Error: it cannot be read.
    """
    if _number(connection, "application_id") != APPLICATION_ID:
        raise StoreCorruptError(path, say(Refusal.NO_STORE))
    version = _number(connection, "user_version")
    if version > len(MIGRATIONS):
        raise StoreVersionError(path, say(Refusal.NEWER, version=version, known=len(MIGRATIONS)))


def migrate(connection: sqlite3.Connection, migrations: Sequence[Sequence[str]] = MIGRATIONS) -> None:
    """Carries out the migrations that a file has not seen, each whole or not at all.

    Raises:
        sqlite3.Error: one cannot be carried out.
    """
    done = _number(connection, "user_version")
    for version, statements in enumerate(migrations[done:], done + 1):
        with connection:
            connection.execute("BEGIN IMMEDIATE")
            for statement in statements:
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version={version}")


def choose_journal(connection: sqlite3.Connection, *, networked: bool) -> str:
    """A write-ahead log, or a rollback journal where the file system has no shared memory or other machines on it.

    Raises:
        sqlite3.Error: neither can be had.
    """
    if not networked:
        try:
            return set_journal(connection, "wal")
        except sqlite3.OperationalError as error:
            if primary_code(error) not in {sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN}:
                raise
    return set_journal(connection, "delete")


def set_journal(connection: sqlite3.Connection, mode: Literal["wal", "delete"]) -> str:
    """Asks for a journal and returns the name of the one that is used from then on.

    Raises:
        sqlite3.Error: it cannot be changed now.
    """
    name: bytes = connection.execute(f"PRAGMA journal_mode={mode}").fetchone()[0]
    return name.decode()


def schema(connection: sqlite3.Connection) -> list[tuple[object, ...]]:
    """What the file says of its tables and triggers.

    Raises:
        sqlite3.Error: it cannot be read.
    """
    return connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name").fetchall()


def is_networked(path: Path) -> bool:
    """Whether a file lies on another machine. Only Linux tells it in a file; elsewhere it is taken to be here."""
    try:
        mounts = MOUNTS.read_text(encoding="utf-8", errors="surrogateescape")
    except OSError:
        return False
    return kind_of_mount(path.absolute(), mounts) in NETWORKED


def kind_of_mount(path: Path, mounts: str) -> str | None:
    """The kind of file system on which a path lies, by a table like /proc/self/mounts."""
    kinds = {}
    for line in mounts.splitlines():
        _, point, kind, *_ = line.split(" ")
        kinds[point.replace("\\040", " ")] = kind  # how the table writes a space
    return next((kinds[str(one)] for one in (path, *path.parents) if str(one) in kinds), None)


def _number(connection: sqlite3.Connection, pragma: str) -> int:
    number: int = connection.execute(f"PRAGMA {pragma}").fetchone()[0]
    return number
