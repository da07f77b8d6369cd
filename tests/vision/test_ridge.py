from __future__ import annotations

import numpy as np

from vision.ridge import Equations, ridge


def test_what_made_the_data_is_found_and_pulled_to_nothing_by_strength() -> None:
    rng = np.random.default_rng(0)
    x, truth = rng.normal(size=(400, 3)).astype(np.float32), np.array([2.0, -1.0, 0.5], np.float32)
    even = np.ones(400, np.float32)
    np.testing.assert_allclose(ridge([Equations(x, x @ truth, even)], 1e-6), truth, atol=1e-3)
    assert np.abs(ridge([Equations(x, x @ truth, even)], 1.0)).max() < 1.2
    spoiled = np.where(np.arange(400) < 40, 50.0, x @ truth).astype(np.float32)
    heeded = np.where(np.arange(400) < 40, 0.0, 1.0).astype(np.float32)
    np.testing.assert_allclose(ridge([Equations(x, spoiled, heeded)], 1e-6), truth, atol=1e-3)
    assert np.abs(ridge([Equations(x, spoiled, even)], 1e-6) - truth).max() > 0.1


def test_rows_come_in_any_number_of_parts() -> None:
    rng = np.random.default_rng(1)
    x, y, weight = (rng.random(shape).astype(np.float32) for shape in ((90, 4), 90, 90))
    whole = ridge([Equations(x, y, weight)], 0.1)
    parts = [Equations(x[some], y[some], weight[some]) for some in (slice(0, 20), slice(20, 90))]
    np.testing.assert_allclose(ridge(parts, 0.1), whole, atol=1e-4)
    assert np.abs(ridge(parts[:1], 0.1) - whole).max() > 1e-3
