"""The shipped film as a camera shows it, which fails in windows of time; who serves it asks it for pictures."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
QUALITY: Final = 90
SPOILT: Final[dict[str, Callable[[Image], Image]]] = {
    "black": lambda image: np.asarray(image // 16, np.uint8),
    "resized": lambda image: np.ascontiguousarray(image[::2, ::2]),
    "blurred": lambda image: np.asarray(cv2.GaussianBlur(image, (0, 0), 6.0), np.uint8),
}


@dataclass(frozen=True, slots=True)
class Window:
    """When the camera fails, in s of the film, and how."""

    fault: str
    first_s: float
    last_s: float


class FailingFilm:
    """Runs in real time once it is begun; before that, its first picture is shown.

    Attributes:
        fps: at which it is to be served.
        is_over: set when nobody need serve it any more.
    """

    def __init__(self, film: Path, windows: Sequence[Window], fps: float) -> None:
        self.fps = fps
        self.is_over = threading.Event()
        self._film = cv2.VideoCapture(str(film))
        self._film_fps = self._film.get(cv2.CAP_PROP_FPS)
        self._windows = windows
        self._lock = threading.Lock()
        self._random = np.random.default_rng(1)
        self._frame_n = -1
        self._jpeg = b""
        self._origin_s: float | None = None

    @property
    def t_s(self) -> float:
        """Time of the film that is shown now; 0 before it began."""
        return 0.0 if self._origin_s is None else time.monotonic() - self._origin_s

    def begin(self) -> None:
        """Has the film run."""
        self._origin_s = time.monotonic()

    @property
    def fault(self) -> str | None:
        """How the camera fails now; None while it does not."""
        t_s = self.t_s
        return next((one.fault for one in self._windows if one.first_s <= t_s < one.last_s), None)

    def noise(self, size: int) -> bytes:
        """Bytes that mean nothing."""
        with self._lock:
            return self._random.bytes(size)

    def jpeg(self) -> bytes:
        """What it shows now, spoilt as its fault demands."""
        with self._lock:
            fault = self.fault
            if fault == "frozen":
                return self._jpeg
            self._jpeg = self._shown(SPOILT.get(fault or ""))
            return self._jpeg[: len(self._jpeg) // 2] if fault == "cut" else self._jpeg

    def _shown(self, spoil: Callable[[Image], Image] | None) -> bytes:
        frame_n = int(self.t_s * self._film_fps)
        image: Any = None
        while self._frame_n < frame_n and self._film.grab():
            self._frame_n += 1
        _, image = self._film.retrieve()
        if self._origin_s is None:  # as a sensor would, which never shows the same twice
            image ^= self._random.integers(0, 2, image.shape, np.uint8)
        image = image if spoil is None else spoil(image)
        return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()
