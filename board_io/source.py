"""Where frames come from: one way to open a film, images, a camera or a stream, and what may be wrong with them."""

from __future__ import annotations

import glob
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Final, Literal, Protocol, Self

from board_io.cameras import NAMED
from board_io.errors import BoardIoError
from board_io.outage import Moment
from board_io.trouble import Trouble
from togyz.saying import Saying, say

IMAGE_SUFFIXES: Final = frozenset({".bmp", ".jpeg", ".jpg", ".png", ".tif", ".tiff", ".webp"})
SEGMENT_SUFFIX: Final = ".ts"
"""MPEG transport streams can be read up to where they break off, and are one film when one is put behind the other."""
STREAM_SCHEMES: Final = ("http://", "https://", "rtsp://", "rtsps://")


class SourceError(BoardIoError):
    """A source cannot give frames.

    Attributes:
        source: what was to be opened, as it was given.
        why: what is wrong, in one sentence with what to do.
    """

    def __init__(self, source: object, why: Saying) -> None:
        self.source = str(source)
        super().__init__(why)
        self.why = why


class SourceMissingError(SourceError):
    """There is nothing of that name: no file, no images, no device."""


class EmptySourceError(SourceError):
    """A file of zero bytes."""


class NotPicturesError(SourceError):
    """A file that holds no pictures this program can read."""


class TruncatedSourceError(SourceError):
    """A film that breaks off before its first frame can be read."""


class UnreadableSourceError(SourceError):
    """The system refuses to read it."""


class SourceSilentError(SourceError):
    """A camera or stream that does not answer in time."""


class SourceLostError(SourceError):
    """A source that gave frames and broke off."""


@dataclass(frozen=True, slots=True)
class SourceInfo:
    """What is known of a source once it is open.

    Attributes:
        wh: size of its frames, px, as they are delivered (a film's rotation applied).
        fps: nominal frames a second; None where it is unknown.
        duration_s: length of a film or of the images; None for a camera or where a film does not say.
        frames: number of frames, with the same exceptions.
        description: for people: name, codec or backend.
    """

    kind: Literal["film", "images", "camera", "stream"]
    wh: tuple[int, int]
    fps: float | None
    duration_s: float | None
    frames: int | None
    description: str


class Source(Protocol):
    """An open source. Iterating gives its frames once, in order of time; close it when done.

    Films and images lose no frame, however slow the reader; of a camera or stream the newest frame wins, and while it
    gives no good ones, outages come instead.
    """

    @property
    def info(self) -> SourceInfo:
        """What is known of it."""

    @property
    def problem(self) -> str | None:
        """A sentence about frames that were left out so far; None while all is well."""

    def content_hash(self) -> str | None:
        """SHA-256 of the content, hexadecimal; None for what is live."""

    def __iter__(self) -> Iterator[Moment]:
        """The frames, and outages of what is live.

        Raises:
            SourceLostError: it broke off before its end, for good.
        """

    def close(self) -> None:
        """Let go of the file or device, in bounded time; a second call does nothing."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


def open_source(url: str, *, timeout_s: float = 10.0) -> Source:
    """Open what ``url`` names and wait for its first frame.

    Args:
        url: a camera's number, path or name (``0``, ``/dev/video0``, ``camera:C920``), a film, a folder of a film's
            segments, an image, a folder or glob of images, or an ``rtsp://`` or ``http://`` address.
        timeout_s: how long a camera or stream may take to answer.

    Raises:
        SourceError: of the kind that says what is wrong.
    """
    if not url:
        raise SourceMissingError(url, say(Trouble.NO_NAME))
    if is_live(url):
        from board_io.camera import CameraSource, Patience

        return CameraSource(url, patience=Patience(open_s=timeout_s))
    _refuse_impossible(url)
    if is_images(url):
        from board_io.images import ImagesSource

        return ImagesSource(url)
    from board_io.film import FilmSource

    return FilmSource(Path(url))


def _refuse_impossible(name: str) -> None:
    """Refuses what no file can be called.

    Raises:
        SourceMissingError: it is too long, or holds what no name may.
    """
    try:
        Path(name).lstat()
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        return  # whoever opens it says more
    except (OSError, ValueError) as error:
        raise SourceMissingError(name, say(Trouble.NO_NAME_OF_FILE, cause=error)) from error


def is_live(url: str) -> bool:
    """Whether ``url`` names a camera or a stream."""
    return url.isdecimal() or url.startswith(("/dev/", NAMED, *STREAM_SCHEMES))


def is_images(url: str) -> bool:
    """Whether ``url`` names an image, a folder, or a glob of images."""
    path = Path(url)
    is_glob = glob.has_magic(url) and not path.exists()
    return is_glob or (path.is_dir() and not segments_in(path)) or path.suffix.lower() in IMAGE_SUFFIXES


def segments_in(path: Path) -> list[Path]:
    """The segments of a film that a folder holds, in order; none where it is no such folder.

    One that was begun when the program was killed may be empty, and is no segment.
    """
    segments = sorted(path.glob(f"*{SEGMENT_SUFFIX}")) if path.is_dir() else []
    return [one for one in segments if one.stat().st_size]


def check_file(path: Path) -> None:
    """See that there is a file with something in it, which may be read.

    Raises:
        SourceMissingError, EmptySourceError, UnreadableSourceError: it is not so.
    """
    try:
        # Asked before it is opened: to open a pipe waits for its writer.
        is_file = stat.S_ISREG(path.stat().st_mode)
        is_empty = is_file and not _begins(path)
    except FileNotFoundError as error:
        raise SourceMissingError(path, say(Trouble.NOTHING_THERE, path=path)) from error
    except OSError as error:
        raise UnreadableSourceError(path, say(Trouble.FORBIDDEN, path=path, cause=error.strerror)) from error
    if not is_file:
        raise UnreadableSourceError(path, say(Trouble.NO_FILE, path=path))
    if is_empty:
        raise EmptySourceError(path, say(Trouble.EMPTY, path=path))


def _begins(path: Path) -> bool:
    """Whether a file has a first byte, which can be read."""
    with path.open("rb") as file:
        return bool(file.read(1))
