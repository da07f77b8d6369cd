"""What may be lost gives way: to its own limit, and to a disk that fills up."""

from __future__ import annotations

from pathlib import Path

import pytest

from board_io.errors import WriteError
from board_io.kept_files import KeptFiles, NoRoomError


def kept(path: Path, *, most_bytes: int = 100, free_bytes: int = 10**9) -> KeptFiles:
    return KeptFiles(path, most_bytes=most_bytes, reserve_bytes=50, free_bytes=lambda _: free_bytes)


def names(path: Path) -> list[str]:
    return sorted(one.name for one in path.iterdir())


def test_the_oldest_go_and_clips_before_pictures(tmp_path: Path) -> None:
    files = kept(tmp_path)
    for name in ("1.jpg", "1.mp4", "2.jpg", "2.mp4"):
        files.keep(name, b"x" * 25)
    files.keep("3.jpg", b"x" * 25)
    assert names(tmp_path) == ["1.jpg", "2.jpg", "2.mp4", "3.jpg"]
    files.keep("3.mp4", b"x" * 50)
    assert names(tmp_path) == ["2.jpg", "3.jpg", "3.mp4"]


def test_what_fits_takes_nothing_away(tmp_path: Path) -> None:
    files = kept(tmp_path)
    for name in ("1.jpg", "2.jpg", "3.jpg", "4.jpg"):
        files.keep(name, b"x" * 25)
    assert names(tmp_path) == ["1.jpg", "2.jpg", "3.jpg", "4.jpg"]


def test_a_file_larger_than_all_may_be_is_refused_and_takes_nothing_away(tmp_path: Path) -> None:
    files = kept(tmp_path)
    files.keep("1.jpg", b"x" * 25)
    with pytest.raises(NoRoomError, match="gives way to the record"):
        files.keep("2.jpg", b"x" * 101)
    assert names(tmp_path) == ["1.jpg"]


def test_a_disk_that_others_fill_gets_its_room_back(tmp_path: Path) -> None:
    kept(tmp_path).keep("1.jpg", b"x" * 25)
    with pytest.raises(NoRoomError):
        kept(tmp_path, free_bytes=60).keep("2.jpg", b"x" * 25)
    assert names(tmp_path) == []


def test_the_reserve_of_the_disk_is_not_touched(tmp_path: Path) -> None:
    kept(tmp_path, free_bytes=75).keep("1.jpg", b"x" * 25)
    assert names(tmp_path) == ["1.jpg"]


def test_drafts_of_a_killed_program_are_removed(tmp_path: Path) -> None:
    (tmp_path / ".1.jpg.123-456.tmp").write_bytes(b"half")
    (tmp_path / "1.jpg").write_bytes(b"whole")
    kept(tmp_path)
    assert names(tmp_path) == ["1.jpg"]


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "evidence").write_bytes(b"a file")
    with pytest.raises(WriteError):
        kept(tmp_path / "evidence")
