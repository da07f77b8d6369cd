"""Where in a picture a board may lie that shows the start position: nobody has pointed at it.

Discs of many sizes are looked for in several planes of colour. On a board they lie in two rows of nine groups of nine,
whatever they are: kumalak, or the lamp's reflections on them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.locate_rows import FacingStrips, Rows, facing_strips, fit_rows
from calibration.log_colour import log_colour
from vision.disc_response import disc

_LONGER_PX: Final = 960
"""The picture's longer side at which it is searched."""
_BALL_PX: Final = 6.0
_BALL_SIZES: Final = 0.005 * 1.2 ** np.arange(11)
"""Diameters tried, over the picture's longer side: the smallest kumalak on a board that fills 40 % of it to the largest
on one that fills it."""
_BALL_MIN_PX: Final = 2.5
"""Smaller ones cannot be told from noise."""
_PEAKS: Final = 180
"""A few more than there are kumalak."""
_PEAKS_MIN: Final = 80
_RIDGE: Final = 8.0
"""Trace squared over determinant of the second derivatives above which a maximum lies on an edge, not on a disc: 4 on
a disc (D. Lowe, "Distinctive image features from scale-invariant keypoints", 2004, takes 12)."""
_STEP: Final = 2
"""Of these derivatives, px."""
_PURSUED: Final = 10
"""So many of the pairs of strips are looked at closely."""
_DISC: Final = disc(_BALL_PX)
_APART: Final = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (5, 5))


def propose_rows(image_bgr: NDArray[np.uint8]) -> list[Rows]:
    """Where the rows of a board may lie, most promising first.

    Args:
        image_bgr: (H, W, 3).

    Returns:
        In px of the image; none where nothing looks like two rows.
    """
    pairs = sorted(_pairs(image_bgr), key=lambda pair: -pair[0].strength)[:_PURSUED]
    found = []
    for pair, H_image_points in pairs:
        rows = fit_rows(pair)
        found.append(replace(rows, H=H_image_points @ rows.H))
    return sorted(found, key=lambda rows: rows.misfit)


def _pairs(image_bgr: NDArray[np.uint8]) -> Iterator[tuple[FacingStrips, NDArray[np.float64]]]:
    """Pairs of strips of discs, each with the (3, 3) that leads from kumalak diameters to px of the image."""
    for response, step_px in _responses(image_bgr):
        xy = _discs(response)
        if len(xy) < _PEAKS_MIN:
            continue
        scale, shift = _BALL_PX * step_px, 0.5 * step_px - 0.5
        H_image_points = np.array([[scale, 0, shift], [0, scale, shift], [0, 0, 1]])
        for pair in facing_strips(xy / _BALL_PX, response.size / _BALL_PX**2)[:2]:
            yield pair, H_image_points


def _responses(image_bgr: NDArray[np.uint8]) -> Iterator[tuple[NDArray[np.float32], float]]:
    """How much each px looks like a disc, at every size, in five planes, for bright and dark; and the px' size."""
    longer_px = max(image_bgr.shape[:2])
    image = _scaled(image_bgr, min(1.0, _LONGER_PX / longer_px))
    for size in _BALL_SIZES[_BALL_SIZES * longer_px >= _BALL_MIN_PX]:
        step_px = size * longer_px / _BALL_PX
        blue, green, red = np.moveaxis(log_colour(_scaled(image, longer_px / max(image.shape[:2]) / step_px)), 2, 0)
        for plane in (red - green, blue - green, green, blue, red):
            response = np.asarray(cv2.filter2D(plane, cv2.CV_32F, _DISC), np.float32)
            yield response, step_px
            yield -response, step_px


def _scaled(image_bgr: NDArray[np.uint8], factor: float) -> NDArray[np.uint8]:
    how = cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(image_bgr, None, fx=factor, fy=factor, interpolation=how), np.uint8)


def _discs(response: NDArray[np.float32]) -> NDArray[np.float64]:
    """(N, 2) px of the highest maxima that do not lie on an edge."""
    peak = (response >= cv2.dilate(response, _APART)) & (response > 0)
    border = np.zeros_like(peak)
    border[_STEP:-_STEP, _STEP:-_STEP] = True
    y, x = np.nonzero(peak & border)
    highest = np.argsort(-response[y, x], kind="stable")[: 4 * _PEAKS]
    y, x = y[highest], x[highest]
    top = response[y, x]
    xx = response[y, x + _STEP] + response[y, x - _STEP] - 2 * top
    yy = response[y + _STEP, x] + response[y - _STEP, x] - 2 * top
    rising = response[y + _STEP, x + _STEP] + response[y - _STEP, x - _STEP]
    xy = (rising - response[y + _STEP, x - _STEP] - response[y - _STEP, x + _STEP]) / 4
    round_ = (xx + yy) ** 2 < _RIDGE * (xx * yy - xy**2)
    return np.column_stack([x, y])[round_][:_PEAKS].astype(np.float64)
