"""A film as a phone makes it, cut from the shipped one, and the calibration of its board."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from board_io.film import FilmSource
from tests.board_io.films import Coding, turn_film, write_film
from togyz_companion.cli.demo import CORNERS_PX, FILM
from togyz_companion.cli.main import main
from togyz_companion.samples import sample_path

SCALE = 0.5
SECONDS = 9.0
"""Two plies are played in this time."""
CORNERS = " ".join(f"{x * SCALE:.1f},{y * SCALE:.1f}" for x, y in CORNERS_PX)


@pytest.fixture(scope="session")
def phone_film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Half as large, frames left out here and there, and stored lying on its side with a flag to turn it."""
    path = tmp_path_factory.mktemp("phone") / "film.mp4"
    images, stamps_ms = [], []
    with FilmSource(sample_path(FILM)) as film:
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
def calibration_file(phone_film: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What ``togyz calibrate`` writes for the film."""
    path = tmp_path_factory.mktemp("calibration") / "calibration.json"
    result = CliRunner().invoke(main, ["calibrate", str(phone_film), "--corners", CORNERS, "-o", str(path)])
    assert result.exit_code == 0, result.output
    return path
