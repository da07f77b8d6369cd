"""Drawing what was read over the picture it was read from, so that a person sees why it says eleven."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.halves import to_image
from calibration.view import BoardView
from togyz.board import OTAU_TOTAL
from vision.reading import OtauReading

_SURE_BGR: Final = (80, 220, 60)
_DOUBTFUL_BGR: Final = (60, 60, 235)
_BOX_BGR: Final = (255, 255, 255)
_KAZAN_BGR: Final = (200, 200, 80)
_CERTAIN: Final = 0.9
_TEXT: Final = cv2.FONT_HERSHEY_SIMPLEX


def draw_reading(
    image_bgr: NDArray[np.uint8],
    view: BoardView,
    otau: tuple[OtauReading, ...],
    visible: NDArray[np.bool_] | None = None,
) -> NDArray[np.uint8]:
    """The picture with every box outlined, every ball that was counted ringed, and the counts beside the rim.

    A count is green where its probability is at least 0.9, red where it is in doubt. Where it is higher than the number
    of rings, the counter holds that balls are hidden.

    Args:
        image_bgr: (H, W, 3); it is not changed.
        view: the board in it.
        otau: 18 readings by ``otau_ix``.
        visible: (18,) those of which something is drawn; None for all.
    """
    picture = image_bgr.copy()
    line = max(1, round(view.ball_px / 14))
    for ix, outline in enumerate(view.boxes_px):
        colour = _KAZAN_BGR if ix >= OTAU_TOTAL else _BOX_BGR
        cv2.polylines(picture, [np.rint(outline).astype(np.int32)], isClosed=True, color=colour, thickness=line)
    for ix, reading in enumerate(otau):
        if visible is not None and not visible[ix]:
            continue
        for x, y in reading.counted_xy.tolist():
            cv2.circle(picture, (round(x), round(y)), round(0.35 * view.ball_px), _SURE_BGR, line, cv2.LINE_AA)
        _write_count(picture, view, ix, reading)
    return picture


def _write_count(picture: NDArray[np.uint8], view: BoardView, ix: int, reading: OtauReading) -> None:
    p = reading.p
    text, colour = str(int(p.argmax())), _SURE_BGR if p.max() >= _CERTAIN else _DOUBTFUL_BGR
    rim = to_image(view.H_image_box[ix], [[0.0, 0.5]], view.lens)[0]
    scale = view.ball_px / 24
    (width, height), _ = cv2.getTextSize(text, _TEXT, scale, 2)
    at = (round(float(rim[0]) - width / 2), round(float(rim[1]) + height / 2))
    cv2.putText(picture, text, at, _TEXT, scale, (0, 0, 0), max(3, round(4 * scale)), cv2.LINE_AA)
    cv2.putText(picture, text, at, _TEXT, scale, colour, max(1, round(2 * scale)), cv2.LINE_AA)
