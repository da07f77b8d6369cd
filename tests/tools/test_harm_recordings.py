"""Harmed stores and recordings: what would be lost would be noticed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from board_io.game_folder import GameFolder
from board_io.store import History, Row
from board_io.store_errors import StoreLockedError
from tests.togyz_companion.scripted import SESSION, ScriptedWatcher, frames_of, played, recorder_in
from togyz_companion.game_files import StoredGame, read_stored
from togyz_companion.recording import run
from tools import harm_recordings
from tools.harm_recordings import Harming, damaged, held


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> StoredGame:
    folder = tmp_path_factory.mktemp("harm")
    game = played(7, 5, 6, 3, 9, 7, 1, 2)
    run(frames_of(game), ScriptedWatcher(game), recorder_in(folder, headers={"White": "Aigerim", "session": 1}))
    return read_stored(folder / "game" / "game.sqlite")


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory, stored: StoredGame) -> Path:
    folder = GameFolder.create(tmp_path_factory.mktemp("store"), "game", SESSION)
    with folder:
        for row in stored.rows:
            if row.kind == "event":
                folder.append_event(row.text)
    return folder.path / "game.sqlite"


def test_no_flipped_bit_and_no_cut_gives_another_history(store: Path) -> None:
    results = damaged(store, 40, random.Random(1))
    assert [sum(result.values()) for result in results.values()] == [40, 40]
    assert results["a flipped bit"]["found"] > 10
    assert results["an end cut off"]["found"] >= 39
    assert "ANOTHER HISTORY" not in {word for result in results.values() for word in result}


def test_another_history_would_be_noticed(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read = harm_recordings.read_history
    monkeypatch.setattr(
        harm_recordings,
        "read_history",
        lambda path: read(path) if path == store else History((Row("event", "{}"),), "0"),
    )
    assert damaged(store, 5, random.Random(1))["a flipped bit"] == {"ANOTHER HISTORY": 5}


@pytest.mark.slow
def test_a_store_held_by_another_program_costs_nothing_in_the_end(
    stored: StoredGame, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert Harming(stored, tmp_path).harm(held, random.Random(1)) is None
    assert "is held by another program" in caplog.text


def test_a_record_that_differs_would_be_noticed(stored: StoredGame, tmp_path: Path) -> None:
    @contextmanager
    def renamed(game: Path) -> Iterator[None]:
        game.joinpath("game.tgk").unlink()
        game.joinpath("game.tgk").mkdir()
        yield
        game.joinpath("game.tgk").rmdir()

    harming = Harming(stored, tmp_path)
    assert harming.harm(renamed, random.Random(1)) is None
    harming._expected["game.tgk"] = b""
    assert harming.harm(renamed, random.Random(2)) == "game.tgk differs"


def test_a_store_that_is_held_cannot_be_written(store: Path) -> None:
    with held(store.parent), pytest.raises(StoreLockedError):
        GameFolder.resume(store.parent, SESSION)
