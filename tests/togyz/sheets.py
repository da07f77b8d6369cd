"""Scoresheets for tests, made from games."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from tests.togyz.games import replayed
from togyz.board import Side
from togyz.notation import diagram_to_text
from togyz.repair import Repair, repair
from togyz.sheet_text import read_sheet

WRITTEN = "87 87 22 99 23 12 68x 25 79 36 78 93 16 49 86 91x 41 91 53 16 92 74 36 92 81 13 89 29 92 49"
MOVES = WRITTEN.split()
"""The beginning of a game: white's tuzdyk is black's 8, black's is white's 1."""


def sheet_text(
    moves: list[str], written: Mapping[int, str], *, diagrams: Collection[int] = (), bottom: Side = Side.WHITE
) -> str:
    """A sheet of these moves, a double move a line, with diagrams behind some double moves.

    ``written`` says by number of the ply, counted from 1, what stands there instead of the move.
    """
    game = replayed(moves)
    lines = []
    for first in range(0, len(moves), 2):
        numbers = range(first + 1, min(first + 2, len(moves)) + 1)
        words = (written.get(n, moves[n - 1]) for n in numbers)
        lines.append(f"{first // 2 + 1}. {' '.join(words)}")
        if first // 2 + 1 in diagrams:
            lines.append(diagram_to_text(game.position_after(numbers[-1]), bottom))
    return "\n".join(lines) + "\n"


def repaired(text: str) -> Repair:
    """What comes of a sheet's text."""
    return repair(read_sheet(text).sheet)


def moves_of(repair: Repair) -> list[str | None]:
    """The moves that are certain, None for the others."""
    return [ply.move for ply in repair.plies]
