"""One spell further: every history held possible, all that may have happened to it, the likeliest kept."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import exp
from typing import Final, NamedTuple

import numpy as np

from togyz.board import KUMALAK_PER_OTAU, OTAU_TOTAL
from togyz.inference.evidence import Before, evidence_of, far_off, hidden_in
from togyz.inference.fit import Known
from togyz.inference.hypotheses import GENERATORS
from togyz.inference.lattice import (
    Arrival,
    Layer,
    Node,
    Phase,
    Standing,
    Step,
    Wrong,
    appended,
    shortened,
    unborne,
)
from togyz.inference.marking import ever_marked
from togyz.inference.misplays import Misplay
from togyz.inference.observation import Observation
from togyz.inference.outlook import Outlook, Proposal, Target
from togyz.inference.priors import P_DOUBT, Kind
from togyz.position import Position
from togyz.rules import Rules

_KEPT_UNEXPLAINED: Final = 2
"""Places of the beam for histories that leave this spell unexplained: later plies may bear them out."""
_DEPTH: Final = 25.0
"""Other hypotheses this far (nats) below the best are dropped."""
_ERROR_DEPTH: Final = 12.0
"""Errors that came about only now are dropped sooner: there are hundreds of them."""
_WEIGHT_UNLEARNED: Final = 0.5
"""Of what was counted, where it is asked whether it was misread: such counters are too sure of heaps, and with their
whole word d2, joined in mid-game, got a false alert."""
_NINES: Final = (KUMALAK_PER_OTAU,) * OTAU_TOTAL
_WAYS_PER_NODE: Final = 2
"""Hypotheses that are merged, for each place in the beam."""


class _Way(NamedTuple):
    """A hypothesis on its way into the next layer: whose it is, where it leads, its joint log-probability."""

    parent: int
    target: Target
    log_p: float


class _Group(NamedTuple):
    """Hypotheses that lead to the same place, likeliest first."""

    standing: Standing
    ways: list[_Way]
    log_p: float


def extended(
    layers: Sequence[Layer],
    observation: Observation,
    rules: Rules,
    beam: int,
    *,
    as_seen: bool = False,
    is_learned: bool = False,
) -> Layer:
    """The layer that follows by a (quantised) observation.

    Args:
        layers: oldest first, at least one.
        observation: of a spell later than the last layer's.
        rules: of the game.
        beam: how many nodes are kept at most.
        as_seen: whether the game was joined as it was seen.
        is_learned: whether what counts has learned from this board's start position; what else was counted says less
            against its being misread.
    """
    before = layers[-1].view
    if before.spell < 0 and before.seen == _NINES:  # the one position that cannot be told wrongly
        before = before._replace(p_far_off=far_off(observation.log_lik, before.seen))
    evidence = evidence_of(observation, before)
    views = {False: evidence, True: evidence.turned()}
    outlooks = [Outlook.of(node, views[node.standing.turned], rules, as_seen=as_seen) for node in layers[-1].nodes]
    ways = _likeliest(outlooks, _WAYS_PER_NODE * beam)
    nodes = _Merger(outlooks, observation, rules).nodes(ways, beam)
    doubt_since = _doubt_since(layers[-1].doubt_since, nodes, observation.t_rest)
    view = Before(
        observation.spell,
        evidence.likeliest(),
        (observation.kazans[0] or before.kazans[0], observation.kazans[1] or before.kazans[1]),
        observation.log_marker,
        ever_marked(observation.log_marker, before.marked),
        observation.log_lik * (1.0 if is_learned else _WEIGHT_UNLEARNED),
        hidden_in(observation),
        before.p_far_off,
    )
    return Layer(observation.t_rest, nodes, view, evidence.hidden_anew, doubt_since)


def completed(layer: Layer, rules: Rules) -> Layer:
    """The layer after the last one: plies of which only the capture was not lifted have been played."""
    nodes = tuple(_completed(parent, node, layer.t_rest, rules) for parent, node in enumerate(layer.nodes))
    return replace(layer, nodes=nodes)


def _completed(parent: int, node: Node, t_rest: float, rules: Rules) -> Node:
    standing = node.standing
    if standing.phase is not Phase.SOWN:
        return replace(node, arrivals=(Arrival(parent, 1.0, standing.n, ()),))
    after = standing.position.play(standing.pending, rules)
    step = Step(standing.n + 1, standing.position, standing.pending, after, standing.turned)
    line = appended(node.line, step, t_rest=t_rest, seen=False)
    return Node(
        standing._replace(n=step.n, position=after, phase=Phase.REST, pending=0),
        node.log_p,
        line,
        (Arrival(parent, 1.0, standing.n, (step,)),),
    )


def is_doubtful(node: Node) -> bool:
    """Whether nobody knows what happened: unexplained at present, or lately adopted."""
    if node.standing.phase is Phase.UNEXPLAINED:
        return True
    return any(link.step.is_adoption for link in unborne(node.line))


def _likeliest(outlooks: Sequence[Outlook], ways: int) -> list[_Way]:
    """The best hypotheses about all histories; those that leave the spell unexplained stay in any case."""
    proposals = list(_proposals(outlooks))
    log_p = np.concatenate([proposal.log_p for _, _, proposal in proposals])
    source = np.repeat(np.arange(len(proposals)), [len(proposal.log_p) for _, _, proposal in proposals])
    row = np.concatenate([np.arange(len(proposal.log_p)) for _, _, proposal in proposals])
    stays = np.array([kind is Kind.UNEXPLAINED for kind, _, _ in proposals])[source]
    depth = np.array([_ERROR_DEPTH if kind in (Kind.MISPLAYED, Kind.ASTRAY) else _DEPTH for kind, _, _ in proposals])
    order = np.argsort(-log_p, kind="stable")
    matters = log_p > log_p.max() - depth[source]
    chosen = order[((np.arange(len(order)) < ways) & matters[order]) | stays[order]]
    return [
        _Way(proposals[source[ix]][1], proposals[source[ix]][2].target(int(row[ix])), float(log_p[ix])) for ix in chosen
    ]


def _proposals(outlooks: Sequence[Outlook]) -> Iterator[tuple[Kind, int, Proposal]]:
    """All hypotheses that can still matter."""
    best = -np.inf
    for kind, generator in GENERATORS.items():
        for parent, outlook in enumerate(outlooks):
            worth = outlook.can_reach(best - generator.span, kind)
            proposal = generator.propose(outlook) if worth else None
            if proposal is not None:
                best = max(best, proposal.log_p.max())
                yield kind, parent, proposal


@dataclass(frozen=True, slots=True)
class _Merger:
    """Makes nodes of hypotheses."""

    outlooks: Sequence[Outlook]
    observation: Observation
    rules: Rules

    def nodes(self, ways: Iterable[_Way], beam: int) -> tuple[Node, ...]:
        """At most ``beam`` nodes, likeliest first, their posteriors adding up to 1."""
        merged: dict[Standing, list[_Way]] = defaultdict(list)
        for way in ways:
            merged[self._standing(way)].append(way)
        groups = [_Group(standing, group, _log_sum(group)) for standing, group in merged.items()]
        kept = _kept(sorted(groups, key=lambda group: -group.log_p), beam)
        total = _log_sum(kept)
        return tuple(self._node(group, group.log_p - total) for group in kept)

    def _standing(self, way: _Way) -> Standing:
        before, target = self._parent(way.parent).standing, way.target
        known = Known(self.observation.spell, target.shown)
        if not target.shown:
            known = before.known._replace(p_differs=target.p_differs)
        n = target.kept + len(target.moves) + (target.stood is not None and target.stood.is_ply)
        wrong = None
        if target.wrong is not None:
            is_old = before.wrong is not None and before.wrong.misplay == target.wrong
            wrong = before.wrong if is_old else Wrong(target.wrong, self.observation.t_rest)
        return Standing(n, target.after, before.turned, target.phase, target.pending, known, wrong)

    def _parent(self, ix: int) -> Node:
        return self.outlooks[ix].node

    def _node(self, group: _Group, log_p: float) -> Node:
        arrivals = tuple(
            Arrival(way.parent, exp(way.log_p - group.log_p), way.target.kept, self._steps(way)) for way in group.ways
        )
        best, target = arrivals[0], group.ways[0].target
        outlook = self.outlooks[best.parent]
        wrong = outlook.node.standing.wrong
        line = shortened(outlook.node.line, best.kept)
        if target.revised is not None and self._revisable(best.parent, best.kept) and line is not None:
            line = line.previous
        for ix, step in enumerate(best.steps):
            stood = ix == 0 and target.stood is not None
            t_rest = wrong.t_rest if stood and wrong else self.observation.t_rest
            line = appended(line, step, t_rest=t_rest, seen=stood or step is best.steps[-1])
        p_crossed = outlook.fit.p_crossed_after(target.shown)
        return Node(group.standing, log_p, line, arrivals, p_crossed)

    def _revisable(self, ix: int, n: int) -> Step | None:
        """The step by which a history came to stand where it stands without a ply, if that is its last one."""
        line = self._parent(ix).line
        return line.step if line is not None and line.step.begins and line.step.n == n else None

    def _steps(self, way: _Way) -> tuple[Step, ...]:
        target, turned = way.target, self._parent(way.parent).standing.turned
        if target.adopted:
            return (Step(target.kept, target.base, None, target.after, turned),)
        steps, before, n = [], target.base, target.kept
        if target.revised is not None:
            begun = self._revisable(way.parent, n)
            steps.append(Step(n, begun.before if begun else before, None, target.revised, turned, begins=True))
            before = target.revised
        if target.stood is not None:
            steps.append(stood_step(target.stood, n, before, turned=turned))
            before, n = steps[-1].after, steps[-1].n
        for otau_no in target.moves:
            n += 1
            steps.append(Step(n, before, otau_no, before.play(otau_no, self.rules), turned))
            before = steps[-1].after
        return tuple(steps)


def stood_step(misplay: Misplay, n: int, before: Position, *, turned: bool) -> Step:
    """The step of an error that stood: the ply that it was, the legal one that was meant, or none at all."""
    if misplay.move is not None:
        return Step(n + 1, before, int(misplay.move[0]), misplay.after, turned, misplay)
    if misplay.meant_no is not None:
        return Step(n + 1, before, misplay.meant_no, misplay.after, turned)
    return Step(n, before, None, misplay.after, turned, misplay)


def _kept(groups: Sequence[_Group], beam: int) -> list[_Group]:
    """The first ``beam``; where there is room for it, some of them unexplained ones."""
    unexplained = [ix for ix, group in enumerate(groups) if group.standing.phase is Phase.UNEXPLAINED]
    reserved = unexplained[:_KEPT_UNEXPLAINED] if beam > _KEPT_UNEXPLAINED else []
    others = [ix for ix in range(len(groups)) if ix not in reserved]
    return [groups[ix] for ix in sorted(others[: beam - len(reserved)] + reserved)]


def _doubt_since(before: float | None, nodes: Sequence[Node], t_rest: float) -> float | None:
    """Since when the board has been unexplained."""
    if sum(node.p for node in nodes if is_doubtful(node)) < P_DOUBT:
        return None
    return t_rest if before is None else before


def _log_sum(parts: Sequence[_Way] | Sequence[_Group]) -> float:
    return float(np.logaddexp.reduce([part.log_p for part in parts]))
