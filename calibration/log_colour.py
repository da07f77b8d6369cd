"""Logarithms of colours, so that light is a sum: a lamp or a shutter only shifts them."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

DARK: Final = 12.0
"""Grey levels added before the logarithm: below them is noise."""
_TABLE: Final = np.log(np.arange(256) + DARK).astype(np.float32)


def log_colour(image_bgr: NDArray[np.uint8]) -> NDArray[np.float32]:
    """(...) the logarithm of every value of a picture, or of several, of any shape."""
    line = np.ascontiguousarray(image_bgr).reshape(1, -1)
    return np.asarray(cv2.LUT(line, _TABLE), np.float32).reshape(image_bgr.shape)
