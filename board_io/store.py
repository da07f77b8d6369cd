"""game.sqlite, the truth about a game: a history that only grows, each row sealed by a hash over all before it."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Final, Literal, NamedTuple

from board_io.atomic import encoded
from board_io.claim import Claim, ClaimedError
from board_io.closable import Closable
from board_io.refusals import Refusal
from board_io.store_errors import StoreCorruptError, StoreLockedError, StoreReadOnlyError, primary_code, told
from board_io.store_file import BUSY_S, check_kind, connected, migrate, prepare, schema, set_journal
from togyz.saying import say, sentence_of

Kind = Literal["session", "observation", "event", "correction", "end", "resumed"]
_SAYS_NOTHING_OF_CONTENT: Final = frozenset(
    {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR}
)
GENESIS: Final = bytes(32)
"""The head of an empty history."""


class Row(NamedTuple):
    """One entry of a history: what it is, and its canonical JSON text."""

    kind: str
    text: str


class BrokenHistoryError(StoreCorruptError):
    """The stored history is not what was written.

    Attributes:
        rows: those before the first that does not fit; they are as they were written.
    """

    def __init__(self, path: Path, rows: Sequence[Row], what: str) -> None:
        self.rows = tuple(rows)
        super().__init__(path, say(Refusal.CHANGED, what=what, rows=len(rows)))


class History(NamedTuple):
    """A stored history whose every row fits.

    Attributes:
        head: seals all rows, 64 hexadecimal digits; who knows it can tell whether a row was changed or taken away.
    """

    rows: tuple[Row, ...]
    head: str


class Store(Closable):
    """The history of one game, open for more. While it is open others may read.

    Args:
        path: of the file; it is made where there is none.
        busy_s: how long another program may hold it, s.

    Raises:
        StoreError: of the kind that says why it cannot be opened; BrokenHistoryError where what it holds does not fit.
    """

    def __init__(self, path: Path, *, busy_s: float = BUSY_S) -> None:
        self.path = path
        with ExitStack() as undo:
            try:
                self._claim = undo.enter_context(Claim(path.parent))
            except ClaimedError as error:
                raise StoreLockedError(path, say(Refusal.WRITTEN)) from error
            if path.exists() and path.stat().st_size > 0:
                # Looked at before it is opened for writing, which changes a damaged file, too.
                read_history(path, busy_s=busy_s)
            with told(path):
                self._connection = undo.enter_context(closing(connected(path, "rwc", busy_s=busy_s)))
                prepare(self._connection, path)
            self.rows = _checked(self._connection, path)
            undo.pop_all()
        self._size = len(self.rows)
        self._head = bytes.fromhex(head_of(self.rows))

    @property
    def head(self) -> str:
        """Seals all that is stored; 64 hexadecimal digits."""
        return self._head.hex()

    def append(self, rows: Sequence[Row]) -> None:
        """Stores rows, all or none. They are on the disk when this returns.

        Raises:
            StoreError: none of them is stored.
        """
        head = self._head
        sealed = []
        for seq, row in enumerate(rows, self._size + 1):
            head = _next_head(head, row)
            sealed.append((seq, row.kind, row.text, head))
        with told(self.path), self._connection:
            self._connection.execute("BEGIN IMMEDIATE")
            self._connection.executemany("INSERT INTO history VALUES (?, ?, ?, ?)", sealed)
        self._size += len(rows)
        self._head = head

    def close(self) -> None:
        """Close the file, which then is one that needs no others beside it; a second call does nothing."""
        with suppress(sqlite3.Error):  # a reader holds it, or it is closed: then what lies beside it is needed
            set_journal(self._connection, "delete")
        self._connection.close()
        self._claim.close()


def row_of(kind: Kind, text: str) -> Row:
    """An entry as it will be read back: what is no text becomes escapes, as in every file of ours."""
    return Row(kind, encoded(text).decode())


def read_history(path: Path, *, busy_s: float = BUSY_S) -> History:
    """Reads a store without changing what it tells, and checks it.

    Raises:
        StoreError: of the kind that says why it cannot be read; BrokenHistoryError names the first row that does not
            fit.
    """
    try:
        return _read(path, "ro", busy_s)
    except StoreReadOnlyError:  # a crash left a rollback journal: only who may write can undo what stands in it
        return _read(path, "rw", busy_s)


def _read(path: Path, mode: Literal["ro", "rw"], busy_s: float) -> History:
    with told(path):
        connection = connected(path, mode, busy_s=busy_s)
    with closing(connection):
        with told(path):
            check_kind(connection, path)
        rows = _checked(connection, path)
    return History(rows, head_of(rows))


def _checked(connection: sqlite3.Connection, path: Path) -> tuple[Row, ...]:
    """All rows, of a file in which everything fits.

    Raises:
        StoreError: it cannot be read, or something does not fit.
    """
    rows: list[Row] = []
    try:
        rows.extend(_fitting(connection))
        _check_file(connection)
    except (sqlite3.DatabaseError, ValueError, MemoryError, OverflowError) as error:
        if isinstance(error, sqlite3.DatabaseError) and primary_code(error) in _SAYS_NOTHING_OF_CONTENT:
            with told(path):
                raise
        raise BrokenHistoryError(path, rows, sentence_of(error)) from error
    return tuple(rows)


def _fitting(connection: sqlite3.Connection) -> Iterator[Row]:
    """The rows, as long as each fits those before it.

    Raises:
        ValueError: one does not; it says which.
        sqlite3.Error: the file cannot be read on.
    """
    head = GENESIS
    stored = connection.execute("SELECT seq, kind, text, head FROM history ORDER BY seq")
    for n, (seq, kind, text, sealed) in enumerate(stored, 1):
        if not (isinstance(kind, bytes) and isinstance(text, bytes)):
            raise ValueError(say(Refusal.ROW_EMPTY, n=n))  # noqa: TRY004 (found in a file, not given by a caller)
        row = Row(kind.decode(), text.decode())
        head = _next_head(head, row)
        if (seq, sealed) != (n, head):
            raise ValueError(say(Refusal.ROW_UNFIT, n=n, kind=row.kind))
        yield row


def _check_file(connection: sqlite3.Connection) -> None:
    """See that the file has no faults and the tables of its version.

    Raises:
        ValueError: it has not.
        sqlite3.Error: it cannot be read.
    """
    (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if found != b"ok":
        raise ValueError(found.decode(errors="replace").replace("\n", " "))
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as model:
        model.text_factory = bytes
        migrate(model)
        if schema(connection) != schema(model):
            raise ValueError(say(Refusal.TABLES))


def head_of(rows: Iterable[Row]) -> str:
    """What seals these rows, 64 hexadecimal digits."""
    head = GENESIS
    for row in rows:
        head = _next_head(head, row)
    return head.hex()


def _next_head(head: bytes, row: Row) -> bytes:
    """SHA-256 over the head before, the kind, a zero byte (which no kind holds) and the text."""
    return hashlib.sha256(head + row.kind.encode() + b"\0" + row.text.encode()).digest()
