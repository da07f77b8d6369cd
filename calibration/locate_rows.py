"""Two facing rows of nine otaus, found among loose points of which many may be kumalak.

Nothing is known of the camera: a row may run in any direction and in perspective. First two strips are looked for that
hold more points than chance would put there, then where in them nine otaus with nine kumalak each lie.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.halves import from_image, to_image
from togyz.board import KUMALAK_PER_OTAU, OTAU_PER_SIDE

_ANGLES: Final = np.radians(np.arange(0.0, 180.0, 3.0))
_ALONG: Final = np.stack([np.cos(_ANGLES), np.sin(_ANGLES)])
_ACROSS: Final = np.stack([-np.sin(_ANGLES), np.cos(_ANGLES)])
_WIDTHS: Final = (3, 5, 8, 11)
"""Of a strip, in kumalak: from one filled bowl to the trough of a box, seen as long as they are."""
_WIDTH_COST: Final = 0.5
"""Points that a strip must gain for each kumalak by which it is wider."""
_GAP_COST: Final = 0.45
"""Points that a row must gain for each kumalak by which it is longer: at the start an otau adds nine on 4 to 7."""
_TOP: Final = 40
"""Lines looked at for each width."""
_STRIPS: Final = 5
_STRIP_MIN: Final = 20
"""Shortest row, in kumalak, and the fewest points in it: nine otaus of touching ones would be 18 long."""
_SHARED: Final = 0.5
"""Share of its points that a strip may have in common with a stronger one."""
_ASKEW_DEG: Final = 25.0
_LENGTHS: Final = 1.8
"""How far both rows may differ in direction and in length, seen in perspective."""
_APART: Final = (0.1, 0.9)
"""Distance of the rows over their length: facing otaus of a flat view at a steep tilt, and of a deep box."""
_SIDEWAYS: Final = 0.6
_REACH: Final = 1.15
"""How far beyond its strip's width points count to a row."""
_FIRST_ENDS: Final = (np.arange(-0.9, 2.6, 0.2), np.arange(7.5, 11.0, 0.2))
"""Where a row's borders (0.5 and 9.5) may lie when its points' ends are taken for them."""
_BESIDE: Final = 2.0
"""How far beyond these, in otaus, a point still belongs to a row or speaks against it."""
_Y: Final = (-1.0, 1.0)
_FINER: Final = (0.1, 0.05)
_OTAU_MIN: Final = 4
"""Points in an otau that tell where it is."""
_CENTRES_MIN: Final = 8
"""Otaus that tell where all are."""
_OUTERMOST_PERCENT: Final = 98
_OFF: Final = 1.0
"""How far, in kumalak, an otau's mean point may lie off the common homography."""


@dataclass(frozen=True, slots=True, eq=False)
class Strip:
    """A straight stretch with more points in it than beside it, in the frame of the points.

    Attributes:
        inside: (N,) which points lie in it.
        ends_xy: (2, 2) where its middle line begins and ends.
        width: across it.
    """

    inside: NDArray[np.bool_]
    ends_xy: NDArray[np.float64]
    width: float

    @property
    def along(self) -> NDArray[np.float64]:
        """(2,) from end to end."""
        return np.asarray(self.ends_xy[1] - self.ends_xy[0], np.float64)

    def turned(self) -> Strip:
        """The same from its other end."""
        return Strip(self.inside, self.ends_xy[::-1], self.width)


@dataclass(frozen=True, slots=True, eq=False)
class FacingStrips:
    """What may be the two rows of a board.

    Attributes:
        strength: how much likelier the points are with so many in the strips than anywhere alike, as a logarithm
            (M. Kulldorff, "A spatial scan statistic", 1997).
    """

    points: NDArray[np.float64]
    strips: tuple[Strip, Strip]
    strength: float


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """Two facing rows of otaus.

    Attributes:
        H: (3, 3) from a board's own frame to that of the points. Its x is the number of the otau as the first row
            counts, its y is -1 on the middle line of the first row and 1 on that of the second.
        misfit: points in wrong places, less a bonus for those about the otaus' middles; below 0 for a clear start.
        reach: how far from y = 0 the points of the otaus lie, at most.
    """

    H: NDArray[np.float64]
    misfit: float
    reach: float


def facing_strips(points: NDArray[np.float64], area: float) -> list[FacingStrips]:
    """Pairs of strips that may be a board's rows, strongest first.

    Args:
        points: (N, 2) in diameters of a kumalak.
        area: of the picture, in the same unit.
    """
    pairs = []
    for one, other in combinations(_strips(points), 2):
        facing = other if one.along @ other.along > 0 else other.turned()
        if _face(one, facing):
            share = (one.inside | facing.inside).mean()
            covered = sum((strip.width + 1) * float(np.linalg.norm(strip.along)) for strip in (one, facing)) / area
            pairs.append(FacingStrips(points, (one, facing), len(points) * _surprise(float(share), covered)))
    return sorted(pairs, key=lambda pair: -pair.strength)


def fit_rows(pair: FacingStrips) -> Rows:
    """Find the nine otaus in each of two strips, by the nine kumalak that each holds at the start."""
    first, second = (strip.ends_xy for strip in pair.strips)
    misfit = 0.0
    apart = float(np.linalg.norm(first.mean(axis=0) - second.mean(axis=0)))
    reach = [strip.width / apart * _REACH for strip in pair.strips]
    for borders in (_FIRST_ENDS, *(_borders_about(step) for step in _FINER)):
        H = _spanned(first, second)
        at = from_image(H, pair.points)
        fits = [_fit_borders(at[_near(at, y, far), 0], borders) for y, far in zip(_Y, reach, strict=True)]
        misfit = sum(fit[0] for fit in fits)
        first, second = (to_image(H, [[fit[1], y], [fit[2], y]]) for fit, y in zip(fits, _Y, strict=True))
    H = _through_centres(_spanned(first, second), pair.points, reach)
    return Rows(H, misfit, _reach(H, pair.points, reach))


def _strips(points: NDArray[np.float64]) -> list[Strip]:
    """The strongest strips, no two of them alike."""
    found: list[Strip] = []
    for angle, middle, width in _crowded(points):
        along, across = points @ _ALONG[:, angle], points @ _ACROSS[:, angle] - middle
        inside = np.abs(across) <= width / 2
        if any((inside & strip.inside).sum() > _SHARED * inside.sum() for strip in found):
            continue
        start, end = _stretch(along[inside])
        inside &= (along >= start) & (along <= end)
        if end - start < _STRIP_MIN or inside.sum() < _STRIP_MIN:
            continue
        slope, offset = np.polyfit(along[inside], across[inside], 1)
        ends = np.array([start, end])
        middle_line = np.outer(ends, _ALONG[:, angle]) + np.outer(slope * ends + offset + middle, _ACROSS[:, angle])
        found.append(Strip(inside, middle_line, width))
        if len(found) == _STRIPS:
            break
    return found


def _crowded(points: NDArray[np.float64]) -> Iterator[tuple[int, float, float]]:
    """(number of the angle, middle, width) of lines about which many points lie and beside which few do."""
    across = points @ _ACROSS
    margin = max(_WIDTHS) + 3
    low = int(np.floor(across.min())) - margin
    rows = int(np.ceil(across.max())) + margin + 2 - low
    cell = (across - low).astype(np.int64) * len(_ANGLES) + np.arange(len(_ANGLES))
    histogram = np.bincount(cell.ravel(), minlength=rows * len(_ANGLES)).reshape(rows, -1)
    below = np.vstack([np.zeros((1, len(_ANGLES))), np.cumsum(histogram, axis=0)])
    best = []
    for width in _WIDTHS:
        beside = width // 2 + 1
        at = np.arange(beside, rows - width - beside)
        inner = below[at + width] - below[at]
        outer = below[at + width + beside] - below[at - beside] - inner
        score = inner - outer * width / (2 * beside) - _WIDTH_COST * width
        for flat in np.argpartition(-score, _TOP, axis=None)[:_TOP]:
            row, angle = np.unravel_index(flat, score.shape)
            best.append((-float(score[row, angle]), int(angle), float(at[row] + low + width / 2), float(width)))
    yield from (one[1:] for one in sorted(best)[: 2 * _TOP])


def _stretch(along: NDArray[np.float64]) -> tuple[float, float]:
    """Where the stretch begins and ends that holds the most points for its length."""
    if not len(along):
        return 0.0, 0.0
    at = np.sort(along)
    gain = np.arange(len(at)) - _GAP_COST * at
    end = int(np.argmax(gain - np.minimum.accumulate(gain)))
    return float(at[np.argmin(gain[: end + 1])]), float(at[end])


def _face(one: Strip, other: Strip) -> bool:
    """Whether two strips that run in one direction lie opposite each other."""
    lengths = np.linalg.norm([one.along, other.along], axis=1)
    between = other.ends_xy.mean(axis=0) - one.ends_xy.mean(axis=0)
    apart = float(np.linalg.norm(between))
    return bool(
        lengths.max() < _LENGTHS * lengths.min()
        and one.along @ other.along > np.prod(lengths) * np.cos(np.radians(_ASKEW_DEG))
        and _APART[0] < apart / lengths.max() < _APART[1]
        and abs(between @ one.along) < _SIDEWAYS * apart * lengths[0]
    )


def _surprise(share: float, expected: float) -> float:
    """Log-likelihood ratio, for each point, of a share of them in a place against the one expected there."""
    if share <= expected:
        return 0.0
    share = min(share, 1 - 1e-9)
    return float(share * np.log(share / expected) + (1 - share) * np.log((1 - share) / (1 - expected)))


def _spanned(first: NDArray[np.float64], second: NDArray[np.float64]) -> NDArray[np.float64]:
    """(3, 3) ``Rows.H`` by the rows' outer borders (2, 2) each."""
    borders = np.array([[0.5, -1], [9.5, -1], [9.5, 1], [0.5, 1]], np.float32)
    ends = np.array([first[0], first[1], second[1], second[0]], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(borders, ends), np.float64)


def _borders_about(step: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    around = step * np.arange(-6, 7, dtype=np.float64)
    return 0.5 + around, OTAU_PER_SIDE + 0.5 + around


def _fit_borders(
    x: NDArray[np.float64], borders: tuple[NDArray[np.float64], NDArray[np.float64]]
) -> tuple[float, float, float]:
    """(misfit, first border, last border) of the row that fits points along it best."""
    first, last = (one.ravel() for one in np.meshgrid(*borders, indexing="ij"))
    number = 0.5 + OTAU_PER_SIDE * (x - first[:, None]) / (last - first)[:, None]
    otau = np.clip(np.floor(number + 0.5).astype(np.int64), 0, OTAU_PER_SIDE + 1)
    cells = OTAU_PER_SIDE + 2
    held = np.bincount((otau + cells * np.arange(len(first))[:, None]).ravel(), minlength=cells * len(first))
    held = held.reshape(-1, cells)
    inside = (otau > 0) & (otau <= OTAU_PER_SIDE)
    gathered = np.where(inside, np.cos(2 * np.pi * number), 0).sum(axis=1)
    misfit = np.abs(held[:, 1:-1] - KUMALAK_PER_OTAU).sum(axis=1) + held[:, 0] + held[:, -1] - 0.5 * gathered
    best = int(misfit.argmin())
    return float(misfit[best]), float(first[best]), float(last[best])


def _near(at: NDArray[np.float64], y: float, far: float) -> NDArray[np.bool_]:
    """Which points, in the frame of ``Rows.H``, belong to the row whose middle line is at y or lie at its ends."""
    along = np.abs(at[:, 0] - (1 + OTAU_PER_SIDE) / 2) < OTAU_PER_SIDE / 2 + _BESIDE
    return np.asarray(along & (np.abs(at[:, 1] - y) < far), np.bool_)


def _through_centres(H: NDArray[np.float64], points: NDArray[np.float64], reach: list[float]) -> NDArray[np.float64]:
    """The homography that takes each otau to the mean of the points in it."""
    for _ in range(3):
        at = from_image(H, points)
        places, means = [], []
        for y, far in zip(_Y, reach, strict=True):
            for otau_no in range(1, OTAU_PER_SIDE + 1):
                inside = (np.abs(at[:, 0] - otau_no) < 0.5) & (np.abs(at[:, 1] - y) < far)
                if inside.sum() >= _OTAU_MIN:
                    places.append((otau_no, y))
                    means.append(points[inside].mean(axis=0))
        if len(means) < _CENTRES_MIN:
            return H
        fitted, _ = cv2.findHomography(np.array(places, np.float64), np.array(means), cv2.RANSAC, _OFF)
        if fitted is None:
            return H
        H = np.asarray(fitted, np.float64)
    return H


def _reach(H: NDArray[np.float64], points: NDArray[np.float64], reach: list[float]) -> float:
    at = from_image(H, points)
    rows = [at[_near(at, y, far), 1] for y, far in zip(_Y, reach, strict=True)]
    return float(np.percentile(np.abs(np.concatenate(rows)), _OUTERMOST_PERCENT))
