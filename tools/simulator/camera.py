"""A camera over the board, with a lens that bends the picture, and the crop that the product cuts from its picture.

The board's frame is seen from above as a picture is (x right, y down, z towards the eye): it is left-handed, and so are
the camera's axes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

F64 = NDArray[np.float64]
CROP_BALL_PX: Final = 12
"""Diameter of a kumalak in a crop."""
MARGIN: Final = 1.0
"""What a crop shows around the opening, in ball diameters."""
_BENT: Final = 0.6
"""How often a lens bends the picture at all."""
_BENDING: Final = (-0.08, 0.11)
"""Mean and deviation of ``k1`` then: webcams bow outwards by up to -0.35, phones correct themselves to near 0."""
_WIDEST: Final = 1.6
"""Tangent of the angle up to which a lens is followed; cameras of this width are not on sale for tables."""


@dataclass(frozen=True, slots=True, eq=False)
class Camera:
    """Where the camera stands.

    Attributes:
        eye: (3,) in ball diameters.
        axes: (3, 3) rows: right, down and forward in the board's frame.
        focal_px: focal length.
        centre_px: (2,) principal point.
        lens: ``k1`` and ``k2`` of OpenCV's radial distortion.
    """

    eye: F64
    axes: F64
    focal_px: float
    centre_px: F64
    lens: tuple[float, float] = (0.0, 0.0)

    def project(self, points: F64) -> F64:
        """(N, 2) px of points (N, 3)."""
        seen = (points - self.eye) @ self.axes.T
        ideal = seen[:, :2] / seen[:, 2:]
        bent = ideal * self._bend(np.linalg.norm(ideal, axis=1, keepdims=True))
        return np.asarray(self.focal_px * bent + self.centre_px, np.float64)

    def ideal(self, px: F64) -> F64:
        """(..., 2) tangents, to the right and down, of the rays that meet px (..., 2) of the picture.

        Beyond the circle that the lens shows its edge repeats.
        """
        bent = (px - self.centre_px) / self.focal_px
        if self.lens == (0.0, 0.0):
            return np.asarray(bent, np.float64)
        radius = np.linspace(0, _WIDEST, 2048)
        shown = np.maximum.accumulate(radius * self._bend(radius))
        at = np.linalg.norm(bent, axis=-1, keepdims=True)
        return np.asarray(bent * np.interp(at, shown, radius) / np.maximum(at, 1e-12), np.float64)

    def _bend(self, radius: F64) -> F64:
        """By how much the lens moves what has this tangent away from its middle."""
        k1, k2 = self.lens
        return np.asarray(1 + k1 * radius**2 + k2 * radius**4, np.float64)

    def depth(self, point: F64) -> float:
        """How far in front of the camera a point lies."""
        return float((point - self.eye) @ self.axes[2])

    @property
    def H_image_plane(self) -> F64:  # noqa: N802
        """(3, 3) from x and y of the openings' plane to the image, but for the lens."""
        K = np.array([[self.focal_px, 0, self.centre_px[0]], [0, self.focal_px, self.centre_px[1]], [0, 0, 1]])
        return K @ np.column_stack([self.axes[:, 0], self.axes[:, 1], -self.axes @ self.eye])


@dataclass(frozen=True, slots=True, eq=False)
class Cut:
    """A crop of one opening as the product believes it to lie.

    Attributes:
        size_wh: of the crop, px.
        H_plane_crop: (3, 3) from crop px to x and y of the openings' plane.
        opening_wh: the opening in the crop, px; it lies in the crop's middle.
    """

    size_wh: tuple[int, int]
    H_plane_crop: F64
    opening_wh: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Misfit:
    """How calibration errs: shift in ball diameters, scale, rotation, stretch of the opening along and across."""

    shift: tuple[float, float] = (0.0, 0.0)
    scale: float = 1.0
    turn_rad: float = 0.0
    stretch: tuple[float, float] = (1.0, 1.0)


def draw_camera(rng: np.random.Generator, *, ball_px: float, reach: float) -> Camera:
    """A camera over the board: mostly steep, now and then tilted to 40 degrees, turned any way.

    Args:
        rng: draws.
        ball_px: diameter of a ball in the middle of the picture.
        reach: half the board's length.
    """
    tilt = np.deg2rad(min(abs(rng.normal(0, 15)) if rng.random() < 0.8 else rng.uniform(0, 40), 40))
    camera = camera_at(
        tilt,
        azimuth=rng.uniform(0, 2 * np.pi),
        roll=rng.uniform(0, 2 * np.pi),
        distance=reach * rng.uniform(1.6, 5.0),
        ball_px=ball_px,
    )
    return replace(camera, lens=draw_lens(rng))


def draw_lens(rng: np.random.Generator) -> tuple[float, float]:
    """``k1`` and ``k2`` of a lens: none, or rather bowed outwards, weaker towards the edge."""
    if rng.random() > _BENT:
        return 0.0, 0.0
    k1 = float(np.clip(rng.normal(*_BENDING), -0.35, 0.12))
    return k1, -k1 * float(rng.uniform(0.2, 0.5))


def camera_at(tilt: float, *, azimuth: float, roll: float, distance: float, ball_px: float) -> Camera:
    """A camera that looks at the board's middle. Angles in radians; tilt 0 looks straight down."""
    c, s = np.cos(roll), np.sin(roll)
    upright = np.array([[c, s, 0], [-s, c, 0], [0, 0, -1.0]])
    axis = np.array([np.cos(azimuth), np.sin(azimuth), 0.0])
    turn, _ = cv2.Rodrigues(axis * tilt)
    axes = upright @ np.asarray(turn, np.float64).T
    return Camera(-axes[2] * distance, axes, ball_px * distance, np.zeros(2))


def cut_of(at: tuple[float, float], opening_wh: tuple[float, float], misfit: Misfit) -> Cut:
    """The crop of an opening at a place of the plane, with the errors of a calibration."""
    px = CROP_BALL_PX / misfit.scale
    width, height = opening_wh[0] * px * misfit.stretch[0], opening_wh[1] * px * misfit.stretch[1]
    size = int(np.ceil(width + 2 * MARGIN * CROP_BALL_PX)), int(np.ceil(height + 2 * MARGIN * CROP_BALL_PX))
    c, s = np.cos(misfit.turn_rad) / px, np.sin(misfit.turn_rad) / px
    x, y = at[0] + misfit.shift[0], at[1] + misfit.shift[1]
    u, v = (size[0] - 1) / 2, (size[1] - 1) / 2
    H = np.array([[c, -s, x - c * u + s * v], [s, c, y - s * u - c * v], [0, 0, 1]])
    return Cut(size, H, (width, height))


def transform(H: F64, xy: F64) -> F64:
    """Points (N, 2) through a homography."""
    moved = cv2.perspectiveTransform(np.asarray(xy, np.float64).reshape(-1, 1, 2), H)
    return np.asarray(moved, np.float64).reshape(-1, 2)
