"""A search index over many games: a cache in SQLite that can be thrown away and is never the truth."""

from __future__ import annotations

import logging
import os
import re
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, TypeVar

from board_io.closable import Closable
from board_io.game_folder import GAME_JSON, GAME_SQLITE
from board_io.refusals import Refusal
from togyz.game import Game
from togyz.outcome import Result
from togyz.position import Position
from togyz.saying import say

_Answer = TypeVar("_Answer")
APPLICATION_ID: Final = int.from_bytes(b"togi", "big")
"""Tells an index from every other file that SQLite made."""
VERSION: Final = 2
"""Of the tables: an index of another version is made anew."""
_TABLES: Final = (
    "CREATE TABLE files (path BLOB PRIMARY KEY, mtime_ns INTEGER, size INTEGER, fault TEXT)",
    "CREATE TABLE games (id INTEGER PRIMARY KEY, path BLOB REFERENCES files ON DELETE CASCADE, nth INTEGER, "
    "white TEXT, black TEXT, event TEXT, date TEXT, result TEXT, plies INTEGER, moves TEXT, players TEXT, events TEXT)",
    "CREATE INDEX games_of_file ON games (path)",
    "CREATE TABLE positions (key INTEGER, game INTEGER REFERENCES games ON DELETE CASCADE, ply_n INTEGER, "
    "PRIMARY KEY (key, game)) WITHOUT ROWID",
    "CREATE INDEX positions_of_game ON positions (game)",
)
_BELOW: Final = "EXISTS (SELECT 1 FROM temp.asked WHERE instr(path, start) = 1)"
"""A path lies in one of the folders that are asked for, or below."""
_MOVE: Final = re.compile(r"[1-9]{2}")
_DATE_MARKS: Final = re.compile(r"[-/]")

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameQuery:
    """What is looked for; None asks for nothing.

    Attributes:
        player: a part of a player's name.
        event: a part of the event's name.
        date: how the date begins: a year, a month or a day, as 2026.11.
        result: ``*`` for games without one.
        opening: the first moves, as they are written; numbers, ``x`` and ``!`` do not matter.
        position: one that came up.
    """

    player: str | None = None
    event: str | None = None
    date: str | None = None
    result: Result | str | None = None
    opening: str | None = None
    position: Position | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundGame:
    """A game that was looked for.

    Attributes:
        path: of the file that holds it; nth: which of the games in it, from 1.
        result: ``*`` where there is none.
        ply_n: after so many plies the position came up; None where none was asked for.
    """

    path: Path
    nth: int
    white: str
    black: str
    event: str
    date: str
    result: str
    plies: int
    ply_n: int | None


class GameIndex(Closable):
    """The index in one file; where that cannot be used, or no longer, in memory.

    Args:
        path: of the file, made where there is none; one that is no index is left alone. None: in memory.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._refreshed: Callable[[], None] = lambda: None
        try:
            if path is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = _opened(path)
        except (OSError, sqlite3.Error) as error:
            self._forget(error)

    def refresh(self, folders: Sequence[Path], read: Callable[[Path], Sequence[Game]]) -> None:
        """Reads what is new or has changed in the folders and below, and forgets what is there no more.

        Args:
            folders: where games lie.
            read: the games in one file; what it raises is kept as the file's fault.
        """
        self._refreshed = partial(self._refresh, folders, read)
        self._steadily(self._refreshed)

    def _refresh(self, folders: Sequence[Path], read: Callable[[Path], Sequence[Game]]) -> None:
        rows = self._rows(f"SELECT path, mtime_ns, size FROM files WHERE {_BELOW}", folders)  # noqa: S608
        known = {path: stamp for path, *stamp in rows}
        now = {os.fsencode(one.absolute()): _stamp(one) for folder in folders for one in game_files(folder)}
        with self._connection:
            self._connection.execute("BEGIN")
            for path in known.keys() - now.keys():
                self._connection.execute("DELETE FROM files WHERE path = ?", (path,))
            for path, stamp in now.items():
                if known.get(path) != stamp:
                    self._read_anew(path, stamp, read)

    def find(self, query: GameQuery, folders: Sequence[Path]) -> list[FoundGame]:
        """The games in the folders and below, by date, then by path."""
        conditions, asked = _conditions(query)
        at, joined = ("NULL", "") if query.position is None else ("ply_n", "JOIN positions ON game = id")
        found = self._steadily(
            lambda: self._rows(
                f"SELECT path, nth, white, black, event, date, result, plies, {at} FROM games {joined} "  # noqa: S608
                f"WHERE {' AND '.join([_BELOW, *conditions])} ORDER BY date, path, nth",
                folders,
                asked,
            )
        )
        names = ("nth", "white", "black", "event", "date", "result", "plies", "ply_n")
        return [FoundGame(path=Path(os.fsdecode(path)), **dict(zip(names, row, strict=True))) for path, *row in found]

    def faults(self, folders: Sequence[Path]) -> list[tuple[Path, str]]:
        """The files in the folders and below that could not be read, and why."""
        asked = f"SELECT path, fault FROM files WHERE {_BELOW} AND fault IS NOT NULL ORDER BY path"  # noqa: S608
        return [(Path(os.fsdecode(path)), fault) for path, fault in self._steadily(lambda: self._rows(asked, folders))]

    def close(self) -> None:
        """Close the file; a second call does nothing."""
        self._connection.close()

    def _steadily(self, ask: Callable[[], _Answer]) -> _Answer:
        """Asks the index; one that turns out damaged or held is done without, and all is read anew."""
        try:
            return ask()
        except sqlite3.Error as error:
            self._connection.close()
            self._forget(error)
            if ask is not self._refreshed:
                self._refreshed()
            return ask()

    def _forget(self, error: Exception) -> None:
        logger.warning(say(Refusal.INDEX, path=self._path, fault=error))
        self._connection = _opened(None)

    def _rows(self, sql: str, folders: Sequence[Path], asked: Sequence[object] = ()) -> list[Any]:
        """What is said of files in the folders and below; ``_BELOW`` in the SQL stands for that."""
        starts = [(os.fsencode(folder.absolute()).rstrip(os.sep.encode()) + os.sep.encode(),) for folder in folders]
        self._connection.execute("CREATE TEMP TABLE IF NOT EXISTS asked (start BLOB)")
        self._connection.execute("DELETE FROM asked")
        self._connection.executemany("INSERT INTO asked VALUES (?)", starts)
        return self._connection.execute(sql, asked).fetchall()

    def _read_anew(self, path: bytes, stamp: list[int], read: Callable[[Path], Sequence[Game]]) -> None:
        self._connection.execute("DELETE FROM files WHERE path = ?", (path,))
        try:
            games, fault = read(Path(os.fsdecode(path))), None
        except (ValueError, OSError, RuntimeError) as error:
            games, fault = (), _plain(error)
        self._connection.execute("INSERT INTO files VALUES (?, ?, ?, ?)", (path, *stamp, fault))
        for nth, game in enumerate(games, 1):
            self._add(path, nth, game)

    def _add(self, path: bytes, nth: int, game: Game) -> None:
        white, black, event = (_plain(game.headers.get(name) or "") for name in ("White", "Black", "Event"))
        moves = "".join(f"{ply.move[:2]} " for ply in game.plies)
        players, events = f"{white}\n{black}".casefold(), event.casefold()
        row = (path, nth, white, black, event, _date(game), game.result or "*", len(game.plies), moves, players, events)
        added = self._connection.execute(f"INSERT INTO games VALUES (NULL{', ?' * len(row)})", row)  # noqa: S608
        positions = {_key(position): n for n, position in reversed(list(enumerate(game.positions)))}
        keys = [(key, added.lastrowid, ply_n) for key, ply_n in positions.items()]
        self._connection.executemany("INSERT INTO positions VALUES (?, ?, ?)", keys)


def _opened(path: Path | None) -> sqlite3.Connection:
    """A connection to an index with the tables of this version; None: in memory.

    Raises:
        OSError, sqlite3.Error: there is none, or it is no index of ours, which nobody must overwrite.
    """
    connection = sqlite3.connect(":memory:" if path is None else path, isolation_level=None)
    try:
        connection.execute("PRAGMA foreign_keys=ON")
        connection.execute("PRAGMA synchronous=OFF")
        is_new = not connection.execute("SELECT 1 FROM sqlite_master").fetchone()
        (kind,), (version,) = (
            connection.execute(f"PRAGMA {name}").fetchone() for name in ("application_id", "user_version")
        )
        if not is_new and kind != APPLICATION_ID:
            raise sqlite3.DatabaseError("it is no index of games")
        if is_new or version != VERSION:
            _make_tables(connection)
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _make_tables(connection: sqlite3.Connection) -> None:
    """Makes the tables; those of another version go."""
    for table in ("positions", "games", "files"):
        connection.execute(f"DROP TABLE IF EXISTS {table}")
    for statement in (*_TABLES, f"PRAGMA application_id={APPLICATION_ID}", f"PRAGMA user_version={VERSION}"):
        connection.execute(statement)


def _plain(value: object) -> str:
    """A text that SQLite takes: half a character becomes an escape."""
    return str(value).encode(errors="backslashreplace").decode()


def _conditions(query: GameQuery) -> tuple[list[str], list[object]]:
    """What a query asks of a row, and the values that belong to it."""
    asked: list[tuple[str, object]] = []
    if query.player is not None:
        asked.append(("instr(players, ?)", _plain(query.player).casefold()))
    if query.event is not None:
        asked.append(("instr(events, ?)", _plain(query.event).casefold()))
    if query.date is not None:
        asked.append(("instr(date, ?) = 1", _DATE_MARKS.sub(".", query.date)))
    if query.result is not None:
        asked.append(("result = ?", query.result))
    if query.opening is not None:
        asked.append(("instr(moves, ?) = 1", "".join(f"{move} " for move in _MOVE.findall(query.opening))))
    if query.position is not None:
        asked.append(("key = ?", _key(query.position)))
    return [condition for condition, _ in asked], [value for _, value in asked]


def _date(game: Game) -> str:
    """The date of a game: what was said of it, else when a camera's recording was opened; empty where nobody knows."""
    said = _plain(game.headers.get("Date") or game.headers.get("opened_at") or "")
    return _DATE_MARKS.sub(".", said)[:10]


def _key(position: Position) -> int:
    """64 bits that stand for a position."""
    return int.from_bytes(blake2b(str(position).encode(), digest_size=8).digest(), "big", signed=True)


def _stamp(path: Path) -> list[int]:
    """What tells whether a file has changed; a store that is open has its newest part in a file of its own."""
    stamps = []
    for one in (path, path.with_name(f"{path.name}-wal")):
        with suppress(OSError):
            stat = one.stat()
            stamps.append((stat.st_mtime_ns, stat.st_size))
    return [max((mtime_ns for mtime_ns, _ in stamps), default=0), sum(size for _, size in stamps)]


def game_files(folder: Path) -> Iterator[Path]:
    """The games in a folder and below it: stores, game.json where there is no store, TGK and PGN texts elsewhere."""
    for path in sorted(folder.rglob("*")):
        is_text = path.name == GAME_JSON or path.suffix in (".tgk", ".pgn")
        if not (is_text or path.name == GAME_SQLITE) or not os.path.isfile(path):  # noqa: PTH113 (False where it may not be asked)
            continue
        if path.name == GAME_SQLITE or not os.path.isfile(path.with_name(GAME_SQLITE)):  # noqa: PTH113
            yield path
