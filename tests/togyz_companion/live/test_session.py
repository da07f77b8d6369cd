"""What a live session does with sources that end, fail or are exchanged, without a camera."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from board_io.closable import Closable
from board_io.outage import Moment
from board_io.source import Source, SourceInfo, SourceLostError, SourceMissingError, open_source
from board_io.trouble import Trouble
from togyz.corrections import Correction, ResultDeclared
from togyz.outcome import Reason
from togyz.rules import Rules
from togyz.saying import say
from togyz_companion.beginning import BeginningOptions
from togyz_companion.board_setup import BoardOptions
from togyz_companion.game_files import read_stored
from togyz_companion.live.choosing import Sources
from togyz_companion.live.session import LiveSession
from togyz_companion.live.stage import NotNowError
from togyz_companion.live.state import Snapshot
from togyz_companion.live.surroundings import Surroundings
from togyz_companion.samples import sample
from togyz_companion.session import SessionOptions
from vision.frame import Frame

WAIT_S = 60.0
"""On a loaded machine a frame may take long."""


class EmptyTable(Closable):
    """A camera that sees no board, until it is told to break off or to end."""

    info = SourceInfo("camera", (160, 90), None, None, None, "table: 160 x 90")
    problem = None

    def __init__(self) -> None:
        self.ending: Exception | None = None
        self.has_ended = False
        self.is_closed = False

    def content_hash(self) -> None:
        return None

    def __iter__(self) -> Iterator[Moment]:
        seq = 0
        while not self.has_ended:
            if self.ending is not None:
                raise self.ending
            seq += 1
            yield Frame(np.full((90, 160, 3), 120, np.uint8), seq * 1_000_000, seq, "table")

    def close(self) -> None:
        self.is_closed = True


@contextmanager
def running(
    folder: Path, source: Source | None, opened: Callable[[str], Source], *, board: BoardOptions | None = None
) -> Iterator[LiveSession]:
    closed = threading.Event()
    world = Surroundings(
        now=lambda: datetime(2026, 11, 30, tzinfo=UTC),
        pace_for_film=lambda: lambda _: None,
        is_closed=closed.is_set,
        sources=Sources(list, open_one=opened),
    )
    session = LiveSession(source, SessionOptions(board=board or BoardOptions(), out=folder), world)
    thread = threading.Thread(target=session.run)
    thread.start()
    try:
        yield session
    finally:
        closed.set()
        thread.join()


def desk(session: LiveSession) -> dict[str, Any]:
    state: dict[str, Any] = json.loads(session.shown.desk.newest.text)
    return state


def obeyed(session: LiveSession, order: Callable[[LiveSession], object]) -> None:
    session.orders.give(order).result(WAIT_S)


def settled(session: LiveSession, stage: str) -> dict[str, Any]:
    """The state once the session has come to a stage: its orders are obeyed between two moments."""
    for _ in range(10_000):
        if desk(session)["stage"] == stage:
            break
        obeyed(session, lambda _: None)
    assert desk(session)["stage"] == stage
    return desk(session)


def refuse(url: str) -> Source:
    raise SourceMissingError(url, say(Trouble.NO_CAMERA, url=url, present="none"))


def test_a_source_is_chosen_let_go_of_and_another_one_taken(tmp_path: Path) -> None:
    tables = [EmptyTable(), EmptyTable()]
    left = list(tables)
    with running(tmp_path, None, lambda _: left.pop(0)) as session:
        assert (desk(session)["stage"], session.is_choosing) == ("choosing", True)
        obeyed(session, lambda one: one.choose("0"))
        assert settled(session, "aiming")["source"] == "table: 160 x 90"
        with pytest.raises(NotNowError, match="let go of it first"):
            obeyed(session, lambda one: one.choose("1"))
        obeyed(session, lambda one: one.look_again(BoardOptions(), BeginningOptions(start="seen")))
        assert desk(session)["said"]["start"] == "seen"
        obeyed(session, lambda one: one.leave())
        assert settled(session, "choosing")["failure"] is None
        assert tables[0].is_closed
        obeyed(session, lambda one: one.choose("1"))
        assert settled(session, "aiming")["said"]["start"] == "start"
    assert tables[1].is_closed


def test_what_is_said_and_served_is_shown_at_once(tmp_path: Path) -> None:
    world = Surroundings(
        now=lambda: datetime(2026, 11, 30, tzinfo=UTC),
        pace_for_film=lambda: lambda _: None,
        is_closed=lambda: False,
        sources=Sources(list),
    )
    session = LiveSession(EmptyTable(), SessionOptions(board=BoardOptions(), out=tmp_path), world)
    assert (desk(session)["said"]["layout"], desk(session)["clock_url"]) == ("auto", None)
    session.look_again(BoardOptions(layout="box"), BeginningOptions())
    session.serve_clock("http://127.0.0.1:1/")
    assert (desk(session)["said"]["layout"], desk(session)["clock_url"]) == ("box", "http://127.0.0.1:1/")


def test_what_the_page_hears_ends_with_the_session(tmp_path: Path) -> None:
    async def told(session: LiveSession) -> int:
        return len([one async for one in session.shown.desk.snapshots()])

    async def first(session: LiveSession) -> Snapshot:
        return await anext(session.shown.desk.snapshots())

    with running(tmp_path, None, lambda _: EmptyTable()) as session:
        asyncio.run(first(session))  # there is one to hear
    assert asyncio.run(asyncio.wait_for(told(session), WAIT_S)) == 0


def test_a_source_that_cannot_be_opened_leaves_the_choice_open(tmp_path: Path) -> None:
    with running(tmp_path, None, refuse) as session:
        with pytest.raises(SourceMissingError):
            obeyed(session, lambda one: one.choose("7"))
        assert session.is_choosing


def test_a_source_that_dies_while_it_is_aimed_is_told_in_every_language(tmp_path: Path) -> None:
    table = EmptyTable()
    with running(tmp_path, table, refuse) as session:
        settled(session, "aiming")
        table.ending = SourceLostError("table", say(Trouble.DRIVER, name="table"))
        told = settled(session, "choosing")["failure"]
        assert told["en"] == "table failed in its driver: check its plug"
        assert told["ru"] == "table: сбой драйвера, проверьте кабель"
        assert session.failure is table.ending


def test_a_source_that_ends_before_a_board_was_found_is_told(tmp_path: Path) -> None:
    table = EmptyTable()
    with running(tmp_path, table, refuse) as session:
        settled(session, "aiming")
        table.has_ended = True
        assert settled(session, "choosing")["failure"]["kk"] == "тақта табылғанша бітіп қалды"


def test_what_is_wrong_with_the_picture_is_told_in_every_language(tmp_path: Path) -> None:
    with running(tmp_path, EmptyTable(), refuse) as session:
        for _ in range(100):
            if desk(session)["aim"]["hint"] is not None:
                break
            obeyed(session, lambda _: None)
        hint = desk(session)["aim"]["hint"]
    assert hint["en"].startswith("no board is seen")
    assert hint["ru"].startswith("доски не видно")
    assert len(set(hint.values())) == 4


def test_orders_at_the_wrong_time_are_refused_and_change_nothing(tmp_path: Path) -> None:
    declared = Correction(by="x", ruling=ResultDeclared(result="1-0", reason=Reason.RESIGNED))
    with running(tmp_path, EmptyTable(), refuse) as session:
        before = settled(session, "aiming")
        for order in (
            lambda one: one.begin({}, Rules()),
            lambda one: one.pause(is_paused=True),
            lambda one: one.correct(declared),
            lambda one: one.another_game(),
            lambda one: one.record,
            lambda one: one.table,
        ):
            with pytest.raises(NotNowError):
                obeyed(session, order)
        assert desk(session)["stage"] == before["stage"]
    with running(tmp_path, None, refuse) as session, pytest.raises(NotNowError):
        obeyed(session, lambda one: one.look_again(BoardOptions(), BeginningOptions()))


@pytest.mark.slow
@pytest.mark.timeout(480)
def test_a_board_set_up_anew_ends_the_game_and_one_key_begins_the_next_one(tmp_path: Path, twice: Path) -> None:
    board = BoardOptions(corners_px=sample().corners_px)
    out = tmp_path / "games"
    with running(out, open_source(str(twice)), refuse, board=board) as session:
        while desk(session)["stage"] == "aiming":
            with suppress(NotNowError):  # until the board is found
                obeyed(session, lambda one: one.begin({"White": "Aigerim"}, Rules()))
        first = settled(session, "ended")
        assert (first["set_up"], first["shortcoming"]) == (True, None)
        declared = Correction(by="x", ruling=ResultDeclared(result="1-0", reason=Reason.RESIGNED))
        obeyed(session, lambda one: one.correct(declared))
        plies = session.record.plies
        obeyed(session, lambda one: one.another_game())
        second = settled(session, "ended")
        assert second["folder"] != first["folder"]
        assert (second["set_up"], second["headers"]) == (False, {"White": "Aigerim"})
        assert [ply.move for ply in session.record.plies] == [ply.move for ply in plies]
    assert read_stored(out / first["folder"] / "game.sqlite").record.result == "1-0"
