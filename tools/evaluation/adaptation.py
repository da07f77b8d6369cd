"""What it would bring to learn a venue on from the plies of a game, beyond its start: the later half of rendered games.

Whatever the program confirmed labels all 18 otaus. An otau's label is taken without its own reading: all the others and
the rules must single it out. Otaus that a ply did not change are not told again. The venue's shift is fitted anew to
the labels, held to the start's by a prior, and used only as long as it has foretold the labels so far better than the
start's own (each before it was learned from): what makes it worse is rolled back.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from togyz.board import OTAU_TOTAL, Side
from togyz.position import Position
from tools.evaluation.counts import Count, calibration_for, tuzdyks
from tools.evaluation.truth import Game
from vision.count_model import NO_PEAK, CountModel, Evidence, Shift
from vision.counter_of import start_of
from vision.learned import LearnedCounter

_SURE: Final = 0.999
"""Probability by all other otaus and the rules from which a label is taken."""
_SIGMA: Final = np.array([1.0, 2.0, 0.3])
"""How far a venue is expected to lie from what its start told: score, hidden, log temperature."""
_STEPS: Final = tuple(product((-0.5, 0.0, 0.5), (-1.0, 0.0, 1.0), (-0.1, 0.0, 0.1)))
_CLIMBS: Final = 6
"""Steps of a search that begins at the shift used last."""


@dataclass(frozen=True)
class Late:
    """The later half of a game counted by the shift of its start and by the one learned on."""

    start_alone: list[Count]
    learned_on: list[Count]


def count_late(game: Game) -> Late:
    """Count the later half of a game, learning from every ply before."""
    calibration = calibration_for(game)
    start = start_of(calibration)
    counter = LearnedCounter(calibration.view(), start)
    learner = Learner(counter.model, Shift(start.score_shift, start.hidden_shift, start.temperature))
    late = Late([], [])
    records = game.frames("settled")
    before = game.frames("start")[0]
    for number, record in enumerate(records):
        evidence = counter.evidence(game.image(record))
        truth, now = np.array(game.kumalak(record)[:OTAU_TOTAL]), learner.shift
        if number >= len(records) // 2:
            late.start_alone.extend(_counts(counter.model.log_likelihood(evidence, learner.start), record, truth))
            late.learned_on.extend(_counts(counter.model.log_likelihood(evidence, now), record, truth))
        known = labels(_position(before), truth, counter.model.log_likelihood(evidence, now))
        known &= truth != game.kumalak(before)[:OTAU_TOTAL]
        known[list(tuzdyks(record))] = False
        learner.learn(evidence, truth, known)
        before = record
    return late


class Learner:
    """Keeps the labels of a game and the shift that they call for."""

    def __init__(self, model: CountModel, start: Shift) -> None:
        self.start = start
        self._model = model
        self._fitted = start
        self._gain = 0.0
        self._kept: tuple[Evidence, NDArray[np.int64]] | None = None

    @property
    def shift(self) -> Shift:
        """The best that is known."""
        return self._fitted if self._gain > 0 else self.start

    def learn(self, evidence: Evidence, truth: NDArray[np.int64], known: NDArray[np.bool_]) -> None:
        """Take the labels of the otaus that are known."""
        if not known.any():
            return
        some = Evidence(evidence.logits[known], evidence.size_wh[known], evidence.is_warm), truth[known]
        self._gain += self._of_truth(self._fitted, *some) - self._of_truth(self.start, *some)
        self._kept = some if self._kept is None else (_joined(self._kept[0], some[0]), np.r_[self._kept[1], some[1]])
        for _ in range(_CLIMBS):
            near = [_moved(self._fitted, step) for step in _STEPS]
            best = max(near, key=self._worth)
            if best == self._fitted:
                break
            self._fitted = best

    def _worth(self, shift: Shift) -> float:
        away = (_as_array(shift) - _as_array(self.start)) / _SIGMA
        told = 0.0 if self._kept is None else self._of_truth(shift, *self._kept)
        return told - 0.5 * float(away @ away)

    def _of_truth(self, shift: Shift, evidence: Evidence, truth: NDArray[np.int64]) -> float:
        return float(self._model.log_likelihood(evidence, shift)[np.arange(len(truth)), truth].sum())


def _joined(one: Evidence, other: Evidence) -> Evidence:
    most = max(one.logits.shape[1], other.logits.shape[1])
    logits = [_widened(some.logits, most) for some in (one, other)]
    return Evidence(np.concatenate(logits), np.concatenate([one.size_wh, other.size_wh]), one.is_warm)


def _widened(logits: NDArray[np.float64], most: int) -> NDArray[np.float64]:
    return np.pad(logits, ((0, 0), (0, most - logits.shape[1])), constant_values=NO_PEAK)


def _moved(shift: Shift, step: tuple[float, float, float]) -> Shift:
    score, hidden, log_temperature = step
    temperature = round(float(shift.temperature * np.exp(log_temperature)), 6) if log_temperature else shift.temperature
    return replace(shift, score=shift.score + score, hidden=shift.hidden + hidden, temperature=temperature)


def _as_array(shift: Shift) -> NDArray[np.float64]:
    return np.array([shift.score, shift.hidden, np.log(shift.temperature)])


def labels(before: Position, truth: NDArray[np.int64], log_lik: NDArray[np.float64]) -> NDArray[np.bool_]:
    """(18,) whether all other otaus and the rules single out what an otau holds.

    Args:
        before: the position before the ply.
        truth: (18,) what was confirmed after it.
        log_lik: (18, 61) the reading.
    """
    boards = np.array([before.play(move).otau for move in before.legal_moves])
    each = log_lik[np.arange(OTAU_TOTAL), boards]
    without_own = each.sum(axis=1, keepdims=True) - each
    p = np.exp(without_own - np.logaddexp.reduce(without_own, axis=0))
    return np.asarray((p * (boards == truth)).sum(axis=0) >= _SURE, np.bool_)


def _position(record: dict[str, Any]) -> Position:
    """Of a line of frames.jsonl."""
    kazan, tuzdyk = ([record[name][side.value] for side in Side] for name in ("kazan", "tuzdyk"))
    return Position((*record["white"], *record["black"]), tuple(kazan), tuple(tuzdyk), Side(record["side_to_move"]))


def _counts(log_lik: NDArray[np.float64], record: dict[str, Any], truth: NDArray[np.int64]) -> Iterator[Count]:
    marked = tuzdyks(record)
    for ix, row in enumerate(log_lik):
        said = int(row.argmax())
        yield Count(int(truth[ix]), said, float(np.exp(row[said])), ix in marked)
