"""What a live session needs of the world: time, pace, devices, and who is shown the board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from board_io.feed import GameStanding
from togyz_companion.live.choosing import Sources
from togyz_companion.news import Sink

Pace = Callable[[float], object]
"""Returns when the frame with this source time in s is due."""


def unhurried(_t_s: float) -> None:
    """Frames of a camera come when they come."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What a session needs of the world.

    Attributes:
        now: the wall-clock time.
        is_closed: whether the session is to end, in order and soon.
        pace_for_film: makes what holds the frames of a film back until they are due; those of a camera are not.
        sources: the cameras of this machine.
        shows: are told how the board stands, as the audience's page is; they never wait.
        sinks: are told every event of every game.
    """

    now: Callable[[], datetime]
    is_closed: Callable[[], bool]
    pace_for_film: Callable[[], Pace]
    sources: Sources = field(default_factory=Sources)
    shows: Sequence[Callable[[GameStanding], object]] = ()
    sinks: Sequence[Sink] = ()
