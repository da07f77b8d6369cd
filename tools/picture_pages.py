"""Draw the pictures of the guides anew: pages as Chromium shows them, a scoresheet as it is printed.

    python -m tools.picture_pages [NAME...] [--films DIR]

What stands in each picture is kept as text in docs/pictures.json: a test compares that with the pages as they are now,
so that no picture grows old unnoticed. Needs Debian's chromium; the alert's film comes from the simulator.
"""

from __future__ import annotations

import json
import re
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import chdir, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

import click
import cv2
import pypdfium2
from playwright.sync_api import Browser, FloatRect, Page, expect, sync_playwright

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

DOCS: Final = Path(__file__).parents[1] / "docs"
TEXTS: Final = DOCS / "pictures.json"
CHROMIUM: Final = shutil.which("chromium") or shutil.which("chromium-browser")
NAMES: Final = {"White": "Айгүл Сәтбаева", "Black": "Нұрлан Қасым"}
QUALITY: Final = 82
WAIT_MS: Final = 120_000
"""On a loaded machine counting takes its time."""
ALERT: Final = ErrorFilm("captured_odd", "box", 1)
SHEET_DPI: Final = 78
_NOON: Final = datetime(2026, 11, 30, 12, tzinfo=UTC)
_NUMBER: Final = re.compile(r"\d+(?:[.,:]\d+)*")


class Drawn(NamedTuple):
    """A picture as a JPEG file, and the lines of text in it."""

    jpeg: bytes
    text: str

    @property
    def lines(self) -> list[str]:
        """Without numbers, which are the film's and the counter's."""
        return [_NUMBER.sub("#", line.strip()) for line in self.text.splitlines() if line.strip()]


@dataclass(frozen=True, slots=True)
class Studio:
    """What pictures are drawn with.

    Attributes:
        films: the folder where films of errors are kept.
        scratch: for games.
    """

    browser: Browser
    films: Path
    scratch: Path

    @contextmanager
    def live(self, film: Path, stops_s: float = 0.0) -> Iterator[tuple[LiveSession, str]]:
        """A live session before a film that is held from ``stops_s`` on, and the address of its operator's page."""
        options = SessionOptions(board=BoardOptions(), out=Path("games"), evidence=EvidenceOptions(kind="pictures"))
        closed = threading.Event()
        world = Surroundings(
            now=lambda: _NOON, pace_for_film=lambda: held_from(stops_s, closed), is_closed=closed.is_set
        )
        session = LiveSession(open_source(str(film)), options, world)
        thread = threading.Thread(target=session.run)
        routes = operator_routes(session, "token", lambda: _NOON)
        with chdir(self.scratch), live_page(session.shown.board, more=routes) as url:
            thread.start()
            try:
                yield session, f"{url}operator?token=token"
            finally:
                closed.set()
                thread.join()

    @contextmanager
    def page(self, url: str, language: Language, view_wh: tuple[int, int]) -> Iterator[Page]:
        """An address as a browser of that size shows it."""
        size = {"width": view_wh[0], "height": view_wh[1]}
        with self.browser.new_context(viewport=size, reduced_motion="reduce") as context:  # type: ignore[arg-type]
            page = context.new_page()
            page.set_default_timeout(WAIT_MS)
            page.goto(f"{url}&lang={language}")
            yield page


def held_from(stops_s: float, closed: threading.Event) -> Pace:
    """Lets a film run up to a time, and five pictures a second from then on."""
    return lambda t_s: None if t_s < stops_s else closed.wait(0.2) and None


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser that asks nobody for anything."""
    quiet = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
    with sync_playwright() as playwright, playwright.chromium.launch(executable_path=CHROMIUM, args=quiet) as browser:
        yield browser


def _taken(page: Page, *, until: str = "body") -> Drawn:
    """The page from its head to the foot of an element, once all its pictures are there."""
    for _ in range(2 if page.locator(".picture").count() else 0):  # the camera's, with what is known by now
        with page.expect_response("**/picture.jpg*"):
            pass
    for image in page.locator("img").all():
        expect(image).to_have_js_property("complete", value=True)
    foot = page.locator(until).evaluate("(one) => one.getBoundingClientRect().bottom + scrollY")
    size = page.viewport_size or {"width": 0, "height": 0}
    clip: FloatRect = {"x": 0, "y": 0, "width": size["width"], "height": foot}
    jpeg = page.screenshot(type="jpeg", quality=QUALITY, full_page=True, clip=clip)
    return Drawn(jpeg, page.locator("body").inner_text())


def _begin(page: Page, clock: str = "") -> None:
    page.wait_for_selector(".found")
    for name, value in {**NAMES, "clock": clock}.items():
        page.locator(f"input[name={name}]").fill(value)
    page.locator("button.primary").click()
    page.wait_for_selector("main.playing")


def aiming(studio: Studio, language: Language) -> Drawn:
    """The operator's page on a phone, when the board is found."""
    with (
        studio.live(sample().film) as (_, url),
        studio.page(url, language, (390, 600)) as page,
    ):
        page.wait_for_selector(".found")
        return _taken(page, until=".play > form >> nth=0")


def playing(studio: Studio, language: Language) -> Drawn:
    """The operator's page after three plies of the shipped film."""
    with (
        studio.live(sample().film, 12.4) as (_, url),
        studio.page(url, language, (1000, 700)) as page,
    ):
        _begin(page)
        expect(page.locator(".plies button.confirmed")).to_have_count(3, timeout=WAIT_MS)
        expect(page.locator(".evidence figure:not([hidden])")).to_have_count(2, timeout=WAIT_MS)
        return _taken(page)


def alert(studio: Studio, language: Language) -> Drawn:
    """The operator's page while an alert is open."""
    film = make_film(ALERT, studio.films)
    with (
        studio.live(film) as (_, url),
        studio.page(url, language, (900, 700)) as page,
    ):
        _begin(page)
        page.wait_for_selector(".alerts")
        return _taken(page)


def clock(studio: Studio, language: Language) -> Drawn:
    """The clock's page on a phone, before anybody has pressed."""
    with (
        studio.live(sample().film, 2.0) as (session, url),
        phone_clock(session, "token", lambda: _NOON, Address()) as phone,
        studio.page(url, language, (900, 700)) as desk,
        studio.page(phone, language, (700, 330)) as page,
    ):
        _begin(desk, clock="25+10")
        page.wait_for_selector(".half.white")
        return _taken(page)


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


PICTURES: Final[dict[str, Callable[[Studio], Drawn]]] = {
    "playing": partial(playing, language="en"),
    "aiming-kk": partial(aiming, language="kk"),
    "scoresheet": partial(scoresheet, language="kk"),
    **{f"clock-{language}": partial(clock, language=language) for language in ("en", "ru")},
    **{f"alert-{language}": partial(alert, language=language) for language in ("en", "kk", "ru")},
}
"""How each picture docs/NAME.jpg is drawn."""


def known_texts() -> dict[str, list[str]]:
    """What stands in each picture that is there."""
    texts: dict[str, list[str]] = json.loads(TEXTS.read_text(encoding="utf-8")) if TEXTS.exists() else {}
    return texts


@click.command()
@click.argument("names", nargs=-1, type=click.Choice(list(PICTURES)))
@click.option(
    "--films",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path(tempfile.gettempdir()) / "togyz-error-films",
    show_default=True,
    help="Where films of errors are kept.",
)
def main(*, names: tuple[str, ...], films: Path) -> None:
    """Draw pictures anew, all without a NAME."""
    texts = known_texts()
    with chromium() as browser, tempfile.TemporaryDirectory() as scratch:
        for name in names or tuple(PICTURES):
            folder = Path(scratch) / name
            folder.mkdir()
            drawn = PICTURES[name](Studio(browser, films.absolute(), folder))
            (DOCS / f"{name}.jpg").write_bytes(drawn.jpeg)
            texts[name] = drawn.lines
            click.echo(f"{name}.jpg: {len(drawn.jpeg) // 1024} KB")
    TEXTS.write_text(json.dumps(texts, ensure_ascii=False, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
