from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.togyz.sheets import MOVES
from tools.evaluate_repair import SheetScore, blanked, main, score, summary


def test_a_sheet_has_gaps_and_diagrams() -> None:
    lines = blanked(MOVES, [1, 10]).splitlines()
    assert lines[:2] == ["1. 87 87", "2. ? ?"]
    assert lines[9:15] == ["10. 53 16", *lines[10:14], "11. ? ?"]
    assert [len(line.split()) for line in lines[10:14]] == [1, 9, 9, 1]


def test_what_is_unique_and_right_is_counted() -> None:
    found = score(MOVES, [5])
    assert (found.gaps, found.unique, found.right, found.missed, found.completions) == (1, 1, 1, 0, 1)
    open_end = score(MOVES, [14])
    assert (open_end.gaps, open_end.unique, open_end.missed) == (1, 0, 0)
    assert open_end.completions > 1


def test_all_sheets_together() -> None:
    found = summary([SheetScore(5, 4, 4, 0, 1, False, 0.5), SheetScore(5, 2, 1, 2, 9, True, 1.5)])
    assert found["gaps_unique"] == 6
    assert found["gaps_unique_right"] == 5
    assert (found["sheets_unique"], found["sheets_not_all_tried"], found["plies_missed"]) == (1, 1, 2)
    assert (found["cpu_s_median"], found["cpu_s_max"]) == (1.0, 1.5)


@pytest.mark.shared
def test_unique_gaps_of_real_games_come_back_as_played(shared: Path) -> None:
    result = CliRunner().invoke(main, ["--games", "8", "--gaps", "3", "--json", "--shared", str(shared)])
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)["summary"]
    assert (found["sheets"], found["gaps"], found["plies_missed"]) == (8, 24, 0)
    assert 0 < found["gaps_unique"] == found["gaps_unique_right"]
