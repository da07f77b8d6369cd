"""Films of every kind that phones and cameras make, decoded by FFmpeg through PyAV."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Final

import av
import cv2
import numpy as np
from av.container import InputContainer
from av.packet import Packet
from av.video.frame import VideoFrame
from av.video.reformatter import VideoReformatter
from av.video.stream import VideoStream
from numpy.typing import NDArray

from board_io.closable import Closable
from board_io.source import (
    NotPicturesError,
    SourceInfo,
    SourceLostError,
    TruncatedSourceError,
    UnreadableSourceError,
    check_file,
    segments_in,
)
from board_io.trouble import Trouble
from togyz.saying import say
from vision.frame import Frame

NS_PER_S: Final = 1_000_000_000
FALLBACK_FPS: Final = 25.0
SHORTFALL_S: Final = 1.0
"""A film whose pictures end this much before its stated end was cut off; sound may run on by less than that."""

# What a display matrix turns counterclockwise, by the nearest quarter.
ROTATIONS: Final = {
    90: cv2.ROTATE_90_COUNTERCLOCKWISE,
    180: cv2.ROTATE_180,
    270: cv2.ROTATE_90_CLOCKWISE,
}
# Every film of these families begins so, cut off or not: ISO media (mp4, mov) and Matroska (mkv, webm).
FILM_STARTS: Final = ((4, b"ftyp"), (0, b"\x1a\x45\xdf\xa3"))


class FilmSource(Closable):
    """One film: a file, or a folder with the segments of one, in the order of their names.

    Times come from the presentation stamps, counted from the first frame, so the frame rate may vary.

    A film that is damaged gives the frames it has; ``problem`` then says so.

    Raises:
        SourceError: of the kind that says why not one frame can be read.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._files = segments_in(path) or [path]
        for file in self._files:
            check_file(file)
        self._container, self._stream = _open(self._files)
        self._is_damaged = False
        self._end_s = 0.0
        self._reformatter = VideoReformatter()
        decoded = self._decode()
        first = next(decoded, None)
        if first is None:
            self.close()
            raise TruncatedSourceError(path, say(Trouble.NO_FRAME, path=path))
        self._decoded = chain([first], decoded)
        self._coded_wh = (first.width, first.height)
        # A quarter turn is all that phones write.
        self._turn = ROTATIONS.get(round(first.rotation / 90) * 90 % 360)
        self.info = self._describe(first)

    @property
    def problem(self) -> str | None:
        """That frames were left out so far; None while all is well."""
        return say(Trouble.FRAMES_MISSING, path=self._path) if self._is_damaged else None

    def content_hash(self) -> str:
        """SHA-256 of the file, or of all segments one behind the other, hexadecimal."""
        digest = hashlib.sha256()
        for path in self._files:
            with path.open("rb") as file:
                hashlib.file_digest(file, lambda: digest)
        return digest.hexdigest()

    def __iter__(self) -> Iterator[Frame]:
        """All frames.

        Raises:
            SourceLostError: after the last of a film that was cut off.
        """
        timeline = Timeline(step_ns=round(NS_PER_S / (self.info.fps or FALLBACK_FPS)))
        for seq, decoded in enumerate(self._decoded):
            t_ns = timeline.place(_stamp_ns(decoded))
            if decoded.is_corrupt:
                self._is_damaged = True
            else:
                yield Frame(self._picture(decoded), t_ns, seq, str(self._path))
        length_s = self.info.duration_s
        if length_s is not None and self._end_s < length_s - SHORTFALL_S:
            raise SourceLostError(
                self._path, say(Trouble.BREAKS_OFF, path=self._path, end_s=self._end_s, length_s=length_s)
            )

    def close(self) -> None:
        """Let go of the file; a second call does nothing."""
        self._container.close()

    def _decode(self) -> Iterator[VideoFrame]:
        start_s = (self._container.start_time or 0) / av.time_base
        packets = self._container.demux(self._stream)
        while True:
            try:
                packet = next(packets, None)
            except av.FFmpegError:
                packet = None  # the file ends in the middle of a packet: `__iter__` compares the times
            if packet is None:
                return
            self._is_damaged |= packet.is_corrupt
            self._end_s = max(self._end_s, _packet_end_s(packet) - start_s)
            try:
                yield from packet.decode()
            except av.FFmpegError:
                self._is_damaged = True

    def _picture(self, decoded: VideoFrame) -> NDArray[np.uint8]:
        # One reformatter for the whole film: VideoFrame.to_ndarray(format=...) makes a new one for every frame. It is
        # also faster than cv2's YUV conversions, and minds the film's colour matrix, range and depth.
        # A film of a stream may change its size, but not what it shows: all pictures get the size of the first.
        width, height = self._coded_wh
        bgr = self._reformatter.reformat(decoded, width, height, format="bgr24")
        image = np.asarray(bgr.to_ndarray(), np.uint8)
        if self._turn is not None:
            image = np.asarray(cv2.rotate(image, self._turn), np.uint8)
        image.flags.writeable = False
        return image

    def _describe(self, first: VideoFrame) -> SourceInfo:
        stream, duration = self._stream, self._container.duration
        is_upright = self._turn in {None, cv2.ROTATE_180}
        return SourceInfo(
            kind="film",
            wh=(first.width, first.height) if is_upright else (first.height, first.width),
            fps=float(stream.average_rate) if stream.average_rate else None,
            duration_s=None if duration is None else duration / av.time_base,
            frames=stream.frames or None,
            description=f"{self._path.name}: {stream.codec_context.name}, {stream.codec_context.pix_fmt}",
        )


class Timeline:
    """Places frames on a time that begins at 0 and always rises, whatever their stamps do.

    A frame without a stamp, or one that jumps back (films joined together), follows the one before by ``step_ns``.
    """

    def __init__(self, *, step_ns: int) -> None:
        self._step_ns = step_ns
        self._last_ns = -step_ns
        self._origin_ns: int | None = None

    def place(self, stamp_ns: int | None) -> int:
        """Time in ns of the next frame, whose presentation stamp is ``stamp_ns``."""
        t_ns = self._last_ns + self._step_ns
        if stamp_ns is not None:
            if self._origin_ns is None or stamp_ns - self._origin_ns <= self._last_ns:
                self._origin_ns = stamp_ns - t_ns
            t_ns = stamp_ns - self._origin_ns
        self._last_ns = t_ns
        return t_ns


def _open(files: Sequence[Path]) -> tuple[InputContainer, VideoStream]:
    path = files[0]
    try:
        container = av.open(path if len(files) == 1 else f"concat:{'|'.join(map(str, files))}")
    except (av.InvalidDataError, av.EOFError) as error:
        raise _unreadable(path) from error
    except (av.FFmpegError, OSError) as error:
        raise UnreadableSourceError(path, say(Trouble.UNREADABLE, path=path, cause=error.strerror)) from error
    stream = container.streams.best("video")
    name = container.format.name
    # FFmpeg also takes a text for a picture, and a single image for a film.
    if not isinstance(stream, VideoStream) or name == "tty" or name.endswith("_pipe"):
        container.close()
        raise NotPicturesError(path, say(Trouble.OTHER_FILE, path=path, format=name))
    stream.thread_type = "AUTO"
    return container, stream


def _unreadable(path: Path) -> NotPicturesError | TruncatedSourceError:
    with path.open("rb") as file:
        head = file.read(16)
    if any(head.startswith(mark, at) for at, mark in FILM_STARTS):
        return TruncatedSourceError(path, say(Trouble.NO_INDEX, path=path))
    return NotPicturesError(path, say(Trouble.NO_FILM, path=path))


def _stamp_ns(decoded: VideoFrame) -> int | None:
    pts, base = decoded.pts, decoded.time_base
    return None if pts is None or not base else pts * base.numerator * NS_PER_S // base.denominator


def _packet_end_s(packet: Packet[VideoStream]) -> float:
    """End of a packet's presentation on the stream's time, s; 0 for one without a stamp."""
    return 0.0 if packet.pts is None else float((packet.pts + (packet.duration or 0)) * packet.time_base)
