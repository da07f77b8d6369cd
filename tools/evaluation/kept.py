"""How still a still board is measured, how far it seems to wander in a game, and what is found that lies over it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from togyz.board import OTAU_TOTAL
from tools.evaluation.truth import Game, Picture, load_game
from vision.frame import Frame
from vision.gate import Gate
from vision.registration import Registration
from vision.small_board import SmallBoard

STILLS: Final = 100
NOISE: Final = 3.0
"""Standard deviation of the noise added, grey levels; the pictures have their own besides."""
WITHIN: Final = 0.05
"""An otau counts as covered from this share of it on, as free below ``BESIDE``."""
BESIDE: Final = 0.01
EVERY: Final = 3
"""One otau in so many is covered, one state and one hand of the game in so many looked at."""
THINGS: Final = {
    "pen across": (140, 9, 90, (60, 30, 20)),
    "pen along": (140, 9, 0, (40, 40, 190)),
    "phone": (145, 70, 0, (25, 25, 25)),
}
"""Length and breadth in mm, direction in degrees from that of the otau, colour: laid over an otau's middle."""


@dataclass
class Told:
    """Otaus that were covered, and those of them that were found."""

    covered: int = 0
    found: int = 0


@dataclass
class Kept:
    """One board.

    Attributes:
        jitter_px: root mean square of where its corners are measured in noisy pictures of one still scene.
        wander_px: the farthest that a corner seems to have moved in any state of its game.
        things: by what lay there.
        free, free_told: otaus that nothing covered, and those of them said to be covered.
    """

    name: str
    jitter_px: float
    wander_px: float
    things: dict[str, Told] = field(default_factory=dict)
    free: int = 0
    free_told: int = 0


def evaluate_kept(name: str, *, shared: Path) -> Kept:
    """Measure one board of data/rendered in ``shared``."""
    game = load_game(shared, name)
    start = game.image(game.frames("start")[0])
    rng = np.random.default_rng(0)
    kept = Kept(name, *_measured(game, start, rng))
    gate, times_s = Gate(game.view(), start), count(step=3.0)
    for thing, picture, covered in _scenes(game):
        _rest(gate, start, next(times_s), rng)
        told = ~_rest(gate, picture, next(times_s), rng)
        one = kept.things.setdefault(thing, Told())
        one.covered += int(np.count_nonzero(covered >= WITHIN))
        one.found += int(np.count_nonzero(told & (covered >= WITHIN)))
        kept.free += int(np.count_nonzero(covered < BESIDE))
        kept.free_told += int(np.count_nonzero(told & (covered < BESIDE)))
    return kept


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


def _scenes(game: Game) -> Iterator[tuple[str, Picture, NDArray[np.float64]]]:
    """What lies there, the picture, and (18,) the share of each otau that it covers."""
    view, states = game.view(), game.frames("settled")[::EVERY]
    px_per_mm = view.ball_px / game.truth["ball_diameter_mm"]
    for thing, (length_mm, breadth_mm, turn_deg, colour) in THINGS.items():
        for ix in range(0, OTAU_TOTAL, EVERY):
            picture = game.image(states[ix % len(states)]).copy()
            middle, along_deg = _lie(view.boxes_px[ix])
            laid = cv2.boxPoints((middle, (length_mm * px_per_mm, breadth_mm * px_per_mm), along_deg + turn_deg))
            cv2.fillPoly(picture, [np.rint(laid).astype(np.int32)], colour, cv2.LINE_AA)
            covered = [_share(box, laid, picture.shape[:2]) for box in view.boxes_px[:OTAU_TOTAL]]
            yield thing, picture, np.array(covered)
    for record in game.frames("hand")[::EVERY]:
        yield "hand", game.image(record), np.array(record["pit_hand_cover"][:OTAU_TOTAL])


def _lie(outline_px: NDArray[np.float32]) -> tuple[tuple[float, float], float]:
    """An otau's middle, and the direction of its longer side in degrees."""
    (x, y), (width, height), deg = cv2.minAreaRect(outline_px)
    return (x, y), deg if width >= height else deg + 90


def _share(outline_px: NDArray[np.float32], laid_px: cv2.typing.MatLike, hw: tuple[int, ...]) -> float:
    """Of an otau that lies under something."""
    masks = [np.zeros(hw, np.uint8) for _ in range(2)]
    for mask, polygon in zip(masks, (outline_px, laid_px), strict=True):
        cv2.fillPoly(mask, [np.rint(polygon).astype(np.int32)], (1,))
    return float(np.count_nonzero(masks[0] & masks[1]) / np.count_nonzero(masks[0]))


def _rest(gate: Gate, picture: Picture, t_s: float, rng: np.random.Generator) -> NDArray[np.bool_]:
    """(18,) which otaus are visible when a picture has stood for 1.5 s."""
    for after_s in (0.0, 0.5, 1.0, 1.5):
        reading = gate.step(Frame(_noisy(picture, rng), round((t_s + after_s) * 1e9), 0, "still"))
    return reading.visible[:OTAU_TOTAL]


def _noisy(picture: Picture, rng: np.random.Generator) -> Picture:
    noise = rng.standard_normal(picture.shape, np.float32) * np.float32(NOISE)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)
