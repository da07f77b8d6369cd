"""A board that lies where it looks much the same: by half a turn, or one otau along."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.halves import to_image
from tests import drawn
from togyz.inference.observation import Observation
from vision.placement import PlaceSeen, alike_places, best_place, held
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
    assert best_place(places(0.8, 0.85), [0.9, 0.9], moved=True) == 0
    assert best_place(places(0.8, 0.8), [0.5, 0.95], moved=False) == 1
    assert best_place(places(0.7, 0.9), [1.0, 1.0], moved=False) == 1


@pytest.mark.parametrize(("elsewhere", "place"), [(0.22, 0), (0.5, 1)])
def test_after_a_long_sowing_little_is_held_where_it_lies_and_no_more_elsewhere(elsewhere: float, place: int) -> None:
    assert best_place(places(0.95, 0.93), [0.06, elsewhere], moved=False) == place


def test_where_it_holds_what_it_held_nowhere_nobody_knows_after_it_moved() -> None:
    assert best_place(places(0.8, 0.8), [0.2, 0.25], moved=True) is None
    assert best_place(places(0.8, 0.8), [0.2, 0.25], moved=False) == 0
    assert best_place(places(0.9, 0.7), [0.2, 0.25], moved=True) == 0


def test_the_frame_of_a_board_that_was_combed_for_tells_nothing() -> None:
    assert best_place(places(0.9, 0.7), [0.2, 0.25], moved=True, combed=True) is None
    assert best_place(places(0.9, 0.7), [0.4, 0.25], moved=True, combed=True) == 0


def test_heaps_may_be_seen_a_little_otherwise() -> None:
    now = SEEN.copy()
    now[6] += 0.85
    assert held(SEEN, now, ALL) == 1
    now[6] += 0.1
    assert held(SEEN, now, ALL) == pytest.approx(17 / 18)
    assert held(SEEN, now, ~ALL) == 1


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
