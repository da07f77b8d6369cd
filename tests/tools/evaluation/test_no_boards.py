"""Things that are no boards."""

from __future__ import annotations

import numpy as np

from tools.evaluation.no_boards import some_no_boards


def test_they_are_many_things_and_always_the_same() -> None:
    once, again = some_no_boards(8), some_no_boards(8)
    assert len({what for what, _ in once}) == 7
    assert all(np.array_equal(one[1], other[1]) for one, other in zip(once, again, strict=True))
    assert not np.array_equal(once[0][1], once[7][1])
    assert once[0][1].shape == (720, 1280, 3)
