"""A calibration from before a knock, by the otaus that it keeps."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.calibrate import START, calibrate
from calibration.errors import NotABoardError
from calibration.halves import px_grid
from calibration.lens import Lens
from calibration.model import Calibration
from tests import drawn
from vision.counter import start_picture
from vision.finder import find_kumalak
from vision.whereabouts import Whereabouts

AFTER_67 = [*[9] * 5, 1, 10, 10, 10, 10, 10, 10, 10, 0, 9, 9, 9, 9, 10, 0]
NEAR_PX = 0.7
"""A fourteenth of a kumalak; fits to where the otaus' pictures end, not to the board, lay 0.75 to 1.14 px off."""
LENS = Lens(
    image_wh=(drawn.WIDTH, drawn.HEIGHT), fx=576.0, fy=576.0, cx=319.5, cy=179.5, dist=(-0.3, 0.0, 0.0, 0.0, 0.0)
)
BENT_NEAR_PX = 1.2
"""A tenth of a kumalak."""


@pytest.fixture(scope="module")
def calibration() -> Calibration:
    return drawn.calibration()


@pytest.fixture(scope="module")
def whereabouts(calibration: Calibration) -> Whereabouts:
    return Whereabouts(calibration)


@pytest.mark.parametrize("motion", [(4.0, -3.0), (-15.0, 9.0), (0.0, 24.0)])
def test_it_is_moved_with_the_board(
    calibration: Calibration, whereabouts: Whereabouts, motion: tuple[float, float]
) -> None:
    now = whereabouts.now(drawn.noisy(drawn.shifted(drawn.board(AFTER_67), *motion), 2.0))
    way = np.array(now.corners_px) - calibration.corners_px
    assert np.linalg.norm(way - motion, axis=1).max() < NEAR_PX < np.linalg.norm(way - np.add(motion, 1), axis=1).max()
    assert now.ball_px == pytest.approx(calibration.ball_px, rel=0.02)


@pytest.mark.parametrize("turn_deg", [-1.0, 0.5, 2.0])
def test_it_is_turned_with_the_board(calibration: Calibration, whereabouts: Whereabouts, turn_deg: float) -> None:
    motion = cv2.getRotationMatrix2D((drawn.WIDTH / 2, drawn.HEIGHT / 2), turn_deg, 1.0)
    motion[:, 2] += 5
    image = cv2.warpAffine(drawn.board(AFTER_67), motion, (drawn.WIDTH, drawn.HEIGHT), borderMode=cv2.BORDER_REPLICATE)
    corners = np.array(calibration.corners_px)
    truth = corners @ motion[:, :2].T + motion[:, 2]
    now = np.array(whereabouts.now(drawn.noisy(np.asarray(image, np.uint8), 2.0)).corners_px)
    assert np.linalg.norm(now - truth, axis=1).max() < NEAR_PX < np.linalg.norm(corners - truth, axis=1).max()


def from_afar(picture: drawn.Picture, right_px: float = 0.0, scale: float = 0.8) -> drawn.Picture:
    """A drawn picture, with noise, as seen from farther away."""
    motion = cv2.getRotationMatrix2D((drawn.WIDTH / 2, drawn.HEIGHT / 2), 0.0, scale)
    motion[0, 2] += right_px
    seen = cv2.warpAffine(picture, motion, (drawn.WIDTH, drawn.HEIGHT), borderMode=cv2.BORDER_REPLICATE)
    return drawn.noisy(np.asarray(seen, np.uint8), 2.0)


@pytest.fixture(scope="module")
def from_afar_calibration() -> Calibration:
    image = from_afar(drawn.board())
    middle = np.array([drawn.WIDTH / 2, drawn.HEIGHT / 2])
    found, finding = calibrate(image, middle + 0.8 * (np.array(drawn.CORNERS) - middle), find_kumalak)
    return replace(found, start=start_picture(image, found, START, finding.centres_uv))


@pytest.mark.parametrize("way", [-1, 1])
def test_a_board_moved_by_an_otau_is_found_there(from_afar_calibration: Calibration, way: int) -> None:
    """Where it lay, eight of its nine columns look much as they did."""
    right_px = way * from_afar_calibration.pitch_px
    now = Whereabouts(from_afar_calibration).now(from_afar(drawn.board(AFTER_67), right_px))
    moved = np.array(now.corners_px) - from_afar_calibration.corners_px
    assert np.linalg.norm(moved - (right_px, 0), axis=1).max() < NEAR_PX


@pytest.mark.parametrize("scale", [0.72, 0.64])
def test_a_board_seen_from_elsewhere_is_refused(from_afar_calibration: Calibration, scale: float) -> None:
    with pytest.raises(NotABoardError, match="where the calibration has it"):
        Whereabouts(from_afar_calibration).now(from_afar(drawn.board(AFTER_67), scale=scale))


def test_where_nothing_moved_it_is_the_same(calibration: Calibration, whereabouts: Whereabouts) -> None:
    for light in (1.0, 0.5):
        image = drawn.noisy(drawn.in_light(drawn.board(AFTER_67), light), 2.0)
        assert whereabouts.now(image) is calibration


def test_another_picture_is_refused(whereabouts: Whereabouts) -> None:
    table = np.full((drawn.HEIGHT, drawn.WIDTH, 3), 90, np.uint8)
    with pytest.raises(NotABoardError, match="where the calibration has it"):
        whereabouts.now(drawn.noisy(table, 2.0))


def test_bowls_are_told_by_the_wood_between_them(calibration: Calibration) -> None:
    bowls = replace(calibration, layout=replace(calibration.layout, family="bowls"))
    now = Whereabouts(bowls).now(drawn.noisy(drawn.shifted(drawn.board(), 9, -6), 2.0))
    assert np.linalg.norm(np.array(now.corners_px) - calibration.corners_px - (9, -6), axis=1).max() < 2 * NEAR_PX


def bent(picture: drawn.Picture) -> drawn.Picture:
    """A drawn picture, with noise, as the lens shows it."""
    wh = drawn.WIDTH, drawn.HEIGHT
    x, y = LENS.undistort(px_grid(*wh)).T.reshape(2, *wh[::-1]).astype(np.float32)
    seen = cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return drawn.noisy(seen.astype(np.uint8), 2.0)


@pytest.fixture(scope="module")
def bent_calibration() -> Calibration:
    image = bent(drawn.board())
    found, finding = calibrate(image, LENS.distort(np.array(drawn.CORNERS, np.float64)), find_kumalak, lens=LENS)
    return replace(found, start=start_picture(image, found, START, finding.centres_uv))


@pytest.mark.parametrize("motion", [(-15.0, 9.0), (0.0, 24.0)])
def test_a_board_that_a_lens_bends_is_bent_otherwise_where_it_was_moved_to(
    bent_calibration: Calibration, motion: tuple[float, float]
) -> None:
    now = Whereabouts(bent_calibration).now(bent(drawn.shifted(drawn.board(AFTER_67), *motion)))
    corners = np.array(now.corners_px)
    truth, stiff = LENS.distort(np.add(drawn.CORNERS, motion)), np.add(bent_calibration.corners_px, motion)
    assert np.linalg.norm(corners - truth, axis=1).max() < BENT_NEAR_PX < np.linalg.norm(stiff - truth, axis=1).max()
    assert now.lens == LENS


def test_a_board_that_a_lens_bends_stays_or_is_refused(bent_calibration: Calibration) -> None:
    still = Whereabouts(bent_calibration).now(bent(drawn.board(AFTER_67)))
    assert np.abs(np.subtract(still.corners_px, bent_calibration.corners_px)).max() < BENT_NEAR_PX
    with pytest.raises(NotABoardError, match="where the calibration has it"):
        Whereabouts(bent_calibration).now(drawn.noisy(np.full((drawn.HEIGHT, drawn.WIDTH, 3), 90, np.uint8), 2.0))
