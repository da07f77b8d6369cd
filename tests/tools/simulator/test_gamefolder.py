from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from numpy.typing import NDArray

pytest.importorskip("numba", reason="the simulator is compiled by numba: pip install -e .[simulate]")

from togyz.board import Side
from togyz.position import Position
from tools.evaluation.truth import Game
from tools.simulate import main
from tools.simulator.boards import Half, Hollow
from tools.simulator.play import Play
from tools.simulator.rendered_game import write_game
from tools.simulator.studio import draw_studio
from tools.simulator.things import Thing

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
    """How far openings of otaus by the camera's truth lie from the polygons, px."""
    view = game.view()
    offs = []
    for H, polygon in zip(view.H_image_box[:18], view.boxes_px[:18], strict=True):
        corners = cv2.perspectiveTransform(unit.reshape(-1, 1, 2), H).reshape(-1, 2)
        offs += [np.linalg.norm(polygon - corner, axis=1).min() for corner in corners]
    return float(np.max(offs))


UNIT = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])


def test_camera_and_openings_agree(game: Game) -> None:
    assert corners_off_px(game, UNIT) < 0.5
    assert corners_off_px(game, UNIT * 1.1) > 0.5


def test_the_truth_follows_lens_and_askew_halves(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    studio = draw_studio(rng, WH, "box")
    halves = Half(0.017, (0.1, 0.3), 0.05), Half(-0.01, (0.0, -0.2), -0.03)
    studio = replace(
        studio, board=replace(studio.board, halves=halves), camera=replace(studio.camera, lens=(-0.3, 0.1))
    )
    write_game(Play(studio, rng), tmp_path, 0, rng, hands=False)
    truth = json.loads((tmp_path / "game.json").read_text(encoding="utf-8"))
    assert corners_off_px(Game(tmp_path, truth), UNIT) < 0.5
    level = truth | {"half_T": [np.eye(4).tolist()] * 2}
    assert corners_off_px(Game(tmp_path, level), UNIT) > 1
    pinhole = truth | {"views": [truth["views"][0] | {"dist": [0.0] * 5}]}
    assert corners_off_px(Game(tmp_path, pinhole), UNIT) > 1


def test_markers_lie_in_tuzdyks_or_beside_them_and_wait_in_kazans() -> None:
    found = set()
    for seed in range(12):
        rng = np.random.default_rng(seed)
        play = Play(draw_studio(rng, WH, "box"), rng)
        position = replace(Position.start(), tuzdyk=(4, None))
        places = [thing_at(thing) for thing in play.markers(position)]
        own, parked = play.studio.board.hollows()[12], play.studio.board.hollows()[play.kazan_of[Side.BLACK]]
        at = [is_in(hollow, place) for hollow, place in zip((own, parked), places, strict=False)]
        found.add(tuple(at))
    assert found == {(True,), (False,), (True, True), (False, True)}


def thing_at(thing: Thing) -> NDArray[np.float64]:
    """(2,) where a marker lies."""
    outline = thing.solids.centres[:, :2] if thing.patch is None else thing.patch
    return np.asarray(outline[:1].mean(axis=0) if thing.patch is None else outline.mean(axis=0), np.float64)


def is_in(hollow: Hollow, place: NDArray[np.float64]) -> bool:
    x, y, _ = hollow.level(np.array([[*place, 0.0]]))[0].astype(np.float32)
    return bool(hollow.profile.edge(np.array([x]), np.array([y]))[0] > 0)


def test_a_hand_covers_something_and_a_settled_board_is_bare(game: Game) -> None:
    assert all(max(frame["pit_hand_cover"]) > 0.1 for frame in game.frames("hand"))
    assert all(max(frame["pit_hand_cover"]) == 0 for frame in game.frames("start", "settled"))
