"""What is done to pictures: decode, gate, count, compare, calibrate; on the film that is shipped."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator
from functools import partial
from itertools import islice, pairwise, repeat
from pathlib import Path
from typing import Final

import numpy as np

from benchmarks.measure import Figure, Work, figure, in_ms, timed
from board_io.film import FilmSource
from calibration.model import Calibration
from togyz.inference.observation import BOX_TOTAL
from togyz_companion.board_setup import BoardOptions, find_board
from togyz_companion.samples import sample
from vision.change import ChangeDetector
from vision.counter_of import counter_of
from vision.frame import Frame
from vision.gate import Gate

FRAMES: Final = 600
DECODED_AT_ONCE: Final = 30
"""Frames decoded in one run: a decoder works ahead, so that single frames cannot be timed."""
READ_EVERY: Final = 30
WARM_UP: Final = 3
CALIBRATIONS: Final = 4


def measure_pictures(film: Path) -> Iterator[Figure]:
    """Decoding first: the rest is compared with it."""
    decode = _decode(film)
    yield decode
    with FilmSource(film) as source:
        frames = iter(source)
        first = next(frames)
        find = partial(find_board, first.image_bgr, BoardOptions(corners_px=sample().corners_px))
        calibration = find()
        yield figure("calibrate", "ms", in_ms(timed(repeat(find, CALIBRATIONS), warm_up=1)), to=decode)
        gate = Gate(calibration.view(), first.image_bgr)
        kept: list[Frame] = []
        steps = timed(_gate_steps(gate, islice(frames, FRAMES), kept), warm_up=WARM_UP)
        yield figure("gate step", "ms", in_ms(steps), to=decode)
    yield from _readings(calibration, kept, decode)


def _decode(film: Path) -> Figure:
    with FilmSource(film) as source:
        frames = islice(source, FRAMES)
        run = partial(_consume, frames, DECODED_AT_ONCE)
        runs = timed(repeat(run, FRAMES // DECODED_AT_ONCE), warm_up=1, clock=time.process_time)
    return figure("decode a frame", "ms", [one / DECODED_AT_ONCE for one in in_ms(runs)])


def _consume(frames: Iterator[Frame], number: int) -> None:
    deque(islice(frames, number), maxlen=0)


def _gate_steps(gate: Gate, frames: Iterator[Frame], kept: list[Frame]) -> Iterator[Work]:
    """A step for each frame; some frames are kept for reading."""
    for frame in frames:
        if frame.seq % READ_EVERY == 0:
            kept.append(frame)
        yield partial(gate.step, frame)


def _readings(calibration: Calibration, frames: list[Frame], decode: Figure) -> Iterator[Figure]:
    counter = counter_of(calibration)
    detector = ChangeDetector(calibration.view())
    count = timed((partial(counter.count, frame.image_bgr) for frame in frames), warm_up=WARM_UP)
    yield figure("count 18 otaus", "ms", in_ms(count), to=decode)
    view = timed((partial(detector.still, frame.image_bgr) for frame in frames), warm_up=WARM_UP)
    yield figure("take a view to compare", "ms", in_ms(view), to=decode)
    views = [detector.still(frame.image_bgr) for frame in frames]
    visible = np.ones(BOX_TOTAL, bool)
    compare = timed((partial(detector.log_ratio, *pair, visible) for pair in pairwise(views)), warm_up=WARM_UP)
    yield figure("compare two views", "ms", in_ms(compare), to=decode)
