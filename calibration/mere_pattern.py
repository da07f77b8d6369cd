"""What is taken for a board and only repeats itself nine times, as forms, house fronts and shelves do.

Such a pattern goes on beyond what was taken for a board, or all of it looks the same, as nine kumalak never lie, or its
kumalak lie where two otaus meet. The first look (``_goes_on`` and ``_is_storeys`` of ``otau_pattern``) misses a tenth
column at one end of the board only, a third row at another distance than these two have, the gaps between ten columns
that lie far apart, and boards that are found by their kumalak.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.halves import from_image, to_image
from calibration.log_colour import log_colour
from calibration.model import Calibration
from togyz.board import OTAU_PER_SIDE, otau_no, otau_side

_WIDTH, _HEIGHT = 16, 32
"""Size in px of an upright otau."""
_BEYOND: Final = 2
"""So far beyond a row, in its heights, it is looked for again."""
_STEP_PX: Final = 2
_ALIKE: Final = 0.7
"""What lies beyond is the same from here on: d1, d2 and b1 in any position show up to 0.40, simulated boxes up to 0.38,
house fronts 0.92 and more."""
_THE_SAME: Final = 0.85
"""Neighbours half of which are alike so much hold no kumalak: at the start positions of d1, d2, b1 and a real box half
are alike by 0.77 and less, of house fronts by 0.90 and more."""
_BORDER: Final = 0.32
"""A kumalak farther than this from the middle of its otau, in distances of two otaus, lies near a border."""
_NEAR_BORDERS_MAX: Final = 0.3
"""Share of kumalak near borders where heaps lie on both sides of what was taken for otaus: on d1, d2 and b1 in mid-game
0.07 at most, on eight of nine simulated boards of ten columns 0.5 and more."""
_FEW: Final = 20
"""Fewer kumalak tell nothing of where they lie."""

Picture = NDArray[np.float32]


def is_mere_pattern(image_bgr: NDArray[np.uint8], board: Calibration, *, holds_kumalak: bool) -> bool:
    """Whether what was taken for a board in a picture (H, W, 3) is none.

    Args:
        image_bgr: the picture.
        board: what was found in it.
        holds_kumalak: whether it shows the start position: empty otaus may look the same.
    """
    log_bgr = log_colour(image_bgr)
    white, black = (_upright(log_bgr, board, half) for half in (0, 1))
    if holds_kumalak and min(_mostly_alike(white), _mostly_alike(black)) > _THE_SAME:
        return True
    return _has_tenth(white, black) or _has_tenth(black, white) or _has_third(white) or _has_third(black)


def are_gaps(board: Calibration, kumalak_xy: Sequence[NDArray[np.float32]]) -> bool:
    """Whether what was taken for nine otaus are the gaps between ten columns: then heaps lie where two of them meet.

    Args:
        board: what was found.
        kumalak_xy: for each of its 18 otaus (N, 2) px of the image, where kumalak are seen.
    """
    off: list[float] = []
    for ix, xy in enumerate(kumalak_xy):
        row = board.rows[otau_side(ix).ix]
        uv = from_image(np.array(board.H_image_half[otau_side(ix).ix]), xy.astype(np.float64), board.lens)
        off += (np.abs(uv[:, 0] - row.lattice.u(np.array(otau_no(ix)), uv[:, 1])) / row.lattice.pitch).tolist()
    return len(off) >= _FEW and float(np.mean(np.array(off) > _BORDER)) > _NEAR_BORDERS_MAX


def _upright(log_bgr: Picture, board: Calibration, half: int) -> Picture:
    """(96, 176, 3) a row from its inner edge outwards with an otau beside each end; NaN beyond the picture."""
    row = board.rows[half]
    number, v = np.meshgrid(
        (np.arange((OTAU_PER_SIDE + 2) * _WIDTH) + 0.5) / _WIDTH - 0.5,
        row.v_inner + (row.v_outer - row.v_inner) * (np.arange((1 + _BEYOND) * _HEIGHT) + 0.5) / _HEIGHT,
    )
    uv = np.column_stack([row.lattice.u(number.ravel(), v.ravel()), v.ravel()])
    x, y = to_image(np.array(board.H_image_half[half]), uv, board.lens).T.reshape(2, *v.shape).astype(np.float32)
    nowhere = (np.nan,) * 3
    return np.asarray(cv2.remap(log_bgr, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=nowhere))


def _mostly_alike(row: Picture) -> float:
    """As much as this half of the neighbours of a row are alike."""
    alike = [_alike(_otau(row, no), _otau(row, no + 1)) for no in range(1, OTAU_PER_SIDE)]
    return float(np.median(alike))


def _has_tenth(row: Picture, facing: Picture) -> bool:
    """Whether the columns go on beside the beginning of a row and the end of the facing one."""
    first, last = _otau(row, 1), _otau(facing, OTAU_PER_SIDE)
    return _alike(_otau(row, 0), first) > _ALIKE and _alike(_otau(facing, OTAU_PER_SIDE + 1), last) > _ALIKE


def _otau(row: Picture, no: int) -> Picture:
    otau = row[:_HEIGHT, no * _WIDTH : (no + 1) * _WIDTH]
    return np.asarray(otau - otau.mean(axis=(0, 1)), np.float32)


def _has_third(row: Picture) -> bool:
    """Whether what repeats itself along a row does so likewise beyond it, at any distance.

    Each otau is compared with its own mean: a shadow's edge goes on beyond the row as well.
    """
    otaus = row[:, _WIDTH:-_WIDTH].reshape(len(row), OTAU_PER_SIDE, _WIDTH, 3)
    along = otaus - otaus.mean(axis=2, keepdims=True)
    starts = range(_HEIGHT // 2, _BEYOND * _HEIGHT + 1, _STEP_PX)
    return any(_alike(along[:_HEIGHT], along[start : start + _HEIGHT]) > _ALIKE for start in starts)


def _alike(one: Picture, other: Picture) -> float:
    """Correlation, -1 to 1, of pictures whose mean is 0; 0 where one of them reaches beyond the picture."""
    likeness = float((one * other).sum() / np.sqrt((one * one).sum() * (other * other).sum() + 1e-9))
    return 0.0 if np.isnan(likeness) else likeness
