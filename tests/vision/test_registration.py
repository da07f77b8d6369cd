from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests import drawn
from togyz.board import Side
from tools.evaluation.truth import load_game
from vision.light import log_luma_chroma
from vision.rectify import halved
from vision.registration import Alignment, Registration, Search
from vision.small_board import SmallBoard

AFTER_67 = [*[9] * 5, 1, 10, 10, 10, 10, 10, 10, 10, 0, 9, 9, 9, 9, 10, 0]
KNOCKED = Search(turns_deg=range(-4, 5), reach_otaus=0.45)
RIGHT = 0.6


@pytest.fixture(scope="module")
def board() -> SmallBoard:
    return SmallBoard.of(drawn.view())


@pytest.fixture(scope="module")
def registration(board: SmallBoard) -> Registration:
    return Registration(board, luma(board, drawn.board()))


def luma(board: SmallBoard, image_bgr: NDArray[np.uint8]) -> NDArray[np.float32]:
    return np.ascontiguousarray(board.reduce(image_bgr)[..., 0])


def off_px(board: SmallBoard, fit_H: NDArray[np.float64], dx: float, dy: float, deg: float) -> float:
    """The farthest of the board's corners, px of the picture, from where the truth has it."""
    G = board.H_image_small
    turn = np.vstack([cv2.getRotationMatrix2D((drawn.WIDTH / 2, drawn.HEIGHT / 2), deg, 1), [0, 0, 1]])
    truth = np.array([[1, 0, dx], [0, 1, dy], [0, 0, 1]]) @ turn
    corners = np.array(drawn.view().outline_px, np.float64)[:, None]
    found = G @ fit_H @ np.linalg.inv(G)
    apart = cv2.perspectiveTransform(corners, found) - cv2.perspectiveTransform(corners, truth)
    return float(np.linalg.norm(apart, axis=2).max())


def near(board: SmallBoard, registration: Registration, image_bgr: NDArray[np.uint8]) -> Alignment:
    return registration.near(luma(board, image_bgr))


@pytest.mark.parametrize("motion", [(0.0, 0.0, 0.0), (1.5, -1.0, 0.0), (0.0, 0.0, 0.3), (-2.0, 2.0, -0.4)])
def test_small_motions_are_measured_whatever_lies_in_the_otaus(
    board: SmallBoard, registration: Registration, motion: tuple[float, float, float]
) -> None:
    fit = near(board, registration, drawn.noisy(drawn.shifted(drawn.board(AFTER_67), *motion), 3.0))
    assert off_px(board, fit.H, *motion) < 0.8
    assert fit.likeness > RIGHT
    assert off_px(board, fit.H, motion[0] + 1.5, motion[1], motion[2]) > 0.8


def test_light_is_no_motion(board: SmallBoard, registration: Registration) -> None:
    for factor in (0.4, 1.6, drawn.soft_shadow(300, 100, depth=0.4), np.array([0.8, 1.0, 1.2])):
        fit = near(board, registration, drawn.noisy(drawn.in_light(drawn.board(), factor), 2.0))
        assert off_px(board, fit.H, 0, 0, 0) < 0.5
        assert fit.likeness > RIGHT


def test_a_hand_is_no_motion(board: SmallBoard, registration: Registration) -> None:
    fit = near(board, registration, drawn.under_hand(drawn.board(AFTER_67), (200, 240), Side.WHITE))
    assert off_px(board, fit.H, 0, 0, 0) < 0.5
    assert fit.likeness > RIGHT


def test_a_hundred_noisy_pictures_of_a_still_board_jitter_by_less_than_half_a_px(
    board: SmallBoard, registration: Registration
) -> None:
    fits = [near(board, registration, drawn.noisy(drawn.board(), 4.0, seed)) for seed in range(100)]
    assert np.sqrt(np.mean([off_px(board, fit.H, 0, 0, 0) ** 2 for fit in fits])) < 0.5
    assert np.sqrt(np.mean([off_px(board, fit.H, 0.6, 0, 0) ** 2 for fit in fits])) > 0.5


@pytest.mark.parametrize(
    "motion",
    [(0.0, 0.0, 0.0), (20.0, -15.0, 3.0), (-25.0, 0.0, -3.0), (5.0, 20.0, 0.0), (0.8 * drawn.PITCH, 0.0, 0.0)],
)
@pytest.mark.parametrize("factor", [0.4, 1.5])
def test_a_board_that_was_knocked_is_found(
    board: SmallBoard, registration: Registration, motion: tuple[float, float, float], factor: float
) -> None:
    image = drawn.noisy(drawn.in_light(drawn.shifted(drawn.board(AFTER_67), *motion), factor), 2.0)
    whole = np.ascontiguousarray(log_luma_chroma(halved(image, board.halvings))[..., 0])
    before = np.linalg.solve(board.H_image_whole, board.H_image_small)
    found = registration.sought(whole, before, KNOCKED)
    in_window = np.linalg.solve(board.H_image_small, board.H_image_whole) @ found.H
    assert off_px(board, in_window, *motion) < 1.5
    assert found.likeness > RIGHT
    assert off_px(board, in_window, motion[0], motion[1] + 3, motion[2]) > 1.5


@pytest.mark.parametrize("seed", range(3))
def test_what_is_no_board_is_not_taken_for_it(board: SmallBoard, registration: Registration, seed: int) -> None:
    blots = np.random.default_rng(seed).uniform(0, 255, (drawn.HEIGHT, drawn.WIDTH, 3))
    image = cv2.normalize(cv2.GaussianBlur(blots, (0, 0), 3 + 4 * seed), None, 0, 255, cv2.NORM_MINMAX)
    whole = np.ascontiguousarray(log_luma_chroma(halved(image.astype(np.uint8), board.halvings))[..., 0])
    before = np.linalg.solve(board.H_image_whole, board.H_image_small)
    assert registration.sought(whole, before, KNOCKED).likeness < RIGHT / 2
    assert registration.near(luma(board, image.astype(np.uint8))).likeness < RIGHT / 2


@pytest.mark.shared
@pytest.mark.parametrize("name", ["d1_walnut", "d2_birch", "b1_boxB", "d3_blue", "b3_boxB_tilt"])
def test_rendered_boards_in_the_middle_of_their_games_lie_where_they_lay(shared: Path, name: str) -> None:
    game = load_game(shared, name)
    view = game.view()
    board = SmallBoard.of(view)
    registration = Registration(board, luma(board, game.image(game.frames("start")[0])))
    corners = cv2.perspectiveTransform(view.outline_px[:, None].astype(np.float64), np.linalg.inv(board.H_image_small))
    for record in game.frames("settled")[::8]:
        fit = registration.near(luma(board, game.image(record)))
        apart_px = (
            np.linalg.norm(cv2.perspectiveTransform(corners, fit.H) - corners, axis=2) * board.H_image_small[0, 0]
        )
        assert apart_px.max() < 1.0, record["file"]
        assert fit.likeness > RIGHT
