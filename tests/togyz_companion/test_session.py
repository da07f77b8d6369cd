"""A recording from an open source: what its game is called, and what a source that fell short means."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import cv2
import numpy as np
import pytest

from board_io.game_folder import GameExistsError
from board_io.images import ImagesSource
from calibration.errors import NotABoardError
from togyz_companion.board_setup import GIVE_UP_S, BoardOptions, find_board_in
from togyz_companion.session import SessionOptions, game_folder, game_id, record_source
from vision.frame import Frame

MORNING, EVENING = datetime(2026, 11, 30, 9, 5, 7, tzinfo=UTC), datetime(2026, 11, 30, 19, 0, tzinfo=UTC)
HASH = "1c9e2f0a77b04d55aa00"


def test_a_film_s_game_is_named_by_its_content_and_start_alone() -> None:
    assert game_id(HASH, 0.4664, MORNING) == game_id(HASH, 0.4664, EVENING) == "1c9e2f0a77b0-0000466"
    assert game_id(HASH, 0.5, MORNING) != game_id(HASH, 0.4664, MORNING)
    assert game_id(HASH[::-1], 0.4664, MORNING) != game_id(HASH, 0.4664, MORNING)


def test_a_live_game_is_named_by_the_clock_on_the_wall() -> None:
    assert game_id(None, 0.4664, MORNING) == "20261130-090507"
    assert game_id(None, 0.4664, EVENING) == "20261130-190000"


def test_live_games_of_the_same_second_have_a_folder_each(tmp_path: Path) -> None:
    for name in ("20261130-090507", "20261130-090507-2", "20261130-090507-3"):
        with game_folder(tmp_path, None, 0.5, MORNING) as folder:
            assert folder.path == tmp_path / name
    with game_folder(tmp_path, HASH, 0.5, MORNING), pytest.raises(GameExistsError):
        game_folder(tmp_path, HASH, 0.5, MORNING)
    assert len(list(tmp_path.iterdir())) == 4


class Watched:
    """Black frames, a fifth of a second apart, that know how many were taken."""

    def __init__(self, seconds: float) -> None:
        self.taken = 0
        self._frames = round(5 * seconds)

    def __iter__(self) -> Iterator[Frame]:
        for seq in range(self._frames):
            self.taken += 1
            yield Frame(np.zeros((90, 160, 3), np.uint8), seq * 200_000_000, seq, "watched")


def test_a_board_is_looked_for_a_while_and_then_given_up(caplog: pytest.LogCaptureFixture) -> None:
    frames = Watched(seconds=2 * GIVE_UP_S)
    with pytest.raises(NotABoardError, match="markers"):
        find_board_in(iter(frames), BoardOptions())
    assert frames.taken == 5 * GIVE_UP_S + 1
    assert caplog.text == ""


def test_before_a_camera_it_is_waited_for_and_why_is_told_once(caplog: pytest.LogCaptureFixture) -> None:
    frames = Watched(seconds=2 * GIVE_UP_S)
    with pytest.raises(NotABoardError, match="markers"):
        find_board_in(iter(frames), BoardOptions(), is_live=True)
    assert frames.taken == 5 * 2 * GIVE_UP_S
    assert caplog.text.count("waiting for the board: where the board lies is not known") == 1


def test_pictures_left_out_are_no_loss(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "1.png"), np.zeros((90, 160, 3), np.uint8))
    (tmp_path / "2.png").write_bytes(b"not a picture")
    options = SessionOptions(board=BoardOptions(), out=tmp_path / "games")
    with ImagesSource(str(tmp_path), fps=2.0) as source, pytest.raises(NotABoardError, match="markers"):
        record_source(source, options, opened_at=MORNING)
    assert source.problem is not None
    assert not options.out.exists()
