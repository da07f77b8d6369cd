from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from board_io.images import read_image
from calibration.calibrate import START, calibrate
from calibration.doubt import doubt
from calibration.errors import NotABoardError
from calibration.finding import Cut, Finding
from calibration.halves import cut_halves, half_homographies, to_image
from calibration.model import Calibration
from tests import synthetic
from tests.synthetic import COLOURED, DARK_ON_LIGHT, LIGHT_ON_DARK, Drawing
from tools.evaluation.truth import load_game
from vision.finder import find_kumalak

DRAWINGS = {
    "dark on light": synthetic.drawing("box", DARK_ON_LIGHT, ball_mm=11),
    "light on dark, small": synthetic.drawing("v_troughs", LIGHT_ON_DARK, ball_mm=13),
    "coloured": synthetic.drawing("slots", COLOURED, ball_mm=13),
    "in bowls": synthetic.drawing("bowls", LIGHT_ON_DARK, ball_mm=13),
}
RENDERED = ["d1_walnut", "d2_birch", "d3_blue", "d4_lacquer", "b1_boxB", "b2_boxA", "b3_boxB_tilt", "b4_box640"]
PHOTO_CORNERS = ((63, 540), (842, 525), (806, 15), (82, 32))
CENTRE_TOLERANCE_BALLS = 0.35


def found_in(drawing: Drawing, image: NDArray[np.uint8] | None = None) -> Finding:
    return find_kumalak(cut_of(drawing, image), np.array(drawing.kumalak))


def cut_of(drawing: Drawing, image: NDArray[np.uint8] | None = None) -> Cut:
    picture = synthetic.picture(drawing) if image is None else image
    return partial(cut_halves, picture, half_homographies(drawing.corners_px, drawing.image_wh))


def kumalak_met(drawing: Drawing, found: Finding) -> int:
    """How many kumalak have a centre found in their otau upon them."""
    H = half_homographies(drawing.corners_px, drawing.image_wh)
    limit_px = CENTRE_TOLERANCE_BALLS * synthetic.ball_px(drawing)
    met = 0
    for ix in np.flatnonzero(drawing.kumalak):
        centres = to_image(H[ix // 9], found.centres_uv[ix])
        away = np.linalg.norm(synthetic.centres_px(drawing)[ix][:, None] - centres, axis=2).min(axis=1)
        met += int(np.count_nonzero(away < limit_px))
    return met


@pytest.mark.parametrize("name", list(DRAWINGS))
def test_every_kumalak_of_a_board_never_seen_is_found(name: str) -> None:
    drawing = DRAWINGS[name]
    found = found_in(drawing)
    assert found.misplaced <= 2
    assert [len(uv) for uv in found.centres_uv] == [9] * 18
    assert kumalak_met(drawing, found) >= 160
    assert found.ball_u * drawing.layout.length_mm == pytest.approx(drawing.ball_mm, rel=0.15)
    shifted = tuple(uv + np.array([0.5 * found.ball_u, 0]) for uv in found.centres_uv)
    assert kumalak_met(drawing, replace(found, centres_uv=shifted)) < 20


def test_a_position_of_its_own_is_found_as_well() -> None:
    kumalak = (3, 12, 1, 0, 9, 10, 2, 10, 10, 9, 9, 0, 10, 10, 1, 11, 3, 9)
    drawing = replace(DRAWINGS["dark on light"], kumalak=kumalak)
    found = found_in(drawing)
    assert found.misplaced <= 4
    assert kumalak_met(drawing, found) >= sum(kumalak) - 4


def test_what_is_known_of_the_rows_is_used() -> None:
    drawing = DRAWINGS["coloured"]
    lattice = drawing.layout.lattice()
    found = find_kumalak(cut_of(drawing), START, (lattice, lattice))
    assert found.misplaced == 0
    assert found.lattices[0].pitch == pytest.approx(lattice.pitch, rel=0.02)


def test_the_same_picture_gives_the_same_finding() -> None:
    drawing = DRAWINGS["dark on light"]
    image = synthetic.picture(drawing)
    once, again = found_in(drawing, image), found_in(drawing, image.copy())
    assert once.lattices == again.lattices
    for one, other in zip(once.centres_uv, again.centres_uv, strict=True):
        np.testing.assert_array_equal(one, other)


def refuses(image: NDArray[np.uint8], corners: NDArray[np.float64]) -> bool:
    try:
        calibrate(image, corners, find_kumalak)
    except NotABoardError as refusal:
        return "within these corners there is" in str(refusal) and "\n" not in str(refusal)
    return False


def plain(height: int = 480, width: int = 640, grey: int = 128) -> NDArray[np.uint8]:
    return np.full((height, width, 3), grey, np.uint8)


def noise() -> NDArray[np.uint8]:
    return np.random.default_rng(0).integers(0, 256, (480, 640, 3), np.uint8)


def clouds() -> NDArray[np.uint8]:
    soft = cv2.GaussianBlur(np.random.default_rng(0).normal(size=(480, 640, 3)), (0, 0), 8)
    return np.clip(128 + 900 * soft, 0, 255).astype(np.uint8)


def gradient() -> NDArray[np.uint8]:
    return np.repeat(np.tile(np.linspace(0, 255, 640), (480, 1))[..., None], 3, axis=2).astype(np.uint8)


def chess_board() -> NDArray[np.uint8]:
    rows, columns = np.indices((480, 640)) // 40
    return np.repeat(((rows + columns) % 2 * 200 + 20)[..., None], 3, axis=2).astype(np.uint8)


def form() -> NDArray[np.uint8]:
    image = plain(grey=245)
    for row in range(12):
        for column, text in enumerate(("Name", "Date", "12.4", "No 7")):
            corner = (10 + column * 157, 8 + row * 39)
            cv2.rectangle(image, corner, (corner[0] + 150, corner[1] + 35), (60, 60, 60), 1)
            cv2.putText(image, text, (corner[0] + 10, corner[1] + 27), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (0, 0, 0), 2)
    return image


def scattered_discs() -> NDArray[np.uint8]:
    image = plain(grey=90)
    for x, y in np.random.default_rng(3).uniform(10, (630, 470), (162, 2)):
        cv2.circle(image, (round(x), round(y)), 8, (220, 220, 220), -1, cv2.LINE_AA)
    return image


OTHERS = [plain, noise, clouds, gradient, chess_board, form, scattered_discs]


@pytest.mark.parametrize("other", OTHERS, ids=lambda other: other.__name__)
def test_a_picture_of_something_else_is_refused(other: object) -> None:
    corners = np.array([[19.0, 465], [620, 465], [620, 14], [19, 14]])
    assert refuses(other(), corners)


def test_a_board_is_not_refused_by_that_check() -> None:
    drawing = DRAWINGS["coloured"]
    assert not refuses(synthetic.picture(drawing), drawing.corners_px)


@pytest.mark.parametrize("cells", [6, 8])
def test_another_game_s_board_is_refused(cells: int) -> None:
    """Two rows of bowls, but not nine, with four balls in each."""
    image = plain(grey=110)
    rng = np.random.default_rng(cells)
    for row in (130, 350):
        for column in range(cells):
            middle = np.array([640 * (column + 0.5) / cells, row])
            cv2.circle(image, tuple(np.rint(middle).astype(int).tolist()), round(270 / cells), (60, 80, 90), -1)
            for at in middle + rng.uniform(-120, 120, (4, 2)) / cells:
                synthetic.draw_ball(image, at, 9, (210, 225, 230))
    assert refuses(image, np.array([[5.0, 474], [634, 474], [634, 5], [5, 5]]))


@pytest.mark.parametrize("kumalak", [(0,) * 18, (9,) * 17 + (0,), (9, 9, 9, 2, 9, 9, 9, 9, 9) * 2])
def test_another_position_is_refused_or_in_doubt(kumalak: tuple[int, ...]) -> None:
    """A board that holds other numbers is not taken for one at the start without a trace."""
    drawing = replace(DRAWINGS["dark on light"], kumalak=kumalak)
    image = synthetic.picture(drawing)
    try:
        found, _ = calibrate(image, drawing.corners_px, find_kumalak)
    except NotABoardError:
        return
    assert found.misplaced >= 9


@pytest.mark.parametrize("otaus", [0.5, -0.5, 1.0])
def test_corners_shifted_along_the_board_are_refused_or_the_board_is_found(otaus: float) -> None:
    drawing = DRAWINGS["dark on light"]
    along = (drawing.corners_px[1] - drawing.corners_px[0]) * drawing.layout.pitch_mm / drawing.layout.length_mm
    assert refused_or_right(drawing, drawing.corners_px + otaus * along)


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_corners_turned_are_refused_or_the_board_is_found(turns: int) -> None:
    drawing = DRAWINGS["dark on light"]
    assert refused_or_right(drawing, np.roll(drawing.corners_px, turns, axis=0)) == (turns != 2 or "turned")


def refused_or_right(drawing: Drawing, corners: NDArray[np.float64]) -> bool | str:
    """Whether a picture is refused or its otaus lie where they are drawn; ``turned`` where they lie half a turn on."""
    inside = np.clip(corners, 0, np.array(drawing.image_wh) - 1)
    try:
        found, _ = calibrate(synthetic.picture(drawing), inside, find_kumalak)
    except NotABoardError:
        return True
    truth = [opening.mean(axis=0) for opening in synthetic.openings_px(drawing)[:18]]
    return agree(found, truth) or ("turned" if agree(found, np.roll(truth, 9, axis=0)) else False)


def agree(found: Calibration, middles_px: NDArray[np.float64] | list[NDArray[np.float64]]) -> bool:
    """Whether each otau's middle lies within its box."""
    boxes = found.view().boxes_px[:18]
    return all(
        cv2.pointPolygonTest(box, tuple(map(float, at)), False) > 0 for box, at in zip(boxes, middles_px, strict=True)
    )


@pytest.mark.slow
@pytest.mark.shared
@pytest.mark.parametrize("name", RENDERED)
def test_rendered_boards_are_found_where_they_are(shared: Path, name: str) -> None:
    game = load_game(shared, name)
    truth = game.view()
    found, finding = calibrate(game.image(game.frames("start")[0]), truth.outline_px, find_kumalak)
    assert doubt(finding) < 25
    assert found.ball_px == pytest.approx(truth.ball_px, rel=0.2)
    middles = np.array([polygon.mean(axis=0) for polygon in truth.boxes_px[:18]])
    assert agree(found, middles)
    assert not agree(found, middles + (middles[1] - middles[0]))


@pytest.mark.shared
def test_the_real_box_is_found_with_eighteen_nines(shared: Path) -> None:
    image = read_image(shared / "data" / "photos" / "box_start_891x549.png")
    found, finding = calibrate(image, PHOTO_CORNERS, find_kumalak)
    assert found.misplaced == 0
    assert [len(uv) for uv in finding.centres_uv] == [9] * 18


@pytest.mark.shared
@pytest.mark.parametrize(
    "corners",
    [
        [[60, 340], [580, 340], [580, 150], [60, 150]],
        [[19, 465], [620, 465], [620, 14], [19, 14]],
        [[80, 330], [560, 330], [545, 165], [95, 165]],
    ],
)
def test_a_real_board_of_another_game_is_refused(shared: Path, corners: list[list[int]]) -> None:
    image = read_image(shared / "data" / "photos" / "mancala_gems_640x480.jpg")
    assert refuses(image, np.array(corners, np.float64))


@pytest.mark.slow
@pytest.mark.shared
@pytest.mark.parametrize("name", ["d1_walnut", "d3_blue", "b2_boxA"])
@pytest.mark.parametrize("otaus", [-0.5, 0.5, 1.0])
def test_rendered_boards_with_corners_beside_them_are_refused(shared: Path, name: str, otaus: float) -> None:
    """Eight columns are right then, and what lies beside the board must not pass for the ninth."""
    game = load_game(shared, name)
    corners = game.view().outline_px.astype(np.float64)
    beside = corners + otaus * (corners[1] - corners[0]) / 9.6
    assert refuses(game.image(game.frames("start")[0]), np.clip(beside, 0, np.array(game.truth["resolution"]) - 1.0))


@pytest.mark.slow
@pytest.mark.shared
def test_balls_are_found_and_not_the_highlights_on_them(shared: Path) -> None:
    """At half the size the lamp's reflections are the clearest discs on this board."""
    game = load_game(shared, "b1_boxB")
    image = game.image(game.frames("start")[0])
    small = cv2.resize(image, (640, 360), interpolation=cv2.INTER_AREA)
    coarse = cv2.imdecode(cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 50])[1], cv2.IMREAD_COLOR)
    corners = (game.view().outline_px.astype(np.float64) + 0.5) / 2 - 0.5
    found, _ = calibrate(coarse.astype(np.uint8), corners, find_kumalak)
    assert found.ball_px == pytest.approx(game.view().ball_px / 2, rel=0.2)
