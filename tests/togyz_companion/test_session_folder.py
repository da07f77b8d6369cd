"""What a recorded game is called, and which folder and session go on."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from board_io.game_folder import GameExistsError, NoGameError
from calibration.errors import CalibrationError
from tests import drawn
from togyz_companion.session_folder import check_same_side, game_folder, game_id, last_live_game

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
    calibration = replace(drawn.calibration(), white_known=is_known)
    refusal = nullcontext() if is_same else pytest.raises(CalibrationError, match="with which the game was begun")
    with refusal:
        check_same_side({"white_known": was_known, "white_side": was_at}, calibration)
