from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.calibrate import START, calibrate
from tests import synthetic
from vision.counter import VenueCounter, start_picture
from vision.learned import LearnedCounter
from vision.second_opinion import SURE, TwoCounters, together

BOX = synthetic.drawing("box", ball_mm=11)
POSITION = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 18, 17, 16, 15, 14, 13, 12, 11)


@pytest.fixture(scope="module")
def counters() -> tuple[LearnedCounter, VenueCounter]:
    image = synthetic.picture(BOX)
    found, finding = calibrate(image, BOX.corners_px, lambda *_: synthetic.perfect_finding(BOX))
    view = found.view()
    start = start_picture(image, view, START, finding.centres_uv, np.array(found.H_image_half))
    return LearnedCounter(view, start), VenueCounter(view, start)


def test_only_where_the_first_is_in_doubt_the_second_is_asked(counters: tuple[LearnedCounter, VenueCounter]) -> None:
    learned, venue = counters
    image = synthetic.picture(replace(BOX, kumalak=POSITION))
    alone, other, both = (one.count(image) for one in (learned, venue, TwoCounters(learned, venue)))
    doubted = [one.p.max() < SURE for one in alone]
    assert any(doubted)
    assert not all(doubted)
    for is_doubted, first, second, said in zip(doubted, alone, other, both, strict=True):
        expected = together(first.log_lik, second.log_lik) if is_doubted else first.log_lik
        np.testing.assert_allclose(said.log_lik, expected, atol=1e-9)
        np.testing.assert_array_equal(said.centres_xy, first.centres_xy)


def test_two_that_agree_are_as_sure_as_one_and_two_that_differ_are_less_sure() -> None:
    log_p = np.log(np.full(61, 1e-3))
    log_p[9] = np.log(1 - 60e-3)
    np.testing.assert_allclose(together(log_p, log_p), log_p, atol=1e-9)
    assert np.exp(together(log_p, np.roll(log_p, 1))).max() < 0.9
    assert together(log_p, np.roll(log_p, 1)).argmax() == 9
