"""The wheel as others get it: what lies in it, and whether it works where this repository is not."""

from __future__ import annotations

import subprocess
import sys
import venv
import zipfile
from pathlib import Path, PurePosixPath

import pytest

pytestmark = [pytest.mark.wheel, pytest.mark.timeout(600)]

ROOT = Path(__file__).parents[1]
PACKAGES = {"togyz", "calibration", "vision", "board_io", "togyz_companion"}
LAYOUTS = ("bowls", "box", "box_deep", "slots", "v_troughs")
LEARNED = ("count_model.json", "heat_net.onnx")
SAMPLES = ("SOURCES.md", "box_game.json", "box_game.mp4", "box_game.tgk", "scoresheet.txt")
TEMPLATES = ("board", "markers", "pictures", "scoresheet")
SCRIPTS = (
    "aiming", "board", "choosing", "clock", "clockface", "desk", "editing", "ended", "ending", "hall", "headers",
    "keys", "live", "moves", "operator", "orders", "overlay", "page", "playing", "positions", "record", "replay",
    "speech", "tableclock",
)  # fmt: skip
PAGES = (
    *(f"{name}.css" for name in ("board", "clockface", "hall", "operator", "overlay", "page")),
    *(f"{name}.js" for name in SCRIPTS),
    "page.html",
    *(f"vendor/{name}" for name in ("htm-preact.js", "htm.LICENSE", "preact.LICENSE")),
)
DATA = {
    *(f"{package}/py.typed" for package in PACKAGES),
    *(f"calibration/layouts/{name}.json" for name in LAYOUTS),
    *(f"vision/data/{name}" for name in LEARNED),
    *(f"togyz_companion/samples/{name}" for name in SAMPLES),
    *(f"togyz_companion/web/static/{name}" for name in PAGES),
    *(f"togyz_companion/printing/{name}.typ" for name in TEMPLATES),
}


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT, cwd=ROOT)
    (path,) = folder.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of commands of a fresh environment with the locked dependencies and the wheel, nothing else."""
    folder = tmp_path_factory.mktemp("elsewhere")
    venv.create(folder / "venv", with_pip=True)
    commands = folder / "venv" / ("Scripts" if sys.platform == "win32" else "bin")
    pip = (commands / "python", "-m", "pip", "install", "--quiet")
    run(*pip, "--require-hashes", "-r", ROOT / "requirements" / "run.txt", cwd=folder)
    run(*pip, "--no-deps", "--no-index", wheel, cwd=folder)
    return commands


def test_it_holds_the_packages_and_their_data_and_nothing_else(wheel: Path) -> None:
    names = [PurePosixPath(name) for name in zipfile.ZipFile(wheel).namelist()]
    top = {name.parts[0] for name in names}
    assert {name for name in top if not name.endswith(".dist-info")} == PACKAGES
    assert len(top) == len(PACKAGES) + 1
    assert {str(name) for name in names if name.suffix != ".py" and name.parts[0] in PACKAGES} == DATA


def test_it_counts_moves_elsewhere(installed: Path) -> None:
    assert run(installed / "togyz", "perft", "3", cwd=installed).splitlines()[-1] == "613"


def test_it_plays_the_demo_elsewhere(installed: Path) -> None:
    lines = run(installed / "togyz", "demo", cwd=installed).splitlines()
    assert lines[-1] == "all 24 plies are as they were played"


def test_it_prints_a_scoresheet_and_a_page_elsewhere(installed: Path, tmp_path: Path) -> None:
    game = ROOT / "samples" / "box_game.tgk"
    for form, begins in (("pdf", b"%PDF"), ("html", b"<!doctype html>")):
        run(installed / "togyz", "export", game, "--to", form, "-o", tmp_path / f"game.{form}", cwd=installed)
        assert (tmp_path / f"game.{form}").read_bytes().startswith(begins)
