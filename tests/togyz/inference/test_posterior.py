"""Posteriors over a lattice that is written out by hand."""

from __future__ import annotations

from math import log

import pytest

from togyz.inference.evidence import Before, contents
from togyz.inference.fit import Known
from togyz.inference.lattice import Arrival, Layer, Node, Phase, Standing, Step, appended
from togyz.inference.posterior import posterior_of
from togyz.position import Position

START = Position.start()


def step(n, before, otau_no):
    return Step(n, before, otau_no, before.play(otau_no), turned=False)


SEVEN = step(1, START, 7)
EIGHT = step(1, START, 8)
REPLY = step(2, SEVEN.after, 7)


def node(n, position, p, arrivals=(), line=None):
    standing = Standing(n, position, False, Phase.REST, 0, Known(0, contents(position)))
    return Node(standing, log(p), line, arrivals)


def layer(spell, *nodes):
    return Layer(float(spell), nodes, Before(spell, START.otau))


ROOT = layer(0, node(0, START, 1.0))
FIRST = layer(
    1,
    node(1, SEVEN.after, 0.7, (Arrival(0, 1.0, 0, (SEVEN,)),), appended(None, SEVEN, t_rest=1.0, seen=True)),
    node(1, EIGHT.after, 0.3, (Arrival(0, 1.0, 0, (EIGHT,)),), appended(None, EIGHT, t_rest=1.0, seen=True)),
)


def test_a_ply_has_the_probability_that_runs_through_it():
    posterior = posterior_of([ROOT, FIRST], 1)
    assert posterior.p_ply(SEVEN) == pytest.approx(0.7)
    assert posterior.p_ply(EIGHT) == pytest.approx(0.3)
    assert posterior.others(SEVEN) == [("87", pytest.approx(0.3))]


def test_later_layers_decide_about_earlier_plies():
    last = layer(
        2,
        node(2, REPLY.after, 0.9, (Arrival(0, 1.0, 1, (REPLY,)),)),
        node(1, EIGHT.after, 0.1, (Arrival(1, 1.0, 1, ()),)),
    )
    posterior = posterior_of([ROOT, FIRST, last], 1)
    assert posterior.p_ply(SEVEN) == pytest.approx(0.9)
    assert posterior.p_ply(REPLY) == pytest.approx(0.9)
    assert posterior.p_ply(EIGHT) == pytest.approx(0.1)


def test_ways_that_meet_share_the_probability_of_the_place():
    meeting = layer(2, node(2, REPLY.after, 1.0, (Arrival(0, 0.6, 1, (REPLY,)), Arrival(1, 0.4, 1, (REPLY,)))))
    posterior = posterior_of([ROOT, FIRST, meeting], 1)
    assert posterior.p_ply(SEVEN) == pytest.approx(0.6)
    assert posterior.p_after(REPLY) == pytest.approx(1.0)


def test_what_was_taken_back_is_not_in_the_history():
    back = layer(
        2, node(0, START, 0.8, (Arrival(0, 1.0, 0, ()),)), node(1, SEVEN.after, 0.2, (Arrival(0, 1.0, 1, ()),))
    )
    again = layer(
        3,
        node(1, EIGHT.after, 0.8, (Arrival(0, 1.0, 0, (EIGHT,)),)),
        node(1, SEVEN.after, 0.2, (Arrival(1, 1.0, 1, ()),)),
    )
    posterior = posterior_of([ROOT, FIRST, back, again], 1)
    assert posterior.p_ply(EIGHT) == pytest.approx(0.8)
    assert posterior.p_ply(SEVEN) == pytest.approx(0.2)


def test_before_the_first_layer_the_best_history_of_each_node_counts():
    last = layer(
        2, node(1, SEVEN.after, 0.6, (Arrival(0, 1.0, 1, ()),)), node(1, EIGHT.after, 0.4, (Arrival(1, 1.0, 1, ()),))
    )
    whole, cut = posterior_of([ROOT, FIRST, last], 1), posterior_of([FIRST, last], 1)
    assert cut.p_ply(SEVEN) == whole.p_ply(SEVEN) == pytest.approx(0.6)
    assert posterior_of([FIRST, last], 2).p_ply(SEVEN) == 0
