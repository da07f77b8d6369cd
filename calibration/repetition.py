"""How much a quadrangle of a picture looks like a board at first sight.

Along both its longer sides, and not in its middle, the picture repeats itself nine times.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.halves import to_image
from calibration.lattice import PITCH_RANGE
from togyz.board import OTAU_PER_SIDE

_CLEAR: Final = 0.15
"""A step of so much in log colour is an edge; a stronger one is not more of an edge."""
_PURSUED: Final = 12
"""So many quadrangles are looked at closely: half are chosen by what repeats itself, half by the outline."""
_OTHER_PITCH: Final = 0.08
"""Pitches that differ by this share are two: kumalak in their lanes may repeat themselves at two thirds of it."""
_ALIKE: Final = 0.012
"""Quadrangles whose corners lie nearer than this, in longer sides of the picture, are one."""
_WIDTH, _HEIGHT, _LEVELS = 288, 120, 24
"""Size in px of the upright picture of a quadrangle, and at how many heights it is looked at."""
_TREND_PX: Final = 41
"""What changes more slowly than over this, an otau and a half or two, is no divider."""
_PADDED_PX: Final = 1024
"""More than a line and the farthest lag together, so that the line's end does not meet its beginning."""
_FAINT: Final = 1.5
"""Power of the edges along a line, in px, below which their repetition is hardly believed."""
_PITCHES_PX: Final = np.arange(*PITCH_RANGE, 0.0012) * _WIDTH
_PITCHES_MAX: Final = 3
"""So many pitches apart otaus are compared."""
_BAND: Final = 5
"""Levels that a row of otaus covers at least."""
_BETWEEN: Final = 0.5
"""Share of the rows' repetition up to which their middle may repeat itself: columns of a form go through."""
_BAND_ENDS: Final = 0.45
"""Share of the strongest repetition at which a row of otaus ends."""
_MIRROR: Final = np.array([[-1, 0, 1 + OTAU_PER_SIDE], [0, 1, 0], [0, 0, 1]], np.float64)
_UNIT: Final = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float64)

Picture = NDArray[np.float32]
Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Repeated:
    """How much a quadrangle looks like a board at first sight.

    Attributes:
        H: (3, 3) from the unit square to the picture looked at.
        pitch: distance of two otaus, over its length.
        levels: (_LEVELS,) how much the picture repeats itself at that pitch at each height.
        strength: how much it does so in both rows and not between them, and how much is seen of the outline.
    """

    H: Matrix
    pitch: float
    levels: Matrix
    strength: float

    @classmethod
    def looks(cls, log_bgr: Picture, H: Matrix, shown: float) -> list[Repeated]:
        """What lies in a quadrangle of a picture (h, w, 3), of whose outline so much is ``shown``, at two pitches."""
        repeated = _repetition(_edges_upright(log_bgr, H))
        half = _LEVELS // 2
        between = np.maximum(repeated[half - 2 : half + 2].mean(axis=0), 0)
        first, second = _strongest_band(repeated[: half - 1]), _strongest_band(repeated[half + 1 :])
        rows = np.minimum(first, second)
        strength = np.where(between < _BETWEEN * rows, rows - between, 0)
        best = int(strength.argmax())
        is_other = np.abs(_PITCHES_PX / _PITCHES_PX[best] - 1) > _OTHER_PITCH
        other = int(np.where(is_other, strength, 0).argmax())
        return [
            cls(H, _PITCHES_PX[one] / _WIDTH, repeated[:, one], float(strength[one]) * shown)
            for one in (best, other)
            if strength[one] > 0
        ]

    def rows(self) -> Iterator[tuple[Matrix, float]]:
        """Guesses of ``OtauRows.H`` to the picture and ``high``, for a board whose middle is the quadrangle's."""
        both = self.levels[_LEVELS // 2 :] + self.levels[_LEVELS // 2 - 1 :: -1]
        for band in {_about_peak(both), _strongest_stretch(both)}:
            yield self._rows(*band)

    def _rows(self, inner: float, outer: float) -> tuple[Matrix, float]:
        middle, high = (inner + outer) / 2, (outer - inner) / 2
        x = np.array([self.pitch, 0, 0.5 - (1 + OTAU_PER_SIDE) / 2 * self.pitch])
        H = self.H @ np.array([x, [0, middle, 0.5], [0, 0, 1]])
        mirrored = np.linalg.det(H) * H[2, 2] > 0
        return (H @ _MIRROR if mirrored else H), high / middle


def distinct(looks: Sequence[Repeated], longer_px: float) -> Iterator[Repeated]:
    """The most promising looks, no two of them alike.

    Args:
        looks: sorted by how clearly the quadrangle's outline is seen, the clearest first.
        longer_px: longer side of the picture, px.
    """
    apart_px = _ALIKE * longer_px
    taken: list[tuple[Matrix, float]] = []
    for look in chain.from_iterable(zip(sorted(looks, key=lambda one: -one.strength), looks, strict=True)):
        corners = to_image(look.H, _UNIT)
        if all(
            abs(look.pitch / pitch - 1) > _OTHER_PITCH
            or np.linalg.norm(np.roll(corners, turn, axis=0) - one, axis=1).max() > apart_px
            for one, pitch in taken
            for turn in (0, 2)
        ):
            taken.append((corners, look.pitch))
            yield look
        if len(taken) == _PURSUED:
            return


def edge_strength(one: cv2.typing.MatLike, other: cv2.typing.MatLike) -> Picture:
    """(h, w) how clear the edge between each two log colours (h, w, 3) is, 0 to 1."""
    blue, green, red = cv2.split(cv2.absdiff(one, other))
    strongest = np.asarray(cv2.max(cv2.max(blue, green), red), np.float32)
    return np.asarray(np.minimum(strongest / np.float32(_CLEAR), 1), np.float32)


def _about_peak(both: Matrix) -> tuple[float, float]:
    """From where to where, from the quadrangle's middle, the picture repeats itself about where it does so best."""
    best = int(both.argmax())
    weak = np.flatnonzero(both < _BAND_ENDS * both[best])
    start = max((int(level) + 1 for level in weak if level < best), default=0)
    end = min((int(level) for level in weak if level > best), default=len(both))
    return start / _LEVELS, end / _LEVELS


def _strongest_stretch(both: Matrix) -> tuple[float, float]:
    """The same over all: kumalak hide the dividers here and there, and an edge along the row may outshine them."""
    over = np.cumsum(np.append(0, both - _BAND_ENDS * _strongest_band(both[:, None])))
    gain = np.triu(over - over[:, None], 1)
    start, end = np.unravel_index(int(gain.argmax()), gain.shape)
    return float(start / _LEVELS), float(end / _LEVELS)


def _edges_upright(log_bgr: Picture, H: Matrix) -> Matrix:
    """(_LEVELS, _WIDTH) the edges across a quadrangle's longer side, 0 to 1."""
    H_picture = H @ np.array([[1 / _WIDTH, 0, 0.5 / _WIDTH], [0, 1 / _HEIGHT, 0.5 / _HEIGHT], [0, 0, 1]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    upright = cv2.warpPerspective(log_bgr, H_picture, (_WIDTH, _HEIGHT), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    edges = np.zeros((_HEIGHT, _WIDTH), np.float32)
    edges[:, 1:-1] = edge_strength(upright[:, 2:], upright[:, :-2])
    level = np.linspace(2, _HEIGHT - 3, _LEVELS).round().astype(np.int64)
    return np.asarray(cv2.blur(edges, (3, 5))[level], np.float64)


def _repetition(edges: Matrix) -> Matrix:
    """(_LEVELS, pitches) correlation of edges with themselves one, two and three pitches farther on."""
    wavy = edges - cv2.blur(edges, (_TREND_PX, 1))
    power = np.abs(np.fft.rfft(wavy, _PADDED_PX, axis=1)) ** 2
    along = np.fft.irfft(power, axis=1)[:, : len(_AT_PITCHES)]
    return np.asarray(along / (along[:, :1] + _FAINT) @ _AT_PITCHES, np.float64)


def _at_pitches() -> Matrix:
    """(lags in px, pitches) what makes of a correlation that at one, two and three pitches, their mean.

    The fewer otaus lie so far apart, the more they count.
    """
    lag = np.arange(int(_PITCHES_MAX * _PITCHES_PX[-1]) + 2)[:, None]
    steps = [
        np.maximum(1 - np.abs(lag - step * _PITCHES_PX), 0) * OTAU_PER_SIDE / (OTAU_PER_SIDE - step)
        for step in range(1, _PITCHES_MAX + 1)
    ]
    return np.asarray(np.mean(steps, axis=0), np.float64)


def _strongest_band(repeated: Matrix) -> Matrix:
    """(pitches,) the mean over the ``_BAND`` neighbouring levels where it is highest."""
    below = np.vstack([np.zeros((1, repeated.shape[1])), np.cumsum(repeated, axis=0)])
    return np.asarray((below[_BAND:] - below[:-_BAND]).max(axis=0) / _BAND, np.float64)


def unit_to(corners: Matrix) -> Matrix:
    """(3, 3) from the unit square to a quadrangle (4, 2)."""
    return np.asarray(cv2.getPerspectiveTransform(_UNIT.astype(np.float32), corners.astype(np.float32)), np.float64)


_AT_PITCHES: Final = _at_pitches()
