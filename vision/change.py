"""Which boxes changed between two views of the board at rest: px against px, without counting.

Both are brought to one light first (a lamp, exposure). Each box is aligned for itself (a camera that trembles, a slight
bump), what a smooth change of light explains of its difference is taken off (a soft shadow: dark kumalak follow it less
than a bright floor), and what is left counts in units of the noise that the pair itself shows. The likelihood ratio
comes from the strongest difference on an area smaller than a ball: one kumalak more on a heap is enough.

What changed is the picture, and a picture changes without a move, too: balls are put in order, a tuzdyk's marker is
placed or taken. That happens to about one box in a hundred between two spells. A kumalak that hides behind others is
rarer: none of 601 boxes that changed on d1, d2 and b1, filmed with life, came below -2.7. So the ratio is bounded to a
hundred to one for a change and to four hundred to one against it: it outweighs any doubt of a counter, and cannot
forbid a ply that all the other boxes speak for.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.view import BoardView
from vision.light import COLOURS_MIN, Relighting, colours_of, log_luma_chroma, shade_of, without_colours
from vision.rectify import BoxSampler
from vision.robust import contrast, median, sigma, window_px

PX_PER_BALL: Final = 9.0
MARGIN_BALLS: Final = 0.25
LOG_RATIO_RANGE: Final = (-6.0, 4.6)
"""What looks as before, or otherwise, is believed no more than that (400 and 100 to one): of 601 boxes of d1, d2 and b1
that changed under life none came below -2.7."""
CHANGED_SIGMAS: Final = 3.4
"""Strength at which a change is as likely as none; see ``SLOPE``."""
SLOPE: Final = 8.0
"""Log-likelihood ratio per natural logarithm of the strength. Both were chosen on pairs of settled states of d1, d2 and
b1, in films with life 1 and as pictures with trembling, focus, shadows, exposure, colour and noise of life 1 and 2:
99.7 % of 1803 changes are found there, 0.3 % of what did not change is called so."""
SPOT_BALLS: Final = 0.6
SMOOTH_BALLS: Final = 4.0
EDGE_SHARE: Final = 0.25
"""A px may differ by a quarter of the contrast about it, which alignment leaves over."""
NOISE_FLOOR: Final = (1.2, 2.0, 2.0)
"""Least standard deviations of luma and both colours: compression and light leave so much in the best of films."""
NOISE_QUANTILE: Final = 0.3
"""The noise is that of the box at this place among the 20, so that it is measured where nothing changed."""

ALIGN_STEPS: Final = 3
ALIGN_MAX_PX: Final = 2.5
ALIGN_MAX_RAD: Final = 0.01
ALIGN_OUTLIER_UNITS: Final = 8.0
ALIGN_DAMPING: Final = 0.3
SAMPLE_EVERY: Final = 5
"""Alignment and noise are measured on every fifth px of a box."""

_ALIGN_MAX: Final = np.array([ALIGN_MAX_PX, ALIGN_MAX_PX, ALIGN_MAX_RAD])
_SPOT_PX: Final = window_px(SPOT_BALLS, PX_PER_BALL)
_SMOOTH_PX: Final = window_px(SMOOTH_BALLS, PX_PER_BALL)

_TINY: Final = np.float32(1e-6)

Box = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class StillView:
    """The boxes of a board at rest.

    Attributes:
        boxes: 20 arrays (h, w, 3), the mean of the frames, in the units of vision/light.py.
        frames: how many frames went in.
    """

    boxes: tuple[Box, ...]
    frames: int

    def __post_init__(self) -> None:
        for box in self.boxes:
            box.setflags(write=False)


class ChangeDetector:
    """Compares views of one board. Made once for a view; the box frames make views of other calibrations comparable."""

    def __init__(self, view: BoardView) -> None:
        self._sampler = BoxSampler(view, px_per_ball=PX_PER_BALL, margin_balls=MARGIN_BALLS)
        blank = self._sampler.cut(np.zeros(view.image_wh[::-1], np.uint8))
        outlines = [self._sampler.to_crop(box, outline.astype(np.float64)) for box, outline in enumerate(view.boxes_px)]
        self._openings = [_Opening(crop, outline) for crop, outline in zip(blank, outlines, strict=True)]

    def still(self, image_bgr: NDArray[np.uint8], earlier: StillView | None = None) -> StillView:
        """A frame of the board at rest, averaged with earlier frames of the same spell."""
        boxes = [log_luma_chroma(crop) for crop in self._sampler.cut(image_bgr)]
        if earlier is None:
            return StillView(tuple(boxes), 1)
        frames = earlier.frames + 1
        return StillView(
            tuple(mean + (box - mean) / np.float32(frames) for mean, box in zip(earlier.boxes, boxes, strict=True)),
            frames,
        )

    def log_ratio(self, before: StillView, after: StillView, visible: NDArray[np.bool_]) -> NDArray[np.float64]:
        """How much likelier the pictures are if a box's content changed than if it did not.

        Args:
            before: the board at rest.
            after: the same at another time.
            visible: (20,) bool: the boxes that nothing hides in either view.

        Returns:
            (20,) log p(pixels | changed) - log p(pixels | unchanged), from -6 to 4.6; 0 for boxes not visible.
        """
        boxes = list(zip(self._openings, before.boxes, after.boxes, strict=True))
        samples = [opening.samples(*views) for opening, *views in boxes]
        if len({colours_of(np.concatenate(px)) < COLOURS_MIN for px in zip(*samples, strict=True)}) > 1:
            boxes = [(opening, without_colours(earlier), without_colours(later)) for opening, earlier, later in boxes]
            samples = [opening.samples(*views) for opening, *views in boxes]
        relit = Relighting.between(*(np.concatenate(px) for px in zip(*samples, strict=True)))
        if relit is not None:
            boxes = [(opening, relit.before(earlier), relit.after(later)) for opening, earlier, later in boxes]
        differences = [opening.difference(earlier, later) for opening, earlier, later in boxes]
        noise = np.quantile([one.noise for one in differences], NOISE_QUANTILE, axis=0)
        strength = np.array([one.strength(np.maximum(noise, NOISE_FLOOR)) for one in differences])
        ratio = SLOPE * np.log(np.maximum(strength, 1e-3) / CHANGED_SIGMAS)
        return np.where(visible, np.clip(ratio, *LOG_RATIO_RANGE), 0.0)


@dataclass(frozen=True, slots=True, eq=False)
class _Difference:
    """What differs within one opening, aligned and freed of what is smooth.

    Attributes:
        size: (h, w, 3) without sign, 0 outside the opening.
        room: (h, w, 3) what alignment may have left over of it.
        inside: (h, w) bool, the opening.
        noise: (3,) standard deviations, right as long as less than half of the box changed.
    """

    size: Box
    room: Box
    inside: NDArray[np.bool_]
    noise: NDArray[np.float64]

    def strength(self, noise: NDArray[np.float64]) -> float:
        """Mean excess over one standard deviation on the spot of SPOT_BALLS where it is greatest, in these units."""
        excess = np.maximum((self.size - self.room) / noise.astype(np.float32) - 1, 0)
        together = np.sqrt(np.einsum("yxc,yxc->yx", excess, excess))
        return float(cv2.blur(together, _SPOT_PX)[self.inside].max())


class _Opening:
    """The part of a crop that belongs to its box: beyond it lies what may change with the neighbour."""

    def __init__(self, crop: NDArray[np.uint8], outline_px: NDArray[np.float64]) -> None:
        mask = np.zeros_like(crop)
        cv2.fillPoly(mask, [np.round(outline_px).astype(np.int32)], (1,))
        self._inside = mask > 0
        self._weight = mask[..., None].astype(np.float32)
        self._to_mean = 1 / np.maximum(self._smooth(self._weight), _TINY)
        height, width = crop.shape
        self._middle_px = ((width - 1) / 2, (height - 1) / 2)
        self._row_px = width
        mask[[0, -1]] = mask[:, [0, -1]] = 0
        self._sample = np.flatnonzero(mask)[::SAMPLE_EVERY]

    def samples(self, *views: Box) -> tuple[Box, ...]:
        """(N, 3) some px of each view."""
        return tuple(view.reshape(-1, 3)[self._sample] for view in views)

    def difference(self, before: Box, after: Box) -> _Difference:
        """Align two views of the box and take their difference."""
        moved = self._warp(after, self._motion(before, after))
        size = np.abs(self._unlit(moved - before, before))
        room = np.minimum(contrast(before), contrast(moved)) * np.float32(EDGE_SHARE)
        return _Difference(size, room, self._inside, sigma(size.reshape(-1, 3)[self._sample]))

    def _unlit(self, change: Box, view: Box) -> Box:
        """What light that changes smoothly over the box leaves of a change of this view."""
        shade = shade_of(view)
        luma = np.multiply(shade[..., 0], self._weight[..., 0], dtype=np.float32)
        seen, expected = (self._smooth(np.multiply(one[..., 0], luma, dtype=np.float32)) for one in (change, shade))
        light = seen / np.maximum(expected, _TINY)
        left = np.multiply(change - light[..., None] * shade, self._weight, dtype=np.float32)
        left[..., 1:] -= self._smooth(left[..., 1:]) * self._to_mean
        return left

    def _motion(self, before: Box, after: Box) -> NDArray[np.float64]:
        """(3,) shift x and y in px and turn in rad that lay ``after`` on ``before``.

        Least squares on luma, in which px that differ for other reasons weigh little (B. Lucas and T. Kanade, "An
        iterative image registration technique", 1981, with Cauchy weights).
        """
        luma, at = before[..., 0].ravel(), self._sample
        slope_x, slope_y = ((luma[at + step] - luma[at - step]) / 2 for step in (1, self._row_px))
        x, y = at % self._row_px - self._middle_px[0], at // self._row_px - self._middle_px[1]
        slopes = np.stack([slope_x, slope_y, slope_y * x - slope_x * y])
        damping = ALIGN_DAMPING * np.diag([len(x), len(x), np.sum(x * x + y * y)])
        motion = np.zeros(3)
        for _ in range(ALIGN_STEPS):
            error = self._warp(after[..., 0], motion).ravel()[at] - luma[at]
            error -= median(error)
            weighted = slopes / (1 + (error / ALIGN_OUTLIER_UNITS) ** 2)
            motion -= np.linalg.solve(weighted @ slopes.T + damping, weighted @ error)
        return np.clip(motion, -_ALIGN_MAX, _ALIGN_MAX)

    def _warp(self, view: Box, motion: NDArray[np.float64]) -> Box:
        shift_x, shift_y, turn = motion
        x0, y0 = self._middle_px
        matrix = np.array([[1, -turn, shift_x + turn * y0], [turn, 1, shift_y - turn * x0]])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        warped = cv2.warpAffine(view, matrix, view.shape[1::-1], flags=flags, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(warped, np.float32)

    def _smooth(self, view: Box) -> Box:
        return np.asarray(cv2.blur(view, _SMOOTH_PX), np.float32).reshape(*view.shape)
