from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tools.simulator.dataset import Sample, Shot, read_shard, write_shard


def a_shot(rng: np.random.Generator, hw: tuple[int, int], kumalak: int, beside: int) -> Shot:
    return Shot(
        rng.integers(0, 256, (*hw, 3), np.uint8),
        rng.random((kumalak, 3), np.float32),
        rng.random((beside, 3), np.float32),
    )


def a_sample(index: int, hw: tuple[int, int], kumalak: int) -> Sample:
    rng = np.random.default_rng(index)
    return Sample(
        seed=3,
        index=index,
        family="bowls",
        marker="ring" if index % 2 else "",
        shot=a_shot(rng, hw, kumalak, 2),
        reference=a_shot(rng, hw, 9, 0),
        inside=rng.random(hw) < 0.5,
    )


def alike(a: Sample, b: Sample) -> bool:
    """Whether two samples hold the same."""
    pairs = [(a.shot, b.shot), (a.reference, b.reference)]
    arrays = [(getattr(x, name), getattr(y, name)) for x, y in pairs for name in ("image_bgr", "balls", "others")]
    names = (a.seed, a.index, a.family, a.marker) == (b.seed, b.index, b.family, b.marker)
    return names and all(np.array_equal(x, y) for x, y in [*arrays, (a.inside, b.inside)])


SAMPLES = [a_sample(0, (31, 17), 0), a_sample(1, (20, 44), 5), a_sample(2, (31, 18), 60)]


def test_a_shard_gives_back_what_was_written(tmp_path: Path) -> None:
    write_shard(tmp_path / "a.npz", SAMPLES)
    read = list(read_shard(tmp_path / "a.npz"))
    assert [alike(a, b) for a, b in zip(read, SAMPLES, strict=True)] == [True] * 3
    assert not alike(read[0], read[1])
    assert [one.number for one in read] == [0, 5, 60]


def test_arrays_have_the_types_that_are_promised(tmp_path: Path) -> None:
    write_shard(tmp_path / "a.npz", SAMPLES)
    for sample in read_shard(tmp_path / "a.npz"):
        assert sample.inside.dtype == bool
        assert sample.shot.image_bgr.dtype == np.uint8
        assert sample.shot.image_bgr.shape == (*sample.inside.shape, 3)
        assert sample.reference.balls.dtype == np.float32


def test_a_shard_appears_when_it_is_complete(tmp_path: Path) -> None:
    write_shard(tmp_path / "a.npz", SAMPLES)
    write_shard(tmp_path / "a.npz", SAMPLES[:1])
    assert [path.name for path in tmp_path.iterdir()] == ["a.npz"]
    assert [sample.index for sample in read_shard(tmp_path / "a.npz")] == [0]


def test_a_broken_shard_is_refused(tmp_path: Path) -> None:
    write_shard(tmp_path / "a.npz", SAMPLES)
    whole = (tmp_path / "a.npz").read_bytes()
    (tmp_path / "b.npz").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(Exception, match="zip"):
        list(read_shard(tmp_path / "b.npz"))
