"""A frozen source is told from a still board though an encoder hides most of what a sensor's noise changes."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import av
import numpy as np
import pytest
from numpy.typing import NDArray

from board_io.stillness import FROZEN_S, KNOWN_PICTURES, LIVELY, Stillness, largest_change

Image = NDArray[np.uint8]
FPS = 15
WH = (320, 192)
FREEZES_S, ENDS_S, OVER_S = 8, 12, 14


def shots(noise: float, *, freezes_s: float = FREEZES_S) -> Iterator[Image]:
    """A still scene before a sensor with so much noise, in grey levels; frozen until ENDS_S."""
    random = np.random.default_rng(3)
    scene = np.repeat(np.repeat(random.integers(60, 190, (WH[1] // 16, WH[0] // 16, 3)), 16, 0), 16, 1)
    image = np.asarray(scene, np.uint8)
    for n in range(OVER_S * FPS):
        if not freezes_s <= n / FPS < ENDS_S:
            image = np.asarray(np.clip(scene + random.normal(0, noise, (*scene.shape[:2], 1)), 0, 255), np.uint8)
        yield image


def coded(images: Iterator[Image], *, kbit_s: int) -> Iterator[tuple[Image, bool]]:
    """What comes of them by H.264, with whether each was sent whole."""
    encoder, decoder = av.CodecContext.create("libx264", "w"), av.CodecContext.create("h264", "r")
    encoder.width, encoder.height = WH
    encoder.pix_fmt, encoder.time_base, encoder.gop_size = "yuv420p", Fraction(1, FPS), 2 * FPS
    encoder.bit_rate = 1000 * kbit_s
    encoder.options = {"preset": "ultrafast", "tune": "zerolatency"}
    for image in images:
        for packet in encoder.encode(av.VideoFrame.from_ndarray(image, format="bgr24")):
            for frame in decoder.decode(packet):
                yield np.asarray(frame.to_ndarray(format="bgr24"), np.uint8), bool(frame.key_frame)


def frozen_s(pictures: Iterator[tuple[Image, bool]]) -> list[float]:
    """When it was frozen, in s, to a picture."""
    stillness, times = Stillness(), []
    for n, (image, is_key) in enumerate(pictures):
        stillness.take(image, n * 1_000_000_000 // FPS, is_key=is_key)
        if stillness.is_frozen:
            times.append(n / FPS)
    return times


@pytest.mark.parametrize("noise", [2.0, 3.0])
def test_a_frozen_source_is_told_in_time_and_until_it_is_back(noise: float) -> None:
    times = frozen_s(coded(shots(noise), kbit_s=2500))
    assert FREEZES_S + FROZEN_S - 0.2 <= times[0] <= FREEZES_S + 2
    assert ENDS_S - 0.2 <= times[-1] <= ENDS_S + 0.2


def test_a_still_board_is_none() -> None:
    assert frozen_s(coded(shots(2.0, freezes_s=OVER_S), kbit_s=2500)) == []


def test_where_the_encoder_hides_all_noise_nobody_can_tell() -> None:
    assert frozen_s(coded(shots(0.3), kbit_s=100)) == []


def test_what_was_sent_whole_is_no_change() -> None:
    still, livelier = (np.full((64, 64, 3), grey, np.uint8) for grey in (100, 104))

    def pictures(*, is_key: bool) -> Iterator[tuple[Image, bool]]:
        for n in range(KNOWN_PICTURES + 1):
            yield (still, livelier)[n % 2], False
        for n in range(60):
            yield (still, livelier)[n % 15 == 0], is_key and n % 15 <= 1

    assert frozen_s(pictures(is_key=False)) == []
    assert frozen_s(pictures(is_key=True))


def test_the_block_that_changed_most_counts() -> None:
    before = np.zeros((64, 96), np.uint8)
    after = before.copy()
    after[8:16, 16:24] = 3
    assert largest_change(before, after) == 3.0 > LIVELY
    after[8:16, 16:24:2] = 0
    assert largest_change(before, after) < LIVELY
