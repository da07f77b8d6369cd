"""How much of the best history is booked, where it is open from which position it was played."""

from __future__ import annotations

from dataclasses import replace
from math import log

from togyz.inference.belief import Belief
from togyz.inference.evidence import Before, contents
from togyz.inference.fit import Known
from togyz.inference.lattice import Layer, Line, Link, Node, Phase, Standing, Step
from togyz.inference.ledger import Booked, Ledger
from togyz.inference.posterior import Posterior
from togyz.inference.sure import SureLine
from togyz.position import Position
from togyz.rules import DEFAULT_RULES

BEGUN = Position.start().play(7).play(1)
OTHER = replace(BEGUN, otau=(BEGUN.otau[0] + 1, *BEGUN.otau[1:]), kazan=(BEGUN.kazan[0] - 1, BEGUN.kazan[1]))
"""White's first otau may hold one more."""


def line_from(begun: Position) -> Link:
    """White's third otau was played from there."""
    first = Link(Step(0, BEGUN, None, begun, turned=False, begins=True), None, 1, 0.0, seen=True)
    return Link(Step(1, begun, 3, begun.play(3), turned=False), first, 2, 1.0, seen=True)


def sure(p_other: float, booked: tuple[Link, ...] = (), *, as_seen: bool) -> tuple[Line, bool]:
    """What is booked where the position is either of two, of which the other one is as likely as this."""
    nodes, p_step = [], {}
    for p, line in ((1 - p_other, line_from(BEGUN)), (p_other, line_from(OTHER))):
        after = line.step.after
        standing = Standing(1, after, turned=False, phase=Phase.REST, pending=0, known=Known(0, contents(after)))
        nodes.append(Node(standing, log(p), line))
        p_step[line.step] = p
    layer = Layer(1.0, tuple(sorted(nodes, key=lambda node: -node.log_p)), Before(0, BEGUN.otau))
    ledger = Ledger(booked=tuple(Booked(link, 1.0, confirmed=False) for link in booked))
    belief = Belief(1.0, (layer,), BEGUN, DEFAULT_RULES, as_seen=as_seen)
    return SureLine(ledger, layer, Posterior(p_step), belief).found()


def test_a_ply_is_sure_whatever_lay_where_nobody_played():
    assert sure(0.4, as_seen=True)[0].step == line_from(BEGUN).step
    assert sure(0.4, as_seen=False) == (None, False), "where the position was told it is not open"
    assert sure(0.05, as_seen=False)[0].step == line_from(BEGUN).step


def test_what_is_booked_is_upheld_until_another_position_is_sure():
    line = line_from(OTHER)
    booked = (line.previous, line)
    assert sure(0.4, booked, as_seen=True)[0].step == line.step
    assert sure(0.05, booked, as_seen=True)[0].step == line_from(BEGUN).step
