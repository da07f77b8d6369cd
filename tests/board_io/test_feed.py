"""The feed's one file."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from board_io.errors import WriteError
from board_io.feed import BoardState, FeedError, StateFeed
from tests.fakes import full_disk

START = {"white": [9] * 9, "black": [9] * 9, "kazan": {"white": 0, "black": 0}, "to_move": "white"}
PLAYING: BoardState = {
    "status": "playing",
    "headers": {"White": "Айгерім"},
    "start": START,
    "sets": [],
    "position": START,
    "plies": [{"n": 1, "move": "76"}],
    "clock": None,
    "result": None,
    "reason": None,
    "alerts": [],
    "head": None,
}


def test_the_state_is_written_whole_with_schema_and_revision(tmp_path: Path) -> None:
    assert StateFeed(tmp_path / "feed").publish(PLAYING) == 1
    text = (tmp_path / "feed/state.json").read_text(encoding="utf-8")
    assert json.loads(text) == {"schema": 1, "rev": 1, **PLAYING}
    assert "Айгерім" in text


def test_the_revision_rises_over_restarts(tmp_path: Path) -> None:
    revisions = [StateFeed(tmp_path).publish(PLAYING) for _ in range(3)]
    feed = StateFeed(tmp_path)
    revisions += [feed.publish(PLAYING) for _ in range(2)]
    assert revisions == [1, 2, 3, 4, 5]


def test_a_state_that_could_not_be_written_uses_up_no_revision(tmp_path: Path) -> None:
    feed = StateFeed(tmp_path)
    feed.publish(PLAYING)
    with full_disk(100), pytest.raises(WriteError):
        feed.publish(PLAYING)
    assert json.loads((tmp_path / "state.json").read_text())["rev"] == 1
    assert feed.publish(PLAYING) == 2


def test_a_folder_that_was_taken_away_is_made_anew(tmp_path: Path) -> None:
    feed = StateFeed(tmp_path / "feed")
    feed.publish(PLAYING)
    shutil.rmtree(tmp_path / "feed")
    assert feed.publish(PLAYING) == 2
    assert json.loads((tmp_path / "feed/state.json").read_text())["rev"] == 2


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        '{"schema":1,"rev":"7"}',
        '{"schema":1,"rev":-7}',
        '{"schema":1,"rev":9007199254740992}',
        "<html>",
        "[]",
        '{"schema":1,"rev":7',
        '{"x":' * 100_000,
    ],
)
def test_a_file_of_another_kind_is_not_overwritten(tmp_path: Path, text: str) -> None:
    (tmp_path / "state.json").write_text(text)
    with pytest.raises(FeedError, match="choose another folder") as caught:
        StateFeed(tmp_path)
    assert caught.value.path == tmp_path / "state.json"
    assert (tmp_path / "state.json").read_text() == text


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "feed").write_text("a file")
    with pytest.raises(WriteError):
        StateFeed(tmp_path / "feed")


def test_what_json_cannot_say_is_refused(tmp_path: Path) -> None:
    feed = StateFeed(tmp_path)
    with pytest.raises(ValueError, match="JSON"):
        feed.publish({**PLAYING, "headers": {"t": float("nan")}})
    assert not (tmp_path / "state.json").exists()
