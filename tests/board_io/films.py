"""Makes films for the tests."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from numpy.typing import NDArray

MS = Fraction(1, 1000)
"""Time base of all films here: stamps are milliseconds."""
RED, GREEN, BLUE, GREY = (40, 40, 220), (40, 220, 40), (220, 40, 40), (128, 128, 128)


@dataclass(frozen=True)
class Coding:
    """How a film is encoded. ``tags`` are set on the encoder, ``options`` given to it, ``container`` to the muxer."""

    codec: str = "libx264"
    pix_fmt: str = "yuv420p"
    options: dict[str, str] = field(default_factory=lambda: {"crf": "10", "preset": "ultrafast"})
    container: dict[str, str] = field(default_factory=dict)
    tags: dict[str, int] = field(default_factory=dict)


def picture(wh: tuple[int, int] = (96, 64)) -> NDArray[np.uint8]:
    """Grey, with a red near-origin corner, a green one to its right and a blue one below: shows how it is turned."""
    width, height = wh
    image = np.full((height, width, 3), GREY, np.uint8)
    image[: height // 2, : width // 2] = RED
    image[: height // 2, width // 2 :] = GREEN
    image[height // 2 :, : width // 2] = BLUE
    return image


def flat(bgr: tuple[int, int, int], wh: tuple[int, int] = (96, 64)) -> NDArray[np.uint8]:
    return np.full((wh[1], wh[0], 3), bgr, np.uint8)


def write_film(
    path: Path, images: Sequence[NDArray[np.uint8]], stamps_ms: Iterable[int], coding: Coding | None = None
) -> None:
    """Encode the images with these presentation stamps; the container is that of the path's suffix."""
    coding = coding or Coding()
    with av.open(path, "w", options=coding.container) as container:
        stream = container.add_stream(coding.codec, rate=25, options=coding.options)
        stream.height, stream.width = images[0].shape[:2]
        stream.pix_fmt = coding.pix_fmt
        stream.time_base = stream.codec_context.time_base = MS
        for tag, value in coding.tags.items():
            setattr(stream.codec_context, tag, value)
        for image, stamp_ms in zip(images, stamps_ms, strict=True):
            frame = av.VideoFrame.from_ndarray(image, format="bgr24")
            frame = frame.reformat(
                format=coding.pix_fmt,
                dst_colorspace=coding.tags.get("colorspace"),
                dst_color_range=coding.tags.get("color_range"),
            )
            frame.pts, frame.time_base = stamp_ms, MS
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))


def turn_film(path: Path, quarters_clockwise: int) -> None:
    """Write into an mp4 or mov that it is to be shown turned, as phones do (ISO 14496-12, tkhd: the matrix)."""
    cos, sin = [(1, 0), (0, 1), (-1, 0), (0, -1)][quarters_clockwise]
    matrix = [cos << 16, sin << 16, 0, -sin << 16, cos << 16, 0, 0, 0, 1 << 30]
    data = bytearray(path.read_bytes())
    at = data.index(b"tkhd") + 4 + 40
    data[at : at + 36] = struct.pack(">9i", *matrix)
    path.write_bytes(data)
