from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from calibration.model import Calibration
from calibration.start_picture import StartPicture
from tests import synthetic
from tools.training.examples import check_planes
from vision.heat_map import HeatNetwork, heat_of
from vision.learned import LearnedCounter, reference_of, shipped
from vision.net_input import CROP_BALL_PX, PLANES, STEP_PX, Reference, log_crops
from vision.otau_crops import OtauCrops
from vision.venue import BALL_PX

BOX = synthetic.drawing("box", ball_mm=11)
DARK_BOX = synthetic.drawing("box", synthetic.LIGHT_ON_DARK, ball_mm=11)
POSITION = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 8, 7, 6, 5, 4, 3, 2, 0)
SAID_BY_TORCH = Path(__file__).with_name("data") / "heat_net_says.json"


@pytest.fixture(scope="module")
def start() -> tuple[Calibration, StartPicture]:
    return start_of(BOX)


def start_of(box: synthetic.Drawing) -> tuple[Calibration, StartPicture]:
    found = synthetic.calibrated(box)
    assert found.start is not None
    return found, found.start


@pytest.fixture(scope="module")
def counter(start: tuple[Calibration, StartPicture]) -> LearnedCounter:
    return LearnedCounter(start[0].view(), start[1])


def counted(counter: LearnedCounter, position: tuple[int, ...]) -> np.ndarray:
    read = counter.count(synthetic.picture(replace(BOX, kumalak=position)))
    return np.array([one.p.argmax() for one in read])


def test_opencv_says_of_the_shipped_weights_what_torch_said_when_they_were_written() -> None:
    network = HeatNetwork(shipped().onnx)
    said = network.heat(check_planes())
    written = heat_of(np.array(json.loads(SAID_BY_TORCH.read_text(encoding="utf-8")), np.float32))
    np.testing.assert_allclose(said, written, atol=2e-3)
    other = network.heat(check_planes() + np.float32(0.1))
    assert np.abs(other - written).max() > 2e-3


def test_any_number_of_otaus_of_any_size_is_read() -> None:
    network = HeatNetwork(shipped().onnx)
    large = np.random.default_rng(1).normal(size=(3, PLANES, 48, 36)).astype(np.float32)
    together = network.heat(large)
    small = network.heat(check_planes())
    assert (together.shape, small.shape) == ((3, 48, 36), (1, 24, 24))
    np.testing.assert_allclose(network.heat(large[1:2])[0], together[1], atol=1e-4)
    assert np.abs(network.heat(large[2:3])[0] - together[1]).max() > 1e-2


def test_a_board_that_is_no_simulation_is_counted_after_its_start(counter: LearnedCounter) -> None:
    assert np.abs(counted(counter, POSITION) - POSITION).max() <= 1
    assert np.count_nonzero(counted(counter, POSITION) != POSITION) <= 2


def test_a_board_is_counted_without_its_start(start: tuple[Calibration, StartPicture]) -> None:
    cold = LearnedCounter(start[0].view(), None)
    assert np.abs(counted(cold, POSITION) - POSITION).max() <= 2


def test_a_board_is_counted_in_light_that_burns_its_kumalak_out(monkeypatch: pytest.MonkeyPatch) -> None:
    found, start = start_of(DARK_BOX)
    counter = LearnedCounter(found.view(), start)
    picture = synthetic.picture(replace(DARK_BOX, kumalak=POSITION))

    def wrong(gain: float) -> int:
        read = counter.count(np.clip(picture * gain, 0, 255).astype(np.uint8))
        return int(np.count_nonzero([one.p.argmax() for one in read] != np.array(POSITION)))

    assert [wrong(gain) for gain in (0.3, 2.0, 3.0)] == [0, 0, 0]
    monkeypatch.setattr(Reference, "in_its_light", lambda _, otaus_bgr, __: log_crops(otaus_bgr))
    assert wrong(3.0) > 9


def test_the_same_picture_is_read_the_same_again(counter: LearnedCounter) -> None:
    image = synthetic.picture(replace(BOX, kumalak=POSITION))
    for one, again in zip(counter.count(image), counter.count(image), strict=True):
        np.testing.assert_array_equal(one.log_lik, again.log_lik)
        np.testing.assert_array_equal(one.centres_xy, again.centres_xy)


def test_each_ball_is_shown_where_it_lies(counter: LearnedCounter) -> None:
    drawing = replace(BOX, kumalak=POSITION)
    for one, truth in zip(counter.count(synthetic.picture(drawing)), synthetic.centres_px(drawing), strict=True):
        sure = one.centres_xy[one.p_ball > 0.5]
        if len(truth) and len(sure):
            off = np.linalg.norm(sure[:, None] - truth[None], axis=2).min(axis=1)
            assert off.max() < 0.3 * synthetic.ball_px(drawing)


def test_a_start_through_another_view_serves_with_its_centres(start: tuple[Calibration, StartPicture]) -> None:
    calibration, picture = start
    view = calibration.view()
    crops, as_kept = OtauCrops(view, CROP_BALL_PX, step_px=STEP_PX), OtauCrops(view, BALL_PX)
    same = reference_of(picture, crops)
    off = []
    for ix, (spots, xy) in enumerate(zip(same.centres, picture.centres_xy, strict=True)):
        top = np.unravel_index(spots.argmax(), spots.shape)[::-1]
        known = as_kept.to_image(ix, np.array(xy))
        off.append(np.linalg.norm(known - crops.to_image(ix, np.array([top])), axis=1).min())
    assert max(off) < 0.1 * view.ball_px
