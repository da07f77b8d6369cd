"""Simulated otaus from the simulator's shards, as the network is to see them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.simulator.dataset import read_shard
from tools.training.examples import Otau, OtauPicture
from vision.net_input import CROP_BALL_PX
from vision.venue import BALL_PX


def find_shards(patterns: Sequence[str]) -> list[Path]:
    """The shards there are now, sorted.

    Args:
        patterns: such as ``/data/seed0001-*.npz``.

    Raises:
        FileNotFoundError: there are none.
    """
    paths = [Path(pattern) for pattern in patterns]
    found = sorted({shard for path in paths for shard in path.parent.glob(path.name)})
    if not found:
        raise FileNotFoundError(f"no shards match {', '.join(patterns)}")
    return found


def read_otaus(shard: Path) -> list[Otau]:
    """The otaus of one shard."""
    return list(_otaus(shard))


def _otaus(shard: Path) -> Iterator[Otau]:
    for sample in read_shard(shard):
        now, start = sample.shot, sample.reference
        yield Otau(
            now=OtauPicture(now.image_bgr, now.balls.astype(np.float64)),
            start=OtauPicture(as_kept(start.image_bgr), start.balls.astype(np.float64)),
            inside=sample.inside,
            family=sample.family,
        )


def as_kept(start_bgr: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A start picture (h, w, 3) as a calibration gives it back: it keeps it at the venue model's smaller scale."""
    height, width = start_bgr.shape[:2]
    scale = BALL_PX / CROP_BALL_PX
    kept = cv2.resize(start_bgr, (round(width * scale), round(height * scale)), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(kept, (width, height)), np.uint8)
