"""Samples side by side, to look at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.simulator.dataset import Sample, Shot

_TILE_WH: Final = (88, 146)
_ZOOM: Final = 2
_COLUMNS: Final = 10
_SEEN_BGR: Final = (0, 255, 0)
_HALF_BGR: Final = (0, 255, 255)
_HIDDEN_BGR: Final = (0, 0, 255)
_OTHER_BGR: Final = (255, 0, 255)


def contact_sheet(samples: Sequence[Sample], *, truth: bool) -> NDArray[np.uint8]:
    """One picture of many samples; with ``truth`` middles of balls are marked and references stand below."""
    rows = []
    for first in range(0, len(samples), _COLUMNS):
        row = samples[first : first + _COLUMNS]
        rows.append([_tile(sample.shot, truth=truth) for sample in row])
        if truth:
            rows.append([_tile(sample.reference, truth=True) for sample in row])
    blank = np.zeros_like(rows[0][0])
    return np.vstack([np.hstack(row + [blank] * (_COLUMNS - len(row))) for row in rows])


def _tile(shot: Shot, *, truth: bool) -> NDArray[np.uint8]:
    width, height = _TILE_WH
    part = shot.image_bgr[:height, :width]
    tile = np.zeros((height, width, 3), np.uint8)
    tile[: part.shape[0], : part.shape[1]] = part
    tile = np.asarray(cv2.resize(tile, None, fx=_ZOOM, fy=_ZOOM, interpolation=cv2.INTER_CUBIC), np.uint8)
    if truth:
        for x, y, visible in shot.balls:
            colour = _SEEN_BGR if visible > 0.5 else _HALF_BGR if visible > 0.15 else _HIDDEN_BGR
            _dot(tile, x, y, colour)
        for x, y, _ in shot.others:
            _dot(tile, x, y, _OTHER_BGR)
    return tile


def _dot(tile: NDArray[np.uint8], x: float, y: float, bgr: tuple[int, int, int]) -> None:
    at = round(float(_ZOOM * x + (_ZOOM - 1) / 2)), round(float(_ZOOM * y + (_ZOOM - 1) / 2))
    cv2.circle(tile, at, 2, bgr, -1)
