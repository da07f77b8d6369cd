"""Pages of a feed's folder, served for real on the loopback interface."""

from __future__ import annotations

import json
import os
import socket
import time
from collections.abc import Iterator
from http.client import HTTPResponse
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from board_io.feed import GameStanding, RoundBoard
from board_io.feed_files import mark_of
from tests.fakes import wait_until
from tests.togyz_companion.web.conftest import Hall
from tests.togyz_companion.web.test_page import next_event, opened
from togyz.game import Game
from togyz.replay import from_game
from togyz_companion.web.follower import SILENT_S, FeedFollower
from togyz_companion.web.server import Address, WebServerError, public_pages


def standing(*otaus: int, round_no: int = 1, board_no: int = 1) -> GameStanding:
    game = Game(headers={"Round": str(round_no), "Board": str(board_no), "White": f"w{board_no}"})
    for otau in otaus:
        game = game.play(otau)
    return GameStanding(from_game(game), "playing")


@pytest.fixture
def feed(tmp_path: Path) -> Iterator[Hall]:
    with Hall(tmp_path) as feed:
        yield feed


@pytest.fixture
def url(tmp_path: Path, feed: Hall) -> Iterator[str]:
    feed.publish(standing(7, board_no=2))
    feed.publish(standing(7, 5))
    with public_pages(tmp_path, Address()) as url:
        yield url


def get(url: str, **headers: str) -> tuple[HTTPResponse, str]:
    with opened(url, **headers) as response:
        return response, response.read().decode()


def refusal(url: str, **options: Any) -> int:
    with pytest.raises(HTTPError) as refused:
        urlopen(Request(url, **options), timeout=10)
    refused.value.close()
    return refused.value.code


def plies(url: str) -> int:
    return len(json.loads(get(url)[1])["plies"])


def test_each_board_has_its_state_and_the_newest_needs_no_number(url: str) -> None:
    assert [plies(f"{url}state.json{asked}") for asked in ("", "?board=2", "?board=1&round=1")] == [2, 1, 2]


@pytest.mark.parametrize(
    "asked",
    ["?board=3", "?board=", "?board=-1", "?board=x", "?board=%C2%B2", "?round=9&board=1", f"?board={'9' * 5000}"],
)
def test_a_board_that_is_not_there_is_not_found(url: str, asked: str) -> None:
    assert refusal(f"{url}state.json{asked}") == 404
    assert refusal(f"{url}events{asked}") == 404


@pytest.mark.parametrize(
    ("path", "says"),
    [("state.json?board=3&lang=ru", "такой доски пока нет"), ("nosuch.json?lang=kk", "ондай файл жоқ")],
)
def test_what_is_not_there_is_told_in_the_reader_s_language(url: str, path: str, says: str) -> None:
    with pytest.raises(HTTPError) as refused:
        get(url + path)
    with refused.value as answer:
        assert answer.read().decode() == says


def test_a_stream_follows_the_folder_and_into_the_next_round(url: str, feed: Hall) -> None:
    with opened(f"{url}events?board=2") as newest, opened(f"{url}events?board=2&round=1") as first:
        for stream in (newest, first):
            assert next_event(stream)["headers"] == {"Round": "1", "Board": "2", "White": "w2"}
        feed.publish(standing(8, 8, round_no=2, board_no=2))
        told = next_event(newest)
        assert (told["headers"]["Round"], len(told["plies"])) == ("2", 2)  # type: ignore[index, arg-type]
        feed.publish(standing(7, 5, round_no=1, board_no=2))
        assert len(next_event(first)["plies"]) == 2  # type: ignore[arg-type]


def test_the_list_of_boards_is_told_and_told_anew(url: str, feed: Hall) -> None:
    def boards(told: Any) -> list[tuple[int, list[int]]]:
        return [(one["round"], [game["board"] for game in one["pairings"]]) for one in told["rounds"]]

    with opened(f"{url}hall/events") as stream:
        assert boards(next_event(stream)) == [(1, [1, 2])]
        feed.publish(standing(7, round_no=2))
        told = next_event(stream)
        while boards(told) != [(2, [1]), (1, [1, 2])]:
            told = next_event(stream)


def test_the_page_is_a_list_where_there_are_several_boards(url: str) -> None:
    assert "/static/hall.js" in get(url)[1]
    assert "/static/page.js" in get(f"{url}?board=1")[1]


def test_one_board_alone_needs_no_list(tmp_path: Path) -> None:
    with Hall(tmp_path) as feed, public_pages(tmp_path, Address()) as url:
        assert "/static/page.js" in get(url)[1]
        assert refusal(f"{url}hall/events") == 404
        feed.publish(standing(7))
        wait_until(lambda: "/static/page.js" in get(url)[1] and plies(f"{url}state.json") == 1)


@pytest.mark.parametrize(
    "path",
    ["tournament.json", "games.pgn", "games.tgk", "round-1/index.json", "round-1/game-2.json", "round-1/games.tgk"],
)
def test_the_files_are_served_as_they_lie_there_and_once(url: str, tmp_path: Path, path: str) -> None:
    response, text = get(url + path)
    assert text == (tmp_path / path).read_text(encoding="utf-8")
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert refusal(url + path, headers={"If-None-Match": response.headers["ETag"]}) == 304


def test_nothing_else_of_the_folder_is_served(url: str, tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("secret")
    (tmp_path / "round-1" / "secret.json").write_text("{}")
    above = (
        "../secret.txt",
        "%2e%2e/secret.txt",
        "round-1/%2e%2e/%2e%2e/etc/passwd",
        "//etc/passwd",
        "round-1//index.json",
    )
    for path in ("secret.txt", "round-1/secret.json", "round-1/.game-1", "round-1", "round-1/", *above):
        assert refusal(url + path) == 404, path


def test_a_link_leads_nobody_out_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "feed" / "round-1").mkdir(parents=True)
    (tmp_path / "secret").write_text("secret")
    (tmp_path / "feed" / "round-1" / "games.pgn").symlink_to(tmp_path / "secret")
    (tmp_path / "feed" / "round-2").symlink_to(tmp_path)
    (tmp_path / "index.json").write_text("secret")
    with public_pages(tmp_path / "feed", Address()) as url:
        for path in ("round-1/games.pgn", "round-2/index.json"):
            assert refusal(url + path) == 404


def test_no_state_is_read_through_a_link_out_of_the_folder(tmp_path: Path) -> None:
    folder = tmp_path / "feed"
    with Hall(folder) as feed:
        feed.publish(standing(7))
        secret = (folder / "state.json").rename(tmp_path / "secret")
        (folder / "state.json").symlink_to(secret)
        (folder / "round-1" / "game-2.json").symlink_to(secret)
        (folder / "round-1" / "game-3.json").symlink_to(folder / "round-1" / "game-1.json")
        with FeedFollower(folder, poll_s=3600) as follower:
            assert [follower.board(1, board_no) is None for board_no in (1, 2, 3)] == [False, True, False]
            newest = follower.board(None, None)
            assert newest is not None
            assert newest.newest.rev == 0


def clutter(folder: Path, round_no: int) -> None:
    """Lays everything in a feed's folder that does not belong there."""
    (folder / f"round-{round_no}").mkdir()
    (folder / f"round-{round_no + 1}").write_text("a file")
    (folder / f"round-{round_no + 2}").symlink_to(folder / "nowhere")
    (folder / f"round-{round_no + 3}").symlink_to(f"round-{round_no + 3}")
    (folder / "round-1" / "game-20.json").write_bytes(b'{"rev":1,"status":"playing","headers":{"White":"\xff"}}')
    (folder / "round-1" / "game-21.json").write_bytes(b'{"rev":1,"status":"playing","headers":{},"x":"\xff"}')
    (folder / "round-1" / "game-22.json").mkdir()
    (folder / f"round-{round_no}" / "index.json").write_bytes(b'{"x":"\xff"}')
    if hasattr(os, "mkfifo"):
        os.mkfifo(folder / "round-1" / "game-9.json")
        os.mkfifo(folder / f"round-{round_no}" / "games.pgn")


@pytest.mark.parametrize("state", [b'{"rev":1,"status":"playing","headers":{},"x":"\xff"}', b"", b"<html>"])
def test_one_foreign_thing_in_the_folder_hides_no_board(tmp_path: Path, feed: Hall, state: bytes) -> None:
    feed.publish(standing(7))
    clutter(tmp_path, 3)
    (tmp_path / "state.json").write_bytes(state)
    with public_pages(tmp_path, Address()) as url:
        assert plies(f"{url}state.json?board=1") == 1
        for path in ("state.json?board=20", "state.json?board=21", "state.json?board=9", "round-3/games.pgn"):
            assert refusal(url + path) == 404, path


def test_a_foreign_thing_that_comes_later_hides_no_board(url: str, tmp_path: Path, feed: Hall) -> None:
    clutter(tmp_path, 3)
    feed.publish(standing(7, 5, 6))
    wait_until(lambda: plies(f"{url}state.json?board=1&round=1") == 3)


@pytest.mark.parametrize("path", ["", "state.json", "events", "tournament.json", "operator/orders"])
@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
def test_nobody_can_change_anything(url: str, path: str, method: str) -> None:
    assert refusal(url + path, method=method, data=b"{}") in (404, 405)


def test_a_stream_goes_on_where_it_broke_off(url: str, feed: Hall) -> None:
    with opened(f"{url}events") as stream:
        while not (line := stream.readline()).startswith(b"id: "):
            pass
    known = line.removeprefix(b"id: ").strip().decode()
    with opened(f"{url}events", **{"Last-Event-ID": known}) as stream:
        feed.publish(standing(7, 5, 6))
        assert len(next_event(stream)["plies"]) == 3, "what was known is not told again"  # type: ignore[arg-type]
    with opened(f"{url}events", **{"Last-Event-ID": known}) as stream:
        assert len(next_event(stream)["plies"]) == 3, "what is new is told at once"  # type: ignore[arg-type]


def test_a_server_that_was_started_anew_tells_how_it_stands(url: str, tmp_path: Path) -> None:
    with public_pages(tmp_path, Address()) as again, opened(f"{again}events?board=2") as stream:
        assert len(next_event(stream)["plies"]) == 1  # type: ignore[arg-type]


def test_a_file_that_somebody_spoilt_leaves_what_was_told(url: str, tmp_path: Path, feed: Hall) -> None:
    (tmp_path / "round-1" / "game-2.json").write_text('{"rev":')
    feed.publish(standing(7, 5, 6))
    wait_until(lambda: plies(f"{url}state.json?board=1") == 3)
    assert plies(f"{url}state.json?board=2") == 1


def test_a_recorder_that_is_heard_of_no_more_is_told_of(tmp_path: Path, feed: Hall) -> None:
    feed.publish(standing(7))
    mark, after_s = mark_of(tmp_path, RoundBoard(1, 1)), 0.0
    with FeedFollower(tmp_path, poll_s=3600, now_s=lambda: mark.stat().st_mtime + after_s) as follower:
        live = follower.board(None, 1)
        assert live is not None

        def is_heard() -> bool:
            follower.look()
            return live.is_heard

        after_s = SILENT_S - 0.1
        assert is_heard()
        after_s = SILENT_S + 0.1
        assert not is_heard()
        feed.publish(GameStanding(standing(7).record, "paused"))
        assert not is_heard(), "who pauses must be heard"
        feed.publish(GameStanding(standing(7).record, "paused", ended=True))
        assert is_heard(), "who has finished need not be heard"


def test_a_recorder_that_only_beats_is_heard_of(tmp_path: Path, feed: Hall) -> None:
    feed.publish(standing(7))
    mark = mark_of(tmp_path, RoundBoard(1, 1))
    os.utime(mark, (0, 0))
    now_s = mark.with_name("game-1.json").stat().st_mtime
    with FeedFollower(tmp_path, poll_s=3600, now_s=lambda: now_s) as follower:
        live = follower.board(None, 1)
        assert live is not None
        assert not live.is_heard
        feed.beat()
        follower.look()
        assert live.is_heard


def test_a_board_that_vanishes_is_told_as_it_was_and_as_not_heard_of(tmp_path: Path, feed: Hall) -> None:
    feed.publish(standing(7))
    game = tmp_path / "round-1/game-1.json"
    with FeedFollower(tmp_path, poll_s=3600) as follower:
        live = follower.board(None, 1)
        assert live is not None
        told = live.newest.text
        content = game.read_bytes()
        game.unlink()
        follower.look()
        assert (live.newest.text, live.is_heard) == (told, False)
        game.write_bytes(content)
        follower.look()
        assert live.is_heard


def test_a_clock_has_run_since_the_state_was_written(url: str, tmp_path: Path) -> None:
    earlier = time.time() - 60
    os.utime(tmp_path / "state.json", (earlier, earlier))

    def age() -> float:
        with opened(f"{url}events") as stream:
            while not (line := stream.readline()).startswith(b"data: "):
                pass
        return float(line.removeprefix(b"data: "))

    wait_until(lambda: 60 <= age() < 120)


def test_an_address_that_is_not_this_machines_is_told(tmp_path: Path) -> None:
    with pytest.raises(WebServerError, match=r"192\.0\.2\.1"), public_pages(tmp_path, Address("192.0.2.1", 0)):
        pass


def test_other_names_of_this_machine_are_answered_to(url: str) -> None:
    assert get(f"{url}state.json", Host="board.example")[0].status == 200


def test_who_reads_nothing_holds_nobody_up(url: str, feed: Hall) -> None:
    host, port = url.removeprefix("http://").rstrip("/").split(":")
    with socket.create_connection((host, int(port))) as deaf, opened(f"{url}events") as stream:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        deaf.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        next_event(stream)
        moves = (7, 5, 6, 4, 8, 3)
        for n in range(1, len(moves) + 1):
            feed.publish(standing(*moves[:n], board_no=1))
            while len(next_event(stream)["plies"]) != n:  # type: ignore[arg-type]
                pass
