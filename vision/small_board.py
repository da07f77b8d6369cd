"""The board in small: the picture reduced to a few px a ball, in units that light moves evenly, with its sentinels.

Sentinels are the places on the board that no kumalak ever covers: dividers, rims, the surface between the boxes. What
hides them is no part of the game.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.view import BoardView
from togyz.board import OTAU_TOTAL, Side
from togyz.inference.observation import Edge
from vision.light import log_luma_chroma
from vision.rectify import halved, halvings
from vision.robust import window_px

BALL_MIN_PX: Final = 4.0
"""A picture is halved as long as a ball keeps this diameter: 320 x 180 for a box that fills a 720p frame."""
OUTLINE_MARGIN_BALLS: Final = 0.25
"""Left out inside the outline: the calibration's error, and the table seen past the edge."""
OPENING_MARGIN_BALLS: Final = 0.25
"""Rims count as sentinels this far into an opening: walls slope, and balls touch them below."""
ANCHOR_MARGIN_BALLS: Final = 0.1
"""Anchors of the registration end here: what lies deeper in an opening changes with the balls that lean there."""
ANCHORS_MIN_PX: Final = 40
"""Where an otau has fewer of them on average (b4, whose dividers are a px wide), all sentinels are anchors."""
RING_BALLS: Final = 1.0
"""Sentinels within this distance of an opening speak for its box."""
BORDER_BALLS: Final = 0.75
"""Breadth of the strip along the outline where a hand is seen to come in."""

FLOOR_UNITS: Final = np.array([50.0, 4.0, 4.0])
"""Luma and colours that differ by so much are as different as what covers a sentinel is (``vision.quiet``)."""
UNLIKE_RIMS: Final = 4.0
"""A sentinel that differs from most by so many of them, and hardly from a kazan's floor, is that floor: floors of d1 to
b4 differ by up to 3.4 from their rims, those of a simulated board whose kazans are white in red by 18."""

EDGE_BALLS: Final = 0.25
"""A board reaches over an edge of the picture when it does so by as much."""

Mask = NDArray[np.uint8]
"""(h, w) of the reduced board, 0 or 255."""
SmallPicture = NDArray[np.float32]
"""(h, w, 3) of the reduced board, in the units of vision/light.py."""

Pixel = TypeVar("Pixel", np.uint8, np.float32)

_SUBPIXEL_BITS: Final = 4


@dataclass(frozen=True, slots=True, eq=False)
class SmallBoard:
    """Where things lie in the reduced picture.

    Attributes:
        image_wh: size of the whole picture, px.
        halvings: how often the picture is halved.
        window: rows and columns of the picture that are reduced, multiples of 2 ** halvings.
        H_image_small: (3, 3) from px of the reduced board to px of the whole picture.
        H_image_whole: (3, 3) the same from px of the whole picture, reduced as the board is.
        ball_px: diameter of a kumalak in the reduced picture.
        board: the board's surface, its very edge left out.
        sentinels: that part of it where balls never lie.
        anchors: that part of these which looks the same however the balls lie beside it.
        boxes: 20 index arrays into the flattened reduced picture: the px of each opening.
        rings: 20 such arrays: the sentinels around each opening.
        borders: (white, black) such arrays: the sentinels along the outline, by the nearer side.
    """

    image_wh: tuple[int, int]
    halvings: int
    window: tuple[slice, slice]
    H_image_small: NDArray[np.float64]
    H_image_whole: NDArray[np.float64]
    ball_px: float
    board: Mask
    sentinels: Mask
    anchors: Mask
    boxes: tuple[NDArray[np.int64], ...]
    rings: tuple[NDArray[np.int64], ...]
    borders: tuple[NDArray[np.int64], NDArray[np.int64]]

    @classmethod
    def of(cls, view: BoardView) -> SmallBoard:
        """Work out the masks for one view of the board."""
        times = halvings(view.ball_px, BALL_MIN_PX)
        scale = 1 << times
        window = _window(view, scale)
        shape = tuple((part.stop - part.start) // scale for part in window)
        origin_xy = np.array([window[1].start, window[0].start], np.float64)

        def fill(polygon_px: NDArray[np.float32]) -> Mask:
            small = (polygon_px - origin_xy + 0.5) / scale - 0.5
            mask = np.zeros(shape, np.uint8)
            cv2.fillPoly(mask, [np.round(small * (1 << _SUBPIXEL_BITS)).astype(np.int32)], (255,), shift=_SUBPIXEL_BITS)
            return mask

        ball_px = view.ball_px / scale
        outline = fill(view.outline_px)
        openings = [fill(polygon) for polygon in view.boxes_px]
        board = _shrink(outline, OUTLINE_MARGIN_BALLS * ball_px)

        def outside(margin_balls: float) -> Mask:
            inside = np.maximum.reduce([_shrink(opening, margin_balls * ball_px) for opening in openings])
            return np.asarray(board & ~inside, np.uint8)

        sentinels = outside(OPENING_MARGIN_BALLS)
        rings = tuple(np.flatnonzero(sentinels & _grow(opening, RING_BALLS * ball_px)) for opening in openings)
        anchors = outside(ANCHOR_MARGIN_BALLS)
        if np.mean([np.count_nonzero(anchors.ravel()[ring]) for ring in rings[:OTAU_TOTAL]]) < ANCHORS_MIN_PX:
            anchors = sentinels
        border = sentinels & ~_shrink(board, BORDER_BALLS * ball_px)
        return cls(
            image_wh=view.image_wh,
            halvings=times,
            window=window,
            H_image_small=_enlarged(scale, origin_xy),
            H_image_whole=_enlarged(scale, np.zeros(2)),
            ball_px=ball_px,
            board=board,
            sentinels=sentinels,
            anchors=anchors,
            boxes=tuple(np.flatnonzero(opening & board) for opening in openings),
            rings=rings,
            borders=_by_side(view, border, origin_xy, scale),
        )

    def without_floors(self, reference: SmallPicture) -> SmallBoard:
        """The same without sentinels that are the floor of a kazan: on an unknown board it may reach farther than told.

        Args:
            reference: the board reduced, with nothing over it.
        """
        look = cv2.blur(reference, (3, 3)).reshape(-1, 3) / FLOOR_UNITS
        off_rims = np.linalg.norm(look - np.median(look[self.sentinels.ravel() > 0], axis=0), axis=1)
        is_floor = np.zeros(len(look), bool)
        for box, ring in zip(self.boxes[OTAU_TOTAL:], self.rings[OTAU_TOTAL:], strict=True):
            off_floor = np.linalg.norm(look[ring] - np.median(look[box], axis=0), axis=1)
            is_floor[ring] |= (off_rims[ring] > UNLIKE_RIMS) & (off_floor < off_rims[ring] / 2)
        if not is_floor.any():
            return self
        rims = np.where(is_floor.reshape(self.sentinels.shape), np.uint8(0), np.uint8(255))
        return replace(
            self,
            sentinels=self.sentinels & rims,
            anchors=self.anchors & rims,
            rings=tuple(ring[~is_floor[ring]] for ring in self.rings),
            borders=(self.borders[0][~is_floor[self.borders[0]]], self.borders[1][~is_floor[self.borders[1]]]),
        )

    def reduce(self, image_bgr: NDArray[np.uint8], H_image_view: NDArray[np.float64] | None = None) -> SmallPicture:
        """The board in a picture (H, W, 3).

        Args:
            image_bgr: the picture.
            H_image_view: (3, 3) from the view's px to this picture's, where the board lies elsewhere by now.

        Raises:
            ValueError: the picture has not the size of the view.
        """
        height, width = image_bgr.shape[:2]
        if (width, height) != self.image_wh:
            raise ValueError(f"the picture is {width} x {height}, the board's view is for {self.image_wh}")
        if H_image_view is None:
            return log_luma_chroma(halved(image_bgr[self.window], self.halvings))
        H_whole_small = self.in_whole(H_image_view)
        return log_luma_chroma(warped(halved(image_bgr, self.halvings), H_whole_small, self.board.shape[::-1]))

    def whole_luma(self, image_bgr: NDArray[np.uint8]) -> NDArray[np.float32]:
        """(h, w) the luma of the whole picture, reduced as the board is."""
        return np.ascontiguousarray(log_luma_chroma(halved(image_bgr, self.halvings))[..., 0])

    def in_whole(self, H_image_view: NDArray[np.float64]) -> NDArray[np.float64]:
        """(3, 3) ``H_image_view`` (see ``reduce``) from px of the reduced board to px of the reduced picture."""
        return np.asarray(np.linalg.inv(self.H_image_whole) @ H_image_view @ self.H_image_small, np.float64)

    def in_image(self, H_whole_small: NDArray[np.float64]) -> NDArray[np.float64]:
        """(3, 3) ``H_image_view`` again, from what ``in_whole`` made of it."""
        return np.asarray(self.H_image_whole @ H_whole_small @ np.linalg.inv(self.H_image_small), np.float64)

    def beyond(self, H_image_view: NDArray[np.float64]) -> Mask:
        """Which px of the board lie beyond the edge of a picture, for ``H_image_view`` see ``reduce``."""
        whole = np.full([size >> self.halvings for size in self.image_wh[::-1]], 255, np.uint8)
        H = self.in_whole(H_image_view)
        flags = cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP
        return np.asarray(cv2.bitwise_not(cv2.warpPerspective(whole, H, self.board.shape[::-1], flags=flags)), np.uint8)

    def edges_reached(self, outline_px: NDArray[np.float32], H_image_view: NDArray[np.float64]) -> tuple[Edge, ...]:
        """Over which edges of a picture the board reaches by ``EDGE_BALLS``.

        Args:
            outline_px: (N, 2) the board's outline in the view.
            H_image_view: see ``reduce``.
        """
        outline = cv2.perspectiveTransform(outline_px[:, None].astype(np.float64), H_image_view)[:, 0]
        over_px = [*-outline.min(axis=0), *(outline.max(axis=0) - np.array(self.image_wh) + 1)]
        least_px = EDGE_BALLS * self.ball_px * (1 << self.halvings)
        edges: tuple[Edge, ...] = ("left", "top", "right", "bottom")
        return tuple(edge for edge, px in zip(edges, over_px, strict=True) if px >= least_px)

    def odd(self, balls: float) -> tuple[int, int]:
        """A square filter window of that many ball diameters, odd, at least 3 px."""
        return window_px(balls, self.ball_px, least_px=3)


def warped(image: NDArray[Pixel], H: NDArray[np.float64], wh: tuple[int, ...]) -> NDArray[Pixel]:
    """The picture (wh) whose px ``H`` (3, 3) leads to px of this one; what lies beyond the edge repeats the edge."""
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    out = cv2.warpPerspective(image, H, (wh[0], wh[1]), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return out.astype(image.dtype, copy=False)


def _window(view: BoardView, multiple: int) -> tuple[slice, slice]:
    """The outline's bounding rectangle within the picture, cut to a multiple of px."""
    lower = np.clip(np.floor(view.outline_px.min(axis=0)), 0, view.image_wh).astype(int)
    upper = np.clip(np.ceil(view.outline_px.max(axis=0)) + 1, 0, view.image_wh).astype(int)
    upper -= (upper - lower) % multiple
    return slice(int(lower[1]), int(upper[1])), slice(int(lower[0]), int(upper[0]))


def _enlarged(scale: int, origin_xy: NDArray[np.floating]) -> NDArray[np.float64]:
    """(3, 3) from px of a picture halved after it was cut at its origin to px of the picture itself."""
    x, y = origin_xy + (scale - 1) / 2
    return np.array([[scale, 0, x], [0, scale, y], [0, 0, 1.0]])


def _disc(radius_px: float) -> Mask:
    side = 2 * round(radius_px) + 1
    return cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)).astype(np.uint8)


def _shrink(mask: Mask, radius_px: float) -> Mask:
    return cv2.erode(mask, _disc(radius_px), borderType=cv2.BORDER_CONSTANT, borderValue=(0,)).astype(np.uint8)


def _grow(mask: Mask, radius_px: float) -> Mask:
    return cv2.dilate(mask, _disc(radius_px)).astype(np.uint8)


def _by_side(
    view: BoardView, border: Mask, origin_xy: NDArray[np.float64], scale: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The border's px as flat indices, those nearer to white's row and those nearer to black's."""
    flat = np.flatnonzero(border)
    rows, columns = np.unravel_index(flat, border.shape)
    xy_px = (np.column_stack([columns, rows]) + 0.5) * scale - 0.5 + origin_xy
    is_white = np.array([view.side_towards(x, y) is Side.WHITE for x, y in xy_px], bool)
    return flat[is_white], flat[~is_white]
