"""A game's folder: nothing lost, nothing half-written."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from board_io.errors import WriteError
from board_io.game_folder import GameExistsError, GameFolder, LineLog
from tests.fakes import full_disk


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def test_what_is_written_stands_under_the_contracts_names(tmp_path: Path) -> None:
    with GameFolder.create(tmp_path / "out", "b4_box640") as game:
        game.append_observation('{"spell":0}')
        game.append_event('{"event":"started"}')
        game.append_event('{"event":"ply","move":"76"}')
        assert game.write_json("{}") == game.path / "game.json"
        assert game.write_tgk("[White ?]") == game.path / "game.tgk"
    folder = tmp_path / "out" / "b4_box640"
    assert game.path == folder
    assert lines(folder / "events.jsonl") == ['{"event":"started"}', '{"event":"ply","move":"76"}']
    assert lines(folder / "observations.jsonl") == ['{"spell":0}']
    assert (folder / "game.json").read_text() == "{}"
    assert (folder / "game.tgk").read_text() == "[White ?]"
    assert len(list(folder.iterdir())) == 4


def test_a_line_is_in_the_file_before_the_folder_is_closed(tmp_path: Path) -> None:
    with GameFolder.create(tmp_path, "game") as game:
        game.append_observation("one")
        game.append_event("two")
        assert lines(game.path / "observations.jsonl") == ["one"]
        assert lines(game.path / "events.jsonl") == ["two"]


def test_an_existing_game_is_refused_and_untouched(tmp_path: Path) -> None:
    with GameFolder.create(tmp_path, "game") as game:
        game.append_event("one")
    with pytest.raises(GameExistsError, match="choose another --out") as caught:
        GameFolder.create(tmp_path, "game")
    assert caught.value.path == tmp_path / "game"
    assert lines(tmp_path / "game/events.jsonl") == ["one"]


@pytest.mark.parametrize("left", ["", "one\n", 'one\n{"event":"pl', "x"])
def test_a_line_that_a_crash_cut_is_taken_away(tmp_path: Path, left: str) -> None:
    path = tmp_path / "events.jsonl"
    path.write_text(left)
    log = LineLog(path)
    log.append("two")
    log.close()
    assert lines(path) == [*left.splitlines()[: left.count("\n")], "two"]


def test_a_line_that_does_not_fit_on_the_disk_leaves_no_trace(tmp_path: Path) -> None:
    with GameFolder.create(tmp_path, "game") as game:
        game.append_event("a" * 500)
        with full_disk(1000), pytest.raises(WriteError, match=r"events\.jsonl cannot be written"):
            game.append_event("b" * 5000)
        assert lines(game.path / "events.jsonl") == ["a" * 500]
        game.append_event("c" * 5000)
    assert lines(tmp_path / "game/events.jsonl") == ["a" * 500, "c" * 5000]


def test_a_line_end_within_a_line_is_refused(tmp_path: Path) -> None:
    with GameFolder.create(tmp_path, "game") as game:
        with pytest.raises(ValueError, match="line end"):
            game.append_event("one\ntwo")
        assert lines(game.path / "events.jsonl") == []


@pytest.mark.parametrize("game_id", ["", ".", "..", "a/b", "/tmp", "../game"])
def test_a_game_id_stays_in_its_folder(tmp_path: Path, game_id: str) -> None:
    with pytest.raises(ValueError, match="plain file name"):
        GameFolder.create(tmp_path / "out", game_id)
    assert list(tmp_path.iterdir()) == []


def test_a_file_in_the_way_is_said(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("a file")
    with pytest.raises(WriteError, match="out"):
        GameFolder.create(tmp_path / "out", "game")


at_the_longest_path = pytest.mark.skipif(os.name != "posix", reason="other systems have other limits")


def long_folder(root: Path, length: int) -> Path:
    """A folder whose path has so many characters (below the system's 4096)."""
    while length - len(str(root)) > 201:
        root = root / ("d" * min(200, length - len(str(root)) - 102))
    return root / ("d" * (length - len(str(root)) - 1))


@at_the_longest_path
def test_a_game_that_cannot_be_opened_is_not_left_half_made(tmp_path: Path) -> None:
    """The folder's path fits the system's limit, that of its longest file does not."""
    path = long_folder(tmp_path, 4080)
    with pytest.raises(WriteError, match="File name too long"):
        GameFolder.create(path.parent, path.name)
    assert path.parent.is_dir()
    assert not path.exists()


@at_the_longest_path
def test_a_folder_that_just_fits_is_made(tmp_path: Path) -> None:
    path = long_folder(tmp_path, 4070)
    GameFolder.create(path.parent, path.name).close()
    assert (path / "observations.jsonl").exists()


def test_closing_twice_is_fine(tmp_path: Path) -> None:
    game = GameFolder.create(tmp_path, "game")
    game.close()
    game.close()
