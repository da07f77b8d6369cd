"""Before a game: a position that nobody knows is begun in when two looks agree on it."""

from __future__ import annotations

import numpy as np
import pytest

from board_io.outage import Outage
from board_io.source import open_source
from togyz.saying import Saying
from togyz_companion.beginning import BeginningOptions
from togyz_companion.board_setup import BoardOptions, find_board
from togyz_companion.live.aim import aimed
from togyz_companion.live.aiming import Aiming
from togyz_companion.obstacle import Obstacle
from togyz_companion.samples import sample
from vision.frame import Frame

SOWN_S = 4.5
"""The first ply of the film has been played, and the board is at rest."""


@pytest.fixture(scope="module")
def frames() -> dict[float, Frame]:
    """Of the film's first seconds, by their source times to a tenth of a second."""
    with open_source(str(sample().film)) as film:
        found: dict[float, Frame] = {}
        for frame in film:
            if isinstance(frame, Outage) or frame.t_s > SOWN_S + 2:
                break
            found.setdefault(round(frame.t_s, 1), frame)
        return found


@pytest.fixture(scope="module")
def board(frames: dict[float, Frame], tmp_path_factory: pytest.TempPathFactory) -> BoardOptions:
    """A board that is known, so that a look is quick."""
    path = tmp_path_factory.mktemp("board") / "board.json"
    found = find_board(frames[0.0].image_bgr, BoardOptions(corners_px=sample().corners_px))
    path.write_bytes(found.to_json())
    return BoardOptions(calibration=path)


def test_the_start_position_is_begun_in_at_once(frames: dict[float, Frame], board: BoardOptions) -> None:
    one = Aiming(board, BeginningOptions())
    one.look(frames[0.0])
    assert (one.is_settled, one.is_too_soon(0.1)) == (True, False)


def test_what_nobody_knows_is_begun_in_when_it_is_seen_twice(frames: dict[float, Frame], board: BoardOptions) -> None:
    one = Aiming(board, BeginningOptions(start="seen"))
    assert not one.is_settled
    for t_s, is_settled in ((0.0, False), (0.5, False), (1.0, True), (SOWN_S, False), (SOWN_S + 1, True)):
        one.look(frames[t_s])
        assert one.is_settled is is_settled, t_s
    assert one.is_too_soon(SOWN_S + 1.5)
    assert not one.is_too_soon(SOWN_S + 2.1)


def test_what_fails_in_a_look_is_a_hint() -> None:
    picture = np.zeros((360, 640, 3), np.complex64)  # nothing that a camera gives
    hint = aimed(picture, BoardOptions()).hint  # type: ignore[arg-type]
    assert isinstance(hint, Saying)
    assert hint.said is Obstacle.LOOK_FAILED
    dark = aimed(np.zeros((360, 640, 3), np.uint8), BoardOptions()).hint
    assert dark is not None
    assert "dark" in dark
