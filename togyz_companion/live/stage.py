"""How far a live session has come, and orders that come at the wrong time."""

from __future__ import annotations

from enum import Enum

from togyz.errors import TogyzError


class NotNowError(TogyzError):
    """An order that cannot be carried out as things stand."""


class Stage(Enum):
    """What the operator is busy with."""

    CHOOSING = "choosing"
    AIMING = "aiming"
    PLAYING = "playing"
    ENDED = "ended"
