"""Telling a feed at once, late, and although it fails."""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass, field

import pytest

from board_io import feed_runner
from board_io.feed import GameStanding
from board_io.feed_runner import FeedRunner
from tests.fakes import PATIENCE_S, wait_until
from tests.togyz_companion.scripted import played
from togyz.replay import from_game

GAME = played(7, 5, 6, 4, 8)
STANDINGS = [GameStanding(from_game(GAME.undo(len(GAME.plies) - n)), "playing") for n in range(len(GAME.plies) + 1)]


@dataclass
class FakeFeed:
    """Notes what it is told; fails as long as ``fault`` says so, and waits at a closed gate."""

    told: list[int] = field(default_factory=list)
    beats: int = 0
    tries: int = 0
    fault: str | None = None
    gate: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        self.gate.set()

    def publish(self, standing: GameStanding) -> None:
        self.tries += 1
        assert self.gate.wait(PATIENCE_S)
        if self.fault is not None:
            raise OSError(self.fault)
        self.told.append(len(standing.record.plies))

    def beat(self) -> None:
        self.beats += 1


@dataclass
class Clock:
    now_s: float = 0.0

    def __call__(self) -> float:
        return self.now_s


def at(runner: FeedRunner, clock: Clock, now_s: float) -> None:
    """Lets it become this time."""
    with runner._changed:
        clock.now_s = now_s
        runner._changed.notify_all()


def test_without_a_delay_everything_is_told_at_once_and_the_last_at_the_end() -> None:
    feed = FakeFeed()
    with FeedRunner(feed) as runner:
        runner.show(STANDINGS[0])
        wait_until(lambda: feed.told == [0])
        runner.show(STANDINGS[1])
    assert feed.told == [0, 1]


def test_only_the_newest_waits_for_a_slow_disk() -> None:
    feed = FakeFeed()
    feed.gate.clear()
    with FeedRunner(feed) as runner:
        runner.show(STANDINGS[0])
        wait_until(lambda: feed.tries)
        for one in STANDINGS[1:]:
            runner.show(one)
        feed.gate.set()
    assert feed.told == [0, 5]


def test_a_delay_tells_every_state_as_it_was_then_and_no_earlier() -> None:
    feed, clock = FakeFeed(), Clock()
    with FeedRunner(feed, delay_s=60, now=clock) as runner:
        for n, now_s in enumerate((0.0, 10.0, 20.0)):
            at(runner, clock, now_s)
            runner.show(STANDINGS[n])
        at(runner, clock, 59.9)
        assert (feed.told, runner.left_s) == ([], pytest.approx(20.1))
        at(runner, clock, 60.0)
        wait_until(lambda: feed.told == [0])
        at(runner, clock, 85.0)
        wait_until(lambda: feed.told == [0, 2])
        assert runner.left_s == 0


def test_what_is_not_due_at_the_end_stays_hidden() -> None:
    feed, clock = FakeFeed(), Clock()
    with FeedRunner(feed, delay_s=60, now=clock) as runner:
        runner.show(STANDINGS[1])
    assert feed.told == []


def test_the_queue_holds_a_state_for_each_second_at_most() -> None:
    feed, clock = FakeFeed(), Clock()
    with FeedRunner(feed, delay_s=10, now=clock) as runner:
        for tenth in range(200):
            clock.now_s = tenth / 100
            runner.show(STANDINGS[tenth % 6])
        assert len(runner._waiting) <= 3
        at(runner, clock, 12.0)
        wait_until(lambda: feed.told == [199 % 6])


def test_a_correction_hides_what_it_replaced() -> None:
    feed = FakeFeed()
    with FeedRunner(feed) as runner:
        for one in (STANDINGS[5], STANDINGS[3]):
            runner.show(one)
    assert feed.told[-1] == 3


def test_a_fault_is_said_once_and_what_was_not_told_is_tried_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(feed_runner, "RETRY_S", 0.001)
    feed = FakeFeed(fault="the drive is gone")
    with FeedRunner(feed) as runner, caplog.at_level(logging.WARNING):
        runner.show(STANDINGS[2])
        wait_until(lambda: feed.tries > 3)
        feed.fault = None
        wait_until(lambda: feed.told == [2])
    assert [record.message for record in caplog.records] == ["the drive is gone"]


def test_a_state_that_comes_while_another_is_to_be_tried_again_takes_its_place() -> None:
    feed = FakeFeed(fault="the drive is gone")
    with FeedRunner(feed) as runner:
        runner.show(STANDINGS[1])
        wait_until(lambda: feed.tries)
        feed.fault = None
        runner.show(STANDINGS[2])
        wait_until(lambda: feed.told == [2])


def test_a_feed_with_nothing_to_tell_says_that_it_lives(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feed_runner, "BEAT_S", 0.001)
    feed = FakeFeed()
    with FeedRunner(feed):
        wait_until(lambda: feed.beats > 2)
    assert feed.told == []
