"""Discs of a ball's size, in any colour: what may be a kumalak before anything is known of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.halves import HalfPictures
from vision.venue import BALL_PX


class Discs(NamedTuple):
    """Where discs stand out in one plane of colour.

    Attributes:
        is_bright: whether it is discs brighter than their surroundings, or darker ones.
        group: planes of one group show mostly the same discs: 0 colour, 1 brightness, 2 red.
        response: (2, H, W) contrast of a disc with the ring around it.
    """

    is_bright: bool
    group: int
    response: NDArray[np.float32]


def disc_responses(halves: HalfPictures) -> Iterator[Discs]:
    """Bright and dark discs in five planes of colour: a* and b*, lightness and blue, red.

    Args:
        halves: at the scale at which balls are ``BALL_PX`` wide.
    """
    lab = np.stack([cv2.cvtColor(one, cv2.COLOR_BGR2LAB) for one in halves.image_bgr])
    groups = ((lab[..., 1], lab[..., 2]), (lab[..., 0], halves.image_bgr[..., 0]), (halves.image_bgr[..., 2],))
    for group, planes in enumerate(groups):
        for plane in planes:
            bright = np.stack([cv2.filter2D(one, cv2.CV_32F, _DISC) for one in plane]).astype(np.float32, copy=False)
            yield Discs(is_bright=True, group=group, response=bright)
            yield Discs(is_bright=False, group=group, response=-bright)


def disc(ball_px: float) -> NDArray[np.float32]:
    """(n, n), n odd: the filter for discs of that diameter, 1 on the disc less 1 on the ring around it."""
    reach = round(ball_px * 0.8)
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    away = np.hypot(x, y)
    inner, rim, outer = (np.clip(radius * ball_px / 2 - away + 0.5, 0, 1) for radius in (1.0, 1.1, 1.45))
    ring = outer * (1 - rim)
    return np.asarray(inner / inner.sum() - ring / ring.sum(), np.float32)


_DISC: Final = disc(BALL_PX)
