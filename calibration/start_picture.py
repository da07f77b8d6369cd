"""What the picture showed from which a calibration was made: its otaus, and the kumalak known in them."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Annotated, Final

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from togyz.board import KUMALAK_TOTAL, OTAU_TOTAL

LogOdds = Annotated[float, msgspec.Meta(ge=-10, le=10)]
Temperature = Annotated[float, msgspec.Meta(ge=0.1, le=10)]
"""Both wider than what the counter looks for at a venue (``vision.count_model``)."""
KNOWN_MIN: Final = OTAU_TOTAL
"""Fewer kumalak teach no counter what one looks like here: one for each otau, a round number between a handful and the
162 of a start."""
_CROP_PX: Final = (8, 1024)
"""Sides of the picture of an otau: it is cut so that a kumalak measures 9 px."""
_PNG: Final = (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", struct.Struct(">16x2I"))
"""How every PNG begins, and where its width and height lie (ISO/IEC 15948, 5.2 and 11.2.2)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StartPicture:
    """What the counter learns the venue from.

    Attributes:
        kumalak: (18,) the position shown; none where it is not known: then the picture tells the board again, no more.
        crops_png: the 18 otaus one below another, PNG.
        centres_xy: for each otau the centres of its kumalak, px of its crop.
        score_shift, hidden_shift: what the learned counter adds here to the log odds of every ball that is seen, and of
            hidden ones in an otau.
        temperature: by which it divides its log likelihoods here.
    """

    kumalak: tuple[int, ...]
    crops_png: bytes
    centres_xy: tuple[tuple[tuple[float, float], ...], ...]
    score_shift: LogOdds = 0.0
    hidden_shift: LogOdds = 0.0
    temperature: Temperature = 1.0

    def __post_init__(self) -> None:
        """Check that the parts belong together.

        Raises:
            ValueError: they do not, or the picture cannot be decoded.
        """
        is_position = min(self.kumalak, default=0) >= 0 and sum(self.kumalak) <= KUMALAK_TOTAL
        if len(self.kumalak) not in (0, OTAU_TOTAL) or not is_position:
            raise ValueError(f"a position is {OTAU_TOTAL} numbers of kumalak, at most {KUMALAK_TOTAL} in all")
        height, width = self.crops_bgr().shape[1:3]
        told = sum(map(len, self.centres_xy))
        if len(self.centres_xy) != OTAU_TOTAL or (told < KNOWN_MIN if self.is_known else told):
            raise ValueError(f"centres are those of {OTAU_TOTAL} otaus, at least {KNOWN_MIN} in all, or none")
        if any(len(xy) > number for xy, number in zip(self.centres_xy, self.kumalak, strict=False)):
            raise ValueError("an otau has more centres than kumalak")
        if not all(-0.5 <= x < width - 0.5 and -0.5 <= y < height - 0.5 for xy in self.centres_xy for x, y in xy):
            raise ValueError("a kumalak's centre lies outside the picture of its otau")

    @property
    def is_known(self) -> bool:
        """Whether it shows a known position."""
        return bool(self.kumalak)

    def crops_bgr(self) -> NDArray[np.uint8]:
        """(18, h, w, 3) the otaus.

        Raises:
            ValueError: it is no picture of 18 otaus one below another, or shows nothing.
        """
        tall = None
        if _may_be_crops(self.crops_png):
            tall = cv2.imdecode(np.frombuffer(self.crops_png, np.uint8), cv2.IMREAD_COLOR)
        if tall is None:
            raise ValueError(f"the start picture is no PNG of {OTAU_TOTAL} otaus one below another")
        if tall.min() == tall.max():
            raise ValueError("the start picture shows nothing")
        return np.asarray(tall, np.uint8).reshape(OTAU_TOTAL, -1, *tall.shape[1:])


def _may_be_crops(png: bytes) -> bool:
    """Whether a PNG is of a size that the start picture may have; asked before it is decoded."""
    begin, size = _PNG
    if not png.startswith(begin) or len(png) < size.size:
        return False
    width, height = map(int, size.unpack_from(png))
    sides = (width, height // OTAU_TOTAL)
    return height % OTAU_TOTAL == 0 and _CROP_PX[0] <= min(sides) and max(sides) <= _CROP_PX[1]
