"""``togyz show``, ``verify`` and ``export`` to texts, on every form a game can have, and on broken ones."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from board_io.game_folder import GameFolder
from board_io.store import read_history
from tests.togyz_companion.cli.commands import togyz
from togyz.events import Finished, Lost, PlySeen, Started
from togyz.game import Game
from togyz.notation import position_from_string
from togyz.outcome import Reason
from togyz.pgn import write_pgn
from togyz.replay import from_game, to_game
from togyz.tgk import write_tgk
from togyz_companion.game_files import read_fitting, read_records, read_stored

WRITTEN = "87 87 22 99 23 12 68x 25 79 36 78 93 16 49 86 91x 41 91 53 16 92 74"
MOVES = WRITTEN.split()
REPLAYED = "ok the game was replayed"
ALL = "moves, tuzdyks, kazans and the result do not contradict the rules"
UNTOUCHED = "ok the store is as it was written: no row of it was changed"


@pytest.fixture
def game() -> Game:
    game = Game(headers={"White": "Aigerim", "Black": "Nurlan"})
    for move in MOVES:
        game = game.play(move)
    return game.end("1-0", Reason.RESIGNED)


@pytest.fixture(params=["game.json", "game.tgk", "game.pgn", "a game folder"])
def path(request: pytest.FixtureRequest, game: Game, tmp_path: Path) -> Path:
    form = str(request.param).rpartition(".")[2]
    texts = {"tgk": write_tgk(game), "pgn": write_pgn(game)}
    file = tmp_path / ("game.json" if form not in texts else request.param)
    file.write_text(texts.get(form, from_game(game).to_json()), encoding="utf-8")
    return tmp_path if "folder" in request.param else file


def test_show_gives_all_moves_and_a_diagram_after_ten_double_moves_and_at_the_end(path: Path) -> None:
    shown = togyz("show", path).stdout
    assert "White: Aigerim" in shown
    assert "Белые: Aigerim" in togyz("show", path, "--lang", "ru").stdout
    words = shown.split()
    assert [word for word in words if word in MOVES] == MOVES
    assert shown.count("kazan") == 2
    assert shown.rstrip().endswith("1-0 (resigned)")


def test_show_draws_each_side_from_white_s_place_with_tuzdyks(path: Path, game: Game) -> None:
    lines = [line.split() for line in togyz("show", path, "--ply", "16").stdout.splitlines()]
    position = game.position_after(16)
    drawn = {line[0]: line[1:] for line in lines if line and line[0] in ("black", "white")}
    assert [position.tuzdyk[0], position.tuzdyk[1]] == [8, 1]
    assert drawn["black"] == [*_cells(position.black, 8)[::-1], str(position.kazan[1])]
    assert drawn["white"] == [*_cells(position.white, 1), str(position.kazan[0])]


def _cells(row: tuple[int, ...], tuzdyk: int) -> list[str]:
    return ["x" if no == tuzdyk else str(held) if held else "·" for no, held in enumerate(row, 1)]


@pytest.mark.parametrize("n", [0, 16, len(MOVES)])
def test_show_tells_the_position_as_other_commands_take_it(path: Path, game: Game, n: int) -> None:
    *_, said = togyz("show", path, "--ply", str(n), "--lang", "en").stdout.splitlines()
    assert position_from_string(said.removeprefix("position: "))[0] == game.position_after(n)


def test_show_refuses_a_ply_that_was_not_played(path: Path) -> None:
    togyz("show", path, "--ply", str(len(MOVES)))
    assert "has 22 plies" in togyz("show", path, "--ply", str(len(MOVES) + 1), code=2).stderr


def test_show_names_what_shows_a_ply_and_says_what_is_not_there(tmp_path: Path, game: Game) -> None:
    record = from_game(game)
    ply = replace(record.plies[1], evidence=("evidence/1.jpg", "evidence/2.jpg"))
    record = replace(record, plies=(record.plies[0], ply, *record.plies[2:]))
    (tmp_path / "game.json").write_text(record.to_json(), encoding="utf-8")
    (tmp_path / "evidence").mkdir()
    (tmp_path / "evidence" / "1.jpg").touch()
    lines = togyz("show", tmp_path, "--ply", "2", "--lang", "en").stdout.splitlines()
    there, missing = (tmp_path / name for name in ply.evidence)
    assert [line for line in lines if "shown by" in line] == [
        f"shown by {there}",
        f"shown by {missing}, which is not there: no room, or removed",
    ]
    assert all("shown by" not in togyz("show", tmp_path, "--ply", n, "--lang", "en").stdout for n in ("0", "1"))


def test_verify_finds_nothing_in_a_good_game(path: Path) -> None:
    assert togyz("verify", path).stdout.splitlines()[-1] == f"{REPLAYED}, 22 plies: {ALL}"


@pytest.mark.parametrize("form", ["json", "tgk", "pgn"])
def test_export_and_back_changes_nothing(path: Path, form: str, tmp_path: Path) -> None:
    written = tmp_path / f"exported.{form}"
    togyz("export", path, "--to", form, "-o", written)
    assert togyz("export", path, "--to", form).stdout == written.read_text(encoding="utf-8")
    assert togyz("export", written, "--to", "tgk").stdout == togyz("export", path, "--to", "tgk").stdout


def test_verify_names_every_contradiction_of_a_record(game: Game, tmp_path: Path) -> None:
    record = from_game(game).to_dict()
    record["plies"][3]["captured"] += 2
    record["position"]["kazan"]["white"] += 1
    path = tmp_path / "game.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    lines = togyz("verify", path, code=5).stdout.splitlines()
    assert len(lines) == 2
    assert "ply 4: captured" in lines[0]
    assert "position" in lines[1]
    assert "ply 4" in togyz("show", path, code=5).stderr


def test_verify_names_contradictions_of_a_text_and_what_it_forgave(tmp_path: Path) -> None:
    path = tmp_path / "game.tgk"
    path.write_text('[white "A"]\n\n1. 76 55\n2. 68 33\n', encoding="utf-8")
    lines = togyz("verify", path, code=5).stdout.splitlines()
    assert any("forgiven, line 1" in line and "tag read as White" in line for line in lines)
    assert [line for line in lines if not line.startswith("forgiven")] == [
        "line 4: '68': the last kumalak falls into otau 5, not 8",
        "line 4: '33': the last kumalak falls into otau 4, not 3",
    ]


@pytest.mark.parametrize("command", [("show",), ("verify",), ("export", "--to", "tgk")])
@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("game.json", b"{"),
        ("game.json", b'{"schema":1}'),
        ("game.tgk", b""),
        ("game.tgk", b"1. 76 \xff\xfe"),
        ("game.pgn", b'[White "A"]\n\n1. 10 99\n'),
        ("game.pgn", b"\x89PNG\r\n\x1a\n\x00\x00"),
    ],
)
def test_a_broken_file_is_one_sentence(command: tuple[str, ...], name: str, content: bytes, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    result = togyz(command[0], path, *command[1:], code=5)
    assert len(result.output.splitlines()) == 1


@pytest.mark.parametrize("command", [("show",), ("verify",), ("export", "--to", "tgk")])
def test_what_is_no_game_is_a_usage_error(command: tuple[str, ...], tmp_path: Path) -> None:
    assert "game.json" in togyz(command[0], tmp_path, *command[1:], code=2).stderr
    assert "does not exist" in togyz(command[0], tmp_path / "none.tgk", *command[1:], code=2).stderr


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no named pipes")
def test_a_pipe_is_no_game(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert "neither a folder nor a file" in togyz("show", tmp_path / "pipe", code=2).stderr


def test_a_dash_is_stdout(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.iterdir())
    assert togyz("export", path, "--to", "tgk", "-o", "-").stdout == togyz("export", path, "--to", "tgk").stdout != ""
    assert sorted(tmp_path.iterdir()) == before


def test_a_name_gives_the_terminal_no_orders(tmp_path: Path) -> None:
    (tmp_path / "game.tgk").write_text('[White "\x1b[2J"]\n\n1. 76\n', encoding="utf-8")
    shown = togyz("show", tmp_path / "game.tgk").stdout
    assert "White: \\x1b[2J" in shown
    assert "\x1b" not in shown


def test_half_a_character_is_an_escape_in_every_form(tmp_path: Path) -> None:
    text = from_game(Game(headers={"White": "\ud800"})).to_json()
    (tmp_path / "game.json").write_bytes(text.encode(errors="backslashreplace"))
    for form in ("json", "tgk", "pgn"):
        assert "\\ud800" in togyz("export", tmp_path, "--to", form).stdout
        togyz("export", tmp_path, "--to", form, "-o", tmp_path / f"again.{form}")
        assert "\\ud800" in (tmp_path / f"again.{form}").read_text(encoding="utf-8")
    assert "\\ud800" in togyz("show", tmp_path).stdout
    assert REPLAYED in togyz("verify", tmp_path / "again.json").stdout


def test_several_games_stay_together_only_as_pgn(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "two.pgn"
    path.write_text(f"{write_pgn(game)}\n{write_pgn(game.undo(4))}", encoding="utf-8")
    assert togyz("verify", path).stdout.splitlines()[-1] == f"{REPLAYED}, 40 plies: {ALL}"
    assert togyz("export", path, "--to", "pgn").stdout == path.read_text(encoding="utf-8")
    assert "2 games" in togyz("export", path, "--to", "json", code=2).stderr


@pytest.fixture
def recorded(game: Game, tmp_path: Path) -> Path:
    """A game's folder as a recording leaves it."""
    record = from_game(game.undo(len(game.plies) - 4))
    started = Started(t=0.0, position=record.start, headers=record.headers)
    with GameFolder.create(tmp_path, "recorded", '{"session":1}') as folder:
        folder.append_event(started.to_json())
        for ply in record.plies:
            seen = {name: getattr(ply, name) for name in ("n", "side", "otau", "move", "landing", "captured", "tuzdyk")}
            event = PlySeen(t=4.0 * ply.n, t_rest=0.0, status="confirmed", confidence=1.0, seen=True, **seen)
            folder.append_event(event.to_json())
        folder.end()
        folder.append_event(Finished(t=20.0, path="game.json").to_json())
        folder.write_json(read_records(folder.path)[0].to_json())
        folder.write_tgk(write_tgk(to_game(read_records(folder.path)[0])))
    return folder.path


def test_verify_tells_the_head_of_a_stored_game(recorded: Path) -> None:
    head = read_history(recorded / "game.sqlite").head
    for path in (recorded, recorded / "game.sqlite"):
        assert togyz("verify", path).stdout.splitlines() == [
            f"seal {head}",
            UNTOUCHED,
            "ok the files made from the store say the same: events.jsonl, game.json, game.tgk",
            f"{REPLAYED}, 4 plies: {ALL}",
        ]


def test_a_stored_game_is_shown_and_exported_from_its_store(recorded: Path) -> None:
    text = (recorded / "game.json").read_text(encoding="utf-8")
    (recorded / "game.json").unlink()
    assert togyz("export", recorded, "--to", "json").stdout == text
    shown = togyz("show", recorded).stdout
    assert MOVES[3] in shown
    assert read_history(recorded / "game.sqlite").head in shown


@pytest.mark.parametrize("name", ["game.json", "game.tgk", "events.jsonl"])
def test_verify_finds_a_derived_file_that_is_not_what_the_store_tells(recorded: Path, name: str) -> None:
    path = recorded / name
    path.write_text("".join(path.read_text(encoding="utf-8").splitlines(keepends=True)[:-1]), encoding="utf-8")
    lines = togyz("verify", recorded, code=5).stdout.splitlines()
    assert lines[1] == UNTOUCHED
    assert [line for line in lines if "is not what the store tells" in line] == lines[2:]
    assert lines[2].startswith(name)


def test_an_exported_text_bears_the_head_of_its_store(recorded: Path) -> None:
    head = read_history(recorded / "game.sqlite").head
    for form in ("tgk", "pgn"):
        assert f'[Head "{head}"]' in togyz("export", recorded, "--to", form).stdout


def test_verify_finds_a_changed_byte_of_a_stored_game(recorded: Path) -> None:
    path = recorded / "game.sqlite"
    path.write_bytes(path.read_bytes().replace(b'"move":"22"', b'"move":"23"'))
    (line,) = togyz("verify", recorded, code=5).stderr.splitlines()
    assert "row 5 ('event') does not fit the rows before it" in line


def test_what_comes_before_a_changed_byte_can_still_be_resumed(recorded: Path) -> None:
    path = recorded / "game.sqlite"
    whole = read_fitting(path)
    assert whole == read_stored(path)
    path.write_bytes(path.read_bytes().replace(b'"move":"22"', b'"move":"23"'))
    fitting = read_fitting(path)
    assert [ply.move for ply in fitting.record.plies] == MOVES[:2]
    assert (fitting.headers, fitting.session_n) == (whole.headers, 1)
    assert fitting.head != whole.head


def test_verify_finds_that_game_json_was_changed(recorded: Path) -> None:
    path = recorded / "game.json"
    path.write_text(path.read_text(encoding="utf-8").replace("Aigerim", "Aizhan"), encoding="utf-8")
    assert "game.json is not what the store tells" in togyz("verify", recorded, code=5).stdout


def test_a_game_json_behind_the_store_is_none_while_the_game_is_recorded(recorded: Path) -> None:
    (recorded / "game.json").write_text(from_game(Game()).to_json(), encoding="utf-8")
    togyz("verify", recorded, code=5)
    with GameFolder.resume(recorded, '{"session":2}') as again:
        for row in again.rows:
            if row.kind == "event":
                again.append_event(row.text)
        togyz("verify", recorded, code=5)
        again.append_event(Lost(t=30.0, why="source", detail="").to_json())
        togyz("verify", recorded)


@pytest.mark.parametrize("content", [b"", b"no store", None])
def test_a_store_that_cannot_be_read_is_one_sentence(recorded: Path, content: bytes | None) -> None:
    path = recorded / "game.sqlite"
    path.write_bytes(path.read_bytes()[:6000] if content is None else content)
    for command in (("show",), ("verify",), ("export", "--to", "tgk")):
        (line,) = togyz(command[0], recorded, *command[1:], code=5).stderr.splitlines()
        assert "keep it, and go back to a copy" in line


@pytest.mark.parametrize("session", ["[1]", "no JSON", "{}", '{"session":"one"}'])
def test_a_store_that_another_program_wrote_is_one_sentence(tmp_path: Path, session: str) -> None:
    with GameFolder.create(tmp_path, "foreign", session) as folder:
        folder.append_event(Started(t=0.0, position=Game().start, headers={}).to_json())
    for command in (("show",), ("verify",), ("export", "--to", "tgk")):
        (line,) = togyz(command[0], folder.path, *command[1:], code=5).stderr.splitlines()
        assert "session" in line
