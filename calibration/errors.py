"""What can go wrong when a board is looked for."""

from __future__ import annotations

from togyz.saying import Saying


class CalibrationError(Exception):
    """The board was not found, or a calibration cannot be used.

    Attributes:
        why: one sentence for the user, told in any language.
    """

    def __init__(self, why: Saying) -> None:
        super().__init__(why)
        self.why = why


class BadCornersError(CalibrationError):
    """The corners given are no outline of a board."""


class BadLayoutError(CalibrationError):
    """A layout's file or name is unusable."""


class BadCalibrationFileError(CalibrationError):
    """A calibration file is unusable."""


class NotABoardError(CalibrationError):
    """What lies within the outline does not look like the position it should be."""


class BadLensError(CalibrationError):
    """A lens's file is unusable, or does not fit the pictures."""
