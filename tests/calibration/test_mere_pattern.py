"""Patterns that every other look takes for boards are told from boards."""

from __future__ import annotations

import pytest

from calibration import mere_pattern
from calibration.locate import View
from calibration.mere_pattern import is_mere_pattern
from togyz_companion.board_finding import _located
from tools.evaluation.no_boards import some_no_boards


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
