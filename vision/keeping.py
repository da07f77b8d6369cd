"""Keeping the board: where it lies by now, after the camera or the board drifted, was knocked, or was turned away.

Everything is anchored to one picture, the one in which the board was found: errors do not add up, and nothing creeps
along. As long as nothing moved, nothing is done to the pictures.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.locate import View, find_place
from calibration.view import BoardView
from togyz.inference.observation import Edge
from vision.frame import Frame
from vision.light import COLOURS_MIN, colours_of
from vision.placement import corners_of
from vision.quiet import COVER_CLUSTER_BALLS
from vision.registration import Alignment, Homography, Registration, Search
from vision.small_board import Mask, SmallBoard, SmallPicture, warped

LOOK_AFTER_S: Final = 0.2
"""Where the board lies is looked at when it has been still for so long."""
LOOK_EVERY_S: Final = 0.5
SEEK_EVERY_S: Final = 1.0
"""How often, after that; and how often it is sought elsewhere. While something moves it is looked at as seldom; at rest
but unseen in each frame: in a dark picture it may drown in the noise of a single one."""
LIKENESS_MIN: Final = 0.6
"""Places of d1, d2 and b1 that are right are alike by 0.72 and more, in the middle of the game, under hands, at 0.4 to
1.8 times the light, blurred."""
LIKENESS_SEEN: Final = 0.15
"""What is less like the board is none: walls and other boards are alike by less than 0.1 (by up to 0.16 where only a
calibration's otaus are compared: ``whereabouts.FOUND_MIN``), a dark board in noise (b2, lively) by 0.25 and more."""
LIKER_ELSEWHERE: Final = 0.1
"""Elsewhere it lies only if it is more alike there by so much."""
FOLLOW_BALLS: Final = 0.06
"""Motions up to this, in ball diameters at the board's corners, are none: balls and shadows pretend to so much."""
JUMP_BALLS: Final = 0.2
"""Motions from this on are made at once, smaller ones followed little by little while nothing lies over the board."""
JUMP_GAIN: Final = 0.03
"""What a motion made at once must add to the likeness: hands pretend to motions, and gain up to 0.01 by them (d3), a
board knocked by a third of a ball gains 0.1."""
FOLLOW_SHARE: Final = 0.5
"""How much of a small motion is made at a time: a camera that trembles is not followed to and fro."""
TELL_BALLS: Final = 0.25
"""A motion is told when it has come to this."""
_COLOUR_PX: Final = 500
"""So many px spread over the board tell whether the camera still shows colours."""
_SURELY_IN_COLOUR: Final = 2
"""A board so many times as colourful as shades of grey at most are does not lose its colours but by the camera."""
LOST_S: Final = 3.0
"""A board not seen for so long is lost."""
KNOCKED: Final = Search(turns_deg=range(-5, 6), reach_otaus=0.45)
"""Farther off it looks much the same as one otau nearer: both are tried."""
COMBED_EVERY_S: Final = 5.0
"""A lost board is looked for at any size and turn so often: that takes a second."""
FAR_AFTER_S: Final = 5.0
"""A board that has hardly looked like itself for so long is sought far off, and so often from then on: something else
may have its place. A lost one is sought there each time."""
ANYWHERE: Final = Search(turns_deg=range(-20, 21, 2), scales=(0.85, 1.0, 1.18))


@dataclass(frozen=True, slots=True, kw_only=True)
class Displacement:
    """The board lies elsewhere in the pictures than it was last told.

    Attributes:
        t_s: source time at which that was found.
        px: root mean square of what its corners moved.
        deg: by how much it turned, clockwise in the picture.
    """

    t_s: float
    px: float
    deg: float


class Keeper:
    """Knows where the board lies.

    Attributes:
        H_image_view: (3, 3) from the px where things lay when the board was found to those where they lie now; None as
            long as these are the same.
        beyond: px of the reduced board that lie beyond the picture's edge.
        untold: these and what lies so near the edge that it does not tell whether anything covers it.
        edges: over which edges of the picture it reaches.
        is_seen: the board was there when it was last looked at.
        is_grey: the camera showed it in colour, and shows no colours now: its night mode, a bad cable.
        is_lost: it has not been for long.
        is_combed: where it lies was last found by its outline, which other boards have as well.
    """

    def __init__(self, view: BoardView, board: SmallBoard, reference: SmallPicture) -> None:
        """Begin.

        Args:
            view: the board as it lies in the reference.
            board: the same in small.
            reference: with nothing over the board.
        """
        self._board = board
        self._outline_px = corners_of(view)
        self._registration = Registration(board, np.ascontiguousarray(reference[..., 0]))
        inside = np.flatnonzero(board.board)
        self._sample = inside[:: max(1, len(inside) // _COLOUR_PX)]
        self._in_colour = self._colours(reference) >= _SURELY_IN_COLOUR * COLOURS_MIN
        height, width = board.board.shape
        corners = np.array([[[0.0, 0.0]], [[width, 0.0]], [[width, height]], [[0.0, height]]])
        self._corners_px = cv2.perspectiveTransform(corners, board.H_image_small)
        self._ball_px = board.ball_px * (1 << board.halvings)
        self.H_image_view: Homography | None = None
        self.beyond = self.untold = np.zeros_like(board.board)
        self.edges: tuple[Edge, ...] = ()
        self._told_H = np.eye(3)
        self._looked_s = self._sought_s = self._combed_s = self._far_s = self._seen_s = self._alike_s = -math.inf
        self.is_seen = True
        self.is_grey = self.is_lost = self.is_combed = False

    def steady(self, image_bgr: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """A picture as it would be if nothing had moved; what lies beyond its edge repeats the edge."""
        if self.H_image_view is None:
            return image_bgr
        return warped(image_bgr, self.H_image_view, image_bgr.shape[1::-1])

    def now(self) -> Homography:
        """``H_image_view``, where nothing moved as well."""
        return np.eye(3) if self.H_image_view is None else self.H_image_view

    def shining_through(self, small: SmallPicture, hidden: Mask) -> Mask:
        """See ``Registration.shining_through``."""
        return self._registration.shining_through(np.ascontiguousarray(small[..., 0]), hidden)

    def look(self, frame: Frame, small: SmallPicture, rest_s: float, *, clear: bool) -> bool:
        """See where the board lies.

        Args:
            frame: the next one.
            small: the board in it where it was thought to lie.
            rest_s: for how long nothing has moved.
            clear: whether nothing seems to lie over the board.

        Returns:
            Whether it lies elsewhere, so that what was reduced before is of no use.
        """
        grey_max = (_SURELY_IN_COLOUR if self.is_grey else 1) * COLOURS_MIN
        self.is_grey = self._in_colour and self._colours(small) < grey_max
        has_jumped = self._is_due(frame.t_s, rest_s) and self._look(
            frame, small, clear=clear, is_still=rest_s >= LOOK_AFTER_S
        )
        if self.is_seen:
            self._seen_s = frame.t_s
        self.is_lost = frame.t_s - self._seen_s >= LOST_S
        return has_jumped

    def fit_at(self, image_bgr: NDArray[np.uint8], H_image_view: Homography) -> tuple[Homography, Alignment]:
        """Where the board lies in a picture exactly, and how much it looks like it there, if it lies about there."""
        about = self._board.in_whole(H_image_view)
        fit = self._registration.refined(self._board.whole_luma(image_bgr), about)
        return self._board.in_image(fit.H), fit

    def put(self, H_image_view: Homography) -> None:
        """Take the board to lie there, as was found by what lies in its otaus."""
        self._jump(H_image_view)

    def news(self, t_s: float) -> Displacement | None:
        """How the board moved since this was last asked and told; None while it has not, or is moving yet."""
        now = self.now()
        if self._looked_s == -math.inf or self._motion_balls(self._told_H, now) < TELL_BALLS:
            return None
        moved = np.linalg.solve(self._told_H, now)
        self._told_H = now
        way = cv2.perspectiveTransform(self._corners_px, moved) - self._corners_px
        deg = math.degrees(math.atan2(moved[1, 0] - moved[0, 1], moved[0, 0] + moved[1, 1]))
        return Displacement(t_s=t_s, px=float(np.sqrt(np.mean(np.sum(way**2, axis=2)))), deg=deg)

    def _colours(self, small: SmallPicture) -> float:
        return colours_of(small.reshape(-1, small.shape[-1])[self._sample])

    def _is_due(self, t_s: float, rest_s: float) -> bool:
        since_s = t_s - self._looked_s
        if rest_s < LOOK_AFTER_S:
            return since_s >= SEEK_EVERY_S
        return not self.is_seen or since_s > rest_s - LOOK_AFTER_S or since_s >= LOOK_EVERY_S

    def _look(self, frame: Frame, small: SmallPicture, *, clear: bool, is_still: bool) -> bool:
        self._looked_s = frame.t_s
        near = self._registration.near(np.ascontiguousarray(small[..., 0]))
        self.is_seen = near.likeness >= LIKENESS_SEEN
        if not is_still:
            return False
        if near.likeness >= LIKENESS_MIN:
            self._alike_s = frame.t_s
            return self._follow(near, clear=clear)
        if frame.t_s - self._sought_s < SEEK_EVERY_S:
            return False
        self._sought_s = frame.t_s
        return self._seek(frame, max(LIKENESS_MIN, near.likeness + LIKER_ELSEWHERE))

    def _follow(self, near: Alignment, *, clear: bool) -> bool:
        """Go with a small motion; True where it was made at once."""
        G = self._board.H_image_small
        moved = G @ near.H @ np.linalg.inv(G)
        moved /= moved[2, 2]
        balls = self._motion_balls(np.eye(3), moved)
        if balls >= JUMP_BALLS and near.gain >= JUMP_GAIN:
            self._jump(self.now() @ moved)
            return True
        if FOLLOW_BALLS <= balls < JUMP_BALLS and clear and near.gain > 0:
            self._move(self.now() @ (np.eye(3) + FOLLOW_SHARE * (moved - np.eye(3))))
        return False

    def _seek(self, frame: Frame, likeness_min: float) -> bool:
        """Look for the board elsewhere; True where it was found."""
        luma, before = self._board.whole_luma(frame.image_bgr), self._board.in_whole(self.now())
        is_far = self.is_lost or frame.t_s - max(self._alike_s, self._far_s) >= FAR_AFTER_S
        if is_far:
            self._far_s = frame.t_s
        found = self._registration.sought(luma, before, ANYWHERE if is_far else KNOCKED)
        again = self._registration.sought(luma, found.H, KNOCKED)  # the first look may have stopped half-way
        found = max(found, again, key=lambda one: one.likeness)
        H = self._board.in_image(found.H)
        is_combed = found.likeness < likeness_min and self.is_lost and frame.t_s - self._combed_s >= COMBED_EVERY_S
        if is_combed:
            self._combed_s = frame.t_s
            H, found = max(self._combed(frame.image_bgr), key=lambda one: one[1].closeness, default=(H, found))
        self.is_combed = is_combed and found.likeness >= likeness_min
        if found.likeness < likeness_min:
            return False
        self.is_seen = True
        self._jump(H)
        return True

    def _combed(self, image_bgr: NDArray[np.uint8]) -> Iterator[tuple[Homography, Alignment]]:
        """Where the board may lie at any size and turn, by its outline, either way round."""
        place = find_place(View(image_bgr=image_bgr))
        if place is None:
            return
        for turn in (0, 2):
            corners_px = np.roll(place.corners_px, turn, axis=0).astype(np.float32)
            yield self.fit_at(image_bgr, np.asarray(cv2.getPerspectiveTransform(self._outline_px, corners_px), float))

    def _jump(self, H: Homography) -> None:
        """What is found from afar is looked at again from near."""
        self._move(H)
        self._looked_s = -math.inf

    def _move(self, H: Homography) -> None:
        self.H_image_view = H / H[2, 2]
        self.beyond = self._board.beyond(self.H_image_view)
        self.untold = np.asarray(cv2.dilate(self.beyond, np.ones(self._board.odd(COVER_CLUSTER_BALLS))), np.uint8)
        self.edges = self._board.edges_reached(self._outline_px, self.H_image_view)

    def _motion_balls(self, before: Homography, after: Homography) -> float:
        """The farthest that a corner of the board moved, in ball diameters."""
        then, now = (cv2.perspectiveTransform(self._corners_px, H) for H in (before, after))
        return float(np.linalg.norm(now - then, axis=2).max() / self._ball_px)
