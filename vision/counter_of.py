"""Which counter a calibrated board gets."""

from __future__ import annotations

from calibration.errors import CalibrationError
from calibration.model import Calibration, StartPicture
from vision.counter import Counter, VenueCounter


def counter_of(calibration: Calibration) -> Counter:
    """The counter of a board whose start position was seen.

    Raises:
        CalibrationError: it was not.
    """
    return VenueCounter(calibration.view(), start_of(calibration), doubt=calibration.misplaced)


def start_of(calibration: Calibration) -> StartPicture:
    """The start picture.

    Raises:
        CalibrationError: the calibration has none.
    """
    if calibration.start is None:
        raise CalibrationError("the calibration has not seen the start position, which shows what a kumalak looks like")
    return calibration.start
