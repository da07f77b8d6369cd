"""``togyz export`` to what is no game's text: sheets, pictures, films, tables."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import pypdfium2
import pytest
from click.testing import CliRunner, Result

from board_io.game_folder import GameFolder
from board_io.store import read_history
from togyz.events import Started
from togyz.game import Game
from togyz.position import Position
from togyz.replay import from_game
from togyz.tgk import write_tgk
from togyz_companion.cli.main import main
from togyz_companion.exports import FORMS

GAME = Game(headers={"White": "Ұлбосын", "Black": "Өмірбек"}).play("76").play("55").play("65")
STARTS = {"svg": b"<svg", "png": b"\x89PNG", "gif": b"GIF89a", "pdf": b"%PDF", "csv": b"n,side,"}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "game.tgk").write_text(write_tgk(GAME), encoding="utf-8")
    return tmp_path / "game.tgk"


def export(*args: object, code: int = 0) -> Result:
    result = CliRunner().invoke(main, ["export", *map(str, args)])
    assert result.exit_code == code, result.output
    return result


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_written_the_same_to_a_file_and_to_a_pipe(form: str, path: Path, tmp_path: Path) -> None:
    output = tmp_path / f"exported.{form}"
    export(path, "--to", form, "-o", output)
    assert output.read_bytes().startswith(STARTS.get(form, b""))
    if form != "pdf":  # it says when it was made
        assert export(path, "--to", form).stdout_bytes == output.read_bytes()


@pytest.mark.parametrize("form", FORMS)
def test_half_a_character_in_a_name_spoils_no_form(form: str, tmp_path: Path) -> None:
    text = from_game(Game(headers={"White": "\ud800"})).to_json()
    (tmp_path / "game.json").write_bytes(text.encode(errors="backslashreplace"))
    export(tmp_path, "--to", form, "-o", tmp_path / f"game.{form}")


def test_a_table_has_a_line_for_each_ply_and_the_position_after_it(path: Path) -> None:
    lines = list(csv.DictReader(export(path, "--to", "csv").stdout.splitlines()))
    assert [line["move"] for line in lines] == ["76", "55", "65"]
    assert (lines[0]["captured"], lines[0]["white_kazan"], lines[0]["black_6"]) == ("10", "10", "0")
    assert {(line["t"], line["white_tuzdyk"], line["black_clock"]) for line in lines} == {("", "", "")}


def test_a_table_tells_what_the_clocks_showed(path: Path) -> None:
    record = from_game(GAME)
    timed = replace(record.plies[0], clock_s=(589.0, 600.0), t_press=21.0)
    json_path = path.with_name("game.json")
    json_path.write_text(replace(record, plies=(timed, *record.plies[1:])).to_json(), encoding="utf-8")
    first = next(csv.DictReader(export(json_path, "--to", "csv").stdout.splitlines()))
    assert (first["white_clock"], first["black_clock"], first["t_press"]) == ("589.0", "600.0", "21.0")


def test_a_round_makes_one_document_with_both_copies_of_each_game(path: Path, tmp_path: Path) -> None:
    output = tmp_path / "round.pdf"
    told = export(path, path, "--to", "pdf", "--side", "both", "--lang", "kk", "-o", output).stderr
    assert told == f"{output} файлына жазылды\n"
    with pypdfium2.PdfDocument(output) as document:
        assert len(document) == 7
        assert "Ұлбосын" in document[0].get_textpage().get_text_bounded()


def test_the_sheet_of_a_recorded_game_bears_the_head_of_its_store(tmp_path: Path) -> None:
    with GameFolder.create(tmp_path, "recorded", '{"session":1}') as folder:
        folder.append_event(Started(t=0.0, position=Position.start(), headers={}).to_json())
    output = tmp_path / "sheet.pdf"
    export(folder.path, "--to", "pdf", "-o", output)
    with pypdfium2.PdfDocument(output) as document:
        assert read_history(folder.path / "game.sqlite").head in document[1].get_textpage().get_text_bounded()


def test_a_picture_shows_the_position_that_is_asked_for(path: Path) -> None:
    first, last = (export(path, "--to", "svg", "--ply", n).stdout for n in (1, 3))
    assert first != last == export(path, "--to", "svg").stdout
    assert export(path, "--to", "svg", "--side", "black").stdout != last


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--to", "doc"), "doc"),
        (("--to", "svg", "--ply", 4), "the game has 3 plies"),
        (("--to", "svg", "--side", "both"), "say white or black"),
        (("--to", "pdf", "--lang", "de"), "de"),
    ],
)
def test_what_cannot_be_asked_for_is_a_usage_error(path: Path, options: tuple[object, ...], says: str) -> None:
    assert says in export(path, *options, code=2).stderr


def test_only_some_forms_hold_several_games(path: Path) -> None:
    assert "only pgn, pdf" in export(path, path, "--to", "tgk", code=2).stderr


def test_a_terminal_is_not_filled_with_a_picture(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("togyz_companion.cli.export.is_terminal", lambda: True)
    assert "name a file" in export(path, "--to", "png", code=2).stderr
    assert export(path, "--to", "csv").stdout.startswith("n,side")


def test_a_games_store_is_not_written_over(path: Path, tmp_path: Path) -> None:
    (tmp_path / "game.sqlite").write_bytes(b"the truth")
    assert "store" in export(path, "--to", "json", "-o", tmp_path / "game.sqlite", code=2).stderr
    assert (tmp_path / "game.sqlite").read_bytes() == b"the truth"
