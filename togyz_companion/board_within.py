"""A board whose corners somebody told. Where the board itself is seen near them, its own corners count.

Corners that are told lie some px off, and heaps read otherwise from every other place. The board that is seen lies
where it lies whatever is told: so it reads the same.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from calibration.calibrate import calibrate
from calibration.errors import NotABoardError
from calibration.finding import Finding
from calibration.halves import half_homographies, to_image
from calibration.locate import Place, View, best_place, place_within, seen_places, through_own_lens
from calibration.model import Calibration
from calibration.seen import Seen
from togyz.position import Position
from togyz.saying import say
from togyz_companion.board_finding import CLEAR_MIN, SURE_CLEAR, board_as_seen, board_at
from vision.finder import find_kumalak

REACH: Final = 0.05
"""Corners may be told so far beside those that are seen, in lengths of the board: half an otau."""
_SAME: Final = 0.6
"""Share of the larger one that two outlines have in common where they are the same board's; of half a board and a whole
one it is half."""
_OUTER: Final = {4: (0, 1, 2, 3), 6: (0, 1, 3, 4), 8: (0, 1, 6, 7)}
"""Which of the corners (``calibration.halves.half_homographies``) are the board's outer ones."""


def board_within(view: View, corners_px: ArrayLike, start: Position | None) -> tuple[Calibration, Finding | None]:
    """The board whose corners were told.

    Args:
        view: the picture, and what is told of it.
        corners_px: see ``calibration.halves.half_homographies``; white's side is known by their order.
        start: the position that the picture shows; None where that is not known.

    Returns:
        The geometry, and where the kumalak were found where it shows a position that is known.

    Raises:
        CalibrationError: of the kind that says why there is none.
    """
    height, width = view.image_bgr.shape[:2]
    corners = np.asarray(corners_px, np.float64)
    half_homographies(corners, (width, height), view.lens)
    outer = corners[list(_OUTER[len(corners)])]
    place = _seen_near(view, outer)
    if place is None:
        return _as_told(view, corners, start, place_within(view, outer) if len(corners) == len(outer) else None)
    view, place = through_own_lens(view, place)
    if len(corners) > len(outer):
        H = np.asarray(cv2.findHomography(outer, place.corners_px)[0], np.float64)
        return _as_told(view, to_image(H, corners), start, None)
    if start in (None, Position.start()):
        found, finding = board_at(view, place)
        if finding is not None or start is None:
            return found, finding
    return _as_told(view, place.corners_px, start, place)


def _as_told(
    view: View, corners_px: NDArray[np.float64], start: Position | None, place: Place | None
) -> tuple[Calibration, Finding | None]:
    """The board with exactly these corners; where it shows another position than it should, by the place's rows."""
    kumalak = np.array((start or Position.start()).otau, np.int64)
    try:
        return calibrate(view.image_bgr, corners_px, find_kumalak, kumalak=kumalak, layout=view.layout, lens=view.lens)
    except NotABoardError:
        if start == Position.start() or place is None or place.clear < CLEAR_MIN:
            raise
        return board_as_seen(view, place), None


def _seen_near(view: View, outer_px: NDArray[np.float64]) -> Place | None:
    """The board that is seen where its outer corners (4, 2) were told, with its corners in their order.

    Raises:
        NotABoardError: the board that is seen there has other corners.
    """
    reach_px = REACH * float(np.linalg.norm(outer_px[1] - outer_px[0]))
    there = [place for place in seen_places(view) if place.clear >= CLEAR_MIN and _shared(place, outer_px) >= _SAME]
    turned = [replace(one, corners_px=np.roll(one.corners_px, turn, axis=0)) for one in there for turn in (0, 2)]
    within = [one for one in turned if _off_px(one, outer_px) <= reach_px]
    if within:  # whichever is nearest would depend on what was told
        return best_place(within)
    near = min(turned, key=lambda one: _off_px(one, outer_px), default=None)
    if near is None or near.clear < SURE_CLEAR:
        return None
    told = " ".join(f"{x:.0f},{y:.0f}" for x, y in near.corners_px)
    raise NotABoardError(say(Seen.OTHER_CORNERS, off_px=_off_px(near, outer_px), corners=told))


def _off_px(place: Place, outer_px: NDArray[np.float64]) -> float:
    return float(np.linalg.norm(place.corners_px - outer_px, axis=1).max())


def _shared(place: Place, outer_px: NDArray[np.float64]) -> float:
    """Share of the larger of both outlines that they have in common."""
    one, other = place.corners_px.astype(np.float32), outer_px.astype(np.float32)
    return float(cv2.intersectConvexConvex(one, other)[0]) / max(cv2.contourArea(one), cv2.contourArea(other))
