"""Finding the kumalak of a known position on a board never seen: no colour, size or layout is given.

The outline of the board and the number of kumalak in each otau are known (the start: nine everywhere). A disc filter
at many sizes and in several colour planes proposes centres; the row lattice that they fit best assigns them to otaus;
then a linear filter is learned from the best ones, applied to otaus that it was not learned from, and so on: whatever
makes the kumalak of half the otaus stand out must find the right number in the other half. A picture of anything else
fails that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.finding import Finding, Lattices
from calibration.halves import HalfPictures, cut_halves
from calibration.lattice import RowLattice, fit_lattice, guess_lattices, lattice_cost
from togyz.board import OTAU_PER_SIDE, OTAU_TOTAL
from vision.venue import BALL_PX, log_colour

_BALL_RANGE: Final = 0.0125 * 1.13 ** np.arange(9)
"""Ball diameters tried, over the length of the board: 10 mm balls on a board of 800 mm to 12 mm on one of 360 mm."""
_REACH: Final = 6
"""Half width of the learned filter, px."""
_CENTRES_MAX: Final = 700
_SAMPLES: Final = 5000
_ON_BALL: Final = 0.2
_TARGET_PX: Final = 1.3
_PLANES: Final = 5
_PROPOSALS: Final = 8
_ROUNDS: Final = 3
_CLEAR: Final = 8
"""So few kumalak in wrong otaus that no other proposal need be tried."""
_PROFILE_PX: Final = 10.0
_SURROUNDINGS_PX: Final = 7.5
_TOUCHING_PERCENT: Final = 10
_HEAPED: Final = 0.6
_WIDENED: Final = 0.85
_SLANTED: Final = 1.25
_THRESHOLDS: Final = np.arange(0.15, 0.7, 0.025)


def find_kumalak(
    image_bgr: NDArray[np.uint8],
    H_half_image: NDArray[np.float64],
    kumalak: NDArray[np.int64],
    lattices: Lattices | None = None,
) -> Finding:
    """Find every kumalak of a known position.

    Args:
        image_bgr: (H, W, 3).
        H_half_image: (2, 3, 3) as ``calibration.halves.half_homographies`` gives it.
        kumalak: (18,) the position by ``otau_ix``.
        lattices: the rows of otaus, where the board's layout is known.

    Returns:
        The best reading there is, however bad: ``Finding.wrong`` tells.
    """
    findings: list[Finding] = []
    for halves, response, proposed in _proposals(image_bgr, H_half_image, kumalak, lattices):
        found = _learn(halves, response, proposed, kumalak)
        size_px = found.ball_u * halves.width
        if not 0.92 < size_px / BALL_PX < 1.1:
            halves = cut_halves(image_bgr, H_half_image, round(halves.width * BALL_PX / np.clip(size_px, 7, 13)))
            again = _learn(halves, _drawn(halves, found), found.lattices, kumalak)
            found = min(found, again, key=_wrong)
        findings.append(found)
        if found.wrong <= _CLEAR:
            break
    return min(findings, key=_wrong)


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


def _proposals(
    image_bgr: NDArray[np.uint8],
    H_half_image: NDArray[np.float64],
    kumalak: NDArray[np.int64],
    known: Lattices | None,
) -> Iterator[tuple[HalfPictures, NDArray[np.float32], Lattices]]:
    """The most promising sizes, colour planes and lattices, no two of them alike."""
    scales = [cut_halves(image_bgr, H_half_image, round(BALL_PX / ball_u)) for ball_u in _BALL_RANGE]
    ranked = []
    for scale, halves in enumerate(scales):
        for plane in range(2 * _PLANES):
            xy, _, half = _maxima(_disc_response(halves, plane), halves, int(kumalak.sum()))
            rows = (halves.uv(0, xy[half == 0]), halves.uv(1, xy[half == 1]))
            cost, lattices = (lattice_cost(rows, kumalak, known), known) if known else guess_lattices(rows, kumalak)
            ranked.append((cost, scale, plane, lattices))
    seen: set[tuple[int, ...]] = set()
    for _, scale, plane, lattices in sorted(ranked, key=lambda one: one[:3]):
        kind = (plane % 2, plane // 4, round(lattices[0].pitch / 0.004), scale // 2)
        if kind not in seen and len(seen) < _PROPOSALS:
            seen.add(kind)
            yield scales[scale], _disc_response(scales[scale], plane), lattices


def _learn(
    halves: HalfPictures, response: NDArray[np.float32], lattices: Lattices, kumalak: NDArray[np.int64]
) -> Finding:
    """Learn a filter from the centres proposed, find them anew by it, and so on."""
    log_bgr = log_colour(halves.image_bgr)
    log_bgr -= np.median(log_bgr[halves.board], axis=0)
    for _ in range(_ROUNDS):
        centres = _centres(halves, response, lattices, kumalak)
        response = _held_out_response(halves, log_bgr, centres, lattices)
        centres = _centres(halves, response, lattices, kumalak)
        lattices = _fit(centres, 0), _fit(centres, 1)
    centres = _centres(halves, response, lattices, kumalak)
    return Finding(
        lattices,
        tuple(centres.uv[centres.taken & (centres.otau == ix)] for ix in range(OTAU_TOTAL)),
        _size_px(log_bgr, centres) / halves.width,
        _wrong_number(centres, kumalak),
    )


def _disc_response(halves: HalfPictures, plane: int) -> NDArray[np.float32]:
    """Contrast of a ball-sized disc with the ring around it; plane: colour plane * 2, odd for dark balls."""
    lab = np.stack([cv2.cvtColor(one, cv2.COLOR_BGR2LAB) for one in halves.image_bgr])
    planes = (lab[..., 1], lab[..., 2], lab[..., 0], halves.image_bgr[..., 0], halves.image_bgr[..., 2])
    grey = planes[plane // 2].astype(np.float32) * (-1 if plane % 2 else 1)
    return _float32([cv2.filter2D(one, cv2.CV_32F, _DISC) for one in grey])


def _disc() -> NDArray[np.float32]:
    reach = round(BALL_PX * 0.8)
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    away = np.hypot(x, y)
    inner, rim, outer = (np.clip(radius * BALL_PX / 2 - away + 0.5, 0, 1) for radius in (1.0, 1.1, 1.45))
    ring = outer * (1 - rim)
    return np.asarray(inner / inner.sum() - ring / ring.sum(), np.float32)


def _maxima(
    response: NDArray[np.float32], halves: HalfPictures, most: int
) -> tuple[NDArray[np.float64], NDArray[np.float32], NDArray[np.int64]]:
    """(xy, score, half) of the highest local maxima, highest first."""
    peak = np.stack([one >= cv2.dilate(one, _APART) for one in response])
    half, y, x = np.nonzero(peak & (response > 0) & halves.board)
    order = np.argsort(-response[half, y, x], kind="stable")[:most]
    half, y, x = half[order], y[order], x[order]
    return np.column_stack([x, y]).astype(np.float64), response[half, y, x], half.astype(np.int64)


def _centres(
    halves: HalfPictures, response: NDArray[np.float32], lattices: Lattices, kumalak: NDArray[np.int64]
) -> _Centres:
    xy, score, half = _maxima(response, halves, _CENTRES_MAX)
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


def _held_out_response(
    halves: HalfPictures, log_bgr: NDArray[np.float32], centres: _Centres, lattices: Lattices
) -> NDArray[np.float32]:
    """How much each px looks like a centre by what was learned in the columns of the other parity."""
    shape = log_bgr.shape[:3]
    spots = np.zeros(shape, np.float32)
    at = centres.xy[centres.taken].astype(int)
    spots[centres.half[centres.taken], at[:, 1], at[:, 0]] = 1
    target = _float32([cv2.GaussianBlur(one, (0, 0), _TARGET_PX) for one in spots]) / np.float32(_TARGET_TOP)
    column_xy = np.column_stack([np.arange(shape[2], dtype=np.float64), np.zeros(shape[2])])
    odd = np.empty(shape, np.bool_)
    for half, lattice in enumerate(lattices):
        uv = halves.uv(half, column_xy)
        uv[:, 1] = lattice.v_mid
        odd[half] = lattice.otau_of(uv) % 2 == 1
    out = np.empty(shape, np.float32)
    for part in (odd, ~odd):
        kernel, bias = _linear_filter(log_bgr, target, ~part & halves.board)
        filtered = np.stack([cv2.transform(_each_plane(one, kernel), np.ones((1, 3))) for one in log_bgr])
        out[part] = (filtered + bias)[part]
    return np.maximum(out, 0)


def _each_plane(image: NDArray[np.float32], kernel: NDArray[np.float32]) -> NDArray[np.float32]:
    planes = [
        cv2.filter2D(image[..., plane], cv2.CV_32F, kernel[plane], borderType=cv2.BORDER_REFLECT) for plane in range(3)
    ]
    return np.stack(planes, axis=-1)


def _linear_filter(
    log_bgr: NDArray[np.float32], target: NDArray[np.float32], use: NDArray[np.bool_]
) -> tuple[NDArray[np.float32], float]:
    """Ridge regression of the target on the patch around a px: kernels (3, n, n) and a bias."""
    size = 2 * _REACH + 1
    padded = np.pad(log_bgr, ((0, 0), (_REACH, _REACH), (_REACH, _REACH), (0, 0)), mode="reflect")
    patches = np.lib.stride_tricks.sliding_window_view(padded, (size, size), axis=(1, 2))
    half, y, x = np.nonzero(use)
    wanted = target[half, y, x]
    rng = np.random.default_rng(0)
    picked = np.union1d(rng.permutation(len(half))[:_SAMPLES], np.flatnonzero(wanted > _ON_BALL))
    rows = patches[half[picked], y[picked], x[picked]].reshape(len(picked), -1)
    rows = np.column_stack([rows, np.ones(len(rows), np.float32)])
    weighted = rows * np.where(wanted[picked] > _ON_BALL, np.float32(4), np.float32(1))[:, None]
    gram = (weighted.T @ rows).astype(np.float64)
    gram += np.eye(len(gram)) * (0.01 * np.trace(gram) / len(gram))
    weights = np.linalg.solve(gram, weighted.T @ wanted[picked]).astype(np.float32)
    return np.ascontiguousarray(weights[:-1].reshape(3, size, size)), float(weights[-1])


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
        away = np.linalg.norm(at[:, None] - at[None], axis=2) + np.where(np.eye(len(at), dtype=bool), np.inf, 0)
        nearest.append(away.min(axis=1))
    profile = np.median(np.concatenate(rings), axis=0).reshape(len(steps), len(angles), 3).mean(axis=1)
    unlike = np.linalg.norm(profile - profile[steps >= _SURROUNDINGS_PX].mean(axis=0), axis=1)
    inside = np.flatnonzero(unlike >= unlike.max() / 2)[-1]
    by_colour = 2 * np.interp(-unlike.max() / 2, -unlike[inside : inside + 2], steps[inside : inside + 2])
    touching = np.percentile(np.concatenate(nearest), _TOUCHING_PERCENT)
    if touching < _HEAPED * by_colour:
        return float(_WIDENED * by_colour)
    return float(min(by_colour, _SLANTED * touching))


def _wrong_number(centres: _Centres, kumalak: NDArray[np.int64]) -> int:
    """Kumalak too many or too few at the threshold that serves all otaus best."""
    costs = []
    for threshold in _THRESHOLDS:
        seen = centres.score > threshold
        found = np.bincount(centres.otau[seen & (centres.otau >= 0)], minlength=OTAU_TOTAL)
        costs.append(np.abs(found - kumalak).sum() + (seen & (centres.otau < 0)).sum())
    return int(min(costs))


def _float32(pictures: Sequence[cv2.typing.MatLike]) -> NDArray[np.float32]:
    return np.stack(pictures).astype(np.float32, copy=False)


def _wrong(found: Finding) -> int:
    return found.wrong


_DISC: Final = _disc()
_APART: Final = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (7, 7))
_TARGET_TOP: Final = float(cv2.getGaussianKernel(9, _TARGET_PX).max() ** 2)
