"""Announcements that need a history so unlikely that no film of a few spells brings it about."""

from __future__ import annotations

from dataclasses import replace
from math import log

import pytest

from togyz.events import Retract
from togyz.inference.announce import announced
from togyz.inference.belief import Belief
from togyz.inference.evidence import Before, contents
from togyz.inference.fit import Known
from togyz.inference.lattice import Arrival, Layer, Link, Node, Phase, Standing, Step, appended
from togyz.inference.ledger import Booked, Ledger
from togyz.inference.priors import P_LEFT_AT_END, P_PROVISIONAL
from togyz.inference.tracker import Tracker
from togyz.position import Position
from togyz.rules import DEFAULT_RULES

START = Position.start()
FIRST = Step(1, START, 7, START.play(7), turned=False)
ADOPTED = Step(1, FIRST.after, None, replace(FIRST.after, kazan=(9, 1)), turned=False)
ELSEWHERE = Step(2, ADOPTED.after, 1, ADOPTED.after.play(1), turned=False)
REPLY = Step(2, FIRST.after, 1, FIRST.after.play(1), turned=False)


def line_of(*steps):
    line = None
    for step in steps:
        line = appended(line, step, t_rest=float(step.n), seen=True)
    return line


def belief_of(line):
    after = line.step.after
    standing = Standing(line.step.n, after, False, Phase.REST, 0, Known(5, contents(after)))
    layer = Layer(9.0, (Node(standing, 0.0, line),), Before(5, after.otau))
    return Belief(9.5, (layer,), START, DEFAULT_RULES)


def ledger_of(*steps):
    line = line_of(*steps)
    links = [line]
    while links[0].previous is not None:
        links.insert(0, links[0].previous)
    booked = tuple(Booked(link, 1.0, confirmed=True) for link in links)
    return Ledger(booked, turned=False, started=True)


def test_an_adopted_position_is_withdrawn_with_its_plies():
    ledger, events = announced(ledger_of(FIRST, ADOPTED, ELSEWHERE), belief_of(line_of(FIRST, REPLY)))
    assert [event.name for event in events] == ["desync", "retract", "ply", "resync", "confirmed"]
    assert events[1] == Retract(t=9.5, n=2, with_position=True)
    assert [entry.link.step for entry in ledger.booked] == [FIRST, REPLY]


def test_plies_after_an_adopted_position_are_withdrawn_without_it():
    one, other = (Step(3, ELSEWHERE.after, no, ELSEWHERE.after.play(no), turned=False) for no in (8, 9))
    told = ledger_of(FIRST, ADOPTED, ELSEWHERE, one)
    ledger, events = announced(told, belief_of(line_of(FIRST, ADOPTED, ELSEWHERE, other)))
    assert [event.name for event in events] == ["desync", "retract", "ply", "resync", "confirmed"]
    assert events[1] == Retract(t=9.5, n=3, with_position=False)
    assert [entry.link.step for entry in ledger.booked] == [FIRST, ADOPTED, ELSEWHERE, other]


def test_a_history_that_is_not_sure_enough_leaves_what_is_confirmed():
    belief = belief_of(line_of(FIRST, REPLY))
    [node] = belief.layers[0].nodes
    unsure = replace(belief.layers[0], nodes=(replace(node, log_p=-0.02),))
    told = ledger_of(FIRST, ADOPTED, ELSEWHERE)
    ledger, events = announced(told, replace(belief, layers=(unsure,)))
    assert events == []
    assert [entry.link.step for entry in ledger.booked] == [FIRST, ADOPTED, ELSEWHERE]


@pytest.mark.parametrize(("shares", "is_told"), [((0.45, 0.4, 0.15), False), ((0.8, 0.15, 0.05), True)])
def test_at_the_end_a_ply_that_cannot_be_told_is_not_passed_over(film, shares, *, is_told):
    game = film(Tracker(start=START, white_known=True))
    game.show(START)
    before = game.state.layers[-1]
    nodes = tuple(
        Node(game.state.layers[-1].nodes[0].standing._replace(n=1, position=step.after), log(p), link, (arrival,))
        for p, number in zip(shares, (3, 4, 8), strict=True)
        for step in [Step(1, START, number, START.play(number), turned=False)]
        for link, arrival in [(Link(step, None, 1, 1.0, seen=True), Arrival(0, 1.0, 0, (step,)))]
    )
    layers = (before, replace(before, nodes=nodes))
    ended = Belief(9.0, layers, START, DEFAULT_RULES, least_p=P_LEFT_AT_END, ended=True)
    told = {event.name for event in announced(game.state.ledger, ended)[1]}
    assert told >= ({"ply"} if is_told else {"desync"})
    assert not {"ply", "desync"} <= told
    goes_on = replace(ended, least_p=P_PROVISIONAL, ended=False)
    assert announced(game.state.ledger, goes_on)[1] == [], "later spells may tell"
