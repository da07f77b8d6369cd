"""Posteriors of single plies: how much of the lattice's probability runs through them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from togyz.inference.lattice import Layer, Step, links_back

PLIES_LOOKED_BACK: Final = 8
"""Older plies are announced anew only where the layers still tell of them."""
_NEGLIGIBLE: Final = 1e-7


@dataclass(frozen=True, slots=True)
class Posterior:
    """What the last layers say of each step.

    Attributes:
        p_step: P(the step is in the history and was not taken back).
    """

    p_step: Mapping[Step, float]

    def p_ply(self, step: Step) -> float:
        """P(ply ``step.n`` was this move), from whatever position."""
        return sum(p for one, p in self.p_step.items() if _is_same_move(one, step))

    def p_after(self, step: Step) -> float:
        """P(the position after ply ``step.n`` is this one), whatever plies led to it."""
        return sum(p for one, p in self.p_step.items() if _reached(one) == _reached(step))

    def others(self, step: Step) -> list[tuple[str, float]]:
        """Other moves for the same ply with their probabilities, likeliest first."""
        p_move: dict[str, float] = defaultdict(float)
        for one, p in self.p_step.items():
            if one.n == step.n and one.move is not None and not _is_same_move(one, step):
                p_move[one.move] += p
        return sorted(p_move.items(), key=lambda item: (-item[1], item[0]))


def posterior_of(layers: Sequence[Layer], first_n: int) -> Posterior:
    """Runs back through the layers from the last one.

    Args:
        layers: oldest first, at least one. What lies before the first one is taken from its nodes' best histories.
        first_n: plies before this one are not asked for.
    """
    p_step: dict[Step, float] = defaultdict(float)
    masses = {(ix, node.standing.n): node.p for ix, node in enumerate(layers[-1].nodes)}
    for layer in layers[:0:-1]:
        masses = _one_layer_back(layer, masses, p_step)
    for (ix, kept), mass in masses.items():
        for link in links_back(layers[0].nodes[ix].line):
            if link.step.n < first_n:
                break
            if link.step.n <= kept:
                p_step[link.step] += mass
    return Posterior(p_step)


def _one_layer_back(
    layer: Layer, masses: Mapping[tuple[int, int], float], p_step: dict[Step, float]
) -> dict[tuple[int, int], float]:
    """Hands the probability of a layer's nodes to the nodes before, and to the steps on the way.

    ``masses`` tells, for each node, apart what keeps how many plies: later take-backs undid the rest.
    """
    before: dict[tuple[int, int], float] = defaultdict(float)
    for (ix, kept), mass in masses.items():
        if mass < _NEGLIGIBLE:
            continue
        for arrival in layer.nodes[ix].arrivals:
            part = mass * arrival.share
            for step in arrival.steps:
                if step.n <= kept:
                    p_step[step] += part
            before[arrival.parent, min(kept, arrival.kept)] += part
    return before


def _is_same_move(one: Step, other: Step) -> bool:
    return (
        one.n == other.n
        and one.otau_no == other.otau_no
        and one.turned == other.turned
        and one.is_legal == other.is_legal
    )


def _reached(step: Step) -> tuple[object, ...]:
    return step.n, step.after, step.turned
