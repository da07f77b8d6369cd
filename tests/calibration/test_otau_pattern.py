"""Which pictures of columns are taken for two rows of nine otaus, and which are not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration import otau_pattern
from calibration.errors import NotABoardError
from calibration.locate import View, find_place, seen_places
from calibration.otau_pattern import propose_otaus
from togyz_companion.board_finding import CLEAR_MIN, locate_board
from tools.evaluation.no_boards import some_no_boards

LEFT, RIGHT = 100, 860
ROWS = ((150, 290), (350, 490))
WOOD, FLOOR, PAPER, INK = (150, 180, 210), (60, 90, 120), (235, 235, 235), (40, 40, 40)


def table(board_bgr: tuple[int, int, int]) -> NDArray[np.uint8]:
    """A plain board on a table."""
    image = np.full((640, 960, 3), (90, 110, 90), np.uint8)
    cv2.rectangle(image, (80, 130), (880, 510), board_bgr, -1)
    return image


def openings(columns: int, *, blank: tuple[int, ...] = ()) -> NDArray[np.uint8]:
    """Two rows of openings, with so many columns, of which some are blank."""
    image, pitch = table(WOOD), (RIGHT - LEFT) / columns
    for column in set(range(columns)) - set(blank):
        left, right = (round(LEFT + (column + share) * pitch) for share in (0.1, 0.9))
        for above, below in ROWS:
            cv2.rectangle(image, (left, above), (right, below), FLOOR, -1)
    return image


def form(columns: int) -> NDArray[np.uint8]:
    """Ruled paper, whose columns go through from top to bottom."""
    image = table(PAPER)
    for x in np.linspace(LEFT, RIGHT, columns + 1).round().astype(int).tolist():
        cv2.line(image, (x, 150), (x, 490), INK, 2)
    for y in (150, 320, 490):
        cv2.line(image, (LEFT, y), (RIGHT, y), INK, 2)
    return image


@pytest.mark.parametrize(
    ("image", "is_board"),
    [
        (openings(9), True),
        (openings(9, blank=(8,)), True),
        (openings(9, blank=(0, 8)), False),
        (openings(8), False),
        (openings(10), False),
        (form(9), False),
    ],
    ids=["nine", "one end hidden", "seven and plain ends", "eight", "ten", "form"],
)
def test_two_rows_of_nine_openings_are_a_board(image: NDArray[np.uint8], *, is_board: bool) -> None:
    noise = np.random.default_rng(3).normal(0, 2, image.shape)
    place = find_place(View(image_bgr=np.clip(image + noise, 0, 255).astype(np.uint8)))
    assert (place is not None and place.clear >= CLEAR_MIN) is is_board


def test_rows_moved_against_each_other_are_no_otaus(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of ten openings seem to lie a quarter of an otau to the left, half to the right: even, taken together."""
    image = np.clip(openings(10) + np.random.default_rng(1).normal(0, 2, (640, 960, 3)), 0, 255).astype(np.uint8)
    likeness = propose_otaus(image)[0].likeness
    monkeypatch.setattr(otau_pattern, "_EVEN", -1.0)
    assert likeness < 0.2
    assert propose_otaus(image)[0].likeness > 0.5


BOUNDS_OFF = {"_FEWER": 2.0, "_OPEN_ENDED": -1.0, "_STOREYS": 1.0, "_EVEN": -1.0}


@pytest.mark.parametrize(
    ("what", "seed", "number", "bound"),
    [
        ("other game", 31, 4, "_FEWER"),
        ("windows", 33, 20, "_FEWER"),
        ("windows", 34, 34, "_STOREYS"),
    ],
    ids=["six hollows", "five windows", "four storeys of nine windows"],
)
def test_what_only_repeats_itself_is_no_board(
    what: str, seed: int, number: int, bound: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One bound alone refuses it; without any it would be taken for a board."""
    drawn, image = some_no_boards(number + 1, seed)[-1]
    for one in BOUNDS_OFF.keys() - {bound}:
        monkeypatch.setattr(otau_pattern, one, BOUNDS_OFF[one])
    place = find_place(View(image_bgr=image))
    assert drawn == what
    assert place is None or place.clear < CLEAR_MIN
    monkeypatch.setattr(otau_pattern, bound, BOUNDS_OFF[bound])
    place = find_place(View(image_bgr=image))
    assert place is not None
    assert place.clear >= CLEAR_MIN


def test_gaps_between_windows_are_no_otaus(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bound takes the best place away; what is left is refused once it is looked at as a whole."""
    drawn, image = some_no_boards(21, 34)[-1]
    with pytest.raises(NotABoardError):
        locate_board(View(image_bgr=image))
    for one in BOUNDS_OFF.keys() - {"_OPEN_ENDED"}:
        monkeypatch.setattr(otau_pattern, one, BOUNDS_OFF[one])
    left = max((place.clear for place in seen_places(View(image_bgr=image))), default=0.0)
    monkeypatch.setattr(otau_pattern, "_OPEN_ENDED", BOUNDS_OFF["_OPEN_ENDED"])
    best = max(place.clear for place in seen_places(View(image_bgr=image)))
    assert drawn == "windows"
    assert best > CLEAR_MIN
    assert left < best - 0.05
