from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("numba", reason="the simulator is compiled by numba: pip install -e .[simulate]")

from board_io.source import open_source
from togyz.board import Side
from togyz.position import Position
from tools.simulator.play import Play
from tools.simulator.studio import Studio, draw_studio
from tools.simulator.talefilm import FPS, write_tale
from tools.tales import Scene, Tale, boxes_of

pytestmark = pytest.mark.timeout(300)  # the first call compiles, which takes long on a loaded machine

START = Position.start()
NOBODY = (None, None)


@pytest.fixture(scope="module")
def studio() -> Studio:
    return draw_studio(np.random.default_rng(2), (240, 160), "slots")


def tale_of(*scenes: Scene) -> Tale:
    return Tale(START, scenes, START, [])


def a_kumalak_more(otau_ix: int) -> Scene:
    boxes = boxes_of(START)
    boxes[otau_ix] += 1
    return Scene(boxes, 1.0, NOBODY, Side.BLACK, error="ball_extra")


def filmed(studio: Studio, tale: Tale, path: Path, *, spare: int = 0) -> dict[str, object]:
    write_tale(Play(studio, np.random.default_rng(0), spare=spare), tale, path, np.random.default_rng(0), crf=30)
    return dict(json.loads(path.with_suffix(".json").read_text(encoding="utf-8")))


@pytest.mark.slow
def test_a_film_shows_every_rest_and_a_hand_before_it(studio: Studio, tmp_path: Path) -> None:
    path = tmp_path / "f.mp4"
    truth = filmed(studio, tale_of(Scene(boxes_of(START), 1.0, NOBODY, Side.BLACK), a_kumalak_more(12)), path, spare=1)
    first, second = truth["plies"]
    assert (first["t_hand"], first["t_settled"], first["event"]["code"]) == (0, 0, None)
    assert second["t_hand"] == 1.0 < second["t_settled"] == pytest.approx(truth["seconds"] - 1.0)
    assert (second["side"], second["event"], second["black"][3]) == (
        "black",
        {"type": "illegal", "code": "ball_extra"},
        10,
    )
    with open_source(str(path)) as source:
        pictures = [frame.image_bgr for frame in source]
    assert len(pictures) == round(truth["seconds"] * FPS)
    apart = [np.abs(picture.astype(int) - pictures[0]).mean() for picture in pictures]
    hand = slice(FPS, round(second["t_settled"] * FPS))
    assert max(apart[hand]) > 4 * max(apart[:FPS])
    assert max(apart[:FPS]) < max(apart[-FPS:]) < max(apart[hand])


@pytest.mark.slow
def test_no_more_kumalak_come_than_there_are(studio: Studio, tmp_path: Path) -> None:
    with pytest.raises(IndexError):
        filmed(studio, tale_of(a_kumalak_more(12)), tmp_path / "f.mp4")
