"""The gate's two questions to the reduced board: what moves on it, and which of its sentinels are hidden."""

from __future__ import annotations

import math
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.light import COLOURS_MIN, Relighting, colours_of, tint_of_shade, without_colours
from vision.robust import contrast, median, sigma
from vision.small_board import Mask, SmallBoard, SmallPicture

MOTION_UNITS: Final = 10.0
MOTION_LIGHT_BALLS: Final = 4.0
"""Luma that differs by more than this is motion, once the mean difference over 4 balls is taken off: a soft shadow, a
change of light."""
COVER_CHROMA_UNITS: Final = 4.0
COVER_LUMA_UNITS: Final = 50.0
"""A sentinel may become as dark as a shadow makes it, or as bright as it was before a shadow fell on the reference, but
keeps its colour."""
GREY_COVER_LUMA_UNITS: Final = 14.0
"""Where a camera shows no colours, only luma tells a hand: one differs by 23 to 28 units there, noise by 0.3."""
MOTION_EDGE_SHARE: Final = 0.25
COVER_EDGE_SHARE: Final = 0.5
"""Near an edge a px may change by this share of the contrast about it besides, as with a trembling camera. More of it
would hide one ball that moves, where balls are small."""
NOISE_SIGMAS: Final = 3.0
"""No limit is lower than so many standard deviations of the noise, which each frame shows itself."""
MOTION_CLUSTER_BALLS: Final = 0.8
COVER_CLUSTER_BALLS: Final = 1.5
"""Changed px count where they are the majority within a window of this side: one ball must be enough to be seen to
move, but what covers the board is larger."""
FOLLOW_MOTION_S: Final = 1.0
"""Time constant with which the view at rest follows shadows and focus."""
FOLLOW_LIGHT_S: Final = 2.0
"""Time constant with which the sentinels' reference follows the light while nothing is over the board."""
SAMPLES: Final = 300
"""So many px are enough to measure the light and the noise of a frame."""
LIGHT_SIGMAS: Final = 2.5
"""The light is fitted without the px that change further from the median."""

_TINY: Final = 1e-6
_COVER_UNITS: Final = (COVER_LUMA_UNITS, COVER_CHROMA_UNITS, COVER_CHROMA_UNITS)
_GREY_COVER_UNITS: Final = (GREY_COVER_LUMA_UNITS, COVER_CHROMA_UNITS, COVER_CHROMA_UNITS)


class AtRest:
    """Holds the board's luma against the view at which it came to rest."""

    def __init__(self, board: SmallBoard, first: SmallPicture) -> None:
        self._board = board.board
        self._inside = (board.board > 0).astype(np.float32)
        self._sample = _sample(board.board)
        self._light_px = board.odd(MOTION_LIGHT_BALLS)
        self._to_mean = 1 / np.maximum(np.asarray(cv2.blur(self._inside, self._light_px), np.float32), _TINY)
        self._majority = _Majority(board.board, board.odd(MOTION_CLUSTER_BALLS))
        self.rest_at(first)

    def moved(self, small: SmallPicture, dt_s: float) -> Mask:
        """Where the board differs from the view at rest.

        After a difference the view at rest is the new one.
        """
        luma = _luma(small)
        difference = (luma - self._at_rest) * self._inside
        size = np.abs(difference - cv2.blur(difference, self._light_px) * self._to_mean)
        limit = max(MOTION_UNITS, NOISE_SIGMAS * float(sigma(size.ravel()[self._sample])))
        moved = self._majority.of(np.where(size - self._edges <= limit, np.uint8(0), self._board))
        if cv2.countNonZero(moved):
            self._rest_at(luma)
        else:
            cv2.accumulateWeighted(luma, self._at_rest, _follow(dt_s, FOLLOW_MOTION_S))
        return moved

    def rest_at(self, small: SmallPicture) -> None:
        """Take this for the view at rest."""
        self._rest_at(_luma(small))

    def _rest_at(self, luma: NDArray[np.float32]) -> None:
        self._at_rest = luma
        self._edges = np.float32(MOTION_EDGE_SHARE) * contrast(luma)


class Occlusion:
    """Holds the sentinels against what they look like when nothing is over the board."""

    def __init__(self, board: SmallBoard, reference: SmallPicture) -> None:
        self._shape_hw = board.sentinels.shape
        self._px = np.flatnonzero(board.sentinels)
        self._every = max(1, len(self._px) // SAMPLES)
        self._majority = _Majority(board.sentinels, board.odd(COVER_CLUSTER_BALLS))
        self._plane = self._sentinels(_plane(self._shape_hw))
        self._plane_at = self._at_sample(self._plane)
        self._in_colour: SmallPicture | None = None
        self._learn(_smooth(reference))

    def hidden(self, small: SmallPicture) -> Mask:
        """The sentinels that are hidden.

        In another light they must be so both as they are and lit as the reference was: where much is burnt out, either
        alone takes some dividers for hidden (d3 and b1 at twice the light).
        """
        now = self._sentinels(_smooth(small))
        hidden = self._unlike(now, self._known)
        relit = Relighting.between(self._at_sample(self._known), self._at_sample(now)) if hidden.any() else None
        if relit is None:
            return hidden
        return hidden & self._unlike(relit.after(now), relit.before(self._known))

    def _unlike(self, now: SmallPicture, known: SmallPicture) -> Mask:
        """The sentinels that another light does not explain."""
        light, noise = self._light(now, known)
        luma, *colours = cv2.split(now - cv2.transform(self._plane, light) - known)
        sizes = [np.abs(luma), *(np.abs(one - luma * tint) for one, tint in zip(colours, self._tints, strict=True))]
        limits = np.maximum(self._units, NOISE_SIGMAS * noise).tolist()
        within = [size - edges <= limit for size, edges, limit in zip(sizes, self._edges, limits, strict=True)]
        changed = np.zeros(self._shape_hw, np.uint8)
        changed.ravel()[self._px] = np.where(within[0] & within[1] & within[2], 0, 255).ravel()
        return self._majority.of(changed)

    def follow(self, small: SmallPicture, dt_s: float, hidden: Mask) -> None:
        """Let the reference follow a view of the board at rest, but for what is hidden in it."""
        followed = self._reference.copy()
        cv2.accumulateWeighted(_smooth(small), followed, _follow(dt_s, FOLLOW_LIGHT_S), cv2.bitwise_not(hidden))
        self._learn(followed)

    def turn(self, *, is_grey: bool) -> None:
        """Expect what a camera shows that shows no colours any more, or again what it showed in colour."""
        if is_grey and self._in_colour is None:
            self._in_colour = self._reference
            self._learn(without_colours(self._reference))
        elif not is_grey and self._in_colour is not None:
            self._learn(self._in_colour)
            self._in_colour = None

    def _learn(self, reference: SmallPicture) -> None:
        self._reference = reference
        self._known = self._sentinels(reference)
        self._units = _GREY_COVER_UNITS if colours_of(self._at_sample(self._known)) < COLOURS_MIN else _COVER_UNITS
        self._tints = cv2.split(tint_of_shade(self._known))
        self._edges = cv2.split(self._sentinels(np.float32(COVER_EDGE_SHARE) * contrast(reference)))

    def _light(self, now: SmallPicture, known: SmallPicture) -> tuple[NDArray[np.float32], NDArray[np.float64]]:
        """How the light differs from what is known, and the noise.

        Returns:
            (3, 3) a plane over the board for luma and both colours, as factors of 1, x and y, fitted to the sentinels
            that are not hidden; (3,) standard deviations about it.
        """
        change, at = self._at_sample(now) - self._at_sample(known), self._plane_at
        off = np.abs(change - median(change))
        near = (off <= LIGHT_SIGMAS * sigma(off) + _TINY).all(axis=1)
        light = np.linalg.lstsq(at[near], change[near], rcond=None)[0]
        return light.T.astype(np.float32), sigma(np.abs(change - at @ light))

    def _sentinels(self, view: SmallPicture) -> SmallPicture:
        """(N, 1, 3) what a view of the whole board shows at the sentinels, which are a fifth of it."""
        return view.reshape(-1, 1, 3).take(self._px, axis=0)

    def _at_sample(self, sentinels: SmallPicture) -> NDArray[np.float64]:
        """(n, 3) some of them."""
        return sentinels[:: self._every, 0].astype(np.float64)


class _Majority:
    """Marks the px of a domain in whose neighbourhood most of the domain has changed."""

    def __init__(self, domain: Mask, window_px: tuple[int, int]) -> None:
        self._domain = domain
        self._window_px = window_px
        self._needed = cv2.blur(domain, window_px) // 2

    def of(self, changed: Mask) -> Mask:
        """The mask of those px, by that of all changed ones of the domain."""
        if not cv2.countNonZero(changed):
            return changed
        most = cv2.compare(cv2.blur(changed, self._window_px), self._needed, cv2.CMP_GT)
        return np.asarray(cv2.bitwise_and(most, self._domain), np.uint8)


def _smooth(small: SmallPicture) -> SmallPicture:
    return np.asarray(cv2.blur(small, (3, 3)), np.float32)


def _luma(small: SmallPicture) -> NDArray[np.float32]:
    return np.ascontiguousarray(small[..., 0])


def _sample(domain: Mask) -> NDArray[np.int64]:
    """Evenly spread px of a domain, as flat indices."""
    all_px = np.flatnonzero(domain)
    return all_px[:: max(1, len(all_px) // SAMPLES)]


def _plane(shape_hw: tuple[int, ...]) -> SmallPicture:
    """(h, w, 3) of 1, x and y, the last two from -1 to 1."""
    height, width = shape_hw
    x, y = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height))
    return np.dstack([np.ones_like(x), x, y]).astype(np.float32)


def _follow(dt_s: float, time_constant_s: float) -> float:
    return 1 - math.exp(-dt_s / time_constant_s)
