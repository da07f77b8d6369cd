"""The index of games: what it finds, when it reads anew, what it leaves alone."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from board_io.game_index import VERSION, GameIndex, GameQuery, game_files
from togyz.errors import GameTextError
from togyz.game import Game
from togyz.pgn import write_pgn
from togyz.position import Position
from togyz.tgk import read_tgk, write_tgk


def game(moves: str, **headers: str) -> Game:
    played = Game(headers=headers)
    for move in moves.split():
        played = played.play(move)
    return played


FIRST = game("76 76 99", White="Айгерім", Black="Nurlan", Event="Almaty Open", Date="2026.11.30").end("1-0")
SECOND = game("76 55 65", White="Nurlan", Black="Dana", Event="Astana", Date="2025-03-01")


class Reading:
    """Reads TGK files, and notes which."""

    def __init__(self) -> None:
        self.read: list[str] = []

    def __call__(self, path: Path) -> Sequence[Game]:
        self.read.append(path.name)
        return [read_tgk(path.read_text(encoding="utf-8")).game]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "games"
    folder.mkdir()
    for name, one in (("first", FIRST), ("second", SECOND)):
        (folder / f"{name}.tgk").write_text(write_tgk(one), encoding="utf-8")
    return folder


@pytest.fixture
def index(tmp_path: Path) -> Iterator[GameIndex]:
    with GameIndex(tmp_path / "cache" / "index.sqlite") as opened:
        yield opened


def found(index: GameIndex, **asked: object) -> list[str]:
    return [one.path.stem for one in index.find(GameQuery(**asked), [Path(Path.cwd().anchor)])]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("asked", "names"),
    [
        ({}, ["second", "first"]),
        ({"player": "АЙГЕР"}, ["first"]),
        ({"player": "nurlan"}, ["second", "first"]),
        ({"player": "%"}, []),
        ({"event": "open"}, ["first"]),
        ({"date": "2026"}, ["first"]),
        ({"date": "2025.03.01"}, ["second"]),
        ({"date": "11"}, []),
        ({"result": "*"}, ["second"]),
        ({"result": "1-0", "player": "dana"}, []),
        ({"opening": "76"}, ["second", "first"]),
        ({"opening": "1. 76 76x"}, ["first"]),
        ({"opening": "7"}, ["second", "first"]),
        ({"opening": "99"}, []),
        ({"position": FIRST.positions[2]}, ["first"]),
        ({"position": SECOND.positions[1]}, ["second", "first"]),
        ({"position": SECOND.positions[1].play(1)}, []),
    ],
)
def test_games_are_found_by_all_that_is_asked(
    index: GameIndex, folder: Path, asked: dict[str, object], names: list[str]
) -> None:
    index.refresh([folder], Reading())
    assert found(index, **asked) == names


def test_it_is_told_after_which_ply_a_position_came_up_first(index: GameIndex, folder: Path) -> None:
    index.refresh([folder], Reading())
    [one, other] = index.find(GameQuery(position=Position.start()), [folder])
    assert (one.ply_n, other.ply_n) == (0, 0)
    assert (other.white, other.black, other.result, other.plies) == ("Айгерім", "Nurlan", "1-0", 3)


def test_only_what_changed_is_read_again(index: GameIndex, folder: Path) -> None:
    reading = Reading()
    for _ in range(2):
        index.refresh([folder], reading)
    assert sorted(reading.read) == ["first.tgk", "second.tgk"]
    changed = folder / "second.tgk"
    changed.write_text(write_tgk(SECOND.end("0-1")), encoding="utf-8")
    os.utime(changed, ns=(1, 1))
    index.refresh([folder], reading)
    assert reading.read[2:] == ["second.tgk"]
    assert found(index, result="0-1") == ["second"]
    assert len(found(index)) == 2


def test_what_is_gone_is_found_no_more(index: GameIndex, folder: Path) -> None:
    index.refresh([folder], Reading())
    (folder / "first.tgk").unlink()
    index.refresh([folder], Reading())
    assert found(index) == ["second"]
    assert found(index, position=FIRST.positions[2]) == []


def test_a_file_that_cannot_be_read_is_named_and_holds_nothing_up(index: GameIndex, folder: Path) -> None:
    def read(path: Path) -> Sequence[Game]:
        if path.stem == "first":
            raise GameTextError("it holds no game", "")
        return Reading()(path)

    index.refresh([folder], read)
    assert found(index) == ["second"]
    assert [(path.name, fault) for path, fault in index.faults([folder])] == [("first.tgk", "it holds no game")]


def test_an_index_is_kept_and_one_of_another_version_is_made_anew(tmp_path: Path, folder: Path) -> None:
    path = tmp_path / "index.sqlite"
    for version, read_again in ((VERSION, 0), (VERSION + 1, 2)):
        with GameIndex(path) as index:
            index.refresh([folder], Reading())
        with sqlite3.connect(path) as changed:
            changed.execute(f"PRAGMA user_version={version}")
        changed.close()
        reading = Reading()
        with GameIndex(path) as index:
            index.refresh([folder], reading)
            assert len(found(index)) == 2
        assert len(reading.read) == read_again


@pytest.mark.parametrize("content", [b"no database at all, but long enough to be looked at" * 50, None])
def test_what_is_no_index_is_left_alone_and_games_are_found_all_the_same(
    tmp_path: Path, folder: Path, content: bytes | None, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "other.sqlite"
    if content is None:
        with sqlite3.connect(path) as other:
            other.execute("CREATE TABLE precious (x)")
        other.close()
    else:
        path.write_bytes(content)
    before = path.read_bytes()
    with GameIndex(path) as index:
        index.refresh([folder], Reading())
        assert len(found(index)) == 2
    assert path.read_bytes() == before
    assert "cannot be used" in caplog.text


def test_a_game_s_folder_counts_once(tmp_path: Path) -> None:
    for name in ("a/game.sqlite", "a/game.json", "a/game.tgk", "b/game.json", "b/other.json", "c/round.pgn"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(write_pgn(FIRST), encoding="utf-8")
    assert [str(path.relative_to(tmp_path)) for path in game_files(tmp_path)] == [
        str(Path("a", "game.sqlite")),
        str(Path("b", "game.json")),
        str(Path("c", "round.pgn")),
    ]


def test_other_folders_are_remembered_and_not_searched(index: GameIndex, folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "games2"
    other.mkdir()
    (other / "third.tgk").write_text(write_tgk(SECOND), encoding="utf-8")
    reading = Reading()
    for one in (folder, other, folder):
        index.refresh([one], reading)
    assert reading.read.count("first.tgk") == 1
    assert [one.path.stem for one in index.find(GameQuery(), [other])] == ["third"]
    assert len(index.find(GameQuery(), [other, folder])) == 3


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no named pipes")
def test_a_pipe_and_names_that_are_no_text_spoil_no_search(index: GameIndex, folder: Path) -> None:
    os.mkfifo(folder / "pipe.tgk")
    odd = Path(os.fsdecode(os.fsencode(folder) + b"/g\xff.tgk"))
    odd.write_text(write_tgk(game("76", White="Айгерім")), encoding="utf-8")
    index.refresh([folder], Reading())
    paths = [one.path for one in index.find(GameQuery(player="Айгерім"), [folder])]
    assert sorted(paths) == sorted([odd.absolute(), (folder / "first.tgk").absolute()])


def test_half_a_character_in_a_name_is_found_as_it_is_written(index: GameIndex, folder: Path) -> None:
    index.refresh([folder], lambda path: [game("76", White="\ud800")] if path.stem == "first" else [])
    assert [one.white for one in index.find(GameQuery(player="\ud800"), [folder])] == ["\\ud800"]


@pytest.mark.parametrize("harm", ["DROP TABLE games", "DROP TABLE positions"])
def test_an_index_that_was_damaged_meanwhile_is_done_without(
    index: GameIndex, folder: Path, tmp_path: Path, harm: str, caplog: pytest.LogCaptureFixture
) -> None:
    index.refresh([folder], Reading())
    with sqlite3.connect(tmp_path / "cache" / "index.sqlite") as other:
        other.execute(harm)
    other.close()
    asked = GameQuery(position=Position.start())
    assert [one.path.stem for one in index.find(asked, [folder])] == ["second", "first"]
    assert "read anew" in caplog.text


def test_any_number_of_folders_may_be_asked_for(index: GameIndex, folder: Path, tmp_path: Path) -> None:
    others = [tmp_path / f"other-{n}" for n in range(1100)]
    index.refresh([*others, folder], Reading())
    assert len(index.find(GameQuery(), [*others, folder])) == 2
    assert index.find(GameQuery(), others) == []
