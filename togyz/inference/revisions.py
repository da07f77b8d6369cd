"""A game that was joined as it was seen: what lay there from the beginning, otherwise than was thought.

A heap that was misread, or a tuzdyk that bore no marker, shows only once somebody sows from it or past it. Then the
history goes on from the position that it must have been.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from math import log
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from togyz.board import KUMALAK_TOTAL, OTAU_PER_SIDE, OTAU_TOTAL, Side, otau_ix
from togyz.inference.evidence import contents
from togyz.inference.fit import Fit, Known
from togyz.inference.futures import one_ply
from togyz.inference.lattice import Line, links_back
from togyz.inference.outlook import Outlook, Proposal, Target, at_rest
from togyz.inference.priors import Kind
from togyz.position import Position, Tuzdyks

_SURE_TO: Final = 9
"""Up to so many kumalak lie in one layer, and are rarely misread."""
_P_MISREAD: Final = {1: 0.15, 2: 0.08, 3: 0.04}
"""A heap holds so many fewer, or so many more, than were counted: as on d1, d2 and b1."""
_P_MISREAD_FEW: Final = 0.01
"""An otau with few kumalak holds one fewer, or one more."""
_P_TUZDYK: Final = 0.1
"""An otau that looked empty, or as if it held one kumalak, is a tuzdyk."""
_NEAR: Final = 1


class Revision(NamedTuple):
    """A position that it may have been, and log of how likely that is.

    Attributes:
        otau_ix: the otau that was misread; None where a tuzdyk was not seen.
    """

    position: Position
    otau_ix: int | None
    log_p: float


def revised(outlook: Outlook) -> Proposal | None:
    """The board shows the position that it must have been, or a ply from there."""
    standing = outlook.node.standing
    if not outlook.as_seen or standing.wrong is not None or standing.known.board != contents(outlook.position):
        return None
    scores: list[NDArray[np.float64]] = []
    targets: list[Target] = []
    for revision in _revisions(outlook, _settled(outlook.node.line)):
        part, leads_to = _from(outlook, revision)
        scores.append(part)
        targets += leads_to
    return Proposal(np.concatenate(scores), targets.__getitem__) if targets else None


def recast(position: Position, otau: tuple[int, ...], tuzdyk: Tuzdyks) -> Position | None:
    """The position with other contents of the otaus, and the rest in the kazans; None where no game leads to that."""
    rest = KUMALAK_TOTAL - sum(otau)
    by_nearness = sorted(range(max(rest, -1) + 1), key=lambda held: abs(held - position.kazan[0]))
    others = (replace(position, otau=otau, kazan=(held, rest - held), tuzdyk=tuzdyk) for held in by_nearness[:4])
    return next((one for one in others if not one.problems()), None)


def _from(outlook: Outlook, revision: Revision) -> tuple[NDArray[np.float64], list[Target]]:
    """What can come of a revised position by now, scored."""
    position, standing = revision.position, outlook.node.standing
    futures = one_ply(position, outlook.rules)
    rest = np.array([contents(position)])
    boards = np.concatenate([rest, futures.boards]) if len(futures) else rest
    numbers = np.array([0, *(number for (number,) in futures.moves)])
    prior = np.full(len(numbers), outlook.log_joint(Kind.PLY) - log(max(len(futures), 1)))
    prior[0] = outlook.log_joint(Kind.UNCHANGED)
    rows = np.flatnonzero(_bears_on(outlook, revision, boards, numbers))
    if not len(rows):
        return np.empty(0), []
    known = Known(standing.known.spell, contents(position), standing.known.p_differs)
    fit = Fit.of(outlook.evidence, known, outlook.node.p_crossed)
    score = revision.log_p + prior[rows] + fit.score(boards[rows])
    moves = [(), *futures.moves]
    positions = [position, *futures.positions]
    n = standing.n
    targets = [
        at_rest(outlook.position, n, moves[row], positions[row])._replace(revised=position) for row in rows.tolist()
    ]
    return score, targets


def _bears_on(
    outlook: Outlook, revision: Revision, boards: NDArray[np.intp], numbers: NDArray[np.intp]
) -> NDArray[np.bool_]:
    """(M,) whether a ply, or none, tells of the revision: it was played from that otau, or that looks as it then must.

    That an otau was misread while nobody touches it tells nothing, and is told by the plies that come.
    """
    if revision.otau_ix is None:
        return numbers > 0
    sources = np.array([otau_ix(revision.position.to_move, number) if number else -1 for number in numbers.tolist()])
    seen = outlook.evidence.likeliest()[revision.otau_ix]
    return np.asarray((sources == revision.otau_ix) | (np.abs(boards[:, revision.otau_ix] - seen) <= _NEAR))


def _revisions(outlook: Outlook, settled: frozenset[int]) -> Iterator[Revision]:
    yield from _miscounted(outlook, settled)
    yield from _unmarked(outlook.position, settled)


def _miscounted(outlook: Outlook, settled: frozenset[int]) -> Iterator[Revision]:
    """An otau held something else; what the last spell counted in it speaks against that as far as it is sure."""
    position, log_counted = outlook.position, outlook.evidence.log_before
    for ix in set(range(OTAU_TOTAL)) - settled:
        held = position.otau[ix]
        p_off = _P_MISREAD if held > _SURE_TO else {1: _P_MISREAD_FEW}
        for (off, p), sign in product(p_off.items(), (-1, 1)):
            if held + sign * off < 0:
                continue
            otau = (*position.otau[:ix], held + sign * off, *position.otau[ix + 1 :])
            other = recast(position, otau, position.tuzdyk)
            if other is not None:
                counted = log_counted[ix, otau[ix]] - log_counted[ix, held]
                yield Revision(other, ix, log(p / 2) + min(0.0, counted))


def _unmarked(position: Position, settled: frozenset[int]) -> Iterator[Revision]:
    """With tuzdyks that nobody saw: of either side, or of both."""
    white, black = (_candidates(position, side, settled) for side in Side)
    for pair in product(white, black):
        found = sum(one != old for one, old in zip(pair, position.tuzdyk, strict=True))
        if not found or (pair[0] is not None and pair[0] == pair[1]):
            continue
        otau = list(position.otau)
        for side, number in zip(Side, pair, strict=True):
            if number is not None:
                otau[side.other.ix * OTAU_PER_SIDE + number - 1] = 0
        other = recast(position, tuple(otau), pair)
        if other is not None:
            yield Revision(other, None, found * log(_P_TUZDYK))


def _candidates(position: Position, side: Side, settled: frozenset[int]) -> list[int | None]:
    """What the tuzdyk of a side may be: the one it has, or none, or an otau that looks like one."""
    if position.tuzdyk[side.ix] is not None:
        return [position.tuzdyk[side.ix]]
    row = side.other.ix * OTAU_PER_SIDE
    numbers = range(1, OTAU_PER_SIDE)
    return [None, *(no for no in numbers if position.otau[row + no - 1] <= 1 and row + no - 1 not in settled)]


def _settled(line: Line) -> frozenset[int]:
    """The otaus whose contents do not hang on how the game began: they were emptied since."""
    emptied: set[int] = set()
    for link in links_back(line):
        step = link.step
        if step.otau_no is not None:
            emptied.add(otau_ix(step.before.to_move, step.otau_no))
            pairs = enumerate(zip(step.before.otau, step.after.otau, strict=True))
            emptied |= {ix for ix, (was, held) in pairs if was and not held}
    return frozenset(emptied)
