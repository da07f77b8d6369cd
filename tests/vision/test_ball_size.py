"""The size of kumalak in a position that nobody told."""

from __future__ import annotations

from dataclasses import replace

import pytest

from calibration.locate import View, calibrate_place, place_within
from calibration.model import Calibration
from tests import synthetic
from tests.synthetic import COLOURED
from vision.ball_size import with_ball_size

SLOTS = synthetic.drawing("slots", COLOURED)
LATER = (0, 12, 3, 1, 0, 20, 5, 5, 2, 1, 0, 0, 9, 14, 2, 7, 3, 0)
WITHIN = 0.3


def seen(kumalak: tuple[int, ...]) -> tuple[Calibration, Calibration]:
    """A drawn board before and after a look at its kumalak."""
    image = synthetic.picture(replace(SLOTS, kumalak=kumalak))
    view = View(image_bgr=image)
    place = place_within(view, SLOTS.corners_px)
    assert place is not None
    before = calibrate_place(view, place)
    return before, with_ball_size(before, image)


def test_kumalak_tell_their_size() -> None:
    before, after = seen(LATER)
    assert after.ball_px == pytest.approx(synthetic.ball_px(SLOTS), rel=WITHIN)
    assert before.ball_px != pytest.approx(synthetic.ball_px(SLOTS), rel=WITHIN)


def test_an_empty_board_keeps_the_usual_size() -> None:
    before, after = seen((0,) * 18)
    assert after == before
