from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from tools.evaluate_simulated import highlights, main
from tools.evaluation.truth import Game

SHARED = Path(__file__).parents[3] / "shared" / "data"

pytestmark = [
    pytest.mark.shared,
    pytest.mark.skipif(not SHARED.is_dir(), reason="a simulated game is copied from ../shared, which is absent"),
]


def short_game(folder: Path, *, added: int = 0) -> Path:
    """The start of a rendered game and one ply; the truth of white's first otau is wrong by ``added``."""
    source = SHARED / "rendered" / "b1_boxB"
    folder.mkdir()
    records: dict[str, dict[str, Any]] = {}
    for line in (source / "frames.jsonl").read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        records.setdefault(record["kind"], record)
    records["settled"]["white"][0] += added
    for kind in ("start", "settled"):
        (folder / records[kind]["file"]).symlink_to(source / records[kind]["file"])
    lines = [json.dumps(records[kind]) + "\n" for kind in ("start", "settled")]
    (folder / "frames.jsonl").write_text("".join(lines), encoding="utf-8")
    (folder / "game.json").symlink_to(source / "game.json")
    return folder


@pytest.mark.parametrize("counter", [[], ["--venue"]])
def test_every_otau_after_the_start_is_compared(tmp_path: Path, counter: list[str]) -> None:
    right, wrong = short_game(tmp_path / "right"), short_game(tmp_path / "wrong", added=3)
    result = CliRunner().invoke(main, [*counter, "--json", str(right), str(wrong)], catch_exceptions=False)
    assert result.exit_code == 0
    ours, spoilt = json.loads(result.stdout)["boards"]
    assert (ours["name"], ours["all"]["otaus"]) == (str(right), 18)
    assert ours["all"]["exact"] >= 17
    assert spoilt["all"]["exact"] == ours["all"]["exact"] - 1
    assert ours["highlights"] == spoilt["highlights"] < 0.05


def test_highlights_are_what_is_white_within_otaus(tmp_path: Path) -> None:
    folder = short_game(tmp_path / "lit")
    game = Game(folder, json.loads((folder / "game.json").read_text(encoding="utf-8")))
    (record,) = game.frames("settled")
    before, picture = highlights(game), game.image(record).copy()
    x, y, width, height = cv2.boundingRect(np.rint(game.view().boxes_px[0]).astype(np.int32))
    picture[y : y + height, x : x + width] = 255
    (folder / record["file"]).unlink()
    cv2.imwrite(str(folder / record["file"]), picture)
    assert highlights(game) == pytest.approx(before + 1 / 18, abs=0.02)
