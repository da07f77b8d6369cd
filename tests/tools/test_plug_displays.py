"""Displays that are plugged in and out are right again, and one that is not would be noticed."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("Windows has no pseudo-terminals", allow_module_level=True)

from board_io.display.frame import Display
from board_io.display.runner import DisplayRunner, Pace
from board_io.port import serial_port
from tools import plug_displays
from tools.plug_displays import plug

SOON_S = 0.005


@pytest.fixture(autouse=True)
def fast(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serial_port, "READ_TIMEOUT_S", SOON_S)
    monkeypatch.setattr(plug_displays, "MOMENT_S", 2 * SOON_S)


def test_after_a_hundred_unpluggings_the_last_score_stands_there(tmp_path: Path) -> None:
    def run(opener: Callable[[], Display], name: str) -> DisplayRunner:
        return DisplayRunner(opener, name=name, pace=Pace(resend_s=SOON_S, retry_s=SOON_S, rest_s=0))

    report = plug(tmp_path, 100, random.Random(1), run)
    assert len(report.right_s) == 100
    assert len(report.show_s) > 200
    assert report.threads_left == 0


def test_a_runner_that_does_not_resend_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(opener: Callable[[], Display], name: str) -> DisplayRunner:
        return DisplayRunner(opener, name=name, pace=Pace(resend_s=60, retry_s=SOON_S, rest_s=0))

    monkeypatch.setattr(plug_displays, "PATIENCE_S", 0.5)
    with pytest.raises(TimeoutError, match="is not shown"):
        plug(tmp_path, 20, random.Random(1), run)
