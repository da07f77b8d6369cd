"""``togyz repair``: what it prints, what it writes, how it ends."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import togyz.repair
from tests.togyz.games import replayed
from tests.togyz.sheets import MOVES, sheet_text
from togyz.tgk import read_tgk, write_tgk
from togyz_companion.cli.main import main
from togyz_companion.repaired import SHOWN_MAX

SAMPLE = Path(__file__).parents[3] / "samples" / "scoresheet.txt"
GAPS = sheet_text(MOVES, {3: "2?", 11: "?", 12: "?"}, diagrams=[10])
OPEN = "1. 87 87\n2. ? ?\n3. 23 12\n"
WRONG = sheet_text(MOVES, {11: "77"}, diagrams=[10])


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    return tmp_path / "sheet.txt"


def repair(path: Path, text: str, *arguments: str | Path, code: int = 0) -> Result:
    path.write_text(text, encoding="utf-8")
    result = CliRunner().invoke(main, ["repair", str(path), *map(str, arguments)])
    assert result.exit_code == code, result.output
    return result


def test_what_is_certain_stands_in_brackets_and_the_end_is_drawn(sheet: Path) -> None:
    lines = repair(sheet, GAPS).stdout.splitlines()
    words = " ".join(lines[:8]).split()
    assert [word for word in words if word.startswith("[")] == ["[22]", "[78]", "[93]"]
    assert [word.strip("[]") for word in words if word.strip("[]x").isdigit()][: len(MOVES)] == MOVES
    assert "games that fit the sheet: 1" in lines
    assert "at the end of the sheet the position is this; no result is written" in lines
    position = replayed(MOVES).position
    drawn = {line.split()[0]: line.split()[-1] for line in lines if line.strip().startswith(("black", "white"))}
    assert drawn == {"white": str(position.kazan[0]), "black": str(position.kazan[1])}


def test_what_is_open_is_listed_with_how_often_and_shortened(sheet: Path) -> None:
    shown = repair(sheet, "1. 87 87\n2. ? 99\n3. 23 12\n").stdout
    assert "2. ??: 22 (1), 89 (1)\ngames that fit the sheet: 2" in shown
    many = repair(sheet, "1. ? ?\n").stdout
    assert f", and {9 - SHOWN_MAX} more" in many
    assert (
        "games that fit the sheet: 73\nat the end of the sheet the position is not certain; no result is written"
        in many
    )
    assert "kazan" not in many


def test_a_contradiction_is_named_with_what_would_mend_it(sheet: Path) -> None:
    shown = repair(sheet, WRONG, code=5).stdout
    assert "6. 77: the last kumalak falls into otau 8, not 7" in shown
    assert "this would mend it:\n  6. 77 should read 78 (games: 1)" in shown
    assert "no game was found that fits the sheet as it is written" in shown
    assert (
        "at the end of the sheet once it is mended the position is this; the result is 1-0"
        in repair(sheet, f"{WRONG}1-0\n", code=5).stdout
    )
    assert "any of these would mend it:" in repair(sheet, "1. 87 88", code=5).stdout
    assert "no small change" in repair(sheet, "1. 11 11\n2. 11 11\n3. 11 11\n", code=5).stdout


def test_the_shipped_sheet_is_certain() -> None:
    result = CliRunner().invoke(main, ["repair", str(SAMPLE), "--json"])
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert found["completions"] == 1
    restored = {ply["n"]: ply["move"] for ply in found["plies"] if ply["status"] == "restored"}
    assert restored == {5: "91", 12: "36", 13: "91x", 25: "56", 26: "57", 27: "91", 28: "56", 45: "91", 46: "97"}


def test_what_was_forgiven_is_listed(sheet: Path) -> None:
    assert repair(sheet, "1. 87 ?\n1. 22").stdout.splitlines()[0].startswith("forgiven, line 2: '1.': number left out")


def test_json_is_one_line_of_the_contract(sheet: Path) -> None:
    (line,) = repair(sheet, f"{GAPS}тең\n", "--json").stdout.splitlines()
    found = json.loads(line)
    assert list(found) == ["schema", "completions", "all", "plies", "contradictions", "forgiven"]
    assert [ply["move"] for ply in found["plies"]] == MOVES
    assert found["forgiven"] == [{"line": 20, "text": "тең", "what": "read as 1/2-1/2"}]
    (line,) = repair(sheet, WRONG, "--json", code=5).stdout.splitlines()
    assert json.loads(line)["contradictions"][0]["n"] == 11


def test_what_could_not_be_tried_is_no_contradiction(sheet: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("togyz_companion.cli.repair.repair", partial(togyz.repair.repair, moves_max=200))
    shown = repair(sheet, sheet_text(MOVES, dict.fromkeys(range(1, 13), "?"), diagrams=[7]), code=5).stdout
    assert "whether a game fits the sheet is not known: not all could be tried" in shown
    assert "no game was found" not in shown
    assert "no small change" not in shown
    assert "too many to try them all" in shown


@pytest.mark.parametrize("form", ["tgk", "pgn", "json"])
def test_a_certain_game_is_written(sheet: Path, form: str, tmp_path: Path) -> None:
    output = tmp_path / f"game.{form}"
    told = repair(sheet, f"White: Aidar\n{GAPS}", "-o", output)
    assert told.stderr == f"the game is written to {output}\n"
    exported = CliRunner().invoke(main, ["export", str(output), "--to", "tgk"]).stdout
    game = read_tgk(exported).game
    assert (game.plies, game.headers["White"]) == (replayed(MOVES).plies, "Aidar")


def test_the_only_mend_is_written_though_the_sheet_contradicts_itself(sheet: Path, tmp_path: Path) -> None:
    assert "the mended game is written to" in repair(sheet, WRONG, "-o", tmp_path / "game.tgk", code=5).stderr
    assert (tmp_path / "game.tgk").read_text(encoding="utf-8") == write_tgk(replayed(MOVES))


def test_an_uncertain_game_is_not_written(sheet: Path, tmp_path: Path) -> None:
    assert "not certain" in repair(sheet, OPEN, "-o", tmp_path / "game.tgk").stderr
    assert not (tmp_path / "game.tgk").exists()


@pytest.mark.parametrize(("text", "code"), [("", 5), ("Aidar won\n", 5), ('[FEN "x"]\n1. 76\n', 5)])
def test_what_is_no_sheet_is_one_sentence(sheet: Path, text: str, code: int) -> None:
    assert len(repair(sheet, text, code=code).output.splitlines()) == 1


def test_wrong_use(sheet: Path, tmp_path: Path) -> None:
    assert "ends with none of" in repair(sheet, GAPS, "-o", tmp_path / "game.doc", code=2).stderr
    assert CliRunner().invoke(main, ["repair", str(tmp_path / "none.txt")]).exit_code == 2
    assert CliRunner().invoke(main, ["repair", str(tmp_path)]).exit_code == 2


def test_a_sheet_gives_the_terminal_no_orders(sheet: Path) -> None:
    assert "\x1b" not in repair(sheet, "1. 87 87\nso \x1b[2J what\n").stdout
