"""Patterns that every other look takes for boards are told from boards."""

from __future__ import annotations

from pathlib import Path

import pytest

from calibration import mere_pattern
from calibration.locate import View
from calibration.mere_pattern import is_mere_pattern
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
