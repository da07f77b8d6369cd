"""A camera that fails is told on the operator's page, and orders are obeyed meanwhile."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from board_io.closable import Closable
from board_io.outage import Moment, Outage
from board_io.source import SourceInfo
from togyz_companion.board_setup import BoardOptions
from togyz_companion.live.session import LiveSession
from togyz_companion.live.surroundings import Surroundings
from togyz_companion.messages.languages import LANGUAGES
from togyz_companion.messages.telling import Teller
from togyz_companion.session import SessionOptions
from vision.frame import Frame

OUT = Outage(t_ns=3_000_000_000, since_ns=1_000_000_000, fault="black", detail="0 gives black pictures")


class FailingSource(Closable):
    """A live source that looks around after each of its moments."""

    info = SourceInfo("camera", (160, 90), None, None, None, "0: 160 x 90")
    problem = None

    def __init__(self) -> None:
        self.session: LiveSession | None = None
        self.shown: list[object] = []
        self.orders_obeyed = 0

    def content_hash(self) -> None:
        return None

    def __iter__(self) -> Iterator[Moment]:
        assert self.session is not None
        for moment in (OUT, OUT, Frame(np.zeros((90, 160, 3), np.uint8), 4_000_000_000, 0, "0")):
            self.session.orders.give(lambda _: self._count())
            yield moment
            self.shown.append(json.loads(self.session.shown.desk.newest.text)["outage"])

    def _count(self) -> None:
        self.orders_obeyed += 1

    def close(self) -> None:
        pass


def test_the_page_tells_of_an_outage_while_it_lasts(tmp_path: Path) -> None:
    source = FailingSource()
    session = LiveSession(
        source,
        SessionOptions(board=BoardOptions(), out=tmp_path),
        Surroundings(
            now=lambda: datetime(2026, 11, 30, tzinfo=UTC),
            pace_for_film=lambda: lambda _: None,
            is_closed=lambda: len(source.shown) == 3,
        ),
    )
    source.session = session
    session.run()
    told = {language: Teller(language).text("why.black") for language in LANGUAGES}
    assert source.shown == [told, told, None]
    assert source.orders_obeyed == 3
