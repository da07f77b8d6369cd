"""Rows among loose points, and the outline and the calibration that follow from them."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.errors import NotABoardError
from calibration.halves import to_image
from calibration.locate import (
    Place,
    View,
    best_place,
    calibrate_place,
    calibrate_rows,
    cut_off,
    find_place,
    place_by_markers,
    place_within,
    row_length_px,
)
from calibration.locate_outline import find_outline
from calibration.locate_rows import Rows, facing_strips, fit_rows
from calibration.model import Calibration
from tests import synthetic
from tests.synthetic import COLOURED, Drawing
from vision.finder import find_kumalak

AREA = 80.0 * 60.0
SLOTS = synthetic.drawing("slots", COLOURED)
OUTLINE_PX = 2.0
"""Of 960: a fifth of a percent of the board's length."""


def otaus(rows: Rows) -> NDArray[np.float64]:
    """(18, 2) where the middles of the otaus lie, row by row."""
    return to_image(rows.H, [(otau_no, y) for y in (-1, 1) for otau_no in range(1, 10)])


def scattered(clutter: int = 40, per_otau: int = 9) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Kumalak in two rows seen askew, with clutter, and (18, 2) the middles of the otaus; in kumalak diameters."""
    rng = np.random.default_rng(2)
    borders = np.array([[0.5, -1], [9.5, -1], [9.5, 1], [0.5, 1]], np.float32)
    seen = np.array([[10, 12], [62, 6], [68, 34], [8, 42]], np.float32)
    H = np.array(cv2.getPerspectiveTransform(borders, seen), np.float64)
    middles = np.array([(otau_no, y) for y in (-1, 1) for otau_no in range(1, 10)], np.float64)
    inside = np.repeat(middles, per_otau, axis=0) + rng.uniform(-1, 1, (18 * per_otau, 2)) * [0.2, 0.25]
    beside = rng.uniform(0, 1, (clutter, 2)) * [80, 60]
    return np.concatenate([to_image(H, inside), beside]), to_image(H, middles)


@pytest.mark.parametrize("clutter", [0, 60])
def test_two_rows_are_found_among_clutter(clutter: int) -> None:
    points, middles = scattered(clutter)
    rows = fit_rows(facing_strips(points, AREA)[0])
    found = otaus(rows)
    off = np.linalg.norm(found[:, None] - middles, axis=2).min(axis=0)
    assert off.max() < 1.0
    assert rows.misfit < 0


def test_rows_of_fewer_kumalak_fit_worse() -> None:
    nine, five = (fit_rows(facing_strips(scattered(0, number)[0], AREA)[0]) for number in (9, 5))
    assert five.misfit > nine.misfit + 40


def test_points_all_over_the_place_are_no_surprise() -> None:
    points, _ = scattered()
    chance = np.random.default_rng(3).uniform(0, 1, points.shape) * [80, 60]
    by_chance = max((pair.strength for pair in facing_strips(chance, AREA)), default=0.0)
    assert facing_strips(points, AREA)[0].strength > 3 * by_chance


def rows_of(drawing: Drawing) -> Rows:
    """What the truth says of a drawn board."""
    middles = [opening.mean(axis=0) for opening in synthetic.openings_px(drawing)[:18]]
    frame = [(otau_no, -1) for otau_no in range(1, 10)] + [(10 - otau_no, 1) for otau_no in range(1, 10)]
    H, _ = cv2.findHomography(np.array(frame, np.float64), np.array(middles))
    return Rows(np.array(H, np.float64), misfit=-40.0, reach=1.3)


def test_the_outline_is_where_the_board_ends() -> None:
    rows = rows_of(SLOTS)
    outline = find_outline(synthetic.picture(SLOTS), rows.H, rows.reach)
    assert outline is not None
    off = np.linalg.norm(outline.corners_px - SLOTS.corners_px, axis=1).max()
    assert off < OUTLINE_PX < np.linalg.norm(outline.corners_px - SLOTS.corners_px * 1.01, axis=1).max()


def test_a_black_bar_beside_the_picture_is_no_edge_of_the_board() -> None:
    barred = synthetic.picture(SLOTS)
    barred[:20] = 0
    barred[-20:] = 0
    outline = find_outline(barred, rows_of(SLOTS).H, 1.3)
    assert outline is not None
    assert np.linalg.norm(outline.corners_px - SLOTS.corners_px, axis=1).max() < OUTLINE_PX


def test_without_edges_there_is_no_outline() -> None:
    rows = rows_of(SLOTS)
    assert find_outline(np.full((640, 960, 3), 90, np.uint8), rows.H, rows.reach) is None


def test_rows_lead_to_a_calibration_of_the_whole_board() -> None:
    found, finding = calibrate_rows(View(image_bgr=synthetic.picture(SLOTS)), rows_of(SLOTS), find_kumalak)
    assert np.linalg.norm(found.corners_px - SLOTS.corners_px, axis=1).max() < OUTLINE_PX
    assert not found.white_known
    assert found.layout.family == "slots"
    assert [len(uv) for uv in finding.centres_uv] == [9] * 18
    for box, opening in zip(found.view().boxes_px[:18], synthetic.openings_px(SLOTS)[:18], strict=True):
        assert np.linalg.norm(box.mean(axis=0) - opening.mean(axis=0)) < found.ball_px


def test_white_sits_where_it_is_said_to() -> None:
    view = View(image_bgr=synthetic.picture(SLOTS), white_side="top")
    found, _ = calibrate_rows(view, rows_of(SLOTS), find_kumalak)
    assert (found.white_side, found.white_known) == ("top", True)


def test_what_looks_little_like_a_board_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("calibration.locate.DOUBT_MAX", 0.0)
    with pytest.raises(NotABoardError, match="hardly looks like"):
        calibrate_rows(View(image_bgr=synthetic.picture(SLOTS)), rows_of(SLOTS), find_kumalak)


def test_kumalak_on_no_board_are_refused() -> None:
    """The balls alone, in their places on a bare table."""
    table = np.full((640, 960, 3), synthetic.TABLE, np.uint8)
    for centre in np.concatenate(synthetic.centres_px(SLOTS)):
        synthetic.draw_ball(table, centre, synthetic.ball_px(SLOTS) / 2, SLOTS.look.ball)
    with pytest.raises(NotABoardError, match="no edge of a board"):
        calibrate_rows(View(image_bgr=table), rows_of(SLOTS), find_kumalak)


@pytest.mark.parametrize(
    ("shift_px", "edges"),
    [
        ((0, 0), []),
        ((-200, 0), ["left"]),
        ((200, 0), ["right"]),
        ((0, -300), ["top"]),
        ((200, 300), ["right", "bottom"]),
    ],
)
def test_otaus_beyond_the_picture_are_told(shift_px: tuple[float, float], edges: list[str]) -> None:
    rows = rows_of(SLOTS)
    shift = np.array([[1, 0, shift_px[0]], [0, 1, shift_px[1]], [0, 0, 1]], np.float64)
    assert cut_off(replace(rows, H=shift @ rows.H), synthetic.IMAGE_WH) == edges


def test_a_row_s_length_is_told() -> None:
    rows = rows_of(SLOTS)
    assert row_length_px(rows) == pytest.approx(0.93 * 0.81 * synthetic.IMAGE_WH[0], rel=0.05)
    half = np.diag([0.5, 0.5, 1])
    assert row_length_px(replace(rows, H=half @ rows.H)) == pytest.approx(row_length_px(rows) / 2)


LATER = (0, 12, 3, 1, 0, 20, 5, 5, 2, 1, 0, 0, 9, 14, 2, 7, 3, 0)


@pytest.mark.parametrize("kumalak", [LATER, (0,) * 18], ids=["later", "empty"])
def test_a_board_is_found_whatever_lies_in_it(kumalak: tuple[int, ...]) -> None:
    board = replace(SLOTS, kumalak=kumalak)
    view = View(image_bgr=synthetic.picture(board))
    place = find_place(view)
    assert place is not None
    assert place.clear > 0.5
    assert np.linalg.norm(place.corners_px - board.corners_px, axis=1).max() < OUTLINE_PX
    found = calibrate_place(view, place)
    for box, opening in zip(found.view().boxes_px[:18], synthetic.openings_px(board)[:18], strict=True):
        assert np.linalg.norm(box.mean(axis=0) - opening.mean(axis=0)) < found.ball_px / 2
    assert found.pitch_px == pytest.approx(
        np.linalg.norm(np.diff(_middles_px(found)[:9], axis=0), axis=1).mean(), rel=0.05
    )


def _middles_px(found: Calibration) -> NDArray[np.float64]:
    return np.array([box.mean(axis=0) for box in found.view().boxes_px])


def test_a_bare_table_is_no_board() -> None:
    noise = np.random.default_rng(4).integers(80, 100, (640, 960, 3), np.uint8)
    assert find_place(View(image_bgr=noise)) is None


def test_white_sits_where_it_is_said_to_in_any_position() -> None:
    picture = synthetic.picture(replace(SLOTS, kumalak=LATER))
    bottom, top = (find_place(View(image_bgr=picture, white_side=side)) for side in ("bottom", "top"))
    assert bottom is not None
    assert top is not None
    assert np.allclose(bottom.corners_px[[2, 3, 0, 1]], top.corners_px)


def test_the_outline_is_that_of_most_places_on_a_board() -> None:
    place = find_place(View(image_bgr=synthetic.picture(SLOTS)))
    assert place is not None

    def told(clear: float, off_px: float) -> Place:
        return replace(place, clear=clear, corners_px=place.corners_px + np.array([off_px, 0]))

    same, clearest, elsewhere = [told(0.5, 0), told(0.4, 1)], told(0.6, 12), told(0.55, 300)

    def chosen(*places: Place) -> Place:
        best = best_place(places)
        return next(one for one in places if np.array_equal(one.corners_px, best.corners_px))

    assert chosen(clearest, *same, elsewhere) is same[0]
    assert best_place([clearest, *same, elsewhere]).clear == clearest.clear  # all three are the same board
    assert chosen(clearest, same[0], elsewhere) is clearest
    assert best_place([told(0.6, 300), *same]).clear == 0.6


def test_within_corners_the_rows_are_found_too() -> None:
    view = View(image_bgr=synthetic.picture(replace(SLOTS, kumalak=LATER)))
    right, wrong = (place_within(view, corners) for corners in (SLOTS.corners_px, SLOTS.corners_px * [0.5, 1]))
    assert right is not None
    assert right.clear > 0.5
    assert wrong is None or wrong.clear < 0.1


def test_markers_a_little_inside_lead_to_the_outline() -> None:
    view = View(image_bgr=synthetic.picture(SLOTS))
    middle = SLOTS.corners_px.mean(axis=0)
    inside, far = (middle + share * (SLOTS.corners_px - middle) for share in (0.97, 0.8))
    assert np.linalg.norm(place_by_markers(view, inside) - SLOTS.corners_px, axis=1).max() < OUTLINE_PX
    assert np.array_equal(place_by_markers(view, far), far)
