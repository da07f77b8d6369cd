from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import av
import cv2
import numpy as np
import pytest

from tests import drawn
from togyz.board import Side
from togyz.inference.observation import CutOff
from tools.evaluation.truth import load_game, read_film_truth
from vision.frame import Frame
from vision.gate import Gate, GateReading
from vision.light import LOG_OFFSET, LOG_UNITS

AFTER_67 = [*[9] * 5, 1, 10, 10, 10, 10, 10, 10, 10, 0, 9, 9, 9, 9, 10, 0]
FRAME_S = 1 / drawn.FPS


def readings(*scenes: tuple[np.ndarray, float], **film: float) -> list[GateReading]:
    gate = Gate(drawn.view(), drawn.board())
    return [gate.step(frame) for frame in drawn.film(*scenes, **film)]


def spells(of: Iterable[GateReading]) -> list[int]:
    """Numbers of the quiet spells, in the order in which they appeared."""
    return sorted({one.spell for one in of if one.quiet})


def light_stays_light(factor: float | np.ndarray) -> bool:
    """Whether the gate takes a change of light for one: the board remains clear and is soon at rest."""
    lit = drawn.in_light(drawn.board(), factor)
    after = readings((drawn.board(), 1.0), (lit, 1.0))[15:]
    return all(one.visible.all() for one in after) and all(one.quiet for one in after[6:])


def test_a_clear_board_is_quiet_after_its_time_of_rest_and_not_before() -> None:
    quiet = [one.quiet for one in readings((drawn.board(), 1.0))]
    assert quiet == [False] * 5 + [True] * 10


def test_a_hand_that_lies_still_amid_a_sowing_is_no_rest() -> None:
    hand = drawn.under_hand(drawn.board(), (300, 250), Side.WHITE)
    seen = readings((drawn.board(), 1.0), (hand, 0.8), (drawn.board(AFTER_67), 1.0))
    assert spells(seen) == [0, 1]
    assert not any(one.quiet for one in seen[15:27])
    first = next(one for one in seen[27:] if one.quiet)
    assert first.t_s - 27 * FRAME_S < 0.5
    assert first.t_rest_s == pytest.approx(27 * FRAME_S)
    assert first.hand is Side.WHITE


def test_what_lay_there_at_the_last_rest_delays_no_rest_and_a_hand_beside_it_does() -> None:
    arm = (80, 300), Side.WHITE
    before, after = (drawn.under_hand(drawn.board(kumalak), *arm) for kumalak in (drawn.START, AFTER_67))
    seen = readings((before, 2.0), (after, 1.0), (drawn.under_hand(after, (320, 125), Side.BLACK), 1.0))
    assert spells(seen) == [0, 1]
    first = next(one for one in seen[30:] if one.quiet)
    assert first.t_s - 30 * FRAME_S < 0.5
    assert not first.visible[0]
    assert first.hand is None
    assert not any(one.quiet for one in seen[46:])


def test_a_hand_that_rests_for_long_hides_its_boxes_only() -> None:
    hand = drawn.under_hand(drawn.board(), (320, 125), Side.BLACK)
    last = readings((drawn.board(), 1.0), (hand, 2.0))[-1]
    assert last.quiet
    assert not last.visible[13]
    assert last.covered[13] > 0.1
    assert last.visible[:9].all()
    assert last.visible[[9, 17]].all()
    assert last.hand is Side.BLACK


def grey(picture: np.ndarray) -> np.ndarray:
    return cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)


def under_arm(board: np.ndarray, luma: float) -> np.ndarray:
    """An arm that is brighter than what it lies on by so many units of vision/light.py."""
    arm = grey(drawn.under_hand(np.zeros_like(board), (320, 125), Side.BLACK)) > 0
    brighter = (board + LOG_OFFSET) * np.exp(luma / LOG_UNITS) - LOG_OFFSET
    return np.where(arm, np.clip(brighter, 0, 255), board).astype(np.uint8)


@pytest.mark.parametrize(("luma", "is_seen"), [(40, True), (10, False)])
def test_a_camera_without_colours_sees_a_hand_by_its_luma(luma: float, *, is_seen: bool) -> None:
    board = grey(drawn.board())
    gate = Gate(drawn.view(), board)
    last = [gate.step(one) for one in drawn.film((board, 1.0), (under_arm(board, luma), 2.0), sigma=1.0)][-1]
    assert bool(last.covered[13] > 0.1) is is_seen
    assert bool(last.visible[13]) is not is_seen


def test_a_camera_that_loses_its_colours_in_mid_game_hides_nothing_while_they_are_gone_or_when_they_return() -> None:
    after = drawn.board(AFTER_67)
    seen = readings((drawn.board(), 1.0), (grey(after), 3.0), (after, 2.0))
    assert [one.is_grey for one in seen] == [False] * 15 + [True] * 45 + [False] * 30
    for one in (seen[30], seen[-1]):
        assert one.quiet
        assert one.visible.all()
    assert seen[30].covered.max() < 0.01


def test_a_hand_is_seen_by_a_camera_that_has_lost_its_colours() -> None:
    board = grey(drawn.board())
    last = readings((drawn.board(), 1.0), (board, 1.0), (under_arm(board, 40), 2.0))[-1]
    assert last.is_grey
    assert not last.visible[13]
    assert last.visible[:9].all()


def test_a_board_pushed_over_the_edge_of_the_picture_is_told_by_the_otaus_and_the_edges() -> None:
    pushed = drawn.shifted(drawn.board(), 0, 65)
    seen = readings((drawn.board(), 1.0), (pushed, 7.0), (drawn.board(), 8.0))
    assert seen[119].cut_off == CutOff(tuple(range(9)), ("bottom",))
    assert np.flatnonzero(~seen[119].visible).tolist() == list(range(9))
    assert seen[-1].cut_off is None
    assert seen[-1].visible.all()


def test_a_jump_of_a_stalled_camera_starts_a_new_spell() -> None:
    seen = readings((drawn.board(), 1.0), (drawn.board(AFTER_67), 1.0))
    assert spells(seen) == [0, 1]
    assert seen[-1].hand is None
    assert seen[-1].touched[[5, 6, 7, 8, 9, 10, 11, 12, 13]].all()
    assert not seen[-1].touched[[0, 1, 2, 15, 16, 17]].any()


def test_one_ball_that_leaves_an_otau_starts_a_new_spell() -> None:
    before = [*drawn.START]
    before[4], before[5] = 1, 0
    after = [*before]
    after[4], after[5] = 0, 1
    assert spells(readings((drawn.board(before), 1.0), (drawn.board(after), 1.0))) == [0, 1]


@pytest.mark.parametrize("sigma", [0.0, 4.0, 14.0])
def test_noise_is_no_motion(sigma: float) -> None:
    seen = readings((drawn.board(), 2.0), sigma=sigma)
    assert spells(seen) == [0]
    assert seen[-1].quiet


def test_a_trembling_camera_is_no_motion_but_a_knock_is() -> None:
    rng = np.random.default_rng(3)
    trembling = [(drawn.shifted(drawn.board(), *rng.uniform(-0.6, 0.6, 2)), FRAME_S) for _ in range(30)]
    assert spells(readings(*trembling)) == [0]
    knocked = drawn.shifted(drawn.board(), 4, 3)
    moved = readings((drawn.board(), 1.0), (knocked, 1.0))[15]
    assert moved.t_rest_s == moved.t_s


def test_a_wandering_shadow_is_no_motion_and_hides_nothing() -> None:
    lit = [drawn.in_light(drawn.board(), drawn.soft_shadow(40 + 9 * step, 90 + 3 * step)) for step in range(45)]
    seen = readings(*[(picture, FRAME_S) for picture in lit])
    assert spells(seen) == [0]
    assert all(one.visible.all() for one in seen)


def test_a_shadow_that_lay_over_the_reference_may_lift() -> None:
    shaded = drawn.in_light(drawn.board(), drawn.soft_shadow(320, 120, depth=0.35))
    gate = Gate(drawn.view(), shaded)
    assert all(gate.step(frame).visible.all() for frame in drawn.film((drawn.board(), 1.0)))


@pytest.mark.parametrize("factor", [0.6, 1.25, np.linspace(0.7, 1.15, drawn.WIDTH)[:, None], [0.8, 1.0, 1.15]])
def test_light_that_is_switched_is_no_hand(factor: float | np.ndarray) -> None:
    assert light_stays_light(np.asarray(factor))


def test_a_blue_board_that_burns_out_is_not_covered() -> None:
    blue = drawn.in_light(drawn.board(), np.array([1.9, 0.9, 0.3]) * drawn.soft_shadow(300, 250, 0.4))
    gate = Gate(drawn.view(), blue)
    seen = [gate.step(frame) for frame in drawn.film((blue, 1.0), (drawn.in_light(blue, 1.6), 1.5))][15:]
    assert all(one.visible.all() for one in seen)
    assert all(one.quiet for one in seen[6:])


def test_light_of_another_colour_on_one_otau_alone_is_no_change_of_light() -> None:
    spot = np.ones((drawn.HEIGHT, drawn.WIDTH, 3))
    spot[210:320, 280:360] = 0.7, 1.0, 1.3
    assert not light_stays_light(spot)


def test_only_what_happens_on_the_board_counts() -> None:
    beside, above = drawn.board(), drawn.board()
    beside[330:350, 100:200] = 255
    above[300:320, 100:200] = 255
    assert readings((drawn.board(), 1.0), (beside, 0.2))[-1].quiet
    assert not readings((drawn.board(), 1.0), (above, 0.2))[-1].quiet


def test_slow_cameras_are_judged_by_their_own_time() -> None:
    seen = readings((drawn.board(), 2.0), (drawn.board(AFTER_67), 2.0), fps=2)
    assert [one.quiet for one in seen] == [False, True, True, True] * 2


def test_hands_from_both_sides_are_nobodys() -> None:
    white = drawn.under_hand(drawn.board(), (200, 250), Side.WHITE)
    both = drawn.under_hand(white, (400, 110), Side.BLACK)
    assert readings((drawn.board(), 1.0), (both, 0.5), (drawn.board(), 1.0))[-1].hand is None


def test_what_was_touched_is_forgotten_after_the_next_spell() -> None:
    hand = drawn.under_hand(drawn.board(), (80, 250), Side.WHITE)
    first = readings((drawn.board(), 1.0), (hand, 0.5), (drawn.board(), 1.0))
    assert first[-1].touched[0]
    other = drawn.under_hand(drawn.board(), (540, 250), Side.WHITE)
    second = readings((drawn.board(), 1.0), (hand, 0.5), (drawn.board(), 1.0), (other, 0.5), (drawn.board(), 1.0))
    assert second[-1].touched[8]
    assert not second[-1].touched[0]


def test_what_lies_on_the_board_never_becomes_a_part_of_it() -> None:
    lying = drawn.under_hand(drawn.board(), (320, 90), Side.BLACK)
    seen = readings((drawn.board(), 1.0), (lying, 60.0), fps=3)
    assert seen[-1].quiet
    assert not seen[-1].visible[13]
    assert seen[-1].visible[:9].all()


def test_light_that_falls_on_one_otau_alone_is_soon_its_light() -> None:
    sun = np.ones((drawn.HEIGHT, drawn.WIDTH, 3))
    sun[210:320, 280:360] = 0.7, 1.0, 1.3
    seen = readings((drawn.board(), 1.0), (drawn.in_light(drawn.board(), sun), 30.0), fps=3)
    assert not seen[3 * 5].visible.all()
    assert seen[-1].visible.all()


def test_a_picture_of_another_size_is_refused() -> None:
    with pytest.raises(ValueError, match="320 x 180"):
        Gate(drawn.view(), np.zeros((180, 320, 3), np.uint8))


def test_readings_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="read-only"):
        readings((drawn.board(), 0.1))[0].touched[0] = True


@dataclass
class Judged:
    """How a film's states and hands were judged.

    Attributes:
        latency_s: for each state that found its spell, from its first frame to the first quiet frame.
        missed: film times of states without a spell of their own; under_hand: of hands that were taken for rest.
    """

    latency_s: list[float]
    missed: list[float]
    under_hand: list[float]


def judge(shared: Path, name: str, until_s: float) -> Judged:
    path = shared / "data" / "films" / f"{name}.mp4"
    truth = read_film_truth(path)
    view = load_game(shared, truth["game"]).view()
    judged = Judged([], [], [])
    seen: list[GateReading] = []
    gate: Gate | None = None
    with av.open(str(path)) as film:
        for seq, shot in enumerate(film.decode(video=0)):
            image = shot.to_ndarray(format="bgr24")
            gate = gate or Gate(view, image)
            seen.append(gate.step(Frame(image, round(shot.time * 1e9), seq, name)))
            if shot.time > until_s:
                break
    plies = [ply for ply in truth["plies"] if ply["t_settled"] < until_s - 1]
    for ply, until in zip(plies, [ply["t_hand"] for ply in plies[1:]] + [until_s], strict=True):
        own = [one for one in seen if one.quiet and ply["t_settled"] - 1e-3 <= one.t_rest_s and one.t_s < until]
        judged.latency_s += [own[0].t_s - ply["t_settled"]] if own else []
        judged.missed += [] if own else [ply["t_settled"]]
        false = [one.t_s for one in seen if one.quiet and ply["t_hand"] <= one.t_s < ply["t_settled"] - 1e-3]
        judged.under_hand += false[:1]
    return judged


@pytest.mark.shared
@pytest.mark.parametrize("name", ["b1_boxB", "d2_birch", "d3_blue", "sd2_box"])
def test_every_state_of_a_film_finds_its_spell_and_no_hand_is_taken_for_rest(shared: Path, name: str) -> None:
    judged = judge(shared, name, until_s=30.0)
    assert judged.missed == []
    assert judged.under_hand == []
    assert len(judged.latency_s) >= 5
    assert max(judged.latency_s) <= 0.5


@pytest.mark.shared
def test_without_sentinels_hands_that_lie_still_are_taken_for_rest(
    shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.gate.COVERED_MIN_BALLS", 1e9)
    assert judge(shared, "b1_boxB", until_s=30.0).under_hand
