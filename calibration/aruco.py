"""Finding the board by four printed markers: DICT_4X4_50, ids 0 to 3, in its corners.

As white sits, the ids run clockwise from the far left: 0 far left, 1 far right, 2 near right, 3 near left. So they
tell which side is white's, too. Each marker's outer corner, the one farthest from the middle of all four, stands for
the corner of the board. A marker that sits a little inside does no harm: the rows of otaus are fitted to the kumalak,
within an outline that is a little narrower.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

MARKER_IDS: Final = (3, 2, 1, 0)
"""In the order of a board's corners: white's near left, near right, far right, far left."""

_DICTIONARY: Final = cv2.aruco.DICT_4X4_50
_CELLS: Final = 6
"""Of a marker's side, with its black border."""


def marker_bits(marker: int) -> NDArray[np.uint8]:
    """(6, 6) 1 where the marker of this number is black."""
    dictionary = cv2.aruco.getPredefinedDictionary(_DICTIONARY)
    return np.asarray(cv2.aruco.generateImageMarker(dictionary, marker, _CELLS) == 0, np.uint8)


def find_markers(image_bgr: NDArray[np.uint8]) -> NDArray[np.float64] | None:
    """The board's corners by its markers.

    Args:
        image_bgr: (H, W, 3).

    Returns:
        (4, 2) px: white's near left, near right, far right, far left, as ``half_homographies`` takes them. None unless
        each of the four markers is seen exactly once; other markers do not matter.
    """
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    dictionary = cv2.aruco.getPredefinedDictionary(_DICTIONARY)
    quads, ids, _ = cv2.aruco.ArucoDetector(dictionary, parameters).detectMarkers(image_bgr)
    if ids is None:
        return None
    seen = np.asarray(ids).reshape(-1).tolist()
    if any(seen.count(marker) != 1 for marker in MARKER_IDS):
        return None
    markers = np.array([quads[seen.index(marker)] for marker in MARKER_IDS], np.float64).reshape(4, 4, 2)
    away = np.linalg.norm(markers - markers.mean(axis=(0, 1)), axis=2)
    return np.asarray(markers[np.arange(4), away.argmax(axis=1)], np.float64)
