"""Real pictures, counted cold: crops of a carved bowl board, and the photo of a standard box. Only reported on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from togyz_companion.board_setup import BoardOptions, find_board
from tools.evaluation.counts import Count, count_frame, count_of
from tools.evaluation.truth import read_image
from vision.learned import CropReader, LearnedCounter, shipped
from vision.net_input import CROP_BALL_PX

_BEAN_PX: Final = 27.0
"""Diameter of the beans in data/bowl_crops, which may be used as known."""
_BOWL_SHARE: Final = 0.87
"""Diameter of the round opening, in widths of a crop: every crop shows one bowl, and little beside it."""
_MARGIN_PX: Final = 12
"""Added around a crop at the network's scale: it is to see a ball's width beside the opening."""


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
    path = shared / "data" / "photos" / "box_start_891x549.png"
    truth = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    image = read_image(path)
    corners_px = [(x, y) for x, y in truth["outer_corners_px_approx"]]
    calibration = find_board(image, BoardOptions(corners_px=corners_px))
    yield from count_frame(LearnedCounter(calibration.view(), None), image, [*truth["white"], *truth["black"]])
