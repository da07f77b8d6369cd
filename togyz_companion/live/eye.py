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


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """A picture and what is known of it.

    Attributes:
        image_bgr: (H, W, 3).
        view: where the board lies in it; None while that is not known.
        readings: of its 18 otaus; empty while nothing was counted.
    """

    image_bgr: NDArray[np.uint8]
    view: BoardView | None = None
    readings: tuple[OtauReading, ...] = ()


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


def _jpeg(sight: Sight) -> bytes:
    picture = sight.image_bgr if sight.view is None else draw_reading(sight.image_bgr, sight.view, sight.readings)
    height, width = picture.shape[:2]
    if width > WIDTH_PX:
        small = (WIDTH_PX, round(height * WIDTH_PX / width))
        picture = np.asarray(cv2.resize(picture, small, interpolation=cv2.INTER_AREA), np.uint8)
    _, coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    return coded.tobytes()
