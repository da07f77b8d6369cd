"""A board that lies where it looks much the same: by half a turn, or one otau along."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.halves import to_image
from tests import drawn
from togyz.board import Side
from togyz.inference.observation import Observation
from togyz.position import Position
from vision.placement import LOG_ALIKE, LOG_TOLD_MIN, PlaceSeen, alike_places, best_place, likeliest_place, log_held
from vision.watch import BoardWatcher

AFTER_67 = [*[9] * 5, 1, 10, 10, 10, 10, 10, 10, 10, 0, 9, 9, 9, 9, 10, 0]
ALL = np.ones(18, np.bool_)
SEEN = np.array(AFTER_67[:18], np.float64)


def middles() -> NDArray[np.float64]:
    return np.array([box.mean(axis=0) for box in drawn.view().boxes_px[:18]], np.float64)


def test_half_a_turn_one_otau_along_and_mirrors_lead_from_otau_to_otau() -> None:
    at = middles()
    turned, along, back, mirrored, upended = (to_image(place, at) for place in alike_places(drawn.view()))
    assert np.allclose(turned, np.roll(at, 9, axis=0), atol=2)
    assert np.allclose(mirrored, np.concatenate([at[8::-1], at[:8:-1]]), atol=2)
    assert np.allclose(upended, at[::-1], atol=2)
    assert np.allclose(along[:8], at[1:9], atol=1)
    assert np.allclose(along[10:], at[9:17], atol=1)
    assert np.allclose(back[1:9], at[:8], atol=1)
    assert not np.allclose(back[:8], at[1:9], atol=1)


def places(*closeness: float) -> list[PlaceSeen]:
    return [PlaceSeen(SEEN, one) for one in closeness]


def test_a_board_stays_where_nothing_speaks_clearly_for_another_place() -> None:
    assert best_place(places(0.8, 0.85), [9.0, 9.0], moved=True) == 0
    assert best_place(places(0.8, 0.8), [2.0, 9.0], moved=False) == 1
    assert best_place(places(0.7, 0.9), [9.0, 9.0], moved=False) == 1


@pytest.mark.parametrize(("elsewhere", "place"), [(-3.0, 0), (3.0, 1)])
def test_where_otaus_say_little_for_any_place_it_stays(elsewhere: float, place: int) -> None:
    assert best_place(places(0.95, 0.93), [-9.0, elsewhere], moved=False) == place


def after(*numbers: int) -> NDArray[np.float64]:
    """(18,) what lies in the otaus that the first spell showed after further plies."""
    position = Position(tuple(AFTER_67[:18]), (10, 0), (None, None), Side.BLACK)
    for number in numbers:
        position = position.play(number)
    return np.array(position.otau, np.float64)


def test_what_plies_make_of_a_board_tells_where_it_lies_and_what_many_make_does_not() -> None:
    none, one, two = (log_held(SEEN, seen, ALL) for seen in (SEEN, after(3), after(3, 2)))
    assert none == pytest.approx(18 * LOG_ALIKE[0])
    assert none > one > two > LOG_TOLD_MIN
    assert log_held(SEEN, np.roll(after(3, 2), 9), ALL) < LOG_TOLD_MIN
    assert log_held(SEEN, after(3, 2, 4, 1, 5, 3), ALL) < LOG_TOLD_MIN
    half = np.arange(18) % 9 < 4
    assert log_held(SEEN, SEEN, half) == pytest.approx(8 * LOG_ALIKE[0])


def test_a_turn_that_asks_for_one_ply_is_likelier_than_none_that_asks_for_two() -> None:
    """Right after the start almost every otau holds what the one opposite holds."""
    before, now = after(), np.roll(after(3), 9)
    here, turned = log_held(before, now, ALL), log_held(before, np.roll(now, 9), ALL)
    assert best_place(places(0.9, 0.9), [here, turned], moved=True) == 1


def test_the_likeliest_place_is_the_first_unless_another_is_clearly_likelier() -> None:
    assert likeliest_place(places(0.8, 0.8), [-20.0, -13.0]) == 0
    assert likeliest_place(places(0.8, 0.8), [-20.0, -11.0]) == 1


def test_where_otaus_say_nothing_for_any_place_nobody_knows_after_it_moved() -> None:
    assert best_place(places(0.8, 0.8), [-9.0, -8.0], moved=True) is None
    assert best_place(places(0.8, 0.8), [-9.0, -8.0], moved=False) == 0
    assert best_place(places(0.9, 0.7), [-9.0, -8.0], moved=True) == 0


def test_the_frame_of_a_board_that_was_combed_for_tells_nothing() -> None:
    assert best_place(places(0.9, 0.7), [-9.0, -8.0], moved=True, combed=True) is None
    assert best_place(places(0.9, 0.7), [5.0, -8.0], moved=True, combed=True) == 0


def test_heaps_may_be_seen_a_little_otherwise() -> None:
    now = SEEN.copy()
    now[6] += 0.85
    assert log_held(SEEN, now, ALL) == log_held(SEEN, SEEN, ALL)
    now[6] += 0.1
    assert log_held(SEEN, now, ALL) == pytest.approx(17 * LOG_ALIKE[0] + LOG_ALIKE[1])
    assert log_held(SEEN, now, ~ALL) == 0


def test_what_is_read_does_not_depend_on_where_it_lies() -> None:
    along = drawn.shifted(drawn.board(AFTER_67), drawn.PITCH, 0)
    frames = drawn.film((drawn.board(AFTER_67), 1.0), (along, 1.5))
    first = next(frames)
    watcher = BoardWatcher(drawn.calibration(), first)
    news = [one for frame in frames for one in watcher.see(frame)]
    last = [one for one in news if isinstance(one, Observation)][-1]
    assert last.spell > 0
    shown = last.visible
    assert shown.sum() >= 15
    read = last.log_lik.argmax(axis=1)
    assert np.abs(read - AFTER_67[:18])[shown].max() <= 1
    assert np.abs(np.roll(read, 1) - AFTER_67[:18])[shown].max() > 1
