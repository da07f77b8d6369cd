"""A kept film: segments that play up to where they end, joined as one."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import board_io.film_keeper
from board_io.film import FilmSource
from board_io.film_keeper import SEGMENT_S, FilmKeeper
from board_io.kept_files import KeptFiles
from board_io.source import is_images, open_source
from tests.fakes import full_disk, wait_until
from vision.frame import Frame

FPS = 5


def frames(seconds: float, *, from_s: float = 3.0, noisy: bool = False) -> Iterator[Frame]:
    rng = np.random.default_rng(0)
    for seq in range(round(seconds * FPS)):
        image = np.full((49, 65, 3), 40 + 2 * (seq % 100), np.uint8)
        if noisy:
            image = rng.integers(0, 255, image.shape, np.uint8)
        yield Frame(image, round((from_s + seq / FPS) * 1e9), seq, "drawn")


def put_all(keeper: FilmKeeper, shown: Iterator[Frame]) -> None:
    """As slowly as it can take them."""
    for frame in shown:
        wait_until(lambda: len(keeper._waiting) < board_io.film_keeper.WAITING_MAX)
        keeper.put(frame)


@pytest.fixture
def files(tmp_path: Path) -> KeptFiles:
    return KeptFiles(tmp_path / "film", most_bytes=10**9, reserve_bytes=0)


def test_segments_are_one_film_with_the_times_of_its_frames(files: KeptFiles) -> None:
    with FilmKeeper(files) as keeper:
        put_all(keeper, frames(25))
    assert [path.name for path in sorted(files.path.iterdir())] == ["000001.ts", "000002.ts", "000003.ts"]
    assert not is_images(str(files.path))
    with open_source(str(files.path)) as film:
        shown = list(film)
    assert film.problem is None
    assert [round(frame.t_s, 3) for frame in shown] == [round(seq / FPS, 3) for seq in range(25 * FPS)]
    levels = [float(frame.image_bgr.mean()) for frame in shown]
    assert np.allclose(levels, [40 + 2 * (seq % 100) for seq in range(25 * FPS)], atol=6)
    assert not np.allclose(levels[4:], levels[:-4], atol=6)


def test_a_film_that_breaks_off_plays_up_to_there(files: KeptFiles, tmp_path: Path) -> None:
    with FilmKeeper(files) as keeper:
        put_all(keeper, frames(14, noisy=True))
        wait_until(lambda: not keeper._waiting)
        shutil.copytree(files.path, tmp_path / "killed")
    last = tmp_path / "killed" / "000002.ts"
    last.write_bytes(last.read_bytes()[:-500])
    last.with_name("000003.ts").touch()
    with FilmSource(tmp_path / "killed") as film:
        shown = [frame.t_s for frame in film]
    assert SEGMENT_S + 3 < shown[-1] < 14


def test_the_content_of_all_segments_names_a_film(files: KeptFiles) -> None:
    with FilmKeeper(files) as keeper:
        put_all(keeper, frames(12))
    with FilmSource(files.path) as film:
        whole = film.content_hash()
    files.path.joinpath("000002.ts").unlink()
    with FilmSource(files.path) as film:
        assert film.content_hash() != whole
    joined = files.path / "joined.mpegts"
    joined.write_bytes(files.path.joinpath("000001.ts").read_bytes())
    with FilmSource(files.path) as film, FilmSource(joined) as same:
        assert film.content_hash() == same.content_hash()


def test_a_camera_is_not_held_up(
    files: KeptFiles, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    may_go_on = threading.Event()
    monkeypatch.setattr(files, "make_room", lambda *_: may_go_on.wait(10.0))
    with FilmKeeper(files) as keeper:
        for frame in frames(10):
            keeper.put(frame)
        assert 50 - keeper.left_out in {board_io.film_keeper.WAITING_MAX, board_io.film_keeper.WAITING_MAX + 1}
        may_go_on.set()
    assert caplog.text.count("parts of the kept film are left out: the machine is too slow") == 1


def test_a_full_disk_ends_a_segment_and_the_next_is_tried(files: KeptFiles, caplog: pytest.LogCaptureFixture) -> None:
    with FilmKeeper(files) as keeper:
        with full_disk(50_000):
            put_all(keeper, frames(16, noisy=True))
            wait_until(lambda: not keeper._waiting and keeper.left_out)
        put_all(keeper, frames(20, from_s=30.0, noisy=True))
    assert caplog.text.count("parts of the kept film are left out") == 1
    assert len(list(files.path.iterdir())) >= 2
    with FilmSource(sorted(files.path.iterdir())[-1]) as film:
        assert len(list(film)) > FPS


def test_an_encoder_that_is_missing_costs_the_film_alone(
    files: KeptFiles, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def missing(*_: object) -> None:
        raise ValueError("there is no codec libx264")

    monkeypatch.setattr(board_io.film_keeper, "h264_stream", missing)
    with FilmKeeper(files) as keeper:
        put_all(keeper, frames(12))
    assert keeper.left_out == 12 * FPS
    assert caplog.text.count("parts of the kept film are left out: there is no codec libx264") == 1


def test_the_oldest_segments_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board_io.film_keeper, "SEGMENT_BYTES", 200_000)
    files = KeptFiles(tmp_path, most_bytes=500_000, reserve_bytes=0)
    with FilmKeeper(files) as keeper:
        put_all(keeper, frames(55, noisy=True))
    names = [path.name for path in sorted(files.path.iterdir())]
    assert names[-1] == "000006.ts"
    assert "000001.ts" not in names
    assert sum(path.stat().st_size for path in files.path.iterdir()) <= 800_000


def test_more_frames_than_it_keeps_are_passed_over(files: KeptFiles) -> None:
    with FilmKeeper(files) as keeper:
        for seq in range(10):
            keeper.put(Frame(np.zeros((48, 64, 3), np.uint8), round(seq * 1e9 / 60), seq, "fast"))
    with FilmSource(files.path) as film:
        assert [round(frame.t_s * 60) for frame in film] == [0, 4, 8]
    assert keeper.left_out == 0
