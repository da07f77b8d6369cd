"""What is wrong with a live source for the moment, and the states that it goes through meanwhile."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final, Literal

from togyz.saying import Saying
from vision.frame import Frame

Fault = Literal["gone", "silent", "frozen", "black", "cut", "resized", "blurred"]
"""Gone: it cannot be opened, or broke off. Silent: no picture comes. The others are of pictures: the same one again and
again, a black one, one whose lower part is missing, one of another size, one without any detail."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outage:
    """A moment at which a live source gives no good picture; told a few times a second as long as that lasts.

    Attributes:
        t_ns: source time, as that of frames.
        since_ns: source time of the last good picture.
        detail: a sentence with the remedy, for who has to mend it.
    """

    t_ns: int
    since_ns: int
    fault: Fault
    detail: Saying

    @property
    def t_s(self) -> float:
        """Source time in seconds."""
        return self.t_ns / 1e9

    @property
    def lasted_s(self) -> float:
        """For how long there has been no good picture."""
        return (self.t_ns - self.since_ns) / 1e9


Moment = Frame | Outage


class CameraState(Enum):
    """Broken: it was let go of and is to be opened again."""

    OPENING = "opening"
    LIVE = "live"
    BROKEN = "broken"
    CLOSED = "closed"

    def to(self, after: CameraState) -> CameraState:
        """The state ``after``, if this one may be followed by it.

        Raises:
            ValueError: it may not.
        """
        if after not in _MAY_FOLLOW[self]:
            raise ValueError(f"a camera that is {self.value} cannot become {after.value}")
        return after


_MAY_FOLLOW: Final[Mapping[CameraState, frozenset[CameraState]]] = {
    CameraState.OPENING: frozenset({CameraState.LIVE, CameraState.BROKEN, CameraState.CLOSED}),
    CameraState.LIVE: frozenset({CameraState.BROKEN, CameraState.CLOSED}),
    CameraState.BROKEN: frozenset({CameraState.OPENING, CameraState.CLOSED}),
    CameraState.CLOSED: frozenset(),
}
