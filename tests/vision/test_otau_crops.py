from __future__ import annotations

import numpy as np
import pytest

from calibration.view import BoardView
from tests import synthetic
from vision.otau_crops import OtauCrops, fit_mask

BOX = synthetic.drawing("box", ball_mm=11)


@pytest.fixture(scope="module")
def view() -> BoardView:
    return synthetic.calibrated(BOX).view()


@pytest.mark.parametrize("step_px", [1, 12])
def test_points_of_a_crop_go_to_the_picture_and_come_back(view: BoardView, step_px: int) -> None:
    crops = OtauCrops(view, 12, step_px=step_px)
    points = np.array([[0.0, 0.0], [7.5, 11.25]])
    for ix in (0, 8, 9, 17):
        np.testing.assert_allclose(crops.to_crop(ix, crops.to_image(ix, points)), points, atol=1e-6)
    assert crops.to_image(0, np.zeros((0, 2))).shape == crops.to_crop(0, np.zeros((0, 2))).shape == (0, 2)


def test_trimmed_crops_show_the_middle_of_whole_ones(view: BoardView) -> None:
    image = synthetic.picture(BOX)
    whole, trimmed = OtauCrops(view, 12), OtauCrops(view, 12, step_px=12)
    assert np.all(np.array(trimmed.size_wh) % 12 == 0)
    assert trimmed.whole_wh == whole.size_wh != trimmed.size_wh
    left, top = np.rint(whole.to_crop(3, trimmed.to_image(3, np.zeros((1, 2))))[0]).astype(int)
    width, height = trimmed.size_wh
    assert abs(2 * left + width - whole.size_wh[0]) <= 1
    np.testing.assert_array_equal(whole.cut(image)[3, top : top + height, left : left + width], trimmed.cut(image)[3])


def test_openings_follow_crops_of_another_size(view: BoardView) -> None:
    coarse, fine = OtauCrops(view, 9), OtauCrops(view, 18)
    height, width = fine.size_wh[::-1]
    fitted = fit_mask(coarse.inside, (height, width))
    assert fitted.shape == fine.inside.shape
    assert np.mean(fitted != fine.inside) < 0.05 < np.mean(fitted != np.roll(fine.inside, height // 5, axis=1))
    assert fit_mask(coarse.inside, coarse.inside.shape[1:]) is coarse.inside
