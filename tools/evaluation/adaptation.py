"""What a counter would gain if it went on learning a venue from the game, measured with the truth as labels.

In the first half of a game the true contents of every otau that a ply changed are labels: more, and surer, than a
recording would know. Scores, hidden kumalak and temperature are fitted to two thirds of them, held to what the start
taught, and kept if they foretell the last third better than the start's do. The second half is then counted by both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from togyz.board import OTAU_TOTAL
from tools.evaluation.counts import Count, calibration_for, tuzdyks
from tools.evaluation.truth import Game, load_game
from vision.count_model import NO_PEAK, CountModel, PeakOdds, Shift
from vision.learned import LearnedCounter

SIGMA: Final = (0.5, 0.5, 0.15)
"""How far a venue may move from what its start taught: scores, hidden kumalak, log temperature."""
_STEPS: Final = np.arange(-2, 2.1, 0.5).tolist()
_LOG_TEMPERATURES: Final = np.arange(-4, 4.1, 1) / 10


@dataclass(frozen=True, eq=False)
class Labelled:
    """Otaus whose contents are known: what the network says of N, and (N,) kumalak."""

    odds: PeakOdds
    kumalak: NDArray[np.int64]

    def part(self, chosen: slice | NDArray[np.bool_]) -> Labelled:
        """Some of them."""
        one = self.odds
        return Labelled(PeakOdds(one.logits[chosen], one.size_wh[chosen], one.is_warm), self.kumalak[chosen])

    def log_p(self, model: CountModel, shift: Shift) -> NDArray[np.float64]:
        """(N,) log likelihood of the truth."""
        read = model.log_likelihood(self.odds, shift)
        return np.asarray(read[np.arange(len(self.kumalak)), self.kumalak], np.float64)


@dataclass(frozen=True)
class Adapted:
    """The second half of a game.

    Attributes:
        name: of the game.
        was_kept: whether what was learned foretold the last labels better.
        before, after: the otaus as counted with what the start taught, and with what was learned besides.
        log_p: mean log likelihood of the truth by both.
    """

    name: str
    was_kept: bool
    before: tuple[Count, ...]
    after: tuple[Count, ...]
    log_p: tuple[float, float]


def evaluate_adaptation(name: str, *, shared: Path) -> Adapted:
    """A game of data/rendered."""
    game = load_game(shared, name)
    calibration = calibration_for(game)
    start = calibration.start
    if start is None:
        raise ValueError(f"{name}: the calibration holds no start")
    counter = LearnedCounter(calibration.view(), start)
    states = list(_states(game, counter))
    middle = len(states) // 2
    labels = _joined([state.part(is_changed) for state, is_changed in states[:middle]])
    judged = _joined([state for state, _ in states[middle:]])
    at_start = Shift(start.score_shift, start.hidden_shift, start.temperature)
    learned = learn(counter.model, labels, at_start)
    return Adapted(
        name,
        learned is not at_start,
        _counts(counter.model, judged, at_start),
        _counts(counter.model, judged, learned),
        (
            float(judged.log_p(counter.model, at_start).mean()),
            float(judged.log_p(counter.model, learned).mean()),
        ),
    )


def learn(model: CountModel, labels: Labelled, at_start: Shift) -> Shift:
    """What labels, in the order of the game, teach beyond the start; ``at_start`` where that foretold no better."""
    early = 2 * len(labels.kumalak) // 3
    fitted, last = labels.part(slice(0, early)), labels.part(slice(early, None))

    def worth(away: tuple[float, float, float]) -> float:
        off = np.array(away) / SIGMA
        return float(fitted.log_p(model, _moved(at_start, away)).sum() - 0.5 * off @ off)

    score, hidden = max(product(_STEPS, _STEPS), key=lambda pair: worth((*pair, 0.0)))
    log_temperature = max(_LOG_TEMPERATURES.tolist(), key=lambda one: worth((score, hidden, one)))
    learned = _moved(at_start, (score, hidden, log_temperature))
    is_better = last.log_p(model, learned).sum() > last.log_p(model, at_start).sum()
    return learned if is_better else at_start


def _moved(shift: Shift, away: tuple[float, float, float]) -> Shift:
    score, hidden, log_temperature = away
    return Shift(shift.score + score, shift.hidden + hidden, shift.temperature * float(np.exp(log_temperature)))


def _states(game: Game, counter: LearnedCounter) -> Iterator[tuple[Labelled, NDArray[np.bool_]]]:
    """Each settled state without its tuzdyks, and which of its otaus the ply before it changed."""
    before = np.array(game.kumalak(game.frames("start")[0])[:OTAU_TOTAL])
    for record in game.frames("settled"):
        kumalak = np.array(game.kumalak(record)[:OTAU_TOTAL])
        counted = ~np.isin(np.arange(OTAU_TOTAL), list(tuzdyks(record)))
        state = Labelled(counter.odds(game.image(record)), kumalak)
        yield state.part(counted), (kumalak != before)[counted]
        before = kumalak


def _joined(some: Sequence[Labelled]) -> Labelled:
    most = max(one.odds.logits.shape[1] for one in some)
    padded = [
        np.pad(one.odds.logits, ((0, 0), (0, most - one.odds.logits.shape[1])), constant_values=NO_PEAK) for one in some
    ]
    sizes = np.concatenate([one.odds.size_wh for one in some])
    odds = PeakOdds(np.concatenate(padded), sizes, some[0].odds.is_warm)
    return Labelled(odds, np.concatenate([one.kumalak for one in some]))


def _counts(model: CountModel, otaus: Labelled, shift: Shift) -> tuple[Count, ...]:
    log_lik = model.log_likelihood(otaus.odds, shift)
    said = log_lik.argmax(axis=1)
    confidence = np.exp(log_lik.max(axis=1))
    return tuple(map(Count, otaus.kumalak.tolist(), said.tolist(), confidence.tolist()))


def adaptation_figures(boards: Sequence[Adapted], name: str) -> dict[str, Any]:
    """Otaus counted exactly before and after, in all and from ten on, of some boards under one name."""
    before = [one for board in boards for one in board.before]
    after = [one for board in boards for one in board.after]
    weights = [len(board.before) for board in boards]
    return {
        "name": name,
        "kept": sum(board.was_kept for board in boards),
        "boards": len(boards),
        "before": _exact(before),
        "after": _exact(after),
        "log_p": [float(np.average([board.log_p[ix] for board in boards], weights=weights)) for ix in (0, 1)],
    }


def _exact(counts: Sequence[Count]) -> dict[str, int]:
    heaps = [one for one in counts if one.truth > 9]
    return {
        "otaus": len(counts),
        "exact": sum(one.said == one.truth for one in counts),
        "from_ten": len(heaps),
        "from_ten_exact": sum(one.said == one.truth for one in heaps),
    }
