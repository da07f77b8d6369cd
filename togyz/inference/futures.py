"""What can come of a position: positions a few plies on, and boards on which a ply is still under way."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from math import log
from typing import Final

import numpy as np
from numpy.typing import NDArray

from togyz.inference.evidence import contents
from togyz.inference.priors import P_SOWN
from togyz.position import Position
from togyz.rules import Rules
from togyz.sowing import Sowing

_CACHED_POSITIONS: Final = 2048


@dataclass(frozen=True, slots=True, eq=False)
class Futures:
    """M positions that follow an earlier one.

    Attributes:
        positions: the positions.
        moves: for each, the otaus played since, by ``otau_no``.
        boards: (M, 20) their contents (:func:`togyz.inference.evidence.contents`).
        log_prior: (M,) every legal ply equally likely.
    """

    positions: tuple[Position, ...]
    moves: tuple[tuple[int, ...], ...]
    boards: NDArray[np.intp]
    log_prior: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.positions)

    def extended(self, rows: NDArray[np.intp], rules: Rules) -> Futures:
        """One ply further from the positions in ``rows``; those without a legal ply drop out."""
        further = [(row, one_ply(self.positions[row], rules)) for row in rows.tolist()]
        further = [(row, futures) for row, futures in further if len(futures)]
        if not further:
            return _NONE
        return Futures(
            tuple(chain.from_iterable(futures.positions for _, futures in further)),
            tuple(self.moves[row] + move for row, futures in further for move in futures.moves),
            np.concatenate([futures.boards for _, futures in further]),
            np.concatenate([self.log_prior[row] + futures.log_prior for row, futures in further]),
        )


@dataclass(frozen=True, slots=True, eq=False)
class Transients:
    """M boards on which a ply from one position is under way.

    Attributes:
        otau_nos: which otau is being played, for each.
        sown: whether all is sown and only the capture lies there still.
        boards: (M, 20) contents.
        log_stage: (M,) log P(this stage | this ply is under way).
    """

    otau_nos: tuple[int, ...]
    sown: tuple[bool, ...]
    boards: NDArray[np.intp]
    log_stage: NDArray[np.float64]


def playable(position: Position, rules: Rules) -> tuple[int, ...]:
    """The otaus that may be played: none once the game is over."""
    outcome = position.outcome(rules)
    return () if outcome and outcome.final else position.legal_moves.numbers


@lru_cache(maxsize=_CACHED_POSITIONS)
def one_ply(position: Position, rules: Rules) -> Futures:
    """All legal plies."""
    numbers = playable(position, rules)
    if not numbers:
        return _NONE
    positions = tuple(position.play(number, rules) for number in numbers)
    return Futures(
        positions,
        tuple((number,) for number in numbers),
        np.array([contents(one) for one in positions], dtype=np.intp),
        np.full(len(numbers), -log(len(numbers))),
    )


@lru_cache(maxsize=_CACHED_POSITIONS // 16)
def two_plies(position: Position, rules: Rules) -> Futures:
    """All pairs of legal plies."""
    first = one_ply(position, rules)
    return first.extended(np.arange(len(first)), rules)


@lru_cache(maxsize=_CACHED_POSITIONS // 16)
def transients(position: Position, rules: Rules) -> Transients:
    """Every board that a player may leave standing for a moment while making a legal ply."""
    rest = contents(position)
    otau_nos: list[int] = []
    sown: list[bool] = []
    boards: list[list[int]] = []
    p_stage: list[float] = []
    for otau_no in playable(position, rules):
        sowing = position.sow(otau_no, rules)
        stages = _stages(rest, sowing)
        unsown = len(stages) - bool(sowing.captured)
        otau_nos += [otau_no] * len(stages)
        boards += stages
        sown += [stage >= unsown for stage in range(len(stages))]
        p_stage += [(1 - P_SOWN) / unsown] * unsown + [P_SOWN] * bool(sowing.captured)
    return Transients(
        tuple(otau_nos), tuple(sown), np.array(boards, dtype=np.intp).reshape(-1, len(rest)), np.log(p_stage)
    )


def _stages(rest: tuple[int, ...], sowing: Sowing) -> list[list[int]]:
    """The board with 0, 1, ... kumalak sown; with all of them only where a capture is still to be lifted."""
    board = list(rest)
    board[sowing.source_ix] = 0
    stages = [board]
    for box in sowing.path if sowing.captured else sowing.path[:-1]:
        board = list(board)
        board[box] += 1
        stages.append(board)
    return stages


_NONE: Final = Futures((), (), np.empty((0, 20), dtype=np.intp), np.empty(0))
