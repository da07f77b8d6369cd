from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.view import BoardView
from tests import synthetic
from vision.overlay import draw_reading
from vision.reading import OtauReading

BOX = synthetic.drawing("box", ball_mm=11)
RING_BGR = (80, 220, 60)


@pytest.fixture(scope="module")
def view() -> BoardView:
    return synthetic.calibrated(BOX).view()


def saying(number: int, centres_px: np.ndarray) -> OtauReading:
    """A sure reading, whose balls are the likelier the earlier they come."""
    log_lik = np.full(61, -9.0)
    log_lik[number] = 0
    p_ball = np.linspace(0.9, 0.4, len(centres_px)).astype(np.float32)
    return OtauReading(log_lik, centres_px.astype(np.float32), p_ball)


def is_ringed(picture: np.ndarray, centre_px: np.ndarray, view: BoardView) -> bool:
    x, y = np.rint(centre_px).astype(int)
    return bool(np.any(np.all(picture[y, x : x + round(view.ball_px / 2)] == RING_BGR, axis=-1)))


def test_exactly_the_balls_that_make_up_the_count_are_ringed(view: BoardView) -> None:
    image, centres_px = synthetic.picture(BOX), synthetic.centres_px(BOX)
    for number, ringed in ((8, 8), (9, 9), (12, 9), (0, 0)):
        drawn = draw_reading(image, view, tuple(saying(number, xy) for xy in centres_px))
        assert [is_ringed(drawn, one, view) for one in centres_px[4]] == [True] * ringed + [False] * (9 - ringed)


def test_the_picture_that_was_read_is_not_drawn_on(view: BoardView) -> None:
    image = synthetic.picture(BOX)
    kept = image.copy()
    drawn = draw_reading(image, view, tuple(saying(9, xy) for xy in synthetic.centres_px(replace(BOX))))
    np.testing.assert_array_equal(image, kept)
    assert np.any(drawn != kept)
