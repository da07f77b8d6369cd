"""What can come of a position: positions a few plies on, and boards on which a ply is still under way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from math import log
from typing import Final

import numpy as np
from numpy.typing import NDArray

from togyz.board import OTAU_TOTAL, Side, otau_ix
from togyz.inference.evidence import contents
from togyz.inference.priors import P_SOWN
from togyz.position import Position, Tuzdyks
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
        touches: (M, 20) how many of the plies changed each box.
        log_prior: (M,) every legal ply equally likely.
    """

    positions: tuple[Position, ...]
    moves: tuple[tuple[int, ...], ...]
    boards: NDArray[np.intp]
    touches: NDArray[np.intp]
    log_prior: NDArray[np.float64]

    def __post_init__(self) -> None:
        for values in (self.boards, self.touches, self.log_prior):  # shared by all who ask for the same position
            values.setflags(write=False)

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
            np.concatenate([self.touches[row] + futures.touches for row, futures in further]),
            np.concatenate([self.log_prior[row] + futures.log_prior for row, futures in further]),
        )


@dataclass(frozen=True, slots=True, eq=False)
class Transients:
    """M boards on which a ply from one position is under way.

    Attributes:
        otau_nos: which otau is being played, for each.
        sown: whether all is sown, and only what is to be taken away lies there still.
        errors: (M,) whether the same board, left so, is an error: only the last kumalak is missing, or nothing is.
        boards: (M, 20) contents.
        log_stage: (M,) log P(this stage | this ply is under way).
    """

    otau_nos: tuple[int, ...]
    sown: tuple[bool, ...]
    errors: NDArray[np.bool_]
    boards: NDArray[np.intp]
    log_stage: NDArray[np.float64]

    def __post_init__(self) -> None:
        for values in (self.errors, self.boards, self.log_stage):
            values.setflags(write=False)


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
    boards = np.array([contents(one) for one in positions], dtype=np.intp)
    return Futures(
        positions,
        tuple((number,) for number in numbers),
        boards,
        (boards != np.array(contents(position))).astype(np.intp),
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
    errors: list[bool] = []
    boards: list[list[int]] = []
    p_stage: list[float] = []
    for otau_no in playable(position, rules):
        sowing = position.sow(otau_no, rules)
        in_hand = _stages(rest, sowing)
        to_take = [in_hand.pop()] if sowing.captured else []
        to_take += lying_in_tuzdyks(sowing, position.tuzdyk)
        stages = in_hand + to_take
        otau_nos += [otau_no] * len(stages)
        boards += stages
        sown += [False] * len(in_hand) + [True] * len(to_take)
        errors += [False] * (len(in_hand) - 1) + [True] * (len(to_take) + 1)
        p_stage += [(1 - P_SOWN) / len(in_hand)] * len(in_hand) + [P_SOWN / max(len(to_take), 1)] * len(to_take)
    return Transients(
        tuple(otau_nos),
        tuple(sown),
        np.array(errors, dtype=bool),
        np.array(boards, dtype=np.intp).reshape(-1, len(rest)),
        np.log(p_stage),
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


def lying_in_tuzdyks(sowing: Sowing, tuzdyk: Tuzdyks) -> Iterator[list[int]]:
    """The board after a ply, but for what fell into one of the tuzdyks (those before it): it lies there still."""
    for side in Side:
        number, fallen = tuzdyk[side.ix], sowing.path.count(OTAU_TOTAL + side.ix)
        if number is not None and fallen:
            board = list(contents(sowing.after))
            board[OTAU_TOTAL + side.ix] -= fallen
            board[otau_ix(side.other, number)] = fallen
            yield board


_NONE: Final = Futures((), (), np.empty((0, 20), dtype=np.intp), np.empty((0, 20), dtype=np.intp), np.empty(0))
