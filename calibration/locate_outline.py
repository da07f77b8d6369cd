"""The outline of a board whose rows are known, by the long edges that the picture shows around them.

In the frame of the rows a board is a rectangle about their middle: the same rim lies beyond either row, and beside
either end. So an edge on one side counts with its like on the other, and what lies beside the board does not. Where
the camera looks at the board aslant, what lies deeper than the rim seems to lie nearer to the camera: the rim, seen
from the middle of the otaus, less far on that side, and the foot of the board's front farther.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.from_above import MIDDLE_X, OTAU_PX, Y_MAX, FromAbove
from calibration.halves import to_image
from calibration.lens import assumed_K
from togyz.board import OTAU_PER_SIDE

_TO_MIDDLE: Final = np.array([[1, 0, MIDDLE_X], [0, 1, 0], [0, 0, 1]], np.float64)
_CLEAR: Final = 0.12
"""A step of so much in log colour is an edge; a stronger one is not more of an edge."""
_ASKEW_PX: Final = np.arange(-4, 5)
_BENT_PX: Final = np.arange(-2, 3)
"""How far an edge may turn and bend away from its row, at its ends and in its middle."""
_LINE_STEP: Final = 2
_SPAN: Final = 0.93
"""Share of a side, about its middle, along which its edge is looked for."""
_FAINT: Final = 0.04
"""An edge that is fainter along its line is none: sides of d1, d2 and b1 show 0.06 and more."""
_ALIKE: Final = 0.85
"""Share of the strongest pair's strength from which on a pair farther out is taken for the outline: rims have an inner
edge as well."""
_DEEP: Final = 0.23
"""How much deeper than the rim the otaus seem to lie, in otaus: 42 simulated boxes show so much on average."""
_LOPSIDED: Final = 0.3
"""How much farther, in otaus, the rim may reach on one side than slant and depth tell."""
_STANDS_OUT: Final = 0.25
"""Share of the strongest contrast that it must have: the grain of a table shows edges, too."""
_LOPSIDED_COST: Final = 0.5
_LOPSIDED_FAR: Final = 15.0
"""So much farther out must a pair lie that is lopsided by one, and with its square: a tilted view shows the board's
front below its rim. Those boxes are lopsided by 0.07 and 0.04, along and across the rows."""
_TALL: Final = 0.9
"""Height of the highest boards above the table, in otaus."""
_APART: Final = 0.04
"""Two edges nearer to each other than this, in otaus, are one, and distances that differ by less are alike."""
_RIM_MAX: Final = 0.25
"""Breadth of a rim, in otaus: b1's is 0.17."""
_RIM_EVEN: Final = 0.02
"""By how much its breadth may differ from one end to the other: 1 px of the picture looked at."""
_BESIDE: Final = (4.45, 7.1)
"""How far from the middle the ends of a board may lie: from a box without rims to bowls with kazans at the ends."""
_CLEAR_OF_BALLS: Final = 0.02
_POLISH_PX: Final = 2
_CLOSE_PX: Final = 1.2
"""How near to the line, and then to the edge, a point of it lies."""
_STRAIGHT: Final = 0.002
"""Weight of a bend of 1 px against that of all points of the edge."""
_CROSSING_STEPS: Final = 10


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """What may be a board's outline.

    Attributes:
        corners_px: (4, 2) px: the first row's beginning and end, the second's end and beginning.
        shown: how clear its fainter pair of sides is seen, 0 to 1.
    """

    corners_px: NDArray[np.float64]
    shown: float


def find_outline(
    image_bgr: NDArray[np.uint8], H: NDArray[np.float64], reach: float, otau_px: int = OTAU_PX
) -> Outline | None:
    """A board's outline; None where no two sides show their edge.

    Args:
        image_bgr: (H, W, 3).
        H: (3, 3) as ``calibration.otau_pattern.OtauRows.H``.
        reach: how far from y = 0 the otaus reach.
        otau_px: width of an otau in the picture looked at.
    """
    picture = FromAbove.of(image_bgr, H, otau_px)
    across = _Steps.of(picture.log_bgr, picture.seen)
    sides = across.lines(picture.column(0.5), picture.column(OTAU_PER_SIDE + 0.5))
    slope_x, slope_y = _slopes(H @ _TO_MIDDLE, image_bgr.shape[1::-1])
    reach_y = picture.y_unit * (reach + _CLEAR_OF_BALLS), picture.y_unit * Y_MAX
    beside_rows = sides.pair(picture.y * picture.y_unit, reach_y, slope_y)
    if beside_rows is None:
        return None
    *rows, shown_y = beside_rows
    along = _Steps.of(picture.log_bgr.swapaxes(0, 1), picture.seen.T)
    ends = along.lines(*(picture.row(_SPAN * picture.y[row]) for row in rows))
    at_ends = ends.pair(picture.x - MIDDLE_X, _BESIDE, slope_x)
    if at_ends is None:
        return None
    *columns, shown_x = at_ends
    first, second = (across.edge(sides, row) for row in rows)
    start, end = (along.edge(ends, column) for column in columns)
    corners = [_crossing(*pair) for pair in ((first, start), (first, end), (second, end), (second, start))]
    return Outline(to_image(picture.H_image_picture, np.array(corners)), min(shown_x, shown_y) / _CLEAR)


def _slopes(H: NDArray[np.float64], image_wh: tuple[int, ...]) -> tuple[float, float]:
    """How far aside from above the middle of a board the camera is, along its x and its y, over its height above it.

    Args:
        H: (3, 3) from the board's frame, 0 in its middle, to px.
        image_wh: size of the image, px.
    """
    x, y, middle = (np.linalg.inv(assumed_K(image_wh)) @ H).T
    axes = np.stack([x, y])
    axes /= np.linalg.norm(axes, axis=1, keepdims=True)
    height = abs(float(middle @ np.cross(*axes)))
    towards = -axes @ middle * np.sign(middle[2])
    return float(towards[0] / height), float(towards[1] / height)


@dataclass(frozen=True, slots=True, eq=False)
class _Lines:
    """Nearly horizontal lines, one through the middle of each row of a picture: the one along most of an edge there.

    Attributes:
        strength: (h,) mean of the edge along it, where none counts for more than a clear one.
        contrast: (h,) mean of the change of colour along it.
        askew, bent: (h,) px by which it lies lower at its end, and in its middle.
        columns: (n,) where it runs.
    """

    strength: NDArray[np.float64]
    contrast: NDArray[np.float64]
    askew: NDArray[np.int64]
    bent: NDArray[np.int64]
    columns: NDArray[np.int64]

    def pair(self, at: NDArray[np.float64], reach: tuple[float, float], slope: float) -> tuple[int, int, float] | None:
        """The rows of the two edges that lie alike about 0, and how strong they are.

        Args:
            at: (h,) where the rows lie, in otaus.
            reach: how far from 0 they lie.
            slope: see ``_slopes``.
        """
        top = self.strength >= cv2.dilate(self.strength, np.ones(5, np.uint8)).ravel()
        peaks = np.flatnonzero(top & (self.strength > _FAINT) & (np.abs(at) > reach[0]) & (np.abs(at) < reach[1]))
        least, most = sorted((0.0, -2 * _DEEP * slope))
        pairs = []
        for low in peaks[at[peaks] < 0]:
            for high in peaks[at[peaks] > 0]:
                lopsided = max(least - at[low] - at[high], at[low] + at[high] - most, 0.0)
                if lopsided < _LOPSIDED:
                    lopsided = 0.0 if self._is_rim((low, high), at, peaks) else lopsided
                    strength = np.sqrt(self.strength[low] * self.strength[high])
                    strength *= 1 - _LOPSIDED_COST * lopsided / _LOPSIDED
                    pairs.append((float(strength), int(low), int(high), float(lopsided)))
        if not pairs:
            return None
        enough = _ALIKE * max(pairs)[0]
        clear = [pair for pair in pairs if pair[0] >= enough]
        contrast = [min(self.contrast[low], self.contrast[high]) for _, low, high, _ in clear]
        strength, low, high, _ = max(
            (pair for pair, one in zip(clear, contrast, strict=True) if one >= _STANDS_OUT * max(contrast)),
            key=lambda pair: at[pair[2]] - at[pair[1]] - _LOPSIDED_FAR * pair[3] ** 2,
        )
        low, high = self._above_front((low, high), at, peaks, slope)
        return low, high, strength

    def _is_rim(self, pair: tuple[int, int], at: NDArray[np.float64], peaks: NDArray[np.int64]) -> bool:
        """Whether as far within both edges there are others: a rim's, wherever the rows' middle lies."""
        low, high = pair
        clear = peaks[self.strength[peaks] > _ALIKE * min(self.strength[low], self.strength[high])]
        widths = at[clear] - at[low], at[high] - at[clear]
        start, end = (one[(one > _APART) & (one < _RIM_MAX)] for one in widths)
        return bool((np.abs(start[:, None] - end) < _RIM_EVEN).any())

    def _above_front(
        self, pair: tuple[int, int], at: NDArray[np.float64], peaks: NDArray[np.int64], slope: float
    ) -> tuple[int, int]:
        """The pair with the edge of the rim in place of that of the board's foot, on the side where the camera is.

        The front of the board shows two edges where the averted side shows one; a rim shows as many on both sides.
        """
        foot, averted = (pair[1], pair[0]) if slope > 0 else pair
        side, other = peaks[at[peaks] * slope > 0], peaks[at[peaks] * slope < 0]
        away = np.abs(at)
        gaps = away[foot] - away[side]
        widths = away[averted] - away[other[self.strength[other] > _ALIKE * self.strength[averted]]]
        is_rim = (gaps > _APART) & (gaps < _TALL * abs(slope))
        is_rim &= np.abs(gaps[:, None] - widths).min(axis=1, initial=np.inf) > _APART
        is_rim &= self.strength[side] > _ALIKE * self.strength[foot]
        is_rim &= self.contrast[side] > _STANDS_OUT * self.contrast[foot]
        if not is_rim.any():
            return pair
        rim = int(side[is_rim][gaps[is_rim].argmin()])
        return (pair[0], rim) if slope > 0 else (rim, pair[1])


def _share(columns: NDArray[np.int64]) -> NDArray[np.float64]:
    """(n,) -1 at the beginning of columns to 1 at their end."""
    middle, half = (columns[0] + columns[-1]) / 2, (columns[-1] - columns[0]) / 2
    return np.asarray((columns - middle) / half, np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class _Steps:
    """(h, w) how much the colour changes from row to row of a picture."""

    size: NDArray[np.float32]

    @classmethod
    def of(cls, log_bgr: NDArray[np.float32], seen: NDArray[np.bool_]) -> _Steps:
        """Of log colours (h, w, 3); none where nothing is seen."""
        smooth = cv2.GaussianBlur(np.ascontiguousarray(log_bgr), (0, 0), 1.0)
        size = np.zeros(seen.shape, np.float32)
        size[1:-1] = np.linalg.norm(smooth[2:] - smooth[:-2], axis=2)
        return cls(np.where(seen, size, np.float32(0)))

    def lines(self, start: float, end: float) -> _Lines:
        """The best line through each row, from column to column."""
        crest = self.size >= cv2.dilate(self.size, np.ones((5, 1), np.uint8))
        near = cv2.dilate(np.where(crest, np.minimum(self.size, _CLEAR), 0), np.ones((3, 1), np.uint8))
        pad = int(_ASKEW_PX.max() + _BENT_PX.max())
        rows = np.arange(len(near))
        columns = np.arange(int(start), int(end), _LINE_STEP)
        share = _share(columns)
        below = np.zeros((len(columns) + 1, len(rows) + 2 * pad))
        below[1:, pad:-pad] = np.cumsum(near[:, columns].T, axis=0, dtype=np.float64)
        strength = np.zeros(len(rows))
        askew, bent = np.zeros((2, len(rows)), np.int64)
        for turn in _ASKEW_PX:
            for bow in _BENT_PX:
                away = np.rint(turn * share + bow * (1 - share**2)).astype(np.int64)
                ends = [0, *(np.flatnonzero(np.diff(away)) + 1), len(columns)]
                along = np.zeros(len(rows))
                for first, last in pairwise(ends):
                    level = slice(pad + away[first], pad + away[first] + len(rows))
                    along += below[last, level] - below[first, level]
                better = along > strength
                strength[better], askew[better], bent[better] = along[better], turn, bow
        best = np.rint(rows[:, None] + askew[:, None] * share + bent[:, None] * (1 - share**2)).astype(np.int64)
        at = np.clip(best, 0, len(rows) - 1)
        steps = cv2.dilate(np.where(crest, self.size, 0), np.ones((3, 1), np.uint8))
        return _Lines(strength / len(columns), steps[at, columns].mean(axis=1), askew, bent, columns)

    def edge(self, lines: _Lines, row: int) -> _Edge:
        """The edge along a line, to fractions of a px."""
        share = _share(lines.columns)
        design = np.column_stack([np.ones_like(share), share, 1 - share**2])
        given = np.array([row, lines.askew[row], lines.bent[row]], np.float64)
        expected = np.rint(design @ given).astype(np.int64)
        around = np.clip(expected[:, None] + np.arange(-_POLISH_PX, _POLISH_PX + 1), 1, len(self.size) - 2)
        crest = around[np.arange(len(around)), self.size[around, lines.columns[:, None]].argmax(axis=1)]
        above, on, below = (self.size[crest + step, lines.columns].astype(np.float64) for step in (-1, 0, 1))
        bend = np.minimum(above - 2 * on + below, -1e-6)
        off = crest + np.clip((above - below) / (2 * bend), -0.5, 0.5) - design @ given
        weight = np.where((on >= above) & (on >= below), np.minimum(on, _CLEAR), 0)
        change = np.zeros(3)
        for _ in range(3):
            weight = weight * (np.abs(design @ change - off) < (_CLOSE_PX if change.any() else np.inf))
            held = np.diag([0, 0, _STRAIGHT]) * weight.sum() + 1e-6 * np.eye(3)
            change = np.linalg.solve(design.T @ (design * weight[:, None]) + held, design.T @ (weight * off))
        return _Edge(lines, given + change)


@dataclass(frozen=True, slots=True, eq=False)
class _Edge:
    """A nearly horizontal curve: its height in the middle of the lines' columns, turn and bend, px."""

    lines: _Lines
    shape: NDArray[np.float64]

    def at(self, column: float) -> float:
        """Its height at a column, which may lie beyond its ends."""
        first, last = float(self.lines.columns[0]), float(self.lines.columns[-1])
        share = (2 * column - first - last) / (last - first)
        return float(self.shape @ np.array([1, share, 1 - share**2]))


def _crossing(horizontal: _Edge, vertical: _Edge) -> tuple[float, float]:
    """(x, y) px where an edge meets one of the turned picture."""
    x = y = 0.0
    for _ in range(_CROSSING_STEPS):
        y = horizontal.at(x)
        x = vertical.at(y)
    return x, y
