"""Histories of a game, merged where they stand at the same position: layers of nodes with ways back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice, takewhile
from math import exp
from typing import NamedTuple

from togyz.inference.evidence import Before
from togyz.inference.fit import Known
from togyz.inference.misplays import Misplay
from togyz.inference.priors import PLIES_TO_BEAR_OUT
from togyz.position import Position


class Phase(StrEnum):
    """How the board relates to the position at which a history stands."""

    REST = "it is the position"
    UNDER_WAY = "a ply from the position is under way"
    SOWN = "a ply from the position is all sown, its capture not lifted"
    WRONG = "it is what an error made of the position"
    UNEXPLAINED = "anything may lie there"
    CLEARED = "it is being cleared away"


class Wrong(NamedTuple):
    """An error that was made in the position at which a history stands.

    Attributes:
        t_rest: when the board came to rest in it.
    """

    misplay: Misplay
    t_rest: float


class Standing(NamedTuple):
    """Where a history stands after a spell. Histories that agree in it are merged: the past no longer matters.

    Attributes:
        n: plies on record.
        position: after them.
        turned: whether the calibration has white's side the wrong way round.
        phase: what the board shows.
        pending: the otau of the ply under way, 0 without one.
        known: the last spell of which the history says what lay there.
        wrong: an error that has not been put right since, whatever the board shows.
    """

    n: int
    position: Position
    turned: bool
    phase: Phase
    pending: int
    known: Known
    wrong: Wrong | None = None

    @property
    def reached(self) -> tuple[object, ...]:
        """Where the game stands, whatever the board shows just now; kazans, which nobody counts, left aside."""
        return self.n, self.position.otau, self.position.to_move, self.turned


class Step(NamedTuple):
    """Ply ``n`` as such: what it was, whoever's history it is in.

    Attributes:
        otau_no: the otau played; None where ``after`` was adopted as it lay there (then ``n`` plies were before it).
        misplay: the error that stood.
        begins: it is no ply: the game began in ``after``, where ``before`` was announced.
    """

    n: int
    before: Position
    otau_no: int | None
    after: Position
    turned: bool
    misplay: Misplay | None = None
    begins: bool = False

    @property
    def is_legal(self) -> bool:
        """Whether nothing was done against the rules."""
        return self.begins or (self.otau_no is not None and self.misplay is None)

    @property
    def is_adoption(self) -> bool:
        """Whether ``after`` was adopted although nothing explains it."""
        return self.otau_no is None and self.misplay is None and not self.begins

    @property
    def move(self) -> str | None:
        """The ply as it is written; None without one."""
        if self.otau_no is None:
            return None
        return self.misplay.move if self.misplay else self.before.sow(self.otau_no).move


@dataclass(frozen=True, slots=True, eq=False)
class Link:
    """A step in a history, linked to the steps before it.

    Attributes:
        depth: how many steps there are, this one included.
        t_rest: when the board came to rest in the spell that showed it first.
        seen: whether the position after it was at rest in that spell.
        pinned: whether the arbiter said so: it needs nothing to bear it out, and is not taken back.
    """

    step: Step
    previous: Link | None
    depth: int
    t_rest: float
    seen: bool
    pinned: bool = False


Line = Link | None
"""A whole history by its last step; None before the first."""


class Arrival(NamedTuple):
    """One way into a node.

    Attributes:
        parent: index of the node in the layer before.
        share: of the node's probability, 0..1.
        kept: plies on record when ``steps`` began: the parent's, less those taken back.
        steps: what was played then.
    """

    parent: int
    share: float
    kept: int
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """Histories that stand alike.

    Attributes:
        log_p: log of their posterior together, given all spells up to this one.
        line: the likeliest of them.
        arrivals: likeliest first; empty in the first layer.
        p_crossed: P(white's kazan lies in black's half, and black's in white's), as the likeliest of them has it.
    """

    standing: Standing
    log_p: float
    line: Line
    arrivals: tuple[Arrival, ...] = ()
    p_crossed: float = 0.5

    @property
    def p(self) -> float:
        """The posterior, 0..1."""
        return exp(self.log_p)


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """What is held possible after one spell.

    Attributes:
        t_rest: when the board came to rest in it.
        nodes: likeliest first; their posteriors add up to 1.
        view: what was seen, the spell's number included.
        hidden_anew: whether an otau is hidden that was visible in the spell before: a hand may be at work there.
        doubt_since: t_rest of the first of the latest spells that all stay unexplained; None while explained.
    """

    t_rest: float
    nodes: tuple[Node, ...]
    view: Before
    hidden_anew: bool = False
    doubt_since: float | None = None

    @property
    def spell(self) -> int:
        """Its number."""
        return self.view.spell


def links_back(line: Line) -> Iterator[Link]:
    """The steps of a history, newest first."""
    while line is not None:
        yield line
        line = line.previous


def unborne(line: Line) -> Iterator[Link]:
    """The steps of a history that later plies have yet to bear out, newest first."""
    return takewhile(lambda link: not link.pinned, islice(links_back(line), PLIES_TO_BEAR_OUT))


def depth_of(line: Line) -> int:
    """How many steps a history has."""
    return 0 if line is None else line.depth


def appended(line: Line, step: Step, *, t_rest: float, seen: bool) -> Link:
    """The history with one more step."""
    return Link(step, line, depth_of(line) + 1, t_rest, seen)


def shortened(line: Line, plies: int) -> Line:
    """The history up to its ply ``plies``, with what was adopted right after it."""
    while line is not None and line.step.n > plies:
        line = line.previous
    return line
