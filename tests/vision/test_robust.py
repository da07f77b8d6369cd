from __future__ import annotations

import numpy as np

from vision.robust import contrast, median, sigma


def test_noise_is_told_in_spite_of_what_stands_out() -> None:
    noise = np.random.default_rng(0).normal(0, [1.0, 3.0], (4001, 2))
    noise[:1000] += 100
    plain = np.abs(noise[1000:])
    np.testing.assert_allclose(sigma(plain), [1, 3], rtol=0.05)
    assert np.all(sigma(np.abs(noise)) < 2 * np.array([1, 3]))
    assert np.all(noise.std(axis=0) > 20)


def test_the_median_is_one_of_the_values() -> None:
    assert median(np.array([4.0, 1.0, 3.0])) == 3
    assert median(np.array([4.0, 1.0, 3.0, 2.0])) == 3


def test_contrast_is_the_range_about_each_px() -> None:
    view = np.zeros((5, 6), np.float32)
    view[:, 3:] = 2
    np.testing.assert_array_equal(contrast(view)[2], [0, 0, 2, 2, 0, 0])
