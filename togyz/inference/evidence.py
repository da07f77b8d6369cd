"""How well one quiet spell fits a board: counts, changes, touches and hands, for many boards at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import log
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from togyz.board import KUMALAK_PER_OTAU, OTAU_PER_SIDE, OTAU_TOTAL, Side
from togyz.inference.observation import BOX_TOTAL, KUMALAK_MAX, Observation
from togyz.inference.priors import (
    KAZAN_SHARE,
    P_BOX_DIFFERS,
    P_CLEARED_BOX,
    P_DIFFERS_LIMITS,
    P_KUMALAK,
    P_MOVERS_HAND,
    P_TUZDYK_HOLDS,
    P_UNTOUCHED_CHANGE,
    REPEATED_SHARE,
)
from togyz.position import Position

TUZDYK: Final = KUMALAK_MAX + 1
"""The content of an otau that is a tuzdyk: nearly empty, see ``P_TUZDYK_HOLDS``."""
_OTAU: Final = np.arange(OTAU_TOTAL)
_HALF_TURN: Final = np.r_[OTAU_PER_SIDE:OTAU_TOTAL, :OTAU_PER_SIDE, OTAU_TOTAL + 1, OTAU_TOTAL]
_DIGITS: Final = 3
_KAZANS_DIFFER: Final = (0.5, 0.5)


def contents(position: Position) -> tuple[int, ...]:
    """What lies in the 20 boxes: 18 otaus by ``otau_ix``, white's kazan, black's kazan. A tuzdyk is ``TUZDYK``."""
    boxes = position.otau + position.kazan
    for number, row_ix in zip(position.tuzdyk, (OTAU_PER_SIDE, 0), strict=True):
        if number is not None:
            ix = row_ix + number - 1
            boxes = (*boxes[:ix], TUZDYK, *boxes[ix + 1 :])
    return boxes


class Known(NamedTuple):
    """What a history says of the board in the last spell.

    Attributes:
        board: contents of the 20 boxes (:func:`contents`) in the last spell that it explains.
        spell: number of that spell.
        p_differs: empty where that is the last spell; else, for each otau, P(the last spell showed something else).
    """

    spell: int
    board: tuple[int, ...]
    p_differs: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """One observation as the players' otau indices see it, for one of the two orientations.

    Attributes:
        log_lik: (18, 62) log-likelihood of each content, ``TUZDYK`` included.
        log_any: (18,) the same for an otau of which nothing is known.
        log_newest: (20,) log-ratio of changed to unchanged since the spell before; 0 where that was not compared.
        log_older: the same since spells before that one.
        log_touch: (20,) what the touches say of a change.
        whole: whether every otau was visible.
        touched: whether any box was touched since the spell before.
        hand: the side from which a hand came.
    """

    log_lik: NDArray[np.float64]
    log_any: NDArray[np.float64]
    log_newest: NDArray[np.float64]
    log_older: Mapping[int, NDArray[np.float64]]
    log_touch: NDArray[np.float64]
    whole: bool
    touched: bool
    hand: Side | None

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
        rows = _HALF_TURN[:OTAU_TOTAL]
        return replace(
            self,
            log_lik=self.log_lik[rows],
            log_any=self.log_any[rows],
            log_newest=self.log_newest[_HALF_TURN],
            log_older={spell: log_ratio[_HALF_TURN] for spell, log_ratio in self.log_older.items()},
            log_touch=self.log_touch[_HALF_TURN],
            hand=self.hand.other if self.hand else None,
        )


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """How the observation fits what one history says of the board before.

    Attributes:
        log_same, log_changed: (18,) what comparing the pictures says of an otau that holds what it held in
            ``known.board``, or something else.
        log_kazans: (3,) for none, either or both of the kazans changed: which trough is whose may be unknown.
    """

    evidence: Evidence
    known: Known
    log_same: NDArray[np.float64]
    log_changed: NDArray[np.float64]
    log_kazans: NDArray[np.float64]

    @classmethod
    def of(cls, evidence: Evidence, known: Known) -> Fit:
        """Compares with the spell before, whether or not the history knows what lay there.

        A ratio of likelihoods against one view cannot be weighed against a ratio against another: every history must
        answer for the same data, and these are the comparison with the spell before. One that does not explain that
        spell can only say how likely each otau was to differ from what it knows; from the older view, which it does
        know, it takes what that one says against it, and no credit.
        """
        if not known.p_differs:
            return cls._of(evidence, known, np.zeros(BOX_TOTAL), evidence.log_newest + evidence.log_touch)
        p_differs = np.array(known.p_differs + _KAZANS_DIFFER)
        changed = np.exp(evidence.log_newest)
        log_same = np.log(1 - p_differs + p_differs * changed)
        log_changed = np.log(p_differs / 2 + (1 - p_differs / 2) * changed)
        log_older = evidence.log_older.get(known.spell)
        if log_older is not None:
            log_same -= np.logaddexp(0, log_older)
            log_changed -= np.logaddexp(0, -log_older)
        return cls._of(evidence, known, log_same, log_changed)

    @classmethod
    def _of(
        cls, evidence: Evidence, known: Known, log_same: NDArray[np.float64], log_changed: NDArray[np.float64]
    ) -> Fit:
        """From what is said of all 20 boxes."""
        same, changed = log_same[OTAU_TOTAL:], log_changed[OTAU_TOTAL:]
        either = np.logaddexp(changed[0] + same[1], same[0] + changed[1]) - log(2)
        log_kazans = KAZAN_SHARE * np.array([same.sum(), either, changed.sum()])
        return cls(evidence, known, log_same[:OTAU_TOTAL], log_changed[:OTAU_TOTAL], log_kazans)

    def score(self, boards: NDArray[np.intp]) -> NDArray[np.float64]:
        """(M,) log p(observation | board) for M boards (M, 20).

        Kazans count only by whether they changed: heaps are not counted.
        """
        changed = boards != np.array(self.known.board)
        kazans = self.log_kazans[changed[:, OTAU_TOTAL:].sum(axis=1)]
        changes = np.where(changed[:, :OTAU_TOTAL], self.log_changed, self.log_same)
        counts = self.evidence.log_lik[_OTAU, boards[:, :OTAU_TOTAL]]
        total: NDArray[np.float64] = (counts + changes).sum(axis=1) + kazans
        return total

    def ceiling(self) -> float:
        """No board can score higher than this."""
        best = np.maximum(self._as_known(), self.log_changed + self.evidence.log_lik.max(axis=1))
        return float(best.sum() + self.log_kazans.max())

    def unexplained(self) -> tuple[float, tuple[float, ...]]:
        """Log p(observation | each otau may hold anything, but mostly what is known), and P(each one differs)."""
        p_differs = np.array(self.known.p_differs or (P_BOX_DIFFERS,) * OTAU_TOTAL)
        same = np.log(1 - p_differs) + self._as_known()
        return self._mixed(same, np.log(p_differs) + self.log_changed + self.evidence.log_any)

    def cleared(self) -> tuple[float, tuple[float, ...]]:
        """Log p(observation | the board is being cleared or set up anew), and P(each otau differs)."""
        log_lik = self.evidence.log_lik
        same = log(P_CLEARED_BOX["as before"]) + self._as_known()
        ways = {"empty": log_lik[:, 0], "nine": log_lik[:, KUMALAK_PER_OTAU], "anything": self.evidence.log_any}
        return self._mixed(same, self.log_changed + _log_sum([log(P_CLEARED_BOX[way]) + ways[way] for way in ways]))

    def _as_known(self) -> NDArray[np.float64]:
        """(18,) what speaks for each otau holding what it held."""
        return self.log_same + self.evidence.log_lik[_OTAU, self.known.board[:OTAU_TOTAL]]

    def _mixed(self, same: NDArray[np.float64], other: NDArray[np.float64]) -> tuple[float, tuple[float, ...]]:
        either = np.logaddexp(same, other)
        kazans = np.logaddexp.reduce(self.log_kazans) - log(len(self.log_kazans))
        p_differs = np.clip(np.exp(other - either), *P_DIFFERS_LIMITS)
        return float(either.sum() + kazans), tuple(np.round(p_differs, _DIGITS).tolist())


def evidence_of(observation: Observation, last_spell: int, last_seen: tuple[int, ...]) -> Evidence:
    """What a (quantised) observation says, in the calibration's own orientation.

    Args:
        observation: the spell.
        last_spell: number of the spell before.
        last_seen: 18 counts, the likeliest in that spell.
    """
    compared = {one.reference: one.log_ratio for one in observation.changes}
    log_newest = compared.pop(last_spell, np.zeros(BOX_TOTAL))
    repeats = observation.log_lik.argmax(axis=1) == last_seen
    log_lik = observation.log_lik * _news(log_newest[:OTAU_TOTAL], repeats)[:, None]
    tuzdyk = _log_sum([log(p) + log_lik[:, n] for n, p in enumerate(P_TUZDYK_HOLDS)])
    touched = observation.touched
    return Evidence(
        log_lik=np.column_stack([log_lik, tuzdyk]),
        log_any=np.log(np.exp(log_lik) @ P_KUMALAK),
        log_newest=log_newest,
        log_older=compared,
        log_touch=np.where(touched | ~touched.any(), 0.0, log(P_UNTOUCHED_CHANGE)),
        whole=bool(observation.visible.all()),
        touched=bool(touched.any()),
        hand=observation.hand,
    )


def _news(log_ratio: NDArray[np.float64], repeats: NDArray[np.bool_]) -> NDArray[np.float64]:
    """(18,) share of each reading that counts: an otau that looks and reads as before is misread as before.

    Only to the extent that it is known to look as before: a log-ratio of 0 or more leaves a reading its full weight.
    """
    p_same = np.maximum(np.tanh(-log_ratio / 2), 0.0)
    return 1 - (1 - REPEATED_SHARE) * np.where(repeats, p_same, 0.0)


def _log_sum(terms: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
    total: NDArray[np.float64] = np.logaddexp.reduce(np.stack(terms))
    return total
