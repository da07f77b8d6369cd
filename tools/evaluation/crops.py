"""Real pictures, counted cold: crops of a carved bowl board, and the photo of a standard box. Only reported on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from board_io.images import read_image
from togyz.board import KUMALAK_PER_OTAU
from togyz_companion.board_setup import BoardOptions, find_board
from tools.evaluation.counts import Count, count_frame, count_of
from vision.learned import CropReader, LearnedCounter, shipped
from vision.net_input import CROP_BALL_PX

_BEAN_PX: Final = 27.0
"""Diameter of the beans in data/bowl_crops, which may be used as known."""
_BOWL_SHARE: Final = 0.87
"""Diameter of the round opening, in widths of a crop: every crop shows one bowl, and little beside it."""
_MARGIN_PX: Final = 12
"""Added around a crop at the network's scale: it is to see a ball's width beside the opening."""
_PAINTED_BALLS: Final = 0.72
"""Radius of what is painted over a kumalak: it and the dark about its foot."""
_KEPT_BALLS: Final = 0.52
"""Radius within which a kumalak that stays is left as it is."""


def count_bowls(shared: Path) -> Iterator[Count]:
    """Every crop of data/bowl_crops that repeats no other."""
    folder = shared / "data" / "bowl_crops"
    reader = CropReader(shipped())
    for label in json.loads((folder / "labels.json").read_text(encoding="utf-8")):
        if not label["near_duplicate"]:
            yield count_bowl(reader, folder / label["image"], label["count"])


def count_bowl(reader: CropReader, image: Path, kumalak: int) -> Count:
    """One crop, reduced so that its beans have the size of kumalak."""
    scale = CROP_BALL_PX / _BEAN_PX
    crop = cv2.resize(read_image(image), None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    height, width = crop.shape[:2]
    inside = np.zeros((height, width), np.uint8)
    axes = (round(width * _BOWL_SHARE / 2), round(height * _BOWL_SHARE / 2))
    cv2.ellipse(inside, (width // 2, height // 2), axes, 0, 0, 360, (1,), -1)
    beside = (_MARGIN_PX, _MARGIN_PX)
    wider = np.pad(crop, (beside, beside, (0, 0)), mode="edge").astype(np.uint8, copy=False)
    (reading,) = reader.read(wider[None], np.pad(inside, _MARGIN_PX)[None] > 0)
    return count_of(reading, kumalak)


def count_photo(shared: Path) -> Iterator[Count]:
    """The 18 otaus of the photo of a standard box at the start: its geometry is fitted to it, its counts are not."""
    photo = _photo(shared)
    yield from count_frame(photo.counter, photo.image_bgr, photo.kumalak)


def count_painted(shared: Path) -> Iterator[Count]:
    """The same photo with one to nine kumalak painted out of each otau, nine times over.

    They are painted out where the counter saw them, so that an otau in which it sees another number than there is at
    the start is left out; nothing is known of kumalak that it never sees.
    """
    photo = _photo(shared)
    found = [reading.counted_xy for reading in photo.counter.count(photo.image_bgr)]
    bare = cv2.inpaint(photo.image_bgr, photo.discs(np.concatenate(found), _PAINTED_BALLS), 3, cv2.INPAINT_TELEA)
    usable = [ix for ix, centres in enumerate(found) if len(centres) == photo.kumalak[ix]]
    for turn in range(KUMALAK_PER_OTAU):
        gone = [(turn + ix) % KUMALAK_PER_OTAU + 1 for ix in range(len(found))]
        ordered = [_in_some_order(centres, ix) for ix, centres in enumerate(found)]
        taken = np.concatenate([centres[:n] for centres, n in zip(ordered, gone, strict=True)])
        left = np.concatenate([centres[n:] for centres, n in zip(ordered, gone, strict=True)])
        is_away = (photo.discs(taken, _PAINTED_BALLS) > 0) & (photo.discs(left, _KEPT_BALLS) == 0)
        readings = photo.counter.count(np.where(is_away[..., None], bare, photo.image_bgr))
        for ix in usable:
            yield count_of(readings[ix], photo.kumalak[ix] - gone[ix])


def _in_some_order(centres_xy: NDArray[np.float32], ix: int) -> NDArray[np.float32]:
    """From the left, or from one of two corners: each otau loses other ones."""
    across, along = centres_xy.T
    return centres_xy[np.argsort(across + (ix % 3 - 1) * along)]


@dataclass(frozen=True)
class _Photo:
    """The photo of a standard box at the start, and a counter that knows where its board lies, not its start."""

    image_bgr: NDArray[np.uint8]
    kumalak: tuple[int, ...]
    counter: LearnedCounter
    ball_px: float

    def discs(self, centres_xy: NDArray[np.float32], radius_balls: float) -> NDArray[np.uint8]:
        """(H, W) 255 within so many kumalak's widths of a centre, else 0."""
        mask = np.zeros(self.image_bgr.shape[:2], np.uint8)
        for x, y in centres_xy:
            cv2.circle(mask, (round(float(x)), round(float(y))), round(radius_balls * self.ball_px), (255,), -1)
        return mask


def _photo(shared: Path) -> _Photo:
    path = shared / "data" / "photos" / "box_start_891x549.png"
    truth = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    image = read_image(path)
    corners_px = [(x, y) for x, y in truth["outer_corners_px_approx"]]
    calibration = find_board(image, BoardOptions(corners_px=corners_px))
    counter = LearnedCounter(calibration.view(), None)
    return _Photo(image, (*truth["white"], *truth["black"]), counter, calibration.ball_px)
