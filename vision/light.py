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


def log_luma_chroma(image_bgr: NDArray[np.uint8]) -> NDArray[np.float32]:
    """(H, W, 3): luma, blue against green and red against green, logarithmic. Shadows leave the last two alone."""
    return np.asarray(cv2.transform(cv2.LUT(image_bgr, _TABLE), _LUMA_CHROMA), np.float32)
