"""What a camera's lens does to straight lines, where that is known.

Px freed of the lens are called ideal: a pinhole camera of the same focal length and axis would have shown a thing
there. Homographies lead to ideal px, the lens from these to the image.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.errors import BadLensError
from calibration.json_file import JsonError, decoded
from calibration.unusable import Unusable
from togyz.saying import say

SCHEMA: Final = 1
FOCAL_WIDTHS: Final = 0.9
"""Focal length assumed where the lens is not known, in widths of the picture."""
IMAGE_MAX_PX: Final = 1 << 16
"""No picture has a longer side."""
_FOCAL_RANGE: Final = (0.05, 100.0)
"""Focal lengths in widths of the picture: fields of view of 169 to 0.6 degrees."""
_DIST_MAX: Final = 1e6
"""The coefficients of a long lens are large: k3 goes with the sixth power of its focal length."""
_STEPS: Final = 50
"""Of the iteration that frees a px of the lens; a tenth of these do for most."""
_STILL_PX: Final = 1e-7
_EXACT_PX: Final = 0.01
_SAME_SHAPE_PX: Final = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Lens:
    """A lens as it shows in pictures of one size, by OpenCV's model (D. Brown, "Close-range camera calibration", 1971).

    Attributes:
        image_wh: size of those pictures, px.
        fx, fy: focal length, px.
        cx, cy: where the optical axis meets the picture, px; (0, 0) is the centre of the first pixel.
        dist: k1, k2, p1, p2, k3.
        is_estimate: whether a board's edges told it (``calibration.own_lens``), and nobody measured it.
        schema: of the file.
    """

    image_wh: tuple[int, int]
    fx: float
    fy: float
    cx: float
    cy: float
    dist: tuple[float, float, float, float, float]
    is_estimate: bool = False
    schema: int = SCHEMA

    def __post_init__(self) -> None:
        """Check that it can be a lens.

        Raises:
            ValueError: a number is beyond what is known of lenses.
        """
        if not all(1 <= size_px <= IMAGE_MAX_PX for size_px in self.image_wh):
            raise ValueError(f"no picture measures {self.image_wh[0]} x {self.image_wh[1]} px")
        (shortest, longest), width = _FOCAL_RANGE, self.image_wh[0]
        if not shortest * width <= min(self.fx, self.fy) <= max(self.fx, self.fy) <= longest * width:
            raise ValueError(f"fx and fy are {shortest} to {longest} widths of the picture")
        if not all(-size <= c <= 2 * size for c, size in zip((self.cx, self.cy), self.image_wh, strict=True)):
            raise ValueError("cx and cy lie in the picture, or not far beside it")
        if not all(abs(one) <= _DIST_MAX for one in self.dist):
            raise ValueError(f"dist is at most {_DIST_MAX:g}")

    @property
    def K(self) -> NDArray[np.float64]:  # noqa: N802
        """(3, 3) from rays (x, y, 1) of the camera to ideal px."""
        return np.array([[self.fx, 0, self.cx], [0, self.fy, self.cy], [0, 0, 1]])

    def distort(self, ideal_xy: NDArray[np.float64]) -> NDArray[np.float64]:
        """Ideal px (N, 2) as px of the image; not finite where they are beyond all measure."""
        k1, k2, p1, p2, k3 = self.dist
        with np.errstate(over="ignore", invalid="ignore"):
            x, y = (ideal_xy[:, 0] - self.cx) / self.fx, (ideal_xy[:, 1] - self.cy) / self.fy
            r2 = x * x + y * y
            radial = 1 + r2 * (k1 + r2 * (k2 + r2 * k3))
            x, y = (
                x * radial + 2 * p1 * x * y + p2 * (r2 + 2 * x * x),
                y * radial + 2 * p2 * x * y + p1 * (r2 + 2 * y * y),
            )
            return np.column_stack([x * self.fx + self.cx, y * self.fy + self.cy])

    def undistort(self, image_xy: NDArray[np.float64]) -> NDArray[np.float64]:
        """Px (N, 2) of the image as ideal px.

        Raises:
            BadLensError: at one of them the lens bends the picture back on itself, or nearly so.
        """
        ideal = image_xy
        with np.errstate(over="ignore", invalid="ignore"):  # where it goes astray
            for _ in range(_STEPS):
                off = image_xy - self.distort(ideal)
                ideal = ideal + off
                if not np.abs(off).max(initial=0) > _STILL_PX:
                    break
        if not np.allclose(self.distort(ideal), image_xy, rtol=0, atol=_EXACT_PX):
            raise BadLensError(say(Unusable.LENS_BENDS_BACK))
        return ideal

    def in_pictures(self, image_wh: tuple[int, int]) -> Lens:
        """The same lens in pictures of another size.

        Raises:
            BadLensError: they have another shape: nobody knows which part of the picture they are.
        """
        scale = image_wh[0] / self.image_wh[0]
        if abs(self.image_wh[1] * scale - image_wh[1]) > _SAME_SHAPE_PX:
            made, given = ("{} x {}".format(*wh) for wh in (self.image_wh, image_wh))
            raise BadLensError(say(Unusable.LENS_OTHER_SHAPE, made=made, given=given))
        return replace(
            self,
            image_wh=image_wh,
            fx=self.fx * scale,
            fy=self.fy * scale,
            cx=(self.cx + 0.5) * scale - 0.5,
            cy=(self.cy + 0.5) * scale - 0.5,
        )


def assumed_K(image_wh: tuple[int, ...]) -> NDArray[np.float64]:  # noqa: N802
    """``Lens.K`` of a lens that is not known."""
    focal = FOCAL_WIDTHS * image_wh[0]
    return np.array([[focal, 0, (image_wh[0] - 1) / 2], [0, focal, (image_wh[1] - 1) / 2], [0, 0, 1]])


def read_lens(path: Path) -> Lens:
    """Read a lens from a file of its own, or from the calibration of a board that was seen through it.

    Whoever hands it on tells it: of the next board it is no estimate.

    Raises:
        BadLensError: the file is missing, broken, of another schema, holds no lens, or one that cannot be.
    """
    try:
        text = path.read_bytes()
        lens = decoded(text, _Calibrated).lens or decoded(text, Lens)
    except OSError as error:
        raise BadLensError(say(Unusable.UNREADABLE, path=path, cause=error.strerror)) from error
    except JsonError as error:
        raise BadLensError(say(Unusable.NO_LENS, path=path, fault=error)) from error
    if lens.schema != SCHEMA:
        raise BadLensError(say(Unusable.OTHER_SCHEMA, path=path, schema=lens.schema, known=SCHEMA))
    return replace(lens, is_estimate=False)


@dataclass(frozen=True, slots=True)
class _Calibrated:
    """What a calibration may say of the lens; a lens's own file has no such field."""

    lens: Lens | None = None
