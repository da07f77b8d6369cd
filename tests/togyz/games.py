"""Positions and games for tests: by row, by index, by random play, from real life."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from togyz.board import Side
from togyz.game import Game
from togyz.position import Position


def position(
    white: str,
    black_9_to_1: str,
    kazan: tuple[int, int],
    *,
    tuzdyk: tuple[int | None, int | None] = (None, None),
    to_move: Side = Side.WHITE,
) -> Position:
    """A position from rows as a diagram shows them; ``x`` holds nothing."""
    rows = [[0 if mark == "x" else int(mark) for mark in row.split()] for row in (white, black_9_to_1)]
    return Position((*rows[0], *reversed(rows[1])), kazan, tuzdyk, to_move)


def indexed(text: str) -> Position:
    """A position as the perft tables write it: 18 otaus, kazans, tuzdyks as otau index or -1, side."""
    numbers = [int(word) for word in text.split()]
    white_ix, black_ix, side = numbers[20:]
    tuzdyk = (None if white_ix < 0 else white_ix - 8, None if black_ix < 0 else black_ix + 1)
    return Position(tuple(numbers[:18]), (numbers[18], numbers[19]), tuzdyk, Side.BLACK if side else Side.WHITE)


@st.composite
def played_games(draw: st.DrawFn, max_plies: int = 120) -> Game:
    """A game from the start in which every ply was drawn from the legal ones."""
    game = Game()
    for _ in range(draw(st.integers(0, max_plies))):
        if not game.position.legal_moves:
            break
        game = game.play(draw(st.sampled_from(tuple(game.position.legal_moves))))
    return game


def real_games(shared: Path, shard: int = 0, shards: int = 1) -> Iterator[dict[str, Any]]:
    """Every ``shards``-th real game, from number ``shard`` on."""
    with gzip.open(shared / "data" / "games" / "moves.jsonl.gz", "rt", encoding="utf-8") as lines:
        for n, line in enumerate(lines):
            if n % shards == shard:
                yield json.loads(line)


def replayed(moves: Sequence[str]) -> Game:
    """The game that written moves make; each one's landing otau and tuzdyk mark are compared."""
    game = Game()
    for move in moves:
        game = game.play(move)
    return game
