"""Cameras are listed by what Linux tells of them, and found by their names."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from board_io import cameras, capture
from board_io.cameras import ListedCamera, listed_cameras, named_camera
from board_io.capture import open_capture
from board_io.source import SourceMissingError, is_live

TWO = [ListedCamera("0", "Integrated Camera"), ListedCamera("2", "HD Pro Webcam C920")]


@pytest.fixture
def machine(tmp_path: Path) -> tuple[Path, Path]:
    """Two cameras of two nodes each, of which one has a lasting link."""
    sysfs, by_id = tmp_path / "sys", tmp_path / "by-id"
    by_id.mkdir()
    for n, name in enumerate(["Integrated Camera"] * 2 + ["HD Pro Webcam C920"] * 2):
        node = sysfs / f"video{n}"
        node.mkdir(parents=True)
        (node / "name").write_text(f"{name}\n")
        (node / "index").write_text(f"{n % 2}\n")
    (by_id / "usb-C920-index0").symlink_to(tmp_path / "video2")
    return sysfs, by_id


@pytest.mark.skipif(sys.platform != "linux", reason="other systems list cameras otherwise")
def test_each_camera_is_listed_once_with_its_name_and_lasting_path(machine: tuple[Path, Path]) -> None:
    assert listed_cameras(*machine) == [TWO[0], ListedCamera("2", TWO[1].name, machine[1] / "usb-C920-index0")]


def test_where_the_system_lists_none_numbers_are_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cameras.sys, "platform", "win32")
    assert [camera.url for camera in listed_cameras()] == ["0", "1", "2", "3"]


def test_a_camera_is_found_by_a_part_of_its_name() -> None:
    assert named_camera("camera:c920", TWO) == "2"


@pytest.mark.parametrize(
    ("url", "why"), [("camera:Brio", "no camera is called 'Brio'"), ("camera:a", "several cameras are called 'a'")]
)
def test_a_name_that_means_no_one_camera_is_refused_with_those_there_are(url: str, why: str) -> None:
    with pytest.raises(LookupError, match=f"{why}.*2 HD Pro Webcam C920"):
        named_camera(url, TWO)


def test_a_name_is_looked_up_when_the_camera_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capture, "listed_cameras", lambda: TWO)
    assert is_live("camera:Brio")
    with pytest.raises(SourceMissingError, match="no camera is called 'Brio'"):
        open_capture("camera:Brio", 1.0)
