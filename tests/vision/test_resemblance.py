from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests import synthetic
from vision.resemblance import RESEMBLANCE_MIN, Resemblance

BOX = synthetic.drawing("box", ball_mm=11)
POSITION = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 8, 7, 6, 5, 4, 3, 2, 0)


@pytest.fixture(scope="module")
def resemblance() -> Resemblance:
    calibration = synthetic.calibrated(BOX)
    assert calibration.start is not None
    return Resemblance(calibration.view(), calibration.start)


def test_a_board_resembles_itself_in_any_position(resemblance: Resemblance) -> None:
    assert resemblance.of(synthetic.picture(replace(BOX, kumalak=POSITION))) > RESEMBLANCE_MIN


def test_nothing_else_resembles_it(resemblance: Resemblance) -> None:
    noise = np.random.default_rng(0).integers(0, 255, (640, 960, 3), np.uint8)
    assert resemblance.of(noise) < RESEMBLANCE_MIN
    assert resemblance.of(np.full((640, 960, 3), 127, np.uint8)) < RESEMBLANCE_MIN
