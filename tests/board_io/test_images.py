"""Images as a source."""

from __future__ import annotations

import hashlib
import struct
from pathlib import Path

import cv2
import numpy as np
import pytest

from board_io.images import ImagesSource, find_images, read_image
from board_io.source import EmptySourceError, NotPicturesError, SourceMissingError
from tests.board_io.films import BLUE, GREEN, GREY, RED, flat, picture


def save(path: Path, image: np.ndarray) -> Path:
    path.write_bytes(cv2.imencode(path.suffix, image)[1].tobytes())
    return path


def test_names_are_ordered_by_their_numbers(tmp_path: Path) -> None:
    for name in ("10.png", "9.png", "b2.png", "b10.png", "b9 a.png"):
        save(tmp_path / name, flat(GREY))
    names = [path.name for path in find_images(str(tmp_path))]
    assert names == ["9.png", "10.png", "b2.png", "b9 a.png", "b10.png"]
    assert names != sorted(names)


def test_a_folder_or_glob_is_its_images_and_nothing_else(tmp_path: Path) -> None:
    for name in ("1.png", "2.JPG"):
        save(tmp_path / name, flat(GREY))
    (tmp_path / "notes.txt").write_text("no image")
    (tmp_path / "folder.png").mkdir()
    expected = [tmp_path / "1.png", tmp_path / "2.JPG"]
    assert find_images(str(tmp_path)) == expected
    assert find_images(str(tmp_path / "*")) == expected
    assert find_images(str(tmp_path / "2.JPG")) == expected[1:]


def test_a_file_with_brackets_in_its_name_is_no_pattern(tmp_path: Path) -> None:
    path = save(tmp_path / "board[1].png", flat(GREY))
    assert find_images(str(path)) == [path]


@pytest.mark.parametrize("url", ["empty", "empty/*.png", "nowhere/*"])
def test_no_images_is_said(tmp_path: Path, url: str) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(SourceMissingError, match="no images"):
        find_images(str(tmp_path / url))


def test_images_come_with_a_nominal_time(tmp_path: Path) -> None:
    for n, colour in enumerate((RED, GREEN, BLUE)):
        save(tmp_path / f"{n}.png", flat(colour))
    with ImagesSource(str(tmp_path), fps=4) as images:
        frames = list(images)
        assert (images.info.kind, images.info.wh, images.info.frames) == ("images", (96, 64), 3)
        assert images.info.duration_s == 0.75
        assert images.problem is None
    assert [frame.t_ns for frame in frames] == [0, 250_000_000, 500_000_000]
    assert [tuple(frame.image_bgr[0, 0]) for frame in frames] == [RED, GREEN, BLUE]
    assert frames[1].source == str(tmp_path / "1.png")


def test_what_cannot_be_used_is_left_out_and_named(tmp_path: Path) -> None:
    (tmp_path / "0.jpg").write_text("not an image")
    save(tmp_path / "1.png", flat(RED))
    save(tmp_path / "2.png", flat(RED, (64, 96)))
    (tmp_path / "3.png").touch()
    save(tmp_path / "4.png", flat(GREEN))
    images = ImagesSource(str(tmp_path), fps=2)
    assert [(frame.seq, frame.t_s) for frame in images] == [(1, 0.5), (4, 2.0)]
    assert images.problem is not None
    assert images.problem.startswith("images were left out, 3 of 5: ")
    for words in ("0.jpg is not an image", "2.png is 64 x 96, not 96 x 64", "3.png is empty"):
        assert words in images.problem


def test_a_phones_orientation_is_minded(tmp_path: Path) -> None:
    data = cv2.imencode(".jpg", picture((96, 64)))[1].tobytes()
    turned_90 = struct.pack("<HHIHHII", 0x0112, 3, 1, 6, 0, 0, 0)
    exif = b"Exif\0\0" + b"II*\0" + struct.pack("<IH", 8, 1) + turned_90
    path = tmp_path / "phone.jpg"
    path.write_bytes(data[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + data[2:])
    image = read_image(path)
    assert image.shape == (96, 64, 3)
    assert np.abs(image[20, 10].astype(int) - BLUE).max() < 20 < np.abs(image[20, 10].astype(int) - RED).max()


def whole_png() -> bytes:
    return cv2.imencode(".png", np.random.default_rng(1).integers(0, 255, (64, 64, 3), np.uint8))[1].tobytes()


@pytest.mark.parametrize(
    ("content", "error"),
    [
        (None, SourceMissingError),
        (b"", EmptySourceError),
        (b"text", NotPicturesError),
        (whole_png()[:5000], NotPicturesError),
        (cv2.imencode(".jpg", picture())[1].tobytes()[:400], NotPicturesError),
    ],
    ids=["missing", "empty", "text", "cut png", "cut jpeg"],
)
def test_an_unreadable_image_is_named_in_one_sentence(
    tmp_path: Path, content: bytes | None, error: type[Exception]
) -> None:
    path = tmp_path / "image.png"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(error, match=r"image\.png"):
        read_image(path)
    with pytest.raises(error, match=r"image\.png"):
        ImagesSource(str(path), fps=2)


def test_an_image_is_read_only(tmp_path: Path) -> None:
    image = read_image(save(tmp_path / "image.png", flat(GREY)))
    with pytest.raises(ValueError, match="read-only"):
        image[0, 0] = 0


def test_the_hash_is_of_all_files(tmp_path: Path) -> None:
    paths = [save(tmp_path / f"{n}.png", flat(colour)) for n, colour in enumerate((RED, GREEN))]
    expected = hashlib.sha256(paths[0].read_bytes() + paths[1].read_bytes()).hexdigest()
    assert ImagesSource(str(tmp_path), fps=2).content_hash() == expected
    assert ImagesSource(str(paths[0]), fps=2).content_hash() != expected


def test_the_hash_is_of_what_can_be_read(tmp_path: Path) -> None:
    paths = [save(tmp_path / f"{n}.png", flat(colour)) for n, colour in enumerate((RED, GREEN))]
    images = ImagesSource(str(tmp_path), fps=2)
    paths[1].unlink()
    assert images.content_hash() == hashlib.sha256(paths[0].read_bytes()).hexdigest()
    assert len(list(images)) == 1
    assert "there is no" in str(images.problem)
