from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.model import Calibration
from tests import drawn
from vision.beside import BesideOtaus
from vision.markers import LOG_RATIO_MAX, MarkerReader, painted_over

PLAYED = [*[9] * 5, 1, 10, 10, 10, 10, 10, 10, 10, 0, 9, 9, 9, 9, 10, 0]
DISC_IX = 13
NOTHING = np.zeros(20)


def marked(picture: drawn.Picture) -> drawn.Picture:
    """The same with a red disc in an otau that is empty in ``PLAYED``."""
    out = picture.copy()
    x, y, width, height = drawn.rectangle(DISC_IX)
    cv2.circle(out, (x + width // 2, y + height // 3), 6, (40, 40, 220), -1, cv2.LINE_AA)
    return out


@pytest.fixture(scope="module")
def calibration() -> Calibration:
    return drawn.calibration()


@pytest.fixture(scope="module")
def reader(calibration: Calibration) -> MarkerReader:
    assert calibration.start is not None
    return MarkerReader(calibration.view(), calibration.start)


@pytest.mark.parametrize("light", [0.6, 1.0, 1.3])
def test_a_disc_in_an_otau_is_no_kumalak(reader: MarkerReader, light: float) -> None:
    picture = np.clip(drawn.noisy(marked(drawn.board(PLAYED)), 2.0) * light, 0, 255).astype(np.uint8)
    log_ratio = reader.look(picture).log_ratio
    assert np.flatnonzero(log_ratio > 0).tolist() == [DISC_IX]
    assert log_ratio.min() == -LOG_RATIO_MAX


def test_kumalak_and_floors_are_no_markers(reader: MarkerReader) -> None:
    assert reader.look(drawn.noisy(drawn.board(PLAYED), 2.0)).log_ratio.max() < -1


def test_a_board_in_glaring_light_is_no_board_full_of_markers(reader: MarkerReader) -> None:
    glaring = drawn.in_light(drawn.noisy(drawn.board(PLAYED), 2.0), np.array([1.0, 2.6, 1.2]))
    strange = reader.look(glaring)
    assert np.array_equal(strange.log_ratio, NOTHING)
    assert reader.things(strange) == ()
    assert reader.look(marked(drawn.board(PLAYED))).log_ratio.any()


def test_a_marker_is_painted_over_and_nothing_else(reader: MarkerReader) -> None:
    bare = drawn.board(PLAYED)
    shown = marked(bare)
    things = reader.things(reader.look(shown))
    painted = painted_over(shown, things)
    x, y, width, height = drawn.rectangle(DISC_IX)
    elsewhere = np.ones(shown.shape[:2], bool)
    elsewhere[y : y + height, x : x + width] = False
    assert np.array_equal(painted[elsewhere], shown[elsewhere])
    assert cv2.absdiff(painted, bare).max() < cv2.absdiff(shown, bare).max() / 2
    assert painted_over(bare, ()) is bare


def test_an_otau_that_was_empty_at_the_start_teaches_nothing(calibration: Calibration) -> None:
    """There a tuzdyk's marker may have lain already."""
    start = calibration.start
    assert start is not None
    with_disc = start.crops_bgr().copy()
    height, width = with_disc.shape[1:3]
    disc = np.zeros((height, width), np.uint8)
    cv2.circle(disc, (width // 2, height // 2), 8, (1,), -1)
    with_disc[DISC_IX][disc > 0] = (40, 40, 220)
    png = cv2.imencode(".png", with_disc.reshape(-1, width, 3))[1].tobytes()
    empty = tuple(0 if ix == DISC_IX else 9 for ix in range(18))
    centres = tuple(() if ix == DISC_IX else xy for ix, xy in enumerate(start.centres_xy))
    starts = (
        replace(start, crops_png=png, kumalak=empty, centres_xy=centres),
        replace(start, crops_png=png),
    )
    shown = marked(drawn.board(PLAYED))
    found = [MarkerReader(calibration.view(), one).look(shown).log_ratio[DISC_IX] for one in starts]
    assert found[0] > 4 > 2 > found[1]


def test_kazans_are_counted_once_for_each_picture(calibration: Calibration) -> None:
    """White's 6 takes ten, which lie in the kazan of white's half; the other kazan looks as before."""
    beside = BesideOtaus(calibration)
    visible = np.ones(20, bool)
    before = beside.look(drawn.board(), visible, NOTHING, None)
    change = NOTHING.copy()
    change[19] = -4.0
    after = beside.look(drawn.board(PLAYED), visible, change, before)
    assert [one.kumalak for one in before.kazans if one] == pytest.approx([0, 0], abs=1)
    assert after.kazans[1] is before.kazans[1]
    assert after.kazans[0] is not None
    assert after.kazans[0].kumalak == pytest.approx(10, abs=1)


def test_without_a_known_position_nobody_looks_for_markers(calibration: Calibration) -> None:
    assert calibration.start is not None
    unknown = replace(calibration.start, kumalak=(), centres_xy=((),) * 18)
    seen = BesideOtaus(replace(calibration, start=unknown)).look(
        marked(drawn.board(PLAYED)), np.ones(20, bool), NOTHING, None
    )
    assert (seen.log_marker, seen.things) == (None, ())
    assert seen.kazans[0] is not None


def test_what_is_hidden_says_nothing(calibration: Calibration) -> None:
    visible = np.ones(20, bool)
    visible[[DISC_IX, 18]] = False
    seen = BesideOtaus(calibration).look(marked(drawn.board(PLAYED)), visible, NOTHING, None)
    assert seen.kazans[0] is None
    assert seen.kazans[1] is not None
    assert seen.log_marker is not None
    assert seen.log_marker[DISC_IX] == 0


@pytest.mark.parametrize("box", [0, 13])
def test_a_pen_within_an_otau_covers_it_and_a_marker_does_not(
    reader: MarkerReader, calibration: Calibration, box: int
) -> None:
    covered = reader.look(drawn.noisy(drawn.with_pen(drawn.board(PLAYED), box), 2.0)).covered
    assert np.flatnonzero(covered).tolist() == [box]
    assert not reader.look(drawn.noisy(marked(drawn.board(PLAYED)), 2.0)).covered.any()
    assert not reader.look(drawn.noisy(drawn.with_pen(drawn.board(PLAYED), box, length_balls=1.5), 2.0)).covered.any()
    beside = BesideOtaus(calibration).look(
        drawn.noisy(drawn.with_pen(drawn.board(PLAYED), box), 2.0), np.ones(20, bool), np.zeros(20), None
    )
    assert beside.log_marker is not None
    assert beside.log_marker[box] == 0


def test_what_lies_long_in_a_kazan_from_the_first_picture_on_is_the_boards_and_what_comes_later_covers_it(
    calibration: Calibration,
) -> None:
    """Whatever the light does in between, and until it has been gone."""
    strip, bare = (drawn.noisy(one, 2.0) for one in (drawn.with_pen(drawn.board(), 19), drawn.board()))
    glaring = drawn.in_light(strip, np.array([1.0, 2.6, 1.2]))

    def is_covered_after(*pictures: drawn.Picture) -> bool:
        beside, visible = BesideOtaus(calibration), np.ones(20, bool)
        return [bool(beside.look(one, visible, NOTHING, None).covered[19]) for one in pictures][-1]

    assert not is_covered_after(strip, strip)
    assert not is_covered_after(strip, glaring, strip)
    assert is_covered_after(bare, strip)
    assert is_covered_after(strip, bare, strip)
