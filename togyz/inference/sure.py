"""How much of the best history is sure enough to be booked."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from togyz.inference.belief import Belief
from togyz.inference.lattice import Layer, Line, Node, links_back, unborne
from togyz.inference.ledger import Ledger
from togyz.inference.posterior import PLIES_LOOKED_BACK, Posterior
from togyz.inference.priors import P_PROVISIONAL


@dataclass(frozen=True, slots=True, eq=False)
class SureLine:
    """Looks for it after one observation.

    Attributes:
        layer: the newest.
    """

    ledger: Ledger
    layer: Layer
    posterior: Posterior
    belief: Belief

    def found(self) -> tuple[Line, bool]:
        """That part of the history, and whether it is all of it."""
        return self._sure_plies() if self.belief.as_seen else self._sure_positions()

    def _sure_positions(self) -> tuple[Line, bool]:
        """As far as the position is, whatever led to it."""
        best = self.layer.nodes[0]
        line = _borne_out(best.line)
        if line is best.line and self._p_standing(best) >= self.belief.least_p:
            return line, True
        for link in links_back(line):
            if link.step.n <= self.ledger.n - PLIES_LOOKED_BACK:
                break
            if self.posterior.p_after(link.step) >= self.belief.least_p:
                return link, False
        return None, False

    def _sure_plies(self) -> tuple[Line, bool]:
        """As far as each ply is, from whatever position."""
        node = self._upheld()
        line = _borne_out(node.line)
        for link in links_back(line):
            if link.step.n <= self.ledger.n - PLIES_LOOKED_BACK:
                break
            if link.step.otau_no is not None and self.posterior.p_ply(link.step) < self.belief.least_p:
                line = link.previous
        return line, line is node.line

    def _upheld(self) -> Node:
        """The best history; while its position is not sure, one of the same plies that upholds all that is booked."""
        best = self.layer.nodes[0]
        if not self.ledger.booked or self._p_standing(best) >= P_PROVISIONAL:
            return best
        same = (node for node in self.layer.nodes if _plies(node.line) == _plies(best.line))
        depth = len(self.ledger.booked)
        return next((node for node in same if len(self.ledger.compared(node.line)[0].booked) == depth), best)

    def _p_standing(self, best: Node) -> float:
        """P(the game stands where a history has it), whatever the board shows just now."""
        return sum(node.p for node in self.layer.nodes if node.standing.reached == best.standing.reached)


def _borne_out(line: Line) -> Line:
    """A history without the errors at its end that later plies have yet to bear out, and what came after them."""
    kept = line
    for link in unborne(line):
        if not link.step.is_legal:
            kept = link.previous
    return kept


def _plies(line: Line) -> list[tuple[int, int]]:
    """The last plies of a history, without what lay there."""
    recent = (link.step for link in islice(links_back(line), PLIES_LOOKED_BACK))
    return [(step.n, step.otau_no) for step in recent if step.otau_no is not None]
