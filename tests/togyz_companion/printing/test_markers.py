"""The sheet of markers: printed, cut out, stuck onto a board and found again."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from numpy.typing import NDArray

from calibration.aruco import MARKER_IDS, find_markers
from tests import synthetic
from togyz_companion.board_setup import BoardOptions, find_board
from togyz_companion.cli.main import main
from togyz_companion.messages.languages import LANGUAGES, Language
from togyz_companion.printing.markers import SIDE_RANGE_MM, markers_sheet

BOARD = synthetic.drawing("slots", synthetic.COLOURED)
CORNER_TOLERANCE_PX = 3.0
STUCK_PX = 36
"""Side of a marker with its margin in the picture."""
CUT_CELLS = 8
"""Side of what is cut out, in cells of a marker: six and a margin of one."""


def printed() -> tuple[NDArray[np.uint8], dict[int, NDArray[np.float32]]]:
    """The printed sheet, and the corners of each marker on it, (4, 2) in px."""
    png = np.frombuffer(markers_sheet("en", side_mm=30, form="png"), np.uint8)
    sheet = np.asarray(cv2.imdecode(png, cv2.IMREAD_COLOR), np.uint8)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    quads, ids, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(sheet)
    return sheet, {int(marker): quad.reshape(4, 2) for marker, quad in zip(np.asarray(ids).ravel(), quads, strict=True)}


def cutouts() -> dict[int, NDArray[np.uint8]]:
    """The markers of the printed sheet with their white margins, upright."""
    sheet, quads = printed()
    found = {}
    for marker, quad in quads.items():
        middle = quad.mean(axis=0)
        whole = (middle + (quad - middle) * CUT_CELLS / 6).astype(np.float32)
        size = 8 * CUT_CELLS
        square = np.array([[0, 0], [size, 0], [size, size], [0, size]], np.float32)
        H = cv2.getPerspectiveTransform(whole, square)
        found[marker] = np.asarray(cv2.warpPerspective(sheet, H, (size, size)), np.uint8)
    return found


def stuck(turns: int = 0) -> NDArray[np.uint8]:
    """A board with the markers in its corners, each turned by so many quarters."""
    image = synthetic.picture(BOARD)
    middle = BOARD.corners_px.mean(axis=0)
    for marker, corner in zip(MARKER_IDS, BOARD.corners_px, strict=True):
        piece = cv2.resize(np.rot90(cutouts()[marker], turns), (STUCK_PX, STUCK_PX), interpolation=cv2.INTER_AREA)
        x, y = np.where(corner > middle, corner - STUCK_PX, corner).round().astype(int)
        image[y : y + STUCK_PX, x : x + STUCK_PX] = piece
    return image


def test_the_sheet_shows_each_marker_once() -> None:
    assert sorted(cutouts()) == sorted(MARKER_IDS)


def test_the_sheet_shows_them_as_they_lie_on_the_board() -> None:
    _, quads = printed()
    far_left, far_right, near_right, near_left = (quads[marker].mean(axis=0) for marker in range(4))
    assert far_left[0] < far_right[0]
    assert near_left[0] < near_right[0]
    assert far_left[1] < near_left[1]


@pytest.mark.parametrize("turns", [0, 1])
def test_what_was_printed_is_found_in_the_board_s_corners(turns: int) -> None:
    inside = STUCK_PX / CUT_CELLS * np.array([[1, -1], [-1, -1], [-1, 1], [1, 1]])
    found = find_markers(stuck(turns))
    assert found is not None
    away = np.linalg.norm(found - (BOARD.corners_px + inside), axis=1).max()
    assert away < CORNER_TOLERANCE_PX < np.linalg.norm(inside, axis=1).min()


def test_markers_tell_which_side_is_white_s() -> None:
    found = find_board(np.ascontiguousarray(np.rot90(stuck(), 2)), BoardOptions())
    assert (found.white_side, found.white_known) == ("top", True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_largest_markers_fit_on_one_sheet(language: Language) -> None:
    assert markers_sheet(language, side_mm=SIDE_RANGE_MM[1], form="png").startswith(b"\x89PNG")
    with pytest.raises(ValueError, match="too many"):
        markers_sheet(language, side_mm=2 * SIDE_RANGE_MM[1], form="png")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_command_writes_a_pdf(tmp_path: Path, language: str) -> None:
    output = tmp_path / "markers.pdf"
    result = CliRunner().invoke(main, ["markers", "-o", str(output), "--lang", language], catch_exceptions=False)
    assert result.exit_code == 0
    assert output.read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize("side", ["9", "51", "wide"])
def test_markers_that_do_not_fit_are_refused(tmp_path: Path, side: str) -> None:
    result = CliRunner().invoke(main, ["markers", "-o", str(tmp_path / "m.pdf"), "--side", side])
    assert result.exit_code == 2
    assert not list(tmp_path.iterdir())
