from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.calibrate import calibrate
from calibration.model import Calibration
from calibration.start_picture import StartPicture
from tests import synthetic
from tests.synthetic import Drawing
from vision.counter import VenueCounter, start_picture

BOX = synthetic.drawing("box", ball_mm=11)
POSITION = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 8, 7, 6, 5, 4, 3, 2, 0)
MARKER = (235, 240, 240)


def learned(drawing: Drawing) -> tuple[Calibration, StartPicture]:
    """What the start position of a board teaches."""
    found = synthetic.calibrated(drawing)
    assert found.start is not None
    return found, found.start


@pytest.fixture(scope="module")
def start() -> tuple[Calibration, StartPicture]:
    return learned(BOX)


@pytest.fixture(scope="module")
def counter(start: tuple[Calibration, StartPicture]) -> VenueCounter:
    return VenueCounter(start[0].view(), start[1])


def counted(counter: VenueCounter, image: np.ndarray) -> list[int]:
    return [int(one.log_lik.argmax()) for one in counter.count(image)]


@pytest.mark.parametrize("kumalak", [synthetic.START, POSITION, POSITION[::-1]])
def test_every_number_up_to_nine_is_counted_exactly(counter: VenueCounter, kumalak: tuple[int, ...]) -> None:
    drawing = replace(BOX, kumalak=kumalak)
    readings = counter.count(synthetic.picture(drawing))
    assert [int(one.log_lik.argmax()) for one in readings] == list(kumalak)
    assert min(one.log_lik[number] for one, number in zip(readings, kumalak, strict=True)) > np.log(0.5)


def test_an_emptied_board_is_counted(counter: VenueCounter) -> None:
    assert counted(counter, synthetic.picture(replace(BOX, kumalak=(0,) * 18))) == [0] * 18


def test_twelve_to_an_otau_in_one_layer_are_counted_within_one(counter: VenueCounter) -> None:
    numbers = np.array(counted(counter, synthetic.picture(replace(BOX, kumalak=(12,) * 18))))
    assert np.abs(numbers - 12).max() <= 1


def test_each_ball_is_shown_where_it_lies(counter: VenueCounter) -> None:
    drawing = replace(BOX, kumalak=POSITION)
    for reading, truth in zip(counter.count(synthetic.picture(drawing)), synthetic.centres_px(drawing), strict=True):
        sure = reading.centres_xy[reading.p_ball > 0.4]
        assert len(sure) == len(truth)
        if len(truth):
            away = np.linalg.norm(truth[:, None] - sure, axis=2).min(axis=1)
            assert away.max() < 0.25 * synthetic.ball_px(drawing)
        assert np.all(np.diff(reading.p_ball) <= 0)


def test_a_white_marker_among_black_balls_is_not_counted(counter: VenueCounter) -> None:
    image = synthetic.picture(replace(BOX, kumalak=(0,) * 18))
    opening = synthetic.openings_px(BOX)[4]
    for colour, number in ((MARKER, 0), (BOX.look.ball, 1)):
        marked = image.copy()
        synthetic.draw_ball(marked, opening.mean(axis=0), synthetic.ball_px(BOX) / 2, colour)
        assert counted(counter, cv2.GaussianBlur(marked, (0, 0), 0.6).astype(np.uint8))[4] == number


@pytest.mark.parametrize("light", [0.6, 1.15])
def test_another_light_changes_no_number(counter: VenueCounter, light: float) -> None:
    image = synthetic.picture(replace(BOX, kumalak=POSITION))
    assert counted(counter, np.clip(image * light, 0, 255).astype(np.uint8)) == list(POSITION)


def test_the_same_start_teaches_the_same(start: tuple[Calibration, StartPicture], counter: VenueCounter) -> None:
    image = synthetic.picture(replace(BOX, kumalak=POSITION))
    again = VenueCounter(start[0].view(), start[1])
    for one, other in zip(counter.count(image), again.count(image), strict=True):
        np.testing.assert_array_equal(one.log_lik, other.log_lik)
        np.testing.assert_array_equal(one.centres_xy, other.centres_xy)


def test_what_was_learned_serves_another_view(start: tuple[Calibration, StartPicture]) -> None:
    """The same board nearer to the camera: its crops are cut anew, the start's need not be."""
    nearer = synthetic.corners_px(BOX.layout, (1200, 800))
    drawing = replace(BOX, kumalak=POSITION, corners_px=nearer, image_wh=(1200, 800))
    view = calibrate(synthetic.picture(drawing), nearer, lambda *_: synthetic.perfect_finding(drawing))[0].view()
    numbers = counted(VenueCounter(view, start[1]), synthetic.picture(drawing))
    assert np.abs(np.array(numbers) - POSITION).max() <= 1


def test_light_balls_on_a_dark_board_are_counted_as_well() -> None:
    drawing = synthetic.drawing("v_troughs", synthetic.LIGHT_ON_DARK, ball_mm=14)
    view, start = learned(drawing)
    counter = VenueCounter(view.view(), start)
    assert counted(counter, synthetic.picture(replace(drawing, kumalak=POSITION))) == list(POSITION)


def test_the_start_picture_holds_nine_centres_of_each_otau(start: tuple[Calibration, StartPicture]) -> None:
    _, picture = start
    assert [len(xy) for xy in picture.centres_xy] == [9] * 18
    assert picture.kumalak == synthetic.START


@pytest.mark.parametrize(("otaus", "is_known"), [(16, False), (18, True)])
def test_a_handful_of_kumalak_teaches_nothing(otaus: int, *, is_known: bool) -> None:
    few = np.array([1] * otaus + [0] * (18 - otaus))
    drawing = replace(BOX, kumalak=tuple(few))
    found, finding = calibrate(
        synthetic.picture(drawing), BOX.corners_px, lambda *_: synthetic.perfect_finding(drawing), kumalak=few
    )
    assert start_picture(synthetic.picture(drawing), found, few, finding.centres_uv).is_known is is_known
