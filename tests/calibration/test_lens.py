from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.errors import BadLensError
from calibration.lens import Lens, read_lens

LENS = Lens(image_wh=(960, 640), fx=700.0, fy=710.0, cx=470.0, cy=330.0, dist=(-0.25, 0.08, 0.002, -0.001, -0.01))
"""Bends a picture by up to 60 px, more than the webcams that we know."""
POINTS = np.random.default_rng(0).uniform(0, 1, (200, 2)) * LENS.image_wh - 0.5


def by_opencv(lens: Lens, ideal_xy: NDArray[np.float64]) -> NDArray[np.float64]:
    rays = np.column_stack([ideal_xy, np.ones(len(ideal_xy))]) @ np.linalg.inv(lens.K).T
    return cv2.projectPoints(rays, np.zeros(3), np.zeros(3), lens.K, np.array(lens.dist))[0].reshape(-1, 2)


def test_a_lens_bends_as_opencv_s_does() -> None:
    np.testing.assert_allclose(LENS.distort(POINTS), by_opencv(LENS, POINTS), atol=1e-9)


@pytest.mark.parametrize("number", range(5))
def test_each_coefficient_counts(number: int) -> None:
    dist = list(LENS.dist)
    dist[number] *= 1.5
    assert np.abs(replace(LENS, dist=tuple(dist)).distort(POINTS) - LENS.distort(POINTS)).max() > 0.1


def test_points_freed_of_the_lens_come_back() -> None:
    ideal = LENS.undistort(POINTS)
    np.testing.assert_allclose(LENS.distort(ideal), POINTS, atol=1e-6)
    assert np.abs(ideal - POINTS).max() > 30


def test_a_lens_that_folds_the_picture_is_refused_where_it_does() -> None:
    folding = replace(LENS, dist=(-0.8, 0.0, 0.0, 0.0, 0.0))
    middle = np.array([[500.0, 300.0]])
    np.testing.assert_allclose(folding.distort(folding.undistort(middle)), middle, atol=1e-6)
    with pytest.raises(BadLensError, match="back on itself"):
        folding.undistort(np.array([[0.0, 0.0]]))


@pytest.mark.parametrize("scale", [0.5, 1.5])
def test_a_lens_serves_pictures_of_the_same_shape(scale: float) -> None:
    """The middle of the first px is not where the picture begins."""
    other = LENS.in_pictures((round(960 * scale), round(640 * scale)))
    scaled = (POINTS + 0.5) * scale - 0.5
    np.testing.assert_allclose(other.distort(scaled), (LENS.distort(POINTS) + 0.5) * scale - 0.5, atol=1e-9)
    assert np.abs(LENS.distort(scaled) - other.distort(scaled)).max() > 1


def test_pictures_of_another_shape_are_refused() -> None:
    assert LENS.in_pictures((961, 640)).image_wh == (961, 640)
    with pytest.raises(BadLensError, match="960 x 640, these are 640 x 480"):
        LENS.in_pictures((640, 480))


def test_a_lens_comes_back_from_its_file(tmp_path: Path) -> None:
    file = tmp_path / "lens.json"
    file.write_text(json.dumps(asdict(LENS)))
    assert read_lens(file) == LENS
    file.write_text(json.dumps(asdict(replace(LENS, cx=470.1))))
    assert read_lens(file) != LENS
    file.write_text(json.dumps(asdict(replace(LENS, is_estimate=True))))
    assert read_lens(file) == LENS


EDITS: dict[str, Callable[[dict[str, Any]], object]] = {
    "another schema": lambda file: file.update(schema=2),
    "no focal length": lambda file: file.pop("fx"),
    "a focal length of nothing": lambda file: file.update(fy=0),
    "a picture of no size": lambda file: file.update(image_wh=[0, 640]),
    "two coefficients": lambda file: file.update(dist=[-0.1, 0.02]),
    "words": lambda file: file.update(cx="middle"),
}


@pytest.mark.parametrize("edit", list(EDITS.values()), ids=list(EDITS))
def test_a_lens_that_cannot_be_is_one_sentence(tmp_path: Path, edit: Callable[[dict[str, Any]], object]) -> None:
    told = asdict(LENS)
    edit(told)
    file = tmp_path / "lens.json"
    file.write_text(json.dumps(told))
    with pytest.raises(BadLensError, match=r"lens\.json") as refusal:
        read_lens(file)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("text", [b"", b"[]", b"\xff\xfe", b'{"schema": 1'])
def test_a_file_that_holds_no_lens_is_one_sentence(tmp_path: Path, text: bytes) -> None:
    file = tmp_path / "lens.json"
    file.write_bytes(text)
    with pytest.raises(BadLensError, match=r"lens\.json holds no lens"):
        read_lens(file)
    with pytest.raises(BadLensError, match=r"nowhere\.json cannot be read"):
        read_lens(tmp_path / "nowhere.json")
