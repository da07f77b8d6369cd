"""``togyz find`` on folders of games in every form."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from board_io.game_folder import GameFolder
from tests.togyz_companion.cli.commands import togyz
from togyz.events import Started
from togyz.game import Game
from togyz.notation import position_to_string
from togyz.pgn import write_pgn
from togyz.position import Position
from togyz_companion.cli.find import default_index


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "games"
    texts = [write_pgn(Game(headers={"White": name, "Date": "2026.01.02"}).play("76")) for name in ("Dana", "Asel")]
    with GameFolder.create(folder, "live", '{"session":1}') as game:
        game.append_event(Started(t=0.0, position=Position.start(), headers={"White": "Aigerim"}).to_json())
    (folder / "round.pgn").write_text("\n".join(texts), encoding="utf-8")
    (folder / "broken.tgk").write_text("nothing", encoding="utf-8")
    return folder


def test_games_are_listed_with_their_place(folder: Path, tmp_path: Path) -> None:
    result = togyz("find", folder, "--index", tmp_path / "index", "--position", position_to_string(Position.start()))
    lines = result.stdout.splitlines()
    assert lines[-1] == "games found: 3"
    assert any("Asel - ?" in line and line.endswith("round.pgn#2") and "after ply 0" in line for line in lines)
    assert "files that could not be read: 1" in result.stderr
    assert "broken.tgk" in result.stderr


def test_nothing_but_json_with_json(folder: Path, tmp_path: Path) -> None:
    lines = togyz("find", folder, "--index", tmp_path / "index", "--player", "aigerim", "--json").stdout.splitlines()
    [told] = map(json.loads, lines)
    assert (told["white"], told["result"], told["ply_n"], Path(told["path"]).name) == (
        "Aigerim", "*", None, "game.sqlite",
    )  # fmt: skip


def test_no_game_is_no_failure(folder: Path, tmp_path: Path) -> None:
    assert togyz("find", folder, "--index", tmp_path / "index", "--player", "x", "--lang", "ru").stdout == (
        "найдено партий: 0\n"
    )


def test_a_position_that_is_none_is_refused(folder: Path) -> None:
    assert "nonsense" in togyz("find", folder, "--position", "nonsense", code=2).stderr


def test_the_index_lies_where_the_system_keeps_such_things(tmp_path: Path) -> None:
    assert default_index({"XDG_CACHE_HOME": str(tmp_path)}) == tmp_path / "togyz" / "games.sqlite"
    assert default_index({}).parts[-3:] == (".cache", "togyz", "games.sqlite")


@pytest.mark.parametrize("folders", [(), ("games",)])
def test_before_the_first_game_there_are_none_yet(
    folders: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert togyz("find", *folders, "--index", tmp_path / "index", "--lang", "en").stdout == "no games yet\n"
    assert "does not exist" in togyz("find", "elsewhere", "--lang", "en", code=2).stderr
