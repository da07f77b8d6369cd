"""``togyz cameras`` and ``togyz doctor``: what is looked at, and how the verdict comes about."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import count
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

from board_io.cameras import ListedCamera
from board_io.port.adapter import ListedPort
from board_io.source import SourceInfo, SourceMissingError
from board_io.trouble import Trouble
from togyz.game import Game
from togyz.saying import say
from togyz.tgk import write_tgk
from togyz_companion import doctor, machine
from togyz_companion.cli import cameras as cameras_module
from togyz_companion.cli import doctor as doctor_module
from togyz_companion.cli.exits import NO_SOURCE
from togyz_companion.cli.main import main
from togyz_companion.doctor import Diagnosis, cameras_found, clashes_found, disk_found, ports_found, self_test
from togyz_companion.glimpse import Glimpse
from togyz_companion.messages.telling import Teller

CAMERA = ListedCamera("2", "C920 \x1b[2J")


def togyz(*words: str) -> Result:
    return CliRunner().invoke(main, words)


def keys(diagnoses: Iterable[Diagnosis]) -> list[tuple[str, str]]:
    """Level and key of each, all of which have a sentence."""
    told = list(diagnoses)
    assert all(Teller("ru").text(f"doctor.{one.key}", **one.values) for one in told)
    return [(one.level, one.key) for one in told]


@pytest.mark.parametrize(
    ("levels", "verdict", "code"),
    [(["ok"], "All is ready", 0), (["ok", "warning"], "see the lines", 0), (["fault", "ok"], "Not ready", NO_SOURCE)],
)
def test_the_worst_diagnosis_makes_the_verdict(
    monkeypatch: pytest.MonkeyPatch, levels: list[doctor.Level], verdict: str, code: int
) -> None:
    monkeypatch.setattr(doctor_module, "examine", lambda _: [Diagnosis(level, "battery") for level in levels])
    result = togyz("doctor", "--lang", "en")
    assert result.exit_code == code
    assert verdict in result.stdout


def refuse(_camera: ListedCamera) -> str:
    raise SourceMissingError("2", say(Trouble.NO_PICTURE, name="2"))


def test_cameras_are_tried_and_who_holds_one_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert keys(cameras_found([], refuse)) == [("warning", "no_camera")]
    assert keys(cameras_found([CAMERA], lambda _: "640 x 480")) == [("ok", "camera")]
    [mute] = cameras_found([CAMERA], refuse)
    assert (mute.level, mute.key) == ("fault", "camera_fails")
    assert Teller("ru").text("doctor.camera_fails", **mute.values).endswith("2 не дала картинки: проверьте кабель")
    monkeypatch.setattr(machine, "users_of", lambda _: ["obs"])
    [held] = cameras_found([CAMERA], refuse)
    assert (held.level, held.key, held.values["program"]) == ("fault", "camera_in_use", "obs")


def test_ports_that_cannot_be_opened_and_who_takes_them_are_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "tty").touch()
    there, gone = (ListedPort(str(tmp_path / name), "", None) for name in ("tty", "none"))
    assert keys(ports_found([there], [])) == [("ok", "port")]
    assert keys(ports_found([gone], ["brltty"])) == [("fault", "port_refused"), ("warning", "grabber")]
    monkeypatch.setattr(machine, "users_of", lambda _: ["screen"])
    assert keys(ports_found([there], [])) == [("warning", "port_in_use")]


def test_a_package_that_another_overwrites_is_a_fault() -> None:
    assert keys(clashes_found({"calibration": ["uncertainty-calibration"]})) == [("fault", "clash")]
    assert keys(clashes_found({})) == []


def test_little_room_is_warned_of(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    out = tmp_path / "not" / "made"
    monkeypatch.setattr(doctor, "FREE_MIN_BYTES", 0)
    assert keys([disk_found(out)]) == [("ok", "disk")]
    monkeypatch.setattr(doctor, "FREE_MIN_BYTES", 10**18)
    assert keys([disk_found(out)]) == [("warning", "disk_full")]


@pytest.mark.parametrize(("took_s", "key"), [(1.0, "self_test"), (9.0, "self_test_slow")])
def test_the_test_film_is_recorded_and_its_speed_is_judged(took_s: float, key: str) -> None:
    found = self_test(end_s=6.0, plies_min=1, now_s=count(0.0, took_s).__next__)
    assert keys([found])[0][1] == key
    assert (found.values["plies"], found.values["agreeing"]) == (1, 1)


def test_a_test_film_of_which_plies_are_missing_is_a_fault() -> None:
    assert keys([self_test(end_s=6.0, plies_min=2)]) == [("fault", "self_test_wrong")]


def test_a_test_film_that_cannot_be_recorded_is_a_fault(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    shipped = replace(doctor.sample(), film=tmp_path / "film.mp4")
    monkeypatch.setattr(doctor, "sample", lambda: shipped)
    found = self_test(end_s=6.0)
    assert keys([found]) == [("fault", "self_test_failed")]
    assert "film.mp4" in str(found.values["detail"])


def test_a_test_film_recorded_otherwise_than_it_was_played_is_a_fault(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    moves = tmp_path / "moves.tgk"
    moves.write_text(write_tgk(Game().play(9)), encoding="utf-8")
    shipped = replace(doctor.sample(), moves=moves)
    monkeypatch.setattr(doctor, "sample", lambda: shipped)
    assert keys([self_test(end_s=6.0, plies_min=1)]) == [("fault", "self_test_wrong")]


def test_cameras_are_listed_with_what_they_see_or_why_not(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    info = SourceInfo(kind="camera", wh=(96, 64), fps=30.0, duration_s=None, frames=None, description="")

    def look(url: str) -> Glimpse:
        if url == "3":
            raise SourceMissingError(url, "there is no camera 3")
        return Glimpse(info, np.zeros((64, 96, 3), np.uint8))

    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setattr(cameras_module, "listed_cameras", lambda: [CAMERA, ListedCamera("3", "")])
    monkeypatch.setattr(cameras_module, "look", look)
    result = togyz("cameras", "--thumbnails", str(tmp_path), "--lang", "en")
    assert result.exit_code == 0, result.output
    assert "96 x 64, 30 fps" in result.stdout
    assert "there is no camera 3" in result.stdout
    assert "\x1b" not in result.stdout
    assert [path.name for path in tmp_path.iterdir()] == ["camera-2.jpg"]


def test_a_machine_without_cameras_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cameras_module, "listed_cameras", list)
    assert "no camera was found" in togyz("cameras", "--lang", "en").stdout
