"""Files that are whole or old."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from board_io.atomic import check_folder, make_folder, write_atomic
from board_io.errors import WriteError
from tests.fakes import full_disk


def test_text_and_bytes_replace_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    write_atomic(path, "қазан\n")
    assert path.read_bytes() == "қазан\n".encode()
    write_atomic(path, b"\xff\x00")
    assert path.read_bytes() == b"\xff\x00"
    assert list(tmp_path.iterdir()) == [path]


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    write_atomic(path, "old")
    with full_disk(1000), pytest.raises(WriteError, match=r"game\.json cannot be written \(File too large\)"):
        write_atomic(path, "x" * 5000)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(os.name != "posix", reason="Windows does not replace a file that is open")
def test_a_reader_has_the_old_file_until_it_opens_anew(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    write_atomic(path, "old")
    with path.open() as reader:
        write_atomic(path, "new")
        assert reader.read() == "old"
    assert path.read_text() == "new"


def test_a_missing_folder_is_said(tmp_path: Path) -> None:
    with pytest.raises(WriteError, match="No such file or directory"):
        write_atomic(tmp_path / "gone" / "game.json", "text")


def test_folders_are_made_with_those_above(tmp_path: Path) -> None:
    make_folder(tmp_path / "a" / "b")
    make_folder(tmp_path / "a" / "b")
    assert (tmp_path / "a" / "b").is_dir()


def test_a_file_in_the_folders_place_is_said(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("a file")
    with pytest.raises(WriteError, match="Not a directory"):
        make_folder(tmp_path / "out" / "game")


def test_only_what_must_last_waits_for_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[int] = []
    monkeypatch.setattr(os, "fsync", waits.append)
    write_atomic(tmp_path / "derived.json", "{}", durable=False)
    assert waits == []
    write_atomic(tmp_path / "kept.json", "{}")
    assert waits != []


@pytest.mark.skipif(os.name != "posix", reason="Windows lets only administrators make links")
def test_a_link_stays_and_its_file_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "newest.json").symlink_to("game.json")
    write_atomic(tmp_path / "newest.json", "first")
    write_atomic(tmp_path / "newest.json", "second")
    assert (tmp_path / "newest.json").is_symlink()
    assert (tmp_path / "game.json").read_text() == "second"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no named pipes")
def test_a_pipe_is_written_into_and_stays(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_atomic(pipe, "text")
    assert os.read(reader, 100) == b"text"
    os.close(reader)
    assert pipe.is_fifo()
    assert list(tmp_path.iterdir()) == [pipe]


@pytest.mark.parametrize("name", ["", "folder"])
def test_a_folder_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    with pytest.raises(WriteError, match="cannot be written"):
        write_atomic(Path(name), "text")
    assert Path("folder").is_dir()
    assert len(list(tmp_path.iterdir())) == 1


def test_a_folder_is_checked_without_a_trace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for folder in (tmp_path, tmp_path / "games" / "today", Path("games"), Path()):
        check_folder(folder)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_to_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "nowhere").symlink_to(tmp_path / "gone")
    for folder in (tmp_path / "file", tmp_path / "file" / "games", tmp_path / "nowhere"):
        with pytest.raises(WriteError, match="cannot be written"):
            check_folder(folder)
