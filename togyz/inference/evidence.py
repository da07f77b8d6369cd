"""How well one quiet spell fits a board: counts, changes, touches and hands, for many boards at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from togyz.board import OTAU_PER_SIDE, OTAU_TOTAL, Side
from togyz.inference.observation import BOX_TOTAL, KUMALAK_MAX, Observation
from togyz.inference.priors import (
    FRESH_SHARE,
    KAZAN_SHARE,
    P_BOX_DIFFERS,
    P_CLEARED_BOX,
    P_KUMALAK,
    P_MOVERS_HAND,
    P_TUZDYK_HOLDS,
    P_UNTOUCHED_CHANGE,
)
from togyz.position import Position

TUZDYK: Final = KUMALAK_MAX + 1
"""The content of an otau that is a tuzdyk: nearly empty, see ``P_TUZDYK_HOLDS``."""
_OTAU: Final = np.arange(OTAU_TOTAL)
_HALF_TURN: Final = np.roll(_OTAU, OTAU_PER_SIDE)


def contents(position: Position) -> tuple[int, ...]:
    """What lies in the 20 boxes: 18 otaus by ``otau_ix``, white's kazan, black's kazan. A tuzdyk is ``TUZDYK``."""
    boxes = position.otau + position.kazan
    for number, row_ix in zip(position.tuzdyk, (OTAU_PER_SIDE, 0), strict=True):
        if number is not None:
            ix = row_ix + number - 1
            boxes = (*boxes[:ix], TUZDYK, *boxes[ix + 1 :])
    return boxes


class Known(NamedTuple):
    """The last spell of which a history says what lay there.

    Attributes:
        board: contents of the 20 boxes (:func:`contents`).
    """

    spell: int
    board: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """What comparing the pictures says of every box.

    Only comparisons with the same spell may be weighed against each other, see :func:`_comparisons`.

    Attributes:
        log_same, log_changed: (18,) for an otau that holds what it held, or something else.
        log_kazans: (3,) for none, either or both of the kazans changed: which trough is whose may be unknown.
    """

    log_same: NDArray[np.float64]
    log_changed: NDArray[np.float64]
    log_kazans: NDArray[np.float64]

    @classmethod
    def of(cls, log_same: NDArray[np.float64], log_changed: NDArray[np.float64]) -> Comparison:
        """From what is said of all 20 boxes."""
        same, changed = log_same[OTAU_TOTAL:], log_changed[OTAU_TOTAL:]
        either = np.logaddexp(changed[0] + same[1], same[0] + changed[1]) - log(2)
        log_kazans = KAZAN_SHARE * np.array([same.sum(), either, changed.sum()])
        return cls(log_same[:OTAU_TOTAL], log_changed[:OTAU_TOTAL], log_kazans)

    def turned(self) -> Comparison:
        """For the other orientation of the board."""
        return Comparison(self.log_same[_HALF_TURN], self.log_changed[_HALF_TURN], self.log_kazans)


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """One observation as the players' otau indices see it, for one of the two orientations.

    Attributes:
        log_lik: (18, 62) log-likelihood of each content, ``TUZDYK`` included.
        log_any: (18,) the same for an otau of which nothing is known.
        comparisons: by the spell since which a history knows the board; ``None`` for those of too long ago.
        touched: whether any box was touched since the spell before.
        hand: the side from which a hand came.
    """

    log_lik: NDArray[np.float64]
    log_any: NDArray[np.float64]
    comparisons: Mapping[int | None, Comparison]
    touched: bool
    hand: Side | None

    def score(self, boards: NDArray[np.intp], known: Known) -> NDArray[np.float64]:
        """(M,) log p(observation | board) for M boards (M, 20) that followed the known one.

        Kazans count only by whether they changed: heaps are not counted.
        """
        comparison = self._since(known)
        changed = boards != np.array(known.board)
        log_same, log_changed = comparison.log_same, comparison.log_changed
        kazans = comparison.log_kazans[changed[:, OTAU_TOTAL:].sum(axis=1)]
        otaus = self.log_lik[_OTAU, boards[:, :OTAU_TOTAL]] + np.where(changed[:, :OTAU_TOTAL], log_changed, log_same)
        total: NDArray[np.float64] = otaus.sum(axis=1) + kazans
        return total

    def ceiling(self, known: Known) -> float:
        """No board that followed the known one can score higher than this."""
        comparison = self._since(known)
        same = comparison.log_same + self.log_lik[_OTAU, known.board[:OTAU_TOTAL]]
        best = np.maximum(same, comparison.log_changed + self.log_lik.max(axis=1))
        return float(best.sum() + comparison.log_kazans.max())

    def unexplained(self, known: Known) -> float:
        """Log p(observation | each otau may hold anything, but mostly holds what it held in the known board)."""
        comparison = self._since(known)
        same = log(1 - P_BOX_DIFFERS) + comparison.log_same + self.log_lik[_OTAU, known.board[:OTAU_TOTAL]]
        other = log(P_BOX_DIFFERS) + comparison.log_changed + self.log_any
        return float(np.logaddexp(same, other).sum() + _log_mean(comparison.log_kazans))

    def cleared(self, known: Known) -> float:
        """Log p(observation | the board is being cleared or set up anew)."""
        comparison = self._since(known)
        log_changed = comparison.log_changed
        ways = {
            "as before": comparison.log_same + self.log_lik[_OTAU, known.board[:OTAU_TOTAL]],
            "empty": log_changed + self.log_lik[:, 0],
            "nine": log_changed + self.log_lik[:, 9],
            "anything": log_changed + self.log_any,
        }
        boxes = _log_sum([log(P_CLEARED_BOX[way]) + row for way, row in ways.items()])
        return float(boxes.sum() + _log_mean(comparison.log_kazans))

    def hand_of(self, mover: Side) -> float:
        """What the hand that was seen says for a ply of ``mover``, against a hand that says nothing."""
        if self.hand is None:
            return 0.0
        return log(2 * (P_MOVERS_HAND if self.hand is mover else 1 - P_MOVERS_HAND))

    def likeliest(self) -> tuple[int, ...]:
        """The 18 counts that fit best, each by itself."""
        return tuple(int(n) for n in self.log_lik[:, : KUMALAK_MAX + 1].argmax(axis=1))

    def turned(self) -> Evidence:
        """The same observation for the other orientation of the board."""
        return Evidence(
            log_lik=self.log_lik[_HALF_TURN],
            log_any=self.log_any[_HALF_TURN],
            comparisons={spell: one.turned() for spell, one in self.comparisons.items()},
            touched=self.touched,
            hand=self.hand.other if self.hand else None,
        )

    def _since(self, known: Known) -> Comparison:
        return self.comparisons.get(known.spell, self.comparisons[None])


def evidence_of(observation: Observation, last_spell: int) -> Evidence:
    """What a (quantised) observation says, in the calibration's own orientation.

    Args:
        observation: the spell.
        last_spell: number of the spell before.
    """
    log_lik = observation.log_lik * _fresh_shares(observation, last_spell)[:, None]
    tuzdyk = _log_sum([log(p) + log_lik[:, n] for n, p in enumerate(P_TUZDYK_HOLDS)])
    return Evidence(
        log_lik=np.column_stack([log_lik, tuzdyk]),
        log_any=np.log(np.exp(log_lik) @ P_KUMALAK),
        comparisons=_comparisons(observation, last_spell),
        touched=bool(observation.touched.any()),
        hand=observation.hand,
    )


def _comparisons(observation: Observation, last_spell: int) -> dict[int | None, Comparison]:
    """The comparisons with all spells, made commensurable.

    A ratio of likelihoods against one view cannot be weighed against the ratio against another view: every history must
    answer for the same data. These are the comparison with the spell before, which those that know what lay there can
    predict; the others can only say that each box did or did not change since, and take from an older view what that
    one says beyond it, at most nothing.
    """
    compared = {one.reference: one.log_ratio for one in observation.changes}
    newest = compared.pop(last_spell, np.zeros(BOX_TOTAL))
    untold = np.logaddexp(0, newest) - log(2)
    known = Comparison.of(np.zeros(BOX_TOTAL), newest + _touch_terms(observation.touched))
    older: dict[int | None, Comparison] = {
        spell: Comparison.of(untold - np.logaddexp(0, log_ratio), untold - np.logaddexp(0, -log_ratio))
        for spell, log_ratio in compared.items()
    }
    return {None: Comparison.of(untold, untold), **older, last_spell: known}


def _fresh_shares(observation: Observation, last_spell: int) -> NDArray[np.float64]:
    """(18,) how much of each otau's reading is news: little where it looks exactly as in the spell before."""
    for change in observation.changes:
        if change.reference == last_spell:
            p_changed: NDArray[np.float64] = 1 / (1 + np.exp(-change.log_ratio[:OTAU_TOTAL]))
            return FRESH_SHARE + (1 - FRESH_SHARE) * p_changed
    return np.ones(OTAU_TOTAL)


def _touch_terms(touched: NDArray[np.bool_]) -> NDArray[np.float64]:
    """(20,) a change where nothing was touched, while other boxes were, is less likely."""
    if not touched.any():
        return np.zeros(BOX_TOTAL)
    return np.where(touched, 0.0, log(P_UNTOUCHED_CHANGE))


def _log_sum(terms: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
    total: NDArray[np.float64] = np.logaddexp.reduce(np.stack(terms))
    return total


def _log_mean(terms: NDArray[np.float64]) -> float:
    return float(np.logaddexp.reduce(terms) - log(len(terms)))
