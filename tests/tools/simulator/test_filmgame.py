from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

pytest.importorskip("numba", reason="the simulator is compiled by numba: pip install -e .[simulate]")

from board_io.source import open_source
from togyz.position import Position
from tools.simulate import main
from tools.simulator.filmgame import FPS, sowing_states
from tools.simulator.play import Play, State
from tools.simulator.studio import Studio, draw_studio, drawn_kumalak

pytestmark = pytest.mark.timeout(300)  # the first call compiles, which takes long on a loaded machine


@pytest.fixture(scope="module")
def studio() -> Studio:
    return draw_studio(np.random.default_rng(2), (320, 180), "slots")


def test_a_hand_sows_ball_by_ball(studio: Studio) -> None:
    before = Position.start()
    move = before.to_move, 5
    state = State("settled", 1, before.play(5), move)
    states = list(sowing_states(Play(studio, np.random.default_rng(0)), before, state))
    on_board = [sum(one.position.otau) + sum(one.position.kazan) for one in states]
    lifted = on_board.index(154)
    assert set(on_board[:lifted]) == {162}
    assert on_board[lifted : lifted + 9] == list(range(154, 163))
    assert states[-1].position == state.position
    assert all(one.hand is not None for one in states)


def test_the_hand_moves_along_the_row_as_it_sows(studio: Studio) -> None:
    before = Position.start()
    state = State("settled", 1, before.play(1), (before.to_move, 1))
    hands = [
        one.hand for one in sowing_states(Play(studio, np.random.default_rng(0)), before, state) if one.hand is not None
    ]
    x = np.array([hand.solids.centres[0, 0] for hand in hands])
    assert (np.diff(x) > studio.board.pitch * 0.9).sum() == 8


def test_kumalak_in_a_hand_are_not_on_the_board(studio: Studio) -> None:
    rng = np.random.default_rng(1)
    start = drawn_kumalak(studio, (9,) * 18 + (0, 0), rng)
    lifted = start.moved(studio, (0, *[9] * 17, 0, 0), rng)
    assert (lifted.solids.centres[:, 2] < -100).sum() == 9
    back = lifted.moved(studio, (9,) * 18 + (0, 0), rng)
    assert np.bincount(back.box, minlength=20).tolist() == [9] * 18 + [0, 0]
    assert (back.solids.centres[:, 2] > -100).all()


def test_a_film_of_no_plies_shows_the_start_for_a_while(tmp_path: Path) -> None:
    path = tmp_path / "f.mp4"
    arguments = ["film", "--seed", "2", "--plies", "0", "--size", "320", "180", str(path)]
    assert CliRunner().invoke(main, arguments, catch_exceptions=False).exit_code == 0
    truth = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    assert truth["plies"] == []
    assert 1.2 <= truth["seconds"] <= 3.0 + 1 / FPS
    with open_source(str(path)) as source:
        shown = [frame.image_bgr.shape for frame in source]
    assert shown == [(180, 320, 3)] * round(truth["seconds"] * FPS)


@pytest.mark.slow
def test_a_film_tells_when_the_hand_came_and_when_the_board_lay_still(tmp_path: Path) -> None:
    path = tmp_path / "f.mp4"
    arguments = ["film", "--seed", "2", "--plies", "1", "--family", "slots", "--size", "240", "160", str(path)]
    assert CliRunner().invoke(main, arguments, catch_exceptions=False).exit_code == 0
    truth = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    (ply,) = truth["plies"]
    assert 1.2 <= ply["t_hand"] < ply["t_settled"] <= truth["seconds"] - 1.1
    after = Position.start().play(ply["otau"]).to_dict()
    assert {key: ply[key] for key in ("white", "black", "kazan", "tuzdyk")} == {
        key: after[key] for key in ("white", "black", "kazan", "tuzdyk")
    }
