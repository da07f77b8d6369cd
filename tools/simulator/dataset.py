"""Training samples and the shards that keep them. Reading needs numpy alone."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """One picture of an otau.

    Attributes:
        image_bgr: (h, w, 3) uint8, the crop.
        balls: (N, 3) float32, one for each kumalak of the otau: x and y of its middle in crop px ((0, 0) is the centre
            of the first px) and the share of its disc that is seen, 0 to 1. Heaps and slanted views may put a middle
            beyond the opening.
        others: (M, 3) float32, likewise, kumalak of neighbouring otaus and kazans near or in the crop.
    """

    image_bgr: NDArray[np.uint8]
    balls: NDArray[np.float32]
    others: NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """An otau now and at the start position, by the same camera and the same calibration.

    Attributes:
        seed, index: what the sample was drawn from.
        family: of the board, see ``boards.Family``.
        marker: kind of a thing in the crop that is no kumalak, "" for none.
        shot: as it is now.
        reference: as it was at the start (mostly nine kumalak, all of them visible or not).
        inside: (h, w) bool, the opening as calibrated.
    """

    seed: int
    index: int
    family: str
    marker: str
    shot: Shot
    reference: Shot
    inside: NDArray[np.bool_]

    @property
    def number(self) -> int:
        """How many kumalak lie in the otau."""
        return len(self.shot.balls)


def write_shard(path: Path, samples: Sequence[Sample]) -> None:
    """Write samples to a .npz file that appears only when it is complete."""
    shots = [shot for sample in samples for shot in (sample.shot, sample.reference)]
    data = io.BytesIO()
    np.savez(
        data,
        seed=np.array([sample.seed for sample in samples]),
        index=np.array([sample.index for sample in samples]),
        family=np.array([sample.family for sample in samples]),
        marker=np.array([sample.marker for sample in samples]),
        size_hw=np.array([sample.inside.shape for sample in samples], np.int32).reshape(-1, 2),
        inside=np.packbits(np.concatenate([sample.inside.ravel() for sample in samples])),
        pixels=np.concatenate([shot.image_bgr.reshape(-1, 3) for shot in shots]),
        balls=np.concatenate([shot.balls for shot in shots]),
        balls_of=np.array([len(shot.balls) for shot in shots], np.int32),
        others=np.concatenate([shot.others for shot in shots]),
        others_of=np.array([len(shot.others) for shot in shots], np.int32),
    )
    half_written = path.with_suffix(f".{os.getpid()}.part")
    half_written.write_bytes(data.getbuffer())
    half_written.replace(path)


def read_shard(path: Path) -> Iterator[Sample]:
    """The samples of one shard, in their order."""
    with path.open("rb") as file, np.load(file) as archive:
        arrays = {name: archive[name] for name in archive.files}
    sizes = arrays["size_hw"]
    areas = sizes.prod(axis=1)
    inside = np.unpackbits(arrays["inside"], count=int(areas.sum())).astype(bool)
    ends = np.cumsum(areas)
    shots = _shots(arrays)
    for i, (height, width) in enumerate(sizes):
        yield Sample(
            seed=int(arrays["seed"][i]),
            index=int(arrays["index"][i]),
            family=str(arrays["family"][i]),
            marker=str(arrays["marker"][i]),
            shot=next(shots),
            reference=next(shots),
            inside=inside[ends[i] - areas[i] : ends[i]].reshape(height, width),
        )


def _shots(arrays: dict[str, NDArray[np.generic]]) -> Iterator[Shot]:
    """The pictures of a shard: of each sample the one of now, then the reference."""
    sizes = np.repeat(arrays["size_hw"], 2, axis=0)
    pixel = ball = other = 0
    for (height, width), balls, others in zip(sizes, arrays["balls_of"], arrays["others_of"], strict=True):
        area = height * width
        yield Shot(
            arrays["pixels"][pixel : pixel + area].reshape(height, width, 3).astype(np.uint8, copy=False),
            arrays["balls"][ball : ball + balls].astype(np.float32, copy=False),
            arrays["others"][other : other + others].astype(np.float32, copy=False),
        )
        pixel, ball, other = pixel + area, ball + balls, other + others
