"""Keeping the board, seen through the gate that asks for it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests import drawn
from togyz.board import Side
from vision.gate import Gate, GateReading
from vision.keeping import FAR_AFTER_S, SEEK_EVERY_S, Displacement

AFTER_67 = [*[9] * 5, 1, 10, 10, 10, 10, 10, 10, 10, 0, 9, 9, 9, 9, 10, 0]
BLANK = np.full((drawn.HEIGHT, drawn.WIDTH, 3), 90, np.uint8)
Scene = tuple[NDArray[np.uint8], float]


class Watched:
    """A film seen through a gate.

    Attributes:
        gate: the gate after it.
        readings: of all its frames.
    """

    def __init__(self, *scenes: Scene, sigma: float = 2.0) -> None:
        self.gate = Gate(drawn.view(), drawn.board())
        self.readings: list[GateReading] = [self.gate.step(frame) for frame in drawn.film(*scenes, sigma=sigma)]

    @property
    def moves(self) -> list[Displacement]:
        return [one.displacement for one in self.readings if one.displacement is not None]

    def off_px(self, *motion: float) -> float:
        """The farthest that a mark lies from where it was before."""
        marks = [(140, 100), (500, 100), (500, 260), (140, 260)]
        table = np.zeros_like(BLANK)
        for mark in marks:
            cv2.circle(table, mark, 5, (255, 255, 255), -1)
        steadied = self.gate.steady(drawn.shifted(table, *motion))[..., 0]
        parts = [np.argwhere(steadied[y - 25 : y + 25, x - 25 : x + 25] > 99).mean(axis=0) - 25 for x, y in marks]
        return float(np.linalg.norm(parts, axis=1).max())


def of_truth(dx: float, dy: float, deg: float) -> tuple[float, float]:
    """Root mean square of what the window's corners move, px, and the turn."""
    corners = np.array([[[40, 40]], [[600, 40]], [[600, 320]], [[40, 320]]], np.float64)
    turn = cv2.getRotationMatrix2D((drawn.WIDTH / 2, drawn.HEIGHT / 2), deg, 1)
    way = cv2.transform(corners, turn) + np.array([dx, dy]) - corners
    return float(np.sqrt(np.mean(np.sum(way**2, axis=2)))), -deg


@pytest.mark.parametrize("motion", [(15.0, -10.0, 2.0), (-5.0, 3.0, 0.0), (0.0, 20.0, -3.0)])
def test_a_knock_is_found_within_a_second_and_told_once(motion: tuple[float, float, float]) -> None:
    seen = Watched((drawn.board(), 1.0), (drawn.shifted(drawn.board(), *motion), 1.5))
    (moved,) = seen.moves
    px, deg = of_truth(*motion)
    assert moved.t_s < 2.0
    assert moved.px == pytest.approx(px, abs=1.5)
    assert moved.deg == pytest.approx(deg, abs=0.3)
    assert seen.off_px(*motion) < 1
    assert seen.off_px(motion[0] + 1.5, *motion[1:]) > 1
    last = seen.readings[-1]
    assert last.quiet
    assert last.visible.all()
    assert last.spell == 1


def test_a_knock_amid_a_move_loses_neither() -> None:
    motion = (12.0, -8.0, -2.0)
    hand = drawn.under_hand(drawn.board(), (380, 200), Side.WHITE)
    moved_hand = drawn.shifted(drawn.under_hand(drawn.board(AFTER_67), (500, 160), Side.WHITE), *motion)
    seen = Watched(
        (drawn.board(), 1.0), (hand, 0.5), (moved_hand, 0.5), (drawn.shifted(drawn.board(AFTER_67), *motion), 1.5)
    )
    assert seen.off_px(*motion) < 1
    assert [one.spell for one in seen.readings if one.quiet][-1] == 1
    assert not any(one.quiet for one in seen.readings[16:30])


def test_what_creeps_is_followed() -> None:
    """Six px in 12 s, which nobody sees from one frame to the next."""
    creeping = [(drawn.shifted(drawn.board(), 0.1 * step, 0.05 * step), 0.2) for step in range(60)]
    seen = Watched(*creeping, (drawn.shifted(drawn.board(), 6, 3), 2.0))
    assert {one.spell for one in seen.readings if one.quiet} == {0}
    assert 3 < sum(move.px for move in seen.moves) < 7
    assert seen.off_px(6, 3) < 1.2


@pytest.mark.parametrize("factor", [0.4, 1.8, np.linspace(0.6, 1.2, drawn.WIDTH)[:, None]])
def test_a_lamp_that_is_switched_is_no_knock(factor: float | NDArray[np.float64]) -> None:
    seen = Watched((drawn.board(), 1.0), (drawn.in_light(drawn.board(), factor), 2.0))
    assert seen.moves == []
    assert seen.off_px(0, 0) < 0.1
    assert seen.readings[-1].quiet


def test_a_hand_that_rests_is_no_knock() -> None:
    hand = drawn.under_hand(drawn.under_hand(drawn.board(), (320, 125), Side.BLACK), (200, 240), Side.WHITE)
    seen = Watched((drawn.board(), 1.0), (hand, 2.5))
    assert seen.moves == []
    assert not seen.readings[-1].is_lost


def test_a_board_that_trembles_is_not_moved() -> None:
    rng = np.random.default_rng(3)
    trembling = [(drawn.shifted(drawn.board(), *rng.uniform(-0.5, 0.5, 2)), 1 / drawn.FPS) for _ in range(45)]
    seen = Watched(*trembling)
    assert seen.moves == []


def test_a_camera_that_is_turned_away_is_lost_and_comes_back_by_itself() -> None:
    elsewhere = drawn.shifted(drawn.board(AFTER_67), -40, 25, 9)
    seen = Watched((drawn.board(), 1.0), (BLANK, 5.0), (elsewhere, 3.0))
    lost = [one.t_s for one in seen.readings if one.is_lost]
    assert lost[0] == pytest.approx(4.1, abs=0.2)
    assert lost[-1] < 7.5
    assert not any(one.quiet and one.visible.any() for one in seen.readings if 1.2 < one.t_s < 6.0)
    assert seen.off_px(-40, 25, 9) < 1.5
    assert seen.readings[-1].quiet
    assert seen.readings[-1].visible.sum() > 15


def test_a_hand_before_the_camera_for_a_moment_is_no_loss() -> None:
    seen = Watched((drawn.board(), 1.0), (BLANK, 2.0), (drawn.board(), 1.0))
    assert not any(one.is_lost for one in seen.readings)
    assert seen.moves == []
    assert seen.readings[-1].quiet


def test_what_hardly_looks_like_the_board_is_sought_far_off_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pushed across by nearly half a row the board looks a little like itself at its old place: it is not lost."""
    pushed = [(drawn.board(), 1.0), (drawn.shifted(drawn.board(), 0, 40), 6.5)]
    seen = Watched(*pushed)
    (moved,) = seen.moves
    assert 1 + FAR_AFTER_S <= moved.t_s < 1 + FAR_AFTER_S + 2 * SEEK_EVERY_S
    assert moved.px == pytest.approx(40, abs=1)
    assert not any(one.is_lost for one in seen.readings)
    monkeypatch.setattr("vision.keeping.FAR_AFTER_S", np.inf)
    assert Watched(*pushed).moves == []
