"""The gate: whether the board can be read in this frame, and which of its boxes.

Two questions to every frame, both asked on the reduced board (vision/quiet.py). Does it differ from the frame at which
it came to rest? Are all sentinels there, as the reference shows them? A board at rest with nothing over it makes a
quiet spell. What moves beside the board is never looked at.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.view import BoardView
from togyz.board import OTAU_TOTAL, Side
from togyz.inference.observation import BOX_TOTAL, CutOff
from vision.frame import Frame
from vision.keeping import LOOK_EVERY_S, Displacement, Keeper
from vision.quiet import AtRest, Occlusion
from vision.registration import Alignment, Homography
from vision.small_board import Mask, SmallBoard, SmallPicture

REST_S: Final = 0.3
"""A clear board that has been still for so long is at rest."""
REST_COVERED_S: Final = 1.2
"""With something over it that did not lie there at the last rest, or beyond the picture, the board is quiet only after
this time: hands lie still for up to 0.8 s amid a sowing."""
SETTLED_S: Final = 10.0
"""Light that falls on a part of the board otherwise is that part's light when nothing has moved for so long. What lies
there never becomes a part of the board."""
FOLLOW_STEP_S: Final = 0.5
"""The reference follows the quiet board in steps of this length."""
COVERED_MIN_BALLS: Final = 0.9
"""Area of hidden sentinels, in squared ball diameters, from which on something is over the board: at rest at most 0.61
was hidden, under a hand at least 1.31, in the films of d1, d2, b1 and sd1."""
TOUCHED_MIN_BALLS: Final = 0.25
"""Area in motion, in squared ball diameters, from which on a box counts as touched."""
VISIBLE_SHARE: Final = 0.06
"""A box with a greater share of its sentinels hidden cannot be read: 6 % finds every otau of the tunable sets that a
hand hides by 5 % or more."""
HAND_MAJORITY: Final = 0.6
"""Hands come from a side when so much of what hid the rims hid them there: an arm is broader than the fingers, which
may reach over the rim opposite."""

_TIME_EPS_S: Final = 1e-6


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class GateReading:
    """What the gate says of one frame. Boxes are those of ``BoardView``: otau 0..17, then the kazans.

    Attributes:
        t_s: source time of the frame.
        quiet: the board is at rest and can be read, as far as its boxes are visible.
        spell: number of the quiet spell that runs, or ran last, from 0; -1 before the first. Motion over the board, or
            any change of what lies on it, ends a spell.
        t_rest_s: source time of the frame at which the board came to rest; the frame's own while it moves.
        moving: (20,) share of each opening that differs from the frame at which the board came to rest.
        covered: (20,) share of the sentinels around each box that are hidden.
        visible: (20,) bool: not too many of them are.
        touched: (20,) bool: the box moved or was covered at some time since the spell before.
        hand: the side from which hands have come since then; None: no hand was seen, or hands from both sides.
        displacement: how the board moved in the pictures; None where that is not told with this frame.
        is_lost: the board has not been seen for long.
        is_combed, is_grey: see ``Keeper``.
        cut_off: what lies beyond the picture; None where no otau does.
    """

    t_s: float
    quiet: bool
    spell: int
    t_rest_s: float
    moving: NDArray[np.float64]
    covered: NDArray[np.float64]
    visible: NDArray[np.bool_]
    touched: NDArray[np.bool_]
    hand: Side | None
    displacement: Displacement | None
    is_lost: bool
    is_combed: bool
    is_grey: bool
    cut_off: CutOff | None

    def __post_init__(self) -> None:
        for boxes in (self.moving, self.covered, self.visible, self.touched):
            boxes.setflags(write=False)


class Gate:
    """Watches one board, frame by frame in the order of their times. Knows no time but that of the frames."""

    def __init__(self, view: BoardView, reference_bgr: NDArray[np.uint8]) -> None:
        """Begin to watch.

        Args:
            view: the board as it lies in the pictures.
            reference_bgr: a picture with nothing over the board, such as the one in which the view was found.
        """
        board = SmallBoard.of(view)
        small = board.reduce(reference_bgr)
        self._board = board.without_floors(small)
        self._keeper = Keeper(view, self._board, small)
        self._at_rest = AtRest(self._board, small)
        self._box_balls = np.array([len(box) for box in self._board.boxes]) / self._board.ball_px**2
        self._occlusion = Occlusion(self._board, small)
        self._hidden_at_rest = np.zeros_like(self._board.board)
        self._lying = np.zeros_like(self._board.board)
        self._spell = -1
        self._touched = np.zeros(BOX_TOTAL, bool)
        self._came_in_px = np.zeros(2)
        self._quiet = False
        self._t_s = self._t_still_s = self._t_rest_s = self._t_followed_s = math.nan

    def step(self, frame: Frame) -> GateReading:
        """Judge the next frame.

        Raises:
            ValueError: the picture has not the size of the view.
        """
        small = self._board.reduce(frame.image_bgr, self._keeper.H_image_view)
        if math.isnan(self._t_s):
            self._t_still_s = self._t_rest_s = self._t_followed_s = self._t_s = frame.t_s
        moved = self._at_rest.moved(small, frame.t_s - self._t_s)
        hidden = self._hidden(small)
        self._t_s = frame.t_s
        self._note_rest(moved, hidden)
        if self._keeper.look(frame, small, self._t_s - self._t_still_s, clear=self._is_clear(hidden)):
            small, moved, hidden = self._where_it_lies(frame)
        self._occlusion.turn(is_grey=self._keeper.is_grey)
        clear = self._is_clear(hidden)
        self._note_spell(hidden)
        self._follow_light(small, hidden, clear=clear)
        return self._reading(moved, hidden, clear=clear)

    def steady(self, image_bgr: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """A picture as it would be if the board still lay where the view has it."""
        return self._keeper.steady(image_bgr)

    def fits_of(self, image_bgr: NDArray[np.uint8], ways: Sequence[Homography]) -> list[tuple[Homography, Alignment]]:
        """Where exactly the board lies if it lies about at each of some places, and how like it the picture is there.

        Args:
            image_bgr: the picture.
            ways: (3, 3) each, to such a place from where the board is taken to lie (``placement.alike_places``).
        """
        return [self._keeper.fit_at(image_bgr, self._keeper.now() @ way) for way in ways]

    def put(self, frame: Frame, H_image_view: Homography) -> GateReading:
        """Judge the same frame once more, as the board lies elsewhere."""
        self._keeper.put(H_image_view)
        _, moved, hidden = self._where_it_lies(frame)
        return self._reading(moved, hidden, clear=self._is_clear(hidden))

    def _where_it_lies(self, frame: Frame) -> tuple[SmallPicture, Mask, Mask]:
        """A frame reduced anew, as the board was found elsewhere.

        There it has been at rest since it became still, or since it was last seen where it was: a knock moves the whole
        picture, which may hide it in what the gate takes for noise.
        """
        small = self._board.reduce(frame.image_bgr, self._keeper.H_image_view)
        self._at_rest.rest_at(small)
        self._hidden_at_rest = hidden = self._hidden(small)
        self._t_rest_s = max(self._t_still_s, self._t_s - LOOK_EVERY_S)
        self._came_in_px[:] = 0
        return small, np.zeros_like(hidden), hidden

    def _hidden(self, small: SmallPicture) -> Mask:
        """The sentinels that something hides; those at the picture's edge and beyond tell nothing."""
        return self._occlusion.hidden(small) & ~self._keeper.untold

    def _is_clear(self, hidden: Mask) -> bool:
        return self._area_balls(hidden) < COVERED_MIN_BALLS

    def _note_rest(self, moved: Mask, hidden: Mask) -> None:
        """Rest begins anew where anything moved, be it only what is over the board."""
        cover_changed = hidden ^ self._hidden_at_rest
        if cv2.countNonZero(moved):
            self._t_still_s = self._t_s
        if self._t_still_s == self._t_s or self._area_balls(cover_changed) >= COVERED_MIN_BALLS:
            self._t_rest_s = self._t_s
            self._hidden_at_rest = hidden

    def _note_spell(self, hidden: Mask) -> None:
        is_whole = self._is_clear(self._come(hidden)) and not self._beyond().any()
        quiet = self._keeper.is_seen and self._rested(REST_S if is_whole else REST_COVERED_S)
        if quiet and not self._quiet:
            self._spell += 1
        if self._quiet and not quiet:
            self._touched[:] = False
            self._came_in_px[:] = 0
        self._quiet = quiet
        if quiet:
            self._lying = hidden

    def _come(self, hidden: Mask) -> Mask:
        """What is hidden by something that did not lie there in the last spell: by a hand, not by a marker on a rim."""
        return np.asarray(cv2.bitwise_and(hidden, cv2.bitwise_not(self._lying)), np.uint8)

    def _follow_light(self, small: SmallPicture, hidden: Mask, *, clear: bool) -> None:
        since_s = self._t_s - self._t_followed_s
        settled = self._rested(SETTLED_S)
        if not self._quiet or not (clear or settled) or since_s < FOLLOW_STEP_S:
            return
        if settled:
            hidden = hidden & ~self._keeper.shining_through(small, hidden)
        self._occlusion.follow(small, since_s, hidden | self._keeper.beyond)
        self._t_followed_s = self._t_s

    def _reading(self, moved: Mask, hidden: Mask, *, clear: bool) -> GateReading:
        moving = _shares(moved, self._board.boxes)
        covered = _shares(hidden, self._board.rings)
        visible = ~self._beyond()
        if not clear:
            visible &= covered <= VISIBLE_SHARE
        self._touched |= ~visible | (moving * self._box_balls >= TOUCHED_MIN_BALLS)
        come = self._come(hidden)
        if not self._is_clear(come):
            self._came_in_px += [np.count_nonzero(come.ravel()[border]) for border in self._board.borders]
        return GateReading(
            t_s=self._t_s,
            quiet=self._quiet,
            spell=self._spell,
            t_rest_s=self._t_rest_s,
            moving=moving,
            covered=covered,
            visible=visible,
            touched=self._touched.copy(),
            hand=self._hand(),
            displacement=self._keeper.news(self._t_s),
            is_lost=self._keeper.is_lost,
            is_combed=self._keeper.is_combed,
            is_grey=self._keeper.is_grey,
            cut_off=self._cut_off(),
        )

    def _beyond(self) -> NDArray[np.bool_]:
        """(20,) the boxes of which too much lies beyond the picture."""
        return _shares(self._keeper.beyond, self._board.boxes) > VISIBLE_SHARE

    def _cut_off(self) -> CutOff | None:
        otaus = tuple(int(ix) for ix in np.flatnonzero(self._beyond()[:OTAU_TOTAL]))
        return CutOff(otaus, self._keeper.edges) if otaus else None

    def _hand(self) -> Side | None:
        total_px = self._came_in_px.sum()
        sides = [side for side in Side if total_px and self._came_in_px[side.ix] >= HAND_MAJORITY * total_px]
        return sides[0] if sides else None

    def _rested(self, duration_s: float) -> bool:
        return self._t_s - self._t_rest_s >= duration_s - _TIME_EPS_S

    def _area_balls(self, mask: Mask) -> float:
        return float(cv2.countNonZero(mask) / self._board.ball_px**2)


def _shares(mask: Mask, parts: tuple[NDArray[np.int64], ...]) -> NDArray[np.float64]:
    """Share of each part's px that is marked; 0 for a part without px."""
    if not cv2.countNonZero(mask):
        return np.zeros(len(parts))
    flat = mask.ravel()
    return np.array([np.count_nonzero(flat[part]) / max(1, len(part)) for part in parts])
