"""What one quiet spell says of a board: counts, changes, touches and hands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import log
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from togyz.board import OTAU_PER_SIDE, OTAU_TOTAL, Side
from togyz.inference.marking import ever_marked, log_contents
from togyz.inference.observation import BOX_TOTAL, KUMALAK_MAX, ChangeKind, KazanSeen, Observation
from togyz.inference.priors import (
    FAR_OFF,
    FAR_OFF_BY,
    FAR_OFF_MAX,
    P_KUMALAK,
    P_MOVERS_HAND,
    P_READ_ANEW,
    P_TUZDYK_AS_BEFORE,
    P_TUZDYK_HOLDS,
    P_UNTOUCHED_CHANGE,
)
from togyz.position import Position

TUZDYK: Final = KUMALAK_MAX + 1
"""The content of an otau that is a tuzdyk: nearly empty, see ``P_TUZDYK_HOLDS``."""
UNSEEN: Final = -1
_OTAU: Final = np.arange(OTAU_TOTAL)
_HALF_TURN: Final = np.r_[OTAU_PER_SIDE:OTAU_TOTAL, :OTAU_PER_SIDE, OTAU_TOTAL + 1, OTAU_TOTAL]
KazansSeen = tuple[KazanSeen | None, KazanSeen | None]


def contents(position: Position) -> tuple[int, ...]:
    """What lies in the 20 boxes: 18 otaus by ``otau_ix``, white's kazan, black's kazan. A tuzdyk is ``TUZDYK``.

    No counter tells more than ``KUMALAK_MAX`` in an otau apart: that stands for all of them.
    """
    otau = position.otau
    if max(otau) > KUMALAK_MAX:
        otau = tuple(min(held, KUMALAK_MAX) for held in otau)
    boxes = otau + position.kazan
    for number, row_ix in zip(position.tuzdyk, (OTAU_PER_SIDE, 0), strict=True):
        if number is not None:
            ix = row_ix + number - 1
            boxes = (*boxes[:ix], TUZDYK, *boxes[ix + 1 :])
    return boxes


def kumalak_in(board: Sequence[int]) -> tuple[int, ...]:
    """The 20 counts that contents stand for: a tuzdyk holds none, but a kazan may hold as many as ``TUZDYK`` is."""
    return tuple(0 if held == TUZDYK else held for held in board[:OTAU_TOTAL]) + tuple(board[OTAU_TOTAL:])


class Before(NamedTuple):
    """What was seen up to the spell before, in the calibration's indices.

    Attributes:
        spell: its number.
        seen: 18 counts, the likeliest for each otau by itself.
        kazans: what was last seen of the kazan in the calibration's white half and of that in its black half.
        log_marker: (20,) of markers, as in the observation; None where nobody looked.
        marked: boxes in which a marker was ever seen.
        log_lik: (18, 61) of each content, as far as that is to be believed; None before anything was seen.
        hidden: otaus that were not visible.
        p_far_off: how often the counter is far off on this board, see ``far_off``.
    """

    spell: int
    seen: tuple[int, ...]
    kazans: KazansSeen = (None, None)
    log_marker: NDArray[np.float64] | None = None
    marked: frozenset[int] = frozenset()
    log_lik: NDArray[np.float64] | None = None
    hidden: frozenset[int] = frozenset()
    p_far_off: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """One observation as the players' otau indices see it, for one of the two orientations.

    Attributes:
        log_lik: (18, 62) log-likelihood of each content, ``TUZDYK`` included.
        log_again: (18, 62) the same for an otau that holds what it held: a reading that only repeats says little then.
        log_any: (18,) log-likelihood for an otau of which nothing is known.
        log_before: (18, 61) log-likelihood of each content in the spell before, as far as that is to be believed.
        seen_before: (18,) the likeliest counts of the spell before; ``UNSEEN`` where an otau was not visible.
        log_newest: (20,) log-ratio of changed to unchanged since the spell before; 0 where that was not compared.
        log_kind: (20, 5) of a box that changed since the spell before: how much likelier what is seen is if it changed
            in this way than if in any; 0 where nobody looked.
        log_older: the same as ``log_newest`` since spells before that one.
        log_touch: (20,) what the touches say of a change.
        kazans, kazans_before: what is seen of the kazans in white's and in black's half, now and in the spell before.
        whole: whether every otau was visible.
        hidden_anew: whether an otau is hidden that was visible in the spell before.
        touched: whether any box was touched since the spell before.
        hand: the side from which a hand came.
        rest_s: how long the board has been at rest.
    """

    log_lik: NDArray[np.float64]
    log_again: NDArray[np.float64]
    log_any: NDArray[np.float64]
    log_before: NDArray[np.float64]
    seen_before: NDArray[np.intp]
    log_newest: NDArray[np.float64]
    log_kind: NDArray[np.float64]
    log_older: Mapping[int, NDArray[np.float64]]
    log_touch: NDArray[np.float64]
    kazans: KazansSeen
    kazans_before: KazansSeen
    whole: bool
    hidden_anew: bool
    touched: bool
    hand: Side | None
    rest_s: float

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
            log_again=self.log_again[rows],
            log_any=self.log_any[rows],
            log_before=self.log_before[rows],
            seen_before=self.seen_before[rows],
            log_newest=self.log_newest[_HALF_TURN],
            log_kind=self.log_kind[_HALF_TURN],
            log_older={spell: log_ratio[_HALF_TURN] for spell, log_ratio in self.log_older.items()},
            log_touch=self.log_touch[_HALF_TURN],
            kazans=self.kazans[::-1],
            kazans_before=self.kazans_before[::-1],
            hand=self.hand.other if self.hand else None,
        )


def hidden_in(observation: Observation) -> frozenset[int]:
    """The otaus that were not visible, in the calibration's indices."""
    return frozenset(np.flatnonzero(~observation.visible).tolist())


def far_off(log_lik: NDArray[np.float64], kumalak: Sequence[int]) -> float:
    """How often a counter is far off: its share of otaus whose content is known, by what it says of them (18, 61).

    0 where more than a few are: then something else lies there.
    """
    off = np.count_nonzero(log_lik[_OTAU, np.minimum(kumalak, KUMALAK_MAX)] < FAR_OFF)
    return off / OTAU_TOTAL if off <= FAR_OFF_MAX else 0.0


def _widened(log_lik: NDArray[np.float64], p_far_off: float) -> NDArray[np.float64]:
    """The likelihoods of a counter that is now and then far off: what lies near what was counted is never unlikely."""
    if p_far_off == 0:
        return log_lik
    away = np.abs(np.arange(log_lik.shape[1]) - log_lik.argmax(axis=1)[:, None])
    near = np.where((away > 0) & (away <= FAR_OFF_BY), p_far_off / (2 * FAR_OFF_BY), 1e-12)
    return np.asarray(np.logaddexp(log_lik, np.log(near)), np.float64)


def evidence_of(observation: Observation, before: Before) -> Evidence:
    """What a (quantised) observation says, in the calibration's own orientation."""
    observation = replace(observation, log_lik=_widened(observation.log_lik, before.p_far_off))
    compared = {one.reference: one.log_ratio for one in observation.changes}
    log_newest = compared.pop(before.spell, np.zeros(BOX_TOTAL))
    kinds = (one.log_kind for one in observation.changes if one.reference == before.spell)
    repeats = observation.log_lik.argmax(axis=1) == before.seen
    p_anew = _p_anew(log_newest[:OTAU_TOTAL], repeats)[:, None]
    log_again = np.log(1 - p_anew + p_anew * np.exp(observation.log_lik))
    touched = observation.touched
    log_lik, again = _with_tuzdyk(observation.log_lik), _with_tuzdyk_as_before(log_again, before.seen)
    if observation.log_marker is not None:
        in_use = bool(ever_marked(observation.log_marker, before.marked))
        fresh_marker, old_marker = log_contents(observation.log_marker, before.log_marker, in_use=in_use)
        log_lik, again = log_lik + fresh_marker, again + old_marker
    return Evidence(
        log_lik=log_lik,
        log_again=again,
        log_any=np.log(np.exp(log_again) @ P_KUMALAK),
        log_before=np.zeros_like(observation.log_lik) if before.log_lik is None else before.log_lik,
        seen_before=_seen_before(before),
        log_newest=log_newest,
        log_kind=_or_nothing(next(kinds, None)),
        log_older=compared,
        log_touch=np.where(touched | ~touched.any(), 0.0, log(P_UNTOUCHED_CHANGE)),
        kazans=observation.kazans,
        kazans_before=before.kazans,
        whole=bool(observation.visible.all()),
        hidden_anew=not before.hidden.issuperset(hidden_in(observation)),
        touched=bool(touched.any()),
        hand=observation.hand,
        rest_s=observation.t - observation.t_rest,
    )


def _seen_before(before: Before) -> NDArray[np.intp]:
    seen = np.array(before.seen)
    seen[list(before.hidden)] = UNSEEN
    return seen


def _or_nothing(log_kind: NDArray[np.float64] | None) -> NDArray[np.float64]:
    return np.zeros((BOX_TOTAL, len(ChangeKind))) if log_kind is None else log_kind


def _with_tuzdyk(log_lik: NDArray[np.float64]) -> NDArray[np.float64]:
    """The rows with the likelihood of a tuzdyk behind."""
    return np.column_stack([log_lik, _log_tuzdyk(log_lik)])


def _with_tuzdyk_as_before(log_lik: NDArray[np.float64], last_seen: tuple[int, ...]) -> NDArray[np.float64]:
    """The same where a tuzdyk mostly holds what was last seen there: its marker, or nothing."""
    as_before = log(P_TUZDYK_AS_BEFORE) + log_lik[_OTAU, last_seen]
    return np.column_stack([log_lik, np.logaddexp(as_before, log(1 - P_TUZDYK_AS_BEFORE) + _log_tuzdyk(log_lik))])


def _log_tuzdyk(log_lik: NDArray[np.float64]) -> NDArray[np.float64]:
    return _log_sum([log(p) + log_lik[:, n] for n, p in enumerate(P_TUZDYK_HOLDS)])


def _p_anew(log_ratio: NDArray[np.float64], repeats: NDArray[np.bool_]) -> NDArray[np.float64]:
    """(18,) P(an otau was read anew | nothing changed), else it was read as before because it looks as before.

    Only to the extent that it is known to look as before: with a log-ratio of 0 or more every reading is a new one.
    """
    p_same = np.maximum(np.tanh(-log_ratio / 2), 0.0)
    return 1 - (1 - P_READ_ANEW) * np.where(repeats, p_same, 0.0)


def _log_sum(terms: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
    total: NDArray[np.float64] = np.logaddexp.reduce(np.stack(terms))
    return total
