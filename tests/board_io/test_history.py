"""The history of a running game: what counts, and what becomes of a store that turns out damaged."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from board_io.history import GrowingHistory, counting
from board_io.store import Row, Store, read_history
from board_io.store_errors import StoreError, StoreLockedError


def rows(text: str) -> list[Row]:
    """One row for each letter: o(bservation), e(vent), | (end), r(esumed)."""
    kinds = {"o": "observation", "e": "event", "|": "end", "r": "resumed"}
    return [Row(kinds[letter], str(n)) for n, letter in enumerate(text)]


@pytest.mark.parametrize(
    ("stored", "counts"),
    [
        ("", []),
        ("ooe", [0, 1, 2]),
        ("oe|ee", [0, 1, 2, 3, 4]),
        ("oe|eer", [0, 1]),
        ("oe|eeroe", [0, 1, 6, 7]),
        ("oe|eeroe|er", [0, 1, 6, 7]),
        ("oerroe", [0, 1, 4, 5]),
        ("o|e|er", [0]),
    ],
)
def test_a_resumption_takes_back_what_the_end_added(stored: str, counts: list[int]) -> None:
    assert [int(row.text) for row in counting(rows(stored))] == counts


def add(history: GrowingHistory, *texts: str) -> None:
    for text in texts:
        history.add("event", text)
    history.commit()


def texts(path: Path) -> list[str]:
    return [row.text for row in read_history(path).rows if row.kind == "event"]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A store with ten events, closed."""
    path = tmp_path / "game.sqlite"
    with GrowingHistory(path) as history:
        add(history, *(f"event {n} {'x' * 1000}" for n in range(10)))
    return path


def test_a_damaged_store_is_set_aside_and_what_fits_goes_on(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    good = texts(path)
    damaged = path.read_bytes().replace(b"event 7", b"event 8")
    path.write_bytes(damaged)
    with GrowingHistory(path, resumed="{}") as history:
        assert [row.text for row in history.rows] == good[:7]
        add(history, *good[:7], "on")
    assert texts(path) == [*good[:7], "on"]
    assert path.with_name("game.sqlite.damaged-1").read_bytes() == damaged
    (record,) = caplog.records
    assert "row 8 ('event') does not fit" in record.getMessage()
    assert "kept as game.sqlite.damaged-1" in record.getMessage()


def test_no_damaged_store_takes_the_place_of_another(path: Path) -> None:
    for n in (1, 2, 3):
        path.write_bytes(b"no store %d" % n)
        with GrowingHistory(path, resumed="{}") as history:
            history.add("event", "{}")
        assert path.with_name(f"game.sqlite.damaged-{n}").read_bytes() == b"no store %d" % n
    assert len(list(path.parent.iterdir())) == 4


def test_a_store_that_is_damaged_while_it_is_open_is_written_anew(path: Path) -> None:
    good = texts(path)
    with GrowingHistory(path, resumed="{}") as history:
        add(history, *good, "before")
        with closing(sqlite3.connect(path)) as other, other:
            other.execute("DROP TABLE history")
        add(history, "lost?")
        add(history, "after")
    assert texts(path) == [*good, "before", "lost?", "after"]
    assert path.with_name("game.sqlite.damaged-1").exists()


def test_a_store_that_another_program_holds_is_written_when_it_lets_go(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    good = texts(path)
    with GrowingHistory(path, resumed="{}", busy_s=0.01) as history:
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            add(history, *good, "one")
            add(history, "two")
            assert isinstance(history.failure, StoreLockedError)
        add(history, "three")
        assert history.failure is None
    assert texts(path) == [*good, "one", "two", "three"]
    assert caplog.text.count("is held by another program") == 1


def test_a_game_that_another_program_holds_is_not_resumed(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreError, match="end that one first"):
            GrowingHistory(path, resumed="{}", busy_s=0.01)


def test_a_game_whose_store_was_left_empty_begins(tmp_path: Path) -> None:
    """A program that is killed between making a store and writing its first row leaves one."""
    path = tmp_path / "game.sqlite"
    with Store(path):
        pass
    with GrowingHistory(path, resumed="{}") as history:
        history.add("event", "one")
    with GrowingHistory(path, resumed="{}") as again:
        again.add("event", "one")
    assert [(row.kind, row.text) for row in read_history(path).rows] == [("session", "{}"), ("event", "one")]
