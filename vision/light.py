"""Intensities in units that light moves evenly."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

LOG_UNITS: Final = 90.0
LOG_OFFSET: Final = 32.0
"""Intensity v becomes 90 ln(1 + v / 32), 0..255 becomes 0..198. A change of light adds nearly the same everywhere (one
unit is 1.1 %), and the offset keeps the noise of dark px as small as that of bright ones."""
WHITE: Final = 245.0
"""Brighter than this, an intensity tells only that: sensors end at 255, and noise and compression reach below it."""
BLACK: Final = 8.0
"""Darker than this, it tells nothing of the light."""

_TABLE: Final = (LOG_UNITS * np.log1p(np.arange(256) / LOG_OFFSET)).astype(np.float32)
_LUMA_CHROMA: Final = np.array([[1 / 3, 1 / 3, 1 / 3], [1, -1, 0], [0, -1, 1]], np.float32)
_CHANNELS: Final = np.linalg.inv(_LUMA_CHROMA.astype(np.float64)).astype(np.float32)
_GREY: Final = np.tile(np.array([0.114, 0.587, 0.299], np.float32), (3, 1))
"""What a camera makes of blue, green and red that shows no colours (ITU-R BT.601)."""
_FOLLOWS_MIN: Final = 0.05
"""Near black, where no channel follows the light, colour is noise."""
_TELLING_MIN: Final = 0.5
"""Of a channel of which a smaller share of the px is neither black nor burnt out, what is left tells the light wrongly:
the darkest px, and edges."""
COLOURS_MIN: Final = 2.0
"""Both colours of a board in grey pictures spread by 0.9 units at most, compressed; by 5.8 at least in d1 to d4, b1 to
b4, sd1 and sd2. Less, and a picture is one in shades of grey."""
_SAME_LIGHT: Final = 0.1
"""By so much exposure wanders while nobody switches a lamp; what is left of that is taken off elsewhere."""


def log_luma_chroma(image_bgr: NDArray[np.uint8]) -> NDArray[np.float32]:
    """(H, W, 3): luma, blue against green and red against green, logarithmic. Shadows nearly spare the last two."""
    return np.asarray(cv2.transform(cv2.LUT(image_bgr, _TABLE), _LUMA_CHROMA), np.float32)


def shade_of(luma_chroma: NDArray[np.float32]) -> NDArray[np.float32]:
    """How much luma and both colours change where the light changes by one unit, to first order.

    The offset of the logarithm makes a dark channel follow the light less than a bright one does, so that a shadow
    darkens black kumalak less than a bright floor, and does tint what has a strong colour.

    Args:
        luma_chroma: (H, W, 3) from ``log_luma_chroma``.

    Returns:
        (H, W, 3), luma from 0.05 to 1.
    """
    channels = cv2.transform(luma_chroma, _CHANNELS)
    shade = cv2.transform(1 - cv2.exp(channels * np.float32(-1 / LOG_UNITS)), _LUMA_CHROMA)
    np.maximum(shade[..., 0], np.float32(_FOLLOWS_MIN), out=shade[..., 0])
    return np.asarray(shade, np.float32)


def tint_of_shade(luma_chroma: NDArray[np.float32]) -> NDArray[np.float32]:
    """(H, W, 2) how much both colours change with each unit of luma where the light changes; greys keep theirs."""
    shade = shade_of(luma_chroma)
    return np.asarray(shade[..., 1:] / shade[..., :1], np.float32)


def colours_of(luma_chroma: NDArray[np.floating]) -> float:
    """How much the stronger of both colours spreads over px (..., 3) as ``log_luma_chroma`` has them, in its units."""
    _, spread = cv2.meanStdDev(np.ascontiguousarray(luma_chroma.reshape(-1, 1, 3)))
    return float(spread[1:].max())


def without_colours(luma_chroma: NDArray[np.float32]) -> NDArray[np.float32]:
    """The same view (h, w, 3) as a camera shows it that shows shades of grey."""
    return _logarithmic(np.asarray(cv2.transform(_intensities(luma_chroma), _GREY), np.float32))


def gain_between(before: NDArray[np.floating], after: NDArray[np.floating]) -> NDArray[np.float32] | None:
    """By how much the light of each channel grew.

    Args:
        before: (N, 3) intensities, 0..255, of px that mostly show the same later.
        after: (N, 3) theirs then.

    Returns:
        (3,); None where all are black or burnt out.
    """
    tells = (np.maximum(before, after) < WHITE) & (np.minimum(before, after) > BLACK)
    found = [
        float(np.median(one[use] / other[use])) if use.sum() >= max(1, _TELLING_MIN * len(use)) else 0.0
        for one, other, use in zip(after.T, before.T, tells.T, strict=True)
    ]
    if not any(found):
        return None
    others = float(np.mean([one for one in found if one]))  # a channel that is burnt out follows the others
    return np.array([one or others for one in found], np.float32)


def tones_before(gain: NDArray[np.floating]) -> NDArray[np.float64]:
    """What every intensity was before the light grew by ``gain`` (3,), white staying white.

    What was dark was ``gain`` times darker. What is burnt out may have been anything from 255 / ``gain`` on: the
    brighter, the less is taken off, by the one hyperbola that spares white and is that steep at black.

    Returns:
        (256, 3), 0..255.
    """
    now = np.arange(256.0)[:, None]
    return np.asarray(np.minimum(now / (gain - np.maximum(gain - 1, 0) * now / 255), 255), np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class Relighting:
    """How a view looks in the light of another one, and how much of both can be compared: white is white in any light.

    Attributes:
        gain: (3,) of blue, green and red.
    """

    gain: NDArray[np.float32]

    @classmethod
    def between(cls, before: NDArray[np.floating], after: NDArray[np.floating]) -> Relighting | None:
        """Measure it on px (N, 3) that mostly show the same in both, as ``log_luma_chroma`` has them.

        Returns:
            None where the light is nearly the same.
        """
        gain = gain_between(*(_intensities(one[None].astype(np.float32))[0] for one in (before, after)))
        if gain is None or np.all(np.abs(gain - 1) < _SAME_LIGHT):
            return None
        return cls(gain)

    def before(self, view: NDArray[np.float32]) -> NDArray[np.float32]:
        """The earlier view (h, w, 3) in the later one's light."""
        return _logarithmic(np.minimum(_intensities(view) * self.gain, self._white))

    def after(self, view: NDArray[np.float32]) -> NDArray[np.float32]:
        """The later view (h, w, 3), where it is no brighter than what the earlier one could tell."""
        return _logarithmic(np.minimum(_intensities(view), self._white))

    @property
    def _white(self) -> NDArray[np.float32]:
        return np.float32(WHITE) * np.minimum(self.gain, 1)


def _intensities(luma_chroma: NDArray[np.float32]) -> NDArray[np.float32]:
    """(H, W, 3) blue, green and red, 0..255."""
    channels = cv2.transform(luma_chroma, _CHANNELS)
    return np.asarray(np.float32(LOG_OFFSET) * np.expm1(channels / np.float32(LOG_UNITS)), np.float32)


def _logarithmic(intensities: NDArray[np.float32]) -> NDArray[np.float32]:
    """The inverse of ``_intensities``."""
    logs = np.float32(LOG_UNITS) * np.log1p(intensities / np.float32(LOG_OFFSET))
    return np.asarray(cv2.transform(logs, _LUMA_CHROMA), np.float32)
