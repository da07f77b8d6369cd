from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, replace

import cv2
import numpy as np
import pytest

from calibration.errors import CalibrationError
from calibration.model import Calibration
from tests import drawn
from togyz.board import Side
from togyz.inference.observation import Observation
from togyz.position import Position
from vision.frame import Frame
from vision.keeping import Displacement
from vision.watch import BoardWatcher

AFTER_67 = [*[9] * 5, 1, 10, 10, 10, 10, 10, 10, 10, 0, 9, 9, 9, 9, 10, 0]
"""White's 6 ends in black's 5 and takes ten, which lie in the kazan of white's half."""
CHANGED = {ix for ix in range(19) if AFTER_67[ix] != drawn.START[ix]}
FRAME_S = 1 / drawn.FPS


@pytest.fixture(scope="module")
def calibration() -> Calibration:
    return drawn.calibration()


def film() -> Iterator[Frame]:
    """White moves, its hand over the board from 2.5 to 4 s; black reaches in; white rests its hand on otau 3."""
    played = drawn.board(AFTER_67)
    return drawn.film(
        (drawn.board(), 2.5),
        (drawn.under_hand(drawn.board(), (380, 200), Side.WHITE), 0.7),
        (drawn.under_hand(played, (500, 160), Side.WHITE), 0.8),
        (played, 2.0),
        (drawn.under_hand(played, (300, 140), Side.BLACK), 0.6),
        (played, 1.0),
        (drawn.under_hand(played, (200, 240), Side.WHITE), 2.0),
    )


def observed(calibration: Calibration, frames: Iterator[Frame]) -> list[Observation]:
    return [one for one in watched(calibration, frames) if isinstance(one, Observation)]


def watched(calibration: Calibration, frames: Iterator[Frame]) -> list[Observation | Displacement]:
    first = next(frames)
    watcher = BoardWatcher(calibration, first)
    return [*watcher.see(first), *(one for frame in frames for one in watcher.see(frame))]


@pytest.fixture(scope="module")
def observations(calibration: Calibration) -> list[Observation]:
    return observed(calibration, film())


def of_spell(observations: list[Observation], spell: int) -> list[Observation]:
    return [one for one in observations if one.spell == spell]


def numbers(observation: Observation) -> list[int]:
    return observation.log_lik.argmax(axis=1).tolist()


def test_each_rest_of_the_board_is_a_spell(observations: list[Observation]) -> None:
    spells = [one.spell for one in observations]
    assert spells == sorted(spells)
    assert set(spells) == {0, 1, 2, 3}
    rests = [of_spell(observations, spell)[0].t_rest for spell in range(4)]
    assert rests == pytest.approx([0, 4, 6.6, 7.6], abs=2 * FRAME_S)


def test_a_spell_is_told_at_its_times(observations: list[Observation]) -> None:
    """At 0, 0.35, 0.9 and 1.75 s after its first quiet frame, which is 0.3 s after the board came to rest."""
    first, second = of_spell(observations, 0), of_spell(observations, 1)
    assert [one.t for one in first] == pytest.approx([0.33, 0.68, 1.23, 2.08], abs=1.5 * FRAME_S)
    assert [one.t - second[0].t for one in second] == pytest.approx([0, 0.35, 0.9], abs=1.5 * FRAME_S)
    assert second[0].t - second[0].t_rest == pytest.approx(0.3, abs=1.5 * FRAME_S)


def test_what_lies_in_the_otaus_is_read_within_one(observations: list[Observation]) -> None:
    for spell, kumalak in ((0, drawn.START), (1, AFTER_67)):
        last = of_spell(observations, spell)[-1]
        assert np.abs(np.array(numbers(last)) - kumalak[:18]).max() <= 1
        assert last.visible.all()
        assert np.count_nonzero(np.array(numbers(last)) != kumalak[:18]) <= 2


def test_boxes_that_changed_are_told_against_the_spell_before(observations: list[Observation]) -> None:
    assert all(one.changes == () for one in of_spell(observations, 0))
    (change,) = of_spell(observations, 1)[-1].changes
    assert change.reference == 0
    assert set(np.flatnonzero(change.log_ratio > 0)) == CHANGED


def test_references_are_the_last_spells_newest_first(observations: list[Observation]) -> None:
    third = of_spell(observations, 2)[-1]
    assert [change.reference for change in third.changes] == [1, 0]
    against_1, against_0 = (set(np.flatnonzero(change.log_ratio > 0)) for change in third.changes)
    assert against_1 == set()
    assert against_0 == CHANGED


def test_hands_are_told_with_the_spell_after_them(observations: list[Observation]) -> None:
    hands = [of_spell(observations, spell)[0].hand for spell in range(3)]
    assert hands == [None, Side.WHITE, Side.BLACK]
    assert not of_spell(observations, 0)[0].touched.any()
    assert of_spell(observations, 1)[0].touched.sum() > 4


def test_a_covered_otau_carries_no_evidence(observations: list[Observation]) -> None:
    """White's hand lies still over its otau 3: that is not seen, which is not the same as empty."""
    last = of_spell(observations, 3)[-1]
    assert not last.visible[2]
    assert last.visible[9:].all()
    for ix in range(18):
        assert np.ptp(last.log_lik[ix]) > 1 if last.visible[ix] else not last.log_lik[ix].any()
    for change in last.changes:
        assert not change.log_ratio[2]


def test_a_knock_is_told_and_is_no_change_of_the_board(calibration: Calibration) -> None:
    knocked = drawn.shifted(drawn.board(AFTER_67), 14, -9, 2)
    told = watched(calibration, drawn.film((drawn.board(), 1.0), (drawn.board(AFTER_67), 1.0), (knocked, 1.5)))
    (moved,) = [one for one in told if isinstance(one, Displacement)]
    assert 2.0 < moved.t_s < 3.0
    last = told[-1]
    assert isinstance(last, Observation)
    assert last.spell == 2
    against_1, against_0 = (set(np.flatnonzero(change.log_ratio > 0)) for change in last.changes)
    assert against_1 == set()
    assert against_0 == CHANGED
    assert np.abs(np.array(numbers(last)) - AFTER_67[:18]).max() <= 1


def test_a_camera_that_is_turned_away_is_told_once_as_a_board_unseen(
    calibration: Calibration,
) -> None:
    away = np.full_like(drawn.board(), 90)
    told = watched(calibration, drawn.film((drawn.board(), 1.0), (away, 6.0), (drawn.board(), 1.0)))
    unseen = [one for one in told if isinstance(one, Observation) and not one.visible.any()]
    assert [one.t for one in unseen] == pytest.approx([4.1], abs=0.2)
    assert unseen[0].t - unseen[0].t_rest == pytest.approx(3.0)
    assert isinstance(told[-1], Observation)
    assert told[-1].visible.all()


def after(*plies: int) -> list[int]:
    """What lies in the boxes after plies, but for the kazans."""
    position = Position.start()
    for number in plies:
        position = position.play(number)
    return [*position.otau, 0, 0]


def even(kumalak: Sequence[int]) -> drawn.Picture:
    """The board without grain that tells one side from the other: only kumalak tell whether it was turned by half."""
    bare, full = drawn.board([0] * 20), drawn.board(kumalak)
    ground = cv2.addWeighted(bare, 0.5, cv2.flip(bare, -1), 0.5, 0)
    return np.where(full == bare, ground, full).astype(np.uint8)


MANY = after(6, 3, 2, 4, 1, 5, 3, 8)


@pytest.mark.parametrize(("picture", "from_s"), [(drawn.board(MANY), 0), (even(MANY), 3)])
def test_after_many_plies_that_nobody_saw_the_frame_tells_or_time(
    calibration: Calibration, picture: drawn.Picture, from_s: float
) -> None:
    """Nothing tells a board that looks the same by half a turn; it lies in view all the same."""
    begin = drawn.board() if from_s == 0 else even(after())
    away = np.full_like(begin, 90)
    seen = observed(calibration, drawn.film((begin, 1.0), (away, 4.5), (picture, 5.0)))
    back = [one for one in seen if one.t > 5.5]
    assert from_s <= back[0].t - 5.5 < from_s + 1.5
    assert all(one.visible.all() for one in back), "the camera sees the board"
    assert all(np.abs(np.array(numbers(one)) - MANY[:18]).max() <= 2 for one in back)


def test_the_same_film_says_the_same_byte_for_byte(calibration: Calibration, observations: list[Observation]) -> None:
    def as_bytes(seen: list[Observation]) -> list[object]:
        flat = [[getattr(one, field.name) for field in fields(one)] for one in seen]
        changes = [[(change.reference, change.log_ratio.tobytes()) for change in one.changes] for one in seen]
        return [[value.tobytes() if isinstance(value, np.ndarray) else value for value in row] for row in flat], changes

    def told(seen: list[Observation]) -> object:
        return as_bytes([replace(one, changes=()) for one in seen]), as_bytes(seen)[1]

    assert told(observed(calibration, film())) == told(observations)
    assert told(observations[:-1]) != told(observations)


def test_without_a_start_position_there_is_nothing_to_count_by(calibration: Calibration) -> None:
    with pytest.raises(CalibrationError, match="holds no picture of the board"):
        BoardWatcher(replace(calibration, start=None), next(film()))


def test_what_lies_within_an_otau_hides_it_though_no_rim_is_hidden(calibration: Calibration) -> None:
    pen = drawn.with_pen(drawn.board(AFTER_67), 2)
    frames = drawn.film((drawn.board(), 1.0), (pen, 2.0), (drawn.board(AFTER_67), 1.0))
    *_, laid, taken = (of_spell(seen, spell)[-1] for seen in [observed(calibration, frames)] for spell in range(3))
    assert np.flatnonzero(~laid.visible).tolist() == [2]
    assert not laid.log_lik[2].any()
    assert [change.log_ratio[2] for change in laid.changes] == [0.0]
    assert taken.visible.all()
    assert numbers(taken)[2] == AFTER_67[2]
    assert [change.log_ratio[2] == 0 for change in taken.changes] == [True, False]


def without_colours(picture: drawn.Picture) -> drawn.Picture:
    return cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR).astype(np.uint8)


def test_a_game_goes_on_without_colours_and_again_with_them(calibration: Calibration) -> None:
    start, played = drawn.board(), drawn.board(AFTER_67)
    frames = drawn.film((start, 1.0), (without_colours(start), 1.0), (without_colours(played), 1.0), (played, 2.0))
    seen = observed(calibration, frames)
    assert all(one.visible.all() for one in seen)
    late = [one for one in seen if one.t > 2]
    assert late
    assert all(np.abs(np.array(numbers(one)) - AFTER_67[:18]).max() <= 1 for one in late)
    in_grey, in_colour = (next(one for one in reversed(seen) if one.is_grey is is_grey) for is_grey in (True, False))
    for one in (in_grey, in_colour):
        assert np.abs(np.array(numbers(one)) - AFTER_67[:18]).max() <= 1
        assert set(np.flatnonzero(one.changes[-1].log_ratio > 0)) == CHANGED
    assert set(np.flatnonzero(in_colour.changes[0].log_ratio > 0)) == set()
    assert in_grey.log_marker is None
    assert in_colour.log_marker is not None


def test_a_grey_picture_that_shows_another_board_is_unseen_for_want_of_colours(calibration: Calibration) -> None:
    """A night mode sees by other light: here all kumalak vanish in it."""
    bare = drawn.board([0] * 20)
    seen = observed(calibration, drawn.film((drawn.board(), 1.0), (without_colours(bare), 2.0), (drawn.board(), 2.0)))
    unseen = [one for one in seen if not one.visible.any()]
    assert unseen
    assert all(one.is_grey for one in unseen)
    assert seen[-1].visible.all()
