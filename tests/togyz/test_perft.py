from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.togyz.games import indexed
from togyz.board import Side
from togyz.perft import DEPTH_MAX, perft
from togyz.position import Position
from togyz.rules import Rules

TABLES = json.loads((Path(__file__).parent / "data" / "perft.json").read_text(encoding="utf-8"))
QUICK_DEPTH = dict.fromkeys(TABLES, 12) | {"start": 7}
"""Seconds; the start's depths 8 and 9 are marked deep, its depth 10 takes a quarter of an hour (``togyz perft 10``)."""
STOP = Rules(at_82="stop")


@pytest.mark.parametrize("name", TABLES)
def test_play_on(name: str) -> None:
    position, counts = indexed(TABLES[name]["position"]), TABLES[name]["play_on"][: QUICK_DEPTH[name]]
    assert [perft(position, depth) for depth in range(1, len(counts) + 1)] == counts


def test_stop_at_82() -> None:
    position, counts = indexed(TABLES["B"]["position"]), TABLES["B"]["stop"]
    assert [perft(position, depth, STOP) for depth in range(1, len(counts) + 1)] == counts
    assert perft(position, 6, Rules()) == TABLES["B"]["play_on"][5] != counts[5]


@pytest.mark.deep
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("depth", [8, 9])
def test_start_deeper(depth: int) -> None:
    assert perft(Position.start(), depth) == TABLES["start"]["play_on"][depth - 1]


def test_a_finished_game_has_no_continuation_but_itself() -> None:
    atsyrau = Position((0,) * 17 + (2,), (80, 80), (None, None), Side.WHITE)
    assert [perft(atsyrau, depth) for depth in (0, 1, 2)] == [1, 0, 0]


def test_a_depth_that_cannot_be_reached_is_refused() -> None:
    # Two kumalak that go round for ever, in one of two ways.
    endless = Position((0,) * 8 + (1,) + (0,) * 8 + (1,), (80, 80), (None, None), Side.WHITE)
    assert perft(endless, DEPTH_MAX) == 2
    for depth in (-1, DEPTH_MAX + 1, 10**30):
        with pytest.raises(ValueError, match=f"0 to 200 plies, not {depth}"):
            perft(endless, depth)


def test_extra_move_counts_the_additional_ply() -> None:
    last = Position((0,) * 7 + (1, 1) + (1,) + (0,) * 8, (80, 79), (None, None), Side.WHITE)
    assert perft(last, 2) == 1
    assert perft(last, 2, Rules(extra_move=True)) == 2


@pytest.mark.slow
def test_games_that_white_wins_in_eleven_plies() -> None:
    assert wins_within(Position.start(), 11) == 1391


def wins_within(here: Position, plies: int) -> int:
    """Games of exactly ``plies`` plies more after which white's kazan holds 82 and did not before."""
    if plies == 0:
        return int(here.kazan[0] >= 82)
    if here.kazan[0] >= 82 or here.kazan[0] + most_that_white_can_take(here, plies) < 82:
        return 0
    return sum(wins_within(here.play(number), plies - 1) for number in here.legal_moves)


def most_that_white_can_take(here: Position, plies: int) -> int:
    """No more than this comes into white's kazan within ``plies``: a bound that prunes, not an estimate.

    A ply adds at most ``laps`` to an otau. Each of white's takes at most one otau: what it holds now and what all plies
    up to that one have added; a tuzdyk gains at most ``laps`` with every ply.
    """
    laps = (max(here.otau) + plies - 1) // 18 + 1
    own = range(1 if here.to_move is Side.WHITE else 2, plies + 1, 2)
    held = sorted(here.black, reverse=True)[: len(own)]
    return sum(held) + laps * sum(own) + laps * plies
