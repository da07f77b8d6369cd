from __future__ import annotations

import pytest

from togyz.board import Side
from togyz.events import Desync, Resync, Retract
from togyz.inference.set_up_anew import BACK_MAX, is_set_up_anew
from togyz.position import Position

SEEN = Resync(t=9.0, n=0)


def lying(kumalak: int) -> Position:
    return Position((kumalak, *[0] * 17), (162 - kumalak, 0), (None, None), Side.WHITE)


@pytest.mark.parametrize(("back", "is_anew"), [(BACK_MAX, True), (BACK_MAX - 1, False), (0, False), (-30, False)])
def test_kumalak_that_come_back_in_numbers_belong_to_another_game(back: int, is_anew: bool) -> None:
    assert is_set_up_anew(SEEN, lying(60), lying(60 + back)) is is_anew


def test_at_a_desync_what_is_seen_counts() -> None:
    position = lying(60)
    for each, is_anew in ((9, True), (5, False)):
        seen = {"white": (each,) * 9, "black": (each,) * 9}
        assert is_set_up_anew(Desync(t=9.0, n=0, position=position, seen=seen), position, position) is is_anew


def test_what_is_withdrawn_was_never_on_the_board() -> None:
    assert not is_set_up_anew(Retract(t=9.0, n=1), lying(60), lying(162))
