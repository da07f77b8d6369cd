"""Layouts that are learned from a picture, kept under a name, and used for the next one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from calibration.errors import BadLayoutError
from calibration.layout import Layout, load_layout, shipped_layouts
from calibration.model import read_calibration
from tests import synthetic
from togyz_companion.beginning import BeginningOptions
from togyz_companion.board_setup import BoardOptions
from togyz_companion.cli.main import main
from togyz_companion.live.aiming import Aiming
from togyz_companion.own_layouts import known_layouts, layouts_folder, named_layout, save_layout

ENDS = Layout(
    name="ends",
    family="slots",
    length_mm=560,
    depth_mm=140,
    pitch_mm=40,
    otau_wh_mm=(36, 92),
    row_mm=76,
    kazan="ends",
    kazan_wh_mm=(64, 240),
    kazan_mm=236,
)
"""Longer than any board that is shipped, with kazans at its ends."""
WIDE = replace(
    load_layout("box"), name="wide", length_mm=400, depth_mm=150, otau_wh_mm=(38, 60), row_mm=108, kazan_mm=34
)
TOLERANCE = 0.08
"""As in tests/calibration: the wall that parts the kazan from the otaus has two edges."""


def proportions(layout: Layout) -> np.ndarray:
    """Where otaus lie: their pitch along the board, and where they begin and end from its middle to its rim."""
    return np.array([layout.pitch_mm / layout.length_mm, layout.v_inner, layout.v_outer])


def nearer(layout: Layout) -> synthetic.Drawing:
    """The board seen from elsewhere."""
    drawing = synthetic.Drawing(layout, synthetic.LIGHT_ON_DARK, synthetic.corners_px(layout))
    return replace(drawing, corners_px=drawing.corners_px * 0.9 + 30)


def calibrated(tmp_path: Path, drawing: synthetic.Drawing, *options: str, code: int = 0) -> Result:
    file = tmp_path / "board.png"
    cv2.imwrite(str(file), synthetic.picture(drawing))
    corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in drawing.corners_px)
    given = ["calibrate", str(file), "--corners", corners, "-o", str(tmp_path / "board.json"), *options]
    result = CliRunner().invoke(main, given, env={"XDG_DATA_HOME": str(tmp_path)})
    assert result.exit_code == code, result.output
    return result


@pytest.mark.parametrize("layout", [ENDS, WIDE], ids=lambda one: one.name)
def test_a_board_that_no_layout_describes_is_learned_and_known_the_next_time(tmp_path: Path, layout: Layout) -> None:
    drawing = synthetic.Drawing(layout, synthetic.LIGHT_ON_DARK, synthetic.corners_px(layout))
    calibrated(tmp_path, drawing, "--save-layout", "club")
    learned = named_layout("club", layouts_folder({"XDG_DATA_HOME": str(tmp_path)}))
    assert (learned.name, learned.kazan) == ("club", layout.kazan)
    np.testing.assert_allclose(proportions(learned), proportions(layout), atol=TOLERANCE)
    calibrated(tmp_path, nearer(layout), "--layout", "club")
    again = read_calibration(tmp_path / "board.json")
    assert again.layout == learned
    assert {row.v_outer for row in again.rows} == {learned.v_outer}


@pytest.mark.parametrize("layout", [ENDS, WIDE], ids=lambda one: one.name)
def test_no_shipped_layout_has_these_proportions(layout: Layout) -> None:
    for name in ("bowls", "box", "box_deep", "slots", "v_troughs"):
        other = load_layout(name)
        off = np.abs(proportions(other) - proportions(layout)).max()
        assert off > TOLERANCE or other.kazan != layout.kazan


def homeless() -> Path:
    raise RuntimeError("Could not determine home directory.")


def test_names_that_would_hide_others_or_leave_the_folder_are_refused(tmp_path: Path) -> None:
    for name in ("auto", "fitted", "box", "../x", "", "1st", "a" * 41, "клуб", "CON", "nul", "Com1"):
        with pytest.raises(BadLayoutError, match="cannot be called"):
            save_layout(ENDS, name, tmp_path)
    assert list(tmp_path.iterdir()) == []
    assert save_layout(ENDS, "console", tmp_path).exists()


def test_who_has_no_home_folder_knows_the_shipped_layouts_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", homeless)
    assert layouts_folder({}) is None
    assert layouts_folder({"XDG_DATA_HOME": "/data"}) == Path("/data/togyz/layouts")
    assert (
        set(Aiming(BoardOptions(), BeginningOptions()).to_dict()["layouts"])
        == set(known_layouts(None))
        == set(shipped_layouts())
    )
    assert named_layout("box", None) == load_layout("box")
    with pytest.raises(BadLayoutError, match="no home folder"):
        save_layout(ENDS, "club", None)


def test_own_names_stand_beside_the_shipped_ones_and_never_hide_them(tmp_path: Path) -> None:
    assert set(known_layouts(tmp_path / "none")) == {"bowls", "box", "box_deep", "slots", "v_troughs"}
    save_layout(ENDS, "club", tmp_path)
    (tmp_path / "box.json").write_text("{}", encoding="utf-8")
    assert named_layout("club", tmp_path) == replace(ENDS, name="club")
    assert named_layout("box", tmp_path) == load_layout("box")
    with pytest.raises(BadLayoutError, match="there is no layout 'hall'"):
        named_layout("hall", tmp_path)
    (tmp_path / "club.json").write_text("{}", encoding="utf-8")
    with pytest.raises(BadLayoutError, match=r"club\.json"):
        named_layout("club", tmp_path)


def test_a_name_is_checked_before_the_board_is_looked_for(tmp_path: Path) -> None:
    result = calibrated(tmp_path, nearer(ENDS), "--save-layout", "box", code=2)
    assert "cannot be called 'box'" in result.output
    assert not (tmp_path / "board.json").exists()
