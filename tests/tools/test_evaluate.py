from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from tools.evaluate import LEGAL, main
from tools.evaluation.films import Variant
from tools.evaluation.plies import FilmScore
from tools.evaluation.report import films_report, write_report

REPORT = films_report([FilmScore("d1_walnut", 20, 20, 0, (0.2,), 0, 0, 0, 0, None)], Variant())


def test_reports_become_one_file_of_tables_beside_their_folder(tmp_path: Path) -> None:
    folder = tmp_path / "figures"
    write_report(REPORT, folder / "films.json")
    write_report(REPORT, folder / "films-life.json")
    assert CliRunner().invoke(main, ["figures", str(folder)]).exit_code == 0
    lines = folder.with_suffix(".md").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line.startswith("#")] == ["# Figures", "## films", "## films-life"]
    assert sum(line.startswith("| d1_walnut | 20 | 20 | 100.0 |") for line in lines) == 2


@pytest.mark.parametrize("arguments", [["films", "d9"], ["frames", "sd1"], ["films", "--skip", "1;2"]])
def test_what_is_not_there_is_refused(arguments: list[str], tmp_path: Path) -> None:
    result = CliRunner().invoke(main, [*arguments, "--shared", str(tmp_path)])
    assert result.exit_code == 2
    assert "Error" in result.output


def test_beginnings_choose_games() -> None:
    frames = main.commands["frames"]
    with frames.make_context("frames", ["b", "d3", "--shared", "."]) as context:
        assert context.params["names"] == tuple(name for name in LEGAL if name[0] == "b" or name == "d3_blue")
    with frames.make_context("frames", ["--shared", "."]) as context:
        assert context.params["names"] == LEGAL


@pytest.mark.parametrize(("given", "joined"), [([], None), (["--from-third", "seen"], "seen")])
def test_a_film_is_seen_whole_unless_its_first_third_is_cut_off(given: list[str], joined: str | None) -> None:
    with main.commands["films"].make_context("films", ["d3", "--shared", ".", *given]) as context:
        assert context.params["joined"] == joined
