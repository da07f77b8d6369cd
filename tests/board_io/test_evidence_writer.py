"""Evidence is written beside the recording, in order, and never holds up a camera."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from board_io.evidence_writer import WAITING_MAX, EvidenceWriter
from board_io.kept_files import KeptFiles
from tests.fakes import PATIENCE_S, full_disk, wait_until


@pytest.fixture
def files(tmp_path: Path) -> KeptFiles:
    return KeptFiles(tmp_path, most_bytes=10**6, reserve_bytes=0)


class Slow:
    """Makes a file once it is allowed to."""

    def __init__(self) -> None:
        self.is_asked = threading.Event()
        self.may_go_on = threading.Event()

    def __call__(self) -> bytes:
        self.is_asked.set()
        self.may_go_on.wait(PATIENCE_S)
        return b"slow"


@pytest.fixture
def slow() -> Iterator[Slow]:
    one = Slow()
    yield one
    one.may_go_on.set()


def test_what_was_asked_for_is_there_when_it_is_closed(files: KeptFiles) -> None:
    with EvidenceWriter(files, waits=True) as writer:
        for n in range(3 * WAITING_MAX):
            writer.put(f"{n}.jpg", f"{n}".encode)
    assert sorted(int(one.read_text()) for one in files.path.iterdir()) == list(range(3 * WAITING_MAX))
    assert writer.left_out == 0


def test_a_camera_is_not_held_up(files: KeptFiles, slow: Slow, caplog: pytest.LogCaptureFixture) -> None:
    with EvidenceWriter(files, waits=False) as writer:
        writer.put("slow.jpg", slow)
        assert slow.is_asked.wait(PATIENCE_S)
        for n in range(WAITING_MAX + 3):
            writer.put(f"{n}.jpg", bytes)
        assert writer.left_out == 3
        slow.may_go_on.set()
    assert len(list(files.path.iterdir())) == WAITING_MAX + 1
    assert caplog.text.count("evidence is left out") == 1


def test_a_file_that_is_there_is_not_made_again(files: KeptFiles) -> None:
    (files.path / "1.jpg").write_bytes(b"old")
    with EvidenceWriter(files, waits=True) as writer:
        writer.put("1.jpg", lambda: b"new")
        writer.put("2.jpg", lambda: b"new")
    assert [(files.path / name).read_bytes() for name in ("1.jpg", "2.jpg")] == [b"old", b"new"]


def test_a_file_is_asked_for_once(files: KeptFiles, slow: Slow) -> None:
    with EvidenceWriter(files, waits=False) as writer:
        for _ in range(3 * WAITING_MAX):
            writer.put("slow.jpg", slow)
        assert slow.is_asked.wait(PATIENCE_S)
        slow.may_go_on.set()
    assert writer.left_out == 0


def test_what_cannot_be_made_or_written_is_left_out_and_the_next_is_tried(
    files: KeptFiles, caplog: pytest.LogCaptureFixture
) -> None:
    with EvidenceWriter(files, waits=True) as writer:
        with full_disk(10):
            writer.put("1.jpg", lambda: b"x" * 100)
            writer.put("2.jpg", lambda: b"" + bytes(1 // int("0")))
            wait_until(lambda: writer.left_out == 2)
        writer.put("3.jpg", lambda: b"x" * 100)
    assert [one.name for one in files.path.iterdir()] == ["3.jpg"]
    assert "first 1.jpg" in caplog.text
    assert writer.left_out == 2
