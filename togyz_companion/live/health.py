"""How the machine is, in words for the operator's page: the camera's pace, the clock, room on the disk, power."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from board_io.clock.source import ClockSource
from board_io.outage import Moment
from togyz_companion import machine
from togyz_companion.doctor import Diagnosis, disk_found
from togyz_companion.messages.telling import in_all_languages
from vision.frame import Frame

EVERY: Final = timedelta(seconds=5)
"""So often it is looked at."""
FPS_MIN: Final = 2.0
"""The least at which records are right."""


class Health:
    """Counts what a source gives and looks at the machine now and then."""

    def __init__(self, out: Path, clock: ClockSource | None = None) -> None:
        """Prepare.

        Args:
            out: the folder in which games are recorded, or will be made.
            clock: what the players press, where that is a device.
        """
        self._out = out
        self._clock = clock
        self._diagnoses: list[Diagnosis] = []
        self._frames = 0
        self._since: tuple[float, datetime] | None = None

    def took(self, moment: Moment, now: datetime) -> bool:
        """Takes in what a source gave at a wall-clock time, and says whether there is something else to tell since."""
        since_s, since = self._since or (moment.t_s, now)
        if self._since is None or now - since < EVERY or moment.t_s <= since_s:
            self._since = since_s, since
            self._frames += isinstance(moment, Frame) and moment.t_s > since_s
            return False
        fps = (self._frames + isinstance(moment, Frame)) / (moment.t_s - since_s)
        before, self._diagnoses = self._diagnoses, list(self._found(fps))
        self._frames, self._since = 0, (moment.t_s, now)
        return self._diagnoses != before

    def forget(self) -> None:
        """The source is let go of: another one has a pace of its own."""
        self._diagnoses, self._frames, self._since = [], 0, None

    def to_list(self) -> list[dict[str, object]]:
        """For the page: what was found, in all languages."""
        return [{"level": one.level, "text": _said(one)} for one in self._diagnoses]

    def _found(self, fps: float) -> Iterator[Diagnosis]:
        if fps > 0:
            yield Diagnosis("ok" if fps >= FPS_MIN else "warning", "pace", {"fps": max(1, round(fps))})
        if self._clock is not None and self._clock.problem is not None:
            yield Diagnosis("warning", "clock_lost", {"detail": self._clock.problem})
        yield disk_found(self._out)
        if machine.is_on_battery():
            yield Diagnosis("warning", "battery")


def _said(one: Diagnosis) -> dict[str, str]:
    return in_all_languages(lambda teller: teller.text(f"doctor.{one.key}", **one.values))
