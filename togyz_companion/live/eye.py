"""What the camera shows, with what is known of it drawn over it: for the operator's page."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.view import BoardView
from vision.overlay import draw_reading
from vision.reading import OtauReading

WIDTH_PX: Final = 960
"""A larger picture is sent smaller."""
_QUALITY: Final = 80
_COLUMNS, _ROWS = 72, 40
"""Of a board as it is compared: a kumalak is about as large as a cell."""
_CHANGED: Final = 14.0
"""Grey levels by which a cell differs where something has moved: 4 at most on the shipped film at rest, 90 and more
under a hand and where one kumalak went."""


@dataclass(frozen=True, slots=True, eq=False)
class Counted:
    """What was counted, and in which picture.

    Attributes:
        image_bgr: (H, W, 3).
        readings: of the 18 otaus.
    """

    image_bgr: NDArray[np.uint8]
    readings: tuple[OtauReading, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """A picture and what is known of it.

    Attributes:
        image_bgr: (H, W, 3).
        view: where the board lies in it; None while that is not known.
        counted: what was counted last; None while nothing was.
    """

    image_bgr: NDArray[np.uint8]
    view: BoardView | None = None
    counted: Counted | None = None

    @property
    def readings(self) -> tuple[OtauReading, ...]:
        """What was counted, as long as the board still looks as it did then: else rings would lie beside kumalak."""
        if self.view is None or self.counted is None:
            return ()
        earlier, now = (_board_in(one, self.view) for one in (self.counted.image_bgr, self.image_bgr))
        brighter = np.median(now - earlier)  # a camera that adjusts itself changes nothing on the board
        return self.counted.readings if np.abs(now - earlier - brighter).max() < _CHANGED else ()


class Eye:
    """Keeps the newest sight. One thread shows it, any other may look."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._sight: Sight | None = None

    def show(self, sight: Sight) -> None:
        """Replaces what was seen."""
        with self._lock:
            self._sight = sight

    def jpeg(self) -> bytes | None:
        """The newest picture as it is sent; None before there is one."""
        with self._lock:
            sight = self._sight
        return None if sight is None else _jpeg(sight)


def _board_in(image_bgr: NDArray[np.uint8], view: BoardView) -> NDArray[np.float64]:
    """(_ROWS, _COLUMNS) grey levels of the board and its rim, coarsely."""
    height, width = image_bgr.shape[:2]
    corners = np.clip(view.outline_px, 0, (width - 1, height - 1)).astype(int)
    (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
    board = image_bgr[top : bottom + 1, left : right + 1]
    coarse = cv2.resize(board, (_COLUMNS, _ROWS), interpolation=cv2.INTER_AREA)
    return cv2.cvtColor(coarse, cv2.COLOR_BGR2GRAY).astype(np.float64)


def _jpeg(sight: Sight) -> bytes:
    picture = sight.image_bgr if sight.view is None else draw_reading(sight.image_bgr, sight.view, sight.readings)
    height, width = picture.shape[:2]
    if width > WIDTH_PX:
        small = (WIDTH_PX, round(height * WIDTH_PX / width))
        picture = np.asarray(cv2.resize(picture, small, interpolation=cv2.INTER_AREA), np.uint8)
    _, coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    return coded.tobytes()
