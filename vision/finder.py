"""Finding the kumalak of a known position on a board never seen: no colour, size or layout is given.

The outline of the board and the number of kumalak in each otau are known (the start: nine everywhere). A disc filter
at many sizes and in several colour planes proposes centres; the row lattice that they fit best assigns them to otaus;
then a linear filter is learned from the best ones, applied to otaus that it was not learned from, and so on: whatever
makes the kumalak of half the otaus stand out must find the right number in the other half. A picture of anything else
fails that.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.doubt import doubt
from calibration.errors import NotABoardError
from calibration.finding import Cut, Finding, Lattices
from calibration.halves import HalfPictures
from calibration.lattice import guess_lattices, lattice_cost
from calibration.seen import Seen
from togyz.board import OTAU_PER_SIDE
from togyz.saying import say
from vision.disc_response import disc_responses
from vision.look import Look, drawn, finding_of, learn, maxima, touching_px
from vision.venue import BALL_PX

_BALL_RANGE: Final = 0.0125 * 1.13 ** np.arange(9)
"""Ball diameters tried, over the length of the board: 10 mm balls on a board of 800 mm to 12 mm on one of 360 mm."""
_ABOUT: Final = 1.34
"""A size that is known within a third may be so many times larger or smaller."""
_PROPOSALS: Final = 8
"""So many proposals get one round of learning. With all rounds for ``_PURSUED`` that takes 1 to 2 s of CPU time; all
rounds for all of them took 4 to 8."""
_ALIKE_PITCH: Final = 0.004
"""Proposals whose pitches, over the length of the board, differ by less are the same one."""
_PURSUED: Final = 2
"""So many proposals, the best after one round, get all ``_ROUNDS``."""
_ROUNDS: Final = 3
_CLEAR: Final = 10
"""So few kumalak in wrong otaus that a proposal is pursued at once, and so little doubt that no other need be tried."""
_SHARP: Final = (0.92, 1.1)
"""Share of ``BALL_PX`` that balls may measure without a look at another scale."""
_COARSER: Final = 7 / 9
_FINER: Final = 13 / 9
"""That other scale goes no further than this at once: a size measured far from ``BALL_PX`` is not exact."""
_HIGHLIGHTS_FROM: Final = 1.35
"""Distance of touching balls, in measured diameters, from which on these may be those of highlights: balls themselves
show 0.56 to 1.01, highlights 1.54 to 1.75 on all rendered boards, darkened, shrunk and with corners 5 px off."""


def find_kumalak(
    cut: Cut, kumalak: NDArray[np.int64], lattices: Lattices | None = None, *, ball_u: float | None = None
) -> Finding:
    """Find every kumalak of a known position.

    Args:
        cut: gives the board in the picture at any scale.
        kumalak: (18,) the position by ``otau_ix``.
        lattices: the rows of otaus, where the board's layout is known.
        ball_u: diameter of a kumalak over the length of the board, where that is known within a third.

    Returns:
        The best reading there is, however bad: ``calibration.doubt.doubt`` tells.

    Raises:
        NotABoardError: next to nothing in the picture has the shape of a kumalak.
    """
    sizes = _BALL_RANGE if ball_u is None else _BALL_RANGE[np.abs(np.log(_BALL_RANGE / ball_u)) < np.log(_ABOUT)]
    board = _Board(cut, kumalak, np.asarray(sizes, np.float64))
    looks: list[Look] = []
    findings: list[Finding] = []
    for look in _proposals(board, lattices):
        learned = learn(look, kumalak)
        if learned is not None and learned.misplaced <= _CLEAR and len(findings) < _PURSUED:
            findings.append(_pursued(learned, board))
            if doubt(findings[-1]) <= _CLEAR:
                return findings[-1]
        elif learned is not None:
            looks.append(learned)
    looks.sort(key=_misplaced)
    findings += [_pursued(look, board) for look in looks[: _PURSUED - len(findings)]]
    if not findings:
        raise NotABoardError(say(Seen.NO_KUMALAK))
    return min(findings, key=doubt)


@dataclass(frozen=True, slots=True, eq=False)
class _Board:
    """The arguments of ``find_kumalak``; ``sizes`` are the diameters tried, over the length of the board."""

    cut_px: Cut
    kumalak: NDArray[np.int64]
    sizes: NDArray[np.float64]

    def cut(self, ball_u: float) -> HalfPictures:
        """Both halves at the scale at which balls of this diameter, over the board's length, are ``BALL_PX`` wide."""
        return self.cut_px(round(BALL_PX / ball_u))


def _proposals(board: _Board, known: Lattices | None) -> Iterator[Look]:
    """The most promising sizes, colour planes and lattices, no two of them alike."""
    kumalak = board.kumalak
    scales = [board.cut(ball_u) for ball_u in board.sizes]
    ranked = []
    for scale, halves in enumerate(scales):
        for plane, discs in enumerate(disc_responses(halves)):
            xy, _, half = maxima(discs.response, halves, int(kumalak.sum()))
            if len(xy) < kumalak.sum() / 2:
                continue
            rows = (halves.uv(0, xy[half == 0]), halves.uv(1, xy[half == 1]))
            cost, lattices = (lattice_cost(rows, kumalak, known), known) if known else guess_lattices(rows, kumalak)
            kind = (discs.is_bright, discs.group, round(lattices[0].pitch / _ALIKE_PITCH), scale // 2)
            ranked.append((cost, scale, plane, kind, lattices))
    seen: set[tuple[bool, int, int, int]] = set()
    for _, scale, plane, kind, lattices in sorted(ranked, key=lambda one: one[:3]):
        if kind not in seen and len(seen) < _PROPOSALS:
            seen.add(kind)
            halves = scales[scale]
            discs = next(islice(disc_responses(halves), plane, None))  # ninety of them would fill the memory
            yield Look.at(halves, discs.response, lattices)


def _pursued(look: Look, board: _Board) -> Finding:
    """What a promising look comes to, at the scale at which the kumalak have the size that filters are made for.

    Balls that keep their distance may be nothing but the highlights on larger ones: how far the colour of what they
    are on reaches shows in a coarser picture.
    """
    found = finding_of(learn(look, board.kumalak, rounds=_ROUNDS - 1) or look, board.kumalak)
    width = look.halves.width
    touching_u = _touching_u(found, look.halves)
    if touching_u > _HIGHLIGHTS_FROM * found.ball_u:
        coarse = _found_again(found, touching_u, board)
        if coarse.misplaced <= found.misplaced + _CLEAR:
            found, width = coarse, round(BALL_PX / touching_u)
    if _SHARP[0] < found.ball_u * width / BALL_PX < _SHARP[1]:
        return found
    ball_u = float(np.clip(found.ball_u, _COARSER * BALL_PX / width, _FINER * BALL_PX / width))
    return min(found, _found_again(found, ball_u, board), key=_misplaced)


def _found_again(found: Finding, ball_u: float, board: _Board) -> Finding:
    """The same kumalak at another scale."""
    halves = board.cut(ball_u)
    look = Look.at(halves, drawn(halves, found), found.lattices)
    learned = learn(look, board.kumalak, rounds=_ROUNDS)
    return finding_of(learned, board.kumalak) if learned is not None else found


def _touching_u(found: Finding, halves: HalfPictures) -> float:
    """Distance of the centres of balls that touch, over the length of the board."""
    rows_uv = (found.centres_uv[:OTAU_PER_SIDE], found.centres_uv[OTAU_PER_SIDE:])
    return touching_px([halves.xy(half, np.concatenate(uv)) for half, uv in enumerate(rows_uv)]) / halves.width


def _misplaced(found: Finding | Look) -> int:
    return found.misplaced
