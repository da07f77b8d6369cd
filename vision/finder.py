"""Finding the kumalak of a known position on a board never seen: no colour, size or layout is given.

The outline of the board and the number of kumalak in each otau are known (the start: nine everywhere). A disc filter
at many sizes and in several colour planes proposes centres; the row lattice that they fit best assigns them to otaus;
then a linear filter is learned from the best ones, applied to otaus that it was not learned from, and so on: whatever
makes the kumalak of half the otaus stand out must find the right number in the other half. A picture of anything else
fails that.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.doubt import doubt
from calibration.errors import NotABoardError
from calibration.finding import Cut, Finding, Lattices
from calibration.halves import HalfPictures
from calibration.lattice import RowLattice, fit_lattice, guess_lattices, lattice_cost
from calibration.log_colour import log_colour
from calibration.seen import Seen
from togyz.board import KUMALAK_TOTAL, OTAU_PER_SIDE, OTAU_TOTAL
from togyz.saying import say
from vision.centre_filter import centres_target, learn_centres
from vision.disc_response import disc_responses
from vision.peaks import peaks
from vision.venue import BALL_PX

_BALL_RANGE: Final = 0.0125 * 1.13 ** np.arange(9)
"""Ball diameters tried, over the length of the board: 10 mm balls on a board of 800 mm to 12 mm on one of 360 mm."""
_ABOUT: Final = 1.34
_CENTRES_MAX: Final = 700
_PROPOSALS: Final = 8
_ALIKE_PITCH: Final = 0.004
"""Proposals whose pitches, over the length of the board, differ by less are the same one."""
_PURSUED: Final = 2
"""So many proposals, the best after one round, get all ``_ROUNDS``."""
_ROUNDS: Final = 3
_CLEAR: Final = 10
"""So few kumalak in wrong otaus that a proposal is pursued at once, and so little doubt that no other need be tried."""
_PROFILE_PX: Final = 10.0
_SURROUNDINGS_PX: Final = 7.5
_TOUCHING_PERCENT: Final = 10
_SHARP: Final = (0.92, 1.1)
"""Share of ``BALL_PX`` that balls may measure without a look at another scale."""
_COARSER: Final = 7 / 9
_FINER: Final = 13 / 9
"""That other scale goes no further than this at once: a size measured far from ``BALL_PX`` is not exact."""
_HIGHLIGHTS_FROM: Final = 1.35
"""Distance of touching balls, in measured diameters, from which on these may be those of highlights: balls themselves
show 0.56 to 1.01, highlights 1.54 to 1.75 on all rendered boards, darkened, shrunk and with corners 5 px off."""
_HEAPED: Final = 0.6
_WIDENED: Final = 0.85
_SLANTED: Final = 1.25
_THRESHOLDS: Final = np.arange(0.15, 0.7, 0.025)


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
        The best reading there is, however bad: ``calibration.calibrate.doubt`` tells.

    Raises:
        NotABoardError: next to nothing in the picture has the shape of a kumalak.
    """
    sizes = _BALL_RANGE if ball_u is None else _BALL_RANGE[np.abs(np.log(_BALL_RANGE / ball_u)) < np.log(_ABOUT)]
    board = _Board(cut, kumalak, np.asarray(sizes, np.float64))
    looks: list[_Look] = []
    findings: list[Finding] = []
    for look in _proposals(board, lattices):
        learned = _learned(look, kumalak)
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


@dataclass(frozen=True, slots=True, eq=False)
class _Look:
    """One way to look at the board.

    Attributes:
        halves: its pictures at some scale.
        log_bgr: (2, H, W, 3) their log colours, the board's median taken off.
        response: (2, H, W) how much each px looks like a centre.
        lattices: the rows of otaus.
        misplaced: ``Finding.misplaced``; all kumalak where nothing was learned yet.
    """

    halves: HalfPictures
    log_bgr: NDArray[np.float32]
    response: NDArray[np.float32]
    lattices: Lattices
    misplaced: int = KUMALAK_TOTAL


@dataclass(frozen=True, slots=True, eq=False)
class _Centres:
    """Local maxima of a response, highest first.

    Attributes:
        xy, uv: (N, 2) px of the half's picture, and the half's own frame.
        score: (N,) the response there.
        half: (N,) 0 white's, 1 black's.
        otau: (N,) otau_ix, or -1 beside the rows.
        taken: (N,) whether it is among the best as many as lie in that otau.
    """

    xy: NDArray[np.float64]
    uv: NDArray[np.float64]
    score: NDArray[np.float32]
    half: NDArray[np.int64]
    otau: NDArray[np.int64]
    taken: NDArray[np.bool_]


def _proposals(board: _Board, known: Lattices | None) -> Iterator[_Look]:
    """The most promising sizes, colour planes and lattices, no two of them alike."""
    kumalak = board.kumalak
    scales = [board.cut(ball_u) for ball_u in board.sizes]
    ranked = []
    for scale, halves in enumerate(scales):
        for plane, discs in enumerate(disc_responses(halves)):
            xy, _, half = _maxima(discs.response, halves, int(kumalak.sum()))
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
            yield _Look(halves, _levelled(halves), discs.response, lattices)


def _learned(look: _Look, kumalak: NDArray[np.int64], *, rounds: int = 1) -> _Look | None:
    """Learn a filter from the centres there are, find them anew by it, and so on.

    Returns:
        None where that leads to too few centres to go on.
    """
    centres = _centres(look, kumalak)
    for _ in range(rounds):
        if not _enough(centres, kumalak):
            return None
        response = _held_out_response(look, centres)
        centres = _centres(replace(look, response=response), kumalak)
        if not _enough(centres, kumalak):
            return None
        misplaced = _misplaced_number(centres, kumalak)
        look = replace(look, response=response, lattices=(_fit(centres, 0), _fit(centres, 1)), misplaced=misplaced)
        centres = _centres(look, kumalak)
    return look


def _enough(centres: _Centres, kumalak: NDArray[np.int64]) -> bool:
    """Whether half of the kumalak in either half of the board have a centre."""
    taken = np.bincount(centres.half[centres.taken], minlength=2)
    return bool(np.all(2 * taken >= kumalak.reshape(2, -1).sum(axis=1)))


def _pursued(look: _Look, board: _Board) -> Finding:
    """What a promising look comes to, at the scale at which the kumalak have the size that filters are made for.

    Balls that keep their distance may be nothing but the highlights on larger ones: how far the colour of what they
    are on reaches shows in a coarser picture.
    """
    found = _finding(_learned(look, board.kumalak, rounds=_ROUNDS - 1) or look, board.kumalak)
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
    look = _Look(halves, _levelled(halves), _drawn(halves, found), found.lattices)
    learned = _learned(look, board.kumalak, rounds=_ROUNDS)
    return _finding(learned, board.kumalak) if learned is not None else found


def _touching_u(found: Finding, halves: HalfPictures) -> float:
    """Distance of the centres of balls that touch, over the length of the board."""
    nearest = []
    for half in (0, 1):
        uv = np.concatenate(found.centres_uv[half * OTAU_PER_SIDE : (half + 1) * OTAU_PER_SIDE])
        nearest.append(_nearest(halves.xy(half, uv)))
    return float(np.percentile(np.concatenate(nearest), _TOUCHING_PERCENT) / halves.width)


def _nearest(xy: NDArray[np.float64]) -> NDArray[np.float64]:
    """(N,) distance of each point from the nearest other one."""
    away = np.linalg.norm(xy[:, None] - xy[None], axis=2)
    np.fill_diagonal(away, np.inf)
    return np.asarray(away.min(axis=1), np.float64)


def _finding(look: _Look, kumalak: NDArray[np.int64]) -> Finding:
    centres = _centres(look, kumalak)
    return Finding(
        look.lattices,
        tuple(centres.uv[centres.taken & (centres.otau == ix)] for ix in range(OTAU_TOTAL)),
        _size_px(look.log_bgr, centres) / look.halves.width,
        _misplaced_number(centres, kumalak),
        _evenness(centres),
    )


def _levelled(halves: HalfPictures) -> NDArray[np.float32]:
    log_bgr = log_colour(halves.image_bgr)
    log_bgr -= np.median(log_bgr[halves.board], axis=0)
    return log_bgr


def _maxima(
    response: NDArray[np.float32], halves: HalfPictures, most: int
) -> tuple[NDArray[np.float64], NDArray[np.float32], NDArray[np.int64]]:
    """(xy, score, half) of the highest local maxima, highest first."""
    found = [peaks(one, board, 0.0) for one, board in zip(response, halves.board, strict=True)]
    xy, score = (np.concatenate(parts) for parts in zip(*found, strict=True))
    half = np.repeat([0, 1], [len(heights) for _, heights in found])
    order = np.argsort(-score, kind="stable")[:most]
    return xy[order], score[order], half[order]


def _centres(look: _Look, kumalak: NDArray[np.int64]) -> _Centres:
    halves, lattices = look.halves, look.lattices
    xy, score, half = _maxima(look.response, halves, _CENTRES_MAX)
    uv = np.where(half[:, None] == 0, halves.uv(0, xy), halves.uv(1, xy))
    otau_no = np.where(half == 0, lattices[0].otau_of(uv), lattices[1].otau_of(uv))
    otau = np.where(otau_no > 0, otau_no - 1 + OTAU_PER_SIDE * half, -1)
    taken = np.zeros(len(xy), np.bool_)
    for ix, number in enumerate(kumalak):
        taken[np.flatnonzero(otau == ix)[:number]] = True
    return _Centres(xy, uv, score, half, otau, taken)


def _fit(centres: _Centres, half: int) -> RowLattice:
    used = centres.taken & (centres.half == half)
    return fit_lattice(centres.uv[used], centres.otau[used] % OTAU_PER_SIDE + 1)


def _held_out_response(look: _Look, centres: _Centres) -> NDArray[np.float32]:
    """How much each px looks like a centre by what was learned in the columns of the other parity."""
    shape = look.response.shape
    target = centres_target(shape, centres.half[centres.taken], centres.xy[centres.taken])
    column_xy = np.column_stack([np.arange(shape[2], dtype=np.float64), np.zeros(shape[2])])
    odd = np.empty(shape, np.bool_)
    for half, lattice in enumerate(look.lattices):
        uv = look.halves.uv(half, column_xy)
        uv[:, 1] = lattice.v_mid
        odd[half] = lattice.otau_of(uv) % 2 == 1
    by_even, by_odd = (learn_centres(look.log_bgr, target, part & look.halves.board) for part in (~odd, odd))
    return np.maximum(np.where(odd, by_even.response(look.log_bgr), by_odd.response(look.log_bgr)), 0)


def _drawn(halves: HalfPictures, found: Finding) -> NDArray[np.float32]:
    """A response with a peak on every centre of a finding, at another scale."""
    out = np.zeros(halves.image_bgr.shape[:3], np.float32)
    for ix, uv in enumerate(found.centres_uv):
        half = ix // OTAU_PER_SIDE
        xy = np.clip(np.rint(halves.xy(half, uv)).astype(int), 0, [halves.width - 1, halves.heights[half] - 1])
        out[half, xy[:, 1], xy[:, 0]] = 1
    return out


def _size_px(log_bgr: NDArray[np.float32], centres: _Centres) -> float:
    """Diameter of a kumalak: where the colours around the centres have come half way to those of the surroundings.

    Touching neighbours widen that, so it is bounded by the distance of those that touch, unless they lie in heaps.
    """
    steps = np.arange(0, _PROFILE_PX, 0.5)
    angles = np.linspace(0, 2 * np.pi, 16, endpoint=False)
    offsets = steps[:, None, None] * np.stack([np.cos(angles), np.sin(angles)], axis=-1)
    rings, nearest = [], []
    for half, picture in enumerate(log_bgr):
        at = centres.xy[centres.taken & (centres.half == half)]
        points = (at[:, None, None] + offsets).astype(np.float32).reshape(len(at) * len(steps), -1, 2)
        sampled = cv2.remap(picture, points[..., 0], points[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        rings.append(sampled.reshape(len(at), len(steps), -1))
        nearest.append(_nearest(at))
    profile = np.median(np.concatenate(rings), axis=0).reshape(len(steps), len(angles), 3).mean(axis=1)
    unlike = np.linalg.norm(profile - profile[steps >= _SURROUNDINGS_PX].mean(axis=0), axis=1)
    inside = np.flatnonzero(unlike >= unlike.max() / 2)[-1]
    by_colour = 2 * np.interp(-unlike.max() / 2, -unlike[inside : inside + 2], steps[inside : inside + 2])
    touching = np.percentile(np.concatenate(nearest), _TOUCHING_PERCENT)
    if touching < _HEAPED * by_colour:
        return float(_WIDENED * by_colour)
    return float(min(by_colour, _SLANTED * touching))


def _misplaced_number(centres: _Centres, kumalak: NDArray[np.int64]) -> int:
    """Kumalak too many or too few at the threshold that serves all otaus best."""
    costs = []
    for threshold in _THRESHOLDS:
        seen = centres.score > threshold
        found = np.bincount(centres.otau[seen & (centres.otau >= 0)], minlength=OTAU_TOTAL)
        costs.append(np.abs(found - kumalak).sum() + (seen & (centres.otau < 0)).sum())
    return int(min(costs))


def _evenness(centres: _Centres) -> float:
    """The lowest of the otaus' median responses on their kumalak, over the median of all otaus'."""
    taken = centres.otau[centres.taken]
    medians = [np.median(centres.score[centres.taken][taken == ix]) for ix in np.unique(taken)]
    return float(np.min(medians) / np.median(medians))


def _misplaced(found: Finding | _Look) -> int:
    return found.misplaced
