"""From the heat map of an otau to log p(pixels | n kumalak), n = 0..60.

Each peak is a ball with a probability of its own; together they make a Poisson-binomial distribution of the number
seen. Onto every number seen come hidden ones: none, or some by a logistic distribution whose place and width depend on
how many are seen, in what opening and how sure their peaks are. A network of a dozen neurons, fitted on simulated
boards, tells these three. The posterior is divided by how frequent each number was there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from togyz.inference.observation import KUMALAK_MAX
from vision.heat_map import Peaks
from vision.net_input import CROP_BALL_PX

NUMBERS: Final = np.arange(KUMALAK_MAX + 1)
FEATURES: Final = 6
NO_PEAK: Final = -30.0
"""Log odds in the place of a peak that is not there."""
BANDS_TO: Final = (9.5, 16.5)
"""Borders of the bands that have a temperature of their own."""
_NEGLIGIBLE: Final = 1e-4
"""Probability of a number seen below which it is left out."""
_LEAST: Final = 1e-12
_SCORES: Final = np.arange(-3, 3.1, 0.5).tolist()
_HIDDEN: Final = np.arange(-4, 4.1, 0.5).tolist()
_LOG_TEMPERATURES: Final = np.arange(-12, 9) / 10
_SHIFT_SIGMA: Final = np.array([1.0, 1.0, 0.3])
"""How far venues are expected to lie from the simulated ones: scores, hidden balls, log temperature. The last two were
chosen on d1, d2, b1 and the heaps."""
Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class PeakOdds:
    """What the network says of N otaus.

    Attributes:
        logits: (N, M) log odds of their peaks, highest first, ``NO_PEAK`` where there are no more.
        size_wh: (N, 2) of the openings, in ball diameters.
        is_warm: whether the network was shown the start.
    """

    logits: Array
    size_wh: Array
    is_warm: bool

    @classmethod
    def of(cls, found: Sequence[Peaks], inside: NDArray[np.bool_], *, is_warm: bool) -> PeakOdds:
        """What was found in crops whose openings are (N, h, w)."""
        most = max((len(logits) for _, logits in found), default=0)
        padded = np.full((len(inside), most), NO_PEAK)
        for row, (_, logits) in zip(padded, found, strict=True):
            row[: len(logits)] = logits
        size_wh = np.column_stack([inside.any(axis=along).sum(axis=1) for along in (1, 2)]) / CROP_BALL_PX
        return cls(padded, size_wh, is_warm)


@dataclass(frozen=True, slots=True)
class Shift:
    """How a venue differs from the simulated ones.

    Attributes:
        score: added to the log odds of every ball that is seen.
        hidden: added to the log odds of hidden balls in an otau.
        temperature: by which log likelihoods are divided; below 1 where numbers are told apart more easily.
    """

    score: float = 0.0
    hidden: float = 0.0
    temperature: float = 1.0


NO_SHIFT: Final = Shift()


@dataclass(frozen=True, slots=True, eq=False)
class CountModel:
    """The constants; see the module.

    Attributes:
        score: (2, 2) cold and warm: slope and offset of a peak's log odds.
        inner, inner_bias: (FEATURES, K), (K,) of the neurons.
        outer, outer_bias: (K, 3), (3,) to log odds that some are hidden, and place and width of their number.
        log_prior: (61,) of the numbers in the simulation that it was fitted on.
        temperature: (3,) of otaus that seem to hold up to 9, up to 16, and more.
        floor: share of an even distribution mixed in, so that one otau cannot veto a move.
    """

    score: Array
    inner: Array
    inner_bias: Array
    outer: Array
    outer_bias: Array
    log_prior: Array
    temperature: Array
    floor: float

    @classmethod
    def from_dict(cls, constants: dict[str, Any]) -> CountModel:
        """From the JSON beside the weights."""
        arrays = {name: np.array(value, np.float64) for name, value in constants.items() if name != "floor"}
        return cls(**arrays, floor=float(constants["floor"]))

    def p_balls(self, odds: PeakOdds, shift: Shift = NO_SHIFT) -> Array:
        """(N, M) probability that each peak is a ball.

        Args:
            odds: of the otaus.
            shift: of the venue.
        """
        slope, offset = self.score[int(odds.is_warm)]
        return _sigmoid(slope * odds.logits + offset + shift.score)

    def log_likelihood(self, odds: PeakOdds, shift: Shift = NO_SHIFT) -> Array:
        """(N, 61) normalised over n; for the arguments see ``p_balls``."""
        posterior = self.posterior(odds, shift)
        band = np.searchsorted(BANDS_TO, posterior.argmax(axis=1))
        temperature = shift.temperature * self.temperature[band][:, None]
        log_p = (np.log(posterior + _LEAST) - self.log_prior) / temperature
        p = np.exp(log_p - log_p.max(axis=1, keepdims=True))
        p /= p.sum(axis=1, keepdims=True)
        return np.asarray(np.log((1 - self.floor) * p + self.floor / len(NUMBERS)), np.float64)

    def venue_shift(self, odds: PeakOdds, kumalak: NDArray[np.int64]) -> Shift:
        """The shift under which known numbers (N,) are likeliest; away from none at all it must earn its place."""

        def worth(one: Shift) -> float:
            return self._worth(one, odds, kumalak)

        moved = max((Shift(*pair) for pair in product(_SCORES, _HIDDEN)), key=worth)
        return max((replace(moved, temperature=float(np.exp(one))) for one in _LOG_TEMPERATURES), key=worth)

    def _worth(self, shift: Shift, odds: PeakOdds, kumalak: NDArray[np.int64]) -> float:
        """Log likelihood of known numbers under a shift, and of the shift."""
        of_truth = self.log_likelihood(odds, shift)[np.arange(len(kumalak)), kumalak].sum()
        away = np.array([shift.score, shift.hidden, np.log(shift.temperature)]) / _SHIFT_SIGMA
        return float(of_truth - 0.5 * away @ away)

    def posterior(self, odds: PeakOdds, shift: Shift = NO_SHIFT) -> Array:
        """(N, 61) probabilities where numbers are as frequent as in the simulation, as they were fitted."""
        p_seen = poisson_binomial(self.p_balls(odds, shift))
        otau, seen = np.nonzero(p_seen > _NEGLIGIBLE)
        out = np.zeros_like(p_seen)
        totals = self._p_total((otau, seen), odds, shift.hidden)
        np.add.at(out, otau, p_seen[otau, seen][:, None] * totals)
        return np.asarray(out / out.sum(axis=1, keepdims=True), np.float64)

    def _p_total(self, at: tuple[NDArray[np.intp], NDArray[np.intp]], odds: PeakOdds, hidden_shift: float) -> Array:
        """(S, 61) probability of every number of kumalak in all, at S pairs of an otau and a number seen in it."""
        otau, seen = at
        x = features(odds, otau, seen)
        inner = np.maximum(x @ self.inner + self.inner_bias, 0)
        some, place, width = (inner @ self.outer + self.outer_bias).T[..., None]
        hidden = NUMBERS - seen[:, None]
        off = hidden - 1 - np.logaddexp(0, place)
        scale = np.exp(-width)
        number = np.where(hidden > 0, _sigmoid((off + 0.5) * scale) - _sigmoid((off - 0.5) * scale) + _LEAST, 0)
        number /= np.maximum(number.sum(axis=1, keepdims=True), _LEAST)
        p_some = np.where(seen[:, None] < KUMALAK_MAX, _sigmoid(some + hidden_shift), 0)
        return np.asarray(p_some * number + (1 - p_some) * (hidden == 0), np.float64)


def features(odds: PeakOdds, otau: NDArray[np.intp], seen: NDArray[np.intp]) -> Array:
    """(S, FEATURES) what the number of hidden ones depends on, at S pairs of an otau and a number seen in it."""
    p = _sigmoid(odds.logits)
    unsure = (p * (1 - p)).sum(axis=1)[otau]
    width, height = odds.size_wh[otau].T
    warm = np.full(len(seen), float(odds.is_warm))
    return np.column_stack([seen / 10, seen / (width * height) * 2, width / 4, height / 8, unsure, warm])


def poisson_binomial(p: Array) -> Array:
    """(N, 61) distributions of the number of successes of independent trials (N, M); more than 60 count as 60.

    >>> poisson_binomial(np.array([[1.0, 0.5]]))[0, :4]
    array([0. , 0.5, 0.5, 0. ])
    """
    out = np.zeros((len(p), len(NUMBERS)))
    out[:, 0] = 1.0
    for one in p.T[..., None]:
        over = out[:, -1] * one[:, 0]
        out[:, 1:] = out[:, 1:] * (1 - one) + out[:, :-1] * one
        out[:, 0] *= 1 - one[:, 0]
        out[:, -1] += over
    return out


def _sigmoid(x: Array) -> Array:
    return np.asarray(0.5 * (1 + np.tanh(x / 2)), np.float64)
