"""What lies over otaus at rest, by kind: hands of many colours, sleeves, pens, a phone; shadows, which hide none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from togyz.board import OTAU_TOTAL
from togyz.inference.observation import Observation
from tools.evaluation.counts import calibration_for
from tools.evaluation.truth import Game, Picture, load_game
from vision.frame import Frame
from vision.watch import BoardWatcher

NOISES: Final = 3
NOISE: Final = 2.0
"""Standard deviation of the noise added, grey levels; the pictures have their own besides."""
WITHIN: Final = 0.05
"""An otau counts as covered from this share of it on, as clear below ``BESIDE``."""
BESIDE: Final = 0.01
EVERY: Final = 3
"""One otau in so many is covered by things, one hand of the game in so many looked at."""
HANDS_MAX: Final = 4
RESTS_S: Final = 2.0
LONG_S: Final = 20.0
STEP_S: Final = 0.25
"""Frames are so far apart."""
_HAND_LEVELS: Final = 22
"""A hand differs by more from the board without it, grey levels; see ../shared/tools/film.py."""
_REACHED: Final = 0.3
"""An otau of which the hand covers less is left as it was: what differs there is kumalak that were sown."""
_SHADOW: Final = 0.55
"""Light that is left in a shadow."""
_CHECK_MM: Final = 8.0

Mask = NDArray[np.float32]
"""(H, W, 1) 0..1."""
Colour = tuple[float, float, float]
Covering = Callable[[Picture, Picture, Mask, float], NDArray[np.float32]]
"""Gives what is seen inside a hand's outline, from the board, the board under the hand, the outline, and px per mm."""


@dataclass
class Told:
    """Otaus of one kind of scene on one board.

    Attributes:
        covered, found: those that something covers, and those of them that are not read.
        clear, told: those that nothing covers, and those of them that are not read either.
    """

    covered: int = 0
    found: int = 0
    clear: int = 0
    told: int = 0


@dataclass
class Covered:
    """One board, by what lies over it."""

    name: str
    kinds: dict[str, Told] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Scene:
    """Something over a board at rest.

    Attributes:
        board, picture: without and with it.
        covers: (18,) the share of each otau that it covers.
    """

    kind: str
    board: Picture
    picture: Picture
    covers: NDArray[np.float64]
    rests_s: float = RESTS_S


def _as_it_is(_board: Picture, hand: Picture, _mask: Mask, _scale: float) -> NDArray[np.float32]:
    return hand.astype(np.float32)


def _in(*colours: Colour) -> Covering:
    """The hand in another colour, or in checks of two, its light and shade as they are."""

    def covering(_board: Picture, hand: Picture, mask: Mask, px_per_mm: float) -> NDArray[np.float32]:
        light = cv2.GaussianBlur(hand, (0, 0), 1).mean(axis=2, keepdims=True, dtype=np.float32)
        shade = light / max(float((light * mask).sum() / mask.sum()), 1.0)
        rows, columns = np.indices(hand.shape[:2])
        check = (rows // (_CHECK_MM * px_per_mm) + columns // (_CHECK_MM * px_per_mm)).astype(int) % len(colours)
        return np.asarray(np.array(colours, np.float32)[check] * np.clip(shade, 0.4, 1.6), np.float32)

    return covering


def _shadow(board: Picture, _hand: Picture, _mask: Mask, _scale: float) -> NDArray[np.float32]:
    return board * np.float32(_SHADOW)


HANDS: Final[dict[str, Covering]] = {
    "hand": _as_it_is,
    "light skin": _in((150, 180, 225)),
    "dark skin": _in((45, 65, 100)),
    "white glove": _in((230, 230, 230)),
    "blue glove": _in((170, 90, 30)),
    "black glove": _in((25, 25, 25)),
    "grey sleeve": _in((120, 120, 120)),
    "checked sleeve": _in((40, 40, 150), (200, 200, 200)),
    "shadow": _shadow,
}
"""BGR."""
THINGS: Final = {
    "pen across": (140, 9, 90, (60, 30, 20)),
    "pen along": (140, 9, 0, (40, 40, 190)),
    "phone": (145, 70, 0, (25, 25, 25)),
}
"""Length and breadth in mm, direction in degrees from that of the otau, BGR: laid over an otau's middle."""


def evaluate_covered(name: str, *, shared: Path) -> Covered:
    """Measure one board of data/rendered in ``shared``."""
    game = load_game(shared, name)
    start = game.image(game.frames("start")[0])
    noises = np.random.default_rng(0).normal(0, NOISE, (NOISES, *start.shape)).astype(np.float32)
    watcher = BoardWatcher(calibration_for(game), Frame(start, 0, 0, "still"))
    covered, t_s = Covered(name), 0.0
    for scene in chain(_hands_over(game), _things_on(game)):
        _rest(watcher, scene.board, t_s, RESTS_S, noises)
        hidden = ~_rest(watcher, scene.picture, t_s + RESTS_S, scene.rests_s, noises)
        t_s += RESTS_S + scene.rests_s
        told = covered.kinds.setdefault(scene.kind, Told())
        lies_under, lies_clear = scene.covers >= WITHIN, scene.covers < BESIDE
        told.covered += int(np.count_nonzero(lies_under))
        told.found += int(np.count_nonzero(hidden & lies_under))
        told.clear += int(np.count_nonzero(lies_clear))
        told.told += int(np.count_nonzero(hidden & lies_clear))
    return covered


def _rest(
    watcher: BoardWatcher, picture: Picture, t_s: float, rests_s: float, noises: NDArray[np.float32]
) -> NDArray[np.bool_]:
    """(18,) which otaus are read when a picture has stood for so long; none where nothing is."""
    visible = np.zeros(OTAU_TOTAL, bool)
    for number in range(round(rests_s / STEP_S)):
        noisy = np.clip(picture + noises[number % NOISES], 0, 255).astype(np.uint8)
        for news in watcher.see(Frame(noisy, round((t_s + number * STEP_S) * 1e9), 0, "still")):
            if isinstance(news, Observation):
                visible = news.visible
    return visible


def _px_per_mm(game: Game) -> float:
    return game.view().ball_px / float(game.truth["ball_diameter_mm"])


def _hands_over(game: Game) -> Iterator[Scene]:
    """Each of some hands in all the colours, its shadow without it, and for long."""
    view, px_per_mm = game.view(), _px_per_mm(game)
    boxes = view.boxes_px[:OTAU_TOTAL]
    for record, hand, board in islice(_hands(game), HANDS_MAX):
        mask = _mask(hand, board)
        if mask is None:
            continue
        for box, cover in zip(boxes, record["pit_hand_cover"], strict=False):
            if cover < _REACHED:
                cv2.fillPoly(mask, [np.rint(box).astype(np.int32)], (0.0,))
        covers = _shares(boxes, mask[..., 0] >= 0.5)
        for kind, covering in HANDS.items():
            soft = np.asarray(cv2.GaussianBlur(mask, (0, 0), view.ball_px / 2), np.float32)[..., None]
            over = soft if kind == "shadow" else mask
            picture = covering(board, hand, mask, px_per_mm) * over + board * (1 - over)
            picture = np.clip(picture, 0, 255).astype(np.uint8)
            yield Scene(kind, board, picture, np.zeros_like(covers) if kind == "shadow" else covers)
        yield Scene("hand for 20 s", board, (hand * mask + board * (1 - mask)).astype(np.uint8), covers, LONG_S)


def _things_on(game: Game) -> Iterator[Scene]:
    """Each thing on some otaus."""
    px_per_mm, boxes = _px_per_mm(game), game.view().boxes_px[:OTAU_TOTAL]
    states = game.frames("settled")[::EVERY]
    for kind, (length_mm, breadth_mm, turn_deg, colour) in THINGS.items():
        for ix in range(0, OTAU_TOTAL, EVERY):
            board = game.image(states[ix % len(states)])
            middle, along_deg = _lie(boxes[ix])
            laid = cv2.boxPoints((middle, (length_mm * px_per_mm, breadth_mm * px_per_mm), along_deg + turn_deg))
            polygon = [np.rint(laid).astype(np.int32)]
            under = cv2.fillPoly(np.zeros(board.shape[:2], np.uint8), polygon, (1,))
            picture = cv2.fillPoly(board.copy(), polygon, colour, cv2.LINE_AA)
            yield Scene(kind, board, np.asarray(picture, np.uint8), _shares(boxes, np.asarray(under) > 0))


def _hands(game: Game) -> Iterator[tuple[dict[str, Any], Picture, Picture]]:
    """Lines of frames.jsonl with a hand, their pictures, and that of the state before each."""
    before, seen = None, 0
    for record in game.frames("start", "settled", "hand"):
        if record["kind"] != "hand":
            before = record
        elif before is not None:
            if seen % EVERY == 0:
                yield record, game.image(record), game.image(before)
            seen += 1


def _mask(hand: Picture, board: Picture) -> Mask | None:
    """Where the hand lies, which is the largest part that differs; None where it hardly does."""
    differs = cv2.GaussianBlur(cv2.absdiff(hand, board).max(axis=2), (0, 0), 2) > _HAND_LEVELS
    closed = cv2.morphologyEx(differs.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((15, 15), np.uint8))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(closed)
    areas = stats[1:, cv2.CC_STAT_AREA]
    if not len(areas) or areas.max() < 0.01 * closed.size:
        return None
    whole = cv2.dilate((labels == 1 + int(areas.argmax())).astype(np.float32), np.ones((5, 5)))
    return np.asarray(cv2.GaussianBlur(whole, (0, 0), 1.5), np.float32)[..., None]


def _lie(outline_px: NDArray[np.float32]) -> tuple[tuple[float, float], float]:
    """An otau's middle, and the direction of its longer side in degrees."""
    (x, y), (width, height), deg = cv2.minAreaRect(outline_px)
    return (x, y), deg if width >= height else deg + 90


def _shares(outlines_px: tuple[NDArray[np.float32], ...], under: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Of each outline, what lies under something."""
    shares = []
    for outline in outlines_px:
        inside = np.zeros(under.shape, np.uint8)
        cv2.fillPoly(inside, [np.rint(outline).astype(np.int32)], (1,))
        shares.append(float(np.count_nonzero(under & (inside > 0)) / np.count_nonzero(inside)))
    return np.array(shares)
