"""A camera that fails is noticed and waited for, and the game is recorded whole."""

from __future__ import annotations

from typing import Final

import pytest

from tools.fail_cameras import CAMERAS, Noticed, fail, noticed
from tools.failing.film import Window

SILENT: Final = Window("silent", 8.0, 12.0)


@pytest.mark.parametrize(
    ("lost", "back", "said_s", "back_s"),
    [
        ([9.5], [12.5], 1.5, 0.5),
        ([9.5, 11.0], [10.0, 13.0], 1.5, 1.0),
        ([9.5], [10.0], 1.5, -2.0),
        ([9.5], [17.0], 1.5, None),
        ([7.0, 17.5], [12.5], None, None),
        ([], [], None, None),
    ],
)
def test_what_was_told_of_a_fault_is_taken_from_its_own_time(
    lost: list[float], back: list[float], said_s: float | None, back_s: float | None
) -> None:
    assert noticed(SILENT, lost, back) == Noticed("silent", said_s, back_s)


@pytest.mark.slow
@pytest.mark.timeout(180)
def test_a_game_goes_on_over_silence_and_a_broken_connection() -> None:
    goes_on_over("http", "silent", "closed")


@pytest.mark.rtsp
@pytest.mark.timeout(180)
@pytest.mark.parametrize("faults", [("silent", "closed"), ("garbage", "stalled"), ("resized", "frozen")])
def test_a_game_goes_on_over_what_network_cameras_do(faults: tuple[str, str]) -> None:
    goes_on_over("rtsp", *faults)


def goes_on_over(by: str, first: str, second: str) -> None:
    windows = [Window(first, 6.0, 9.5), Window(second, 14.0, 18.5)]
    report = fail(windows, fps=15.0, end_s=27.0, camera=CAMERAS[by][0])
    assert [one.fault for one in report.noticed if one.said_s is not None and one.back_s is not None] == [first, second]
    assert len(report.recorded) >= 5
    assert report.recorded == report.played[: len(report.recorded)]
