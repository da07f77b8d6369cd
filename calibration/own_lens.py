"""The lens of a camera by a board's own long edges: they are straight, so what bends them all alike is the lens.

Rims, the fold and the ends of the otaus run along a board. Each is a line of its own: a folding box's halves may lie
askew. One radial coefficient about the picture's middle makes them all straight (D. Brown, "Decentering distortion of
lenses", 1966, calls that the plumb-line method). A board that is bent itself, or has round edges, is told from a lens
by what lenses do: they bend the edges on either side of the picture's middle the opposite way, by the same coefficient.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.errors import BadLensError
from calibration.halves import px_grid, to_image
from calibration.lens import Lens, assumed_K
from calibration.straight_edges import log_light

BOW_MIN_PX: Final = 2.0
BOW_MIN: Final = 0.006
"""A lens that bends no edge by more px, or lengths of the board, is left alone: outline and rows follow it as they are
(b1 bent by 0.005 lay off by 0.5 % without its lens and by 0.7 % with it, d1 bent by 0.008 by 0.22 % and 0.20 %)."""
SIGMAS_MIN: Final = 5.0
"""A bow of fewer standard errors may be chance."""
_AGREE: Final = 0.4
"""By so much of the coefficient may the edges on one side of the picture's middle differ from those on the other: one
coefficient stands for two, and misses up to 27 % of it on simulated boards (docs/decisions.md)."""
_SIDE_SHARE: Final = 0.15
"""Of all that is known of the coefficient, what either side must tell: less, as where nearly all of a board lies below
the picture's middle, would say the same of a board that sags."""
_K_MAX: Final = 0.6
"""Beyond that the edges were mistaken: a little more than the coefficients that are compared."""
_LONGER_PX: Final = 960
"""The picture's longer side at which edges are looked for."""
_ROUGH_PX: Final = 300
"""Length of the board in the pictures of it that are compared."""
_WIDTH_PX: Final = 400
"""The same in the picture whose edges count."""
_TRIED: Final = tuple(0.09 * step for step in range(-6, 4))
"""Coefficients that are compared: a step bends an edge by less than a px of those pictures."""
_SPAN: Final = 0.94
"""Share of the board's length, about its middle, along which edges are followed."""
_BESIDE: Final = 0.08
"""How far beyond a side, in lengths of the board, edges count: the outline of a bent board lies beside its sides."""
_TURN_PX: Final = np.arange(-4, 5)
"""How much an edge may turn from the board's direction, px at its ends."""
_CLEAR: Final = 0.12
"""A step of so much in log colour is an edge; a stronger one is not more of an edge."""
_SEEN: Final = _CLEAR / 3
"""A point of an edge is seen from a step of so much on."""
_FAINT: Final = 0.045
"""A row of a weaker line shows no edge."""
_EDGES: Final = 10
"""So many of the clearest edges count."""
_EDGES_MIN: Final = 2
"""Boards with carved bowls show their rims alone; these differ as the middle's two sides do (``_AGREE``)."""
_APART_PX: Final = 4
"""Clearest rows nearer to each other are one edge."""
_NEAR_PX: Final = (4, 3)
"""How far beside its line an edge is looked for; nearer where the two sides then tell no lens, as an inlay may lie so
near to a rim: it hides the far one of d3 in 20 of 32 pictures of its start, and in 4 from the nearer look."""
_POINTS_MIN: Final = 0.4
"""Share of its length on which an edge is seen."""
_CLOSE_PX: Final = (4.0, 2.0, 1.0, 0.8)
"""How near to its straight line a point of an edge counts, round after round."""

_NOTHING: Final = 1e-9
"""Keeps an edge that no lens bends from a division by 0."""

_Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Bend:
    """By how much a picture's edges are bent as by a lens.

    Attributes:
        lens: in pictures of this size.
        bow_px: how far the middle of the edge that is bent most lies beside the line through its ends: of those seen,
            which ``Calibration.outline_bow_px`` does not ask for.
        sigma_px: standard error of that, by how much the edges differ.
        agrees: whether both sides of the picture's middle tell the same lens.
    """

    lens: Lens
    bow_px: float
    sigma_px: float
    agrees: bool


def own_lens(image_bgr: NDArray[np.uint8], corners_px: _Floats) -> Lens | None:
    """The lens through which a board is seen; None where its edges are straight, or do not tell it for sure.

    Args:
        image_bgr: (H, W, 3).
        corners_px: (4, 2) its outline as ``calibration.halves.half_homographies`` takes it.
    """
    bend = measured_bend(image_bgr, corners_px)
    if bend is None or not bend.agrees:
        return None
    length_px = float(np.linalg.norm(corners_px[1] - corners_px[0]))
    least_px = max(BOW_MIN_PX, BOW_MIN * length_px, SIGMAS_MIN * bend.sigma_px)
    return bend.lens if bend.bow_px > least_px else None


def measured_bend(image_bgr: NDArray[np.uint8], corners_px: _Floats) -> Bend | None:
    """How a board's edges are bent; None where too few are seen. See ``own_lens``."""
    log_bgr, factor = log_light(image_bgr, _LONGER_PX)
    corners = (corners_px + 0.5) * factor - 0.5
    tried = [one for k1 in _TRIED if (one := _straightened(log_bgr, corners, k1, _ROUGH_PX)) is not None]
    k1 = max(tried, key=lambda one: one.clear).lens.dist[0] if tried else 0.0
    fit = None
    for near_px in _NEAR_PX:
        first = _look(log_bgr, corners, k1, near_px)
        fit = None if first is None else _look(log_bgr, corners, first.lens.dist[0], near_px)
        if fit is not None and fit.agrees:
            break
    if fit is None:
        return None
    k1 = fit.lens.dist[0]
    return replace(fit, lens=_radial(image_bgr.shape, k1), bow_px=fit.bow_px / factor, sigma_px=fit.sigma_px / factor)


def _look(log_bgr: NDArray[np.float32], corners_px: _Floats, k1: float, near_px: int) -> Bend | None:
    """What edges tell that are followed where a lens says they run."""
    board = _straightened(log_bgr, corners_px, k1, _WIDTH_PX)
    return None if board is None else _fitted(board.edges(near_px), board.lens)


def _radial(image_hw: tuple[int, ...], k1: float) -> Lens:
    height, width = image_hw[:2]
    (fx, _, cx), (_, fy, cy), _ = assumed_K((width, height)).tolist()
    return Lens(image_wh=(width, height), fx=fx, fy=fy, cx=cx, cy=cy, dist=(k1, 0, 0, 0, 0), is_estimate=True)


@dataclass(frozen=True, slots=True, eq=False)
class _Straightened:
    """The board from above as it looks where a lens is undone.

    Attributes:
        lens: it.
        H_ideal_picture: (3, 3).
        steps: (h, w) how much the colour changes from row to row, where that is most.
        strength: (h,) mean of the clearest line through each row's middle.
        turn: (h,) px by which it lies lower at its end.
    """

    lens: Lens
    H_ideal_picture: _Floats
    steps: NDArray[np.float32]
    strength: _Floats
    turn: NDArray[np.int64]

    @property
    def clear(self) -> float:
        """How clear straight lines run along the board."""
        return float((self.strength[self.rows()] ** 4).sum())

    def rows(self) -> NDArray[np.int64]:
        """(n,) through whose middles the clearest edges run."""
        left = np.where(self.strength > _FAINT, self.strength, 0)
        found: list[int] = []
        while len(found) < _EDGES and (row := int(left.argmax())) and left[row]:
            found.append(row)
            left[max(row - _APART_PX, 0) : row + _APART_PX + 1] = 0
        return np.array(found, np.int64)

    def edges(self, near_px: int) -> list[_Floats]:
        """Each (n, 2) px of the image."""
        return [points for row in self.rows() if (points := self.points(row, near_px)) is not None]

    def points(self, row: int, near_px: int) -> _Floats | None:
        """(n, 2) px of the image on the edge through the middle of a row; None where it is hardly seen so near."""
        columns = np.arange(self.steps.shape[1])
        line = np.rint(row + self.turn[row] * _share(len(columns))).astype(np.int64)
        around = np.clip(line[:, None] + np.arange(-near_px, near_px + 1), 1, len(self.steps) - 2)
        crest = around[columns, self.steps[around, columns[:, None]].argmax(axis=1)]
        above, on, below = (self.steps[crest + step, columns].astype(np.float64) for step in (-1, 0, 1))
        seen = (on > _SEEN) & (on >= above) & (on >= below)
        if seen.mean() < _POINTS_MIN:
            return None
        y = crest + (above - below) / (2 * np.minimum(above - 2 * on + below, -1e-6))
        return to_image(self.H_ideal_picture, np.column_stack([columns, y])[seen], self.lens)


def _share(length: int) -> _Floats:
    return np.linspace(-1, 1, length)


def _straightened(log_bgr: NDArray[np.float32], corners_px: _Floats, k1: float, width: int) -> _Straightened | None:
    """The board ``width`` px long; None where no lens has this coefficient."""
    lens = _radial(log_bgr.shape, k1)
    try:
        ideal = lens.undistort(corners_px)
    except BadLensError:
        return None
    length, depth = (float(np.linalg.norm(side)) for side in (ideal[1] - ideal[0], ideal[3] - ideal[0]))
    long, beside = width / _SPAN, round(_BESIDE * width)
    wh = width, max(round(long * depth / length), 8) + 2 * beside
    left, right = (width - long) / 2, (width + long) / 2
    board = np.array([[left, wh[1] - beside], [right, wh[1] - beside], [right, beside], [left, beside]])
    H = np.asarray(cv2.getPerspectiveTransform(board.astype(np.float32), ideal.astype(np.float32)), np.float64)
    x, y = to_image(H, px_grid(*wh), lens).T.reshape(2, *wh[::-1]).astype(np.float32)
    picture = cv2.remap(log_bgr, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    smooth = cv2.GaussianBlur(picture, (0, 0), 1.0)
    steps = np.zeros(wh[::-1], np.float32)
    steps[1:-1] = np.linalg.norm(smooth[2:] - smooth[:-2], axis=2)
    return _Straightened(lens, H, steps, *_lines(steps))


def _lines(steps: NDArray[np.float32]) -> tuple[_Floats, NDArray[np.int64]]:
    """``strength`` and ``turn`` of ``_Straightened``."""
    crest = steps >= cv2.dilate(steps, np.ones((5, 1), np.uint8))
    near = np.where(crest, np.minimum(steps, np.float32(_CLEAR)), np.float32(0))
    near = cv2.blur(near, (1, 3)) * 3
    pad = int(_TURN_PX.max())
    padded = np.pad(near, ((pad, pad), (0, 0)))
    columns = np.arange(0, steps.shape[1], 2)
    rows = np.arange(len(steps))[:, None] + pad
    away = np.rint(_TURN_PX[:, None] * _share(steps.shape[1])[columns]).astype(np.int64)
    along = np.stack([padded[rows + one, columns].mean(axis=1) for one in away])
    best = along.argmax(axis=0)
    return along.max(axis=0).astype(np.float64), _TURN_PX[best]


def _fitted(edges: list[_Floats], lens: Lens) -> Bend | None:
    """The lens that makes edges (n, 2) px each straight, by Gauss and Newton, from one that nearly does."""
    for close_px in _CLOSE_PX:
        try:
            told = [one for edge in edges if (one := _told(edge, lens, close_px)) is not None]
        except BadLensError:
            return None
        if len(told) < _EDGES_MIN:
            return None
        change, weight, above, sagitta = np.array([astuple(one) for one in told]).T
        step = float(weight @ change / weight.sum())
        k1 = lens.dist[0] + step
        if abs(k1) > _K_MAX:
            return None
        lens = replace(lens, dist=(k1, 0, 0, 0, 0))
    off = weight * (change - step)
    sigma = float(np.sqrt((off**2).sum() * len(off) / (len(off) - 1)) / weight.sum())
    sides = [(weight[side].sum(), weight[side] @ change[side]) for side in (above > 0, above <= 0)]
    agrees = min(sides)[0] > _SIDE_SHARE * weight.sum()
    if agrees:
        one, other = (value / total for total, value in sides)
        agrees = abs(one - other) < _AGREE * abs(k1)
    longest = float(sagitta.max())
    return Bend(lens, abs(k1) * longest, sigma * longest, bool(agrees))


@dataclass(frozen=True, slots=True)
class _Told:
    """What an edge tells of k1.

    Attributes:
        change: by how much it should grow.
        weight: how much that counts.
        above: on which side of the picture's middle the edge runs, by the sign.
        sagitta: px by which a coefficient of one bends it.
    """

    change: float
    weight: float
    above: float
    sagitta: float


def _told(edge_px: _Floats, lens: Lens, close_px: float) -> _Told | None:
    """What the points near its straight line tell; None where these are few."""
    ideal = lens.undistort(edge_px)
    middle = np.array([lens.cx, lens.cy])
    ray = (ideal - middle) / lens.fx
    r2 = (ray**2).sum(axis=1)
    grows = -ray * (r2 / (1 + 3 * lens.dist[0] * r2))[:, None] * lens.fx
    mean = ideal.mean(axis=0)
    along = np.linalg.svd(ideal - mean, full_matrices=False)[2][0]
    along = along if along[np.abs(along).argmax()] > 0 else -along
    normal = np.array([-along[1], along[0]])
    x, y, g = (ideal - mean) @ along, (ideal - mean) @ normal, grows @ normal
    line = np.column_stack([np.ones_like(x), x / np.abs(x).max()])
    kept = np.abs(y - line @ _solved(line, y)) < close_px
    if kept.mean() < _POINTS_MIN:
        return None
    line, y, g = line[kept], y[kept], g[kept]
    bow = g - line @ _solved(line, g)
    off = y - line @ _solved(line, y)
    weight = float(bow @ bow)
    change = -float(bow @ off) / max(weight, _NOTHING)
    return _Told(change, weight, float((mean - middle) @ normal), float(np.ptp(bow)))


def _solved(design: _Floats, values: _Floats) -> _Floats:
    return np.asarray(np.linalg.lstsq(design, values, rcond=None)[0], np.float64)
