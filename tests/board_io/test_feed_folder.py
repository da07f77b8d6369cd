"""A feed's folder, as those find it who poll it."""

from __future__ import annotations

import json
import logging
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from board_io import feed_folder
from board_io.claim import Claim
from board_io.errors import WriteError
from board_io.feed import GameStanding
from board_io.feed_files import FEED_FILE
from board_io.feed_folder import FeedError, FeedFolder
from tests.fakes import full_disk
from tests.togyz_companion.scripted import played
from togyz.gametext import read_games
from togyz.outcome import Reason
from togyz.record import Status
from togyz.replay import from_game

HEADERS = {"White": "Айгерім", "Black": "Болат", "WhiteTeam": "Алматы", "Event": "Кубок", "Site": "Астана"}


def standing(*otaus: int, status: Status = "playing", **headers: str | float) -> GameStanding:
    game = played(*otaus)
    return GameStanding(from_game(type(game)(headers={**HEADERS, **headers}, plies=game.plies)), status, head="5ea1")


@pytest.fixture
def feed(tmp_path: Path) -> Iterator[FeedFolder]:
    with FeedFolder(tmp_path / "feed") as feed:
        yield feed


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "feed"


def told(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def test_a_board_is_told_whole_by_itself_and_as_the_newest(feed: FeedFolder, folder: Path) -> None:
    one = standing(7, 5)
    assert feed.publish(one) == 1
    for path in ("state.json", "round-1/game-1.json"):
        assert told(folder / path) == {"schema": 1, "rev": 1, **one.state()}


def test_a_round_keeps_its_date_where_a_board_does_not_say_it(feed: FeedFolder, folder: Path) -> None:
    feed.publish(standing(7, Date="2026.11.30"))
    with FeedFolder(folder) as other:
        other.publish(standing(7, Board="2"))
        assert told(folder / "round-1/index.json")["date"] == "2026.11.30"
        other.publish(standing(7, Board="2", Date="2026.12.01"))
    assert told(folder / "round-1/index.json")["date"] == "2026.12.01"


def test_a_game_that_moves_to_another_round_leaves_its_date_there(feed: FeedFolder, folder: Path) -> None:
    feed.publish(standing(7, Date="2026.11.30"))
    feed.publish(standing(7, Round="2", Date="2026.12.01"))
    assert [told(folder / f"round-{one}/index.json")["date"] for one in (1, 2)] == ["2026.11.30", "2026.12.01"]


def test_a_round_and_the_tournament_are_listed(feed: FeedFolder, folder: Path) -> None:
    feed.publish(standing(7, Round="2", Board="3"))
    game = told(folder / "round-2/index.json")
    assert game["pairings"] == [
        {
            "board": 3,
            "white": {"name": "Айгерім", "team": "Алматы"},
            "black": {"name": "Болат", "team": ""},
            "result": "*",
            "live": True,
            "status": "playing",
            "standing": "playing",
            "ended": False,
            "kazan": {"white": 10, "black": 0},
            "plies": 1,
        }
    ]
    tournament = told(folder / "tournament.json")
    assert (tournament["name"], tournament["location"]) == ("Кубок", "Астана")
    assert tournament["rounds"] == [{"count": 0, "live": 0}, {"count": 1, "live": 1}]


def test_several_programs_tell_of_a_board_each(folder: Path) -> None:
    with FeedFolder(folder) as first, FeedFolder(folder) as second:
        revisions = [
            first.publish(standing(7, Board="1")),
            second.publish(standing(8, 8, Board="2")),
            first.publish(standing(7, 5, Board="1")),
        ]
    assert revisions == [1, 2, 3]
    assert [one["plies"] for one in told(folder / "round-1/index.json")["pairings"]] == [2, 2]
    assert told(folder / "round-1/game-1.json")["rev"] == 2
    for form in ("pgn", "tgk"):
        texts = [folder / f"games.{form}", folder / f"round-1/games.{form}"]
        for path in texts:
            games = read_games(path.read_text(encoding="utf-8"))
            assert [[ply.otau_no for ply in one.game.plies] for one in games] == [[7, 5], [8, 8]]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no such locks")
def test_one_board_has_one_program(folder: Path) -> None:
    with FeedFolder(folder) as second:
        with FeedFolder(folder) as first:
            first.publish(standing(7))
            with pytest.raises(FeedError, match="give each board a number of its own"):
                second.publish(standing(8))
        assert second.publish(standing(8)) == 2


@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no such locks")
def test_a_folder_that_is_held_for_long_is_given_up(
    feed: FeedFolder, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed_folder, "_TURN_S", 0)
    with Claim(folder), pytest.raises(FeedError, match="does not let go"):
        feed.publish(standing(7))
    assert feed.publish(standing(7)) == 1


def test_the_next_game_at_a_board_takes_its_place(feed: FeedFolder, folder: Path) -> None:
    feed.publish(standing(7, 5))
    feed.publish(standing(8, White="Серік"))
    assert told(folder / "round-1/game-1.json")["rev"] == 2
    (pairing,) = told(folder / "round-1/index.json")["pairings"]
    assert (pairing["white"]["name"], pairing["plies"]) == ("Серік", 1)


def test_a_game_whose_board_is_said_anew_goes_with_it(feed: FeedFolder, folder: Path) -> None:
    feed.publish(standing(7))
    feed.publish(standing(7, 5, Board="4"))
    assert [one["board"] for one in told(folder / "round-1/index.json")["pairings"]] == [4]
    assert told(folder / "tournament.json")["rounds"] == [{"count": 1, "live": 1}]
    assert not list(folder.rglob("game-1.*"))


@pytest.mark.parametrize("status", ["paused", "over"])
def test_a_game_that_rests_goes_with_its_board_and_the_next_one_leaves_it(
    feed: FeedFolder, folder: Path, status: Status
) -> None:
    feed.publish(standing(7, status=status, game_start_t=3.5))
    feed.publish(standing(7, status=status, game_start_t=3.5, Board="4"))
    assert [one["board"] for one in told(folder / "round-1/index.json")["pairings"]] == [4]
    feed.publish(standing(status="waiting", Board="5"))
    assert [one["board"] for one in told(folder / "round-1/index.json")["pairings"]] == [4, 5]
    feed.publish(standing(8, game_start_t=90.0, Board="6"))
    assert [one["board"] for one in told(folder / "round-1/index.json")["pairings"]] == [4, 6]


def test_a_paused_game_of_unknown_beginning_goes_with_its_board(feed: FeedFolder, folder: Path) -> None:
    feed.publish(standing(7, status="paused"))
    feed.publish(standing(7, 5, Board="4"))
    assert [one["board"] for one in told(folder / "round-1/index.json")["pairings"]] == [4]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no such locks")
def test_a_game_goes_with_its_board_as_soon_as_that_is_free(feed: FeedFolder, folder: Path) -> None:
    feed.publish(standing(7))
    with FeedFolder(folder) as other:
        other.publish(standing(8, Board="2"))
        with pytest.raises(FeedError):
            feed.publish(standing(7, 5, Board="2"))
        with pytest.raises(FeedError):
            other.publish(standing(8, Board="1"))
    feed.publish(standing(7, 5, Board="2"))
    assert [(one["board"], one["plies"]) for one in told(folder / "round-1/index.json")["pairings"]] == [(2, 2)]


def test_a_game_that_has_ended_stays_when_the_next_round_begins(feed: FeedFolder, folder: Path) -> None:
    feed.publish(standing(7, status="over"))
    feed.publish(standing(Round="2"))
    assert told(folder / "tournament.json")["rounds"] == [{"count": 1, "live": 0}, {"count": 1, "live": 1}]


def test_a_game_that_has_ended_is_live_no_more(feed: FeedFolder, folder: Path) -> None:
    ended = GameStanding(from_game(played(7).end("1-0", Reason.RESIGNED)), "over")
    feed.publish(ended)
    (pairing,) = told(folder / "round-1/index.json")["pairings"]
    assert (pairing["result"], pairing["live"]) == ("1-0", False)
    assert told(folder / "tournament.json")["rounds"] == [{"count": 1, "live": 0}]


def test_revisions_rise_over_restarts(folder: Path) -> None:
    revisions = []
    for _ in range(2):
        with FeedFolder(folder) as feed:
            revisions += [feed.publish(standing(7)) for _ in range(2)]
    assert revisions == [1, 2, 3, 4]
    assert told(folder / "round-1/game-1.json")["rev"] == 4


def test_what_stays_is_not_written_anew(feed: FeedFolder, folder: Path) -> None:
    paths = [folder / "tournament.json", folder / "games.pgn", folder / "round-1/index.json"]
    feed.publish(standing(7))
    before = [path.stat().st_ino for path in paths]
    feed.publish(standing(7))
    assert [path.stat().st_ino for path in paths] == before
    feed.publish(standing(7, 5))
    assert paths[1].stat().st_ino != before[1]


def test_every_file_is_one_that_may_be_served(feed: FeedFolder, folder: Path) -> None:
    feed.publish(standing(7, Round="12", Board="999"))
    written = [path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()]
    assert len(written) == 10
    assert all(FEED_FILE.fullmatch(path) for path in written)


@pytest.mark.parametrize(
    "path", ["round-1/.game-1/x", "round-0/index.json", "round-1/../state.json", ".state.json.tmp"]
)
def test_nothing_else_may_be_served(path: str) -> None:
    assert not FEED_FILE.fullmatch(path)


def test_a_state_that_could_not_be_written_uses_up_no_revision(feed: FeedFolder, folder: Path) -> None:
    feed.publish(standing(7))
    with full_disk(100), pytest.raises(WriteError):
        feed.publish(standing(7, 5))
    assert told(folder / "state.json")["rev"] == 1
    assert feed.publish(standing(7, 5)) == 2


def test_a_folder_that_was_taken_away_is_made_anew(feed: FeedFolder, folder: Path) -> None:
    feed.publish(standing(7))
    shutil.rmtree(folder)
    feed.publish(standing(7, 5))
    assert len(told(folder / "state.json")["plies"]) == 2


def test_a_game_that_somebody_spoilt_is_left_out_of_the_list(folder: Path) -> None:
    with FeedFolder(folder) as feed:
        feed.publish(standing(7, Board="2"))
        (folder / "round-1/game-2.json").write_text("<html>")
        feed.publish(standing(7, Board="1"))
    assert [one["board"] for one in told(folder / "round-1/index.json")["pairings"]] == [1]


HALVES = ["", "\0" * 500, '{"sch', '{"schema":1,"rev":7', '{"schema":1,"rev":7,"status":"pla\0\0\0']


@pytest.mark.parametrize("half", HALVES)
@pytest.mark.parametrize(
    ("path", "revs"), [("round-1/game-1.json", (4, 4)), ("state.json", (3, 3))], ids=["a game", "the newest"]
)
def test_what_a_power_cut_left_half_is_made_anew(
    folder: Path, half: str, path: str, revs: tuple[int, int], caplog: pytest.LogCaptureFixture
) -> None:
    with FeedFolder(folder) as feed:
        for board in "211":
            feed.publish(standing(7, Board=board))
    (folder / path).write_text(half)
    with FeedFolder(folder) as feed, caplog.at_level(logging.WARNING):
        for _ in range(2):
            feed.publish(standing(7, 5))
    assert [told(folder / one)["rev"] - 1 for one in ("round-1/game-1.json", "state.json")] == list(revs)
    assert len([one for one in caplog.messages if "half written" in one]) == 1


def test_a_feed_goes_on_after_a_power_cut_that_left_nothing(folder: Path) -> None:
    folder.mkdir()
    (folder / "state.json").touch()
    with FeedFolder(folder) as feed:
        assert feed.publish(standing(7)) == 1


@pytest.mark.parametrize("path", ["round-1/game-2.pgn", "round-1/game-2.tgk"])
def test_moves_that_are_no_text_go_on_as_they_are(feed: FeedFolder, folder: Path, path: str) -> None:
    with FeedFolder(folder) as other:
        other.publish(standing(7, Board="2"))
    (folder / path).write_bytes(b"\xff\xfe")
    feed.publish(standing(8))
    assert b"\xff\xfe" in (folder / f"games{path[-4:]}").read_bytes()


def test_what_only_has_the_name_of_a_round_or_a_game_is_no_ones_business(feed: FeedFolder, folder: Path) -> None:
    feed.publish(standing(7))
    (folder / "round-5").write_text("a file")
    (folder / "round-4").symlink_to(folder / "nowhere")
    (folder / "round-1/game-2.json").mkdir()
    if hasattr(os, "mkfifo"):
        os.mkfifo(folder / "round-1/game-3.json")
    feed.publish(standing(7, 5))
    assert told(folder / "tournament.json")["rounds"] == [{"count": 1, "live": 1}]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no such pipes")
@pytest.mark.parametrize("path", ["state.json", "games.pgn", "round-1/game-1.json", "round-1/index.json"])
def test_a_pipe_in_the_way_is_said_and_not_written_to(feed: FeedFolder, folder: Path, path: str) -> None:
    (folder / "round-1").mkdir()
    os.mkfifo(folder / path)
    with pytest.raises(FeedError, match="move it away"):
        feed.publish(standing(7))


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        '{"schema":1,"rev":"7"}',
        '{"schema":1,"rev":-7}',
        '{"schema":1,"rev":9007199254740992}',
        "<html>",
        "[]",
        '{"x":' * 100_000,
    ],
)
def test_a_file_of_another_kind_is_not_overwritten(tmp_path: Path, text: str) -> None:
    (tmp_path / "state.json").write_text(text)
    with pytest.raises(FeedError, match="choose another folder") as caught:
        FeedFolder(tmp_path)
    assert caught.value.path == tmp_path / "state.json"
    assert (tmp_path / "state.json").read_text() == text


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "feed").write_text("a file")
    with pytest.raises(WriteError):
        FeedFolder(tmp_path / "feed")
