from __future__ import annotations

import base64
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.calibrate import calibrate
from calibration.errors import BadCalibrationFileError
from calibration.model import Calibration, WhiteSide, read_calibration
from calibration.start_picture import StartPicture
from tests import synthetic
from togyz.board import Side

BOX = synthetic.drawing("box")
CROPS = np.random.default_rng(0).integers(0, 255, (18, 20, 12, 3), np.uint8)


def png(crops: np.ndarray) -> bytes:
    return cv2.imencode(".png", crops.reshape(-1, *crops.shape[2:]))[1].tobytes()


@pytest.fixture(scope="module")
def calibration() -> Calibration:
    image = synthetic.picture(BOX)
    found, _ = calibrate(image, BOX.corners_px, lambda *_: synthetic.perfect_finding(BOX), layout=BOX.layout)
    centres = (((3.5, 4.25), (7.0, 8.0)),) * 18
    start = StartPicture(kumalak=synthetic.START, crops_png=png(CROPS), centres_xy=centres)
    return replace(found, start=start)


def test_a_calibration_comes_back_from_its_file_as_it_was(calibration: Calibration, tmp_path: Path) -> None:
    file = tmp_path / "board.json"
    file.write_bytes(calibration.to_json())
    assert read_calibration(file) == calibration
    file.write_bytes(replace(calibration, ball_px=calibration.ball_px + 1e-6).to_json())
    assert read_calibration(file) != calibration


def test_the_start_picture_keeps_its_pixels(calibration: Calibration) -> None:
    assert calibration.start is not None
    np.testing.assert_array_equal(calibration.start.crops_bgr(), CROPS)


@pytest.mark.parametrize(("turns", "side"), [(0, "bottom"), (1, "right"), (2, "top"), (3, "left")])
def test_white_sits_along_the_side_of_its_row(calibration: Calibration, turns: int, side: WhiteSide) -> None:
    """A square board, so that any of its corners may be the first."""
    corners = np.roll([[200, 600], [700, 590], [690, 120], [210, 110]], -turns, axis=0)
    drawing = replace(BOX, corners_px=corners)
    turned, _ = calibrate(
        synthetic.picture(drawing), corners, lambda *_: synthetic.perfect_finding(drawing), layout=BOX.layout
    )
    assert turned.white_side == side
    x, y = np.mean(corners[:2], axis=0)
    assert turned.view().side_towards(x, y) is Side.WHITE
    assert turned.view().side_towards(*np.mean(corners[2:], axis=0)) is Side.BLACK


def test_a_box_s_own_frame_spans_its_polygon(calibration: Calibration) -> None:
    view = calibration.view()
    unit = np.array([[[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]])
    for H, polygon in zip(view.H_image_box, view.boxes_px, strict=True):
        np.testing.assert_allclose(cv2.perspectiveTransform(unit, H)[0], polygon, atol=0.01)
        back = cv2.perspectiveTransform(polygon[None].astype(np.float64), np.linalg.inv(H))
        np.testing.assert_allclose(back, unit, atol=1e-3)


def test_a_kazan_is_never_a_line(calibration: Calibration) -> None:
    white, black = calibration.rows
    to_the_hinge = replace(calibration, rows=(replace(white, v_inner=0.02), black))
    heights = to_the_hinge.view().box_wh[-2:, 1]
    assert 0 < heights[0] < heights[1]


def test_a_view_cannot_be_changed(calibration: Calibration) -> None:
    view = calibration.view()
    for array in (view.outline_px, view.boxes_px[7], view.H_image_box, view.box_wh):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


def test_boxes_in_ball_diameters_are_those_of_the_layout(calibration: Calibration) -> None:
    """Perspective shows the near row larger, the far one smaller: their mean is that of the middle."""
    width, height = calibration.view().box_wh[:18].reshape(2, 9, 2).mean(axis=(0, 1)) * BOX.ball_mm
    assert width == pytest.approx(BOX.layout.pitch_mm, rel=0.03)
    assert 0.8 * BOX.layout.otau_wh_mm[1] < height < BOX.layout.otau_wh_mm[1]


Edit = Callable[[dict[str, Any]], object]


def of_start(**changes: object) -> Edit:
    return lambda file: file["start"].update(changes)


def of_row(**changes: object) -> Edit:
    return lambda file: file["rows"][0].update(changes)


def of_lattice(**changes: object) -> Edit:
    return lambda file: file["rows"][1]["lattice"].update(changes)


LENS = {"image_wh": list(synthetic.IMAGE_WH), "fx": 900.0, "fy": 900.0, "cx": 479.5, "cy": 319.5, "dist": [0.0] * 5}
JPEG = cv2.imencode(".jpg", CROPS.reshape(-1, 12, 3))[1].tobytes()
ONE_CENTRE = [[[1.0, 1.0]]]
EDITS: dict[str, Edit] = {
    "no schema": lambda file: file.pop("schema"),
    "no such schema": lambda file: file.update(schema=2),
    "schema of a wrong type": lambda file: file.update(schema="1"),
    "a field missing": lambda file: file.pop("ball_px"),
    "a wrong type": lambda file: file.update(ball_px="12"),
    "a picture of no size": lambda file: file.update(image_wh=[0, 0]),
    "a picture beyond all size": lambda file: file.update(image_wh=[10**30, 720]),
    "a picture smaller than the board": lambda file: file.update(image_wh=[400, 300]),
    "one half": lambda file: file["H_image_half"].pop(),
    "rows of two": lambda file: file.update(H_image_half=[[[1, 0], [0, 1], [0, 0]]] * 2),
    "a matrix of two rows": lambda file: file["H_image_half"][0].pop(),
    "a singular half": lambda file: file["H_image_half"].__setitem__(1, [[1, 2, 3], [2, 4, 6], [0, 0, 1]]),
    "zeros": lambda file: file["H_image_half"].__setitem__(0, [[0, 0, 0]] * 3),
    "huge numbers": lambda file: file["H_image_half"].__setitem__(0, [[1e300, 1e300, 1], [1e300, 1, 1], [0, 0, 1]]),
    "halves exchanged": lambda file: file["H_image_half"].reverse(),
    "other corners": lambda file: file["corners_px"].__setitem__(0, [300.0, 400.0]),
    "three corners": lambda file: file["corners_px"].pop(),
    "balls of no size": lambda file: file.update(ball_px=0),
    "balls of minus one": lambda file: file.update(ball_px=-1),
    "balls larger than an otau": lambda file: file.update(ball_px=200),
    "a negative residual": lambda file: file.update(residual_px=-1),
    "a tilt beyond the horizon": lambda file: file.update(tilt_deg=91),
    "less than none misplaced": lambda file: file.update(misplaced=-1),
    "an impossible layout": lambda file: file["layout"].update(pitch_mm=80),
    "a row beyond the rim": of_row(v_outer=1.2),
    "a row inside out": of_row(v_inner=0.9, v_outer=0.5),
    "a lattice running backwards": of_lattice(along=[0.5, -0.4, 0, 0]),
    "a lattice beside the board": of_lattice(along=[0.9, 0.4, 0, 0]),
    "a lattice that folds": of_lattice(along=[0.5, 0.1, 0, 0.3], slant=[0.0, 2.0]),
    "a lattice of huge numbers": of_lattice(along=[1e308, 1e308, 1e308, 1e308]),
    "a lattice of three numbers": of_lattice(along=[0.5, 0.4, 0]),
    "seventeen otaus": of_start(kumalak=[9] * 17),
    "a negative number of kumalak": of_start(kumalak=[9] * 17 + [-9]),
    "no picture": of_start(crops_png=""),
    "a picture that is none": of_start(crops_png=base64.b64encode(b"\x89PNG\r\n").decode()),
    "no base64": of_start(crops_png="*"),
    "a picture of the wrong height": of_start(crops_png=base64.b64encode(png(CROPS[:, :7][:17])).decode()),
    "centres of seventeen otaus": of_start(centres_xy=ONE_CENTRE * 17),
    "no centres": of_start(centres_xy=[[]] * 18),
    "a centre outside": of_start(centres_xy=[*ONE_CENTRE * 17, [[1.0, 20.0]]]),
    "no temperature": of_start(temperature=0),
    "a shift beyond all doubt": of_start(score_shift=1e300),
    "a hidden shift beyond all doubt": of_start(hidden_shift=-11),
    "more kumalak than a game has": of_start(kumalak=[10] * 18),
    "more centres than kumalak": of_start(kumalak=[1] * 18),
    "a picture that shows nothing": of_start(crops_png=base64.b64encode(png(np.zeros_like(CROPS))).decode()),
    "otaus of one px": of_start(crops_png=base64.b64encode(png(CROPS[:, :1, :1])).decode()),
    "otaus of thousands of px": of_start(crops_png=base64.b64encode(png(np.zeros((18, 8, 1100), np.uint8))).decode()),
    "a picture in another form": of_start(crops_png=base64.b64encode(JPEG).decode()),
    "a row without breadth": of_row(v_inner=0.5, v_outer=0.500001),
    "a kazan without breadth": of_row(v_inner=0),
    "a lattice that holds nowhere": of_lattice(v_mid=1e300, slant=[0, 0]),
    "balls of one px": lambda file: file.update(ball_px=1),
    "a residual beyond the picture": lambda file: file.update(residual_px=1e9),
    "more misplaced than there are": lambda file: file.update(misplaced=10**30),
    "a lens of another schema": lambda file: file.update(lens={**LENS, "schema": 7}),
    "a lens without length": lambda file: file.update(lens={**LENS, "fx": 1e-9}),
    "a lens of all lengths": lambda file: file.update(lens={**LENS, "fy": 1e9}),
    "a lens beside the camera": lambda file: file.update(lens={**LENS, "cx": 1e9}),
    "a lens that bends by infinity": lambda file: file.update(lens={**LENS, "dist": [0, 0, 0, 0, 1e300]}),
    "a layout of thousands of km": lambda file: file["layout"].update(length_mm=1e12),
    "a centre of three numbers": of_start(centres_xy=[*ONE_CENTRE * 17, [[1.0, 1.0, 1.0]]]),
}


@pytest.mark.parametrize("edit", list(EDITS.values()), ids=list(EDITS))
def test_a_file_of_nonsense_is_refused_in_one_sentence(calibration: Calibration, tmp_path: Path, edit: Edit) -> None:
    content = json.loads(calibration.to_json())
    edit(content)
    file = tmp_path / "board.json"
    file.write_text(json.dumps(content))
    with pytest.raises(BadCalibrationFileError, match=r"board\.json") as refusal:
        read_calibration(file)
    assert "\n" not in str(refusal.value)


def test_json_alone_does_not_spoil_a_file(calibration: Calibration, tmp_path: Path) -> None:
    file = tmp_path / "board.json"
    file.write_text(json.dumps(json.loads(calibration.to_json())))
    assert read_calibration(file) == calibration


def test_a_byte_order_mark_does_not_matter(calibration: Calibration, tmp_path: Path) -> None:
    file = tmp_path / "board.json"
    file.write_bytes(b"\xef\xbb\xbf" + calibration.to_json())
    assert read_calibration(file) == calibration


@pytest.mark.parametrize("text", [b'{"schema":' * 100_000, b'{"schema":1,"start":' + b"[" * 100_000])
def test_a_file_nested_too_deeply_is_refused(tmp_path: Path, text: bytes) -> None:
    file = tmp_path / "board.json"
    file.write_bytes(text)
    with pytest.raises(BadCalibrationFileError, match="is no calibration of togyz"):
        read_calibration(file)


def test_a_lens_that_can_be_does_not_spoil_a_file(calibration: Calibration, tmp_path: Path) -> None:
    content = {**json.loads(calibration.to_json()), "lens": LENS}
    file = tmp_path / "board.json"
    file.write_text(json.dumps(content))
    assert read_calibration(file).lens is not None


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.999])
def test_a_truncated_file_is_refused(calibration: Calibration, tmp_path: Path, share: float) -> None:
    whole = calibration.to_json().rstrip()
    file = tmp_path / "board.json"
    file.write_bytes(whole[: int(share * len(whole))])
    with pytest.raises(BadCalibrationFileError, match="is no calibration of togyz"):
        read_calibration(file)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadCalibrationFileError, match="nowhere"):
        read_calibration(tmp_path / "nowhere")
    with pytest.raises(BadCalibrationFileError, match="cannot be read"):
        read_calibration(tmp_path)
