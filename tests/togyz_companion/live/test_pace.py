"""The camera's pace, room and power, as the operator is told of them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest

from board_io.outage import Moment, Outage
from togyz_companion import machine
from togyz_companion.live.health import EVERY, Health
from vision.frame import Frame

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
PICTURE = np.zeros((9, 16, 3), np.uint8)


def frame(t_s: float) -> Frame:
    return Frame(PICTURE, round(t_s * 1e9), 0, "0")


def outage(t_s: float) -> Outage:
    return Outage(t_ns=round(t_s * 1e9), since_ns=0, fault="gone", detail="0 is gone")


def told(health: Health, moments: list[Moment]) -> list[bool]:
    """Whether there was news, moment by moment; real time goes as fast as source time."""
    return [health.took(one, NOON + timedelta(seconds=one.t_s)) for one in moments]


@pytest.fixture(autouse=True)
def plugged_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "is_on_battery", lambda: False)


@pytest.mark.parametrize(("fps", "level"), [(15, "ok"), (2, "ok"), (1, "warning")])
def test_the_pace_is_told_in_every_language(tmp_path: Path, fps: int, level: str) -> None:
    health = Health(tmp_path)
    news = told(health, [frame(n / fps) for n in range(round(EVERY.total_seconds() * fps) + 1)])
    assert news == [*[False] * (len(news) - 1), True]
    pace, disk = health.to_list()
    assert (pace["level"], disk["level"]) == (level, "ok")
    assert pace["text"] == {
        "kk": f"камера: секундына {fps} сурет",
        "kk-Latn": f"kamera: sekundyna {fps} suret",
        "ru": f"камера: кадров в секунду {fps}",
        "en": f"camera: {fps} pictures a second",
    }


def test_what_stays_the_same_is_no_news(tmp_path: Path) -> None:
    news = told(Health(tmp_path), [frame(n / 4) for n in range(41)])
    assert sum(news) == 1


def test_a_camera_without_pictures_has_no_pace_and_an_emptied_battery_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine, "is_on_battery", lambda: True)
    health = Health(tmp_path)
    told(health, [outage(n / 4) for n in range(21)])
    disk, battery = health.to_list()
    assert (disk["level"], battery["level"]) == ("ok", "warning")
    health.forget()
    assert health.to_list() == []
