"""Corners that somebody told, and the board that is seen near them."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.errors import CalibrationError, NotABoardError
from calibration.locate import Place, View, seen_places
from calibration.model import Calibration
from tests import synthetic
from tests.synthetic import COLOURED
from togyz.position import Position
from togyz_companion.board_within import board_within

SLOTS = synthetic.drawing("slots", COLOURED)
PICTURE = synthetic.picture(SLOTS)
OTAU_PX = np.linalg.norm(SLOTS.corners_px[1] - SLOTS.corners_px[0]) / 10


def found(corners_px: NDArray[np.float64]) -> Calibration:
    return board_within(View(image_bgr=PICTURE), np.clip(corners_px, 0, [959, 539]), Position.start())[0]


@pytest.fixture(scope="module")
def right() -> Calibration:
    return found(SLOTS.corners_px)


@pytest.fixture(autouse=True)
def seen_once(monkeypatch: pytest.MonkeyPatch, places: list[Place]) -> None:
    monkeypatch.setattr("togyz_companion.board_within.seen_places", lambda _: places)


@pytest.fixture(scope="module")
def places() -> list[Place]:
    return seen_places(View(image_bgr=PICTURE))


def test_corners_some_px_off_give_the_very_same_board(right: Calibration) -> None:
    off = np.array([[9, -4], [-7, 6], [3, 8], [-8, -8]])
    assert found(SLOTS.corners_px + off) == right
    assert np.abs(np.array(right.corners_px) - SLOTS.corners_px).max() < 3
    assert right.white_known


def test_their_order_tells_where_white_sits(right: Calibration) -> None:
    turned = found(np.roll(SLOTS.corners_px, 2, axis=0))
    assert np.allclose(turned.corners_px, np.roll(right.corners_px, 2, axis=0), atol=1)
    assert (right.white_side, turned.white_side) == ("bottom", "top")


@pytest.mark.parametrize(
    "corners_px",
    [SLOTS.corners_px + np.array([OTAU_PX, 0]), np.roll(SLOTS.corners_px, 1, axis=0)],
    ids=["along", "turned"],
)
def test_corners_that_are_not_the_board_s_are_refused_with_those_that_are(corners_px: NDArray[np.float64]) -> None:
    with pytest.raises(NotABoardError, match=r"px beside those of the board that is seen there: give \d+,\d+ "):
        found(corners_px)


def test_where_the_hinge_is_told_it_moves_with_the_corners(right: Calibration) -> None:
    x0, x1 = SLOTS.corners_px[[0, 1]]
    x2, x3 = SLOTS.corners_px[[2, 3]]
    six = np.array([x0, x1, (x1 + x2) / 2, x2, x3, (x3 + x0) / 2])
    near = found(six + 6)
    assert np.abs(np.array(near.corners_px) - right.corners_px).max() < 1


def test_where_no_board_is_seen_the_corners_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("togyz_companion.board_within.seen_places", lambda _: [])
    assert np.allclose(found(SLOTS.corners_px + 2).corners_px, SLOTS.corners_px + 2, atol=0.1)
    with pytest.raises(CalibrationError):
        found(SLOTS.corners_px + np.array([OTAU_PX / 2, 0]))
