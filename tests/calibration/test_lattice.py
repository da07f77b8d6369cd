from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.lattice import RowLattice, even_lattice, fit_lattice, guess_lattices, lattice_cost

TRUTH = RowLattice((0.507, 0.41, -0.006, 0.004), (0.015, -0.02), 0.64)
NINES = np.full(18, 9)
NUMBERS = np.repeat(np.arange(1, 10), 9)
MODEL_TOLERANCE = 0.003
"""In u; the prior that holds back bends and slants costs so much at the ends of the row."""
NOISE = 0.003
PITCH_TOLERANCE = 0.0025
"""A guess among steps of 0.001, from centres that fill a third of the row."""


def kumalak_on(lattice: RowLattice, noise: float = 0.0, seed: int = 0) -> NDArray[np.float64]:
    """(81, 2) nine to an otau on its middle line, at heights 0.1 above and below ``v_mid``."""
    rng = np.random.default_rng(seed)
    v = lattice.v_mid + np.tile(np.linspace(-0.15, 0.15, 9), 9)
    return np.column_stack([lattice.u(NUMBERS, v) + rng.normal(0, noise, 81), v])


def furthest(one: RowLattice, other: RowLattice) -> float:
    """How far in u two lattices lie apart, over all otaus and the heights at which they hold."""
    number, v = np.meshgrid(np.arange(1, 10), np.linspace(0.5, 0.8, 7))
    return float(np.abs(one.u(number, v) - other.u(number, v)).max())


def test_a_lattice_is_recovered_from_perfect_centres() -> None:
    found = fit_lattice(kumalak_on(TRUTH), NUMBERS)
    assert furthest(found, TRUTH) < MODEL_TOLERANCE
    assert found.pitch == pytest.approx(TRUTH.pitch, abs=MODEL_TOLERANCE / 9)
    assert found.v_mid == pytest.approx(TRUTH.v_mid)


@pytest.mark.parametrize(
    "other",
    [
        RowLattice((0.507, 0.418, -0.006, 0.004), (0.015, -0.02), 0.64),
        RowLattice((0.512, 0.41, -0.006, 0.004), (0.015, -0.02), 0.64),
        RowLattice((0.507, 0.41, -0.006, 0.004), (0.065, -0.02), 0.64),
        RowLattice((0.507, 0.41, -0.014, 0.004), (0.015, -0.02), 0.64),
        RowLattice((0.507, 0.41, -0.006, 0.012), (0.015, -0.02), 0.64),
    ],
    ids=["pitch", "middle", "slant", "bow", "cubic"],
)
def test_another_lattice_is_told_from_it(other: RowLattice) -> None:
    assert furthest(fit_lattice(kumalak_on(TRUTH), NUMBERS), other) > MODEL_TOLERANCE


def spread(noise: float) -> float:
    centres = kumalak_on(TRUTH, noise)
    found = fit_lattice(centres, NUMBERS)
    return float(np.std(centres[:, 0] - found.u(NUMBERS, centres[:, 1])))


def test_residuals_spread_as_the_noise() -> None:
    assert spread(NOISE) == pytest.approx(NOISE, rel=0.15)
    assert spread(1.5 * NOISE) != pytest.approx(NOISE, rel=0.15)


def test_noise_moves_the_lattice_by_less_than_itself() -> None:
    errors = [furthest(fit_lattice(kumalak_on(TRUTH, NOISE, seed), NUMBERS), TRUTH) for seed in range(10)]
    assert np.median(errors) < NOISE + MODEL_TOLERANCE
    assert furthest(fit_lattice(kumalak_on(TRUTH, 10 * NOISE), NUMBERS), TRUTH) > NOISE + MODEL_TOLERANCE


def test_points_belong_to_the_otau_between_whose_borders_they_lie() -> None:
    lattice = even_lattice(0.1, 0.5, 0.6)
    u = np.array([0.049, 0.051, 0.1, 0.149, 0.151, 0.949, 0.951])
    assert lattice.otau_of(np.column_stack([u, np.full(7, 0.6)])).tolist() == [0, 1, 1, 1, 2, 9, 0]


def test_borders_follow_the_slant() -> None:
    lattice = RowLattice((0.5, 0.4, 0.0, 0.0), (0.2, 0.0), 0.5)
    assert lattice.otau_of(np.array([[0.54, 0.5], [0.54, 0.4], [0.54, 0.6]])).tolist() == [5, 6, 5]


def loose(lattice: RowLattice, seed: int) -> NDArray[np.float64]:
    """Nine centres loosely in each otau, and ten anywhere in the half."""
    rng = np.random.default_rng(seed)
    place = NUMBERS + rng.uniform(-0.3, 0.3, 81)
    v = rng.uniform(0.4, 0.8, 91)
    return np.column_stack([np.concatenate([lattice.u(place, v[:81]), rng.uniform(0, 1, 10)]), v])


@pytest.mark.parametrize(("pitch", "middle"), [(0.083, 0.5), (0.095, 0.53), (0.106, 0.49)])
def test_step_and_middle_of_two_rows_are_guessed_from_loose_centres(pitch: float, middle: float) -> None:
    rows = even_lattice(pitch, middle, 0.5), even_lattice(pitch, 1 - middle, 0.5)
    centres = loose(rows[0], 1), loose(rows[1], 2)
    cost, guessed = guess_lattices(centres, NINES)
    for truth, found in zip(rows, guessed, strict=True):
        assert abs(found.pitch - pitch) < PITCH_TOLERANCE
        assert abs(found.along[0] - truth.along[0]) < 0.006
    assert cost == lattice_cost(centres, NINES, guessed)


def test_a_lattice_half_an_otau_aside_costs_more() -> None:
    right, aside = (even_lattice(0.1, middle, 0.5) for middle in (0.5, 0.55))
    centres = loose(right, 1), loose(right, 2)
    assert lattice_cost(centres, NINES, (aside, aside)) > lattice_cost(centres, NINES, (right, right)) + 50
