"""A look through a camera that is let go of again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from board_io.source import SourceInfo, SourceSilentError, open_source
from board_io.trouble import Trouble
from togyz.saying import say
from vision.frame import Frame

PATIENCE_S: Final = 5.0


@dataclass(frozen=True, slots=True, eq=False)
class Glimpse:
    """What a camera says of itself and sees.

    Attributes:
        image_bgr: (H, W, 3).
    """

    info: SourceInfo
    image_bgr: NDArray[np.uint8]


def look(url: str) -> Glimpse:
    """Open a camera for one picture.

    Raises:
        SourceError: it gives none; of the kind that says why.
    """
    with open_source(url, timeout_s=PATIENCE_S) as source:
        first = next(iter(source), None)
        if not isinstance(first, Frame):
            raise SourceSilentError(url, say(Trouble.NO_PICTURE, name=url))
        return Glimpse(source.info, first.image_bgr)
