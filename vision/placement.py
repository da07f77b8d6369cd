"""Where a board lies that looks much the same elsewhere: by half a turn, one otau along its rows, or in a mirror.

Its frame alone does not tell these places apart as surely as what lies in the otaus: from one rest to the next most of
them hold what they held.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.view import BoardView
from togyz.board import OTAU_PER_SIDE, OTAU_TOTAL
from vision.registration import Homography

ALIKE_KUMALAK: Final = (0.5, 0.04)
"""An otau holds what it held when so many kumalak more or fewer are seen in it, and this share of what it held. Between
settled states of d1, d2 and b1 that is so of 97 to 100 % of those that hold what they held, of 12 to 25 % of the
others."""
CLEARER_PLACE: Final = 0.12
"""Elsewhere the board lies only if so much more of it is as it was there: share of the otaus that hold what they held,
plus the likeness of its frame."""
HELD_ELSEWHERE: Final = 0.5
"""And only if it holds so much there, or its frame alone tells: 0.56 and more where films of the shipped game turn or
are mirrored. A long sowing leaves little where the board lies, and 0.22 may be alike in a mirror."""
HELD_MIN: Final = 0.35
"""Where fewer of the otaus hold what they held, after the board moved, only its frame may tell where it lies. Between
those states 0.56 to 0.64 do at the median, after the longest sowings 0.17."""


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


def held(before: NDArray[np.float64], now: NDArray[np.float64], visible: NDArray[np.bool_]) -> float:
    """Share of the otaus (18,) visible both times that hold what they held; 1 where none is."""
    fixed, share = ALIKE_KUMALAK
    same = np.abs(now - before) <= fixed + share * before
    return float(np.mean(same[visible])) if visible.any() else 1.0


def best_place(
    places: Sequence[PlaceSeen], shares: Sequence[float], *, moved: bool, combed: bool = False
) -> int | None:
    """Which of some places a board lies at.

    Args:
        places: the one where it was taken to lie, and at those that look the same.
        shares: of the otaus that hold there what they held (``held``).
        moved: whether it moved.
        combed: whether it was found by its outline, as another board may be: then its frame tells nothing.

    Returns:
        The place's number; None where it cannot be told.
    """
    worth = [share + one.closeness for one, share in zip(places, shares, strict=True)]
    best = int(np.argmax(worth))
    if worth[best] < worth[0] + CLEARER_PLACE or not (
        shares[best] >= HELD_ELSEWHERE or _is_told_by_frame(places, best, combed=combed)
    ):
        best = 0
    if moved and shares[best] < HELD_MIN and not _is_told_by_frame(places, best, combed=combed):
        return None
    return best


def _is_told_by_frame(places: Sequence[PlaceSeen], number: int, *, combed: bool) -> bool:
    """Whether the frame alone tells that the board lies at one of some places: a sowing may change all it held."""
    others = [one.closeness for other, one in enumerate(places) if other != number]
    return not combed and places[number].closeness >= max(others) + CLEARER_PLACE
