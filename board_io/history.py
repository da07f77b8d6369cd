"""A game's history while it is recorded: compared where it is told again, kept in memory where it cannot be stored."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Iterable
from itertools import count
from pathlib import Path
from typing import Final

from board_io.closable import Closable
from board_io.errors import BoardIoError, WriteError
from board_io.refusals import Refusal
from board_io.store import BrokenHistoryError, Kind, Row, Store, row_of
from board_io.store_errors import StoreCorruptError, StoreError
from board_io.store_file import BUSY_S
from togyz.saying import say, sentence_of

_BESIDE: Final = ("", "-wal", "-shm", "-journal")
"""What a store consists of: its file, and what SQLite keeps beside it while it is open."""

logger = logging.getLogger(__name__)


class HistoryDiffersError(BoardIoError):
    """A recording that was to go on does not tell again what is stored.

    Attributes:
        row_n: the first row, counted from 1 among those that count, in which they differ.
    """

    def __init__(self, path: Path, row_n: int) -> None:
        self.row_n = row_n
        super().__init__(say(Refusal.OTHER_GAME, path=path, row_n=row_n))


def counting(rows: Iterable[Row]) -> list[Row]:
    """The rows that count: a recording that was resumed takes back what its end had added, from ``end`` on."""
    kept: list[Row] = []
    ends_at: int | None = None
    for row in rows:
        if row.kind == "resumed":
            del kept[len(kept) if ends_at is None else ends_at :]
            ends_at = None
            continue
        if row.kind == "end" and ends_at is None:
            ends_at = len(kept)
        kept.append(row)
    return kept


class GrowingHistory(Closable):
    """The history of a game that is recorded. Nothing that was added is lost while the program runs.

    What cannot be stored stays in memory, which is warned of once, and is stored as soon as that can be done. A store
    that turns out damaged is set aside, and everything is stored anew.

    Args:
        path: of the store; it is made where there is none.
        resumed: the text of a row that tells of a resumption, stored before the first row that goes beyond what was
            stored; None for a new game.
        busy_s: how long another program may hold the store, s.

    Attributes:
        rows: those that count, of a game that is resumed. All but the first, which tells of the session, are to be
            told again, and are compared.

    Raises:
        StoreError: it cannot be opened; a damaged one that is resumed has been set aside, and what fits is stored anew.
    """

    def __init__(self, path: Path, *, resumed: str | None = None, busy_s: float = BUSY_S) -> None:
        self._path = path
        self._busy_s = busy_s
        self._store: Store | None = None
        self._stored = 0
        self.failure: BoardIoError | None = None
        try:
            self._store = Store(path, busy_s=busy_s)
            self._all = list(self._store.rows)
            self._stored = len(self._all)
        except StoreCorruptError as error:
            self._all = list(error.rows) if isinstance(error, BrokenHistoryError) else []
            self._set_aside(error)
        # An empty store was left by a program that was killed just then: the game is not resumed, it begins.
        self._resumption = None if resumed is None else row_of("resumed" if self._all else "session", resumed)
        self.rows = tuple(counting([*self._all, *filter(None, [self._resumption])]))
        self._ahead = deque(row for row in self.rows if row.kind != "session")
        self._is_silent = False
        self.commit()
        if self.failure is not None:
            self._close_store()
            raise self.failure

    @property
    def head(self) -> str | None:
        """Seals what is stored; None where nothing can be."""
        return None if self._store is None else self._store.head

    @property
    def is_behind(self) -> bool:
        """Whether what is told has not gone beyond what was stored before."""
        return self._is_silent or bool(self._ahead)

    @property
    def told(self) -> int:
        """So many of ``rows`` have been told again."""
        return len(self.rows) - len(self._ahead)

    @property
    def due(self) -> Row | None:
        """The next row that is to be told again."""
        return self._ahead[0] if self._ahead else None

    def add(self, kind: Kind, text: str) -> None:
        """Adds a row, which the next ``commit`` stores; one that is told again is only compared.

        Raises:
            HistoryDiffersError: it is not told as it was.
        """
        row = row_of(kind, text)
        if self._is_silent:
            return
        if not self._ahead:
            # Only what goes beyond the stored game takes its end back.
            self._all += [*filter(None, [self._resumption]), row]
            self._resumption = None
        elif kind == "end":
            self._is_silent = True  # what is stored reaches further, and stands
        elif self._ahead[0] != row:
            self.check_told()
        else:
            self._ahead.popleft()

    def check_told(self) -> None:
        """See that everything stored was told again.

        Raises:
            HistoryDiffersError: it was not.
        """
        if self._ahead:
            raise HistoryDiffersError(self._path, len(self.rows) - len(self._ahead) + 1)

    def forget(self) -> None:
        """Lets go of what was added since the last ``commit``."""
        del self._all[self._stored :]

    def commit(self) -> None:
        """Brings everything that was added to the disk, or keeps it in memory and sets ``failure``."""
        if self._stored == len(self._all):
            return
        try:
            if self._store is None:
                self._store = Store(self._path, busy_s=self._busy_s)
            self._store.append(self._all[self._stored :])
        except StoreCorruptError as error:
            self._set_aside(error)
        except StoreError as error:
            self._fail(error)
        else:
            self._stored = len(self._all)
            self.failure = None

    def close(self) -> None:
        """Store what can be stored, and close; a second call does nothing."""
        self.commit()
        self._close_store()

    def _close_store(self) -> None:
        if self._store is not None:
            self._store.close()
            self._store = None

    def _fail(self, error: BoardIoError) -> None:
        if self.failure is None:
            logger.warning(say(Refusal.IN_MEMORY, fault=sentence_of(error)))
        self.failure = error

    def _set_aside(self, error: StoreCorruptError) -> None:
        """Gives a damaged store another name; the next commit makes a new one, of all that is known."""
        self._close_store()
        self._stored = 0
        aside = next(
            one for n in count(1) if not (one := self._path.with_name(f"{self._path.name}.damaged-{n}")).exists()
        )
        try:
            for ending in _BESIDE:
                part = self._path.with_name(self._path.name + ending)
                if part.exists():
                    part.rename(aside.with_name(aside.name + ending))
        except OSError as refusal:
            self._fail(WriteError(aside, refusal))
        else:
            logger.warning(say(Refusal.SET_ASIDE, fault=sentence_of(error), name=aside.name))
