"""What is read of this machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from togyz_companion import machine

OWN = machine.DISTRIBUTION


@pytest.mark.parametrize(
    ("distributions", "found"),
    [
        ({"calibration": [OWN], "togyz": [OWN, OWN], "cv2": ["opencv-python"]}, {}),
        ({}, {}),
        ({"calibration": [OWN, "uncertainty-calibration"]}, {"calibration": ["uncertainty-calibration"]}),
        ({"cv2": ["opencv-python", "opencv-python-headless"]}, {"cv2": ["opencv-python", "opencv-python-headless"]}),
    ],
)
def test_packages_that_several_install_are_named(
    distributions: dict[str, list[str]], found: dict[str, list[str]]
) -> None:
    assert machine.clashes(distributions) == found


def test_the_versions_of_libraries_are_known() -> None:
    assert {"numpy", "av"} <= machine.versions().keys()


@pytest.fixture
def proc(tmp_path: Path) -> Path:
    """Two programs, of which one has a port open."""
    for pid, name, device in (("7", "brltty", "/dev/ttyUSB0"), ("8", "obs", "/dev/null")):
        fds = tmp_path / pid / "fd"
        fds.mkdir(parents=True)
        (tmp_path / pid / "comm").write_text(f"{name}\n")
        (fds / "3").symlink_to(device)
    return tmp_path


def test_programs_that_run_or_hold_a_device_are_named(proc: Path) -> None:
    assert machine.running(frozenset({"brltty", "ModemManager"}), proc) == ["brltty"]
    assert machine.users_of(Path("/dev/ttyUSB0"), proc) == ["brltty"]
    assert machine.users_of(Path("/dev/video0"), proc) == []


@pytest.mark.parametrize(("status", "is_emptied"), [("Discharging", True), ("Full", False), (None, False)])
def test_a_battery_that_is_emptied_is_noticed(tmp_path: Path, status: str | None, *, is_emptied: bool) -> None:
    if status is not None:
        (tmp_path / "BAT0").mkdir()
        (tmp_path / "BAT0" / "status").write_text(f"{status}\n")
    assert machine.is_on_battery(tmp_path) == is_emptied
