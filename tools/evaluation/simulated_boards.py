"""Boards of the simulator that nobody has seen: boxes at the start position, boards of other games, bare tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import cycle, product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from togyz.position import Position
from tools.evaluation.truth import Picture
from tools.simulator.boards import OTAU_PER_SIDE, Board, Hollow
from tools.simulator.degrade import take
from tools.simulator.families import FAMILY_SHARES, draw_board_of
from tools.simulator.scene import CELLS_PER_BALL, ROUNDING
from tools.simulator.studio import Studio, drawn_kumalak, studio_of

IMAGE_WH: Final = (1280, 720)
_COLUMNS: Final = (0, 4, 5, 6, 7, 8, 10, 12)
"""Otaus of a row on boards of other games; without any it is a plank on a table."""
_KUMALAK_MAX: Final = 9
_ROUNDED: Final = 2 * ROUNDING / CELLS_PER_BALL
"""So far within the outer edge the upper side of a board ends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherBoard(Board):
    """A board whose rows have another number of otaus."""

    columns: int

    def hollows(self) -> tuple[Hollow, ...]:
        """The otaus of white's row and of black's, and the kazans."""
        xs = [(number - (self.columns - 1) / 2) * self.pitch for number in range(self.columns)]
        x, y = self.kazan_at
        ways = tuple(zip((1, -1), self.halves, strict=True))
        rows = [Hollow(way * one, way * self.row_y, self.otau, half) for way, half in ways for one in xs]
        return (*rows, *(Hollow(way * x, way * y, self.kazan, half) for way, half in ways if xs))


def boxes(seed: int) -> Iterator[tuple[Picture, NDArray[np.float64]]]:
    """Without end: boxes of any colour, size and ribs, at any tilt, at the start; and (4, 2) their corners, px."""
    number = 0
    while True:
        rng = np.random.default_rng((seed, number))
        studio = studio_of(draw_board_of("box", rng), rng, IMAGE_WH)
        yield _taken(studio, (*Position.start().otau, 0, 0), rng), studio.camera.project(_seen_corners(studio.board))
        number += 1


def _seen_corners(board: Board) -> NDArray[np.float64]:
    """(4, 3) the corners where a picture shows the upper edges of a board, whose edges are rounded."""
    corners = board.corners()
    return np.asarray(corners - np.append(np.sign(corners[:, :2]) * _ROUNDED, np.zeros((4, 1)), axis=1), np.float64)


def other_boards(seed: int) -> Iterator[tuple[str, Picture]]:
    """Without end: boards that have no two rows of nine, and planks."""
    for number, (columns, family) in enumerate(cycle(product(_COLUMNS, FAMILY_SHARES))):
        rng = np.random.default_rng((seed, number))
        board = draw_board_of(family, rng)
        shorter = (OTAU_PER_SIDE - max(columns, 4)) / 2 * board.pitch
        width, height = board.half_wh
        form = {one.name: getattr(board, one.name) for one in fields(board)}
        other = OtherBoard(**form | {"half_wh": (width - shorter, height)}, columns=columns)
        kumalak = rng.integers(0, _KUMALAK_MAX + 1, 2 * columns).tolist()
        yield f"{columns} columns" if columns else "a plank", _taken(studio_of(other, rng, IMAGE_WH), kumalak, rng)


def _taken(studio: Studio, kumalak: Sequence[int], rng: np.random.Generator) -> Picture:
    lying = drawn_kumalak(studio, tuple(kumalak), rng)
    return take(studio.render(lying.solids, []).radiance, studio.image_wh, studio.device, rng)
