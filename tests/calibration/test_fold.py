"""Boxes that stand half open, from drawn boards whose halves are raised as a camera would see it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from calibration.calibrate import calibrate
from calibration.fold import FLAT_MAX_DEG, fold_deg
from tests import synthetic


def measured_deg(deg: float) -> float:
    image, corners = synthetic.half_open_box(deg)
    of = replace(synthetic.drawing("box"), corners_px=corners)
    calibration, _ = calibrate(image, corners, lambda *_: synthetic.perfect_finding(of))
    return fold_deg(image, calibration)


@pytest.mark.parametrize("deg", [0.0, 5.0])
def test_a_box_that_lies_flat_or_nearly_is_taken(deg: float) -> None:
    assert measured_deg(deg) == pytest.approx(deg, abs=4)
    assert measured_deg(deg) < FLAT_MAX_DEG


@pytest.mark.parametrize("deg", [16.0, 30.0, 50.0])
def test_a_box_that_stands_half_open_is_not(deg: float) -> None:
    assert measured_deg(deg) > FLAT_MAX_DEG
