"""Camera devices through OpenCV: asked for compressed pictures of a size, and held still in light, colour and focus."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Protocol

import cv2

from board_io.refusals import Refusal
from togyz.saying import say

WANTED_WH: Final = (1280, 720)
"""Asked of a camera; it may give another size."""
WANTED_FPS: Final = 30


class Knobs(Protocol):
    """What can be set of an open cv2.VideoCapture."""

    def get(self, prop: int, /) -> float:
        """A property by its cv2.CAP_PROP number; 0 or -1 where it is unknown."""

    def set(self, prop: int, value: float, /) -> bool:
        """Ask the driver to change it; whether it says that it did."""

    def getBackendName(self) -> str:  # noqa: N802 (its name in OpenCV)
        """OpenCV's name of what drives the device."""


@dataclass(frozen=True, slots=True)
class _Control:
    """Something that cameras adjust by themselves.

    Attributes:
        automatic: the property that says whether they do.
        value: what they adjust.
    """

    automatic: int
    value: int


_CONTROLS: Final[Mapping[str, _Control]] = {
    "exposure": _Control(cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_EXPOSURE),
    "white balance": _Control(cv2.CAP_PROP_AUTO_WB, cv2.CAP_PROP_WB_TEMPERATURE),
    "focus": _Control(cv2.CAP_PROP_AUTOFOCUS, cv2.CAP_PROP_FOCUS),
}
_V4L2_EXPOSURE: Final = (1.0, 3.0)
"""V4L2_EXPOSURE_MANUAL and V4L2_EXPOSURE_APERTURE_PRIORITY (linux/v4l2-controls.h), handed on by OpenCV as they are."""
_OFF_ON: Final = (0.0, 1.0)
"""What everything else takes: DirectShow and Media Foundation set a flag."""


logger = logging.getLogger(__name__)


class SteadyLight:
    """Has a camera hold what it adjusts by itself while that is wanted, also after it was opened anew.

    Args:
        name: of the camera, for the log.
    """

    def __init__(self, name: str) -> None:
        self.is_wanted = False
        self._name = name
        self._is_held = False
        self._held: dict[str, float] = {}

    def reopened(self) -> None:
        """The device was opened anew, and adjusts itself."""
        self._is_held = False

    def adjust(self, knobs: Knobs) -> None:
        """Does as is wanted; a camera that was opened anew is held as before.

        What the driver did not do is warned of once.
        """
        if self.is_wanted == self._is_held:
            return
        self._is_held = self.is_wanted
        if not self.is_wanted:
            self._held = {}
            let_go(knobs)
            return
        is_first = not self._held
        self._held = self._held or read_controls(knobs)
        loose = [name for name, has_obeyed in hold(knobs, self._held).items() if not has_obeyed]
        if loose and is_first:
            logger.warning(say(Refusal.LOOSE, name=self._name, settings=", ".join(loose)))


def ask_for_pictures(knobs: Knobs) -> None:
    """Ask a device for what the program wants; it gives what it can."""
    # Uncompressed, USB 2 carries 720p at a few frames a second only.
    knobs.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    knobs.set(cv2.CAP_PROP_FRAME_WIDTH, WANTED_WH[0])
    knobs.set(cv2.CAP_PROP_FRAME_HEIGHT, WANTED_WH[1])
    knobs.set(cv2.CAP_PROP_FPS, WANTED_FPS)


def read_controls(knobs: Knobs) -> dict[str, float]:
    """What the camera has adjusted its controls to."""
    return {name: knobs.get(control.value) for name, control in _CONTROLS.items()}


def hold(knobs: Knobs, values: Mapping[str, float]) -> dict[str, bool]:
    """Have a camera adjust nothing by itself, and keep these values.

    Returns:
        Of each control, whether the driver says by now that it does as it was told.
    """
    return {name: _held(knobs, name, value) for name, value in values.items()}


def let_go(knobs: Knobs) -> None:
    """Have a camera adjust itself again."""
    for name, control in _CONTROLS.items():
        knobs.set(control.automatic, _modes(knobs, name)[1])


def _held(knobs: Knobs, name: str, value: float) -> bool:
    control, manual = _CONTROLS[name], _modes(knobs, name)[0]
    # Where a driver knows no such thing, reading it may well give what was to be set.
    is_set = knobs.set(control.automatic, manual) and knobs.set(control.value, value)
    return is_set and (knobs.get(control.automatic), knobs.get(control.value)) == (manual, value)


def _modes(knobs: Knobs, name: str) -> tuple[float, float]:
    """What stands for manual and automatic."""
    return _V4L2_EXPOSURE if name == "exposure" and knobs.getBackendName() == "V4L2" else _OFF_ON
