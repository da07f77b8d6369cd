"""The conventions of docs/conventions.md, held from the picture to the numbers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.calibrate import calibrate
from calibration.halves import half_homographies, to_image
from calibration.model import Calibration
from tests import synthetic
from tests.synthetic import Drawing
from togyz.board import Side, otau_ix
from vision.rectify import BoxSampler

BOX = synthetic.drawing("box")
SQUARE = np.array([[230.0, 600], [720, 590], [700, 110], [250, 120]])
"""Corners of a board that is as deep as it is long, so that it may lie any way round."""


def calibrated(drawing: Drawing) -> Calibration:
    finding = synthetic.perfect_finding(drawing)
    return calibrate(synthetic.picture(drawing), drawing.corners_px, lambda *_: finding, layout=drawing.layout)[0]


@pytest.mark.parametrize("turns", range(4))
def test_the_first_corner_is_beside_white_s_otau_1_and_the_third_beside_black_s(turns: int) -> None:
    corners = np.roll(SQUARE, -turns, axis=0)
    view = calibrated(replace(BOX, corners_px=corners)).view()
    middles = np.array([box.mean(axis=0) for box in view.boxes_px])
    nearest = np.linalg.norm(corners[:, None] - middles[:18], axis=2).argmin(axis=1)
    expected = [(Side.WHITE, 1), (Side.WHITE, 9), (Side.BLACK, 1), (Side.BLACK, 9)]
    assert nearest.tolist() == [otau_ix(side, number) for side, number in expected]


def test_otau_nine_faces_the_opponent_s_otau_one_and_kazans_lie_in_their_half() -> None:
    middles = [box.mean(axis=0) for box in calibrated(BOX).view().boxes_px]
    for number in range(1, 10):
        across = middles[otau_ix(Side.WHITE, number)] - middles[otau_ix(Side.BLACK, 10 - number)]
        assert abs(across[0]) < abs(across[1]) / 4
    heights = [middles[box][1] for box in (0, 18, 19, 9)]
    assert heights == sorted(heights, reverse=True)


def test_crops_show_each_side_as_its_player_sees_it() -> None:
    """A mark at an otau's outer left, seen by its player, is at the lower left of its crop."""
    view = calibrated(BOX).view()
    H = half_homographies(BOX.corners_px, BOX.image_wh)
    sampler = BoxSampler(view, px_per_ball=9)
    for side in Side:
        image = np.zeros((*BOX.image_wh[::-1], 3), np.uint8)
        pitch_u = BOX.layout.pitch_mm / BOX.layout.length_mm
        x, y = to_image(H[side.ix], [[0.5 - 0.25 * pitch_u, 0.85]])[0].round().astype(int)
        image[y - 4 : y + 5, x - 4 : x + 5] = 255
        crops = sampler.cut(image).otau
        rows, columns = np.nonzero(crops[otau_ix(side, 5), ..., 0] > 100)
        height, width = crops.shape[1:3]
        assert columns.mean() < width / 2 - 3
        assert rows.mean() > height / 2 + 3
        assert not np.delete(crops, otau_ix(side, 5), axis=0).any()


def test_pixel_zero_is_the_centre_of_the_first_pixel() -> None:
    """An outline along the picture's border covers each px wholly: from -0.5 to the size less 0.5."""
    width, height = 400, 240
    border = np.array([[-0.5, height - 0.5], [width - 0.5, height - 0.5], [width - 0.5, -0.5], [-0.5, -0.5]])
    white, _ = half_homographies(border, (width, height))
    np.testing.assert_allclose(
        to_image(white, [[0.5, 1.0], [0.5, 0.0]])[:, 1], [height - 0.5, height / 2 - 0.5], atol=1e-3
    )
