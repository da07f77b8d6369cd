from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.log_colour import log_colour
from vision.ball_colour import BallColour, colours_at
from vision.venue import BALL_PX

BLACK, WHITE, BROWN = (30, 30, 32), (230, 235, 235), (60, 90, 130)
FLOOR = (180, 150, 120)
AT = np.array([[12.0, 12], [30, 14], [21, 30]])


def picture(*colours: tuple[int, int, int]) -> np.ndarray:
    """Balls of these colours at the places of ``AT``, logarithmic."""
    image = np.full((44, 44, 3), FLOOR, np.uint8)
    for (x, y), colour in zip(AT.astype(int), colours, strict=True):
        cv2.circle(image, (int(x), int(y)), round(BALL_PX / 2), colour, -1)
    return log_colour(image)


def known(*colours: tuple[int, int, int]) -> BallColour:
    return BallColour.of(np.repeat(log_colour(np.array(colours, np.uint8)), 20, axis=0).astype(np.float64))


def test_the_colour_of_a_ball_is_that_of_its_middle() -> None:
    seen = colours_at(picture(BLACK, WHITE, BROWN), AT)
    np.testing.assert_allclose(seen, log_colour(np.array([BLACK, WHITE, BROWN], np.uint8)), atol=1e-5)
    beside = colours_at(picture(BLACK, WHITE, BROWN), AT + np.array([BALL_PX, 0]))
    assert np.abs(beside - seen).max(axis=1).min() > 0.2


def test_a_white_marker_is_none_of_the_black_kumalak() -> None:
    assert known(BLACK).fits(colours_at(picture(BLACK, WHITE, BLACK), AT)).tolist() == [True, False, True]
    assert known(WHITE).fits(colours_at(picture(BLACK, WHITE, BLACK), AT)).tolist() == [False, True, False]


@pytest.mark.parametrize("light", [0.6, 1.6])
def test_shade_and_lamps_leave_a_kumalak_one(light: float) -> None:
    """A factor on the light is a shift of the logarithm; far more of it is another colour."""
    lit = colours_at(picture(BLACK, BLACK, BLACK), AT) + np.log(light)
    assert known(BLACK).fits(lit).all()
    assert not known(BLACK).fits(lit + 2).any()


def test_one_set_may_have_several_colours() -> None:
    mixed = known(BLACK, WHITE, BROWN)
    assert mixed.fits(colours_at(picture(BLACK, WHITE, BROWN), AT)).all()


def test_places_at_the_edge_and_no_places_have_colours_too() -> None:
    assert colours_at(picture(BLACK, WHITE, BROWN), np.zeros((0, 2))).shape == (0, 3)
    assert np.isfinite(colours_at(picture(BLACK, WHITE, BROWN), np.array([[-3.0, 60.0]]))).all()
