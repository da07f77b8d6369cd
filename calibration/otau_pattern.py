"""Two facing rows of nine otaus in a picture, by what all otaus have in common: the shape of their openings.

It does not matter what lies in them. Every quadrangle of straight edges is looked at as if it were the outline of a
board: along both its longer sides, and not in its middle, the picture must repeat itself nine times. Where it does so
best, the 18 openings are laid one upon another, and each is moved to where it agrees with the others.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.halves import to_image
from calibration.repetition import Matrix, Picture, Repeated, distinct, edge_strength, unit_to
from calibration.straight_edges import Quadrangles, log_light, quadrangles, straight_lines
from togyz.board import OTAU_PER_SIDE, OTAU_TOTAL

_LONGER_PX: Final = 640
"""The picture's longer side at which the pattern is looked for."""
_SOFT_PX: Final = 0.7
_QUADRANGLES: Final = 250
_PX, _TALL, _BESIDE = 28, 20, 2
"""Width of an otau and height of a row in the pictures laid upon another, px, and otaus seen beside a row."""
_MARGIN: Final = 1.15
"""How far beyond the row these reach, in its heights."""
_BLUR_PX: Final = 1.2
_OFF_MIDDLE_PX: Final = 9
"""How far the middle of a row may lie off the middle of the quadrangle."""
_MOVED_PX: Final = (6, 4)
"""How far an otau may lie off the row, along and across it."""
_OFF: Final = 0.12
"""The same in otaus, and rows, once the row was moved."""
_ROUNDS: Final = 2
_REACHED: Final = 0.7
"""Share of a row's height, from its middle, that it reaches for sure."""
_REACHED_LEAST: Final = 0.3
"""The same where the height was taken for more than it is: a narrow rim lies hardly farther from the rows' middles. Of
such rows an outline lay at 1.33 where nothing nearer than 1.35 was looked at."""
_SAME: Final = 0.03
"""Rows that differ by less than this, in otaus, lead to the same outline."""
_LOW: Final = 4
_LOW_ENDS: Final = 1
"""So many of the 18 otaus, and of the four at the ends, may look otherwise: a hand or a reflection hides them."""
_DIVIDER_PX: Final = 3
"""About half of what lies between two otaus."""
_EVEN: Final = 0.4
"""Most otaus of a row look so much alike from left and right: boards d1, d2 and b1 0.74 and more, simulated boxes 0.60,
two rows of ten that were moved by a quarter of an otau, one against the other, 0.17."""
_GOES_ON: Final = 0.63
"""Half an otau beyond the ends looks more like one than this on boards of ten columns only: d1, d2 and b1 show up to
0.48 where all four are taken together, simulated boards of ten columns 0.8."""
_END: Final = 0.7
"""An end that looks less like the others do is none: there are eight columns, not nine."""
_OPEN_ENDED: Final = -0.35
"""How much clearer ends of openings are beside their middles than at them where these are gaps between openings: boards
d1, d2 and b1 show -0.13 and more, house fronts of ten columns -0.57 and less."""
_FEWER: Final = 0.2
"""Where every second or third otau is so much more like the next such one than like others, fewer and wider columns are
seen: boards d1, d2 and b1 show up to 0.04 in any position, 22 simulated boards up to 0.08; house fronts and games of
five and six columns that would be taken for boards 0.33 and more."""
_STOREYS: Final = 0.6
"""A row beyond or between these two that looks so much like them is another storey of a house front: boards d1, d2 and
b1 show up to 0.30, simulated boxes 0.49, house fronts 0.99."""
_AWAY: Final = (0, 2, 3)
"""So far from the middle of a board, whose rows lie at one, such a row is looked for."""


@dataclass(frozen=True, slots=True, eq=False)
class OtauRows:
    """Two facing rows of otaus.

    Attributes:
        H: (3, 3) from a board's own frame to px of the image. Its x is the number of the otau as the first row's player
            counts, its y is -1 on the middle line of that row and 1 on that of the second.
        high: how far from the middle line of a row its otaus reach, about.
        middles: (18, 2) where in that frame the otaus lie, the first row's and the second's, each from its own left.
        likeness: how much alike the otaus look and how little what lies beside the rows does; 1 at most.
    """

    H: Matrix
    high: float
    middles: Matrix
    likeness: float

    @property
    def reach(self) -> float:
        """How far from y = 0 the openings reach for sure."""
        return 1 + _REACHED * self.high

    @property
    def least_reach(self) -> float:
        """How far they reach even where the row's height was taken for more than it is."""
        return 1 + _REACHED_LEAST * self.high

    def is_like(self, other: OtauRows) -> bool:
        """Whether these are the same otaus, from whichever side the rows are counted."""
        if abs(self.high - other.high) > _SAME:
            return False
        theirs = to_image(np.linalg.inv(self.H) @ other.H, other.middles)
        return any(
            bool(np.abs(np.roll(theirs, turn, axis=0) - self.middles).max() < _SAME) for turn in (0, OTAU_PER_SIDE)
        )


def propose_otaus(image_bgr: NDArray[np.uint8]) -> list[OtauRows]:
    """Where the rows of a board may lie in a picture (H, W, 3), most promising first."""
    outlines = quadrangles(straight_lines(image_bgr), (image_bgr.shape[1], image_bgr.shape[0]), _QUADRANGLES)
    return _otaus_in(image_bgr, outlines)


def otaus_within(image_bgr: NDArray[np.uint8], corners_px: NDArray[np.float64]) -> OtauRows | None:
    """The rows within a board's corners (4, 2), the first side along the first row; None where there are none."""
    found = _otaus_in(image_bgr, Quadrangles(corners_px[None], np.ones(1)))
    return found[0] if found else None


def _otaus_in(image_bgr: NDArray[np.uint8], outlines: Quadrangles) -> list[OtauRows]:
    log_bgr, factor = log_light(image_bgr, _LONGER_PX)
    log_bgr = np.asarray(cv2.GaussianBlur(log_bgr, (0, 0), _SOFT_PX), np.float32)
    H_small_image = np.array([[factor, 0, (factor - 1) / 2], [0, factor, (factor - 1) / 2], [0, 0, 1]])
    looks = [
        look
        for corners, strength in zip(outlines.corners_px, outlines.strength, strict=True)
        for look in Repeated.looks(log_bgr, H_small_image @ unit_to(corners), float(strength))
    ]
    rows = [_fitted(log_bgr, look) for look in distinct(looks, max(log_bgr.shape[:2]))]
    found = [replace(one, H=np.linalg.inv(H_small_image) @ one.H) for one in rows]
    return sorted(found, key=lambda one: -one.likeness)


def _fitted(log_bgr: Picture, look: Repeated) -> OtauRows:
    """Rows of a look, moved to where the otaus agree.

    Their middle is that of the quadrangle, or, where this is not the outline, the one about which otaus look even.
    """
    guesses = []
    for H, high in look.rows():
        off_px = _middle_px(_Laid.of(log_bgr, H, high))
        guesses += [(H @ _shift(by_px / _PX), high) for by_px in dict.fromkeys((0, off_px))]
    best = max((_moved_rows(log_bgr, *guess) for guess in guesses), key=lambda one: one.likeness)
    return replace(best, likeness=0.0) if best.likeness > 0 and _is_storeys(log_bgr, best) else best


def _is_storeys(log_bgr: Picture, rows: OtauRows) -> bool:
    """Whether a third row like these two lies as far, or half as far, from one of them as they do from each other."""
    typical = _Laid.of(log_bgr, rows.H, rows.high).typical()[0]
    others = np.stack([_otaus(_Laid.of(log_bgr, rows.H, rows.high, away=away).along) for away in _AWAY])
    alike = _correlation(others[:, :, _BESIDE:-_BESIDE], typical)
    return bool(np.median(alike, axis=2).max() > _STOREYS)


def _moved_rows(log_bgr: Picture, H: Matrix, high: float) -> OtauRows:
    for _ in range(_ROUNDS):
        change, _ = _agreed(_Laid.of(log_bgr, H, high), high)
        H = H @ change
    laid = _Laid.of(log_bgr, H, high)
    return OtauRows(H, high, _agreed(laid, high)[1], laid.likeness())


@dataclass(frozen=True, slots=True, eq=False)
class _Laid:
    """Both rows as their players see them.

    Attributes:
        along, across: (2, _TALL, (9 + 2 * _BESIDE) * _PX) edges that cross the row, and that run along it.
    """

    along: Picture
    across: Picture

    @classmethod
    def of(cls, log_bgr: Picture, H: Matrix, high: float, away: int = 1) -> _Laid:
        """Cut from a picture, so far ``away`` from the board's middle; for the others see ``Repeated.rows``."""
        width = (OTAU_PER_SIDE + 2 * _BESIDE) * _PX
        x, y = np.meshgrid(
            0.5 - _BESIDE + (np.arange(width) + 0.5) / _PX,
            _MARGIN * high * (2 * (np.arange(_TALL) + 0.5) / _TALL - 1) - away,
        )
        along, across = np.zeros((2, 2, _TALL, width), np.float32)
        for half, at in enumerate((np.stack([x, y], -1), np.stack([1 + OTAU_PER_SIDE - x, -y], -1))):
            px = to_image(H, at.reshape(-1, 2)).reshape(_TALL, width, 2).astype(np.float32)
            row = cv2.remap(log_bgr, px[..., 0], px[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
            along[half, :, 1:-1] = edge_strength(row[:, 2:], row[:, :-2])
            across[half, 1:-1] = edge_strength(row[2:], row[:-2])
            for edges in (along, across):
                edges[half] = cv2.GaussianBlur(edges[half], (0, 0), _BLUR_PX)
        return cls(along, across)

    def moved(self, by_px: int) -> _Laid:
        """The same with the board's frame moved along."""
        first, second = np.roll(self.along[0], -by_px, axis=1), np.roll(self.along[1], by_px, axis=1)
        return replace(self, along=np.stack([first, second]))

    def typical(self) -> tuple[Picture, Picture]:
        """(_TALL, _PX) what most otaus have in common; left and right are alike in all layouts."""
        along, across = (_common(edges) for edges in (self.along, self.across))
        half = np.float32(0.5)
        return half * (along + along[:, ::-1]), half * (across + across[:, ::-1])

    def evenness(self) -> float:
        """-1 to 1 how much most otaus of a row look alike from left and right, where they do so least."""
        along = np.median(_otaus(self.along)[:, _BESIDE:-_BESIDE], axis=1)
        return float(_correlation(along, along[..., ::-1]).min())

    def likeness(self) -> float:
        """``OtauRows.likeness``."""
        typical, ends = self.typical()
        if _is_open(ends) or self._is_fewer() or self.evenness() < _EVEN:
            return 0.0
        alike = _correlation(_otaus(self.along), typical)
        inside = alike[:, _BESIDE:-_BESIDE]
        low, end = np.sort(inside.ravel())[_LOW], np.sort(inside[:, [0, -1]].ravel())[_LOW_ENDS]
        if end < _END * np.median(inside):
            return 0.0
        beside = alike[:, [_BESIDE - 1, -_BESIDE]]
        return 0.0 if self._goes_on(typical) else float(low - max(0, beside.max(axis=1).mean()))

    def _goes_on(self, typical: Picture) -> bool:
        """Whether half an otau lies beyond most ends: these are the ten columns' gaps, and no otaus."""
        otaus = _otaus(self.along)
        halves = (
            (otaus[:, _BESIDE - 1], slice(_PX // 2, _PX - _DIVIDER_PX)),
            (otaus[:, -_BESIDE], slice(_DIVIDER_PX, _PX // 2)),
        )
        alike = [_correlation(otau[..., half], typical[:, half]) for otau, half in halves]
        return bool(np.median(alike) > _GOES_ON)

    def _is_fewer(self) -> bool:
        """Whether every second otau, or every third, looks otherwise: there are fewer columns than nine."""
        otaus = np.concatenate([_otaus(self.across), _otaus(self.along)], axis=2)[:, _BESIDE:-_BESIDE]
        apart = [float(_correlation(otaus[:, step:], otaus[:, :-step]).mean()) for step in (1, 2, 3)]
        return max(apart[1] - (apart[0] + apart[2]) / 2, apart[2] - (apart[0] + apart[1]) / 2) > _FEWER


def _is_open(ends: Picture) -> bool:
    """Whether edges that run along the row (_TALL, _PX) end what lies beside the otaus, not these themselves."""
    clearest = ends.max(axis=0)
    third = _PX // 3
    beside = np.append(clearest[:_DIVIDER_PX], clearest[-_DIVIDER_PX:])
    return bool(clearest[third:-third].mean() - beside.mean() < _OPEN_ENDED)


def _common(edges: Picture) -> Picture:
    """(_TALL, _PX) the median of both rows' otaus."""
    inside = _otaus(edges)[:, _BESIDE:-_BESIDE].reshape(OTAU_TOTAL, _TALL, _PX)
    return np.asarray(np.median(inside, axis=0), np.float32)


def _otaus(edges: Picture) -> Picture:
    """(2, otaus, _TALL, _PX) a row's edges otau by otau."""
    return edges.reshape(2, _TALL, -1, _PX).swapaxes(1, 2)


def _correlation(pictures: Picture, others: Picture) -> Picture:
    """-1 to 1 of each of the pictures (..., _TALL, _PX), with the other one or its own."""
    pictures = pictures - pictures.mean(axis=(-1, -2), keepdims=True)
    typical = others - others.mean(axis=(-1, -2), keepdims=True)
    power = (pictures**2).sum(axis=(-1, -2)) * (typical**2).sum(axis=(-1, -2))
    return np.asarray((pictures * typical).sum(axis=(-1, -2)) / np.sqrt(power + 1e-6), np.float32)


def _middle_px(laid: _Laid) -> int:
    """How far the rows must be moved for the otaus to lie left and right alike, and for none to lie beside them."""

    def worth(by_px: int) -> float:
        moved = laid.moved(by_px)
        median = _common(moved.along)
        alike = _correlation(_otaus(moved.along), median)
        beside = alike[:, [_BESIDE - 1, -_BESIDE]].mean()
        return float(median.std()) * (moved.evenness() + 0.5) + 0.1 * float(np.median(alike) - beside)

    return max(range(-_OFF_MIDDLE_PX, _OFF_MIDDLE_PX + 1), key=worth)


def _agreed(laid: _Laid, high: float) -> tuple[Matrix, Matrix]:
    """(3, 3) the change of the board's frame that makes the otaus look alike, and (18, 2) their middles."""
    reach_x, reach_y = _MOVED_PX
    typical = [part - part.mean() for part in laid.typical()]
    places, moved = [], []
    for half, (origin, sign) in enumerate((((0, 0), 1), ((1 + OTAU_PER_SIDE, 0), -1))):
        padded = [np.pad(edges[half], ((reach_y, reach_y), (0, 0)), mode="edge") for edges in (laid.along, laid.across)]
        for otau in range(OTAU_PER_SIDE):
            first = (otau + _BESIDE) * _PX - reach_x
            fits = sum(
                cv2.matchTemplate(np.ascontiguousarray(edges[:, first : first + _PX + 2 * reach_x]), part, cv2.TM_CCORR)
                for edges, part in zip(padded, typical, strict=True)
            )
            x_px, y_px = _highest(np.asarray(fits, np.float64))
            off = np.array([(x_px - reach_x) / _PX, (y_px - reach_y) / _TALL * 2 * _MARGIN * high])
            place = np.array([otau + 1, -1])
            places.append(origin + sign * place)
            moved.append(origin + sign * (place + off))
    at, seen = np.array(places, np.float64), np.array(moved, np.float64)
    found, agree = cv2.findHomography(at, seen, cv2.RANSAC, _OFF)
    if found is None:
        return np.eye(3), at
    H = np.asarray(found, np.float64)
    return H, np.where(np.asarray(agree).reshape(-1, 1) > 0, seen, to_image(H, at))


def _highest(fits: Matrix) -> tuple[float, float]:
    """(x, y) px of the maximum, to fractions of a px where it does not lie at the edge."""
    y, x = np.unravel_index(int(fits.argmax()), fits.shape)
    return x + _crest(fits[y], int(x)), y + _crest(fits[:, x], int(y))


def _crest(values: Matrix, top: int) -> float:
    if not 0 < top < len(values) - 1:
        return 0.0
    before, on, after = values[top - 1 : top + 2]
    return float((before - after) / (2 * (before - 2 * on + after))) if before + after < 2 * on else 0.0


def _shift(x: float) -> Matrix:
    return np.array([[1, 0, x], [0, 1, 0], [0, 0, 1]], np.float64)
