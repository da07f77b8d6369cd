"""What feeds, displays and people are told."""

from __future__ import annotations

import json

import pytest

from board_io.display.frame import DisplayFrame
from board_io.feed import GameStanding
from tests.togyz.games import ply_seen
from tests.togyz_companion.scripted import played
from togyz import events
from togyz.board import Side
from togyz.clock import TimeControl
from togyz.game import Game
from togyz.gameclock import GameClock
from togyz.outcome import Reason
from togyz.position import Position
from togyz.record import Status
from togyz.replay import from_game
from togyz_companion.messages.telling import Teller
from togyz_companion.news import News
from togyz_companion.sinks import display_frame, end_sink, feed_sink, json_sink, text_sink

GAME = played(7, 5, 6)
PLY = ply_seen(t=4.0, t_rest=2.5, confidence=0.9876)


def test_a_feed_is_told_how_the_board_stands() -> None:
    told: list[GameStanding] = []
    record = from_game(GAME)
    clock = GameClock.start(TimeControl.from_string("5+3"), 0.0, Side.WHITE)
    feed_sink(told.append)(News(PLY, record, "playing", "5ea1", clock))
    assert told == [GameStanding(record, "playing", head="5ea1", clock=clock.to_dict(PLY.t))]


def test_a_display_shows_kazans_side_and_names() -> None:
    record = from_game(Game(headers={"White": "Aigerim"}).play(7))
    assert display_frame(News(PLY, record, "playing")) == DisplayFrame((10, 0), Side.BLACK, ("Aigerim", ""))


def test_after_the_end_a_display_shows_what_was_swept_too() -> None:
    last = Position((0,) * 9 + (2, 0, 0, 0, 0, 0, 0, 0, 0), (70, 90), (None, None), Side.WHITE)
    record = from_game(Game(start=last).end("0-1", Reason.ATSYRAU))
    assert display_frame(News(PLY, record, "over")) == DisplayFrame((70, 92), None, result="0-1", status="over")


@pytest.mark.parametrize(("status", "white_s"), [("playing", 293.0), ("paused", 296.0)])
def test_a_display_shows_the_clock_which_goes_on_while_the_game_does(status: Status, white_s: float) -> None:
    clock = GameClock.start(TimeControl.from_string("5+3"), 0.0, Side.WHITE)
    frame = display_frame(News(PLY, from_game(Game()), status, clock=clock))
    assert frame.clock is not None
    assert frame.clock.remaining_s == (296.0, 300.0)
    later = frame.after(3.0).clock
    assert later is not None
    assert later.remaining_s == (white_s, 300.0)


def test_json_is_one_line_an_event() -> None:
    lines: list[str] = []
    json_sink(lines.append)(News(PLY, from_game(GAME), "playing"))
    assert [json.loads(line) for line in lines] == [PLY.to_dict()]


def test_people_read_sentences_of_what_concerns_them() -> None:
    lines: list[str] = []
    tell = text_sink(lines.append, Teller())
    for event in (
        PLY,
        events.Confirmed(t=5.0, n=1, confidence=1.0),
        events.Lost(t=6.0, why="source", detail="camera 0 broke off"),
    ):
        tell(News(event, from_game(GAME), "playing"))
    assert lines == ["  1. white 76   98.8%", "     lost: the camera or the film broke off (camera 0 broke off)"]


def test_who_looks_at_a_page_is_told_elsewhere_only_where_the_record_lies() -> None:
    lines: list[str] = []
    tell = end_sink(lines.append, Teller())
    for event in (PLY, events.Finished(t=9.0, path="my games/6f1d/game.json")):
        tell(News(event, from_game(GAME), "paused"))
    (line,) = lines
    assert "my games/6f1d/game.json" in line
    assert "togyz export 'my games/6f1d' --to pdf" in line


def test_that_a_camera_trembles_is_said_once_and_each_motion_again_when_it_stood_still() -> None:
    lines: list[str] = []
    tell = text_sink(lines.append, Teller())
    for t in (1.0, 5.0, 9.0, 13.0, 20.0, 80.0):
        tell(News(events.Drift(t=t, px=8.0, deg=0.0), from_game(GAME), "playing"))
    moved = "     the board or the camera moved by 8 px"
    assert lines == [moved, moved, "     the board or the camera does not stand still: fix it", moved]
