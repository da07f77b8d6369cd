"""Record the shipped film from a camera that fails in every way, and tell when that was noticed and mended.

    python tools/fail_cameras.py [--by http|rtsp] [--fps 15] [--faults silent closed ...]

The film is served on loopback, as a phone's app does (MJPEG over HTTP) or as a network camera does (H.264 over RTSP;
needs Debian's python3-gi gir1.2-gst-rtsp-server-1.0 gstreamer1.0-plugins-base, -good and -ugly), in real time; it runs
on while a fault lasts, so that plies are played unseen. Told are, for each fault, how long it took from its beginning
until the recording said so, and from its end until the recording saw again; then the plies recorded and those that were
played.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from board_io.outage import Moment
from board_io.source import open_source
from togyz.events import Back, Lost, Started
from togyz.tgk import read_tgk
from togyz_companion.board_setup import BoardOptions
from togyz_companion.cli.main import prepare_libraries
from togyz_companion.evidence import EvidenceOptions
from togyz_companion.news import News
from togyz_companion.samples import sample
from togyz_companion.session import SessionOptions, record_source
from tools.failing import http_camera, rtsp_camera
from tools.failing.film import FailingFilm, Window

FIRST_S: Final = 8.0
EVERY_S: Final = 9.0
LASTS_S: Final = 4.0
END_S: Final = 82.0

Camera = Callable[[FailingFilm], AbstractContextManager[str]]
CAMERAS: Final[Mapping[str, tuple[Camera, Sequence[str]]]] = {
    "http": (http_camera.http_camera, http_camera.FAULTS),
    "rtsp": (rtsp_camera.rtsp_camera, rtsp_camera.FAULTS),
}
"""What serves the film, and how it may fail."""


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


def windows_of(faults: Sequence[str]) -> list[Window]:
    """One after another."""
    return [Window(fault, FIRST_S + ix * EVERY_S, FIRST_S + ix * EVERY_S + LASTS_S) for ix, fault in enumerate(faults)]


def fail(windows: Sequence[Window], *, fps: float, end_s: float, camera: Camera = http_camera.http_camera) -> Report:
    """Record until ``end_s`` of the film."""
    shipped = sample()
    said: list[tuple[float, object]] = []
    film = FailingFilm(shipped.film, windows, fps)
    with TemporaryDirectory() as out, camera(film) as url:

        def note(news: News) -> None:
            if isinstance(news.event, Started):
                film.begin()
            said.append((film.t_s, news.event))

        def go_on(_moment: Moment) -> bool:
            return film.t_s < end_s

        board = BoardOptions(corners_px=shipped.corners_px)
        options = SessionOptions(board=board, out=Path(out), evidence=EvidenceOptions(kind="none"))
        with open_source(url) as source:
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
    parser.add_argument("--by", choices=CAMERAS, default="http")
    parser.add_argument("--fps", type=float, default=15.0)
    parser.add_argument("--faults", nargs="*", choices=sorted({*http_camera.FAULTS, *rtsp_camera.FAULTS}))
    given = parser.parse_args()
    prepare_libraries()
    camera, faults = CAMERAS[given.by]
    windows = windows_of(faults if given.faults is None else given.faults)
    print(json.dumps(asdict(fail(windows, fps=given.fps, end_s=END_S, camera=camera)), indent=1))


if __name__ == "__main__":
    main()
