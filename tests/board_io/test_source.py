"""Which source an address means."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import cv2
import pytest

from board_io.source import (
    SourceError,
    SourceMissingError,
    SourceSilentError,
    UnreadableSourceError,
    is_images,
    is_live,
    open_source,
)
from tests.board_io.films import GREY, flat, write_film
from tests.fakes import MjpegServer


def jpeg() -> bytes:
    return cv2.imencode(".jpg", flat(GREY))[1].tobytes()


@pytest.mark.parametrize("url", ["0", "12", "/dev/video0", "rtsp://10.0.0.7/live", "http://phone:8080/video"])
def test_cameras_and_streams_are_live(url: str) -> None:
    assert is_live(url)


@pytest.mark.parametrize("url", ["film.mp4", "0.mp4", "/devices/film.mov", "frames/*.jpg", "photo.png"])
def test_files_are_not_live(url: str) -> None:
    assert not is_live(url)


@pytest.mark.parametrize(
    ("url", "expected"),
    [("a.PNG", True), ("a.jpeg", True), ("frames/*", True), (".", True), ("film.mp4", False), ("film", False)],
)
def test_images_are_known_by_their_names(url: str, expected: bool) -> None:
    assert is_images(url) is expected


def test_open_source_opens_each_kind(tmp_path: Path) -> None:
    write_film(tmp_path / "film[1].mp4", [flat(GREY)] * 3, [0, 40, 80])
    (tmp_path / "image.jpg").write_bytes(jpeg())
    with MjpegServer([jpeg()], endless=True) as server:
        for url, kind in [
            (str(tmp_path / "film[1].mp4"), "film"),
            (str(tmp_path / "image.jpg"), "images"),
            (str(tmp_path), "images"),
            (f"{tmp_path}/*.jpg", "images"),
            (server.url, "stream"),
        ]:
            with open_source(url) as source:
                assert (source.info.kind, source.info.wh) == (kind, (96, 64))
                assert next(iter(source)).image_bgr.shape == (64, 96, 3)
                assert (source.content_hash() is None) == (kind == "stream")


@pytest.mark.parametrize(
    ("url", "error"),
    [
        ("gone.mp4", SourceMissingError),
        ("ftp://nowhere/film.mp4", SourceMissingError),
        ("", SourceError),
        ("/dev/video97", SourceMissingError),
        ("97", SourceMissingError),
        ("http://127.0.0.1:9/", SourceSilentError),
    ],
)
@pytest.mark.skipif(sys.platform != "linux", reason="devices have other names")
def test_what_is_not_there_is_said_quietly(
    capfd: pytest.CaptureFixture[str], url: str, error: type[SourceError]
) -> None:
    with pytest.raises(error):
        open_source(url)
    assert capfd.readouterr() == ("", "")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no named pipes")
@pytest.mark.parametrize("name", ["pipe.mp4", "pipe.png"])
def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path, name: str) -> None:
    os.mkfifo(tmp_path / name)
    with pytest.raises(UnreadableSourceError, match="give a file"):
        open_source(str(tmp_path / name))


def test_importing_source_loads_no_heavy_library() -> None:
    code = "import sys, board_io.source; print(sorted({'cv2', 'av', 'serial'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


@pytest.mark.parametrize("name", ["a" * 5000, "film\0.mp4"])
def test_a_name_that_no_file_can_have_is_refused(name: str) -> None:
    with pytest.raises(SourceMissingError, match="no file can have such a name"):
        open_source(name)
