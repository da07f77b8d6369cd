"""The two halves of a board in the image, each as its own player sees it.

A half's own frame, ``uv``, is the unit square: u runs along the board as ``otau_no`` rises (0 at the player's left, 1
at its right), v from the board's middle or hinge (0) to the player's rim (1). So white and black are treated alike, a
folding box's halves may lie askew, and an upright picture of a half is the board as its player sees it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from calibration.errors import BadCornersError
from calibration.lens import Lens
from calibration.seen import Seen
from togyz.saying import say

SIDE_MIN_PX: Final = 60
"""A board whose shorter side is smaller than this shows less than 2 px a kumalak."""
_ROUNDED_PX: Final = 0.01
"""What rounding may move a corner at the picture's very edge."""
_SOFTEN_FROM: Final = 1.25
"""Steps of so many px sample a picture without aliasing."""
UNIT_SQUARE: Final = np.array([[0, 1], [1, 1], [1, 0], [0, 0]], np.float64)
"""A half's corners in its own frame: near left, near right, far right, far left as its player sits."""


def half_homographies(
    corners_px: ArrayLike, image_wh: tuple[int, int], lens: Lens | None = None
) -> NDArray[np.float64]:
    """Map both halves' own frames to the image, or to its ideal px (``calibration.lens``).

    Args:
        corners_px: (4, 2), (6, 2) or (8, 2) px. Four: the board's outer corners beside white's otau 1 (white's near
            left), white's near right, far right, far left. Six: these with the hinge's ends between, white's near
            left, near right, hinge right, far right, far left, hinge left. Eight: the four corners of white's half,
            then of black's half, each near left, near right, far right, far left as white sits.
        image_wh: size of the image, px.
        lens: None where it is not known.

    Returns:
        (2, 3, 3) float64, H_image_half of white's half and of black's.

    Raises:
        BadCornersError: the corners lie outside the image, cross, run the wrong way round, or span too small an area.
        BadLensError: the lens cannot be undone at the corners.
    """
    corners = np.asarray(corners_px, np.float64)
    if corners.ndim != 2 or corners.shape[1] != 2 or len(corners) not in (4, 6, 8):
        raise BadCornersError(say(Seen.NOT_CORNERS))
    check_inside(corners, image_wh)
    white, black = _split(corners if lens is None else lens.undistort(corners))
    for half in (white, black):
        check_half(half)
    return np.stack([cv2.getPerspectiveTransform(_f32(UNIT_SQUARE), _f32(half)) for half in (white, black)]).astype(
        np.float64
    )


def check_inside(corners_px: NDArray[np.float64], image_wh: tuple[int, int]) -> None:
    """Check that points lie in the image.

    Raises:
        BadCornersError: one of them does not.
    """
    inside = (corners_px >= -0.5 - _ROUNDED_PX) & (corners_px <= np.array(image_wh) - 0.5 + _ROUNDED_PX)
    if not inside.all():
        x, y = corners_px[int(np.argmin(inside.all(axis=1)))]
        raise BadCornersError(say(Seen.OUTSIDE, x=float(x), y=float(y), width=image_wh[0], height=image_wh[1]))


def check_half(half_px: NDArray[np.float64]) -> None:
    """Check that four points can be a half's corners, in the order of ``UNIT_SQUARE``.

    Raises:
        BadCornersError: they cannot; it says why.
    """
    edges = np.roll(half_px, -1, axis=0) - half_px
    following = np.roll(edges, -1, axis=0)
    turns = edges[:, 0] * following[:, 1] - edges[:, 1] * following[:, 0]
    if not (np.all(turns > 0) or np.all(turns < 0)):
        raise BadCornersError(say(Seen.CROSS))
    if turns[0] > 0:
        raise BadCornersError(say(Seen.WRONG_WAY))
    if np.linalg.norm(edges, axis=1).min() < SIDE_MIN_PX / 2:
        raise BadCornersError(say(Seen.SMALL))


def to_image(H: NDArray[np.float64], xy: ArrayLike, lens: Lens | None = None) -> NDArray[np.float64]:
    """Points (N, 2) through a homography, then through the lens where it is known."""
    points = np.asarray(xy, np.float64).reshape(-1, 1, 2)
    if not len(points):
        return points.reshape(0, 2)
    ideal = np.asarray(cv2.perspectiveTransform(points, H), np.float64).reshape(-1, 2)
    return ideal if lens is None else lens.distort(ideal)


def from_image(H: NDArray[np.float64], image_xy: NDArray[np.float64], lens: Lens | None = None) -> NDArray[np.float64]:
    """Px (N, 2) of the image back to what ``to_image`` takes.

    Raises:
        BadLensError: the lens cannot be undone there.
    """
    H_inverse = np.asarray(np.linalg.inv(H), np.float64)
    return to_image(H_inverse, image_xy if lens is None else lens.undistort(image_xy))


def px_grid(width: int, height: int) -> NDArray[np.float64]:
    """(width * height, 2) the px of a picture, row by row."""
    columns, rows = np.meshgrid(np.arange(width, dtype=np.float64), np.arange(height, dtype=np.float64))
    return np.column_stack([columns.ravel(), rows.ravel()])


def outline(H_image_half: NDArray[np.float64], lens: Lens | None = None) -> NDArray[np.float64]:
    """(4, 2) px: the board's outer corners in the order of ``half_homographies``."""
    white, black = (to_image(H, UNIT_SQUARE, lens) for H in H_image_half)
    return np.array([white[0], white[1], black[0], black[1]])


@dataclass(frozen=True, slots=True, eq=False)
class HalfPictures:
    """Both halves of the board upright at one scale; the shorter one is filled up below its rim.

    Attributes:
        image_bgr: (2, H, W, 3) uint8, white's half and black's.
        heights: rows of each half that show the board.
    """

    image_bgr: NDArray[np.uint8]
    heights: tuple[int, int]

    @property
    def width(self) -> int:
        """Length of the board, px."""
        return int(self.image_bgr.shape[2])

    @property
    def board(self) -> NDArray[np.bool_]:
        """(2, H, W) where the pictures show the board."""
        rows = np.arange(self.image_bgr.shape[1])[:, None]
        return np.stack([np.broadcast_to(rows < height, self.image_bgr.shape[1:3]) for height in self.heights])

    def uv(self, half: int, xy: NDArray[np.float64]) -> NDArray[np.float64]:
        """Points (N, 2) px of a half's picture in the half's own frame."""
        return np.asarray((xy + 0.5) / np.array([self.width, self.heights[half]]), np.float64)

    def xy(self, half: int, uv: NDArray[np.float64]) -> NDArray[np.float64]:
        """Points (N, 2) of a half's own frame as px of its picture."""
        return np.asarray(uv * np.array([self.width, self.heights[half]]) - 0.5, np.float64)


def cut_halves(
    image_bgr: NDArray[np.uint8], H_image_half: NDArray[np.float64], width: int, lens: Lens | None = None
) -> HalfPictures:
    """Both halves ``width`` px long and as high as they look in the image, so that balls stay round under tilt."""
    cut = []
    for H in H_image_half:
        length_px, height_px = half_size_px(H)
        height = max(8, round(width * height_px / length_px))
        H_half_crop = np.array([[1 / width, 0, 0.5 / width], [0, 1 / height, 0.5 / height], [0, 0, 1]])
        soft = ready_to_sample(image_bgr, length_px / width)
        cut.append(_upright(soft, H @ H_half_crop, (width, height), lens))
    heights = (cut[0].shape[0], cut[1].shape[0])
    filled = [cv2.copyMakeBorder(one, 0, max(heights) - len(one), 0, 0, cv2.BORDER_REPLICATE) for one in cut]
    return HalfPictures(np.stack(filled).astype(np.uint8, copy=False), heights)


def _upright(
    image_bgr: NDArray[np.uint8], H_image_crop: NDArray[np.float64], crop_wh: tuple[int, int], lens: Lens | None
) -> cv2.typing.MatLike:
    """A part of the picture; what lies beyond its edge repeats the edge."""
    if lens is None:
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        return cv2.warpPerspective(image_bgr, H_image_crop, crop_wh, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    x, y = to_image(H_image_crop, px_grid(*crop_wh), lens).T.reshape(2, *crop_wh[::-1]).astype(np.float32)
    return cv2.remap(image_bgr, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def half_size_px(H_image_half: NDArray[np.float64]) -> tuple[float, float]:
    """Length and height of a half, px (ideal ones where the lens is known), along its middle lines."""
    left, right, top, bottom = to_image(H_image_half, [[0, 0.5], [1, 0.5], [0.5, 0], [0.5, 1]])
    return float(np.linalg.norm(right - left)), float(np.linalg.norm(bottom - top))


def ready_to_sample(image_bgr: NDArray[np.uint8], step_px: float) -> NDArray[np.uint8]:
    """The picture softened so that sampling it every ``step_px`` px does not alias."""
    if step_px < _SOFTEN_FROM:
        return image_bgr
    return cv2.GaussianBlur(image_bgr, (0, 0), 0.3 * step_px).astype(np.uint8, copy=False)


def _split(corners: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Each half's corners in the order of its own ``UNIT_SQUARE``: black's near left is white's far right."""
    if len(corners) == 8:
        return corners[:4], corners[[6, 7, 4, 5]]
    if len(corners) == 6:
        near_left, near_right, hinge_right, far_right, far_left, hinge_left = corners
    else:
        near_left, near_right, far_right, far_left = corners
        H = cv2.getPerspectiveTransform(_f32(UNIT_SQUARE), _f32(corners))
        hinge_left, hinge_right = to_image(np.asarray(H, np.float64), [[0, 0.5], [1, 0.5]])
    white = np.array([near_left, near_right, hinge_right, hinge_left])
    black = np.array([far_right, far_left, hinge_left, hinge_right])
    return white, black


def _f32(points: NDArray[np.float64]) -> NDArray[np.float32]:
    return np.ascontiguousarray(points, np.float32)
