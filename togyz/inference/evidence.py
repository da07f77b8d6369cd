"""How well one quiet spell fits a board: counts, changes, touches and hands, for many boards at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp, log
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from togyz.board import KUMALAK_PER_OTAU, OTAU_PER_SIDE, OTAU_TOTAL, Side
from togyz.inference.kazans import NUMBERS, log_content
from togyz.inference.marking import ever_marked, log_contents
from togyz.inference.observation import BOX_TOTAL, KUMALAK_MAX, ChangeKind, KazanSeen, Observation
from togyz.inference.priors import (
    P_BOX_DIFFERS,
    P_CLEARED_BOX,
    P_DIFFERS_LIMITS,
    P_FILLED_AGAIN_DIFFERS,
    P_KAZANS_LIMIT,
    P_KUMALAK,
    P_MOVERS_HAND,
    P_READ_ANEW,
    P_REARRANGED,
    P_TUZDYK_AS_BEFORE,
    P_TUZDYK_HOLDS,
    P_UNTOUCHED_CHANGE,
)
from togyz.position import Position

TUZDYK: Final = KUMALAK_MAX + 1
"""The content of an otau that is a tuzdyk: nearly empty, see ``P_TUZDYK_HOLDS``."""
_OTAU: Final = np.arange(OTAU_TOTAL)
_HALF_TURN: Final = np.r_[OTAU_PER_SIDE:OTAU_TOTAL, :OTAU_PER_SIDE, OTAU_TOTAL + 1, OTAU_TOTAL]
_DIGITS: Final = 3


def _kind_of_change() -> NDArray[np.intp]:
    """(62, 62) ``ChangeKind`` by what an otau held and what it holds. A tuzdyk's marker may have come into it."""
    contents = np.arange(TUZDYK + 1)
    more = contents - contents[:, None]
    kinds = np.where((more >= 1) & (more <= len(_MORE)), more + _MORE[0] - 1, ChangeKind.OTHERWISE)
    kinds[:, [0, TUZDYK]] = ChangeKind.EMPTIED
    return kinds


_MORE: Final = (ChangeKind.ONE_MORE, ChangeKind.TWO_MORE, ChangeKind.THREE_MORE)
_KIND: Final = _kind_of_change()
_KAZANS_DIFFER: Final = (0.5, 0.5)
_KAZANS: Final = (OTAU_TOTAL, OTAU_TOTAL + 1)
_KAZAN_GROWS: Final = 40
"""As much as this may have come to a kazan of which nothing is known."""
KazansSeen = tuple[KazanSeen | None, KazanSeen | None]


def contents(position: Position) -> tuple[int, ...]:
    """What lies in the 20 boxes: 18 otaus by ``otau_ix``, white's kazan, black's kazan. A tuzdyk is ``TUZDYK``.

    No counter tells more than ``KUMALAK_MAX`` in an otau apart: that stands for all of them.
    """
    boxes = (*(min(held, KUMALAK_MAX) for held in position.otau), *position.kazan)
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
    """

    spell: int
    seen: tuple[int, ...]
    kazans: KazansSeen = (None, None)
    log_marker: NDArray[np.float64] | None = None
    marked: frozenset[int] = frozenset()
    log_lik: NDArray[np.float64] | None = None


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
        log_again: (18, 62) the same for an otau that holds what it held: a reading that only repeats says little then.
        log_any: (18,) log-likelihood for an otau of which nothing is known.
        log_before: (18, 61) log-likelihood of each content in the spell before, as far as that is to be believed.
        log_newest: (20,) log-ratio of changed to unchanged since the spell before; 0 where that was not compared.
        log_kind: (20, 5) of a box that changed since the spell before: how much likelier what is seen is if it changed
            in this way than if in any; 0 where nobody looked.
        log_older: the same as ``log_newest`` since spells before that one.
        log_touch: (20,) what the touches say of a change.
        kazans, kazans_before: what is seen of the kazans in white's and in black's half, now and in the spell before.
        whole: whether every otau was visible.
        touched: whether any box was touched since the spell before.
        hand: the side from which a hand came.
        rest_s: how long the board has been at rest.
    """

    log_lik: NDArray[np.float64]
    log_again: NDArray[np.float64]
    log_any: NDArray[np.float64]
    log_before: NDArray[np.float64]
    log_newest: NDArray[np.float64]
    log_kind: NDArray[np.float64]
    log_older: Mapping[int, NDArray[np.float64]]
    log_touch: NDArray[np.float64]
    kazans: KazansSeen
    kazans_before: KazansSeen
    whole: bool
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
            log_newest=self.log_newest[_HALF_TURN],
            log_kind=self.log_kind[_HALF_TURN],
            log_older={spell: log_ratio[_HALF_TURN] for spell, log_ratio in self.log_older.items()},
            log_touch=self.log_touch[_HALF_TURN],
            kazans=self.kazans[::-1],
            kazans_before=self.kazans_before[::-1],
            hand=self.hand.other if self.hand else None,
        )


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """How the observation fits what one history says of the board before.

    Attributes:
        log_same, log_changed: (18,) what comparing the pictures says of an otau that holds what it held in
            ``known.board``, or something else.
        log_box: (18, 62) what counts and pictures say together of each content of each otau.
        log_kazan: (2, 2, 163) what counts and pictures say of every content of the kazan in white's half (0) and in
            black's (1), where it is white's (0) and where it is black's (1).
        p_crossed: P(each side's kazan lies in the other side's half).
    """

    evidence: Evidence
    known: Known
    log_same: NDArray[np.float64]
    log_changed: NDArray[np.float64]
    log_box: NDArray[np.float64]
    log_kazan: NDArray[np.float64]
    p_crossed: float

    @classmethod
    def of(cls, evidence: Evidence, known: Known, p_crossed: float = 0.5) -> Fit:
        """Compares with the spell before, whether or not the history knows what lay there.

        A ratio of likelihoods against one view cannot be weighed against a ratio against another: every history must
        answer for the same data, and these are the comparison with the spell before. One that does not explain that
        spell can only say how likely each otau was to differ from what it knows; from the older view, which it does
        know, it takes what that one says against it, and no credit.
        """
        if not known.p_differs:
            log_changed = evidence.log_newest + evidence.log_touch
            return cls._of(evidence, known, np.stack([np.zeros(BOX_TOTAL), log_changed]), p_crossed)
        p_differs = np.array(known.p_differs + _KAZANS_DIFFER)
        changed = np.exp(evidence.log_newest)
        log_same = np.log(1 - p_differs + p_differs * changed)
        log_changed = np.log(p_differs / 2 + (1 - p_differs / 2) * changed)
        log_older = evidence.log_older.get(known.spell)
        if log_older is not None:
            log_same -= np.logaddexp(0, log_older)
            log_changed -= np.logaddexp(0, -log_older)
        return cls._of(evidence, known, np.stack([log_same, log_changed]), p_crossed)

    @classmethod
    def _of(cls, evidence: Evidence, known: Known, log_change: NDArray[np.float64], p_crossed: float) -> Fit:
        """From what the pictures say of all 20 boxes, (2, 20): unchanged, changed."""
        log_same, log_changed = log_change[:, :OTAU_TOTAL]
        fresh = evidence.log_again if known.p_differs else evidence.log_lik
        log_box = fresh + log_changed[:, None]
        held = known.board[:OTAU_TOTAL]
        if not known.p_differs:
            log_box += np.take_along_axis(evidence.log_kind[:OTAU_TOTAL], _KIND[held, :], axis=1)
        log_box[_OTAU, held] = evidence.log_again[_OTAU, held] + log_same
        log_kazan = _log_kazan(evidence, known, log_change[:, OTAU_TOTAL:])
        return cls(evidence, known, log_same, log_changed, log_box, log_kazan, p_crossed)

    def _log_kazans(self, white: NDArray[np.intp], black: NDArray[np.intp]) -> NDArray[np.float64]:
        """(M,) log p(pictures of the kazans | white's and black's hold so many)."""
        return np.logaddexp(log(1 - self.p_crossed) + self._log_own(white, black), self._log_crossed(white, black))

    def _log_own(self, white: NDArray[np.intp], black: NDArray[np.intp]) -> NDArray[np.float64]:
        return np.asarray(self.log_kazan[0, 0, white] + self.log_kazan[1, 1, black], np.float64)

    def _log_crossed(self, white: NDArray[np.intp], black: NDArray[np.intp]) -> NDArray[np.float64]:
        """The same, and that each lies in the other side's half."""
        crossed = self.log_kazan[1, 0, white] + self.log_kazan[0, 1, black]
        return np.asarray(log(self.p_crossed) + crossed, np.float64)

    def p_crossed_after(self, shown: tuple[int, ...]) -> float:
        """P(the kazans are crossed) once this board is taken for granted; as it was where nothing is known of it."""
        if not shown:
            return self.p_crossed
        white, black = np.array(shown)[OTAU_TOTAL:, None]
        p_crossed = exp((self._log_crossed(white, black) - self._log_kazans(white, black)).item())
        return min(max(p_crossed, P_KAZANS_LIMIT), 1 - P_KAZANS_LIMIT)

    def score(self, boards: NDArray[np.intp], touches: NDArray[np.intp] | None = None) -> NDArray[np.float64]:
        """(M,) log p(observation | board) for M boards (M, 20).

        Args:
            boards: contents.
            touches: (M, 20) how many plies changed each box since: what two have changed looks otherwise mostly, even
                where it holds as many as before. None: at most one.
        """
        changed = boards != np.array(self.known.board)
        held = np.minimum(boards[:, :OTAU_TOTAL], TUZDYK)  # an error may leave more than a position's contents tell
        total: NDArray[np.float64] = self.log_box[_OTAU, held].sum(axis=1)
        total += self._log_kazans(*boards[:, OTAU_TOTAL:].T)
        if touches is not None:
            again = ~changed & (touches > 1)
            total += again[:, :OTAU_TOTAL] @ (self._log_filled_again() - self._as_known())
        return total

    def log_put_in_order(self) -> float:
        """What speaks for kumalak of some boxes having been put in order, where all hold what they held.

        Only for a history that explains the spell before.
        """
        log_changed = self.evidence.log_newest + self.evidence.log_touch
        return float(np.log(1 - P_REARRANGED + P_REARRANGED * np.exp(log_changed)).sum())

    def _log_filled_again(self) -> NDArray[np.float64]:
        """(18,) what speaks for an otau that was changed and holds again what it held."""
        p, held = P_FILLED_AGAIN_DIFFERS, self.known.board[:OTAU_TOTAL]
        looks = np.logaddexp(log(p) + self.log_changed, log(1 - p) + self.log_same)
        return looks + self.evidence.log_lik[_OTAU, held]

    def ceiling(self) -> float:
        """No board can score higher than this."""
        white, black = (self._likely_contents(owner) for owner in (0, 1))
        return float(self.log_box.max(axis=1).sum() + self._log_kazans(white[:, None], black).max())

    def _likely_contents(self, owner: int) -> NDArray[np.intp]:
        """(4,) among them the content of a side's kazan in the likeliest pair of both."""
        rows = self.log_kazan[:, owner]
        return np.array([*rows.argmax(axis=1), rows.sum(axis=0).argmax(), self.known.board[_KAZANS[owner]]])

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
        return self.log_box[_OTAU, self.known.board[:OTAU_TOTAL]]

    def _mixed(self, same: NDArray[np.float64], other: NDArray[np.float64]) -> tuple[float, tuple[float, ...]]:
        either = np.logaddexp(same, other)
        p_differs = np.clip(np.exp(other - either), *P_DIFFERS_LIMITS)
        return float(either.sum() + self._log_any_kazans()), tuple(np.round(p_differs, _DIGITS).tolist())

    def _log_any_kazans(self) -> float:
        """Log p(pictures of the kazans | each holds what it held, or as likely more)."""
        total = 0.0
        for half, owner in ((0, 0), (1, 1)):
            held, row = self.known.board[_KAZANS[owner]], self.log_kazan[half, owner]
            more = np.logaddexp.reduce(row[held + 1 : held + _KAZAN_GROWS]) - log(_KAZAN_GROWS)
            total += float(np.logaddexp(row[held], more) - log(2))
        return total


def evidence_of(observation: Observation, before: Before) -> Evidence:
    """What a (quantised) observation says, in the calibration's own orientation."""
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
        log_newest=log_newest,
        log_kind=_or_nothing(next(kinds, None)),
        log_older=compared,
        log_touch=np.where(touched | ~touched.any(), 0.0, log(P_UNTOUCHED_CHANGE)),
        kazans=observation.kazans,
        kazans_before=before.kazans,
        whole=bool(observation.visible.all()),
        touched=bool(touched.any()),
        hand=observation.hand,
        rest_s=observation.t - observation.t_rest,
    )


def _log_kazan(evidence: Evidence, known: Known, log_change: NDArray[np.float64]) -> NDArray[np.float64]:
    """(2, 2, 163) by half, owner and content; ``log_change`` (2, 2): unchanged or changed, by half."""
    is_known = not known.p_differs
    table = np.empty((2, 2, len(NUMBERS)))
    for half, (now, before) in enumerate(zip(evidence.kazans, evidence.kazans_before, strict=True)):
        for owner, kazan in enumerate(_KAZANS):
            held = known.board[kazan]
            table[half, owner] = log_content(now, before, held if is_known else None) + log_change[1, half]
            table[half, owner, held] += log_change[0, half] - log_change[1, half]
    return table


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
