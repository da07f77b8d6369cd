"""Patterns that every other look takes for boards are told from boards."""

from __future__ import annotations

import pytest

from calibration import mere_pattern
from calibration.locate import View
from calibration.mere_pattern import is_mere_pattern
from togyz_companion import board_finding
from togyz_companion.board_finding import locate_board
from tools.evaluation.no_boards import some_no_boards


@pytest.mark.parametrize(
    ("seed", "number"), [(31, 20), (31, 48), (33, 13)], ids=["a tenth column", "a third row", "corners for kumalak"]
)
def test_a_house_front_is_no_board(seed: int, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    what, image = some_no_boards(number + 1, seed)[-1]
    monkeypatch.setattr(board_finding, "is_mere_pattern", lambda *_, **__: False)
    board, finding = locate_board(View(image_bgr=image))
    assert what == "windows"
    assert is_mere_pattern(image, board, holds_kumalak=finding is not None)
    for bound in ("_ALIKE", "_THE_SAME"):
        monkeypatch.setattr(mere_pattern, bound, 1.0)
    assert not is_mere_pattern(image, board, holds_kumalak=finding is not None)
