"""The board as it lies in one picture: outlines in px, and nothing else. What vision works from."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.lens import Lens
from togyz.board import Side


@dataclass(frozen=True, slots=True, eq=False)
class BoardView:
    """Outlines of the board in the image.

    Pixel (0, 0) is the centre of the first pixel. Polygons run once round without repeating the first point.

    Attributes:
        image_wh: size of the image, px.
        outline_px: (M, 2) float32, the board's outer outline.
        boxes_px: 20 polygons (N, 2) float32: the openings of the 18 otaus by ``otau_ix``, then the kazan in white's
            half and the one in black's half.
        H_image_box: (20, 3, 3) float64: maps a box's own frame to the image, or to its ideal px where the lens is
            known: ``calibration.halves.to_image`` goes all the way. The frame's x runs along the board from -0.5 to 0.5
            across the opening's bounding rectangle, its y from the board's middle (-0.5) to the outer rim (0.5); for
            both sides x runs as ``otau_no`` rises, a crop shows the board as its side's player sees it.
        box_wh: (20, 2) float64: width and height of that rectangle in ball diameters.
        ball_px: diameter of a kumalak in the image at the board's centre, px.
        lens: None where it is not known.
    """

    image_wh: tuple[int, int]
    outline_px: NDArray[np.float32]
    boxes_px: tuple[NDArray[np.float32], ...]
    H_image_box: NDArray[np.float64]
    box_wh: NDArray[np.float64]
    ball_px: float
    lens: Lens | None = None

    def __post_init__(self) -> None:
        for polygon in (self.outline_px, *self.boxes_px):
            polygon.setflags(write=False)
        for values in (self.H_image_box, self.box_wh):
            values.setflags(write=False)

    def side_towards(self, x_px: float, y_px: float) -> Side:
        """The side whose row lies nearer to a point of the image."""
        white, black = (np.concatenate(self.boxes_px[part]).mean(axis=0) for part in (slice(0, 9), slice(9, 18)))
        point = np.array([x_px, y_px])
        return Side.WHITE if np.linalg.norm(point - white) <= np.linalg.norm(point - black) else Side.BLACK
