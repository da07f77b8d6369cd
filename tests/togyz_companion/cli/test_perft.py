"""``togyz perft``."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from togyz_companion.cli.main import main

# Position B of the rules: stopping at 82 makes a difference from depth 6 on.
NEAR_THE_END = "26S,2S,1S,1S,1S,3,t/2,1S,t,3,1S,1 57 72 N"


def perft(*arguments: str) -> str:
    result = CliRunner().invoke(main, ["perft", *arguments])
    assert result.exit_code == 0, result.output
    return result.stdout.splitlines()[-1]


def test_the_number_stands_alone_on_the_last_line() -> None:
    assert [perft(str(depth)) for depth in range(4)] == ["1", "9", "73", "613"]


@pytest.mark.parametrize(("at_82", "games"), [("play_on", "24060"), ("stop", "24020")])
def test_a_kazan_of_82_ends_games_only_when_told_to(at_82: str, games: str) -> None:
    assert perft("6", "--position", NEAR_THE_END, "--at-82", at_82) == games


@pytest.mark.parametrize("depth", ["-1", "201", "9" * 30])
def test_a_depth_that_cannot_be_reached_is_a_usage_error(depth: str) -> None:
    result = CliRunner().invoke(main, ["perft", "--", depth])
    assert result.exit_code == 2
    assert f"{depth} is not in the range 0<=x<=200" in result.stderr


@pytest.mark.parametrize(
    ("position", "complaint"),
    [
        ("9S/9S 0 0 S 1", "the row '9S' has 1 otaus instead of 9"),
        ("9S,9S,9S,9S,9S,9S,9S,9S,9S/9S,9S,9S,9S,9S,9S,9S,9S,8S 0 0 S 1", "161 kumalak instead of 162"),
        ("auto", "'auto' is not a position"),
    ],
)
def test_a_position_that_is_none_is_a_usage_error(position: str, complaint: str) -> None:
    result = CliRunner().invoke(main, ["perft", "2", "--position", position])
    assert result.exit_code == 2
    assert complaint in result.stderr
