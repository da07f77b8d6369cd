from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.calibrate import START, calibrate
from calibration.doubt import aside, doubt
from calibration.errors import BadCornersError, NotABoardError
from calibration.finding import Finding
from calibration.layout import load_layout
from calibration.model import Calibration
from tests import drawn, synthetic
from tests.synthetic import COLOURED, LIGHT_ON_DARK, Drawing
from vision.finder import find_kumalak

BOX = synthetic.drawing("box")
DRAWINGS = {
    "box": BOX,
    "bowls": synthetic.drawing("bowls", LIGHT_ON_DARK),
    "slots": synthetic.drawing("slots", COLOURED),
    "v_troughs": synthetic.drawing("v_troughs", LIGHT_ON_DARK),
}
EXTENT_TOLERANCE = 0.08
"""In v: the wall that parts the kazan from the otaus has two edges, and bowls are round."""
OVERLAP_MIN = 0.7
"""Openings are drawn rounded in some layouts, while fitted boxes are as wide as the pitch."""


def fitted(drawing: Drawing, finding: Finding | None = None, **options: object) -> Calibration:
    found = finding or synthetic.perfect_finding(drawing)
    return calibrate(synthetic.picture(drawing), drawing.corners_px, lambda *_: found, **options)[0]


def overlap(one: NDArray[np.float64], other: NDArray[np.float64], image_wh: tuple[int, int]) -> float:
    """Area that two polygons share, over the area of both."""
    masks = np.zeros((2, *image_wh[::-1]), np.uint8)
    for mask, polygon in zip(masks, (one, other), strict=True):
        cv2.fillPoly(mask, [np.rint(polygon).astype(np.int32)], 1)
    return float((masks[0] & masks[1]).sum() / (masks[0] | masks[1]).sum())


@pytest.mark.parametrize("name", list(DRAWINGS))
def test_rows_extents_and_boxes_are_those_of_the_board(name: str) -> None:
    drawing = DRAWINGS[name]
    found = fitted(drawing)
    assert found.ball_px == pytest.approx(synthetic.ball_px(drawing), rel=0.01)
    for row in found.rows:
        assert row.lattice.pitch == pytest.approx(drawing.layout.pitch_mm / drawing.layout.length_mm, rel=0.02)
        assert row.v_inner == pytest.approx(drawing.layout.v_inner, abs=EXTENT_TOLERANCE)
        assert row.v_outer == pytest.approx(drawing.layout.v_outer, abs=EXTENT_TOLERANCE)
    pairs = zip(found.view().boxes_px[:18], synthetic.openings_px(drawing)[:18], strict=True)
    share = [overlap(box, opening, found.image_wh) for box, opening in pairs]
    assert min(share) > (OVERLAP_MIN if drawing.layout.family in ("box", "v_troughs") else 0.5)


def test_another_board_s_extents_are_told_apart() -> None:
    for row in fitted(DRAWINGS["bowls"]).rows:
        assert row.v_outer != pytest.approx(BOX.layout.v_outer, abs=EXTENT_TOLERANCE)


def test_the_neighbour_s_box_overlaps_little() -> None:
    boxes = fitted(BOX).view().boxes_px[:9]
    assert max(overlap(one, other, synthetic.IMAGE_WH) for one, other in pairwise(boxes)) < 0.05


@pytest.mark.parametrize("name", ["box", "bowls"])
def test_a_known_layout_is_taken_at_its_word(name: str) -> None:
    drawing = DRAWINGS[name]
    found = fitted(drawing, layout=drawing.layout)
    assert found.layout == drawing.layout
    assert {(row.v_inner, row.v_outer) for row in found.rows} == {(drawing.layout.v_inner, drawing.layout.v_outer)}
    kazans = zip(found.view().boxes_px[18:], synthetic.openings_px(drawing)[18:], strict=True)
    assert all(overlap(box, opening, found.image_wh) > 0.6 for box, opening in kazans)


def test_kazans_are_put_between_the_rows_or_at_their_ends() -> None:
    assert fitted(DRAWINGS["slots"]).layout.kazan == "middle"
    bowls = fitted(DRAWINGS["bowls"])
    assert bowls.layout.kazan == "ends"
    middle_px = np.mean(bowls.corners_px, axis=0)[0]
    white, black = (box[:, 0].mean() for box in bowls.view().boxes_px[18:])
    assert white > middle_px > black


def with_noise(found: Finding, sigma_u: float, seed: int = 0) -> Finding:
    rng = np.random.default_rng(seed)
    noisy = tuple(uv + np.column_stack([rng.normal(0, sigma_u, len(uv)), np.zeros(len(uv))]) for uv in found.centres_uv)
    return replace(found, centres_uv=noisy)


def centred(drawing: Drawing) -> Finding:
    """Nine kumalak of each otau on its middle line, so that no residual is left but noise."""
    found = synthetic.perfect_finding(drawing)
    centres = []
    for ix, uv in enumerate(found.centres_uv):
        lattice = found.lattices[ix // 9]
        centres.append(np.column_stack([lattice.u(np.full(len(uv), ix % 9 + 1.0), uv[:, 1]), uv[:, 1]]))
    return replace(found, centres_uv=tuple(centres))


def spread_u(found: Finding) -> float:
    """Rms distance of the otaus' mean centres from the lattice."""
    pitch_u = np.repeat([lattice.pitch for lattice in found.lattices], 9)
    return float(np.sqrt(np.mean((aside(found) * pitch_u) ** 2)))


def test_otaus_lie_aside_by_a_third_of_the_noise_of_one_kumalak() -> None:
    perfect = centred(BOX)
    assert spread_u(perfect) == pytest.approx(0, abs=1e-9)
    for sigma_u, as_expected in ((0.006, True), (0.009, False)):
        spread = float(np.sqrt(np.mean([spread_u(with_noise(perfect, sigma_u, seed)) ** 2 for seed in range(10)])))
        assert (spread == pytest.approx(0.002, rel=0.2)) is as_expected


def test_the_residual_is_told_in_px() -> None:
    noisy = with_noise(centred(BOX), 0.006)
    found = fitted(BOX, noisy)
    assert found.residual_px == pytest.approx(spread_u(noisy) * found.ball_px / noisy.ball_u, rel=0.01)


def test_the_camera_s_tilt_is_read_from_the_outline() -> None:
    """A board photographed from straight above, and by a camera whose axis is 30 degrees off."""
    x, y = BOX.layout.length_mm / 2, BOX.layout.depth_mm
    board = np.array([[-x, -y, 0], [x, -y, 0], [x, y, 0], [-x, y, 0]], np.float64)
    K = np.array([[864.0, 0, 479.5], [0, 864, 319.5], [0, 0, 1]])
    for tilt_deg in (0.0, 30.0):
        turn = cv2.Rodrigues(np.array([np.pi - np.radians(tilt_deg), 0, 0]))[0]
        corners, _ = cv2.projectPoints(board, turn, np.array([0, 0, 500.0]), K, None)
        drawing = replace(BOX, corners_px=corners.reshape(4, 2))
        assert fitted(drawing, layout=BOX.layout).tilt_deg == pytest.approx(tilt_deg, abs=0.5)


def test_doubt_counts_what_is_misplaced_unlike_and_aside() -> None:
    perfect = centred(BOX)
    assert doubt(perfect) < 1
    assert doubt(replace(perfect, misplaced=20)) == pytest.approx(doubt(perfect) + 20)
    assert doubt(replace(perfect, evenness=0.8)) == doubt(perfect)
    assert doubt(replace(perfect, evenness=0.5)) > doubt(perfect) + 30
    moved = list(perfect.centres_uv)
    moved[3] = moved[3] + [0.25 * perfect.lattices[0].pitch, 0]
    assert np.argmax(np.abs(aside(replace(perfect, centres_uv=tuple(moved))))) == 3
    assert doubt(replace(perfect, centres_uv=tuple(moved))) > doubt(perfect) + 30
    moved[3] = perfect.centres_uv[3] - [0, 0.5]
    assert doubt(replace(perfect, centres_uv=tuple(moved))) > doubt(perfect) + 30


def test_a_finding_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="read-only"):
        centred(BOX).centres_uv[3][0] = 0


def test_few_kumalak_may_lie_looser_than_nine() -> None:
    perfect = centred(BOX)
    shift = np.array([0.25 * perfect.lattices[0].pitch, 0])
    nine, one = (
        replace(perfect, centres_uv=(perfect.centres_uv[0][:n] + shift, *perfect.centres_uv[1:])) for n in (9, 1)
    )
    assert doubt(nine) > 36 > 20 > doubt(one) > doubt(perfect)


@pytest.mark.parametrize(("misplaced", "accepted"), [(30, True), (40, False)])
def test_a_picture_in_too_much_doubt_is_refused(misplaced: int, accepted: bool) -> None:
    found = replace(centred(BOX), misplaced=misplaced)
    if accepted:
        assert fitted(BOX, found).misplaced == misplaced
    else:
        with pytest.raises(NotABoardError, match=f"no board that shows the start position: {misplaced} of 162"):
            fitted(BOX, found)


def test_the_refusal_names_the_layout_and_another_position() -> None:
    found = replace(centred(BOX), misplaced=500)
    kumalak = START.copy()
    kumalak[0] = 8
    with pytest.raises(NotABoardError, match=r"the position given: 161 of 161 kumalak .* \(on a board like 'box'\)"):
        fitted(BOX, found, kumalak=kumalak, layout=load_layout("box"))


def test_a_position_that_leaves_a_row_nearly_bare_shows_no_board() -> None:
    bare = np.array([9, 9, 9, 0, 0, 0, 0, 0, 0] + [9] * 9)
    with pytest.raises(NotABoardError, match="less than 4 otaus"):
        fitted(BOX, kumalak=bare)
    bare[3] = 9
    drawing = replace(BOX, kumalak=tuple(bare))
    assert fitted(drawing, kumalak=bare).misplaced == 0


def test_corners_are_checked_before_anything_is_looked_for() -> None:
    def never(*_: object) -> Finding:
        raise AssertionError("the finder was asked")

    with pytest.raises(BadCornersError, match="outside"):
        calibrate(np.zeros((100, 100, 3), np.uint8), BOX.corners_px, never)


def test_no_kumalak_lies_beyond_its_otau_however_differently_both_halves_are_filled() -> None:
    """All balls of the drawn board lie at the far end of their otaus: white's near the middle, black's at the rim."""
    image = drawn.noisy(drawn.board(), 2.0)
    found, finding = calibrate(image, drawn.CORNERS, find_kumalak)
    for row, centres in zip(found.rows, (finding.centres_uv[:9], finding.centres_uv[9:]), strict=True):
        v = np.concatenate(centres)[:, 1]
        assert row.v_inner < v.min()
        assert row.v_outer > v.max()
