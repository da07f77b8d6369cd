"""A board that nobody pointed at, and what is wrong with a start position."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from numpy.typing import NDArray

from calibration.errors import BadCornersError, NotABoardError
from calibration.from_above import OTAU_PX
from calibration.halves import px_grid
from calibration.layout import Family
from calibration.lens import Lens, assumed_K
from calibration.locate import View, find_place, through_own_lens
from calibration.locate_rows import Rows
from calibration.model import Calibration, read_calibration
from tests import drawn, synthetic
from tests.synthetic import COLOURED
from togyz.notation import position_from_string
from togyz.position import Position
from togyz_companion.board_finding import hints, locate_board, start_fault
from togyz_companion.board_setup import PATIENCE_S, Board, BoardOptions, find_board, find_board_in
from togyz_companion.board_within import board_within
from togyz_companion.cli.main import main
from togyz_companion.live.aim import aimed
from tools.evaluation.disguises import turned
from tools.evaluation.finding import corner_error
from vision.counter_of import start_of
from vision.frame import Frame
from vision.reading import OtauReading

SLOTS = synthetic.drawing("slots", COLOURED)
CORNER_PERCENT = 1.0
UNEVEN = 1, 12, 3, 0, 14, 9, 2, 11, 5, 13, 0, 2, 10, 1, 7, 12, 3, 0
INLAY_PX = 10
"""Within the rim."""
MISREAD = 4
"""Kumalak that the counter may miss on a drawn board whose start it has not seen."""
HALF_TURN = np.array([[-1.0, 0, drawn.WIDTH - 1], [0, -1, drawn.HEIGHT - 1], [0, 0, 1]])


def calibration(*, white_known: bool = True) -> Calibration:
    return replace(drawn.calibration(), white_known=white_known)


def reading(p: NDArray[np.float64]) -> OtauReading:
    return OtauReading(np.log(np.maximum(p, 1e-9)), np.empty((0, 2), np.float32), np.empty(0, np.float32))


def readings(unlike: dict[int, int], sure: float = 0.97) -> tuple[OtauReading, ...]:
    """Nines, but for some otaus by their index."""
    out = []
    for ix in range(18):
        p = np.full(61, (1 - sure) / 60)
        p[unlike.get(ix, 9)] = sure
        out.append(reading(p))
    return tuple(out)


def inlaid_slots() -> NDArray[np.uint8]:
    """The board with an inlay along its rim."""
    middle_px = SLOTS.corners_px.mean(axis=0)
    inlay_px = SLOTS.corners_px + INLAY_PX * np.sign(middle_px - SLOTS.corners_px)
    image = synthetic.picture(SLOTS)
    cv2.polylines(image, [np.rint(16 * inlay_px).astype(np.int32)], True, (120, 210, 220), 2, cv2.LINE_AA, 4)
    return image


def bent_slots(k1: float, straight: NDArray[np.uint8] | None = None) -> tuple[NDArray[np.uint8], Lens]:
    """The board, or another picture of it, through a lens."""
    straight = synthetic.picture(SLOTS) if straight is None else straight
    (width, height), ((fx, _, cx), (_, fy, cy), _) = SLOTS.image_wh, assumed_K(SLOTS.image_wh).tolist()
    lens = Lens(image_wh=(width, height), fx=fx, fy=fy, cx=cx, cy=cy, dist=(k1, 0, 0, 0, 0))
    x, y = lens.undistort(px_grid(width, height)).T.reshape(2, height, width).astype(np.float32)
    image = cv2.remap(straight, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(image, np.uint8), lens


def test_a_lens_that_bends_the_board_is_undone_and_told(tmp_path: Path) -> None:
    image, lens = bent_slots(-0.2)
    cv2.imwrite(str(tmp_path / "bent.png"), image)
    written = tmp_path / "board.json"
    told = CliRunner().invoke(main, ["calibrate", str(tmp_path / "bent.png"), "-o", str(written)])
    found = read_calibration(written)
    assert found.lens is not None
    assert found.lens.is_estimate
    assert abs(found.lens.dist[0] - lens.dist[0]) < 0.03
    assert f"bends the board's edges by {found.outline_bow_px:.0f} px" in told.output
    assert corner_error(found, lens.distort(SLOTS.corners_px)) < CORNER_PERCENT < corner_error(found, SLOTS.corners_px)


def test_a_lens_that_is_told_is_the_lens() -> None:
    image, lens = bent_slots(-0.2)
    told = replace(lens, dist=(-0.19, 0, 0, 0, 0))
    assert locate_board(View(image_bgr=image, lens=told))[0].lens == told
    assert locate_board(View(image_bgr=synthetic.picture(SLOTS)))[0].lens is None


def test_a_lens_is_undone_where_the_hinge_s_ends_were_told() -> None:
    image, lens = bent_slots(-0.2)
    x0, x1, x2, x3 = SLOTS.corners_px
    six = lens.distort(np.array([x0, x1, (x1 + x2) / 2, x2, x3, (x3 + x0) / 2]))
    found, _ = board_within(View(image_bgr=image), six, Position.start())
    assert found.lens is not None
    assert corner_error(found, lens.distort(SLOTS.corners_px)) < CORNER_PERCENT


def test_through_the_lens_the_outline_is_sought_where_it_was_found() -> None:
    """Rows that are taken for wider than they are leave no room for the rim."""
    view = View(image_bgr=bent_slots(-0.2)[0])
    place = find_place(view)
    assert place is not None
    wide = replace(place, otaus=replace(place.otaus, high=1.0))
    assert through_own_lens(view, wide)[0].lens is not None
    assert through_own_lens(view, replace(wide, reach=wide.otaus.reach))[0].lens is None


@pytest.mark.parametrize(("off_px", "moves"), [(4, True), (20, False)])
def test_through_the_lens_no_far_outline_counts(off_px: float, *, moves: bool) -> None:
    view = View(image_bgr=bent_slots(-0.2)[0])
    place = find_place(view)
    assert place is not None
    beside = replace(place, corners_px=place.corners_px + np.array([0, off_px]))
    view, found = through_own_lens(view, beside)
    assert view.lens is not None
    assert np.array_equal(found.corners_px, beside.corners_px) != moves


@pytest.mark.parametrize(("finer", "tells"), [((), False), ((72,), True)])
def test_a_rim_is_told_from_the_inlay_beside_it_where_the_bend_is_undone(
    finer: tuple[int, ...], monkeypatch: pytest.MonkeyPatch, *, tells: bool
) -> None:
    monkeypatch.setattr("calibration.locate._FINE", (OTAU_PX, *finer))
    image, lens = bent_slots(-0.3, inlaid_slots())
    view = View(image_bgr=image)
    place = find_place(view)
    assert place is not None
    _, found = through_own_lens(view, place)
    off_px = np.linalg.norm(found.corners_px - lens.distort(SLOTS.corners_px), axis=1).max()
    assert (off_px < INLAY_PX / 2) == tells


@pytest.mark.parametrize("deg", [0, 115])
def test_a_board_is_found_however_it_lies(deg: int) -> None:
    image, matrix = turned(synthetic.picture(SLOTS), deg)
    found, _ = locate_board(View(image_bgr=image))
    corners_px = SLOTS.corners_px @ matrix[:, :2].T + matrix[:, 2]
    assert corner_error(found, corners_px) < CORNER_PERCENT < corner_error(found, corners_px + 20)


def test_the_options_need_not_say_where_it_lies() -> None:
    found = find_board(synthetic.picture(SLOTS), BoardOptions())
    assert (found.white_side, found.white_known) == ("bottom", False)
    assert found.start is not None


def test_white_sits_along_a_row() -> None:
    with pytest.raises(BadCornersError, match="white cannot sit at the left"):
        find_board(synthetic.picture(SLOTS), BoardOptions(white_side="left"))


def test_a_later_position_is_read_without_its_start() -> None:
    later = Position.start().sow(7).after
    image = synthetic.picture(replace(SLOTS, kumalak=later.otau))
    board = Board(find_board(image, BoardOptions(), None))
    assert not start_of(board.calibration).is_known
    off = [abs(int(one.p.argmax()) - number) for one, number in zip(board.read(image), later.otau, strict=True)]
    assert sum(off) <= MISREAD


@pytest.mark.parametrize(("kumalak", "is_sought"), [((2,) * 18, True), (UNEVEN, False)])
def test_no_start_position_is_sought_in_another_way_where_the_otaus_differ(
    kumalak: tuple[int, ...], monkeypatch: pytest.MonkeyPatch, *, is_sought: bool
) -> None:
    sought: list[NDArray[np.uint8]] = []

    def proposed(image_bgr: NDArray[np.uint8]) -> list[Rows]:
        sought.append(image_bgr)
        return []

    monkeypatch.setattr("togyz_companion.board_finding.SURE_CLEAR", 1.1)
    monkeypatch.setattr("togyz_companion.board_finding.propose_rows", proposed)
    found, _ = locate_board(View(image_bgr=synthetic.picture(replace(SLOTS, kumalak=kumalak))))
    assert corner_error(found, SLOTS.corners_px) < CORNER_PERCENT
    assert bool(sought) == is_sought


def test_heaps_that_all_lie_between_otaus_are_those_of_another_board(monkeypatch: pytest.MonkeyPatch) -> None:
    view = View(image_bgr=synthetic.picture(replace(SLOTS, kumalak=Position.start().sow(7).after.otau)))
    assert locate_board(view)[1] is None
    monkeypatch.setattr("calibration.mere_pattern._BORDER", 0.0)
    with pytest.raises(NotABoardError, match="repeats itself nine times"):
        locate_board(view)


@pytest.mark.parametrize(
    "text", ["8,1S/8,1S 80 80 N 1", "1,1,1,1,1,1,1,1,1/1,1,1,1,1,1,1,1,1 72 72 S 1", "9/9 81 81 S 1"]
)
@pytest.mark.parametrize("corners_px", [None, [(float(x), float(y)) for x, y in SLOTS.corners_px]])
def test_a_board_at_the_start_is_none_that_is_nearly_empty(
    text: str, corners_px: list[tuple[float, float]] | None
) -> None:
    start, _ = position_from_string(text)
    image, options = synthetic.picture(SLOTS), BoardOptions(corners_px=corners_px)
    with pytest.raises(NotABoardError):
        find_board_in(iter([Frame(image, 0, 0, "drawn")]), options, start=start)
    aim = aimed(image, options, start)
    assert (aim.board, aim.hint is None) == (None, False)
    assert "failed" not in str(aim.hint)


def test_a_game_begins_where_it_is_said_to() -> None:
    later = Position.start().sow(7).after
    image = synthetic.picture(replace(SLOTS, kumalak=later.otau))
    frame = Frame(image, 0, 0, "drawn")
    board, _ = find_board_in(iter([frame]), BoardOptions(), start=later)
    assert not board.calibration.white_known
    with pytest.raises(NotABoardError, match="otaus of it hold another"):
        find_board_in(iter([frame]), BoardOptions(), start=Position.start())


def test_a_start_position_is_learned_from() -> None:
    board, _ = find_board_in(iter([Frame(synthetic.picture(SLOTS), 0, 0, "drawn")]), BoardOptions(), start=None)
    assert start_of(board.calibration).kumalak == (9,) * 18


@pytest.mark.parametrize(("under_hand_s", "taken_s"), [((), 1.0), ((0.0,), 2.0), ((1.0,), 3.0)])
def test_a_position_that_nobody_knows_is_taken_when_it_was_seen_twice(
    under_hand_s: tuple[float, ...], taken_s: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under the hand an otau of nine seems to hold two."""

    class SeenBoard(Board):
        def placed(self, image_bgr: NDArray[np.uint8]) -> Board:
            return self

        def read(self, image_bgr: NDArray[np.uint8]) -> tuple[OtauReading, ...]:
            return readings({4: 2} if image_bgr.any() else {})

    board = SeenBoard(calibration())
    monkeypatch.setattr("togyz_companion.board_setup.known_board", lambda _: board)
    times_s = np.arange(0, 5, 0.5).tolist()
    film = (
        Frame(np.full((1, 1, 3), t in under_hand_s, np.uint8), round(t * 1e9), n, "") for n, t in enumerate(times_s)
    )
    assert find_board_in(film, BoardOptions(), start=None)[1].t_s == taken_s


def test_the_camera_is_told_how_to_see_better() -> None:
    def of(ball_px: float, tilt_deg: float, family: Family) -> Calibration:
        seen = calibration()
        return replace(seen, ball_px=ball_px, tilt_deg=tilt_deg, layout=replace(seen.layout, family=family), start=None)

    assert hints(of(18, 5, "box")) == []
    assert "bring the camera nearer" in hints(of(5, 5, "box"))[0]
    assert "tilt 38 degrees" in hints(of(18, 38, "box"))[0]
    assert hints(of(18, 38, "bowls")) == []


@pytest.mark.parametrize("in_colour", [True, False])
def test_a_camera_that_shows_no_colours_is_told(*, in_colour: bool) -> None:
    image = synthetic.picture(SLOTS)
    if not in_colour:
        image = cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    board, _ = find_board_in(iter([Frame(image, 0, 0, "drawn")]), BoardOptions(), start=None)
    assert any("no colours" in hint for hint in hints(board.calibration)) is not in_colour


@pytest.mark.parametrize("shape_hw", [(1, 5000), (5000, 1), (63, 640)])
def test_no_board_is_looked_for_in_a_strip(shape_hw: tuple[int, int]) -> None:
    with pytest.raises(NotABoardError, match="shorter than 64 px"):
        find_board(np.full((*shape_hw, 3), 120, np.uint8), BoardOptions())


def chess() -> NDArray[np.uint8]:
    """A chess board with its men, discs of two colours."""
    image = np.full((540, 960, 3), (240, 240, 240), np.uint8)
    for column in range(8):
        for row in range(8):
            x, y = 250 + 55 * column, 50 + 55 * row
            if (column + row) % 2:
                cv2.rectangle(image, (x, y), (x + 55, y + 55), (40, 60, 90), -1)
            if row not in range(2, 6):
                cv2.circle(image, (x + 27, y + 27), 14, (235, 235, 230) if row < 2 else (20, 20, 25), -1, cv2.LINE_AA)
    return image


def discs() -> NDArray[np.uint8]:
    """Two rows of nine discs on paper."""
    image = np.full((540, 960, 3), 200, np.uint8)
    for column in range(9):
        for y in (60, 480):
            cv2.circle(image, (80 + 100 * column, y), 9, (60, 30, 30), -1, cv2.LINE_AA)
    return image


@pytest.mark.parametrize("image", [chess(), discs()], ids=["chess", "discs"])
def test_what_is_no_board_is_refused(image: NDArray[np.uint8]) -> None:
    with pytest.raises(NotABoardError, match="or show its corners"):
        locate_board(View(image_bgr=image))


def test_the_reason_is_told() -> None:
    picture = synthetic.picture(SLOTS)
    small = np.full_like(picture, synthetic.TABLE)
    small[200:387, 300:580] = cv2.resize(picture, (280, 187), interpolation=cv2.INTER_AREA)
    cut = np.asarray(np.roll(picture, -110, axis=1))
    cut[:, -110:] = synthetic.TABLE
    for image, reason in (
        (np.zeros_like(picture), "too dark"),
        (cut, r"cut off at the edge of the picture \(left\)"),
        (small, "nearer|no board"),
    ):
        with pytest.raises(NotABoardError, match=reason):
            locate_board(View(image_bgr=image))


@pytest.mark.parametrize(
    ("unlike", "sentence"),
    [
        ({}, None),
        ({11: 8}, "one kumalak is missing, or hidden: black's otau 3 shows 8"),
        ({4: 10}, "one kumalak is too many: white's otau 5 shows 10"),
        ({0: 8, 1: 8}, "2 kumalak are missing, or hidden: white's otau 1 shows 8, white's otau 2 shows 8"),
        ({0: 8, 17: 10}, "kumalak lie in the wrong otaus: white's otau 1 shows 8, black's otau 9 shows 10"),
        (dict.fromkeys(range(4), 8), None),
    ],
)
def test_a_faulty_start_position_is_told(unlike: dict[int, int], sentence: str | None) -> None:
    assert start_fault(readings(unlike), Position.start().otau, calibration()) == sentence


def test_a_doubtful_reading_is_no_fault() -> None:
    assert start_fault(readings({3: 8}, sure=0.5), Position.start().otau, calibration()) is not None
    p = np.zeros(61)
    p[8], p[9] = 0.9, 0.1
    doubtful = (*readings({})[:17], reading(p))
    assert start_fault(doubtful, Position.start().otau, calibration()) is None


@pytest.mark.parametrize(("turned_by", "edge"), [(np.diag([1.0, 1, 1]), "top"), (HALF_TURN, "bottom")])
def test_where_white_sits_is_not_known_the_row_is_named(turned_by: NDArray[np.float64], edge: str) -> None:
    board = calibration(white_known=False).moved(turned_by)
    told = start_fault(readings({11: 8}), Position.start().otau, board)
    assert told == f"one kumalak is missing, or hidden: otau 3 in the row at the {edge} shows 8"


def one_missing() -> Iterator[Frame]:
    """The drawn board, one kumalak short, at the beginning and when patience ends."""
    image = drawn.noisy(drawn.board([9] * 11 + [8] + [9] * 6 + [0, 0]), 2.0)
    for seq, t_s in enumerate((0.0, PATIENCE_S)):
        yield Frame(image, round(t_s * 1e9), seq, "drawn")


@pytest.mark.slow
def test_players_have_time_to_put_the_start_right(caplog: pytest.LogCaptureFixture) -> None:
    x0, y0, x1, y1 = drawn.OUTLINE
    options = BoardOptions(corners_px=[(x0, y1), (x1, y1), (x1, y0), (x0, y0)])
    with caplog.at_level(logging.WARNING):
        _, live = find_board_in(one_missing(), options, is_live=True)
    assert live.t_s == PATIENCE_S
    assert "waiting for the board: one kumalak is missing, or hidden: black's otau 3 shows 8" in caplog.text
    caplog.clear()
    _, of_film = find_board_in(one_missing(), options)
    assert of_film.t_s == 0
    assert "the start position: one kumalak is missing, or hidden: black's otau 3 shows 8" in caplog.text


@pytest.mark.shared
def test_the_real_box_is_found(shared: Path) -> None:
    image = cv2.imread(str(shared / "data" / "photos" / "box_start_891x549.png"))
    found, _ = locate_board(View(image_bgr=np.asarray(image, np.uint8)))
    approx = np.array([[63, 540], [842, 525], [806, 15], [82, 32]], np.float64)
    assert corner_error(found, approx) < CORNER_PERCENT


@pytest.mark.shared
@pytest.mark.parametrize("factor", [0.5, 0.85, 2.0])
def test_the_real_box_shows_its_start_at_any_size(factor: float, shared: Path) -> None:
    image = cv2.imread(str(shared / "data" / "photos" / "box_start_891x549.png"))
    seen = np.asarray(cv2.resize(np.asarray(image), None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8)
    board = Board(find_board(seen, BoardOptions(), None))
    assert start_of(board.calibration).is_known
    assert [int(one.p.argmax()) for one in board.read(seen)] == [9] * 18


@pytest.mark.parametrize(("held", "is_told"), [(8, False), (13, True)])
def test_more_kumalak_than_a_game_has_are_told(*, held: int, is_told: bool) -> None:
    image = synthetic.picture(replace(SLOTS, kumalak=(held,) * 18))
    board = Board(find_board(image, BoardOptions(), None))
    with pytest.raises(NotABoardError, match="a game has only 162") if is_told else nullcontext():
        board.read(image)


@pytest.mark.shared
def test_another_game_s_board_is_refused(shared: Path) -> None:
    image = cv2.imread(str(shared / "data" / "photos" / "mancala_gems_640x480.jpg"))
    with pytest.raises(NotABoardError):
        locate_board(View(image_bgr=np.asarray(image, np.uint8)))


def test_a_box_that_stands_half_open_is_refused_in_words() -> None:
    image, corners = synthetic.half_open_box(24)
    told = BoardOptions(corners_px=[(float(x), float(y)) for x, y in corners])
    with pytest.raises(NotABoardError, match="the box stands half open: its halves meet at an angle of about 2"):
        find_board(image, told)
    flat, corners = synthetic.half_open_box(0)
    find_board(flat, BoardOptions(corners_px=[(float(x), float(y)) for x, y in corners]))
