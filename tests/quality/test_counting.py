"""Counting, on a few states of two boards that may not choose constants."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.quality.floors import FLOORS, shortfalls
from tools.evaluation.counts import Count, count_frame, counter_for, summary, tuzdyks
from tools.evaluation.truth import Game, load_game
from vision.counter import Counter

pytestmark = pytest.mark.shared
EVERY = 4
Image = NDArray[np.uint8]


@dataclass(frozen=True)
class Board:
    """A board whose counter has seen the start."""

    game: Game
    counter: Counter

    def figures(self, through: Callable[[Image], Image] = lambda image: image) -> dict[str, float]:
        """Shares of otaus, with the pictures taken ``through`` something."""
        counts: list[Count] = []
        for record in self.game.frames("settled")[::EVERY]:
            image = through(self.game.image(record))
            counts += count_frame(self.counter, image, self.game.kumalak(record), tuzdyks(record))
        said = summary([one for one in counts if not one.is_tuzdyk])
        return {
            "exact": said["exact"] / said["otaus"],
            "within_one": said["within_one"] / said["otaus"],
            "calibration_error": said["calibration_error"],
        }


@pytest.fixture(scope="module", params=sorted(FLOORS["counting"]))
def board(request: pytest.FixtureRequest, shared: Path) -> Board:
    game = load_game(shared, request.param)
    return Board(game, counter_for(game))


def test_counting_holds_its_floors(board: Board) -> None:
    assert shortfalls(board.figures(), FLOORS["counting"][board.game.folder.name]) == []


def test_counting_through_frosted_glass_falls_below_every_floor(board: Board) -> None:
    floors = FLOORS["counting"][board.game.folder.name]
    frosted = board.figures(lambda image: np.asarray(cv2.GaussianBlur(image, (0, 0), 8), np.uint8))
    assert len(shortfalls(frosted, floors)) == len(floors["at_least"]) + len(floors["at_most"])
