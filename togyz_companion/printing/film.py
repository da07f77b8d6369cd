"""A game as a film: a picture for each ply, as GIF or MP4."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final, Literal

import av
import av.filter
import cv2
import numpy as np
from numpy.typing import NDArray

from togyz.board import Side
from togyz.game import Game
from togyz_companion.printing.boards import page_after
from togyz_companion.printing.typeset import typeset

FilmForm = Literal["gif", "mp4"]

RATE: Final = Fraction(2, 3)
"""Plies a second."""
_PPI: Final = 96.0


def game_film(game: Game, form: FilmForm, *, below: Side = Side.WHITE) -> bytes:
    """A film of the game from its start, seen by the side that sits ``below``."""
    pages = [page_after(game, n, below=below) for n in range(len(game.plies) + 1)]
    pictures = typeset("pictures.typ", {"pages": pages}, "png", ppi=_PPI)
    frames = [av.VideoFrame.from_ndarray(_even(one), format="bgr24") for one in pictures]
    return _gif(frames) if form == "gif" else _encoded(frames, form, "libx264", "yuv420p")


def _even(png: bytes) -> NDArray[np.uint8]:
    """(H, W, 3) the picture, its height and width made even, as H.264 wants them."""
    image_bgr = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
    if image_bgr is None:
        raise ValueError("the typesetter made no picture")
    height, width = image_bgr.shape[:2]
    return np.ascontiguousarray(image_bgr[: height - height % 2, : width - width % 2], np.uint8)


def _gif(frames: Sequence[av.VideoFrame]) -> bytes:
    return _encoded(list(_with_palette(frames)), "gif", "gif", "pal8")


def _with_palette(frames: Sequence[av.VideoFrame]) -> Iterator[av.VideoFrame]:
    """The frames in the 256 colours that suit all of them together."""
    graph = av.filter.Graph()
    source = graph.add_buffer(
        width=frames[0].width, height=frames[0].height, format=frames[0].format, time_base=1 / RATE
    )
    both, palette = graph.add("split"), graph.add("palettegen")
    reduced, sink = graph.add("paletteuse", "dither=none"), graph.add("buffersink")
    source.link_to(both)
    both.link_to(palette, 0, 0)
    both.link_to(reduced, 1, 0)
    palette.link_to(reduced, 0, 1)
    reduced.link_to(sink)
    graph.configure()
    for nth, frame in enumerate(frames):
        frame.pts, frame.time_base = nth, 1 / RATE
        graph.push(frame)
    graph.push(None)
    for _ in frames:
        yield graph.vpull()


def _encoded(frames: Sequence[av.VideoFrame], form: FilmForm, codec: Literal["gif", "libx264"], pixels: str) -> bytes:
    to = io.BytesIO()
    with av.open(to, "w", format=form) as container:
        stream = container.add_stream(codec, rate=RATE)
        stream.width, stream.height, stream.pix_fmt = frames[0].width, frames[0].height, pixels
        for nth, frame in enumerate(frames):
            frame.pts, frame.time_base = nth, 1 / RATE
            container.mux(stream.encode(frame))
        container.mux(stream.encode())
    return to.getvalue()
