"""Patterns that every other look takes for boards are told from boards."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration import mere_pattern
from calibration.halves import to_image
from calibration.locate import View
from calibration.mere_pattern import are_gaps, is_mere_pattern
from tests import drawn
from togyz.board import otau_no, otau_side
from togyz_companion.board_finding import _located
from tools.evaluation.disguises import LIGHTS
from tools.evaluation.no_boards import some_no_boards
from tools.evaluation.truth import load_game


@pytest.mark.parametrize(
    ("seed", "number", "bound"),
    [(31, 20, "_ALIKE"), (31, 48, "_ALIKE"), (33, 13, "_THE_SAME")],
    ids=["a tenth column", "a third row", "corners for kumalak"],
)
def test_a_house_front_is_no_board(seed: int, number: int, bound: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One bound alone refuses it; without that one it would be taken for a board."""
    what, image = some_no_boards(number + 1, seed)[-1]
    board, finding = _located(View(image_bgr=image))
    assert what == "windows"
    for one in {"_ALIKE", "_THE_SAME"} - {bound}:
        monkeypatch.setattr(mere_pattern, one, 1.0)
    assert is_mere_pattern(image, board, holds_kumalak=finding is not None)
    monkeypatch.setattr(mere_pattern, bound, 1.0)
    assert not is_mere_pattern(image, board, holds_kumalak=finding is not None)


@pytest.mark.shared
def test_a_shadow_that_goes_on_beyond_a_board_is_no_pattern(shared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game(shared, "d1_walnut")
    image = LIGHTS["half shadow"](game.image(game.frames("settled")[16]))
    board, finding = _located(View(image_bgr=image))
    assert finding is None
    assert not is_mere_pattern(image, board, holds_kumalak=False)
    monkeypatch.setattr(mere_pattern, "_ALIKE", 0.1)
    assert is_mere_pattern(image, board, holds_kumalak=False)


def kumalak_off(off: float, *, far: int, each: int = 2) -> list[NDArray[np.float32]]:
    """Px of so many kumalak in each otau, so far off its middle, in pitches, in the first so many otaus."""
    board = drawn.calibration()
    out = []
    for ix in range(18):
        half = otau_side(ix).ix
        lattice = board.rows[half].lattice
        v = np.full(each, lattice.v_mid)
        u = lattice.u(np.full(each, float(otau_no(ix))), v) + (off * lattice.pitch if ix < far else 0)
        out.append(to_image(np.array(board.H_image_half[half]), np.column_stack([u, v])).astype(np.float32))
    return out


@pytest.mark.parametrize(
    ("off", "far", "each", "gaps"),
    [
        (0.4, 6, 2, True),
        (-0.4, 6, 2, True),
        (0.34, 6, 2, True),
        (0.3, 6, 2, False),
        (0.4, 5, 2, False),
        (0.4, 6, 1, False),
    ],
    ids=["near borders", "on the other side", "hardly near", "not near", "some alone", "too few"],
)
def test_heaps_at_the_borders_of_otaus_lie_beside_gaps(off: float, far: int, each: int, *, gaps: bool) -> None:
    assert are_gaps(drawn.calibration(), kumalak_off(off, far=far, each=each)) == gaps
