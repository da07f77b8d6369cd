"""One picture of a source, with its time. A leaf: imports nothing of ours."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture.

    Attributes:
        image_bgr: (H, W, 3) uint8, read-only by convention; pixel (0, 0) is the centre of the first pixel.
        t_ns: source time in ns: presentation time of a film from its first frame, or a camera's monotonic time since
            it was opened, taken after the grab.
        seq: number of the frame in its source, from 0; gaps mean dropped frames.
        source: what was opened, for messages.
    """

    image_bgr: NDArray[np.uint8]
    t_ns: int
    seq: int
    source: str

    @property
    def t_s(self) -> float:
        """Source time in seconds."""
        return self.t_ns / 1e9
