"""Short films that browsers play: H.264 in mp4, made in memory of JPEGs."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import chain
from typing import Final, NamedTuple

import av
import cv2
import numpy as np
from av.container import OutputContainer
from av.video.frame import VideoFrame
from av.video.stream import VideoStream
from numpy.typing import NDArray

TIME_BASE: Final = Fraction(1, 90_000)
"""That of MPEG: every usual rate of frames is a whole number of its ticks."""
_NS_PER_S: Final = 1_000_000_000
X264: Final = {"preset": "veryfast", "crf": "26", "threads": "1"}
"""A third of what the quickest preset writes for twice its time; one thread: the other core is the recording's."""


class Still(NamedTuple):
    """One picture of a film.

    Attributes:
        t_ns: source time.
        jpeg: the picture, compressed.
    """

    t_ns: int
    jpeg: bytes


def clip_of(stills: Sequence[Still]) -> bytes:
    """The film of these pictures, which all have one size, in order of time.

    Raises:
        av.FFmpegError: it cannot be made.
    """
    images = (
        even_sided(np.asarray(cv2.imdecode(np.frombuffer(one.jpeg, np.uint8), cv2.IMREAD_COLOR))) for one in stills
    )
    first = next(images)
    buffer = io.BytesIO()
    with av.open(buffer, "w", format="mp4") as container:
        stream = h264_stream(container, first, X264)
        for still, image in zip(stills, chain([first], images), strict=True):
            container.mux(stream.encode(video_frame(image, still.t_ns - stills[0].t_ns)))
        container.mux(stream.encode(None))
    return buffer.getvalue()


def h264_stream(container: OutputContainer, first: NDArray[np.uint8], options: Mapping[str, str]) -> VideoStream:
    """A stream of a container for pictures like its ``first``, with options of x264."""
    stream = container.add_stream("libx264", options=dict(options))
    stream.pix_fmt = "yuv420p"
    stream.height, stream.width = first.shape[:2]
    stream.codec_context.time_base = TIME_BASE
    return stream


def video_frame(image_bgr: NDArray[np.uint8], t_ns: int) -> VideoFrame:
    """A picture of (H, W, 3), both even, as an encoder takes it, shown at ``t_ns``."""
    frame = VideoFrame.from_ndarray(image_bgr, format="bgr24")
    frame.pts = round(t_ns * TIME_BASE.denominator / _NS_PER_S)
    frame.time_base = TIME_BASE
    return frame


def even_sided(image_bgr: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The picture without a last odd row or column: H.264 halves the colours' resolution."""
    height, width = image_bgr.shape[:2]
    return np.ascontiguousarray(image_bgr[: height - height % 2, : width - width % 2])
