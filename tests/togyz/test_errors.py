from __future__ import annotations

import pickle

from togyz.errors import IllegalMoveError, RecordError
from togyz.position import Position


def test_the_message_names_ply_and_position() -> None:
    error = IllegalMoveError("otau 3 is empty", "3", Position.start(), 12)
    assert str(error) == f"ply 12: otau 3 is empty (position {Position.start()})"
    assert str(RecordError("rules is missing", "rules")) == "rules is missing"


def test_an_error_survives_the_way_to_another_process() -> None:
    error = IllegalMoveError("otau 3 is empty", "3", Position.start(), 12)
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is IllegalMoveError
    assert (str(copy), copy.text, copy.position, copy.ply_n) == (str(error), "3", Position.start(), 12)
