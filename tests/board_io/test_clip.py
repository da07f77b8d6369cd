"""Clips show their stills, each at its time."""

from __future__ import annotations

import io

import av
import cv2
import numpy as np

from board_io.clip import Still, clip_of, even_sided


def still(level: int, t_ns: int, *, wh: tuple[int, int] = (65, 49)) -> Still:
    image = np.full((wh[1], wh[0], 3), level, np.uint8)
    return Still(t_ns, cv2.imencode(".jpg", image)[1].tobytes())


def test_a_clip_shows_its_stills_at_their_times() -> None:
    stills = [still(30 * n, 7_000_000_000 + n * 133_000_000) for n in range(8)]
    with av.open(io.BytesIO(clip_of(stills))) as clip:
        assert clip.streams.video[0].codec_context.name == "h264"
        frames = list(clip.decode(video=0))
    assert [(frame.width, frame.height) for frame in frames] == [(64, 48)] * 8
    assert [round(frame.time or 0.0, 3) for frame in frames] == [round(0.133 * n, 3) for n in range(8)]
    levels = [float(frame.to_ndarray(format="gray").mean()) for frame in frames]
    assert np.allclose(levels, [30 * n for n in range(8)], atol=8)
    assert not np.allclose(levels[1:], [30 * n for n in range(7)], atol=8)


def test_an_odd_last_row_and_column_are_left_out() -> None:
    picture = np.arange(5 * 7 * 3, dtype=np.uint8).reshape(5, 7, 3)
    assert np.array_equal(even_sided(picture), picture[:4, :6])
    assert np.array_equal(even_sided(picture[:4, :6]), picture[:4, :6])
