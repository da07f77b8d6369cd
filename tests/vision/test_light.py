from __future__ import annotations

import numpy as np
import pytest

from vision.light import LOG_UNITS, Relighting, gain_between, log_luma_chroma, tint_of_shade, tones_before


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


COLOURS = np.repeat(np.array([[230, 230, 230], [60, 60, 60], [90, 140, 190], [200, 120, 40]], np.uint8), 50, 0)[None]


def relit(factor: float | np.ndarray, *, strange: tuple[int, int, int] | None = None) -> np.ndarray:
    """What is left between the colours and the same, or others, in another light."""
    shown = COLOURS.copy()
    if strange is not None:
        shown[0, -1] = strange
    before, after = (log_luma_chroma(one) for one in (COLOURS, np.clip(shown * factor, 0, 255).astype(np.uint8)))
    relighting = Relighting.between(before[0], after[0])
    assert relighting is not None
    return (relighting.after(after) - relighting.before(before))[0]


@pytest.mark.parametrize("factor", [0.4, 1.3, 2.0, 3.0, np.array([0.8, 1.0, 1.3])])
def test_in_the_same_light_colours_are_the_same_even_those_that_are_burnt_out(factor: float | np.ndarray) -> None:
    assert np.abs(relit(factor)).max() < 4


@pytest.mark.parametrize("factor", [0.4, 2.0])
def test_another_colour_is_another_one_in_any_light(factor: float) -> None:
    left = np.abs(relit(factor, strange=(90, 140, 190)))
    assert left[-1].max() > 30
    assert left[:-1].max() < 4


def test_where_the_light_is_the_same_or_nothing_tells_it_nothing_is_lit_anew() -> None:
    same = log_luma_chroma(COLOURS)[0]
    white = log_luma_chroma(np.full_like(COLOURS, 255))[0]
    assert Relighting.between(same, same) is None
    assert Relighting.between(same, white) is None
    assert Relighting.between(white, white) is None


def test_a_channel_that_is_burnt_out_follows_the_others() -> None:
    before = np.array([[200, 60, 40], [210, 80, 30]], float)
    after = np.minimum(before * 2.0, 255)
    np.testing.assert_allclose(gain_between(before, after), [2, 2, 2])
    np.testing.assert_allclose(gain_between(before, before * [1.1, 2, 3]), [1.1, 2, 3], rtol=1e-6)
    assert gain_between(before, np.full_like(before, 255)) is None
    assert gain_between(before[:0], before[:0]) is None


def test_tones_before_the_light_grew_keep_black_and_white_and_their_order() -> None:
    tones = tones_before(np.array([1.0, 2.0, 0.4]))
    np.testing.assert_allclose(tones[:, 0], np.arange(256))
    assert tones[0].tolist() == [0, 0, 0]
    assert tones[255].tolist() == [255, 255, 255]
    assert tones[10, 1] == pytest.approx(5, abs=0.2)
    assert 255 / 2 < tones[200, 1] < 200
    assert tones[40, 2] == pytest.approx(100)
    assert (np.diff(tones[:, :2], axis=0) > 0).all()
