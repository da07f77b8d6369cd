"""Pacing a film."""

from __future__ import annotations

from togyz_companion.cli.play import Pacer


class FakeTime:
    """A clock that only goes on by waiting, or when told to."""

    def __init__(self) -> None:
        self.now_s = 100.0
        self.waits: list[float] = []

    def wait(self, seconds: float) -> None:
        self.waits.append(round(seconds, 6))
        self.now_s += seconds


def test_a_film_is_held_back_to_its_own_time() -> None:
    time = FakeTime()
    pacer = Pacer(now=lambda: time.now_s, wait=time.wait)
    for t_s in (5.0, 5.5, 6.5):
        pacer.hold(t_s)
    assert time.waits == [0.5, 1.0]


def test_what_came_late_is_made_up_for_without_a_pause() -> None:
    time = FakeTime()
    pacer = Pacer(now=lambda: time.now_s, wait=time.wait)
    pacer.hold(0.0)
    time.now_s += 3.0
    for t_s in (1.0, 2.0, 3.0, 3.25):
        pacer.hold(t_s)
    assert time.waits == [0.25]
