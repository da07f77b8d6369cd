"""The operator's whole way over a real film, in a real browser: aim, begin, correct, end, print."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pypdfium2
import pytest
from playwright.sync_api import Browser, Page, expect

from board_io.cameras import ListedCamera
from board_io.feed_folder import FeedFolder
from board_io.feed_runner import FeedRunner
from tests.togyz_companion.web.conftest import browser  # noqa: F401 (a fixture)
from togyz_companion.board_setup import BoardOptions
from togyz_companion.evidence import EvidenceOptions
from togyz_companion.game_files import read_stored
from togyz_companion.live.choosing import Sources
from togyz_companion.live.session import LiveSession
from togyz_companion.live.surroundings import Surroundings
from togyz_companion.samples import sample
from togyz_companion.session import SessionOptions
from togyz_companion.web.operator import operator_routes
from togyz_companion.web.server import live_page

pytestmark = [pytest.mark.browser, pytest.mark.timeout(480)]

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
WAIT_MS = 120_000
"""On a loaded machine counting takes its time."""
STOPS_S = 15.0
"""The film is held here until something is done about it: three plies have been played."""


class Held:
    """Lets a film run up to a time, and beyond it once it is released."""

    def __init__(self) -> None:
        self.released = threading.Event()

    def __call__(self, t_s: float) -> None:
        if t_s < STOPS_S:
            return
        # Orders are taken between frames, so that each of these waits lets one of them through.
        self.released.wait(0.2)


@pytest.fixture
def operator(browser: Browser, tmp_path: Path) -> Iterator[tuple[LiveSession, Page]]:  # noqa: F811 (a fixture)
    board = BoardOptions(corners_px=sample().corners_px)
    options = SessionOptions(board=board, out=tmp_path, evidence=EvidenceOptions(kind="pictures"))
    closed = threading.Event()
    errors: list[str] = []
    with FeedFolder(tmp_path / "feed") as feed, FeedRunner(feed) as runner:
        world = Surroundings(
            now=lambda: NOON,
            pace_for_film=Held,
            is_closed=closed.is_set,
            sources=Sources(lambda: [ListedCamera(str(sample().film), "Film")]),
            shows=[runner.show],
        )
        session = LiveSession(None, options, world)
        thread = threading.Thread(target=session.run)
        thread.start()
        with (
            live_page(session.shown.board, more=operator_routes(session, "token", lambda: NOON)) as url,
            browser.new_context(viewport={"width": 1280, "height": 900}, locale="en-GB") as context,
        ):
            page = context.new_page()
            page.on("pageerror", lambda error: errors.append(str(error)))
            page.goto(f"{url}operator?token=token")
            expect(page.locator(".cameras img")).to_be_visible(timeout=WAIT_MS)
            page.keyboard.press("1")
            yield session, page
            closed.set()
            thread.join()
    assert errors == []


def test_from_the_camera_to_the_printed_sheet(operator: tuple[LiveSession, Page], tmp_path: Path) -> None:
    session, page = operator
    page.wait_for_selector(".found", timeout=WAIT_MS)
    page.get_by_label("White", exact=True).fill("Айгүл Сәтбаева")
    page.get_by_label("Black", exact=True).fill("Нұрлан Қасым")
    page.get_by_role("button", name="Begin the game").click()
    plies = page.locator(".plies button")
    expect(plies).to_have_count(3, timeout=WAIT_MS)

    page.keyboard.press("p")
    expect(page.locator("header [role=status]")).to_have_text("Paused")
    written = plies.nth(1).inner_text()
    plies.nth(1).click()
    expect(page.locator(".ply h2")).to_contain_text(f"1. Black: {written}")
    expect(page.locator(".evidence img").first).to_be_visible()
    page.get_by_label("The right move").fill("99")
    page.get_by_role("button", name="Correct", exact=True).click()
    expect(page.locator(".refused")).to_contain_text("1b: 99")
    for move in ("11", written):  # what is on record already would change nothing
        page.get_by_label("The right move").fill(move)
        page.get_by_role("button", name="Correct", exact=True).click()
        expect(page.locator(".ply h2")).to_contain_text(f"1. Black: {move}")
    expect(plies.nth(1)).to_have_class("corrected here")

    page.keyboard.press("s")
    expect(page.get_by_role("dialog")).to_contain_text("162 / 162")
    page.keyboard.press("Escape")
    page.keyboard.press("e")
    page.get_by_role("dialog").get_by_role("button", name="Айгүл Сәтбаева resigned: 0-1").click()
    page.wait_for_selector(".files", timeout=WAIT_MS)
    page.keyboard.press("h")
    page.get_by_role("dialog").get_by_label("Competition").fill("Наурыз кубогы")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0, timeout=WAIT_MS)
    with page.expect_download() as download:
        page.get_by_role("link", name="Scoresheet (PDF)").click()

    assert session.folder is not None
    record = read_stored(session.folder / "game.sqlite").record
    assert (record.result, record.headers["White"]) == ("0-1", "Айгүл Сәтбаева")
    assert record.headers["Event"] == "Наурыз кубогы"
    assert record.plies[1].status == "corrected"
    (pairing,) = json.loads((tmp_path / "feed/round-1/index.json").read_text(encoding="utf-8"))["pairings"]
    assert (pairing["result"], pairing["status"], pairing["white"]["name"]) == ("0-1", "over", "Айгүл Сәтбаева")
    with pypdfium2.PdfDocument(download.value.path()) as document:
        text = "".join(one.get_textpage().get_text_bounded() for one in document)
    assert all(name in text for name in ("Айгүл Сәтбаева", "Нұрлан Қасым", "0-1", "Наурыз кубогы"))
    page.get_by_role("button", name="Next game on this board").click()
    expect(page.locator("h1")).to_have_text("Aim the camera", timeout=WAIT_MS)


def test_the_clock_s_page_starts_changes_and_stops_the_clock(operator: tuple[LiveSession, Page]) -> None:
    session, page = operator
    page.wait_for_selector(".found", timeout=WAIT_MS)
    page.get_by_label("Time control").fill("90 min")
    page.get_by_role("button", name="Begin the game").click()
    expect(page.locator(".refused")).to_contain_text("not a time control")
    page.get_by_label("Time control").fill("90+30")
    page.get_by_role("button", name="Begin the game").click()
    page.wait_for_selector(".tableclock", timeout=WAIT_MS)

    face = page.context.new_page()
    face.goto(page.url + "clock")
    white, black = face.locator(".half.white"), face.locator(".half.black")
    expect(white).to_contain_text("1:30:00")
    for half in (white, black):
        box, time = half.bounding_box(), half.locator(".time").bounding_box()
        assert box is not None
        assert time is not None
        assert time["width"] < box["width"]
    face.keyboard.press("l")
    expect(white).to_have_class(re.compile("running"), timeout=WAIT_MS)
    face.keyboard.press("l")
    white.click()
    expect(black).to_have_class(re.compile("running"), timeout=WAIT_MS)
    face.keyboard.press("Space")
    expect(face.get_by_role("alert")).to_have_text("Paused", timeout=WAIT_MS)
    expect(black).not_to_have_class(re.compile("running"))
    page.get_by_label("min:s").fill("1:02:03")
    page.get_by_role("button", name="Set the time").click()
    expect(white).to_contain_text("1:02:03", timeout=WAIT_MS)

    clock = json.loads(session.shown.board.newest.text)["clock"]
    assert (clock["white"], clock["running"]) == (3723.0, None)
    assert clock["black"] < 5400, "the press has started it"
