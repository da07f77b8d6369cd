"""A game that is joined where nobody said how it stands: the position as it is seen, and what it may be instead."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from math import log
from typing import Final, Literal, NamedTuple

from togyz.board import KUMALAK_TOTAL, OTAU_PER_SIDE, OTAU_TOTAL, Side
from togyz.inference.lattice import Line, Link, Step
from togyz.inference.marking import marked
from togyz.inference.observation import Observation
from togyz.position import Position

KazanOwner = Literal["own", "opposite"]
_P_MISCOUNTED: Final = 0.003
"""An otau as it is seen at first holds one kumalak fewer, or one more."""


def seen_position(observation: Observation, to_move: Side, owner: KazanOwner) -> Position:
    """What a board at rest shows, in the calibration's orientation.

    Kazans hold together what is missing from the otaus; each as much of it as was counted there, or half where nobody
    counted.

    Args:
        observation: with every otau visible.
        to_move: who is to play.
        owner: whether each side's kazan lies in its own half.
    """
    tuzdyk = (None, None) if observation.log_marker is None else marked(observation.log_marker)
    otau = observation.log_lik.argmax(axis=1)
    for side, number in zip(Side, tuzdyk, strict=True):
        if number is not None:
            otau[side.other.ix * OTAU_PER_SIDE + number - 1] = 0
    rest = max(0, KUMALAK_TOTAL - int(otau.sum()))
    near, far = (one.kumalak if one else 1.0 for one in observation.kazans)
    white = rest * (near if owner == "own" else far) / max(near + far, 1.0)
    splits = [
        Position(tuple(map(int, otau)), (held, rest - held), tuzdyk, to_move)
        for held in sorted(range(rest + 1), key=lambda held: abs(held - white))
    ]
    return next((one for one in splits if not one.problems()), splits[0])


class Beginning(NamedTuple):
    """One way in which a game that was joined may stand.

    Attributes:
        log_p: its prior, up to a constant.
    """

    turned: bool
    line: Line
    position: Position
    log_p: float


def beginnings(start: Position, *, as_seen: bool, to_move_known: bool) -> Iterator[Beginning]:
    """What the game may have begun with, in both orientations, where ``start`` is what was announced.

    Args:
        start: the position given, or as it was seen in the calibration's orientation.
        as_seen: whether it was seen: then it may be misread, and half a turn of the board changes it.
        to_move_known: whether the side to move is known.
    """
    for turned in (False, True):
        seen = half_turned(start) if turned and as_seen else start
        for mover in (seen.to_move,) if to_move_known else (seen.to_move, seen.to_move.other):
            begun = replace(seen, to_move=mover)
            yield _begun(start, begun, 0.0, turned=turned)
            for other in _miscounted(begun) if as_seen else ():
                yield _begun(start, other, log(_P_MISCOUNTED), turned=turned)


def half_turned(position: Position) -> Position:
    """The same board from the other side: rows, kazans and tuzdyks change owners."""
    otau = position.otau[OTAU_PER_SIDE:] + position.otau[:OTAU_PER_SIDE]
    return replace(position, otau=otau, kazan=position.kazan[::-1], tuzdyk=position.tuzdyk[::-1])


def _miscounted(position: Position) -> Iterator[Position]:
    """With one kumalak more in an otau, taken from a kazan, or the other way round, where a game can lead to that."""
    for ix, off, kazan_ix in product(range(OTAU_TOTAL), (-1, 1), (0, 1)):
        kazan = list(position.kazan)
        kazan[kazan_ix] -= off
        held = position.otau[ix] + off
        if min(held, *kazan) >= 0:
            otau = (*position.otau[:ix], held, *position.otau[ix + 1 :])
            other = replace(position, otau=otau, kazan=(kazan[0], kazan[1]))
            if not other.problems():
                yield other


def _begun(start: Position, after: Position, log_p: float, *, turned: bool) -> Beginning:
    step = Step(0, start, None, after, turned, begins=True)
    return Beginning(turned, Link(step, None, 1, 0.0, seen=True), after, log_p)
