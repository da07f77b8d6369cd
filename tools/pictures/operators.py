"""Pictures of the operator's page, of the clock's page and of a scoresheet."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import chdir, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import click
import cv2
import pypdfium2
from playwright.sync_api import Page, expect

from board_io.game_folder import GAME_SQLITE
from board_io.source import open_source
from togyz.board import Side
from togyz.clock import TimeControl
from togyz.game import Header
from togyz_companion.board_setup import BoardOptions
from togyz_companion.evidence import EvidenceOptions
from togyz_companion.exports import FORMS, ExportedGame, ExportOptions
from togyz_companion.game_files import read_stored
from togyz_companion.live.session import LiveSession
from togyz_companion.live.surroundings import Pace, Surroundings
from togyz_companion.messages.languages import Language
from togyz_companion.samples import sample
from togyz_companion.session import SessionOptions, record_source
from togyz_companion.web.clockface import phone_clock
from togyz_companion.web.operator import operator_routes
from togyz_companion.web.server import Address, live_page
from tools.evaluation.error_films import ErrorFilm, make_film
from tools.pictures.studio import NAMES, QUALITY, WAIT_MS, Drawn, Studio, taken

ALERT: Final = ErrorFilm("captured_odd", "box", 1)
SHEET_DPI: Final = 78
_NOON: Final = datetime(2026, 11, 30, 12, tzinfo=UTC)


@contextmanager
def _live(studio: Studio, film: Path, stops_s: float = 0.0) -> Iterator[tuple[LiveSession, str]]:
    """A live session before a film that is held from ``stops_s`` on, and the address of its operator's page."""
    options = SessionOptions(board=BoardOptions(), out=Path("games"), evidence=EvidenceOptions(kind="pictures"))
    closed = threading.Event()
    world = Surroundings(now=lambda: _NOON, pace_for_film=lambda: held_from(stops_s, closed), is_closed=closed.is_set)
    session = LiveSession(open_source(str(film)), options, world)
    thread = threading.Thread(target=session.run)
    routes = operator_routes(session, "token", lambda: _NOON)
    with chdir(studio.scratch), live_page(session.shown.board, more=routes) as url:
        thread.start()
        try:
            yield session, f"{url}operator?token=token"
        finally:
            closed.set()
            thread.join()


def held_from(stops_s: float, closed: threading.Event) -> Pace:
    """Lets a film run up to a time, and five pictures a second from then on."""
    return lambda t_s: None if t_s < stops_s else closed.wait(0.2) and None


def _begin(page: Page, clock: str = "") -> None:
    page.wait_for_selector(".found")
    for name, value in {**NAMES, "clock": clock}.items():
        page.locator(f"input[name={name}]").fill(value)
    page.locator("button.primary").click()
    page.wait_for_selector("main.playing")


def aiming(studio: Studio, language: Language) -> Drawn:
    """The operator's page on a phone, when the board is found."""
    with (
        _live(studio, sample().film) as (_, url),
        studio.page(url, language, (390, 600)) as page,
    ):
        page.wait_for_selector(".found")
        return taken(page, until=".play > form >> nth=0")


def playing(studio: Studio, language: Language) -> Drawn:
    """The operator's page after three plies of the shipped film."""
    with (
        _live(studio, sample().film, 12.4) as (_, url),
        studio.page(url, language, (1000, 700)) as page,
    ):
        _begin(page)
        expect(page.locator(".plies button.confirmed")).to_have_count(3, timeout=WAIT_MS)
        expect(page.locator(".evidence figure:not([hidden])")).to_have_count(2, timeout=WAIT_MS)
        return taken(page)


def alert(studio: Studio, language: Language) -> Drawn:
    """The operator's page while an alert is open."""
    film = make_film(ALERT, studio.films)
    with (
        _live(studio, film) as (_, url),
        studio.page(url, language, (900, 700)) as page,
    ):
        _begin(page)
        page.wait_for_selector(".alerts")
        return taken(page)


def clock(studio: Studio, language: Language) -> Drawn:
    """The clock's page on a phone, before anybody has pressed."""
    with (
        _live(studio, sample().film, 2.0) as (session, url),
        phone_clock(session, "token", lambda: _NOON, Address()) as phone,
        studio.page(url, language, (900, 700)) as desk,
        studio.page(phone, language, (700, 330)) as page,
    ):
        _begin(desk, clock="25+10")
        page.wait_for_selector(".half.white")
        return taken(page)


def scoresheet(studio: Studio, language: Language) -> Drawn:
    """The first page of the shipped film's scoresheet."""
    shipped = sample()
    headers: dict[str, Header] = {**NAMES, "Event": "Наурыз кубогы", "Round": 2, "Board": 1, "Site": "Алматы"}
    options = SessionOptions(
        board=BoardOptions(corners_px=shipped.corners_px),
        out=studio.scratch,
        headers=headers,
        clock=TimeControl.from_string("25+10"),
    )
    with open_source(str(shipped.film)) as source:
        recording = record_source(source, options, sinks=[], go_on=lambda _: True, opened_at=_NOON)
    if recording.path is None:
        raise click.ClickException("the shipped film gave no game")
    stored = read_stored(recording.path.parent / GAME_SQLITE)
    sheet = ExportOptions(sides=(Side.WHITE,), language=language)
    with pypdfium2.PdfDocument(FORMS["pdf"].export([ExportedGame(stored.record, stored.head)], sheet)) as document:
        page = document[0]
        image_bgr = page.render(scale=SHEET_DPI / 72).to_numpy()[..., :3]
        text = page.get_textpage().get_text_bounded()
    _, jpeg = cv2.imencode(".jpg", image_bgr, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return Drawn(jpeg.tobytes(), text)
