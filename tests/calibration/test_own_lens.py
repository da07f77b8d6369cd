"""A lens told by a board's own edges, and edges that tell none."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.halves import px_grid
from calibration.lens import Lens, assumed_K
from calibration.own_lens import BOW_MIN_PX, SIGMAS_MIN, measured_bend, own_lens
from tests import synthetic

BOX = synthetic.drawing("box")
WIDTH, HEIGHT = BOX.image_wh
OFF_MAX = 0.02
NOISE = 12.0

Warp = Callable[[NDArray[np.float64]], NDArray[np.float64]]


def radial(k1: float) -> Lens:
    (fx, _, cx), (_, fy, cy), _ = assumed_K(BOX.image_wh).tolist()
    return Lens(image_wh=BOX.image_wh, fx=fx, fy=fy, cx=cx, cy=cy, dist=(k1, 0, 0, 0, 0))


def warped(image: NDArray[np.uint8], to_straight: Warp) -> NDArray[np.uint8]:
    x, y = to_straight(px_grid(WIDTH, HEIGHT)).T.reshape(2, HEIGHT, WIDTH).astype(np.float32)
    return np.asarray(cv2.remap(image, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def noisy(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    noise = np.random.default_rng(5).normal(0, NOISE, image.shape)
    return np.clip(image + noise, 0, 255).astype(np.uint8)


@pytest.fixture(scope="module")
def straight() -> NDArray[np.uint8]:
    return synthetic.picture(BOX)


@pytest.mark.parametrize("k1", [-0.3, -0.2, 0.15])
@pytest.mark.parametrize("seen", [lambda image: image, noisy])
def test_a_lens_is_told_by_the_edges_that_it_bends(
    straight: NDArray[np.uint8], k1: float, seen: Callable[[NDArray[np.uint8]], NDArray[np.uint8]]
) -> None:
    true = radial(k1)
    bent = seen(warped(straight, true.undistort))
    lens = own_lens(bent, true.distort(BOX.corners_px))
    assert lens is not None
    assert lens.is_estimate
    assert abs(lens.dist[0] - k1) < OFF_MAX < abs(lens.dist[0])
    off = lens.distort(BOX.corners_px) - true.distort(BOX.corners_px)
    assert np.abs(off).max() < np.abs(true.distort(BOX.corners_px) - BOX.corners_px).max() / 5


def test_straight_edges_tell_none_however_noisy(straight: NDArray[np.uint8]) -> None:
    for image in (straight, noisy(straight)):
        bend = measured_bend(image, BOX.corners_px)
        assert bend is not None
        assert bend.bow_px < BOW_MIN_PX / 2
        assert own_lens(image, BOX.corners_px) is None


def test_corners_that_are_off_bend_nothing(straight: NDArray[np.uint8]) -> None:
    corners = BOX.corners_px + np.array([[6, 4], [-5, 5], [4, -6], [-6, -4]])
    assert own_lens(straight, corners) is None
    true = radial(-0.2)
    lens = own_lens(warped(straight, true.undistort), true.distort(corners))
    assert lens is not None
    assert abs(lens.dist[0] + 0.2) < OFF_MAX


def test_a_board_whose_edges_all_bend_the_same_way_is_no_lens(straight: NDArray[np.uint8]) -> None:
    def sagged(px: NDArray[np.float64]) -> NDArray[np.float64]:
        across = px[:, 0] / WIDTH * 2 - 1
        return px + np.column_stack([np.zeros(len(px)), 6 * across**2])

    image = warped(straight, sagged)
    assert own_lens(image, BOX.corners_px) is None
    bend = measured_bend(image, BOX.corners_px)
    assert bend is not None
    assert bend.bow_px > max(BOW_MIN_PX, SIGMAS_MIN * bend.sigma_px)
    assert not bend.agrees


def test_a_picture_of_nothing_tells_none() -> None:
    blank = np.full((HEIGHT, WIDTH, 3), 90, np.uint8)
    assert measured_bend(blank, BOX.corners_px) is None
    assert own_lens(noisy(blank), BOX.corners_px) is None


def test_a_lens_that_bends_the_board_little_is_left_alone(
    straight: NDArray[np.uint8], monkeypatch: pytest.MonkeyPatch
) -> None:
    true = radial(-0.05)
    image, corners = warped(straight, true.undistort), true.distort(BOX.corners_px)
    bend = measured_bend(image, corners)
    assert bend is not None
    assert bend.agrees
    assert bend.bow_px > max(BOW_MIN_PX, SIGMAS_MIN * bend.sigma_px)
    assert own_lens(image, corners) is None
    monkeypatch.setattr("calibration.own_lens.BOW_MIN", 0.0)
    assert own_lens(image, corners) is not None


@pytest.mark.parametrize(("above", "below", "agrees"), [(-0.23, -0.17, True), (-0.26, -0.14, False)])
def test_both_sides_of_the_picture_must_tell_nearly_the_same_lens(
    straight: NDArray[np.uint8], above: float, below: float, *, agrees: bool
) -> None:
    def by_side(bend: Callable[[Lens], Warp]) -> Warp:
        return lambda px: np.where(px[:, 1:] < HEIGHT / 2, bend(radial(above))(px), bend(radial(below))(px))

    bent = warped(straight, by_side(lambda lens: lens.undistort))
    bend = measured_bend(bent, by_side(lambda lens: lens.distort)(BOX.corners_px))
    assert bend is not None
    assert bend.agrees is agrees


@pytest.mark.parametrize(("down_px", "agrees"), [(40, True), (80, False)])
def test_a_side_that_tells_hardly_anything_bears_nothing_out(
    straight: NDArray[np.uint8], monkeypatch: pytest.MonkeyPatch, down_px: int, *, agrees: bool
) -> None:
    true, off = radial(-0.2), np.array([0, down_px])
    bent = warped(straight, lambda px: true.undistort(px) - off)
    bends = [measured_bend(bent, true.distort(BOX.corners_px + off))]
    monkeypatch.setattr("calibration.own_lens._SIDE_SHARE", 0.0)
    bends.append(measured_bend(bent, true.distort(BOX.corners_px + off)))
    assert [bend is not None and bend.agrees for bend in bends] == [agrees, True]
