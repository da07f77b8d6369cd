"""Boards of the simulator to try the finding of boards on."""

from __future__ import annotations

from dataclasses import fields, replace
from itertools import count, islice

import numpy as np
import pytest

pytest.importorskip("numba", reason="the simulator needs the extra simulate")

from tools.evaluation.simulated_boards import IMAGE_WH, OtherBoard, boxes, other_boards
from tools.simulator.boards import LEVEL, Half
from tools.simulator.families import draw_board_of
from tools.simulator.studio import studio_of


def test_boxes_lie_in_the_picture_and_are_always_the_same() -> None:
    (image, corners), (other, _) = islice(boxes(3), 2)
    assert image.shape == (IMAGE_WH[1], IMAGE_WH[0], 3)
    assert np.all((corners > 0) & (corners < IMAGE_WH))
    assert np.array_equal(image, next(boxes(3))[0])
    assert not np.array_equal(image, other)


def test_other_boards_have_other_columns() -> None:
    names = [name for name, _ in islice(other_boards(3), 6)]
    assert names == ["a plank"] * 5 + ["4 columns"]


def test_corners_of_boxes_that_lie_askew_are_those_of_their_halves() -> None:
    number = next(ix for ix in count() if draw_board_of("box", np.random.default_rng((3, ix))).halves != (LEVEL, LEVEL))
    _, corners = next(islice(boxes(3), number, None))
    rng = np.random.default_rng((3, number))
    studio = studio_of(draw_board_of("box", rng), rng, IMAGE_WH)
    level = replace(studio.board, halves=(LEVEL, LEVEL))
    assert np.allclose(corners, studio.camera.project(studio.board.corners()))
    assert not np.allclose(corners, studio.camera.project(level.corners()), atol=0.5)


def test_otaus_of_other_boards_lie_in_their_halves() -> None:
    box = draw_board_of("box", np.random.default_rng(1))
    askew = Half(0.02, (0.1, 0.3), 0.05)
    form = {one.name: getattr(box, one.name) for one in fields(box)} | {"halves": (askew, LEVEL)}
    halves = [hollow.half for hollow in OtherBoard(**form, columns=4).hollows()]
    assert halves == [askew] * 4 + [LEVEL] * 4 + [askew, LEVEL]
