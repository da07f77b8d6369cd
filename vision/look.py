"""One look at a board whose position is known: where its kumalak are, at one scale, and how well that fits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.finding import Finding, Lattices
from calibration.halves import HalfPictures
from calibration.lattice import RowLattice, fit_lattice
from calibration.log_colour import log_colour
from togyz.board import KUMALAK_TOTAL, OTAU_PER_SIDE, OTAU_TOTAL
from vision.centre_filter import centres_target, learn_centres
from vision.peaks import peaks

_CENTRES_MAX: Final = 700
"""So many peaks are looked at, of which 162 are kumalak: from 400 on nothing changes on d1, d2 and b1."""
_PROFILE_PX: Final = 10.0
_SURROUNDINGS_PX: Final = 7.5
"""Colours are followed so far from centres, and are the surroundings' from there. On d2 13 kumalak are misplaced in the
end; with 6.5 and 8.5 it is 26 and 18, on d1 and b1 nothing changes."""
_TOUCHING_PERCENT: Final = 10
"""So many of the centres have a nearer neighbour than balls that touch: a false peak. 5 and 25 give the same sizes."""
_HEAPED: Final = 0.6
"""Balls nearer to each other than so many diameters lie in heaps, as in the bowls of d2: with 0.6 to 0.8 its balls come
out at 1.03 of their true size, with 0.4, by which they lie in none, at 0.71."""
_WIDENED: Final = 0.85
"""Of the size that colours tell of balls in heaps, a ball has this share: d2 comes out at 0.90 with 0.75 and at 1.17
with 0.95."""
_SLANTED: Final = 1.25
"""Seen aslant a ball is at most so much wider than the nearest two that touch lie apart. It bounds none of d1 and b1:
with 1.1 to 1.5 they come out at 0.89 and 0.95 of their size, by their colours."""
_THRESHOLDS: Final = np.arange(0.15, 0.7, 0.025)
"""Heights of peaks, of which 1 is a ball as it was learned, from which on one may count as a kumalak."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
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

    @classmethod
    def at(cls, halves: HalfPictures, response: NDArray[np.float32], lattices: Lattices) -> Look:
        """At pictures in which nothing was learned yet."""
        return cls(halves, _levelled(halves), response, lattices)


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


def learn(look: Look, kumalak: NDArray[np.int64], *, rounds: int = 1) -> Look | None:
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


def finding_of(look: Look, kumalak: NDArray[np.int64]) -> Finding:
    """What a look comes to."""
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


def drawn(halves: HalfPictures, found: Finding) -> NDArray[np.float32]:
    """(2, H, W) a response with a peak on every centre of a finding, at another scale."""
    out = np.zeros(halves.image_bgr.shape[:3], np.float32)
    for ix, uv in enumerate(found.centres_uv):
        half = ix // OTAU_PER_SIDE
        xy = np.clip(np.rint(halves.xy(half, uv)).astype(int), 0, [halves.width - 1, halves.heights[half] - 1])
        out[half, xy[:, 1], xy[:, 0]] = 1
    return out


def maxima(
    response: NDArray[np.float32], halves: HalfPictures, most: int
) -> tuple[NDArray[np.float64], NDArray[np.float32], NDArray[np.int64]]:
    """(xy, score, half) of the highest local maxima, highest first."""
    found = [peaks(one, board, 0.0) for one, board in zip(response, halves.board, strict=True)]
    xy, score = (np.concatenate(parts) for parts in zip(*found, strict=True))
    half = np.repeat([0, 1], [len(heights) for _, heights in found])
    order = np.argsort(-score, kind="stable")[:most]
    return xy[order], score[order], half[order]


def _enough(centres: _Centres, kumalak: NDArray[np.int64]) -> bool:
    """Whether half of the kumalak in either half of the board have a centre."""
    taken = np.bincount(centres.half[centres.taken], minlength=2)
    return bool(np.all(2 * taken >= kumalak.reshape(2, -1).sum(axis=1)))


def _centres(look: Look, kumalak: NDArray[np.int64]) -> _Centres:
    halves, lattices = look.halves, look.lattices
    xy, score, half = maxima(look.response, halves, _CENTRES_MAX)
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


def _held_out_response(look: Look, centres: _Centres) -> NDArray[np.float32]:
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


def _size_px(log_bgr: NDArray[np.float32], centres: _Centres) -> float:
    """Diameter of a kumalak: where the colours around the centres have come half way to those of the surroundings.

    Touching neighbours widen that, so it is bounded by the distance of those that touch, unless they lie in heaps.
    """
    steps = np.arange(0, _PROFILE_PX, 0.5)
    angles = np.linspace(0, 2 * np.pi, 16, endpoint=False)
    offsets = steps[:, None, None] * np.stack([np.cos(angles), np.sin(angles)], axis=-1)
    rings, rows_xy = [], []
    for half, picture in enumerate(log_bgr):
        at = centres.xy[centres.taken & (centres.half == half)]
        points = (at[:, None, None] + offsets).astype(np.float32).reshape(len(at) * len(steps), -1, 2)
        sampled = cv2.remap(picture, points[..., 0], points[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        rings.append(sampled.reshape(len(at), len(steps), -1))
        rows_xy.append(at)
    profile = np.median(np.concatenate(rings), axis=0).reshape(len(steps), len(angles), 3).mean(axis=1)
    unlike = np.linalg.norm(profile - profile[steps >= _SURROUNDINGS_PX].mean(axis=0), axis=1)
    inside = np.flatnonzero(unlike >= unlike.max() / 2)[-1]
    by_colour = 2 * np.interp(-unlike.max() / 2, -unlike[inside : inside + 2], steps[inside : inside + 2])
    touching = touching_px(rows_xy)
    if touching < _HEAPED * by_colour:
        return float(_WIDENED * by_colour)
    return float(min(by_colour, _SLANTED * touching))


def touching_px(rows_xy: Sequence[NDArray[np.float64]]) -> float:
    """Distance of the centres of balls that touch, from centres (N, 2) of each half."""
    return float(np.percentile(np.concatenate([_nearest(xy) for xy in rows_xy]), _TOUCHING_PERCENT))


def _nearest(xy: NDArray[np.float64]) -> NDArray[np.float64]:
    """(N,) distance of each point from the nearest other one."""
    away = np.linalg.norm(xy[:, None] - xy[None], axis=2)
    np.fill_diagonal(away, np.inf)
    return np.asarray(away.min(axis=1), np.float64)


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
