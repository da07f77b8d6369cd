"""The boxes of the board cut out of a picture, upright and at one ball scale, by a single remap."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.halves import from_image, px_grid, to_image
from calibration.view import BoardView
from togyz.board import OTAU_TOTAL

LINE_PX: Final = 1024
"""All crops lie one after another in one line of px, which remap gets folded into rows of this length."""


@dataclass(frozen=True, slots=True, eq=False)
class Crops:
    """The boxes of one picture, each in its own frame (x as ``otau_no`` rises, y outwards).

    Attributes:
        otau: (18, h, w, ...) by ``otau_ix``, the picture's dtype and channels.
        kazan: (h, w, ...) of the kazan in white's half and of the one in black's.
    """

    otau: NDArray[np.uint8]
    kazan: tuple[NDArray[np.uint8], NDArray[np.uint8]]

    def __iter__(self) -> Iterator[NDArray[np.uint8]]:
        """All 20 boxes in their order."""
        yield from self.otau
        yield from self.kazan


class BoxSampler:
    """Cuts the 20 boxes of one view of the board. Made once for a view; lens and tilt lie in its map."""

    def __init__(self, view: BoardView, *, px_per_ball: float, margin_balls: float = 0.0) -> None:
        """Prepare the map.

        Args:
            view: the board in the picture.
            px_per_ball: the scale of the crops. A picture whose balls are at least twice as large is averaged down
                to less than twice before it is cut.
            margin_balls: what is cut around each opening, in ball diameters. All otaus get the size of the largest.
        """
        self._image_wh = view.image_wh
        self._lens = view.lens
        self._halvings = halvings(view.ball_px, px_per_ball)
        wh = view.box_wh.copy()
        wh[:OTAU_TOTAL] = wh[:OTAU_TOTAL].max(axis=0)
        self._wh_px = np.ceil((wh + 2 * margin_balls) * px_per_ball).astype(int)
        self._H_image_crop = [
            H @ _frame_from_crop(size_px, box_wh * px_per_ball)
            for H, size_px, box_wh in zip(view.H_image_box, self._wh_px, view.box_wh, strict=True)
        ]
        self._maps = self._folded_map()

    def cut(self, image: NDArray[np.uint8]) -> Crops:
        """All boxes of one picture (H, W) or (H, W, C); what lies beyond its edge repeats the edge.

        Raises:
            ValueError: the picture has not the size of the view.
        """
        height, width = image.shape[:2]
        if (width, height) != self._image_wh:
            raise ValueError(f"the picture is {width} x {height}, the board's view is for {self._image_wh}")
        line = cv2.remap(halved(image, self._halvings), *self._maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        line = np.asarray(line, np.uint8).reshape(-1, *image.shape[2:])
        line.setflags(write=False)
        ends = np.cumsum(self._wh_px.prod(axis=1))
        parts = [
            line[end - w * h : end].reshape(h, w, *image.shape[2:])
            for end, (w, h) in zip(ends[OTAU_TOTAL:], self._wh_px[OTAU_TOTAL:], strict=True)
        ]
        otau_w, otau_h = self._wh_px[0]
        otau = line[: ends[OTAU_TOTAL - 1]].reshape(OTAU_TOTAL, otau_h, otau_w, *image.shape[2:])
        return Crops(otau, (parts[0], parts[1]))

    @property
    def otau_wh_px(self) -> tuple[int, int]:
        """Width and height of the otaus' crops."""
        width, height = self._wh_px[0].tolist()
        return width, height

    def to_image(self, box: int, xy_px: NDArray[np.float64]) -> NDArray[np.float64]:
        """Points (N, 2) of a box's crop as points of the picture; px, (0, 0) is the centre of the first pixel."""
        return to_image(self._H_image_crop[box], xy_px, self._lens)

    def to_crop(self, box: int, xy_px: NDArray[np.float64]) -> NDArray[np.float64]:
        """Points (N, 2) of the picture as points of a box's crop."""
        return from_image(self._H_image_crop[box], xy_px, self._lens)

    def _folded_map(self) -> tuple[NDArray[np.int16], NDArray[np.uint16]]:
        lines = [self.to_image(box, px_grid(*size_px)) for box, size_px in enumerate(self._wh_px)]
        line = (np.concatenate(lines) + 0.5) / (1 << self._halvings) - 0.5
        padding = -len(line) % LINE_PX
        x, y = np.pad(line.T, ((0, 0), (0, padding)), mode="edge").reshape(2, -1, LINE_PX).astype(np.float32)
        whole, fraction = cv2.convertMaps(x, y, cv2.CV_16SC2)
        return whole.astype(np.int16, copy=False), fraction.astype(np.uint16, copy=False)


def halvings(ball_px: float, least_px: float) -> int:
    """How often a picture can be halved so that its balls keep at least this diameter."""
    return max(0, int(np.log2(ball_px / least_px)))


def halved(image: NDArray[np.uint8], times: int) -> NDArray[np.uint8]:
    """The picture averaged down by 2 ** times; px over at its right and lower edge are left out.

    Point x of the picture is point (x + 0.5) / 2 ** times - 0.5 of the result.
    """
    for _ in range(times):
        height, width = image.shape[:2]
        even = image[: height // 2 * 2, : width // 2 * 2]
        image = np.asarray(cv2.resize(even, (width // 2, height // 2), interpolation=cv2.INTER_AREA), np.uint8)
    return image


def _frame_from_crop(size_px: NDArray[np.int_], opening_px: NDArray[np.float64]) -> NDArray[np.float64]:
    """(3, 3) from crop px to the box's frame: the opening lies in the crop's middle."""
    scale = 1 / opening_px
    x0, y0 = -(size_px - 1) / 2 * scale
    return np.array([[scale[0], 0, x0], [0, scale[1], y0], [0, 0, 1]])
