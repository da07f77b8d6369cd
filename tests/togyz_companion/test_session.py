"""A recording from an open source: what its game is called, and what a source that fell short means."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import cv2
import numpy as np
import pytest

from board_io.errors import WriteError
from board_io.game_folder import GameExistsError, NoGameError
from board_io.images import ImagesSource
from board_io.outage import Fault, Moment, Outage
from calibration.errors import CalibrationError, NotABoardError
from calibration.model import Calibration
from togyz_companion.board_setup import GIVE_UP_S, BoardOptions, find_board_in, pictures
from togyz_companion.session import (
    SessionOptions,
    check_same_side,
    game_folder,
    game_id,
    last_live_game,
    record_source,
)
from vision.frame import Frame

MORNING, EVENING = datetime(2026, 11, 30, 9, 5, 7, tzinfo=UTC), datetime(2026, 11, 30, 19, 0, tzinfo=UTC)
HASH = "1c9e2f0a77b04d55aa00"
SESSION = '{"session":1}'


def test_a_film_s_game_is_named_by_its_content_and_start_alone() -> None:
    assert game_id(HASH, 0.4664, MORNING) == game_id(HASH, 0.4664, EVENING) == "1c9e2f0a77b0-0000466"
    assert game_id(HASH, 0.5, MORNING) != game_id(HASH, 0.4664, MORNING)
    assert game_id(HASH[::-1], 0.4664, MORNING) != game_id(HASH, 0.4664, MORNING)


def test_a_live_game_is_named_by_the_clock_on_the_wall() -> None:
    assert game_id(None, 0.4664, MORNING) == "20261130-090507"
    assert game_id(None, 0.4664, EVENING) == "20261130-190000"


def test_live_games_of_the_same_second_have_a_folder_each(tmp_path: Path) -> None:
    for name in ("20261130-090507", "20261130-090507-2", "20261130-090507-3"):
        with game_folder(tmp_path, "20261130-090507", SESSION, if_there="number") as folder:
            assert folder.path == tmp_path / name
    assert len(list(tmp_path.iterdir())) == 3


def test_a_film_s_game_is_refused_or_resumed_where_there_is_one(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with game_folder(tmp_path, "game", SESSION, if_there="resume") as folder:
        folder.append_event("one")
    assert "nothing of this film to resume" in caplog.text
    caplog.clear()
    with pytest.raises(GameExistsError):
        game_folder(tmp_path, "game", SESSION, if_there="refuse")
    with game_folder(tmp_path, "game", SESSION, if_there="resume") as folder:
        assert [row.text for row in folder.rows] == [SESSION, "one"]
    assert caplog.text == ""


def test_the_last_live_game_is_the_one_to_resume(tmp_path: Path) -> None:
    with pytest.raises(NoGameError):
        last_live_game(tmp_path)
    for name in ("20261130-090507", "1c9e2f0a77b0-0000466", "20261130-190000", "20261129-090507"):
        game_folder(tmp_path, name, SESSION, if_there="refuse").close()
    (tmp_path / "20261201-090507").mkdir()
    assert last_live_game(tmp_path) == tmp_path / "20261130-190000"
    assert last_live_game(tmp_path / "20261129-090507") == tmp_path / "20261129-090507"


@pytest.mark.parametrize(
    ("was_known", "is_known", "was_at", "is_same"),
    [
        (True, True, "top", True),
        (False, False, "bottom", True),
        (False, True, "top", False),
        (True, False, "top", False),
    ],
)
def test_the_boxes_must_be_numbered_as_they_were(was_known: bool, is_known: bool, was_at: str, is_same: bool) -> None:
    calibration = cast("Calibration", SimpleNamespace(white_known=is_known, white_side="bottom"))
    refusal = nullcontext() if is_same else pytest.raises(CalibrationError, match="with which the game was begun")
    with refusal:
        check_same_side({"white_known": was_known, "white_side": was_at}, calibration)


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
    with pytest.raises(NotABoardError, match="board"):
        find_board_in(iter(frames), BoardOptions())
    assert frames.taken == 5 * GIVE_UP_S + 1
    assert caplog.text == ""


def test_before_a_camera_it_is_waited_for_and_why_is_told_once(caplog: pytest.LogCaptureFixture) -> None:
    frames = Watched(seconds=2 * GIVE_UP_S)
    with pytest.raises(NotABoardError, match="board"):
        find_board_in(iter(frames), BoardOptions(), is_live=True)
    assert frames.taken == 5 * 2 * GIVE_UP_S
    assert caplog.text.count("waiting for the board: the picture is too dark") == 1


def test_pictures_left_out_are_no_loss(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "1.png"), np.zeros((90, 160, 3), np.uint8))
    (tmp_path / "2.png").write_bytes(b"not a picture")
    options = SessionOptions(board=BoardOptions(), out=tmp_path / "games")
    with ImagesSource(str(tmp_path), fps=2.0) as source, pytest.raises(NotABoardError, match="board"):
        record_source(source, options, opened_at=MORNING)
    assert source.problem is not None
    assert not options.out.exists()


def test_where_nothing_can_be_written_it_is_told_before_a_board_is_looked_for(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "1.png"), np.zeros((90, 160, 3), np.uint8))
    (tmp_path / "games").touch()
    options = SessionOptions(board=BoardOptions(), out=tmp_path / "games")
    with ImagesSource(str(tmp_path), fps=2.0) as source, pytest.raises(WriteError, match="games cannot be written"):
        record_source(source, options, opened_at=MORNING)


def test_outages_are_warned_of_once_while_the_board_is_looked_for(caplog: pytest.LogCaptureFixture) -> None:
    def moments() -> Iterator[Moment]:
        for seq, fault in enumerate(cast("list[Fault]", ["silent", "silent", "gone"])):
            yield Outage(t_ns=seq, since_ns=0, fault=fault, detail=f"0 is {fault}")
        yield from Watched(seconds=0.2)

    assert [frame.seq for frame in pictures(moments())] == [0]
    assert caplog.messages == ["0 is silent", "0 is gone"]
