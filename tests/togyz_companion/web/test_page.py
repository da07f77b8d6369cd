"""The live page, served for real on the loopback interface."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPResponse, IncompleteRead
from typing import cast
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from board_io.feed import WAITING, BoardState
from togyz.position import Position
from togyz_companion.live.state import LiveState, Snapshot
from togyz_companion.web.app import create_app
from togyz_companion.web.boards import OneBoard
from togyz_companion.web.server import Address, WebServer, WebServerError, live_page

TIMEOUT_S = 10


def state_after(*otaus: int) -> BoardState:
    position = Position.start()
    for otau_no in otaus:
        position = position.play(otau_no)
    return {**WAITING, "status": "playing", "position": position.to_dict()}


@contextmanager
def opened(url: str, **headers: str) -> Iterator[HTTPResponse]:
    with cast("HTTPResponse", urlopen(Request(url, headers=headers), timeout=TIMEOUT_S)) as response:
        yield response


def next_event(stream: HTTPResponse) -> dict[str, object]:
    """The next state of a stream."""
    while not (line := stream.readline()).startswith(b"data: {"):
        assert line, "the stream ended"
    return cast("dict[str, object]", json.loads(line.removeprefix(b"data: ")))


def test_the_newest_state_is_told_whole() -> None:
    live = LiveState()
    with live_page(live) as url:
        live.publish(state_after(7))
        live.publish(state_after(7, 5))
        with opened(url + "state.json") as response:
            told = json.load(response)
    assert told == {"schema": 1, "rev": 2, **state_after(7, 5)}


def test_a_stream_begins_with_the_state_and_tells_every_new_one() -> None:
    live = LiveState()
    with live_page(live) as url, opened(url + "events") as stream:
        assert next_event(stream) == {"schema": 1, "rev": 0, **WAITING}
        live.publish(state_after(7))
        assert next_event(stream)["position"] == Position.start().play(7).to_dict()


def test_a_stream_that_is_cut_off_by_the_end_is_no_fault(capfd: pytest.CaptureFixture[str]) -> None:
    with WebServer(create_app(OneBoard(LiveState())), Address()) as server:
        stream = urlopen(server.url + "events", timeout=TIMEOUT_S)
        next_event(stream)
    with stream, suppress(IncompleteRead):
        stream.read()
    assert capfd.readouterr().err == ""


def test_streams_end_with_the_recording() -> None:
    live = LiveState()
    with live_page(live) as url:
        stream = urlopen(url + "events", timeout=TIMEOUT_S)
        next_event(stream)
    with stream:
        assert b"data: {" not in stream.read()


@pytest.mark.parametrize("path", ["", "overlay", "static/page.js", "static/board.css", "state.json"])
def test_everything_comes_from_here_and_may_load_nothing_from_elsewhere(path: str) -> None:
    with live_page(LiveState()) as url, opened(url + path) as response:
        body = response.read().decode()
        assert "default-src 'self'" in response.headers["Content-Security-Policy"]
    assert "//" not in body.replace("// ", ""), "an address of another machine, or of a script in place"


def test_a_foreign_name_for_this_machine_is_refused() -> None:
    with live_page(LiveState()) as url, pytest.raises(HTTPError) as refused, opened(url, Host="elsewhere.example"):
        pass
    refused.value.close()
    assert refused.value.code == 400


@pytest.mark.parametrize("path", ["static/../live.py", "static/%2e%2e/live.py", "no-such-page"])
def test_no_path_leaves_the_pages_folder(path: str) -> None:
    with live_page(LiveState()) as url, pytest.raises(HTTPError) as refused, opened(url + path):
        pass
    refused.value.close()
    assert refused.value.code == 404


def test_a_port_that_is_taken_is_told() -> None:
    with live_page(LiveState()) as url:
        port = int(url.rstrip("/").rpartition(":")[2])
        with pytest.raises(WebServerError, match=f"port {port}"), live_page(LiveState(), port=port):
            pass


def test_a_slow_reader_gets_the_newest_state_and_misses_those_between() -> None:
    live = LiveState()

    async def read_twice() -> list[Snapshot]:
        reader = live.snapshots()
        first = await anext(reader)
        for otaus in ((7,), (7, 5), (7, 5, 3)):
            live.publish(state_after(*otaus))
        second = await anext(reader)
        await reader.aclose()  # type: ignore[attr-defined]
        return [first, second]

    assert [snapshot.rev for snapshot in asyncio.run(read_twice())] == [0, 3]


def test_publishing_after_the_server_is_gone_is_harmless() -> None:
    live = LiveState()
    with live_page(live):
        pass
    live.publish(state_after(7))
    assert live.newest.rev == 1
