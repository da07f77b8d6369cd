"""Which counter a calibrated board gets."""

from __future__ import annotations

import logging

import cv2

from calibration.errors import CalibrationError
from calibration.model import Calibration, StartPicture
from vision.counter import Counter, VenueCounter
from vision.learned import Learned, LearnedCounter
from vision.second_opinion import TwoCounters

logger = logging.getLogger(__name__)


def counter_of(calibration: Calibration, *, learned: Learned | None = None) -> Counter:
    """The counter of a board whose start position was seen: the learned one with a second opinion, or that one alone.

    Args:
        calibration: of the board.
        learned: None for what the program carries.

    Raises:
        CalibrationError: the start was not seen.
    """
    start, view = start_of(calibration), calibration.view()
    venue = VenueCounter(view, start, doubt=calibration.misplaced)
    try:
        return TwoCounters(LearnedCounter(view, start, learned=learned), venue)
    except cv2.error as error:
        logger.warning("this OpenCV cannot run the network, counting is coarser: %s", error)
        return venue


def start_of(calibration: Calibration) -> StartPicture:
    """The start picture.

    Raises:
        CalibrationError: the calibration has none.
    """
    if calibration.start is None:
        raise CalibrationError("the calibration has not seen the start position, which shows what a kumalak looks like")
    return calibration.start
