"""A game's folder: nothing lost, nothing half-written."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from board_io.errors import WriteError
from board_io.game_folder import GameExistsError, GameFolder, NoGameError, UnwrittenError
from board_io.history import HistoryDiffersError
from board_io.store import Row, read_history
from board_io.store_errors import StoreError
from tests.fakes import full_disk

SESSION = '{"session":1}'


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def stored(folder: Path) -> list[Row]:
    return list(read_history(folder / "game.sqlite").rows)


def test_what_is_written_stands_under_the_contracts_names(tmp_path: Path) -> None:
    with GameFolder.create(tmp_path / "out", "b4_box640", SESSION) as game:
        game.append_observation('{"spell":0}')
        game.append_event('{"event":"started"}')
        game.append_event('{"event":"ply","move":"76"}')
        game.write_json("{}")
        game.write_tgk("[White ?]")
    folder = tmp_path / "out" / "b4_box640"
    assert game.path == folder
    assert lines(folder / "events.jsonl") == ['{"event":"started"}', '{"event":"ply","move":"76"}']
    assert stored(folder) == [
        ("session", SESSION),
        ("observation", '{"spell":0}'),
        ("event", '{"event":"started"}'),
        ("event", '{"event":"ply","move":"76"}'),
    ]
    assert (folder / "game.json").read_text() == "{}"
    assert (folder / "game.tgk").read_text() == "[White ?]"
    assert len(list(folder.iterdir())) == 4


def test_an_event_is_stored_when_it_was_added_with_what_came_before_it(tmp_path: Path) -> None:
    with GameFolder.create(tmp_path, "game", SESSION) as game:
        game.append_observation("one")
        assert stored(game.path) == []
        game.append_event("two")
        game.append_observation("three")
        assert stored(game.path) == [("session", SESSION), ("observation", "one"), ("event", "two")]
    assert stored(game.path)[3:] == [("observation", "three")]


def test_an_existing_game_is_refused_and_untouched(tmp_path: Path) -> None:
    with GameFolder.create(tmp_path, "game", SESSION) as game:
        game.append_event("one")
    with pytest.raises(GameExistsError, match="resume it, move it away, or choose another folder") as caught:
        GameFolder.create(tmp_path, "game", SESSION)
    assert caught.value.path == tmp_path / "game"
    assert lines(tmp_path / "game/events.jsonl") == ["one"]


def test_a_game_that_is_resumed_is_told_again_and_goes_on(tmp_path: Path) -> None:
    with GameFolder.create(tmp_path, "game", SESSION) as game:
        game.append_observation("one")
        game.append_event("two")
        game.write_json("after two")
        game.end()
        game.append_event("finished")
    with GameFolder.resume(tmp_path / "game", '{"session":2}') as game:
        assert [row.text for row in game.rows] == [SESSION, "one", "two"]
        game.append_observation("one")
        assert game.is_behind
        game.append_event("two")
        assert not game.is_behind
        game.append_event("three")
    assert lines(tmp_path / "game/events.jsonl") == ["two", "three"]
    kinds = ["session", "observation", "event", "end", "event", "resumed", "event"]
    assert [row.kind for row in stored(game.path)] == kinds


def test_a_game_that_is_told_otherwise_is_not_resumed(tmp_path: Path) -> None:
    with GameFolder.create(tmp_path, "game", SESSION) as game:
        game.append_observation("one")
        game.append_event("two")
        game.write_json("{}")
    with GameFolder.resume(game.path, SESSION) as again:
        again.append_observation("one")
        with pytest.raises(HistoryDiffersError, match="from row 3 on") as caught:
            again.append_event("2")
        again.write_json("wrong")
    assert caught.value.row_n == 3
    assert [row.kind for row in stored(game.path)] == ["session", "observation", "event"]
    assert lines(game.path / "events.jsonl") == ["two"]
    assert lines(game.path / "game.json") == ["{}"]


def test_a_resumption_that_ends_before_it_caught_up_leaves_the_game_as_it_is(tmp_path: Path) -> None:
    with GameFolder.create(tmp_path, "game", SESSION) as game:
        game.append_event("one")
        game.append_event("two")
    with GameFolder.resume(game.path, SESSION) as again:
        again.append_event("one")
        with pytest.raises(HistoryDiffersError, match="from row 3 on"):
            again.check_told()
        again.end()
        again.append_event("finished")
    assert [row.text for row in stored(game.path) if row.kind == "event"] == ["one", "two"]
    assert lines(game.path / "events.jsonl") == ["one", "two"]


def test_there_is_nothing_to_resume_in_an_empty_folder(tmp_path: Path) -> None:
    with pytest.raises(NoGameError, match="no game to resume"):
        GameFolder.resume(tmp_path, SESSION)
    assert list(tmp_path.iterdir()) == []


def test_what_does_not_fit_on_the_disk_is_kept_and_written_once_it_does(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with GameFolder.create(tmp_path, "game", SESSION) as game:
        game.append_event("a" * 500)
        with full_disk(100):
            for text in ("b" * 5000, "c" * 5000):
                game.append_event(text)
                game.write_json(text)
        assert lines(game.path / "events.jsonl") == ["a" * 500]
        assert len(stored(game.path)) == 2
        game.append_event("d")
        assert len(stored(game.path)) == 5
    assert lines(game.path / "events.jsonl") == ["a" * 500, "b" * 5000, "c" * 5000, "d"]
    assert lines(game.path / "game.json") == ["c" * 5000]
    assert caplog.text.count("kept in memory") == caplog.text.count("events.jsonl cannot be written") == 1


def test_what_never_fits_is_told_at_the_end(tmp_path: Path) -> None:
    game = GameFolder.create(tmp_path, "game", SESSION)
    with full_disk(100):
        game.append_event("b" * 5000)
        with pytest.raises(UnwrittenError, match="is not written to its end") as caught:
            game.close()
    assert isinstance(caught.value.why, StoreError)
    game.close()
    assert len(stored(game.path)) == 2


def test_a_derived_file_that_never_fits_is_told_at_the_end(tmp_path: Path) -> None:
    game = GameFolder.create(tmp_path, "game", SESSION)
    (game.path / "game.json").mkdir()
    game.write_json("{}")
    with pytest.raises(UnwrittenError, match=r"game\.json"):
        game.close()


@pytest.mark.parametrize("game_id", ["", ".", "..", "a/b", "/tmp", "../game"])
def test_a_game_id_stays_in_its_folder(tmp_path: Path, game_id: str) -> None:
    with pytest.raises(ValueError, match="plain file name"):
        GameFolder.create(tmp_path / "out", game_id, SESSION)
    assert list(tmp_path.iterdir()) == []


def test_a_file_in_the_way_is_said(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("a file")
    with pytest.raises(WriteError, match="out"):
        GameFolder.create(tmp_path / "out", "game", SESSION)


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
    with pytest.raises(StoreError, match="cannot be opened"):
        GameFolder.create(path.parent, path.name, SESSION)
    assert path.parent.is_dir()
    assert not path.exists()


@at_the_longest_path
def test_a_folder_that_just_fits_is_made(tmp_path: Path) -> None:
    path = long_folder(tmp_path, 480)
    GameFolder.create(path.parent, path.name, SESSION).close()
    assert (path / "game.sqlite").exists()


def test_closing_twice_is_fine(tmp_path: Path) -> None:
    game = GameFolder.create(tmp_path, "game", SESSION)
    game.close()
    game.close()


def test_what_belongs_together_is_stored_all_at_once(tmp_path: Path) -> None:
    with GameFolder.create(tmp_path, "game", SESSION) as game:
        game.append_event("one")
        with game.together():
            game.append_correction("two")
            game.append_event("three")
            assert len(stored(game.path)) == 2
        assert stored(game.path)[2:] == [("correction", "two"), ("event", "three")]
        game.append_event("four")
        assert len(stored(game.path)) == 5


def test_a_correction_is_due_where_it_was_made(tmp_path: Path) -> None:
    with GameFolder.create(tmp_path, "game", SESSION) as game:
        game.append_event("one")
        game.append_correction("two")
        game.append_event("three")
        assert game.due("correction") is None
    with GameFolder.resume(tmp_path / "game", SESSION) as game:
        assert game.due("correction") is None
        game.append_event("one")
        assert (game.due("correction"), game.told) == ("two", 2)
        game.append_correction("two")
        assert game.due("correction") is None
        with pytest.raises(HistoryDiffersError):
            game.append_event("four")
