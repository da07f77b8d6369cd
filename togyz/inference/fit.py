"""How well one quiet spell fits what a history says of the board before, for many boards at once."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, log
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from togyz.board import KUMALAK_PER_OTAU, OTAU_TOTAL
from togyz.inference.evidence import TUZDYK, UNSEEN, Evidence
from togyz.inference.kazans import NUMBERS, log_content
from togyz.inference.observation import BOX_TOTAL, KUMALAK_MAX, ChangeKind
from togyz.inference.priors import (
    P_BOX_DIFFERS,
    P_CLEARED_BOX,
    P_DIFFERS_LIMITS,
    P_FILLED_AGAIN_DIFFERS,
    P_KAZANS_LIMIT,
    P_MISREAD_AGAIN,
    P_REARRANGED,
)

_OTAU: Final = np.arange(OTAU_TOTAL)
_DIGITS: Final = 3
_MORE: Final = (ChangeKind.ONE_MORE, ChangeKind.TWO_MORE, ChangeKind.THREE_MORE)
_AGAIN: Final = np.array([-1, 0, 1])
_MISREAD: Final = -2.0
"""An otau was misread, and not just unclear, where what it held was so much less likely than what was seen, in nats."""
_MISREAD_MAX: Final = 3
"""So many otaus may be misread at once: on films of bowls two are."""
_KAZANS_DIFFER: Final = (0.5, 0.5)
_KAZANS: Final = (OTAU_TOTAL, OTAU_TOTAL + 1)
_KAZAN_GROWS: Final = 40
"""As much as this may have come to a kazan of which nothing is known."""


def _kind_of_change() -> NDArray[np.intp]:
    """(62, 62) ``ChangeKind`` by what an otau held and what it holds. A tuzdyk's marker may have come into it."""
    contents = np.arange(TUZDYK + 1)
    more = contents - contents[:, None]
    kinds = np.where((more >= 1) & (more <= len(_MORE)), more + _MORE[0] - 1, ChangeKind.OTHERWISE)
    kinds[:, [0, TUZDYK]] = ChangeKind.EMPTIED
    return kinds


_KIND: Final = _kind_of_change()


class Known(NamedTuple):
    """What a history says of the board in the last spell.

    Attributes:
        board: contents of the 20 boxes (:func:`togyz.inference.evidence.contents`) in the last spell that it explains.
        spell: number of that spell.
        p_differs: empty where that is the last spell; else, for each otau, P(the last spell showed something else).
    """

    spell: int
    board: tuple[int, ...]
    p_differs: tuple[float, ...] = ()


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
        fresh, misread = evidence.log_again if known.p_differs else evidence.log_lik, _log_misread(evidence, known)
        log_box = np.logaddexp(fresh, misread) + log_changed[:, None]
        held = known.board[:OTAU_TOTAL]
        if not known.p_differs:
            log_box += evidence.log_kind[_OTAU[:, None], _KIND[held, :]]
        log_box[_OTAU, held] = np.logaddexp(evidence.log_again, misread)[_OTAU, held] + log_same
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
        if touches is not None and (again := ~changed & (touches > 1)).any():
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
        weighed = np.stack([log(P_CLEARED_BOX[way]) + ways[way] for way in ways])
        return self._mixed(same, self.log_changed + np.logaddexp.reduce(weighed))

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


def _log_misread(evidence: Evidence, known: Known) -> NDArray[np.float64]:
    """(18, 62) what speaks for contents of otaus that were misread in the spell before and are misread again.

    A history that would have had more than a few misread is wrong itself.
    """
    out = np.full((OTAU_TOTAL, TUZDYK + 1), -np.inf)
    if known.p_differs:
        return out
    held = np.array(known.board[:OTAU_TOTAL])
    can_be = (evidence.seen_before != UNSEEN) & (held != TUZDYK)
    misread = can_be & (evidence.log_before[_OTAU, np.minimum(held, KUMALAK_MAX)] < _MISREAD)
    if np.count_nonzero(misread) > _MISREAD_MAX:
        return out
    off, seen = evidence.seen_before - held, evidence.log_lik[:, :TUZDYK].argmax(axis=1)
    for ix in np.flatnonzero(misread & (np.abs(off) <= len(_MORE))).tolist():
        for p, content in zip(P_MISREAD_AGAIN, seen[ix] - off[ix] + _AGAIN, strict=True):
            if 0 <= content < TUZDYK and abs(content - held[ix]) <= len(_MORE):
                out[ix, content] = log(p)
    return out


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
