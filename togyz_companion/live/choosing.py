"""Before there is a source: the cameras of this machine, what each of them sees, and opening one."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

import cv2

from board_io.cameras import ListedCamera, listed_cameras
from board_io.source import Source, open_source
from togyz_companion.glimpse import Glimpse, look
from togyz_companion.live.stage import Stage
from togyz_companion.messages.telling import in_all_languages

WIDTH_PX: Final = 320
"""Of a thumbnail."""


@dataclass(frozen=True, slots=True)
class Sources:
    """What a session can be pointed at. One camera is opened at a time: most hubs carry no more.

    Attributes:
        listed: the cameras of this machine.
        see: looks through one of them.
        open_one: opens a camera, stream or film.
    """

    listed: Callable[[], list[ListedCamera]] = listed_cameras
    see: Callable[[str], Glimpse] = look
    open_one: Callable[[str], Source] = open_source
    _turn: threading.Lock = field(default_factory=threading.Lock)

    def thumbnail(self, url: str) -> bytes:
        """What a camera sees now, as a small JPEG picture.

        Raises:
            SourceError: it gives none; of the kind that says why.
        """
        with self._turn:
            image = self.see(url).image_bgr
        height, width = image.shape[:2]
        small = cv2.resize(image, (WIDTH_PX, round(height * WIDTH_PX / width)), interpolation=cv2.INTER_AREA)
        _, coded = cv2.imencode(".jpg", small)
        return coded.tobytes()

    def open(self, url: str) -> Source:
        """Opens a source and waits for its first picture.

        Raises:
            SourceError: it gives none; of the kind that says why.
        """
        with self._turn:
            return self.open_one(url)


@dataclass(frozen=True, slots=True)
class Choosing:
    """The stage in which there is no source.

    Attributes:
        why: the last one is not open any more; None before the first, and where the operator let go of it.
    """

    why: Exception | None = None

    stage = Stage.CHOOSING

    def to_dict(self) -> dict[str, object]:
        """For the page."""
        why = self.why
        return {"failure": None if why is None else in_all_languages(lambda teller: teller.error(why))}
