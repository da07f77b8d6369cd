"""A film with errors and disturbances, joined in the middle of its game: every error is found and named."""

from __future__ import annotations

from pathlib import Path

import pytest

from board_io.source import open_source
from togyz.board import Side
from togyz.events import Alert, Desync, Event
from togyz_companion.beginning import BeginningOptions
from togyz_companion.board_setup import BoardOptions, find_board
from togyz_companion.session import SessionOptions, record_source
from tools.evaluation.films import OPENED_AT
from tools.evaluation.truth import load_game, read_film_truth

CODES = ["skipped_otau", "source_left_empty", "moved_twice", "captured_odd", "unexplained", "tuzdyk_illegal"]


@pytest.mark.slow
@pytest.mark.timeout(480)
@pytest.mark.shared
def test_errors_are_found_and_named_in_a_game_that_is_joined(shared: Path, tmp_path: Path) -> None:
    """The film ends with the start position, of which the calibration is made."""
    game = load_game(shared, "sd2_box")
    film = shared / "data" / "films" / "sd2_box.mp4"
    calibration = find_board(game.image(game.frames("settled")[-1]), BoardOptions(corners_px=game.corners_px))
    file = tmp_path / "calibration.json"
    file.write_bytes(calibration.to_json())
    events: list[Event] = []
    with open_source(str(film)) as source:
        recording = record_source(
            source,
            SessionOptions(
                board=BoardOptions(calibration=file),
                out=tmp_path / "games",
                beginning=BeginningOptions(start="seen", to_move=Side.WHITE),
            ),
            sinks=[lambda news: events.append(news.event)],
            opened_at=OPENED_AT,
        ).games[0]
    assert [event.code for event in events if isinstance(event, Alert)] == CODES
    assert not any(isinstance(event, Desync) for event in events)
    assert recording.shortcoming is None
    played = [(move["side"], move["pit"]) for move in game.truth["moves"]]
    assert [(ply.side.value, ply.otau) for ply in recording.record.plies] == played
    start, begun = read_film_truth(film)["start"], recording.record.start.to_dict()
    assert {name: begun[name] for name in ("white", "black", "kazan", "tuzdyk")} == {
        name: start[name] for name in ("white", "black", "kazan", "tuzdyk")
    }
