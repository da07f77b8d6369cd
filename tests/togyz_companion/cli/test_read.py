"""``togyz read`` on pictures of a board and of other things."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from board_io.film import FilmSource
from calibration.finding import Finding
from calibration.locate import View
from calibration.model import Calibration
from tests.togyz_companion.cli.conftest import CORNERS
from togyz_companion import board_setup
from togyz_companion.cli.main import main

ODD_PX = 211
"""Height of the picture that nobody thought of."""


def read(*arguments: str | Path, code: int = 0) -> Result:
    result = CliRunner().invoke(main, ["read", *map(str, arguments)])
    assert result.exit_code == code, result.output
    return result


@pytest.fixture(scope="module")
def pictures(phone_film: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The board before the first ply, and after it (white 7)."""
    folder = tmp_path_factory.mktemp("pictures")
    with FilmSource(phone_film) as film:
        frames = list(film)
    paths = []
    for name, t_s in (("before.png", 0.0), ("after.png", 5.2)):
        frame = next(frame for frame in frames if frame.t_s >= t_s)
        cv2.imwrite(str(folder / name), frame.image_bgr)
        paths.append(folder / name)
    return paths


@pytest.fixture
def drawn_form(tmp_path: Path) -> Path:
    """Lines and boxes on paper, of the size of the pictures."""
    form = np.full((360, 640, 3), 240, np.uint8)
    for x in range(60, 600, 60):
        cv2.rectangle(form, (x, 40), (x + 50, 320), (60, 60, 60), 2)
        cv2.putText(form, "9", (x + 12, 120), cv2.FONT_HERSHEY_SIMPLEX, 1, (20, 20, 20), 2)
    path = tmp_path / "form.png"
    cv2.imwrite(str(path), form)
    return path


@pytest.mark.slow
def test_each_picture_is_a_line_in_order_failures_too(pictures: list[Path], calibration_file: Path) -> None:
    missing = pictures[0].with_name("missing.png")
    result = read(pictures[1], missing, pictures[0], "--calibration", calibration_file, "--json", code=3)
    after, failed, before = (json.loads(line) for line in result.stdout.splitlines())
    assert [one["image"] for one in (after, failed, before)] == [str(pictures[1]), str(missing), str(pictures[0])]
    assert (before["white"], before["black"]) == ([9] * 9, [9] * 9)
    assert (after["white"], after["black"]) == ([9, 9, 9, 9, 9, 9, 1, 10, 10], [10, 10, 10, 10, 10, 0, 9, 9, 9])
    assert after["white_side"] == "bottom"
    assert failed["ok"] is False
    assert result.stderr == ""


@pytest.mark.slow
def test_people_get_a_diagram_and_a_picture_of_what_was_counted(
    pictures: list[Path], calibration_file: Path, tmp_path: Path
) -> None:
    overlay = tmp_path / "overlay.png"
    shown = read(pictures[1], "--calibration", calibration_file, "--overlay", overlay).stdout
    rows = {line.split()[0]: line.replace("?", "").split()[1:] for line in shown.splitlines() if line.strip()}
    assert rows["white"] == ["9", "9", "9", "9", "9", "9", "1", "10", "10"]
    assert rows["black"] == ["9", "9", "9", "0", "10", "10", "10", "10", "10"]
    drawn, picture = cv2.imread(str(overlay)), cv2.imread(str(pictures[1]))
    assert drawn.shape == picture.shape
    assert 0.01 < np.mean(drawn != picture) < 0.5


@pytest.mark.slow
def test_a_drawn_form_is_refused(drawn_form: Path) -> None:
    result = read(drawn_form, "--corners", CORNERS, code=3)
    (line,) = result.stderr.splitlines()
    assert "there is no board that shows the start position" in line


@pytest.mark.slow
@pytest.mark.shared
def test_four_markers_say_where_the_board_lies(shared: Path) -> None:
    (picture,) = (shared / "data" / "rendered" / "d2_birch").glob("0001_start_*_r0.jpg")
    told = json.loads(read(picture, "--json").stdout)
    assert told["white_side"] == "bottom"
    # Where the board was found wrongly, or turned, whole rows are far from nine.
    assert np.abs(np.array([told["white"], told["black"]]) - 9).mean() <= 1


@pytest.mark.slow
@pytest.mark.shared
def test_another_game_s_board_is_refused(shared: Path) -> None:
    photo = shared / "data" / "photos" / "mancala_gems_640x480.jpg"
    result = read(photo, "--corners", "80,330 560,330 545,165 95,165", code=3)
    assert "there is no board that shows the start position" in result.stderr


@pytest.mark.slow
def test_a_lens_measured_in_larger_pictures_goes_into_the_calibration(pictures: list[Path], tmp_path: Path) -> None:
    lens, board = tmp_path / "lens.json", tmp_path / "board.json"
    camera = {"image_wh": [1280, 720], "fx": 1000, "fy": 1000, "cx": 639.5, "cy": 359.5, "dist": [-0.02, 0, 0, 0, 0]}
    lens.write_text(json.dumps(camera))
    arguments = ["calibrate", str(pictures[0]), "--corners", CORNERS, "--lens", str(lens), "-o", str(board)]
    assert CliRunner().invoke(main, arguments).exit_code == 0
    kept = json.loads(board.read_text())["lens"]
    assert (kept["image_wh"], kept["fx"], kept["cx"], kept["dist"]) == ([640, 360], 500, 319.5, camera["dist"])
    told = json.loads(read(pictures[0], "--calibration", board, "--json").stdout)
    assert (told["white"], told["black"]) == ([9] * 9, [9] * 9)


@pytest.mark.slow
def test_a_calibration_for_pictures_of_another_size_is_refused(calibration_file: Path, tmp_path: Path) -> None:
    picture = tmp_path / "small.png"
    cv2.imwrite(str(picture), np.zeros((100, 100, 3), np.uint8))
    assert "640 x 360" in read(picture, "--calibration", calibration_file, code=3).stderr


def test_without_a_board_s_place_nothing_is_guessed(drawn_form: Path) -> None:
    assert "(see --corners, --calibration)" in read(drawn_form, code=3).stderr


def test_one_picture_s_fault_keeps_no_other_from_being_read(
    drawn_form: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    strip = tmp_path / "strip.png"
    cv2.imwrite(str(strip), np.full((5000, 1, 3), 120, np.uint8))
    found = board_setup.locate_board

    def failing(view: View) -> tuple[Calibration, Finding | None]:
        if view.image_bgr.shape[0] == ODD_PX:
            raise ZeroDivisionError
        return found(view)

    monkeypatch.setattr("togyz_companion.board_setup.locate_board", failing)
    odd = tmp_path / "odd.png"
    cv2.imwrite(str(odd), np.full((ODD_PX, 200, 3), 120, np.uint8))
    result = read(strip, odd, drawn_form, code=3)
    told = result.stderr.splitlines()
    assert "1 x 5000" in told[0]
    assert "should not have happened (ZeroDivisionError" in told[1]
    assert "form.png" in told[2]


def test_an_overlay_is_written_as_a_picture_or_not_at_all(drawn_form: Path, tmp_path: Path) -> None:
    overlay = tmp_path / "overlay.txt"
    assert "overlay.txt ends with none of .png" in read(drawn_form, "--overlay", overlay, code=2).stderr
    assert not overlay.exists()


def test_points_may_be_written_with_spaces_after_their_commas(drawn_form: Path) -> None:
    points = read(drawn_form, "--corners", "1, 2 3 ,4 5,6 7 , 9999", code=3).stderr
    assert "the corner 7,9999 lies outside" in points
    assert "no points" in read(drawn_form, "--corners", "1, 2 3 , , 4 5,6 7,8", code=2).stderr


def test_one_overlay_takes_one_picture(drawn_form: Path) -> None:
    assert "one IMAGE" in read(drawn_form, drawn_form, "--overlay", "x.png", code=2).stderr
