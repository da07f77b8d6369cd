"""Where the rows of a board may lie in a whole picture."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.halves import to_image
from tests import synthetic
from tests.synthetic import COLOURED, LIGHT_ON_DARK, Drawing
from vision.locate import propose_rows

OFF_PX = 24.0
"""A third of the step from otau to otau: the kumalak of an otau lie anywhere in it."""
BOARDS = {"slots": synthetic.drawing("slots", COLOURED), "bowls": synthetic.drawing("bowls", LIGHT_ON_DARK)}


def farthest(image: NDArray[np.uint8], of: Drawing) -> float:
    """How far the otau that is off most lies from its place, in px; rows may be numbered from either end."""
    H = propose_rows(image)[0].H
    found = to_image(H, [(otau_no, y) for y in (-1, 1) for otau_no in range(1, 10)])
    true = np.array([opening.mean(axis=0) for opening in synthetic.openings_px(of)[:18]])
    return float(np.linalg.norm(found[:, None] - true, axis=2).min(axis=1).max())


@pytest.mark.parametrize("name", list(BOARDS))
def test_the_rows_of_a_start_position_are_found(name: str) -> None:
    assert farthest(synthetic.picture(BOARDS[name]), BOARDS[name]) < OFF_PX


def test_in_the_dark_and_in_half_a_shadow() -> None:
    image = synthetic.picture(BOARDS["bowls"])
    light = np.where(np.arange(image.shape[1]) < 500, 0.2, 0.5)[:, None]
    assert farthest((image * light).astype(np.uint8), BOARDS["bowls"]) < OFF_PX


def test_another_board_s_rows_lie_elsewhere() -> None:
    assert farthest(synthetic.picture(BOARDS["bowls"]), BOARDS["slots"]) > OFF_PX


def test_stripes_and_emptiness_have_no_rows() -> None:
    stripes = np.zeros((480, 640, 3), np.uint8)
    stripes[::20] = 255
    assert propose_rows(stripes) == []
    assert propose_rows(np.full((480, 640, 3), 128, np.uint8)) == []


def test_an_empty_board_fits_badly() -> None:
    drawing = synthetic.drawing("slots", COLOURED, kumalak=(1,) + (0,) * 17)
    full, empty = (propose_rows(synthetic.picture(one)) for one in (BOARDS["slots"], drawing))
    assert full[0].misfit < 0
    assert min((rows.misfit for rows in empty), default=np.inf) > full[0].misfit + 20


def test_a_board_that_stands_upright_is_found_as_well() -> None:
    image = cv2.rotate(synthetic.picture(BOARDS["slots"]), cv2.ROTATE_90_CLOCKWISE)
    assert propose_rows(np.asarray(image, np.uint8))[0].misfit < 0
