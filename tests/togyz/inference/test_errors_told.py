"""Real games with an error in each, and without, through a simulated counter (tools/simulate_errors.py)."""

from __future__ import annotations

from collections import Counter

import pytest

from tools.misplaying import CODES
from tools.simulate_counter import COUNTERS, games_of
from tools.simulate_errors import Trial, errors, legal

FIRST_GAME, LAST_GAME = 3401, 3500
GAMES_OF_A_CODE = 2
LEGAL_GAMES = 4
FLOOR_FOUND, FLOOR_CODE, FLOOR_RECORD = 0.8, 0.8, 0.8
"""Lower than what is measured over many games: here each is a point."""
SHARP, BLURRED = "99.5/95/60 + change 99 %", "56 % (61/35/20) + change"

pytestmark = [pytest.mark.shared, pytest.mark.slow]


@pytest.fixture(scope="module")
def games(shared):
    return list(games_of(shared / "data" / "games" / "moves.jsonl.gz", FIRST_GAME, LAST_GAME))


def told(games, counter, codes):
    total = Counter()
    for code in codes:
        total += errors(Trial(games, GAMES_OF_A_CODE, COUNTERS[counter]), code)
    return total


@pytest.mark.parametrize("codes", [CODES[first::4] for first in range(4)], ids=" ".join)
def test_errors_are_found_named_and_recorded(games, codes):
    tally = told(games, SHARP, codes)
    assert tally["found"] >= FLOOR_FOUND * tally["games"]
    assert tally["right code"] >= FLOOR_CODE * tally["found"]
    assert tally["record right"] >= FLOOR_RECORD * tally["games"]


def test_a_blurred_counter_finds_fewer(games):
    tally = told(games, BLURRED, ["ball_missing"])
    assert tally["found"] < FLOOR_FOUND * tally["games"]


def test_nothing_is_told_of_games_without_errors(games):
    tally = legal(Trial(games, LEGAL_GAMES, COUNTERS[SHARP]))
    assert tally["alerts"] == tally["desync"] == 0
    assert tally["games"] == LEGAL_GAMES
