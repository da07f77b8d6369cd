"""What a counted picture says, whichever way round the board lies."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from calibration.halves import half_homographies
from calibration.lattice import even_lattice
from calibration.layout import load_layout
from calibration.model import Calibration, Row
from togyz.board import OTAU_TOTAL
from togyz.inference.observation import BOX_TOTAL, KazanSeen
from togyz_companion.cli.main import main
from togyz_companion.picture import PictureReading, failure
from vision.beside import Beside
from vision.reading import OtauReading

ROW = Row(even_lattice(0.1, 0.5, 0.7), 0.5, 0.9)
IMAGE_WH = (400, 200)
CORNERS_PX = {
    "bottom": ((20.0, 180.0), (380.0, 180.0), (380.0, 20.0), (20.0, 20.0)),
    "top": ((380.0, 20.0), (20.0, 20.0), (20.0, 180.0), (380.0, 180.0)),
    "left": ((20.0, 20.0), (20.0, 180.0), (380.0, 180.0), (380.0, 20.0)),
    "right": ((380.0, 180.0), (380.0, 20.0), (20.0, 20.0), (20.0, 180.0)),
}


def reading(side: str, *, white_known: bool) -> PictureReading:
    """White's otaus hold 0 to 8, black's 9 to 17; white sits at ``side`` of the picture, or is thought to."""
    H_image_half = half_homographies(CORNERS_PX[side], IMAGE_WH)
    calibration = Calibration(
        image_wh=IMAGE_WH,
        corners_px=CORNERS_PX[side],
        H_image_half=tuple(tuple(map(tuple, one.tolist())) for one in H_image_half),
        layout=load_layout("box"),
        rows=(ROW, ROW),
        ball_px=5.0,
        white_known=white_known,
        residual_px=0.5,
        tilt_deg=3.0,
        misplaced=0,
    )
    marker = np.full(BOX_TOTAL, -4.6)
    marker[[3, 16, 18]] = 4.6
    beside = Beside((KazanSeen(4.0, 0.3), None), marker, (), np.zeros(20, bool))
    return PictureReading(calibration, tuple(otau(n) for n in range(OTAU_TOTAL)), beside)


def otau(n: int) -> OtauReading:
    """n with probability 0.75, n + 1 with 0.25 less a little."""
    log_lik = np.full(61, -30.0)
    log_lik[n : n + 2] = np.log([0.75, 0.25])
    return OtauReading(log_lik, np.zeros((0, 2), np.float32), np.zeros(0, np.float32))


@pytest.mark.parametrize("side", CORNERS_PX)
def test_where_white_is_known_the_rows_are_the_sides(side: str) -> None:
    told = reading(side, white_known=True).to_dict("a.png")
    assert (told["white"], told["black"]) == (list(range(9)), list(range(9, 18)))
    assert told["white_side"] == side
    assert told["tuzdyk"] == {"white": 8, "black": 4}, "a marker in black's row is that of white's tuzdyk"
    near, far = (told["kazan"][name] for name in (("near", "far") if side in ("bottom", "left") else ("far", "near")))
    assert near[0][0] == 4
    assert far is None
    assert (told["kazan"]["white"], told["kazan"]["black"]) == (None, None), "nobody knows whose lies where"


@pytest.mark.parametrize(("side", "first"), [("bottom", 0), ("left", 0), ("top", 9), ("right", 9)])
def test_where_white_is_unknown_the_near_row_comes_first(side: str, first: int) -> None:
    told = reading(side, white_known=False).to_dict("a.png")
    assert told["white"] == list(range(first, first + 9))
    assert told["white_side"] is None
    assert told["kazan"].keys() == {"near", "far"}
    assert told["tuzdyk"] == ({"white": 8, "black": 4} if first == 0 else {"white": 4, "black": 8})


def test_probabilities_are_told_best_first_without_what_hardly_can_be() -> None:
    told = reading("bottom", white_known=True).to_dict("a.png")
    assert told["p"]["white"][3] == [[3, 0.75], [4, 0.25]]
    assert told["total"] == sum(range(18))


@pytest.mark.parametrize(("last", "is_more"), [(26, False), (27, True)])
def test_more_than_a_game_has_is_told(
    last: int, is_more: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = reading("bottom", white_known=True)
    counted = replace(counted, otau=(*counted.otau[:-1], otau(last)))
    assert counted.total == sum(range(17)) + last == 162 + is_more
    assert counted.to_dict("a.png")["more_than_all"] is is_more
    monkeypatch.setattr("togyz_companion.picture.PictureReader.read", lambda *_: counted)
    picture = tmp_path / "a.png"
    cv2.imwrite(str(picture), np.zeros((200, 400, 3), np.uint8))
    result = CliRunner().invoke(main, ["read", str(picture)])
    assert result.exit_code == 0
    assert ("more than a game has (162)" in result.stdout) is is_more


def test_the_line_has_the_fields_of_the_contract_in_their_order() -> None:
    names = "schema image ok white black white_side p visible kazan tuzdyk total more_than_all"
    assert list(reading("bottom", white_known=True).to_dict("a.png")) == names.split()
    assert failure("a.png", "no board") == {
        "schema": 1,
        "image": "a.png",
        "ok": False,
        "error": "no board",
    }
