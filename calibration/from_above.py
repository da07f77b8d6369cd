"""The board about as it looks from above, with what lies around it, where its rows are known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.halves import ready_to_sample, to_image
from togyz.board import OTAU_PER_SIDE

MIDDLE_X: Final = (1 + OTAU_PER_SIDE) / 2
OTAU_PX: Final = 48
"""An otau's share of the row in the picture looked at, px."""
_X: Final = (-2.2, 12.2)
Y_MAX: Final = 2.5
"""That picture in the frame of the rows: kazans at the ends make the board 12 otaus long."""
_DARK: Final = 12.0
"""Grey levels added before the logarithm: below them is noise."""
_BAR: Final = 2
"""Grey levels up to which what reaches to the picture's edge is a black bar, as in a film that was turned."""
_RIM_PX: Final = 5
"""Width of what the end of the image, or of such a bar, spoils."""


@dataclass(frozen=True, slots=True, eq=False)
class FromAbove:
    """The board about as it looks from above, and what lies around it.

    Attributes:
        log_bgr: (h, w, 3) log colours.
        seen: (h, w) where the image has any.
        x, y: (w,), (h,) of its columns and rows in the frame of the board's rows.
        y_unit: how long a step in y is, in otaus.
        H_image_picture: (3, 3).
    """

    log_bgr: NDArray[np.float32]
    seen: NDArray[np.bool_]
    x: NDArray[np.float64]
    y: NDArray[np.float64]
    y_unit: float
    H_image_picture: NDArray[np.float64]

    @classmethod
    def of(cls, image_bgr: NDArray[np.uint8], H: NDArray[np.float64], otau_px: int = OTAU_PX) -> FromAbove:
        """Cut from an image, so many px an otau."""
        middle = MIDDLE_X
        left, right, near, far = to_image(H, [[middle - 0.5, 0], [middle + 0.5, 0], [middle, -1], [middle, 1]])
        y_unit = float(np.linalg.norm(far - near) / 2 / np.linalg.norm(right - left))
        step_x, step_y = 1 / otau_px, 1 / (otau_px * y_unit)
        width, height = round((_X[1] - _X[0]) / step_x), round(2 * Y_MAX / step_y)
        x = _X[0] + step_x * (np.arange(width, dtype=np.float64) + 0.5)
        y = step_y * (np.arange(height, dtype=np.float64) + 0.5) - Y_MAX
        H_image_picture = H @ np.array([[step_x, 0, x[0]], [0, step_y, y[0]], [0, 0, 1]])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        soft = ready_to_sample(image_bgr, float(np.linalg.norm(right - left)) / otau_px)
        image = cv2.warpPerspective(
            soft, H_image_picture, (width, height), flags=flags, borderMode=cv2.BORDER_REPLICATE
        )
        seen = cv2.warpPerspective(_shown(image_bgr), H_image_picture, (width, height), flags=cv2.WARP_INVERSE_MAP)
        clear = cv2.erode(seen, np.ones((_RIM_PX, _RIM_PX), np.uint8)) > 0
        log_bgr = np.log(image.astype(np.float32) + np.float32(_DARK))
        return cls(log_bgr, np.asarray(clear, np.bool_), x, y, y_unit, H_image_picture)

    def column(self, x: float) -> float:
        """Where x lies, px."""
        return float((x - self.x[0]) / (self.x[1] - self.x[0]))

    def row(self, y: float) -> float:
        """Where y lies, px."""
        return float((y - self.y[0]) / (self.y[1] - self.y[0]))


def _shown(image_bgr: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """(H, W) 1 but for black bars at the picture's edge."""
    blue, green, red = cv2.split(image_bgr)
    black = np.asarray(cv2.max(cv2.max(blue, green), red) <= _BAR, np.uint8)
    number, labels = cv2.connectedComponents(black)
    rim = np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]])
    is_bar = np.zeros(number, np.uint8)
    is_bar[rim] = 1
    is_bar[0] = 0
    bars = is_bar[labels]
    return np.asarray(1 - cv2.dilate(bars, np.ones((5, 5), np.uint8)), np.uint8)
