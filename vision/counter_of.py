"""Which counter a calibrated board gets."""

from __future__ import annotations

import logging
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.errors import CalibrationError
from calibration.model import Calibration
from calibration.start_picture import StartPicture
from calibration.unusable import Unusable
from calibration.view import BoardView
from togyz.saying import say
from vision.counter import Counter, VenueCounter, otaus_png
from vision.learned import Learned, LearnedCounter

logger = logging.getLogger(__name__)


def counter_of(calibration: Calibration, *, learned: Learned | None = None) -> Counter:
    """The counter of a board: the learned one, or one without weights in its place where a known position was seen.

    Args:
        calibration: of the board.
        learned: None for what the program carries.

    Raises:
        CalibrationError: nothing is there to count by.
    """
    start, view = start_of(calibration), calibration.view()
    try:
        return LearnedCounter(view, start if start.is_known else None, learned=learned)
    except cv2.error as error:
        if not start.is_known:
            raise CalibrationError(say(Unusable.NO_NETWORK)) from error
        logger.warning(say(Unusable.COARSER, fault=error))
        return VenueCounter(view, start, doubt=calibration.misplaced)


def adapted(
    start: StartPicture, view: BoardView, image_bgr: NDArray[np.uint8], *, learned: Learned | None = None
) -> StartPicture:
    """The start picture with what its 162 known kumalak say of how this venue shows them.

    Args:
        start: cut out of the picture.
        view: the board in it.
        image_bgr: the picture itself, which is finer.
        learned: None for what the program carries.
    """
    try:
        # Beside itself a picture would be read more surely than any later one: it is read as if nothing were known.
        counter = LearnedCounter(view, None, learned=learned)
    except cv2.error:  # counter_of says so
        return start
    shift = counter.model.venue_shift(counter.odds(image_bgr), np.array(start.kumalak, np.int64))
    return replace(start, score_shift=shift.score, hidden_shift=shift.hidden, temperature=round(shift.temperature, 3))


def in_grey(calibration: Calibration) -> Calibration:
    """The calibration with a start picture without colours; what was learned of the venue stays.

    Raises:
        CalibrationError: it does not hold the picture.
    """
    start = start_of(calibration)
    grey = np.array([cv2.cvtColor(one, cv2.COLOR_BGR2GRAY) for one in start.crops_bgr()])
    return replace(calibration, start=replace(start, crops_png=otaus_png(grey)))


def start_of(calibration: Calibration) -> StartPicture:
    """What the picture showed from which a calibration was made.

    Raises:
        CalibrationError: the calibration does not hold it.
    """
    if calibration.start is None:
        raise CalibrationError(say(Unusable.NO_PICTURE))
    return calibration.start
