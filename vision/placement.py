"""Where a board lies that looks much the same elsewhere: by half a turn, one otau along its rows, or in a mirror.

Its frame alone does not tell these places apart as surely as what lies in the otaus: they hold what they held at an
earlier rest, or what a ply or two make of that.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.view import BoardView
from togyz.board import OTAU_PER_SIDE, OTAU_TOTAL, Side
from togyz.inference.futures import one_ply, two_plies
from togyz.position import Position
from togyz.rules import DEFAULT_RULES
from vision.registration import Homography

ALIKE_KUMALAK: Final = (0.5, 0.04)
"""An otau holds what it held when so many kumalak more or fewer are seen in it, and this share of what it held. Between
settled states of d1, d2 and b1 that is so of 97 to 100 % of those that hold what they held, of 12 to 25 % of the
others."""
LOG_ALIKE: Final = (math.log(0.95 / 0.35), math.log(0.05 / 0.65))
"""What an otau that holds what it may hold, and one that does not, says for a place, in nats: so often they do where
the board lies, and elsewhere early in a game, when many hold the same."""
LOG_TOLD_MIN: Final = -2.0
"""A place is told by what the otaus hold from so many nats on. In random games, counted with errors, 19 of 20 boards
have more after up to two plies, and at other places one of a hundred has -12 where all otaus are seen, -2 where ten
are."""
CLEARER_FRAME: Final = 0.12
"""Likeness of a frame that tells a place by itself."""
CLEARER_NATS: Final = 3.0
"""Elsewhere the board lies only if so much more speaks for it: nats of its otaus, and as many for every
``CLEARER_FRAME`` of its frame's likeness. In those games two plies from the other side make up for half a turn by up to
3.6."""
UNTOLD_LEAD: Final = 8.0
"""Of places none of which is told another one must lead by so much: after three plies wrong ones do by up to 7."""


@dataclass(frozen=True, slots=True, eq=False)
class PlaceSeen:
    """What a board would show if it lay at some place.

    Attributes:
        seen: (18,) kumalak seen in each otau.
        closeness: how much its frame looks there like the board's, -1..1.
    """

    seen: NDArray[np.float64]
    closeness: float


def alike_places(view: BoardView) -> tuple[Homography, ...]:
    """(3, 3) each, from where things lie on a board to where they would lie at a place that looks the same."""
    corners = corners_of(view)
    others = [np.roll(corners, 2, axis=0), corners[[1, 0, 3, 2]], corners[::-1]]
    turn, *mirrored = (cv2.getPerspectiveTransform(corners, np.ascontiguousarray(other)) for other in others)
    middles = np.array([box.mean(axis=0) for box in view.boxes_px[:OTAU_TOTAL]], np.float64)
    white, black = middles[:OTAU_PER_SIDE], middles[: OTAU_TOTAL - OTAU_PER_SIDE - 1 : -1]
    start, end = (np.concatenate([row[some] for row in (white, black)]) for some in (slice(None, -1), slice(1, None)))
    along, _ = cv2.findHomography(start, end)
    back, _ = cv2.findHomography(end, start)
    return tuple(np.asarray(one, np.float64) for one in (turn, along, back, *mirrored))


def corners_of(view: BoardView) -> NDArray[np.float32]:
    """(4, 2) px: the corners of a board's outline, which a lens may bend between them."""
    return np.ascontiguousarray(view.outline_px[:: len(view.outline_px) // 4], np.float32)


def log_held(before: NDArray[np.float64], now: NDArray[np.float64], visible: NDArray[np.bool_]) -> float:
    """How much the otaus (18,) that were visible both times say that this is the board: by holding what they held.

    Or what one or two plies of either side made of that: of all pairs of plies some one fits many a board, so that each
    counts for the less, the more there are.

    Returns:
        Nats against any other place.
    """
    fixed, share = ALIKE_KUMALAK
    logs = []
    for expected in _played_on(before):
        same = (np.abs(now - expected) <= fixed + share * expected)[:, visible]
        logs.append(np.where(same, *LOG_ALIKE).sum(axis=1).max() - math.log(len(expected)))
    return float(max(logs))


def _played_on(before: NDArray[np.float64]) -> Iterator[NDArray[np.float64]]:
    """(N, 18) what may lie where ``before`` (18,) lay, after none, one and two plies of either side.

    Kazans and tuzdyks are not asked: a tuzdyk is one otau that holds something else.
    """
    yield before[None]
    otau = tuple(np.rint(before).astype(int).tolist())
    sides = [Position(otau, (0, 0), (None, None), side) for side in Side]
    for futures in (one_ply, two_plies):
        after = np.concatenate([futures(side, DEFAULT_RULES).boards[:, :OTAU_TOTAL] for side in sides])
        if len(after):
            yield np.where(after == 0, 0.0, before + after - otau)


def likeliest_place(places: Sequence[PlaceSeen], logs: Sequence[float], lead: float = UNTOLD_LEAD) -> int:
    """At which of some places (``best_place``) a board lies if it lies at any: the first, unless another leads by much.

    Args:
        places: see ``best_place``.
        logs: see there.
        lead: nats.
    """
    worth = [log + CLEARER_NATS / CLEARER_FRAME * one.closeness for one, log in zip(places, logs, strict=True)]
    best = int(np.argmax(worth))
    return best if worth[best] >= worth[0] + lead else 0


def best_place(places: Sequence[PlaceSeen], logs: Sequence[float], *, moved: bool, combed: bool = False) -> int | None:
    """Which of some places a board lies at.

    Args:
        places: the one where it was taken to lie, and at those that look the same.
        logs: what the otaus say for each (``log_held``).
        moved: whether it moved.
        combed: whether it was found by its outline, as another board may be: then its frame tells nothing.

    Returns:
        The place's number; None where it cannot be told.
    """
    best = likeliest_place(places, logs, CLEARER_NATS)
    if logs[best] < LOG_TOLD_MIN and not _is_told_by_frame(places, best, combed=combed):
        best = 0
    if moved and logs[best] < LOG_TOLD_MIN and not _is_told_by_frame(places, best, combed=combed):
        return None
    return best


def _is_told_by_frame(places: Sequence[PlaceSeen], number: int, *, combed: bool) -> bool:
    """Whether the frame alone tells that the board lies at one of some places: a sowing may change all it held."""
    others = [one.closeness for other, one in enumerate(places) if other != number]
    return not combed and places[number].closeness >= max(others) + CLEARER_FRAME
