from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from tests import drawn
from tools.evaluation.truth import load_game
from vision.change import LOG_RATIO_RANGE, ChangeDetector, StillView

ALL = np.ones(20, bool)
FULL = [20, 1, 0, 9, 2, 12, 17, 25, 3, 9, 9, 1, 0, 5, 18, 22, 9, 3, 11, 40]


@pytest.fixture(scope="module")
def detector() -> ChangeDetector:
    return ChangeDetector(drawn.view())


def ratio(detector: ChangeDetector, before: np.ndarray, after: np.ndarray, sigma: float = 2.0) -> np.ndarray:
    stills = [detector.still(drawn.noisy(picture, sigma, seed)) for seed, picture in enumerate((before, after))]
    return detector.log_ratio(*stills, ALL)


def with_one_more(box: int) -> list[int]:
    return [many + (at == box) for at, many in enumerate(FULL)]


@pytest.mark.parametrize("box", [0, 2, 4, 6, 7, 13, 15, 18, 19])
def test_one_kumalak_more_is_found_on_a_heap_and_on_a_bare_floor(detector: ChangeDetector, box: int) -> None:
    found = ratio(detector, drawn.board(FULL), drawn.board(with_one_more(box)))
    assert found[box] > 3
    assert np.delete(found, box).max() < -3


@pytest.mark.parametrize(
    "disturbed",
    [
        pytest.param(drawn.shifted(drawn.board(FULL), 1.4, -1.1, 0.1), id="bump"),
        pytest.param(drawn.in_light(drawn.board(FULL), 0.75), id="exposure"),
        pytest.param(drawn.in_light(drawn.board(FULL), 0.4), id="a lamp less"),
        pytest.param(drawn.in_light(drawn.board(FULL), 2.3), id="a lamp more"),
        pytest.param(drawn.in_light(drawn.board(FULL), np.array([0.93, 1.0, 1.06])), id="white balance"),
        pytest.param(drawn.in_light(drawn.board(FULL), drawn.soft_shadow(300, 250, 0.3)), id="shadow"),
    ],
)
@pytest.mark.parametrize("sigma", [1.0, 5.0])
def test_what_a_camera_and_the_light_do_is_no_change(
    detector: ChangeDetector, disturbed: np.ndarray, sigma: float
) -> None:
    assert ratio(detector, drawn.board(FULL), disturbed, sigma).max() < 0


@pytest.mark.parametrize("gain", [0.4, 2.0])
def test_one_kumalak_more_is_found_in_another_light(detector: ChangeDetector, gain: float) -> None:
    found = ratio(detector, drawn.board(FULL), drawn.in_light(drawn.board(with_one_more(4)), gain))
    assert found[4] > 3
    assert np.delete(found, 4).max() < -3


def test_a_shift_that_no_alignment_reaches_is_a_change(detector: ChangeDetector) -> None:
    assert ratio(detector, drawn.board(FULL), drawn.shifted(drawn.board(FULL), 7, 5)).max() > 3


def test_a_hard_shadow_is_not_smoothed_away(detector: ChangeDetector) -> None:
    shadow = np.ones((drawn.HEIGHT, drawn.WIDTH, 1))
    shadow[:, 200:215] = 0.5
    assert ratio(detector, drawn.board(FULL), drawn.in_light(drawn.board(FULL), shadow)).max() > 3


def test_a_marker_counts_as_much_as_a_kumalak_and_no_more_than_the_bound(detector: ChangeDetector) -> None:
    found = ratio(detector, drawn.board(FULL), drawn.board(FULL, marker=12))
    assert found[12] > 3
    assert (found >= LOG_RATIO_RANGE[0]).all()
    assert (found <= LOG_RATIO_RANGE[1]).all()


def test_an_emptied_otau_reaches_the_bound(detector: ChangeDetector) -> None:
    after = [0 if box == 5 else many for box, many in enumerate(FULL)]
    found = ratio(detector, drawn.board(FULL), drawn.board(after))
    assert found[5] == LOG_RATIO_RANGE[1]
    assert found[0] == LOG_RATIO_RANGE[0]


def test_what_is_not_visible_says_nothing(detector: ChangeDetector) -> None:
    stills = [detector.still(drawn.board(kumalak)) for kumalak in (FULL, drawn.START)]
    visible = ALL.copy()
    visible[[0, 5]] = False
    found = detector.log_ratio(*stills, visible)
    assert (found[[0, 5]] == 0).all()
    assert found[[1, 7]].min() > 3


def test_frames_of_a_spell_are_averaged(detector: ChangeDetector) -> None:
    still: StillView | None = None
    for seed in range(4):
        still = detector.still(drawn.noisy(drawn.board(FULL), 8.0, seed), still)
    assert still is not None
    assert still.frames == 4
    clean, one = detector.still(drawn.board(FULL)), detector.still(drawn.noisy(drawn.board(FULL), 8.0))
    averaged_noise, noise = (np.std(view.boxes[3] - clean.boxes[3]) for view in (still, one))
    assert averaged_noise < 0.7 * noise


@pytest.mark.shared
@pytest.mark.parametrize("name", ["b1_boxB", "d1_walnut", "d3_blue", "b3_boxB_tilt"])
def test_settled_states_of_rendered_boards_are_told_apart(shared: Path, name: str) -> None:
    game = load_game(shared, name)
    detector = ChangeDetector(game.view())
    states = game.frames("start", "settled")[:12]
    stills = [detector.still(game.image(state)) for state in states]
    found = np.array([detector.log_ratio(*pair, ALL) for pair in pairwise(stills)])
    kumalak = np.array([game.kumalak(state) for state in states])
    changed = np.diff(kumalak, axis=0) != 0
    assert (found[changed] > 0).mean() >= 0.99
    assert (found[~changed] > 0).mean() <= 0.02
    assert (found[~np.roll(changed, 1, axis=0)] > 0).mean() > 0.2, "states of another ply must not fit"
