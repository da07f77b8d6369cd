"""The long straight edges in a picture, and the quadrangles that they enclose: one is mostly a board's outline."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.log_colour import log_colour

_LONGER_PX: Final = 800
"""The picture's longer side at which edges are looked for."""
_GAINS: Final = (70, 110)
"""Grey levels for a step of one in the logarithm of the light, and in that of red over blue."""
_SHORTEST: Final = 0.025
"""Of a segment, in diagonals of the picture."""
_STRAIGHT: Final = 0.004
"""How far off its line a segment may end, likewise: lenses bend a board's side by so much."""
_PARALLEL_DEG: Final = 4.0
_BEGUN: Final = 150
_LINES: Final = 40
"""So many of the longest segments may begin a line, and so many of the longest lines are kept."""
_FACING_DEG: Final = 36.0
"""Opposite sides of a board differ no more in direction, seen in perspective, as those of one twice as long as broad do
that is seen at 35 degrees of tilt from hardly more than its length away; neighbours more than the next."""
_CROSSING_DEG: Final = 35.0
_BEYOND: Final = 0.02
"""How far outside the picture a corner may lie, in its width or height."""
_LENGTHS: Final = (1.15, 4.5)
"""Length over breadth of boards in pictures: a box at 35 degrees of tilt seen from its end, bowls with kazans at the
ends seen from the side."""
_TAPER: Final = 0.55
"""The shorter of two opposite sides over the longer one."""
_SMALLEST: Final = 0.06
"""Share of the picture that a board covers."""
_SHOWN: Final = 0.15
"""Share of each side that must be seen as an edge."""

_Points = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Lines:
    """Straight lines along which a picture shows edges, the longest first.

    Attributes:
        point, along: (n, 2) a point of each in px of the picture, and its direction, of length 1.
        stretches: (n, k, 2) from where to where it is seen, px from its point; NaN beyond the last stretch.
    """

    point: _Points
    along: _Points
    stretches: _Points

    def shown(self, which: NDArray[np.int64], start: _Points, end: _Points) -> _Points:
        """(m,) the share that is seen of each line ``which`` (m,) from a point (m, 2) to another one."""
        ends = [((at - self.point[which]) * self.along[which]).sum(axis=1) for at in (start, end)]
        low, high = np.minimum(*ends)[:, None], np.maximum(*ends)[:, None]
        seen = np.clip(self.stretches[which], low[..., None], high[..., None])
        return np.asarray(np.nansum(seen[..., 1] - seen[..., 0], axis=1) / np.maximum(high - low, 1)[:, 0], np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class Quadrangles:
    """Quadrangles of straight edges, the strongest first.

    Attributes:
        corners_px: (m, 4, 2) in px, round each, a longer side first.
        strength: (m,) how much of their sides is seen, and how large they are.
    """

    corners_px: _Points
    strength: _Points


def straight_lines(image_bgr: NDArray[np.uint8]) -> Lines:
    """The lines in a picture (H, W, 3)."""
    segments = _segments(image_bgr)
    diagonal = float(np.hypot(*image_bgr.shape[:2]))
    length = np.linalg.norm(segments[:, 1] - segments[:, 0], axis=1)
    order = np.argsort(-length, kind="stable")
    segments = segments[order[length[order] > _SHORTEST * diagonal]]
    free = np.ones(len(segments), np.bool_)
    found = []
    for first in range(min(len(segments), _BEGUN)):
        if free[first]:
            point, along, members = _line_through(segments, first, _STRAIGHT * diagonal)
            free &= ~members
            found.append((point, along, _union((segments[members] - point) @ along)))
    found.sort(key=lambda line: -float((line[2][:, 1] - line[2][:, 0]).sum()))
    found = found[:_LINES]
    stretches = np.full((len(found), max((len(line[2]) for line in found), default=1), 2), np.nan)
    for padded, line in zip(stretches, found, strict=True):
        padded[: len(line[2])] = line[2]
    point, along = (np.array([line[part] for line in found], np.float64).reshape(-1, 2) for part in (0, 1))
    return Lines(point, along, stretches)


def quadrangles(lines: Lines, image_wh: tuple[int, int], most: int) -> Quadrangles:
    """The strongest quadrangles of lines that may be a board's outline, ``most`` of them at most."""
    crossings, usable = _crossings(lines, image_wh)
    sine = _sines(lines)
    one, other = np.triu_indices(len(sine), 1)
    facing = sine[one, other] < np.sin(np.radians(_FACING_DEG))
    one, other = one[facing], other[facing]
    meet = usable[one[:, None], one] & usable[one[:, None], other]
    meet &= usable[other[:, None], one] & usable[other[:, None], other]
    along, across = np.nonzero(meet)
    sides = np.stack([one[along], other[along], one[across], other[across]], axis=1)
    a, b, c, d = sides.T
    corners = np.stack([crossings[a, c], crossings[a, d], crossings[b, d], crossings[b, c]], axis=1)
    area = _area(corners) / (image_wh[0] * image_wh[1])
    like_a_board = _long(corners) & (area > _SMALLEST)
    sides, corners, area = sides[like_a_board], corners[like_a_board], area[like_a_board]
    ends = ((0, 1), (3, 2), (0, 3), (1, 2))
    shown = np.stack(
        [lines.shown(sides[:, side], corners[:, i], corners[:, j]) for side, (i, j) in enumerate(ends)], axis=1
    )
    strength = np.where(shown.min(axis=1, initial=1) > _SHOWN, np.sqrt(shown).mean(axis=1) * area**0.25, 0)
    best = np.argsort(-strength, kind="stable")[:most]
    best = best[strength[best] > 0]
    return Quadrangles(corners[best], strength[best])


def log_light(image_bgr: NDArray[np.uint8], longer_px: int) -> tuple[NDArray[np.float32], float]:
    """(h, w, 3) logarithm of a picture no longer than ``longer_px``, and the factor to that from the picture's px."""
    height, width = image_bgr.shape[:2]
    factor = min(1.0, longer_px / max(height, width))
    small_wh = (max(1, round(width * factor)), max(1, round(height * factor)))
    small = image_bgr if factor == 1 else cv2.resize(image_bgr, small_wh, interpolation=cv2.INTER_AREA)
    return log_colour(np.asarray(small, np.uint8)), factor


def _segments(image_bgr: NDArray[np.uint8]) -> _Points:
    """(n, 2, 2) the ends of short straight edges, px (R. Grompone et al., "LSD", 2012)."""
    log_bgr, factor = log_light(image_bgr, _LONGER_PX)
    detector = cv2.createLineSegmentDetector(cv2.LSD_REFINE_STD)
    found = []
    for plane, gain in zip((log_bgr.mean(axis=2), log_bgr[..., 2] - log_bgr[..., 0]), _GAINS, strict=True):
        grey = np.clip(128 + gain * (plane - np.median(plane)), 0, 255).astype(np.uint8)
        segments = detector.detect(grey)[0]
        if segments is not None:
            found.append(np.asarray(segments, np.float64).reshape(-1, 2, 2))
    return (np.concatenate(found) + 0.5) / factor - 0.5 if found else np.zeros((0, 2, 2))


def _line_through(segments: _Points, first: int, off_px: float) -> tuple[_Points, _Points, NDArray[np.bool_]]:
    """(point, direction, which segments lie on it) of the line that continues one of the segments."""
    start, end = segments[first]
    point, along = (start + end) / 2, (end - start) / np.linalg.norm(end - start)
    run = segments[:, 1] - segments[:, 0]
    length = np.linalg.norm(run, axis=1)
    members = np.zeros(len(segments), np.bool_)
    for _ in range(2):
        normal = np.array([-along[1], along[0]])
        members = np.all(np.abs((segments - point) @ normal) < off_px, axis=1)
        members &= np.abs(run @ normal) < np.sin(np.radians(_PARALLEL_DEG)) * length
        members[first] = True
        ends, weight = segments[members].reshape(-1, 2), np.repeat(length[members], 2)
        point = np.average(ends, axis=0, weights=weight)
        spread = (ends - point) * np.sqrt(weight)[:, None]
        along = np.linalg.eigh(spread.T @ spread)[1][:, 1]
    return point, along, members


def _union(ends: _Points) -> _Points:
    """(k, 2) what stretches (n, 2) of a line cover together."""
    merged: list[list[float]] = []
    for start, end in sorted((float(min(pair)), float(max(pair))) for pair in ends):
        if merged and start <= merged[-1][1]:
            merged[-1][1] = max(merged[-1][1], end)
        else:
            merged.append([start, end])
    return np.array(merged)


def _sines(lines: Lines) -> _Points:
    """(n, n) how far each two lines are from parallel."""
    x, y = lines.along.T
    return np.asarray(np.abs(np.multiply.outer(x, y) - np.multiply.outer(y, x)), np.float64)


def _crossings(lines: Lines, image_wh: tuple[int, int]) -> tuple[_Points, NDArray[np.bool_]]:
    """(n, n, 2) where each two lines cross, and (n, n) where that can be a board's corner."""
    normal = np.column_stack([-lines.along[:, 1], lines.along[:, 0]])
    away = (normal * lines.point).sum(axis=1)
    x, y = normal.T
    turn = np.multiply.outer(x, y) - np.multiply.outer(y, x)
    with np.errstate(divide="ignore", invalid="ignore"):
        at_x = (np.multiply.outer(away, y) - np.multiply.outer(y, away)) / turn
        at_y = (np.multiply.outer(x, away) - np.multiply.outer(away, x)) / turn
        share = np.stack([at_x, at_y], axis=-1) / np.array(image_wh)
        inside = np.all((share > -_BEYOND) & (share < 1 + _BEYOND), axis=-1)
    return np.stack([at_x, at_y], axis=-1), inside & (np.abs(turn) > np.sin(np.radians(_CROSSING_DEG)))


def _area(corners: _Points) -> _Points:
    one, other = corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1]
    return np.asarray(np.abs(one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]) / 2, np.float64)


def _long(corners: _Points) -> NDArray[np.bool_]:
    """Which quadrangles (m, 4, 2) look like a board that lies along their first side."""
    sides = np.linalg.norm(np.roll(corners, -1, axis=1) - corners, axis=2)
    pairs = np.stack([sides[:, 0::2], sides[:, 1::2]], axis=1)
    length, breadth = pairs.mean(axis=2).T
    tapered = np.any(pairs.min(axis=2) < _TAPER * pairs.max(axis=2), axis=1)
    return np.asarray((length > _LENGTHS[0] * breadth) & (length < _LENGTHS[1] * breadth) & ~tapered, np.bool_)
