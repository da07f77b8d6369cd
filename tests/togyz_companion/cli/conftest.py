"""A film as a phone makes it, cut from the shipped one, and the calibration of its board."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from board_io.film import FilmSource
from tests.board_io.films import Coding, turn_film, write_film
from togyz_companion.cli.main import main
from togyz_companion.samples import sample

SCALE = 0.5
SECONDS = 9.0
"""Two plies are played in this time."""
FIRST_PLY_S = 5.2
"""The first of them has come to rest then."""
CORNERS = " ".join(f"{x * SCALE:.1f},{y * SCALE:.1f}" for x, y in sample().corners_px)


@pytest.fixture(scope="session")
def phone_film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Half as large, frames left out here and there, and stored lying on its side with a flag to turn it."""
    path = tmp_path_factory.mktemp("phone") / "film.mp4"
    images, stamps_ms = [], []
    with FilmSource(sample().film) as film:
        for frame in film:
            if frame.t_s > SECONDS:
                break
            if frame.seq % 7 in (2, 3, 5):
                continue
            small = cv2.resize(frame.image_bgr, None, fx=SCALE, fy=SCALE, interpolation=cv2.INTER_AREA)
            images.append(np.ascontiguousarray(np.rot90(small)))
            stamps_ms.append(round(frame.t_s * 1000))
    write_film(path, images, stamps_ms, Coding(options={"crf": "18", "preset": "ultrafast"}))
    turn_film(path, 1)
    return path


@pytest.fixture(scope="session")
def later_film(phone_film: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The rest of it, from where white has played the first ply."""
    path = tmp_path_factory.mktemp("later") / "film.mp4"
    with FilmSource(phone_film) as film:
        frames = [frame for frame in film if frame.t_s > FIRST_PLY_S]
    stamps_ms = [round(1000 * (frame.t_s - frames[0].t_s)) for frame in frames]
    images = [frame.image_bgr for frame in frames]
    write_film(path, images, stamps_ms, Coding(options={"crf": "18", "preset": "ultrafast"}))
    return path


@pytest.fixture(scope="session")
def calibration_file(phone_film: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What ``togyz calibrate`` writes for the film."""
    path = tmp_path_factory.mktemp("calibration") / "calibration.json"
    result = CliRunner().invoke(main, ["calibrate", str(phone_film), "--corners", CORNERS, "-o", str(path)])
    assert result.exit_code == 0, result.output
    return path
