"""Recordings that are killed lose nothing, and one that did would be noticed."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from board_io.clip import Still, clip_of
from board_io.store import Row
from tests.togyz_companion.scripted import ScriptedWatcher, frames_of, played, recorder_in
from togyz_companion.recording import run
from tools.kill_recordings import GAME, Killing, half_files

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no SIGKILL"),
]


@pytest.fixture(scope="module")
def killing(tmp_path_factory: pytest.TempPathFactory) -> Killing:
    folder = tmp_path_factory.mktemp("killing")
    game = played(7, 5, 6, 3, 9, 7, 1, 2)
    run(frames_of(game), ScriptedWatcher(game), recorder_in(folder, headers={"White": "Aigerim", "session": 1}))
    work = folder / "work"
    work.mkdir()
    return Killing(folder / "game", work)


@pytest.mark.parametrize("n", range(5))
def test_a_recording_that_is_killed_twice_and_resumed_is_as_one_left_alone(killing: Killing, n: int) -> None:
    assert killing.events > 16
    assert killing.kill(n, random.Random(n)) is None


def test_a_ply_that_was_not_stored_would_be_noticed(killing: Killing, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Killing, "_stored_events", lambda *_: set())
    fault = next(filter(None, (killing.kill(n, random.Random(n)) for n in range(10, 13))))
    assert "announced, but not stored" in fault


def test_a_file_that_differs_would_be_noticed(killing: Killing, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = dict(killing._expected) | {"game.json": b"{}"}
    monkeypatch.setattr(killing, "_expected", expected)
    assert killing.kill(20, random.Random(20)) == "recording 20: game.json differs"


def test_half_of_a_file_would_be_noticed(tmp_path: Path) -> None:
    image = np.random.default_rng(0).integers(0, 255, (48, 64, 3), np.uint8)
    jpeg = cv2.imencode(".jpg", image)[1].tobytes()
    clip = clip_of([Still(n * 100_000_000, jpeg) for n in range(5)])
    for name, content in (("1.jpg", jpeg), ("1.mp4", clip), (".2.jpg.1-1.tmp", jpeg[:99])):
        (tmp_path / name).write_bytes(content)
    assert half_files(tmp_path) == []
    (tmp_path / "2.jpg").write_bytes(jpeg[: len(jpeg) // 2])
    (tmp_path / "2.mp4").write_bytes(clip[: len(clip) // 2])
    assert half_files(tmp_path) == ["2.jpg", "2.mp4"]


def test_evidence_that_is_missing_would_be_noticed(killing: Killing, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = killing._outcome

    def robbed(name: str) -> dict[str, bytes | list[Row]]:
        next((killing._folder / name / GAME / "evidence").glob("*.jpg")).unlink()
        return whole(name)

    monkeypatch.setattr(killing, "_outcome", robbed)
    assert ".jpg is missing" in str(killing.kill(30, random.Random(30)))
