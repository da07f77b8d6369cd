"""Recordings that are killed lose nothing, and one that did would be noticed."""

from __future__ import annotations

import random
import sys

import pytest

from board_io.game_folder import GameFolder
from tests.togyz_companion.scripted import ScriptedWatcher, frames_of, played
from togyz.inference.tracker import Tracker
from togyz_companion.recorder import Recorder, run
from tools.kill_recordings import Killing

SESSION = '{"session":1,"white_known":true,"white_side":"bottom"}'

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no SIGKILL"),
]


@pytest.fixture(scope="module")
def killing(tmp_path_factory: pytest.TempPathFactory) -> Killing:
    folder = tmp_path_factory.mktemp("killing")
    game = played(7, 5, 6, 3, 9, 7, 1, 2)
    recorder = Recorder(
        Tracker(white_known=True),
        headers={"White": "Aigerim", "session": 1},
        folder_for=lambda _: GameFolder.create(folder, "game", SESSION),
    )
    run(frames_of(game), ScriptedWatcher(game), recorder)
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
