"""Pictures read by a calibration file: one in which somebody changed a number, or from before colours were lost."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from calibration.errors import CalibrationError
from calibration.lens import Lens, assumed_K
from calibration.model import SCHEMA
from tests import drawn
from togyz_companion.board_setup import BoardOptions
from togyz_companion.picture import PictureReader

Path_ = tuple[str | int, ...]
K = assumed_K((drawn.WIDTH, drawn.HEIGHT))
LENS = Lens(
    image_wh=(drawn.WIDTH, drawn.HEIGHT),
    fx=float(K[0, 0]),
    fy=float(K[1, 1]),
    cx=float(K[0, 2]),
    cy=float(K[1, 2]),
    dist=(0.0,) * 5,
)
GOOD = json.loads(replace(drawn.calibration(), lens=LENS).to_json())


def numbers(value: object, where: Path_ = ()) -> Iterator[Path_]:
    """Where numbers lie in a JSON value; of the kumalak's centres one will do."""
    if isinstance(value, dict):
        for name, one in value.items():
            yield from numbers(one, (*where, name))
    elif isinstance(value, list):
        some = value[:1] if "centres_xy" in where else value
        for ix, one in enumerate(some):
            yield from numbers(one, (*where, ix))
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield where


def changed(where: Path_, number: float) -> bytes:
    """The good file with another number there."""
    file = json.loads(json.dumps(GOOD))
    inner: Any = file
    *way, last = where
    for step in way:
        inner = inner[step]
    inner[last] = number
    return json.dumps(file).encode()


def refusal(text: bytes, folder: Path) -> str:
    """Why no picture is read by a file, as a person is told; nothing where one is."""
    path = folder / "board.json"
    path.write_bytes(text)
    try:
        reading = PictureReader(BoardOptions(calibration=path)).read(drawn.board())
    except CalibrationError as error:
        return str(error)
    assert reading.p.sum(axis=2) == pytest.approx(1)
    return ""


def test_a_picture_without_colours_is_read_and_that_is_said(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Markers have no colour there, and heaps are counted less surely."""
    path = tmp_path / "board.json"
    path.write_text(json.dumps(GOOD))
    reader = PictureReader(BoardOptions(calibration=path))
    grey = cv2.cvtColor(cv2.cvtColor(drawn.board(), cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR).astype(np.uint8)
    assert reader.read(drawn.board()).total == 162
    assert not caplog.text
    assert abs(reader.read(grey).total - 162) <= 9
    assert "no colours" in caplog.text


ANY_NUMBER = st.one_of(
    st.sampled_from([0, -1, 1, 2, 1e-12, 1e12, -1e12, 1e300, -1e300, 10**30]),
    st.floats(allow_nan=False, allow_infinity=False),
    st.integers(-1000, 1000),
)


def test_the_good_file_is_read(tmp_path: Path) -> None:
    assert not refusal(json.dumps(GOOD).encode(), tmp_path)
    assert refusal(changed(("schema",), SCHEMA + 1), tmp_path)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(where=st.sampled_from(sorted(numbers(GOOD), key=str)), number=ANY_NUMBER)
@example(where=("start", "temperature"), number=0)
@example(where=("start", "score_shift"), number=1e300)
@example(where=("rows", 0, "v_inner"), number=GOOD["rows"][0]["v_outer"] - 1e-9)
@example(where=("ball_px",), number=1.0)
@example(where=("lens", "schema"), number=7)
@example(where=("lens", "dist", 0), number=1e300)
def test_a_number_that_was_changed_breaks_nothing(tmp_path: Path, where: Path_, number: float) -> None:
    assert "\n" not in refusal(changed(where, number), tmp_path)
