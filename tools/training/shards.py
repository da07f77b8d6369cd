"""Simulated otaus as the network is to see them: at its scale, from the simulator's shards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.simulator.dataset import Shot, read_shard
from tools.training.examples import Otau, Picture
from vision.venue import BALL_PX

SIMULATED_BALL_PX: Final = 12.0
"""Diameter of a kumalak in the simulator's crops."""
_SCALE: Final = BALL_PX / SIMULATED_BALL_PX


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
        hw = (round(sample.inside.shape[0] * _SCALE), round(sample.inside.shape[1] * _SCALE))
        inside = cv2.resize(sample.inside.astype(np.uint8), hw[::-1], interpolation=cv2.INTER_NEAREST) > 0
        yield Otau(
            now=picture_at(sample.shot, hw), start=picture_at(sample.reference, hw), inside=inside, family=sample.family
        )


def picture_at(shot: Shot, hw: tuple[int, int]) -> Picture:
    """A simulated picture reduced to (h, w) px."""
    scale_xy = np.array(hw[::-1]) / shot.image_bgr.shape[1::-1]
    balls = shot.balls.astype(np.float64)
    balls[:, :2] = (balls[:, :2] + 0.5) * scale_xy - 0.5
    smaller: NDArray[np.uint8] = np.asarray(
        cv2.resize(shot.image_bgr, hw[::-1], interpolation=cv2.INTER_AREA), np.uint8
    )
    return Picture(smaller, balls)
