"""How still a still board is measured, and how far it seems to wander in a game."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.evaluation.truth import Game, Picture, load_game
from vision.registration import Registration
from vision.small_board import SmallBoard

STILLS: Final = 100
NOISE: Final = 3.0
"""Standard deviation of the noise added, grey levels; the pictures have their own besides."""
EVERY: Final = 3
"""One state of the game in so many is looked at."""


@dataclass
class Kept:
    """One board.

    Attributes:
        jitter_px: root mean square of where its corners are measured in noisy pictures of one still scene.
        wander_px: the farthest that a corner seems to have moved in any state of its game.
    """

    name: str
    jitter_px: float
    wander_px: float


def evaluate_kept(name: str, *, shared: Path) -> Kept:
    """Measure one board of data/rendered in ``shared``."""
    game = load_game(shared, name)
    start = game.image(game.frames("start")[0])
    return Kept(name, *_measured(game, start, np.random.default_rng(0)))


def _measured(game: Game, start: Picture, rng: np.random.Generator) -> tuple[float, float]:
    """Jitter and wander, px."""
    view = game.view()
    board = SmallBoard.of(view)
    G = board.H_image_small
    corners = view.outline_px[:, None].astype(np.float64)

    def luma(picture: Picture) -> NDArray[np.float32]:
        return np.ascontiguousarray(board.reduce(picture)[..., 0])

    registration = Registration(board, luma(start))

    def off_px(picture: Picture) -> NDArray[np.float64]:
        moved = G @ registration.near(luma(picture)).H @ np.linalg.inv(G)
        return np.asarray(np.linalg.norm(cv2.perspectiveTransform(corners, moved) - corners, axis=2), np.float64)

    jitter = np.sqrt(np.mean([np.mean(off_px(_noisy(start, rng)) ** 2) for _ in range(STILLS)]))
    states = game.frames("settled")[::EVERY]
    return float(jitter), max(float(off_px(game.image(state)).max()) for state in states)


def _noisy(picture: Picture, rng: np.random.Generator) -> Picture:
    noise = rng.standard_normal(picture.shape, np.float32) * np.float32(NOISE)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)
