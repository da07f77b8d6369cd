from __future__ import annotations

import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

pytest.importorskip("numba", reason="the simulator is compiled by numba: pip install -e .[simulate]")

from tools.simulate import main


def test_without_blender_the_path_tracer_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("pathtraced", "blender"):
        monkeypatch.delitem(sys.modules, f"tools.simulator.{module}", raising=False)
    monkeypatch.setitem(sys.modules, "bpy", None)
    result = CliRunner().invoke(main, ["pathtraced", "--seed", "1", str(tmp_path / "g")])
    assert result.exit_code == 1
    assert 'bpy is missing: pip install -e ".[pathtraced]"' in result.output
    assert not (tmp_path / "g").exists()
