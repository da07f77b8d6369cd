from __future__ import annotations

import numpy as np

from calibration.log_colour import DARK, log_colour


def test_every_value_of_pictures_of_any_shape_becomes_its_logarithm() -> None:
    values = np.random.default_rng(0).integers(0, 256, (2, 4, 5, 3)).astype(np.uint8)
    for picture in (values, values[0], values[:, ::2], values[0, 0, 0]):
        np.testing.assert_allclose(log_colour(picture), np.log(picture + DARK), rtol=1e-6)


def test_less_light_is_nearly_the_same_step_for_dark_and_bright() -> None:
    bright, half, quarter = (log_colour(np.array(values, np.uint8)) for values in ([240, 120], [120, 60], [60, 30]))
    np.testing.assert_allclose(bright - half, np.log(2), atol=0.1)
    assert np.abs(bright - quarter - np.log(2)).min() > 0.1
