"""What the operator is told of the clock on the table."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from board_io.clock.source import ClockNews
from togyz_companion.live.health import EVERY, Health
from vision.frame import Frame

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


class Buttons:
    problem: str | None = None

    def news(self) -> Sequence[ClockNews]:
        return []

    def close(self) -> None:
        pass


def frame(n: int) -> Frame:
    return Frame(np.zeros((2, 2, 3), np.uint8), round(n * EVERY.total_seconds() * 1e9), n, "0")


def test_buttons_that_are_unplugged_are_told_until_they_are_back(tmp_path: Path) -> None:
    buttons = Buttons()
    health = Health(tmp_path, buttons)
    texts = []
    for n, problem in enumerate([None, None, "the plug is out", None]):
        buttons.problem = problem
        health.took(frame(n), NOON + n * EVERY)
        texts.append([one["text"] for one in health.to_list() if "the clock cannot be heard" in str(one["text"])])
    assert [len(told) for told in texts] == [0, 0, 1, 0]
    assert "часов не слышно: the plug is out" in str(texts[2])
