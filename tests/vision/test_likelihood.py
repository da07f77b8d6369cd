from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.likelihood import log_likelihood, p_balls

UNIFORM = -np.log(61)
heights_of_an_otau = st.lists(st.floats(0.125, 1.5, width=32), max_size=40).map(lambda some: np.array(some, np.float32))


def counted(heights: np.ndarray, *, doubt: int = 0) -> np.ndarray:
    return log_likelihood(p_balls(heights), doubt=doubt)


def balls(number: int, height: float = 0.9) -> np.ndarray:
    return np.full(number, height, np.float32)


@given(heights_of_an_otau, st.integers(0, 40))
def test_every_row_is_a_distribution_that_vetoes_nothing(heights: np.ndarray, doubt: int) -> None:
    row = counted(heights, doubt=doubt)
    assert row.shape == (61,)
    assert np.exp(row).sum() == pytest.approx(1)
    assert row.min() >= UNIFORM + np.log(0.01) - 1e-9


@pytest.mark.parametrize("number", range(13))
def test_clear_balls_in_one_layer_are_counted_as_they_are(number: int) -> None:
    row = counted(balls(number))
    assert row.argmax() == number
    assert row[number] > np.log(0.7)


def test_a_heap_is_less_sure_and_leans_upwards() -> None:
    layer, heap = counted(balls(8)), counted(balls(20))
    assert heap.max() < layer.max() - 1
    mean = float(np.exp(heap) @ np.arange(61))
    assert mean > 21
    assert float(np.exp(layer) @ np.arange(61)) == pytest.approx(8, abs=0.5)


def test_a_peak_of_middling_height_makes_two_numbers_likely() -> None:
    rows = [counted(np.append(balls(7), np.float32(height))) for height in np.linspace(0.125, 0.7, 47)]
    favour = np.array([row[8] - row[7] for row in rows])
    assert favour[0] < -1
    assert favour[-1] > 1
    evenly = rows[int(np.abs(favour).argmin())]
    assert min(evenly[7], evenly[8]) > max(evenly[6], evenly[9]) + 2


@given(st.integers(0, 20), st.floats(0.125, 0.875, width=32))
def test_one_more_peak_never_lowers_the_number(number: int, height: float) -> None:
    before, after = counted(balls(number)), counted(np.append(balls(number), np.float32(height)))
    numbers = np.arange(61)
    assert np.exp(after) @ numbers >= np.exp(before) @ numbers - 1e-6


def test_a_calibration_in_doubt_lets_kumalak_hide_sooner() -> None:
    sure, doubtful = counted(balls(9)), counted(balls(9), doubt=20)
    assert sure.argmax() == doubtful.argmax() == 9
    assert doubtful[10] > sure[10] + 1
    few_sure, few_doubtful = counted(balls(2)), counted(balls(2), doubt=20)
    assert few_doubtful[3] < few_sure[3] + 1
