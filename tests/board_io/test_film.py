"""Films: times, turns, pixel formats, and everything that can be wrong with a file."""

from __future__ import annotations

import hashlib
import json
import wave
from pathlib import Path

import av
import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from board_io.film import FilmSource, Timeline
from board_io.source import (
    EmptySourceError,
    NotPicturesError,
    SourceError,
    SourceLostError,
    SourceMissingError,
    TruncatedSourceError,
    UnreadableSourceError,
)
from tests.board_io.films import BLUE, GREEN, GREY, RED, Coding, flat, picture, turn_film, write_film
from vision.frame import Frame

NS_PER_MS = 1_000_000
BT709, LIMITED, FULL = 1, 1, 2
LEVELS = 6
"""How far a decoded colour may be from what was encoded, grey levels: lossy coding, chroma at half size."""


def frames_of(path: Path) -> list[Frame]:
    with FilmSource(path) as film:
        return list(film)


def corners(image: NDArray[np.uint8]) -> NDArray[np.int64]:
    """(4, 3) mean colours of the quarters: top left, top right, bottom left, bottom right; their borders left out."""
    height, width = image.shape[0] // 2, image.shape[1] // 2
    quarters = [image[y : y + height, x : x + width] for y in (0, height) for x in (0, width)]
    return np.array([quarter[8:-8, 8:-8].mean(axis=(0, 1)) for quarter in quarters]).round().astype(np.int64)


def colour_error(image: NDArray[np.uint8], *expected: tuple[int, int, int]) -> int:
    return int(np.abs(corners(image) - np.array(expected)).max())


@pytest.mark.parametrize("suffix", [".mp4", ".mov", ".mkv"])
def test_times_are_the_presentation_stamps_from_the_first_frame(tmp_path: Path, suffix: str) -> None:
    stamps_ms = [500, 540, 680, 690, 1400]
    write_film(tmp_path / f"phone{suffix}", [flat(GREY)] * 5, stamps_ms)
    frames = frames_of(tmp_path / f"phone{suffix}")
    assert [frame.t_ns for frame in frames] == [(stamp - 500) * NS_PER_MS for stamp in stamps_ms]
    assert [frame.seq for frame in frames] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(
    ("quarters", "expected"),
    [
        (0, (RED, GREEN, BLUE, GREY)),
        (1, (BLUE, RED, GREY, GREEN)),
        (2, (GREY, BLUE, GREEN, RED)),
        (3, (GREEN, GREY, RED, BLUE)),
    ],
)
def test_a_film_is_turned_as_its_display_matrix_says(
    tmp_path: Path, quarters: int, expected: tuple[tuple[int, int, int], ...]
) -> None:
    path = tmp_path / "phone.mp4"
    write_film(path, [picture((96, 64))], [0])
    turn_film(path, quarters)
    with FilmSource(path) as film:
        image = next(iter(film)).image_bgr
        assert colour_error(image, *expected) <= LEVELS
        assert film.info.wh == (image.shape[1], image.shape[0]) == ((64, 96) if quarters % 2 else (96, 64))


X265 = {"crf": "10", "preset": "ultrafast", "x265-params": "log-level=none"}


@pytest.mark.parametrize(
    ("name", "coding", "wh"),
    [
        ("hevc.mov", Coding("libx265", "yuv420p", X265), (96, 64)),
        ("hevc10.mov", Coding("libx265", "yuv420p10le", X265), (96, 64)),
        ("h264_444_odd.mp4", Coding(pix_fmt="yuv444p"), (95, 63)),
        ("full_range.avi", Coding("mjpeg", "yuvj420p", {"qmin": "1", "qmax": "2"}), (96, 64)),
        ("rgb.mkv", Coding("ffv1", "bgr0", {}), (95, 63)),
        ("deep.mkv", Coding("ffv1", "yuv422p10le", {}), (95, 63)),
        ("bt709.mp4", Coding(tags={"colorspace": BT709, "color_range": LIMITED}), (96, 64)),
        ("bt709_full.mp4", Coding(tags={"colorspace": BT709, "color_range": FULL}), (96, 64)),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_every_pixel_format_gives_the_colours_that_went_in(
    tmp_path: Path, name: str, coding: Coding, wh: tuple[int, int]
) -> None:
    write_film(tmp_path / name, [picture(wh)] * 3, [0, 40, 80], coding)
    frame = frames_of(tmp_path / name)[1]
    assert frame.image_bgr.dtype == np.uint8
    assert frame.image_bgr.shape == (wh[1], wh[0], 3)
    assert colour_error(frame.image_bgr, RED, GREEN, BLUE, GREY) <= LEVELS


def test_the_colour_tolerance_catches_a_wrong_colour_matrix(tmp_path: Path) -> None:
    """What cv2's conversion, which knows BT.601 alone, makes of a BT.709 film."""
    path = tmp_path / "bt709.mp4"
    write_film(path, [picture()], [0], Coding(tags={"colorspace": BT709, "color_range": LIMITED}))
    with av.open(path) as container:
        wrong = cv2.cvtColor(next(container.decode(video=0)).to_ndarray(), cv2.COLOR_YUV2BGR_I420)
    assert colour_error(np.asarray(wrong, np.uint8), RED, GREEN, BLUE, GREY) > LEVELS


def test_pictures_that_change_their_size_get_that_of_the_first(tmp_path: Path) -> None:
    films = [tmp_path / name for name in ("large.ts", "small.ts")]
    for film, wh in zip(films, [(96, 64), (48, 32)], strict=True):
        write_film(film, [picture(wh)] * 3, [0, 40, 80])
    joined = tmp_path / "joined.ts"
    joined.write_bytes(b"".join(film.read_bytes() for film in films))
    frames = frames_of(joined)
    assert [frame.image_bgr.shape for frame in frames] == [(64, 96, 3)] * 6
    assert max(colour_error(frame.image_bgr, RED, GREEN, BLUE, GREY) for frame in frames) <= LEVELS


def test_frames_are_read_only(tmp_path: Path) -> None:
    write_film(tmp_path / "film.mp4", [picture()], [0])
    (frame,) = frames_of(tmp_path / "film.mp4")
    with pytest.raises(ValueError, match="read-only"):
        frame.image_bgr[0, 0] = 0


def test_what_a_film_says_of_itself(tmp_path: Path) -> None:
    path = tmp_path / "film.mp4"
    write_film(path, [flat(GREY)] * 10, range(0, 400, 40))
    with FilmSource(path) as film:
        assert film.info.kind == "film"
        assert (film.info.wh, film.info.frames) == ((96, 64), 10)
        assert (film.info.fps, film.info.duration_s) == (25.0, 0.4)
        assert film.content_hash() == hashlib.sha256(path.read_bytes()).hexdigest()
        assert list(film)
        assert film.problem is None


def test_a_stamp_that_is_missing_or_jumps_back_follows_the_frame_before() -> None:
    timeline = Timeline(step_ns=40)
    stamps_ns = [1000, 1040, None, 1120, 500, 530, 530]
    assert [timeline.place(stamp) for stamp in stamps_ns] == [0, 40, 80, 120, 160, 190, 230]


def test_a_film_without_stamps_has_its_nominal_rate() -> None:
    timeline = Timeline(step_ns=40)
    assert [timeline.place(None) for _ in range(3)] == [0, 40, 80]


NOISE = np.random.default_rng(5).integers(0, 256, (40, 64, 96, 3), np.uint8)


def noisy_film(path: Path, container: dict[str, str] | None = None) -> bytes:
    """40 frames in 4 s, a key frame every 8; returns the file's bytes."""
    options = {"crf": "30", "preset": "ultrafast", "g": "8"}
    write_film(path, list(NOISE), range(0, 4000, 100), Coding(options=options, container=container or {}))
    return path.read_bytes()


def cut_film(path: Path, container: dict[str, str]) -> list[Frame]:
    """Writes a film whose end is missing; the frames that it had when it was whole."""
    data = noisy_film(path, container)
    whole = frames_of(path)
    path.write_bytes(data[: len(data) * 6 // 10])
    return whole


@pytest.mark.parametrize(("name", "container"), [("film.mp4", {"movflags": "faststart"}), ("film.mkv", {})])
def test_a_film_cut_off_in_the_middle_gives_its_frames_and_breaks_off(
    tmp_path: Path, name: str, container: dict[str, str]
) -> None:
    path = tmp_path / name
    whole = cut_film(path, container)
    frames: list[Frame] = []
    with FilmSource(path) as film, pytest.raises(SourceLostError, match=r"breaks off at 2\.\d s of 3\.9 s"):
        frames.extend(film)
    assert 20 <= len(frames) < len(whole) == 40
    assert [frame.t_ns for frame in frames] == [frame.t_ns for frame in whole[: len(frames)]]


def test_a_film_that_does_not_know_its_length_is_only_called_damaged(tmp_path: Path) -> None:
    path = tmp_path / "fragments.mp4"
    whole = cut_film(path, {"movflags": "frag_keyframe+empty_moov"})
    with FilmSource(path) as film:
        assert film.problem is None
        assert 20 <= len(list(film)) < len(whole)
        assert film.problem is not None
        assert "is damaged" in film.problem


def test_a_film_damaged_in_the_middle_goes_on_behind_it(tmp_path: Path) -> None:
    path = tmp_path / "film.mp4"
    data = bytearray(noisy_film(path))
    whole = {frame.seq: frame.image_bgr for frame in frames_of(path)}
    middle = data.index(b"mdat") + len(data) // 2
    data[middle : middle + 3000] = bytes(3000)
    path.write_bytes(data)
    with FilmSource(path) as film:
        frames = list(film)
        assert film.problem is not None
        assert "is damaged" in film.problem
    assert len(frames) < 40
    assert frames[-1].t_ns == 3900 * NS_PER_MS
    assert np.array_equal(frames[-1].image_bgr, whole[39])


def test_closing_in_the_middle_is_fine_and_may_be_repeated(tmp_path: Path) -> None:
    noisy_film(tmp_path / "film.mp4")
    film = FilmSource(tmp_path / "film.mp4")
    assert next(iter(film)).seq == 0
    film.close()
    film.close()


def cut_before_the_index(path: Path) -> None:
    data = noisy_film(path)
    path.write_bytes(data[: data.index(b"moov") - 100])


def index_alone(path: Path) -> None:
    data = noisy_film(path, {"movflags": "faststart"})
    path.write_bytes(data[: data.index(b"mdat") + 8])


def sound_alone(path: Path) -> None:
    with wave.open(str(path), "wb") as file:
        file.setparams((1, 2, 8000, 0, "NONE", ""))
        file.writeframes(bytes(16000))


def jpeg(path: Path) -> None:
    path.write_bytes(cv2.imencode(".jpg", picture())[1].tobytes())


@pytest.mark.parametrize(
    ("name", "make", "error", "says"),
    [
        ("gone.mp4", lambda path: None, SourceMissingError, "there is no"),
        ("zero.mp4", lambda path: path.touch(), EmptySourceError, "0 bytes"),
        ("folder.mp4", lambda path: path.mkdir(), UnreadableSourceError, "is a folder"),
        ("text.mp4", lambda path: path.write_text("not a film\n" * 99), NotPicturesError, "is not a film"),
        ("text.txt", lambda path: path.write_text("not a film\n" * 99), NotPicturesError, "is not a film"),
        ("noise.mov", lambda path: path.write_bytes(NOISE.tobytes()), NotPicturesError, "is not a film"),
        ("sound.wav", sound_alone, NotPicturesError, "is not a film"),
        ("image.mp4", jpeg, NotPicturesError, "is not a film"),
        ("list.mp4", lambda path: path.write_text("ffconcat version 1.0\nfile x.mp4\n"), SourceError, "cannot be read"),
        ("cut.mp4", cut_before_the_index, TruncatedSourceError, "index is missing"),
        ("head.mkv", lambda path: path.write_bytes(noisy_film(path)[:40]), TruncatedSourceError, "index is missing"),
        ("index.mp4", index_alone, TruncatedSourceError, "not one frame"),
    ],
    ids=lambda value: value if isinstance(value, str) and "." in value else "",
)
def test_what_is_no_film_is_refused_in_one_sentence(
    tmp_path: Path, name: str, make: object, error: type[SourceError], says: str
) -> None:
    path = tmp_path / name
    make(path)  # type: ignore[operator]
    with pytest.raises(error, match=says) as caught:
        FilmSource(path)
    assert caught.value.source == str(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.shared
def test_a_rendered_film_has_the_frames_of_its_truth(shared: Path) -> None:
    path = shared / "data/films/b4_box640.mp4"
    truth = json.loads(path.with_suffix(".json").read_text())
    with FilmSource(path) as film:
        assert film.info.wh == tuple(truth["size"])
        assert film.info.fps == truth["fps"]
        times_ns = [frame.t_ns for frame in film]
        assert film.problem is None
    assert times_ns == [n * 1000 * NS_PER_MS // truth["fps"] for n in range(truth["frames"])]
