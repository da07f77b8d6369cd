"""Discs of a ball's size, in any colour: what may be a kumalak before anything is known of them."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.halves import HalfPictures
from vision.venue import BALL_PX


def disc_responses(halves: HalfPictures) -> list[NDArray[np.float32]]:
    """Contrast of a disc with the ring around it.

    Args:
        halves: at the scale at which balls are ``BALL_PX`` wide.

    Returns:
        (2, H, W) for each of five colour planes (a*, b*, lightness, blue, red) and for bright discs, then dark ones.
    """
    lab = np.stack([cv2.cvtColor(one, cv2.COLOR_BGR2LAB) for one in halves.image_bgr])
    planes = (lab[..., 1], lab[..., 2], lab[..., 0], halves.image_bgr[..., 0], halves.image_bgr[..., 2])
    bright = [np.stack([cv2.filter2D(one, cv2.CV_32F, _DISC) for one in plane]) for plane in planes]
    return [np.asarray(sign * response, np.float32) for response in bright for sign in (1, -1)]


def disc(ball_px: float) -> NDArray[np.float32]:
    """The filter for discs of that diameter: 1 on the disc less 1 on the ring around it."""
    reach = round(ball_px * 0.8)
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    away = np.hypot(x, y)
    inner, rim, outer = (np.clip(radius * ball_px / 2 - away + 0.5, 0, 1) for radius in (1.0, 1.1, 1.45))
    ring = outer * (1 - rim)
    return np.asarray(inner / inner.sum() - ring / ring.sum(), np.float32)


_DISC: Final = disc(BALL_PX)
