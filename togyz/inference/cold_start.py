"""A game that is joined where nobody said how it stands: the position as it is seen, and what it may be instead."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from math import log
from typing import Final, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from togyz.board import KUMALAK_TOTAL, OTAU_PER_SIDE, OTAU_TOTAL, Side
from togyz.inference.lattice import Line, Link, Step
from togyz.inference.marking import marked
from togyz.inference.observation import Observation
from togyz.inference.revisions import recast
from togyz.position import Position

KazanOwner = Literal["own", "opposite"]
_WEIGHT: Final = 0.5
"""Of what is said of each otau at first sight: counters that have not seen the start are too sure of heaps."""
_SPREAD: Final = 0.12
"""Heaps are misread by so much of what lies there, each of them a little rather than one of them by all."""
_KAZANS_SIGMA: Final = 0.8
_P_MARKERS: Final = (0.6, 0.2, 0.2)
"""So many markers of tuzdyks are parked in the kazans, and counted with them."""
_P_MISCOUNTED: Final = 0.003
"""An otau as it is seen at first holds one kumalak fewer, or one more."""


def seen_position(observation: Observation, to_move: Side, owner: KazanOwner) -> Position:
    """What a board at rest shows, in the calibration's orientation.

    Kazans hold together what is missing from the otaus; each as much of it as was counted there, or half where nobody
    counted. Where they were counted, heaps in the otaus hold what makes 162 of it all.

    Args:
        observation: with every otau visible.
        to_move: who is to play.
        owner: whether each side's kazan lies in its own half.
    """
    tuzdyk = (None, None) if observation.log_marker is None else marked(observation.log_marker)
    otau = _counts(observation)
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


def _counts(observation: Observation) -> NDArray[np.intp]:
    """(18,) the likeliest contents that go together with what was counted in the kazans.

    Where the otaus would then hide more than they show, it is the kazans that were miscounted.
    """
    counted = [one.kumalak for one in observation.kazans if one is not None]
    seen = observation.log_lik.argmax(axis=1)
    unseen = KUMALAK_TOTAL - sum(counted) - seen.sum()
    if len(counted) < len(observation.kazans) or unseen > seen.sum():
        return np.asarray(seen, np.intp)
    off = np.arange(observation.log_lik.shape[1]) - seen[:, None]
    log_lik = observation.log_lik * _WEIGHT - (off / (_SPREAD * np.maximum(seen, 1)[:, None])) ** 2 / 2
    best = np.full(KUMALAK_TOTAL + 1, -np.inf)
    best[0] = 0.0
    choices = np.zeros((OTAU_TOTAL, KUMALAK_TOTAL + 1), np.intp)
    for ix, row in enumerate(log_lik):
        ways = np.full((len(row), KUMALAK_TOTAL + 1), -np.inf)
        for n, log_p in enumerate(row):
            ways[n, n:] = best[: KUMALAK_TOTAL + 1 - n] + log_p
        choices[ix], best = ways.argmax(axis=0), ways.max(axis=0)
    missing = KUMALAK_TOTAL - np.arange(KUMALAK_TOTAL + 1)
    off = sum(counted) - missing - np.arange(len(_P_MARKERS))[:, None]
    best += np.logaddexp.reduce(np.log(_P_MARKERS)[:, None] - (off / _KAZANS_SIGMA) ** 2 / 2, axis=0)
    total, otau = int(best.argmax()), np.zeros(OTAU_TOTAL, np.intp)
    for ix in reversed(range(OTAU_TOTAL)):
        otau[ix] = choices[ix, total]
        total -= int(otau[ix])
    return otau


class Beginning(NamedTuple):
    """One way in which a game that was joined may stand.

    Attributes:
        log_p: its prior, up to a constant.
        p_crossed: P(the kazans are crossed), where it hangs on that what each of them holds; else None.
    """

    turned: bool
    line: Line
    position: Position
    log_p: float
    p_crossed: float | None


def beginnings(start: Position, *, as_seen: bool, to_move_known: bool, owner_known: bool = True) -> Iterator[Beginning]:
    """What the game may have begun with, in both orientations, where ``start`` is what was announced.

    Args:
        start: the position given, or as it was seen in the calibration's orientation.
        as_seen: whether it was seen: then it may be misread, and half a turn of the board changes it.
        to_move_known: whether the side to move is known.
        owner_known: whether it is known whose kazan is whose.
    """
    for turned in (False, True):
        seen = half_turned(start) if turned and as_seen else start
        for mover in (seen.to_move,) if to_move_known else (seen.to_move, seen.to_move.other):
            begun = replace(seen, to_move=mover)
            owners = _owners(begun) if as_seen and not owner_known else ((begun, None),)
            for position, p_crossed in owners:
                yield _begun(start, Beginning(turned, None, position, 0.0, p_crossed))
                for other in _miscounted(position) if as_seen else ():
                    yield _begun(start, Beginning(turned, None, other, log(_P_MISCOUNTED), p_crossed))


def _owners(position: Position) -> Iterator[tuple[Position, float]]:
    """The position as it was seen, with the kazans as they mostly lie on such a board, and the other way round."""
    yield position, 0.5
    swapped = recast(replace(position, kazan=position.kazan[::-1]), position.otau, position.tuzdyk)
    if swapped is not None and swapped != position:
        yield swapped, 0.5


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


def _begun(start: Position, one: Beginning) -> Beginning:
    step = Step(0, start, None, one.position, one.turned, begins=True)
    return one._replace(line=Link(step, None, 1, 0.0, seen=True))
