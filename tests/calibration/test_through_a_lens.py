"""Boards seen through a lens that is known: what leaves the calibration lies where the bent picture shows it."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.calibrate import START, calibrate
from calibration.errors import BadCalibrationFileError, BadCornersError, BadLensError, CalibrationError
from calibration.halves import cut_halves, from_image, half_homographies, to_image
from calibration.lens import Lens, read_lens
from calibration.model import Calibration, read_calibration
from tests import synthetic
from tools.evaluation.truth import Game, load_game
from vision.finder import find_kumalak
from vision.rectify import BoxSampler

BOX = synthetic.drawing("box")
WIDTH, HEIGHT = BOX.image_wh
LENS = Lens(image_wh=BOX.image_wh, fx=700.0, fy=700.0, cx=470.0, cy=330.0, dist=(-0.25, 0.08, 0.0, 0.0, 0.0))
CORNERS = LENS.distort(BOX.corners_px)
PLACE_TOLERANCE_PX = 0.1
TRUTH_TOLERANCE_PX = 0.1
"""The truth is rounded to a tenth of a px."""


def bent(ideal: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """How a picture that a pinhole camera took looks through the lens."""
    grid = np.stack(np.meshgrid(np.arange(WIDTH), np.arange(HEIGHT)), axis=-1).reshape(-1, 2)
    x, y = LENS.undistort(grid.astype(np.float64)).T.reshape(2, HEIGHT, WIDTH).astype(np.float32)
    return cv2.remap(ideal, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


@pytest.fixture(scope="module")
def picture() -> NDArray[np.uint8]:
    return bent(synthetic.picture(BOX))


@pytest.fixture(scope="module")
def calibration(picture: NDArray[np.uint8]) -> Calibration:
    finding = synthetic.perfect_finding(BOX)
    return calibrate(picture, CORNERS, lambda *_: finding, layout=BOX.layout, lens=LENS)[0]


@pytest.fixture(scope="module")
def plain() -> Calibration:
    """The same board and no lens."""
    finding = synthetic.perfect_finding(BOX)
    return calibrate(synthetic.picture(BOX), BOX.corners_px, lambda *_: finding, layout=BOX.layout)[0]


def test_both_halves_are_cut_as_if_there_were_no_lens(picture: NDArray[np.uint8]) -> None:
    straight = cut_halves(synthetic.picture(BOX), half_homographies(BOX.corners_px, BOX.image_wh), 400)
    halves = [
        cut_halves(picture, half_homographies(CORNERS, BOX.image_wh, lens), 400, lens).image_bgr[:, :80]
        for lens in (LENS, None)
    ]
    differences = [np.abs(half.astype(float) - straight.image_bgr[:, :80]).mean() for half in halves]
    assert differences[0] < 4 < 12 < differences[1]


def test_kumalak_are_found_through_the_lens(picture: NDArray[np.uint8]) -> None:
    H = half_homographies(CORNERS, BOX.image_wh, LENS)
    found = find_kumalak(partial(cut_halves, picture, H, lens=LENS), START)
    assert found.misplaced == 0
    for ix, (uv, truth) in enumerate(zip(found.centres_uv, synthetic.centres_px(BOX), strict=True)):
        away = np.linalg.norm(to_image(H[ix // 9], uv, LENS)[:, None] - LENS.distort(truth), axis=2).min(axis=0)
        assert away.max() < 0.5 * synthetic.ball_px(BOX)


def test_boxes_are_those_of_the_straight_picture_bent(calibration: Calibration, plain: Calibration) -> None:
    for box, straight in zip(calibration.view().boxes_px, plain.view().boxes_px, strict=True):
        corners = box[:: len(box) // 4]
        np.testing.assert_allclose(corners, LENS.distort(straight.astype(np.float64)), atol=PLACE_TOLERANCE_PX)
        assert np.abs(corners - straight).max() > PLACE_TOLERANCE_PX


def test_outlines_follow_the_bend_of_straight_edges(calibration: Calibration) -> None:
    view = calibration.view()
    for polygon in (view.outline_px, *view.boxes_px):
        straight = LENS.undistort(polygon.astype(np.float64)).astype(np.float32)
        assert cv2.contourArea(cv2.convexHull(straight)) == pytest.approx(cv2.contourArea(straight), rel=1e-4)
        assert len(cv2.approxPolyDP(straight, 0.2, closed=True)) == 4
    assert len(cv2.approxPolyDP(view.outline_px, 0.2, closed=True)) > 4


def test_crops_show_the_middle_of_their_boxes_in_their_middle(calibration: Calibration) -> None:
    view = calibration.view()
    image = np.zeros((HEIGHT, WIDTH), np.uint8)
    for H in view.H_image_box[:18]:
        x, y = to_image(H, [[0, 0]], LENS)[0]
        cv2.circle(image, (round(16 * x), round(16 * y)), 64, 255, -1, cv2.LINE_AA, shift=4)
    for lens, in_middle in ((LENS, True), (None, False)):
        crops = BoxSampler(replace(view, lens=lens), px_per_ball=10).cut(image).otau
        moments = [cv2.moments(crop) for crop in crops]
        at = np.array([(one["m10"], one["m01"]) for one in moments]) / np.array([[one["m00"]] for one in moments])
        away = np.linalg.norm(at - (np.array(crops.shape[:0:-1]) - 1) / 2, axis=1)
        assert bool(away.max() < 0.5) is in_middle


def test_points_of_a_crop_come_back(calibration: Calibration) -> None:
    sampler = BoxSampler(calibration.view(), px_per_ball=10)
    points = np.array([[0.0, 0.0], [12.0, 30.0]])
    for box in range(20):
        np.testing.assert_allclose(sampler.to_crop(box, sampler.to_image(box, points)), points, atol=1e-6)


def test_points_go_through_homography_and_lens_and_come_back(calibration: Calibration) -> None:
    H = np.array(calibration.H_image_half[1])
    uv = np.array([[0.1, 0.2], [0.9, 1.0]])
    np.testing.assert_allclose(from_image(H, to_image(H, uv, LENS), LENS), uv, atol=1e-6)
    assert np.abs(from_image(H, to_image(H, uv, LENS)) - uv).max() > 0.01
    assert to_image(H, np.zeros((0, 2)), LENS).shape == from_image(H, np.zeros((0, 2)), LENS).shape == (0, 2)


def test_a_motion_in_the_picture_is_carried_through_the_lens(calibration: Calibration) -> None:
    way = np.array([14.0, -10.0])
    shift = np.array([[1, 0, way[0]], [0, 1, way[1]], [0, 0, 1]])
    in_ideal_px = LENS.distort(to_image(shift, BOX.corners_px))
    moved = np.array(calibration.moved(shift).corners_px)
    off, off_in_ideal_px = (np.linalg.norm(to - way - CORNERS, axis=1).max() for to in (moved, in_ideal_px))
    assert off < 1 < off_in_ideal_px
    back = np.linalg.inv(shift)
    np.testing.assert_allclose(calibration.moved(shift).moved(back).corners_px, CORNERS, atol=PLACE_TOLERANCE_PX)


@pytest.mark.parametrize(("way", "error"), [(300.0, BadCornersError), (3000.0, BadLensError)])
def test_a_motion_out_of_the_picture_is_refused(
    calibration: Calibration, way: float, error: type[CalibrationError]
) -> None:
    with pytest.raises(error):
        calibration.moved(np.array([[1, 0, way], [0, 1, 0], [0, 0, 1.0]]))


def test_the_lens_stands_in_the_calibration_s_file(calibration: Calibration, tmp_path: Path) -> None:
    file = tmp_path / "board.json"
    file.write_bytes(calibration.to_json())
    assert read_calibration(file) == calibration
    assert read_lens(file) == LENS


def test_a_calibration_s_lens_is_that_of_its_pictures(calibration: Calibration, tmp_path: Path) -> None:
    file = tmp_path / "board.json"
    told = json.loads(calibration.to_json())
    told["lens"]["image_wh"] = [1920, 1280]
    file.write_text(json.dumps(told))
    with pytest.raises(BadCalibrationFileError, match="pictures of another size"):
        read_calibration(file)


def test_a_calibration_without_a_lens_reads_on_and_lends_none(plain: Calibration, tmp_path: Path) -> None:
    file = tmp_path / "board.json"
    told = json.loads(plain.to_json())
    assert told.pop("lens") is None
    file.write_text(json.dumps(told))
    assert read_calibration(file) == plain
    with pytest.raises(BadLensError, match=r"board\.json holds no lens"):
        read_lens(file)


def test_corners_are_checked_as_they_were_given() -> None:
    outside = CORNERS + np.array([200, 0])
    with pytest.raises(BadCornersError, match="outside the picture"):
        half_homographies(outside, BOX.image_wh, LENS)
    with pytest.raises(BadCornersError, match="outside the picture"):
        half_homographies(np.full((4, 2), np.nan), BOX.image_wh, LENS)
    with pytest.raises(BadLensError, match="back on itself"):
        half_homographies(CORNERS, BOX.image_wh, replace(LENS, dist=(-0.8, 0.0, 0.0, 0.0, 0.0)))


def lens_of(game: Game) -> Lens:
    camera = game.truth["views"][0]
    (fx, _, cx), (_, fy, cy), _ = camera["K"]
    return Lens(image_wh=tuple(game.truth["resolution"]), fx=fx, fy=fy, cx=cx, cy=cy, dist=tuple(camera["dist"]))


@pytest.mark.shared
@pytest.mark.parametrize("name", ["d1_walnut", "d2_birch", "d3_blue", "d4_lacquer"])
def test_otaus_of_a_rendered_board_lie_where_homography_and_lens_put_them(shared: Path, name: str) -> None:
    game = load_game(shared, name)
    camera, otaus = game.truth["views"][0], game.boxes[:18]
    mm = np.array([[game.truth["pits_mm"][otau][axis] for axis in ("cx", "cy")] for otau in otaus])
    seen = np.array([camera["centres"][otau] for otau in otaus])
    H = np.array(camera["homography_board_mm_to_undistorted_px"])
    assert np.abs(to_image(H, mm, lens_of(game)) - seen).max() < TRUTH_TOLERANCE_PX
    assert np.abs(to_image(H, mm) - seen).max() > 20 * TRUTH_TOLERANCE_PX


@pytest.mark.shared
def test_a_known_lens_tells_the_tilt_exactly(shared: Path) -> None:
    game = load_game(shared, "d1_walnut")
    truth = np.degrees(np.arccos(abs(np.array(game.truth["views"][0]["R"])[2, 2])))
    image = game.image(game.frames("start")[0])
    known, unknown = (calibrate(image, game.corners_px, find_kumalak, lens=lens)[0] for lens in (lens_of(game), None))
    assert known.tilt_deg == pytest.approx(truth, abs=0.2)
    assert unknown.tilt_deg != pytest.approx(truth, abs=0.2)
