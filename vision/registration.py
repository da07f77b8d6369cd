"""Where the board lies in a picture, against where it lay in an earlier one: by its own dividers and rims.

What kumalak, hands and light do to a picture is no motion. So only places that no kumalak covers are compared, on luma
freed of what is smooth in it, and px that differ for other reasons weigh little. Near the truth a homography is refined
by least squares (S. Baker and I. Matthews, "Lucas-Kanade 20 years on", 2004: inverse compositional, with Cauchy
weights); far from it the board is sought by correlation at all shifts and a few turns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from togyz.board import OTAU_PER_SIDE
from vision.robust import correlation
from vision.small_board import Mask, SmallBoard, warped

LIGHT_BALLS: Final = 2.0
"""What is smoother than this is light."""
POINTS: Final = 4000
"""So many px, those with the strongest edges, are compared."""
POINTS_MIN: Final = 10
"""A box around which fewer lie says nothing."""
STEPS: Final = 15
"""Two or three do where nothing moved."""
SETTLED_PX: Final = 0.005
"""A step that moves no corner by more than this, in px of the reduced picture, is the last one."""
OUTLIER_UNITS: Final = 6.0
"""Luma that differs by this much counts half: noise differs by less, a kumalak or a hand by more."""
BUMP_UNITS: Final = 15.0
"""Edges stronger than this count no more in the correlation: one glaring rim would outweigh all dividers."""
STIFFNESS: Final = 1e-3
"""So little is any motion doubted beforehand, against what all points say of the one they say most about."""
ENERGY_MIN: Final = 0.2
"""Where a picture has less structure than this share of what it has elsewhere, no board is sought."""
REFINED: Final = 3
"""So often each of them is, every time from where it came to lie."""
THROUGH_MIN: Final = 0.7
"""Likeness of a part on which another light falls; things that lie there have edges of their own."""
CANDIDATES: Final = 4
"""So many of the places found by correlation are refined."""

Homography = NDArray[np.float64]
Luma = NDArray[np.float32]

_CORNERS: Final = np.array([[[-1.0, -0.5]], [[1.0, -0.5]], [[1.0, 0.5]], [[-1.0, 0.5]]])
_TINY: Final = 1e-3


@dataclass(frozen=True, slots=True, eq=False)
class Alignment:
    """How a picture lies against the reference.

    Attributes:
        H: (3, 3) from px of the reference to px of the picture, both reduced.
        likeness: median over the boxes of the correlation of what frames them, -1..1: half of them may be covered.
        closeness: their mean, which no box that lies beside the board leaves as it is.
        gain: what the closeness gained by the last refinement.
    """

    H: Homography
    likeness: float
    closeness: float
    gain: float


@dataclass(frozen=True, slots=True)
class Search:
    """Where a board is sought by correlation.

    Attributes:
        turns_deg: by how much it may be turned.
        scales: how much larger it may be.
        reach_otaus: by how many otaus its middle may lie from where it lay.
    """

    turns_deg: Sequence[float]
    scales: Sequence[float] = (1.0,)
    reach_otaus: float = np.inf


class Registration:
    """Compares reduced pictures with one reference."""

    def __init__(self, board: SmallBoard, reference: Luma) -> None:
        """Prepare.

        Args:
            board: as it lies in the reference.
            reference: (h, w) luma of the reduced board with nothing over it.
        """
        anchors = board.anchors
        side, _ = board.odd(LIGHT_BALLS)
        self._light_px = (side, side)
        self._inside = (anchors > 0).astype(np.float32)
        self._to_mean = 1 / np.maximum(cv2.blur(self._inside, self._light_px), np.float32(_TINY))
        self._template = self._bumps(reference) * self._inside
        self._reference = values = self._texture(reference)
        slope_x, slope_y = (
            np.asarray(cv2.Sobel(values, cv2.CV_32F, *order, scale=1 / 8), np.float32) for order in ((1, 0), (0, 1))
        )
        at = _strongest(np.hypot(slope_x, slope_y), anchors)
        height, width = reference.shape
        self._half_px = width / 2
        self._S = np.array([[self._half_px, 0, width / 2], [0, self._half_px, height / 2], [0, 0, 1.0]])
        self._S_inverse = np.linalg.inv(self._S)
        self._xy = np.column_stack(np.unravel_index(at, reference.shape)[::-1]).astype(np.float64)
        self._values = values.ravel()[at].astype(np.float64)
        self._J = self._jacobian(slope_x.ravel()[at], slope_y.ravel()[at])
        self._stiff = np.diag(np.where(np.arange(len(self._J)) < 8, STIFFNESS * np.sum(self._J**2, axis=1).max(), 0.0))
        self._parts = _parts(board, at)
        self._pitch_xy = _pitch_xy(board)

    def near(self, luma: Luma) -> Alignment:
        """How a picture that lies nearly as the reference does lies exactly.

        Args:
            luma: (h, w) of the reduced board. It may lie off by half the breadth of a divider.
        """
        picture = self._texture(luma)
        H = np.eye(3)
        for _ in range(STEPS):
            error = self._sampled(picture, H) - self._values
            weighted = self._J / (1 + (error / OUTLIER_UNITS) ** 2)
            step = np.linalg.solve(weighted @ self._J.T + self._stiff, weighted @ error)
            change = np.eye(3) + np.append(step[:8], 0.0).reshape(3, 3)
            H = H @ self._S @ np.linalg.inv(change) @ self._S_inverse
            if np.abs(cv2.perspectiveTransform(_CORNERS, change) - _CORNERS).max() * self._half_px < SETTLED_PX:
                break
        _, before = self._alike(self._sampled(picture, np.eye(3)))
        likeness, closeness = self._alike(self._sampled(picture, H))
        return Alignment(H / H[2, 2], likeness, closeness, closeness - before)

    def shining_through(self, luma: Luma, hidden: Mask) -> Mask:
        """The parts of what seems hidden that show the board's own edges: light fell there, and nothing lies there.

        Args:
            luma: (h, w) of the reduced board.
            hidden: (h, w) sentinels that look otherwise than they should.
        """
        picture = self._texture(luma)
        number, labels = cv2.connectedComponents(hidden)
        through = np.zeros_like(hidden)
        for part in (labels == one for one in range(1, number)):
            if correlation(self._reference[part], picture[part]) >= THROUGH_MIN:
                through[part] = 255
        return through

    def sought(self, luma: Luma, H: Homography, search: Search) -> Alignment:
        """Find a board that lies elsewhere.

        Args:
            luma: (H, W) of a whole picture, reduced as the board is.
            H: (3, 3) from px of the reference to px of this picture, as it was before.
            search: how far to look.

        Returns:
            The best of the places that look most like the board; its likeness tells whether that is one at all.
        """
        picture = np.asarray(cv2.pyrDown(self._bumps(luma)), np.float32)
        found = [
            self._best_place(picture, H, search, turn, scale) for turn in search.turns_deg for scale in search.scales
        ]
        found.sort(key=lambda one: -one[0])
        best = self._closest(luma, [place for _, place in found[:CANDIDATES]])
        beside = [best.H @ _shift(*(way * self._pitch_xy)) for way in (-1, 1)]  # where a row looks much the same
        return max(best, self._closest(luma, beside), key=lambda fit: fit.closeness)

    def _closest(self, luma: Luma, places: Sequence[Homography]) -> Alignment:
        return max((self.refined(luma, place) for place in places), key=lambda fit: fit.closeness)

    def _best_place(
        self, picture: Luma, H: Homography, search: Search, turn_deg: float, scale: float
    ) -> tuple[float, Homography]:
        """(correlation, H) of the reference turned and enlarged, where it fits best."""
        height, width = self._template.shape
        middle = ((width - 1) / 2, (height - 1) / 2)
        turn = cv2.getRotationMatrix2D(middle, turn_deg, scale)
        template, mask = (
            cv2.pyrDown(cv2.warpAffine(one, turn, (width, height))) for one in (self._template, self._inside)
        )
        border_y, border_x = (size // 4 for size in template.shape)
        padded = cv2.copyMakeBorder(picture, border_y, border_y, border_x, border_x, cv2.BORDER_CONSTANT)
        energy = cv2.matchTemplate(padded**2, mask, cv2.TM_CCORR)
        least = ENERGY_MIN * float(energy.max()) + _TINY
        alike = cv2.matchTemplate(padded, template, cv2.TM_CCORR) / np.sqrt(np.maximum(energy, least))
        x, y = (
            2.0 * (np.arange(size) - border)
            for size, border in zip(alike.shape[::-1], (border_x, border_y), strict=True)
        )
        before = cv2.perspectiveTransform(np.array([[middle]]), H)[0, 0] - middle
        reach_px = search.reach_otaus * np.linalg.norm(self._pitch_xy)
        alike[np.hypot(x[None, :] - before[0], y[:, None] - before[1]) > reach_px] = -1
        _, best, _, (column, row) = cv2.minMaxLoc(alike / np.sqrt((template**2).sum() + _TINY))
        # Between bowls a fit that begins 1 px beside its place goes astray, and only every other px was looked at.
        x_px, y_px = x[column] + 2 * _between(alike[row], column), y[row] + 2 * _between(alike[:, column], row)
        return best, _shift(x_px, y_px) @ np.vstack([turn, [0, 0, 1]])

    def refined(self, luma: Luma, H: Homography) -> Alignment:
        """How a whole picture, see ``sought``, lies exactly that lies nearly as ``H`` has it."""
        for _ in range(REFINED):
            near = self.near(warped(luma, H, self._template.shape[::-1]))
            H = H @ near.H
        x, y = cv2.perspectiveTransform(self._xy[:, None], H)[:, 0].T
        height, width = luma.shape
        inside = (x >= 0) & (y >= 0) & (x <= width - 1) & (y <= height - 1)
        values = self._sampled(self._texture(warped(luma, H, self._template.shape[::-1])), np.eye(3))
        return Alignment(H, *self._alike(values, inside), near.gain)

    def _bumps(self, luma: Luma) -> Luma:
        """Luma freed of its mean nearby, in a picture whose board lies nobody knows where; no edge counts too much."""
        return np.asarray(np.clip(luma - cv2.blur(luma, self._light_px), -BUMP_UNITS, BUMP_UNITS), np.float32)

    def _texture(self, luma: Luma) -> Luma:
        """Luma freed of its mean over the anchors nearby."""
        return np.asarray(luma - cv2.blur(luma * self._inside, self._light_px) * self._to_mean, np.float32)

    def _jacobian(self, slope_x: Luma, slope_y: Luma) -> NDArray[np.float64]:
        """(10, N): how values change with each parameter of a homography, with contrast and with brightness."""
        u, v = ((self._xy - self._S[:2, 2]) / self._half_px).T
        a, b = slope_x * self._half_px, slope_y * self._half_px
        outwards = a * u + b * v
        light = self._values, np.full_like(self._values, np.abs(self._values).mean())
        return np.stack([a * u, a * v, a, b * u, b * v, b, -outwards * u, -outwards * v, *light]).astype(np.float64)

    def _sampled(self, picture: Luma, H: Homography) -> NDArray[np.float64]:
        xy = cv2.perspectiveTransform(self._xy[:, None], H)[:, 0].astype(np.float32)
        sampled = cv2.remap(picture, xy[:, :1], xy[:, 1:], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(sampled, np.float64).ravel()

    def _alike(self, values: NDArray[np.float64], inside: NDArray[np.bool_] | None = None) -> tuple[float, float]:
        """Median and mean likeness of the boxes; where it is said which points lie in the picture, by these alone."""
        parts = [part if inside is None else part[inside[part]] for part in self._parts]
        alike = [correlation(self._values[part], values[part]) for part in parts if len(part) >= POINTS_MIN]
        return (float(np.median(alike)), float(np.mean(alike))) if alike else (-1.0, -1.0)


def _between(values: NDArray[np.float64], at: int) -> float:
    """How far from its highest value (n,) a parabola through it and its neighbours is highest, -0.5..0.5."""
    if not 0 < at < len(values) - 1:
        return 0.0
    before, highest, after = (float(values[ix]) for ix in (at - 1, at, at + 1))
    bend = before - 2 * highest + after
    return float(np.clip((before - after) / (2 * bend), -0.5, 0.5)) if bend < 0 else 0.0


def _strongest(strength: Luma, anchors: Mask) -> NDArray[np.int64]:
    """Flat indices of the anchors with the strongest edges, but for the picture's border."""
    inner = np.where(anchors > 0, strength, np.float32(0))
    inner[[0, -1]] = inner[:, [0, -1]] = 0
    number = min(POINTS, np.count_nonzero(inner))
    return np.sort(np.argsort(-inner, axis=None, kind="stable")[:number])


def _parts(board: SmallBoard, at: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    """For each box the points around it, as places in ``at``."""
    parts = [np.flatnonzero(np.isin(at, ring)) for ring in board.rings]
    return [part for part in parts if len(part) >= POINTS_MIN] or [np.arange(len(at))]


def _pitch_xy(board: SmallBoard) -> NDArray[np.float64]:
    """(2,) px from an otau of white's row to the next."""
    middles = [np.mean(np.unravel_index(box, board.board.shape), axis=1) for box in board.boxes[:OTAU_PER_SIDE]]
    return np.asarray(np.diff(middles, axis=0).mean(axis=0)[::-1], np.float64)


def _shift(x: float, y: float) -> Homography:
    return np.array([[1, 0, x], [0, 1, y], [0, 0, 1.0]])
