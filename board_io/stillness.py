"""Telling a frozen source from a still board where an encoder leaves out what does not change."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]

LIVELY: Final = 2.8
"""Grey levels by which some block changes now and then though the board is at rest: sensors are noisy. Of the same
picture again and again an encoder makes up to 2.6 (H.264 at 2 to 6 Mbit/s)."""
MOVING: Final = 10.0
"""From here on something moves, which says nothing of rest."""
KNOWN_PICTURES: Final = 45
"""So many with changes between the two show that this source is lively at rest."""
FORGOTTEN_AFTER: Final = 15
"""After more pictures without a change, a source is not yet known to be lively: its changes are counted anew."""
FROZEN_S: Final = 1.5
FROZEN_PICTURES: Final = 20
"""At a slower rate it takes longer: a picture alone shows no change as often as not."""
_BLOCK_PX: Final = 8
_FINE: Final = 16
"""Changes are measured in sixteenths, as far as a byte goes."""


class Stillness:
    """Follows the pictures of one source.

    Attributes:
        changed_ns: when something last changed by more than an encoder makes of the same picture.
        is_frozen: whether that is too long ago for a source that is as lively as this one.
    """

    def __init__(self) -> None:
        self.changed_ns = 0
        self.is_frozen = False
        self._last: Image | None = None
        self._known = self._still = 0

    def take(self, image_bgr: Image, t_ns: int, *, is_key: bool) -> None:
        """Takes the next picture.

        Args:
            image_bgr: (H, W, 3).
            t_ns: when it came.
            is_key: whether it was sent whole: all of it then differs a little, whatever it shows.
        """
        before, self._last = self._last, np.asarray(cv2.cvtColor(image_bgr, cv2.COLOR_BGR2GRAY), np.uint8)
        if before is None or before.shape != self._last.shape:
            self.changed_ns = t_ns
        elif not is_key:
            self._compare(largest_change(before, self._last), t_ns)

    def _compare(self, change: float, t_ns: int) -> None:
        self._still += 1
        if change >= LIVELY:
            self.changed_ns, self._still, self.is_frozen = t_ns, 0, False
            self._known += change < MOVING
        elif self._known >= KNOWN_PICTURES:
            is_long = t_ns - self.changed_ns >= FROZEN_S * 1e9
            self.is_frozen |= is_long and self._still >= FROZEN_PICTURES
        elif self._still > FORGOTTEN_AFTER:
            self._known = 0


def largest_change(before_gray: Image, after_gray: Image) -> float:
    """By how many grey levels the block that changed most has changed, on average of its pixels; 16 at most."""
    fine = cv2.convertScaleAbs(cv2.absdiff(before_gray, after_gray), alpha=_FINE)
    height, width = fine.shape
    blocks = cv2.resize(fine, (width // _BLOCK_PX, height // _BLOCK_PX), interpolation=cv2.INTER_AREA)
    return float(blocks.max()) / _FINE
