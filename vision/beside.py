"""What is looked at beside the counts of the otaus, once in each spell: the kazans, and markers in all boxes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.model import Calibration
from calibration.view import BoardView
from togyz.board import OTAU_TOTAL
from togyz.inference.evidence import KazansSeen
from togyz.inference.observation import BOX_TOTAL, KazanSeen
from vision.kazans import KazanReader
from vision.markers import MarkerReader, painted_over

UNCHANGED: Final = -2.0
"""Log ratio of changed to unchanged below which a kazan is not counted anew: the same picture gives the same number."""


@dataclass(frozen=True, slots=True, eq=False)
class Beside:
    """What a spell shows beside its counts.

    Attributes:
        kazans, log_marker: as in :class:`togyz.inference.observation.Observation`.
        things: outlines (N, 2) px of what is to be painted over before anything is counted.
        covered: (20,) the boxes in which that is no marker, and hides what lies there.
    """

    kazans: KazansSeen
    log_marker: NDArray[np.float64] | None
    things: tuple[NDArray[np.int32], ...]
    covered: NDArray[np.bool_]


class BesideOtaus:
    """Looks at kazans, and for markers where a known position showed what colours are usual."""

    def __init__(self, calibration: Calibration) -> None:
        """Learn the venue."""
        view, start = calibration.view(), calibration.start
        self._markers = None if start is None or not start.is_known else MarkerReader(view, start)
        self._kazans = _kazan_reader(view)
        self._of_board = np.arange(BOX_TOTAL) >= OTAU_TOTAL

    def look(
        self,
        image_bgr: NDArray[np.uint8],
        visible: NDArray[np.bool_],
        change: NDArray[np.float64],
        before: Beside | None,
    ) -> Beside:
        """What a picture of the board at rest shows.

        Args:
            image_bgr: the picture.
            visible: (20,) the boxes that nothing hides.
            change: (20,) log ratio of changed to unchanged since the spell before.
            before: what that one showed.
        """
        log_marker: NDArray[np.float64] | None = None
        things: tuple[NDArray[np.int32], ...] = ()
        covered = np.zeros(BOX_TOTAL, bool)
        if self._markers is not None:
            strange = self._markers.look(image_bgr)
            if strange.maps:  # what lies long in a kazan from the first look on is a rim or a hinge
                self._of_board &= strange.covered
            strange = strange.without(self._of_board)
            covered, things = strange.covered, self._markers.things(strange)
            visible = visible & ~covered
            log_marker = np.where(visible, strange.log_ratio, 0.0)
        clean = painted_over(image_bgr, things)
        same = change[OTAU_TOTAL:] < UNCHANGED
        white, black = (
            self._kazan(half, clean, before if same[half] else None) if visible[OTAU_TOTAL + half] else None
            for half in (0, 1)
        )
        return Beside((white, black), log_marker, things, covered)

    def _kazan(self, half: int, clean_bgr: NDArray[np.uint8], same: Beside | None) -> KazanSeen | None:
        if self._kazans is None:
            return None
        known = None if same is None else same.kazans[half]
        return known or self._kazans.count(clean_bgr, half)


def _kazan_reader(view: BoardView) -> KazanReader | None:
    try:
        return KazanReader(view)
    except cv2.error:  # vision.counter_of says so
        return None
