from __future__ import annotations

import numpy as np
import pytest

from vision.light import LOG_UNITS, log_luma_chroma, tint_of_shade


def changes(factor: float) -> np.ndarray:
    """How luma and colours of greys, woods and blues change when the light is multiplied."""
    colours = np.array([[[250, 250, 250], [60, 60, 60], [90, 140, 190], [200, 120, 40]]], np.uint8)
    lit = np.round(colours * factor).astype(np.uint8)
    return (log_luma_chroma(lit) - log_luma_chroma(colours))[0]


def test_light_adds_nearly_the_same_to_bright_and_dark_and_spares_colours() -> None:
    change = changes(0.8)
    assert change[:, 0].max() - change[:, 0].min() < 8
    assert np.abs(change[:, 1:]).max() < 8


def test_a_colour_that_comes_over_the_board_is_noticed() -> None:
    wood, skin = log_luma_chroma(np.array([[[90, 140, 190], [150, 140, 215]]], np.uint8))[0]
    assert np.abs((skin - wood)[1:]).max() > 30


def test_units_are_those_of_the_logarithm() -> None:
    dark, bright = log_luma_chroma(np.array([[[100] * 3, [200] * 3]], np.uint8))[0]
    assert bright[0] - dark[0] == pytest.approx(LOG_UNITS * np.log(232 / 132), abs=0.01)
    assert bright[1:].tolist() == [0, 0]


def test_the_tint_that_a_shadow_gives_to_a_strong_colour_is_foretold() -> None:
    blue = np.array([[[220, 140, 20]]], np.uint8)
    shaded = np.round(blue * 0.6).astype(np.uint8)
    luma, *tint = (log_luma_chroma(shaded) - log_luma_chroma(blue))[0, 0]
    foretold = luma * tint_of_shade(log_luma_chroma(blue))[0, 0]
    assert np.abs(tint).max() > 12
    np.testing.assert_allclose(foretold, tint, atol=4)


def test_a_shadow_gives_no_tint_to_grey_and_black_makes_none_up() -> None:
    greys = np.array([[[0, 0, 0], [1, 2, 0], [120, 120, 120]]], np.uint8)
    tints = tint_of_shade(log_luma_chroma(greys))[0]
    np.testing.assert_allclose(tints[[0, 2]], 0, atol=1e-4)
    assert np.abs(tints[1]).max() < 1.5
