"""Intensities in units that light moves evenly."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

LOG_UNITS: Final = 90.0
LOG_OFFSET: Final = 32.0
"""Intensity v becomes 90 ln(1 + v / 32), 0..255 becomes 0..198. A change of light adds nearly the same everywhere (one
unit is 1.1 %), and the offset keeps the noise of dark px as small as that of bright ones."""

_TABLE: Final = (LOG_UNITS * np.log1p(np.arange(256) / LOG_OFFSET)).astype(np.float32)
_LUMA_CHROMA: Final = np.array([[1 / 3, 1 / 3, 1 / 3], [1, -1, 0], [0, -1, 1]], np.float32)
_CHANNELS: Final = np.linalg.inv(_LUMA_CHROMA.astype(np.float64)).astype(np.float32)
_FOLLOWS_MIN: Final = 0.05
"""Near black, where no channel follows the light, colour is noise."""


def log_luma_chroma(image_bgr: NDArray[np.uint8]) -> NDArray[np.float32]:
    """(H, W, 3): luma, blue against green and red against green, logarithmic. Shadows nearly spare the last two."""
    return np.asarray(cv2.transform(cv2.LUT(image_bgr, _TABLE), _LUMA_CHROMA), np.float32)


def tint_of_shade(luma_chroma: NDArray[np.float32]) -> NDArray[np.float32]:
    """How much both colours change with each unit of luma where the light changes; greys keep theirs.

    The offset of the logarithm makes a dark channel follow the light less than a bright one does, so that a shadow
    does tint what has a strong colour.

    Args:
        luma_chroma: (H, W, 3) from ``log_luma_chroma``.

    Returns:
        (H, W, 2) change of blue against green and of red against green, to first order.
    """
    channels = cv2.transform(luma_chroma, _CHANNELS)
    follows = 1 - np.exp(channels / np.float32(-LOG_UNITS))
    blue, green, red = cv2.split(follows)
    mean = np.maximum(follows.mean(axis=-1), np.float32(_FOLLOWS_MIN))
    return np.dstack([(blue - green) / mean, (red - green) / mean])
