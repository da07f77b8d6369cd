"""How far a folding box is from flat: the dividers of a half that rises towards its rim fan out.

Lines that run from the hinge to the rim are parallel on a flat board, and so they are upright in the pictures of its
halves, at whatever height they lie. On a box that stands half open the rim is nearer to the camera than the hinge.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.halves import HalfPictures, cut_halves, half_size_px
from calibration.lens import FOCAL_WIDTHS
from calibration.log_colour import log_colour
from calibration.model import Calibration, Row
from togyz.board import OTAU_PER_SIDE

FLAT_MAX_DEG: Final = 8.0
"""Boxes lie flat within 3 degrees a half. Rendered and simulated boards that lie so show up to 5, six of eight that
fold by 14 degrees 9 and more."""
_WIDTH_PX: Final = 600
_CLEAR: Final = 0.15
"""A step of so much in log colour is an edge; a stronger one is not more of an edge."""
_SOFT_PX: Final = 1.0
_BLUR_PX: Final = 2.5
"""Edges as narrow as a px would be strongest where nothing is moved, as the picture is not sampled between its px."""
_TREND_PX: Final = 31
"""What changes more slowly than over this, about half an otau, is no divider."""
_BESIDE: Final = 0.15
"""How far, in otaus, beyond the borders of a row its edges are looked at."""
_FANS: Final = np.arange(-0.03, 0.2, 0.005)
"""By what share of its length a half may be longer at its rim than at the hinge."""
_SLANTS: Final = np.linspace(-0.02, 0.02, 5)
_TELLING: Final = 1.15
"""How much stronger than usual the edges along a row must be at one fan: where otaus are round they are not."""


def fold_deg(image_bgr: NDArray[np.uint8], calibration: Calibration) -> float:
    """The angle at the hinge, 0 for a flat board; below 0 where it rises at the hinge, or a lens makes it look so.

    It is one for a field of view of about 58 degrees where the lens is not known.

    Args:
        image_bgr: (H, W, 3) from which the calibration was made.
        calibration: of the board as if it were flat.
    """
    if calibration.layout.kazan == "ends":  # nothing folds there
        return 0.0
    H = np.array(calibration.H_image_half)
    halves = cut_halves(image_bgr, H, _WIDTH_PX, lens=calibration.lens)
    powers = np.stack([_powers(halves, half, row) for half, row in enumerate(calibration.rows)])
    best = powers.max(axis=1)
    if float(np.mean(best / np.median(powers, axis=1))) < _TELLING:
        return 0.0
    focal_px = FOCAL_WIDTHS * image_bgr.shape[1] if calibration.lens is None else calibration.lens.K[0, 0]
    depth_px = np.mean([half_size_px(one)[1] for one in H])
    rise = float(_FANS[powers.argmax(axis=1)].mean() * focal_px / depth_px)
    return float(2 * np.degrees(np.arcsin(np.clip(rise, -1, 1))))


def _powers(halves: HalfPictures, half: int, row: Row) -> NDArray[np.float64]:
    """How clearly the edges of a half gather in lines from the hinge to the rim, for each of ``_FANS``."""
    step = _steps(halves.image_bgr[half][: halves.heights[half]])
    first, last = row.lattice.u(np.array([0.5 - _BESIDE, OTAU_PER_SIDE + 0.5 + _BESIDE]), np.full(2, row.lattice.v_mid))
    u = np.arange(first, last, 1 / halves.width)
    rows = np.arange(round(row.v_inner * len(step)), len(step))
    v = (rows[:, None] + 0.5) / len(step) - (1 + row.v_inner) / 2
    y = np.broadcast_to(rows[:, None], (len(rows), len(u))).astype(np.float32)

    def power(fan: float, slant: float) -> float:
        x = ((u + ((u - 0.5) * fan + slant) * v) * halves.width - 0.5).astype(np.float32)
        return float(np.square(cv2.remap(step, x, y, cv2.INTER_LINEAR).mean(axis=0)).sum())

    return np.array([max(power(fan, slant) for slant in _SLANTS) for fan in _FANS])


def _steps(image_bgr: NDArray[np.uint8]) -> NDArray[np.float32]:
    """(h, w) how much the colour changes along the rows, against what is usual around."""
    log_bgr = cv2.GaussianBlur(log_colour(image_bgr), (0, 0), _SOFT_PX)
    step = np.zeros(log_bgr.shape[:2], np.float32)
    step[:, 1:-1] = np.minimum(np.linalg.norm(log_bgr[:, 2:] - log_bgr[:, :-2], axis=2), _CLEAR)
    step = np.asarray(cv2.GaussianBlur(step, (0, 0), _BLUR_PX), np.float32)
    return np.asarray(step - cv2.blur(step, (_TREND_PX, 1)), np.float32)
