"""What record and live are told of feeds."""

from __future__ import annotations

import json
from contextlib import nullcontext
from pathlib import Path
from urllib.request import urlopen

import click
import pytest
from click.testing import CliRunner

from board_io.feed import GameStanding
from tests.fakes import wait_until
from togyz.position import Position
from togyz.record import Record
from togyz_companion.cli import feeding
from togyz_companion.cli.feeding import FeedOptions, fed, feed_options
from togyz_companion.messages.telling import Teller
from togyz_companion.web.server import Address

STANDING = GameStanding(Record(start=Position.start(), position=Position.start()), "playing")


def status_at(url: str) -> str:
    with urlopen(url, timeout=10) as response:
        return str(json.load(response)["status"])


def said(*options: str) -> FeedOptions | str:
    """What a command is told by these options, or why they are refused."""
    told: list[FeedOptions] = []

    @click.command()
    @feed_options
    def command(*, feeds: FeedOptions) -> None:
        told.append(feeds)

    result = CliRunner().invoke(command, options)
    return told[0] if told else result.stderr


def test_nobody_is_told_anything_unless_it_is_asked_for() -> None:
    assert said() == FeedOptions(None, None, 0)
    with fed(FeedOptions(None, None, 0), Teller()) as shows:
        assert shows == []


@pytest.mark.parametrize(("written", "delay_s"), [("15m", 900), ("90s", 90), ("6h", 21600), ("0s", 0)])
def test_a_delay_is_a_time(written: str, delay_s: int) -> None:
    told = said("--feed", "x", "--delay", written)
    assert isinstance(told, FeedOptions)
    assert told.delay_s == delay_s


def test_a_delay_of_nothing_is_refused() -> None:
    assert "--feed or --public" in str(said("--delay", "15m"))


@pytest.mark.parametrize("written", ["15", "m", "-5m", "7h", "1.5m", "15 m", "999999s", ""])
def test_another_delay_is_refused(written: str) -> None:
    assert "is not a time" in str(said("--feed", "x", "--delay", written))


def test_public_pages_need_no_folder_that_stays(capsys: pytest.CaptureFixture[str]) -> None:
    with fed(FeedOptions(None, Address(), 0), Teller()) as (show,):
        url = capsys.readouterr().err.split()[-1]
        show(STANDING)
        wait_until(lambda: status_at(f"{url}state.json") == "playing")
        assert status_at(f"{url}round-1/game-1.json") == "playing"


class Patience:
    """Notes how long is waited, and breaks off at once."""

    def __init__(self) -> None:
        self.waited_s: list[float] = []

    def wait(self, seconds: float) -> None:
        self.waited_s.append(seconds)


def test_at_the_end_the_rest_of_a_delayed_feed_is_waited_for_unless_that_is_broken_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    patience = Patience()
    monkeypatch.setattr(feeding, "stopped_by_signal", lambda: nullcontext(patience))
    with fed(FeedOptions(tmp_path, None, 900), Teller()) as (show,):
        show(STANDING)
    assert patience.waited_s == [pytest.approx(900 + feeding.HEARD_S, abs=5)]
    assert "Ctrl-C ends it now" in capsys.readouterr().err
    assert not (tmp_path / "state.json").exists(), "what is not due stays hidden"


def test_what_was_told_at_once_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    patience = Patience()
    monkeypatch.setattr(feeding, "stopped_by_signal", lambda: nullcontext(patience))
    with fed(FeedOptions(tmp_path, None, 0), Teller()) as (show,):
        show(STANDING)
    assert patience.waited_s == []
    assert json.loads((tmp_path / "state.json").read_text())["status"] == "playing"
