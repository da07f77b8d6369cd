"""The store: what was written is there, whole, and whatever was changed since is found."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from board_io.store import BrokenHistoryError, History, Row, Store, read_history, row_of
from board_io.store_errors import (
    StoreCorruptError,
    StoreError,
    StoreFullError,
    StoreLockedError,
    StoreReadOnlyError,
    StoreUnreachableError,
    StoreVersionError,
)
from board_io.store_file import choose_journal, connected, is_networked, kind_of_mount, migrate
from tests.fakes import full_disk

ROWS = [
    row
    for n in range(8)
    for row in (
        row_of("observation", f'{{"spell":{n},"log_lik":"{n * 7}{"-12," * 300}"}}'),
        row_of("event", f'{{"n":{n}}}'),
    )
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A store with ROWS, closed."""
    path = tmp_path / "game.sqlite"
    with Store(path) as store:
        store.append(ROWS)
    return path


def changed(path: Path, *statements: str) -> None:
    """Let somebody change the file."""
    with closing(sqlite3.connect(path)) as other, other:
        for statement in statements:
            other.execute(statement)


def test_what_was_written_is_read_back_by_who_may_only_read(path: Path) -> None:
    rows, head = read_history(path)
    assert list(rows) == ROWS
    with Store(path) as store:
        assert (list(store.rows), store.head) == (ROWS, head)
    assert [one.name for one in path.parent.iterdir()] == ["game.sqlite"]


def test_a_store_that_is_open_can_be_read(path: Path) -> None:
    with Store(path) as store:
        store.append([row_of("event", "{}")])
        assert read_history(path) == History((*ROWS, Row("event", "{}")), store.head)


def test_what_a_crash_left_half_written_is_undone_by_who_reads(path: Path, tmp_path: Path) -> None:
    """A copy of the files in mid-write, with nobody to hold them, is what a crash leaves."""
    copy = tmp_path / "crashed" / "game.sqlite"
    copy.parent.mkdir()
    with closing(sqlite3.connect(path, isolation_level=None)) as crashing:
        crashing.execute("PRAGMA cache_size=1")
        crashing.execute("BEGIN IMMEDIATE")
        crashing.executemany(
            "INSERT INTO history VALUES (?, ?, ?, ?)", [(99 + n, "x", "y" * 9000, b"") for n in range(9)]
        )
        for one in path.parent.glob("game.sqlite*"):
            shutil.copy(one, copy.parent)
        crashing.execute("ROLLBACK")
    assert copy.with_name("game.sqlite-journal").stat().st_size > 0
    assert copy.read_bytes() != path.read_bytes()
    with closing(connected(copy, "ro")) as reader, pytest.raises(sqlite3.OperationalError, match="readonly"):
        reader.execute("SELECT * FROM history").fetchall()
    assert list(read_history(copy).rows) == ROWS
    assert not copy.with_name("game.sqlite-journal").exists()


def test_the_head_tells_every_history_from_every_other(path: Path, tmp_path: Path) -> None:
    others = [ROWS[:-1], [*ROWS[:-1], Row("correction", ROWS[-1].text)], [ROWS[1], ROWS[0], *ROWS[2:]]]
    heads = [read_history(path).head]
    for n, rows in enumerate([ROWS, *others]):
        with Store(tmp_path / f"{n}.sqlite") as store:
            for row in rows:
                store.append([row])
            heads.append(store.head)
    assert heads[0] == heads[1]
    assert len(set(heads[1:])) == 4


def test_half_a_character_is_stored_as_an_escape(path: Path) -> None:
    with Store(path) as store:
        store.append([row_of("event", '"\udcff"')])
    assert read_history(path).rows[-1].text == '"\\udcff"'


@pytest.mark.parametrize(
    "statement", ["UPDATE history SET text = '{}' WHERE seq = 3", "DELETE FROM history WHERE seq = 16"]
)
def test_the_history_only_grows(path: Path, statement: str) -> None:
    with pytest.raises(sqlite3.IntegrityError, match="only grows"):
        changed(path, statement)
    assert list(read_history(path).rows) == ROWS


@pytest.mark.parametrize(
    ("statement", "what", "fits"),
    [
        ("UPDATE history SET text = '{}' WHERE seq = 3", "row 3 .* does not fit", 2),
        ("UPDATE history SET kind = 'correction' WHERE seq = 4", "row 4 .* does not fit", 3),
        ("SELECT 1", "triggers", 16),
        ("UPDATE history SET text = x'00' WHERE seq = 16", "row 16 .* does not fit", 15),
        ("UPDATE history SET head = 5 WHERE seq = 1", "row 1 .* does not fit", 0),
        ("DELETE FROM history WHERE seq = 7", "row 7 .* does not fit", 6),
        ("INSERT INTO history VALUES (17, 'event', '{}', x'00')", "row 17 .* does not fit", 16),
        ("CREATE TABLE more (n)", "triggers", 16),
    ],
)
def test_who_takes_the_guards_away_and_changes_something_is_found_out(
    path: Path, statement: str, what: str, fits: int
) -> None:
    changed(path, "DROP TRIGGER history_is_not_changed", "DROP TRIGGER history_is_not_removed", statement)
    with pytest.raises(BrokenHistoryError, match=what) as caught:
        read_history(path)
    assert list(caught.value.rows) == ROWS[:fits]


def test_one_changed_byte_is_found_wherever_something_is_stored(path: Path) -> None:
    """Gaps in pages and counters in the file's header hold nothing of the history; there a change is none."""
    good, history = path.read_bytes(), read_history(path)
    rng = random.Random(8)
    told: Counter[str] = Counter()
    texts = [good.index(b"-12,"), good.rindex(b"-12,"), good.index(b'{"n":3}')]
    for at in [*texts, *rng.sample(range(len(good)), 400)]:
        path.write_bytes(good[:at] + bytes([good[at] ^ 1 << rng.randrange(8)]) + good[at + 1 :])
        try:
            found = read_history(path)
        except StoreError as error:
            told[type(error).__name__] += 1
            continue
        assert found == history
        assert at not in texts
    assert told["BrokenHistoryError"] > 200


@pytest.mark.parametrize("share", [0.0, 0.01, 0.3, 0.5, 0.99])
def test_a_file_that_was_cut_is_told_in_one_sentence(path: Path, share: float) -> None:
    path.write_bytes(path.read_bytes()[: int(share * path.stat().st_size)])
    cut = path.read_bytes()
    with pytest.raises(StoreCorruptError, match="go back to a copy") as caught:
        read_history(path)
    assert "\n" not in str(caught.value)
    if cut:
        with pytest.raises(StoreCorruptError):
            Store(path)
        assert path.read_bytes() == cut


def test_a_file_that_is_no_store_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "game.sqlite"
    changed(path, "CREATE TABLE addresses (name)")
    before = path.read_bytes()
    for use in (Store, read_history):
        with pytest.raises(StoreCorruptError, match="is no store of a game"):
            use(path)
    assert path.read_bytes() == before


def test_a_file_of_a_newer_program_is_refused(path: Path) -> None:
    changed(path, "PRAGMA user_version = 2")
    for use in (Store, read_history):
        with pytest.raises(StoreVersionError, match="version 2"):
            use(path)


def test_there_is_nothing_to_read_where_there_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(StoreUnreachableError, match="cannot be opened"):
        read_history(tmp_path / "game.sqlite")
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_another_program_holds_is_told_and_written_later(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as other, Store(path, busy_s=0.01) as store:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreLockedError, match="end that one first"):
            store.append([row_of("event", "{}")])
        other.execute("COMMIT")
        store.append([row_of("event", "{}")])
    assert len(read_history(path).rows) == len(ROWS) + 1


def test_two_programs_cannot_write_one_history(path: Path) -> None:
    with Store(path) as one:
        with pytest.raises(StoreLockedError, match="written by another program: end that one first"):
            Store(path)
        one.append([row_of("event", "1")])
    with Store(path) as other:
        other.append([row_of("event", "2")])
    assert [row.text for row in read_history(path).rows[len(ROWS) :]] == ["1", "2"]


def test_where_nobody_can_be_kept_out_the_second_writer_is_noticed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "win32")
    with Store(path) as one, Store(path) as other:
        one.append([row_of("event", "1")])
        with pytest.raises(StoreLockedError, match="written by another program, too"):
            other.append([row_of("event", "2")])
    assert [row.text for row in read_history(path).rows[len(ROWS) :]] == ["1"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such locks")
def test_a_store_that_cannot_be_opened_keeps_nobody_out(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(b"no store of a game at all" * 100)
    with pytest.raises(StoreError):
        Store(path)
    path.write_bytes(content)
    Store(path).close()


def test_rows_that_do_not_fit_on_the_disk_leave_no_trace(path: Path) -> None:
    with Store(path) as store:
        head = store.head
        with full_disk(40_000), pytest.raises(StoreError):
            store.append([row_of("event", "x" * 100_000)])
        assert store.head == head
        store.append([row_of("event", "small")])
    assert [row.text for row in read_history(path).rows[len(ROWS) :]] == ["small"]


@pytest.fixture
def mount(tmp_path: Path) -> Iterator[Path]:
    """A file system of 200 kB of its own."""
    folder = tmp_path / "mounted"
    folder.mkdir()
    if shutil.which("mount") is None or os.geteuid() != 0:
        pytest.skip("only root may mount a file system")
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=200k", "tmpfs", str(folder)], check=False)
    if made.returncode != 0:
        pytest.skip("this machine mounts no file systems")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def test_a_disk_that_is_full_is_told_and_written_to_once_it_is_not(mount: Path) -> None:
    with Store(mount / "game.sqlite") as store:
        store.append(ROWS[:2])
        (mount / "other").write_bytes(b"x" * (os.statvfs(mount).f_bavail * os.statvfs(mount).f_bsize))
        with pytest.raises(StoreFullError, match="free space there"):
            store.append(ROWS[2:])
        (mount / "other").unlink()
        store.append(ROWS[2:])
    assert list(read_history(mount / "game.sqlite").rows) == ROWS


def test_where_nothing_may_be_written_a_store_is_read_all_the_same(path: Path, mount: Path) -> None:
    copy = Path(shutil.copy(path, mount))
    subprocess.run(["mount", "-o", "remount,ro", str(mount)], check=True)
    assert list(read_history(copy).rows) == ROWS
    with pytest.raises(StoreReadOnlyError, match="allow writing"), Store(copy) as store:
        store.append([row_of("event", "{}")])
    with pytest.raises(StoreUnreachableError, match="folder's permissions"):
        Store(mount / "new.sqlite")


@pytest.mark.parametrize("networked", [False, True])
def test_a_rollback_journal_is_used_where_a_log_must_not_be(path: Path, networked: bool) -> None:
    with closing(connected(path, "rwc")) as connection:
        assert choose_journal(connection, networked=networked) == ("delete" if networked else "wal")


@pytest.mark.skipif(os.name != "posix", reason="other systems have no such way of locking")
def test_a_rollback_journal_is_used_where_memory_cannot_be_shared(path: Path) -> None:
    """SQLite's locking by files, made for network file systems, knows no shared memory."""
    with closing(sqlite3.connect(f"{path.as_uri()}?vfs=unix-dotfile", uri=True, isolation_level=None)) as connection:
        connection.text_factory = bytes
        assert choose_journal(connection, networked=False) == "delete"


def test_a_network_drive_is_told_by_the_table_of_mounts() -> None:
    mounts = (
        "/dev/sda / ext4 rw 0 0\nnas:/games /mnt/the\\040club nfs4 rw 0 0\n/dev/sdb /mnt/the\\040club/usb vfat rw 0 0\n"
    )
    assert kind_of_mount(Path("/mnt/the club/2026/game.sqlite"), mounts) == "nfs4"
    assert kind_of_mount(Path("/mnt/the club/usb/game.sqlite"), mounts) == "vfat"
    assert kind_of_mount(Path("/mnt/the clubs/game.sqlite"), mounts) == "ext4"
    assert not is_networked(Path(__file__))


def test_a_migration_is_carried_out_once_and_whole(tmp_path: Path) -> None:
    first, second = ("CREATE TABLE one (n)",), ("CREATE TABLE two (n)", "INSERT INTO one VALUES (7)")
    with closing(connected(tmp_path / "file", "rwc")) as connection:
        migrate(connection, [first])
        with pytest.raises(sqlite3.OperationalError):
            migrate(connection, [first, (*second, "no statement")])
        assert connection.execute("PRAGMA user_version").fetchone() == (1,)
        assert connection.execute("SELECT count(*) FROM one").fetchone() == (0,)
        migrate(connection, [first, second])
        migrate(connection, [first, second])
        assert connection.execute("SELECT n FROM one").fetchall() == [(7,)]
