from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from vision.count_model import FEATURES, NO_PEAK, NO_SHIFT, NUMBERS, CountModel, PeakOdds, Shift, poisson_binomial

NEURONS = 2


def model(*, some_hidden: float = -9.0) -> CountModel:
    """Peaks are taken at their word; some kumalak are hidden at these log odds, whatever is seen."""
    return CountModel(
        score=np.array([[1.0, 0.0], [1.0, 0.0]]),
        inner=np.zeros((FEATURES, NEURONS)),
        inner_bias=np.zeros(NEURONS),
        outer=np.zeros((NEURONS, 3)),
        outer_bias=np.array([some_hidden, 1.0, 0.0]),
        log_prior=np.zeros(len(NUMBERS)),
        temperature=np.ones(3),
        floor=1e-3,
    )


def odds(*logits: list[float]) -> PeakOdds:
    most = max(map(len, logits))
    padded = np.array([one + [NO_PEAK] * (most - len(one)) for one in logits])
    return PeakOdds(padded, np.full((len(logits), 2), (4.0, 7.0)), is_warm=False)


@pytest.mark.parametrize("number", [0, 1, 9, 30, 60])
def test_sure_peaks_are_counted(number: int) -> None:
    log_lik = model().log_likelihood(odds([8.0] * number))
    assert log_lik[0].argmax() == number


def test_an_unsure_peak_leaves_two_numbers_likely_and_a_sure_one_does_not() -> None:
    p = np.exp(model().log_likelihood(odds([8.0] * 5 + [0.0], [8.0] * 6)))
    assert p[0, 5] == pytest.approx(p[0, 6], rel=0.01)
    assert p[1, 6] > 50 * p[1, 5]


def test_every_distribution_sums_to_one_and_none_vetoes() -> None:
    p = np.exp(model().log_likelihood(odds([8.0] * 5, [1.0, -3.0], [])))
    np.testing.assert_allclose(p.sum(axis=1), 1)
    assert p.min() >= model().floor / len(NUMBERS) * (1 - 1e-9)


def test_hidden_kumalak_are_added_to_those_seen_and_never_taken_away() -> None:
    p = np.exp(model(some_hidden=3.0).log_likelihood(odds([12.0] * 20)))[0]
    assert 20 < p.argmax() <= 24
    assert p[:20].sum() < 2e-3


def test_a_prior_of_the_simulation_is_taken_out_again() -> None:
    frequent = np.where(NUMBERS == 6, 3.0, 0.0)
    unsure = odds([8.0] * 5 + [0.0])
    p = np.exp(replace(model(), log_prior=frequent - np.log(np.exp(frequent).sum())).log_likelihood(unsure))[0]
    assert p[5] > 10 * p[6]


def test_a_temperature_above_one_makes_its_band_less_sure_and_no_other() -> None:
    cooler = replace(model(), temperature=np.array([1.0, 2.0, 1.0]))
    some = odds([8.0] * 5 + [1.0], [8.0] * 12 + [1.0])
    before, after = (np.exp(one.log_likelihood(some)).max(axis=1) for one in (model(), cooler))
    assert after[0] == pytest.approx(before[0])
    assert after[1] < before[1] - 0.05


def test_a_venue_s_shift_moves_every_peak() -> None:
    some = odds([8.0] * 5 + [0.0])
    before, after = model().p_balls(some), model().p_balls(some, Shift(score=2.0))
    assert after[0, 5] == pytest.approx(1 / (1 + np.exp(-2.0)))
    assert np.all(after >= before)


def test_known_numbers_move_the_shift_only_where_they_gain_by_it() -> None:
    nine = np.full(4, 9)
    assert model().venue_shift(odds(*[[8.0] * 9] * 4), nine) == NO_SHIFT
    assert model().venue_shift(odds(*[[8.0] * 7 + [-1.0] * 2] * 4), nine).score > 1
    assert model().venue_shift(odds(*[[8.0] * 9 + [1.0] * 2] * 4), nine).score < -1
    assert model(some_hidden=-3.0).venue_shift(odds(*[[8.0] * 7] * 4), nine).hidden > 1
    assert model(some_hidden=-1.0).venue_shift(odds(*[[8.0] * 9] * 18), np.full(18, 9)).hidden <= -1


def test_known_numbers_that_are_told_apart_too_shyly_lower_the_temperature_and_errors_raise_it() -> None:
    nine = np.full(18, 9)
    shy = model(some_hidden=-1.2).venue_shift(odds(*[[8.0] * 9] * 18), nine)
    assert shy.temperature < 0.9
    wrong = model().venue_shift(odds(*[[8.0] * 9] * 9, *[[8.0] * 8 + [-5.0]] * 9), nine)
    assert wrong.temperature > 1
    some = odds([8.0] * 5 + [1.0])
    before, after = (np.exp(model().log_likelihood(some, one)).max() for one in (NO_SHIFT, Shift(temperature=2.0)))
    assert after < before - 0.05


def test_trials_are_added_up_as_by_trying_all_outcomes() -> None:
    p = np.array([0.9, 0.5, 0.2, 0.7])
    tried = np.zeros(61)
    for outcome in product((0, 1), repeat=4):
        tried[sum(outcome)] += np.prod(np.where(outcome, p, 1 - p))
    np.testing.assert_allclose(poisson_binomial(p[None])[0], tried, atol=1e-12)


def test_more_than_sixty_count_as_sixty() -> None:
    assert poisson_binomial(np.ones((1, 70)))[0, 60] == 1


def test_what_has_fewer_peaks_is_padded() -> None:
    peaks = (np.zeros((2, 2)), np.array([3.0, 1.0], np.float32)), (np.zeros((0, 2)), np.zeros(0, np.float32))
    inside = np.ones((2, 12, 24), bool)
    some = PeakOdds.of(peaks, inside, is_warm=True)
    assert some.logits.tolist() == [[3.0, 1.0], [NO_PEAK, NO_PEAK]]
    assert some.size_wh.tolist() == [[2.0, 1.0]] * 2
