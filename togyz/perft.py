"""Perft: the number of games of a given length, by which the rules are compared with other implementations."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from togyz.board import WINNING_KAZAN
from togyz.position import Position
from togyz.rules import Rules

DEPTH_MAX: Final = 200
"""Each ply is a call within a call, of which Python allows a thousand; no computer counts so far but in endgames."""
PLAY_ON: Final = Rules(at_82="play_on")
_TABLE_POSITIONS: Final = 200_000
_TABLE_DEPTH: Final = 4
"""Below this depth counting again is cheaper than looking up (measured: endgames twice as fast, the start equal)."""


def perft(position: Position, depth: int, rules: Rules = PLAY_ON) -> int:
    """The number of ways to play exactly ``depth`` plies from ``position``; a finished game has none.

    ``at_82="decide"`` counts like ``"play_on"``: only ``"stop"`` finishes a game before its last kumalak.

    Raises:
        ValueError: ``depth`` is negative or above ``DEPTH_MAX``.

    >>> [perft(Position.start(), depth) for depth in range(4)]
    [1, 9, 73, 613]
    """
    if not 0 <= depth <= DEPTH_MAX:
        raise ValueError(f"perft needs a depth of 0 to {DEPTH_MAX} plies, not {depth}")
    if depth == 0:
        return 1
    stops = rules.at_82 == "stop"

    def games(position: Position, depth: int) -> int:
        if stops and max(position.kazan) >= WINNING_KAZAN:
            return 0
        if depth == 1:
            return len(position.legal_moves)
        deeper = remembered if depth > _TABLE_DEPTH else games
        return sum([deeper(position.play(number, rules), depth - 1) for number in position.legal_moves])

    remembered = lru_cache(maxsize=_TABLE_POSITIONS)(games)
    return games(position, depth)
