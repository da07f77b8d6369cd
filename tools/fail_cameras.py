"""Record the shipped film from a camera that fails in every way, and tell when that was noticed and mended.

    python tools/fail_cameras.py [--fps 15] [--faults silent closed garbage black frozen cut resized blurred]

The film is served as a phone's app does (MJPEG over HTTP, on loopback), in real time; it runs on while a fault lasts,
so that plies are played unseen. Told are, for each fault, how long it took from its beginning until the recording said
so, and from its end until the recording saw again; then the plies recorded and those that were played.
"""

from __future__ import annotations

import argparse
import json
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from board_io.outage import Moment
from board_io.source import open_source
from togyz.events import Back, Lost, Started
from togyz.tgk import read_tgk
from togyz_companion.board_setup import BoardOptions
from togyz_companion.evidence import EvidenceOptions
from togyz_companion.news import News
from togyz_companion.samples import sample
from togyz_companion.session import SessionOptions, record_source

Image = NDArray[np.uint8]

FIRST_S: Final = 8.0
EVERY_S: Final = 9.0
LASTS_S: Final = 4.0
QUALITY: Final = 90


@dataclass(frozen=True, slots=True)
class Window:
    """When the camera fails, in s of the film, and how."""

    fault: str
    first_s: float
    last_s: float


@dataclass(frozen=True, slots=True)
class Noticed:
    """What a recording made of a fault, in s; None: nothing.

    Attributes:
        said_s: from its beginning until it was told.
        back_s: from its end until the camera was said to see again; negative where it was taken for usual before.
    """

    fault: str
    said_s: float | None
    back_s: float | None


@dataclass(frozen=True, slots=True)
class Report:
    """What came of a recording.

    Attributes:
        played, recorded: the plies, as they are written.
        unseen: how many of those recorded were never seen at rest.
    """

    noticed: list[Noticed]
    played: list[str]
    recorded: list[str]
    unseen: int


SPOILT: Final[dict[str, Callable[[Image], Image]]] = {
    "black": lambda image: np.asarray(image // 16, np.uint8),
    "resized": lambda image: np.ascontiguousarray(image[::2, ::2]),
    "blurred": lambda image: np.asarray(cv2.GaussianBlur(image, (0, 0), 6.0), np.uint8),
}
FAULTS: Final = ("silent", "closed", "garbage", *SPOILT, "frozen", "cut")


class FailingCamera:
    """Serves a film over HTTP; in each window of it, it fails. Until it is begun, its first picture is shown.

    Attributes:
        url: where it is.
    """

    def __init__(self, film: Path, windows: Sequence[Window], fps: float) -> None:
        self._film = cv2.VideoCapture(str(film))
        self._film_fps = self._film.get(cv2.CAP_PROP_FPS)
        self._windows = windows
        self._fps = fps
        self._lock = threading.Lock()
        self._random = np.random.default_rng(1)
        self._frame_n = -1
        self._jpeg = b""
        self._origin_s: float | None = None
        self.is_over = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.url = f"http://127.0.0.1:{self._server.server_port}/video"

    @property
    def t_s(self) -> float:
        """Time of the film that is shown now; 0 before it began."""
        return 0.0 if self._origin_s is None else time.monotonic() - self._origin_s

    def serve(self) -> None:
        """Answers until ``end``."""
        self._server.serve_forever(0.05)

    def end(self) -> None:
        """Stops."""
        self.is_over.set()
        self._server.shutdown()
        self._server.server_close()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        camera = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                try:
                    camera._answer(self)
                except ConnectionError:
                    return  # the recording let go of it

            def log_message(self, *_args: object) -> None:
                pass

        return Handler

    def begin(self) -> None:
        """Has the film run."""
        self._origin_s = time.monotonic()

    def _answer(self, handler: BaseHTTPRequestHandler) -> None:
        if not self._wait_while_silent():
            return
        handler.send_response(200)
        handler.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        handler.end_headers()
        while self._wait_while_silent() and (jpeg := self._next_jpeg()):
            head = b"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % len(jpeg)
            handler.wfile.write(head + jpeg + b"\r\n")
            self.is_over.wait(1 / self._fps)

    def _wait_while_silent(self) -> bool:
        """Whether there is more to be sent, on this connection."""
        while self._fault() == "silent" and not self.is_over.wait(0.02):
            pass
        return self._fault() != "closed" and not self.is_over.is_set()

    def _fault(self) -> str | None:
        t_s = self.t_s
        return next((one.fault for one in self._windows if one.first_s <= t_s < one.last_s), None)

    def _next_jpeg(self) -> bytes:
        with self._lock:
            fault = self._fault()
            if fault == "garbage":
                return self._random.bytes(20_000)
            if fault == "frozen":
                return self._jpeg
            jpeg = self._film_jpeg(SPOILT.get(fault or ""))
            return jpeg[: len(jpeg) // 2] if fault == "cut" else jpeg

    def _film_jpeg(self, spoil: Callable[[Image], Image] | None) -> bytes:
        frame_n = int(self.t_s * self._film_fps)
        image: Any = None
        while self._frame_n < frame_n and self._film.grab():
            self._frame_n += 1
        _, image = self._film.retrieve()
        if self._origin_s is None:  # as a sensor would, which never shows the same twice
            image ^= self._random.integers(0, 2, image.shape, np.uint8)
        image = image if spoil is None else spoil(image)
        self._jpeg = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()
        return self._jpeg


@contextmanager
def serving(camera: FailingCamera) -> Iterator[FailingCamera]:
    """Serves in a thread."""
    thread = threading.Thread(target=camera.serve, name="failing")
    thread.start()
    try:
        yield camera
    finally:
        camera.end()
        thread.join()


def windows_of(faults: Sequence[str]) -> list[Window]:
    """One after another."""
    return [Window(fault, FIRST_S + ix * EVERY_S, FIRST_S + ix * EVERY_S + LASTS_S) for ix, fault in enumerate(faults)]


def fail(windows: Sequence[Window], *, fps: float, end_s: float) -> Report:
    """Record until ``end_s`` of the film."""
    shipped = sample()
    said: list[tuple[float, object]] = []
    with TemporaryDirectory() as out, serving(FailingCamera(shipped.film, windows, fps)) as camera:

        def note(news: News) -> None:
            if isinstance(news.event, Started):
                camera.begin()
            said.append((camera.t_s, news.event))

        def go_on(_moment: Moment) -> bool:
            return camera.t_s < end_s

        board = BoardOptions(corners_px=shipped.corners_px)
        options = SessionOptions(board=board, out=Path(out), evidence=EvidenceOptions(kind="none"))
        with open_source(camera.url) as source:
            record = record_source(source, options, sinks=[note], go_on=go_on, opened_at=datetime.now(UTC)).record
    lost = [t for t, event in said if isinstance(event, Lost)]
    back = [t for t, event in said if isinstance(event, Back)]
    played = [ply.move for ply in read_tgk(shipped.moves.read_text(encoding="utf-8")).game.plies]
    return Report(
        noticed=[noticed(window, lost, back) for window in windows],
        played=played,
        recorded=[ply.move for ply in record.plies],
        unseen=sum(not ply.seen for ply in record.plies),
    )


def noticed(window: Window, lost: Sequence[float], back: Sequence[float]) -> Noticed:
    """What was told of a fault, of all that was told at these times in s."""
    until_s = window.last_s + EVERY_S - LASTS_S
    said = [t for t in lost if window.first_s <= t < until_s]
    ends = [t for t in back if said and said[0] <= t < until_s]
    return Noticed(
        window.fault,
        round(said[0] - window.first_s, 2) if said else None,
        round(ends[-1] - window.last_s, 2) if ends else None,
    )


def main() -> None:
    """Record once, and tell as JSON."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--fps", type=float, default=15.0)
    parser.add_argument("--faults", nargs="*", choices=FAULTS, default=FAULTS)
    given = parser.parse_args()
    print(json.dumps(asdict(fail(windows_of(given.faults), fps=given.fps, end_s=82.0)), indent=1))


if __name__ == "__main__":
    main()
