"""One history before a new spell, and what generators of hypotheses hand back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import inf, log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from togyz.inference.evidence import Evidence, contents
from togyz.inference.fit import Fit
from togyz.inference.futures import Futures, playable
from togyz.inference.lattice import Node, Phase
from togyz.inference.misplays import Misplay
from togyz.inference.priors import LOG_PRIOR, P_SAME_PLY, Context, Kind
from togyz.position import Position
from togyz.rules import Rules


class Target(NamedTuple):
    """Where a hypothesis leads.

    Attributes:
        base: the position from which ``moves`` were played; another than the history's own after a take-back.
        kept: plies on record at ``base``.
        moves: otau numbers.
        after: the position then.
        shown: what lies there; empty where that is not known.
        p_differs: where it is not known, P(each otau holds something else than before).
        adopted: ``after`` was not played but adopted as it lies there.
        wrong: the error that the board shows.
        stood: the error that stood before ``moves`` were played.
        revised: the position before ``moves``, where it must have been another one than was thought.
    """

    base: Position
    kept: int
    moves: tuple[int, ...]
    after: Position
    shown: tuple[int, ...]
    p_differs: tuple[float, ...] = ()
    phase: Phase = Phase.REST
    pending: int = 0
    adopted: bool = False
    wrong: Misplay | None = None
    stood: Misplay | None = None
    revised: Position | None = None


def at_rest(base: Position, kept: int, moves: tuple[int, ...], after: Position) -> Target:
    """The board shows the position that ``moves`` lead to."""
    return Target(base, kept, moves, after, contents(after))


@dataclass(frozen=True, slots=True, eq=False)
class Proposal:
    """M hypotheses of one kind.

    Attributes:
        log_p: (M,) log of their joint probability: the history's, the prior, the likelihood.
        target: where hypothesis 0..M-1 leads.
    """

    log_p: NDArray[np.float64]
    target: Callable[[int], Target]


@dataclass(frozen=True, slots=True, eq=False)
class Outlook:
    """One history before a new spell.

    Attributes:
        fit: the spell, as it fits the history.
        otau_nos: what may be played.
        log_prior: of each kind; a kind that cannot be is absent.
        ceiling: no board can be likelier than this.
        as_seen: whether the game was joined as it was seen, so that its beginning may have been misread.
    """

    node: Node
    fit: Fit
    rules: Rules
    otau_nos: tuple[int, ...]
    log_prior: Mapping[Kind, float]
    ceiling: float
    as_seen: bool = False

    @classmethod
    def of(cls, node: Node, evidence: Evidence, rules: Rules, *, as_seen: bool = False) -> Outlook:
        """The history ``node`` before the spell that ``evidence`` tells of."""
        otau_nos = playable(node.standing.position, rules)
        context = _context(node.standing.phase, touched=evidence.touched) if otau_nos else Context.OVER
        fit = Fit.of(evidence, node.standing.known, node.p_crossed)
        return cls(node, fit, rules, otau_nos, LOG_PRIOR[context], fit.ceiling(), as_seen)

    @property
    def evidence(self) -> Evidence:
        """The spell, in the history's orientation."""
        return self.fit.evidence

    @property
    def position(self) -> Position:
        """Where the history stands."""
        return self.node.standing.position

    @property
    def misplay(self) -> Misplay | None:
        """The error that has not been put right."""
        wrong = self.node.standing.wrong
        return None if wrong is None else wrong.misplay

    def after(self, misplay: Misplay) -> Outlook:
        """The same history, had it let an error stand."""
        standing = self.node.standing._replace(position=misplay.after, phase=Phase.REST, pending=0, wrong=None)
        node = replace(self.node, standing=standing, log_p=self.log_joint(Kind.STOOD))
        otau_nos = playable(misplay.after, self.rules)
        return replace(self, node=node, otau_nos=otau_nos, log_prior=LOG_PRIOR[Context.TOUCHED])

    def can_reach(self, log_p: float, kind: Kind) -> bool:
        """Whether a hypothesis of this kind may come up to a joint probability."""
        return self.node.log_p + self.log_prior.get(kind, -inf) + self.ceiling >= log_p

    def log_joint(self, kind: Kind) -> float:
        """Log P(this history, then something of this kind)."""
        return self.node.log_p + self.log_prior[kind]

    def showing(self, phase: Phase, board: tuple[int, ...], pending: int = 0) -> Target:
        """The same position, while the board shows something else that belongs to it."""
        wrong = None if phase is Phase.REST else self.misplay
        return Target(
            self.position, self.node.standing.n, (), self.position, board, phase=phase, pending=pending, wrong=wrong
        )

    def showing_error(self, misplay: Misplay) -> Target:
        """The same position, while the board shows what an error made of it."""
        return self.showing(Phase.WRONG, misplay.shown)._replace(wrong=misplay)

    def unknown(self, phase: Phase, p_differs: tuple[float, ...]) -> Target:
        """The same position, while the board shows what no one knows."""
        standing = self.node.standing
        return Target(self.position, standing.n, (), self.position, (), p_differs, phase, wrong=self.misplay)

    def played(self, futures: Futures, log_prior: NDArray[np.float64]) -> Proposal:
        """Plies from the history's position."""
        base, n = self.position, self.node.standing.n
        return Proposal(
            log_prior + self.fit.score(futures.boards, futures.touches),
            lambda row: at_rest(base, n, futures.moves[row], futures.positions[row]),
        )

    def log_which(self, otau_nos: NDArray[np.intp]) -> NDArray[np.float64]:
        """(M,) log P(it is this ply | it is a legal ply): all alike, but one that was seen under way is the one."""
        pending, legal = self.node.standing.pending, len(self.otau_nos)
        if not pending or legal == 1:
            return np.full(len(otau_nos), -log(legal))
        return np.where(otau_nos == pending, log(P_SAME_PLY), log((1 - P_SAME_PLY) / (legal - 1)))


def _context(phase: Phase, *, touched: bool) -> Context:
    contexts = {
        Phase.REST: Context.TOUCHED if touched else Context.UNTOUCHED,
        Phase.WRONG: Context.WRONG,
        Phase.UNEXPLAINED: Context.DOUBTFUL,
        Phase.CLEARED: Context.AWAY,
    }
    return contexts.get(phase, Context.UNDER_WAY)
