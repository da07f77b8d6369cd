from __future__ import annotations

from dataclasses import replace

import pytest

from calibration.errors import CalibrationError
from calibration.model import Calibration
from tests import synthetic
from vision.counter import VenueCounter, unknown_picture
from vision.counter_of import adapted, counter_of
from vision.learned import LearnedCounter, shipped

BOX = synthetic.drawing("box", ball_mm=11)


@pytest.fixture(scope="module")
def calibration() -> Calibration:
    return synthetic.calibrated(BOX)


def test_a_board_gets_the_learned_counter(calibration: Calibration) -> None:
    assert isinstance(counter_of(calibration), LearnedCounter)


def test_where_the_network_cannot_be_run_a_counter_without_weights_is_taken_and_said(
    calibration: Calibration, caplog: pytest.LogCaptureFixture
) -> None:
    broken = replace(shipped(), onnx=b"no network")
    assert isinstance(counter_of(calibration, learned=broken), VenueCounter)
    assert "cannot run the network" in caplog.text


def test_the_start_tells_how_the_venue_shows_its_balls(calibration: Calibration) -> None:
    assert calibration.start is not None
    view, image = calibration.view(), synthetic.picture(BOX)
    misled = replace(shipped(), model=replace(shipped().model, score=shipped().model.score - [0.0, 6.0]))
    assert abs(adapted(calibration.start, view, image).score_shift) <= 1
    assert adapted(calibration.start, view, image, learned=misled).score_shift > 1
    assert adapted(calibration.start, view, image, learned=replace(shipped(), onnx=b"")) == calibration.start


def test_a_board_whose_start_was_not_seen_is_counted_by_the_network_alone(calibration: Calibration) -> None:
    image = synthetic.picture(BOX)
    unknown = replace(calibration, start=unknown_picture(image, calibration.view()))
    readings = counter_of(unknown).count(image)
    assert sum(abs(int(one.p.argmax()) - 9) for one in readings) <= 4
    with pytest.raises(CalibrationError, match="only a board whose start position was seen"):
        counter_of(unknown, learned=replace(shipped(), onnx=b"no network"))
    with pytest.raises(CalibrationError, match="holds no picture"):
        counter_of(replace(calibration, start=None))
