from __future__ import annotations

import json

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from numpy.typing import NDArray

pytest.importorskip("numba", reason="the simulator is compiled by numba: pip install -e .[simulate]")

from tools.evaluation.truth import Game
from tools.simulate import main

pytestmark = pytest.mark.timeout(300)  # the first call compiles, which takes long on a loaded machine

PLIES = 2
WH = (320, 180)


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    folder = tmp_path_factory.mktemp("games") / "g1"
    size = [str(side) for side in WH]
    arguments = ["game", "--seed", "1", "--family", "box", "--plies", str(PLIES), "--size", *size, str(folder)]
    assert CliRunner().invoke(main, arguments, catch_exceptions=False).exit_code == 0
    return Game(folder, json.loads((folder / "game.json").read_text(encoding="utf-8")))


def test_a_game_shows_the_empty_board_the_start_and_every_ply_with_its_hand(game: Game) -> None:
    assert [frame["kind"] for frame in game.frames()] == ["empty", "start", *["hand", "settled"] * PLIES]
    assert len(game.truth["moves"]) == PLIES
    for frame in game.frames():
        assert game.image(frame).shape == (WH[1], WH[0], 3)


def test_no_kumalak_is_lost(game: Game) -> None:
    assert [sum(game.kumalak(frame)) for frame in game.frames()] == [0, *[162] * (1 + 2 * PLIES)]
    for frame in game.frames("start", "settled"):
        boxes = np.bincount([ball[1] for ball in frame["balls"]], minlength=20)
        counts = [*frame["white"], *frame["black"], frame["kazan"]["white"], frame["kazan"]["black"]]
        assert boxes.tolist() == counts


def test_only_boxes_whose_counts_changed_look_otherwise(game: Game) -> None:
    before, after = game.frames("start", "settled")[:2]
    moved = {
        then[1] for then, now in zip(before["balls"], after["balls"], strict=True) if np.hypot(*moved_px(then, now)) > 5
    }
    changed = {box for box, (a, b) in enumerate(zip(game.kumalak(before), game.kumalak(after), strict=True)) if a != b}
    assert moved <= changed


def moved_px(then: list[float], now: list[float]) -> tuple[float, float]:
    return now[2] - then[2], now[3] - then[3]


def outside(game: Game, balls: list[list[float]], shift_px: float = 0.0) -> int:
    """How many visible kumalak lie further than two diameters from the opening of their otau."""
    view = game.view()
    return sum(
        cv2.pointPolygonTest(view.boxes_px[int(box)], (x + shift_px, y), measureDist=True) < -2 * view.ball_px
        for _, box, x, y, _ in balls
        if box < 18
    )


def test_kumalak_lie_in_the_openings_of_the_truth(game: Game) -> None:
    balls = game.frames("start")[0]["balls"]
    assert outside(game, balls) == 0
    assert outside(game, balls, shift_px=60.0) > 20


def corners_off_px(game: Game, unit: NDArray[np.float64]) -> float:
    """How far openings by the camera's truth lie from the polygons, px."""
    view = game.view()
    offs = []
    for H, polygon in zip(view.H_image_box, view.boxes_px, strict=True):
        corners = cv2.perspectiveTransform(unit.reshape(-1, 1, 2), H).reshape(-1, 2)
        offs += [np.linalg.norm(polygon - corner, axis=1).min() for corner in corners]
    return float(np.max(offs))


def test_camera_and_openings_agree(game: Game) -> None:
    unit = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
    assert corners_off_px(game, unit) < 0.5
    assert corners_off_px(game, unit * 1.1) > 0.5


def test_a_hand_covers_something_and_a_settled_board_is_bare(game: Game) -> None:
    assert all(max(frame["pit_hand_cover"]) > 0.1 for frame in game.frames("hand"))
    assert all(max(frame["pit_hand_cover"]) == 0 for frame in game.frames("start", "settled"))
