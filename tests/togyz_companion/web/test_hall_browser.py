"""Many boards in a real browser: their list, each board's page, and overlays that outlive the server."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from board_io.feed import GameStanding, RoundBoard
from board_io.feed_files import mark_of
from tests.togyz_companion.web.conftest import PLIES, Hall, step_of
from tests.togyz_companion.web.test_browser import PHONE, STILL, WIDE, labels_of, shown
from togyz.game import Game
from togyz.outcome import Reason
from togyz.replay import from_game
from togyz_companion.web.server import Address, public_pages

pytestmark = pytest.mark.browser

NAMES = ("Айгүл <b>", "Болат", "Серік")
BOARDS = len(NAMES)


def at_board(game: Game, board_no: int, n: int = PLIES, **clock: object) -> GameStanding:
    headers = {**game.headers, "White": NAMES[(board_no - 1) % BOARDS], "Round": "2", "Board": str(board_no)}
    record = from_game(Game(headers=headers, plies=game.plies[:n]))
    return GameStanding(record, "playing", clock=clock or None)


@pytest.fixture
def feed(tmp_path: Path, game: Game) -> Iterator[Hall]:
    with Hall(tmp_path) as feed:
        for board_no in range(1, BOARDS + 1):
            feed.publish(at_board(game, board_no, PLIES - board_no))
        yield feed


@pytest.fixture
def url(tmp_path: Path, feed: Hall) -> Iterator[str]:
    with public_pages(tmp_path, Address()) as url:
        yield url


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page in which any error of a script fails the test; what is said aloud is noted in ``said``."""
    errors: list[str] = []
    with browser.new_context(viewport=WIDE, reduced_motion=STILL, locale="en-GB") as context:
        context.add_init_script(
            "window.said = []; speechSynthesis.speak = (one) => window.said.push([one.lang, one.text]);"
        )
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        yield page
    assert errors == []


def test_the_list_leads_to_each_board_and_back(page: Page, url: str, game: Game) -> None:
    page.goto(url)
    boards = page.locator(".boards a")
    expect(boards).to_have_count(BOARDS)
    expect(boards.nth(0)).to_contain_text(NAMES[0])
    boards.nth(1).click()
    expect(page.locator("h1")).to_contain_text(NAMES[1])
    assert shown(page) == labels_of(game.position_after(PLIES - 2))
    page.get_by_role("link", name="Boards").click()
    expect(boards).to_have_count(BOARDS)


def test_the_list_follows_the_games(page: Page, url: str, feed: Hall, game: Game) -> None:
    page.goto(url)
    expect(page.locator(".boards a.live")).to_have_count(BOARDS)
    ended = from_game(Game(headers={"Round": "2", "Board": "3"}, plies=game.plies).end("0-1", Reason.RESIGNED))
    feed.publish(GameStanding(ended, "over"))
    expect(page.locator(".boards a").nth(2)).to_contain_text("0-1")
    expect(page.locator(".boards a.live")).to_have_count(BOARDS - 1)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_list_hinders_nobody_and_fits_a_phone(browser: Browser, url: str, scheme: str) -> None:
    with browser.new_context(viewport=PHONE, color_scheme=scheme, bypass_csp=True) as context:  # type: ignore[arg-type]
        page = context.new_page()
        page.goto(url)
        page.wait_for_selector(".boards")
        found = Axe().run(page).response["violations"]
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert [one["id"] for one in found if one["impact"] in ("serious", "critical")] == []


def test_white_s_clock_comes_first_however_the_board_is_turned(page: Page, url: str, feed: Hall, game: Game) -> None:
    feed.publish(at_board(game, 1, white=600, black=300, running=None))
    page.goto(f"{url}?board=1")
    clocks = page.locator(".clocks .time")
    expect(clocks).to_have_text(["10:00", "5:00"])
    page.keyboard.press("f")
    expect(page.locator(".play .name").first).to_have_text(NAMES[0])
    expect(clocks).to_have_text(["10:00", "5:00"])


def test_moves_are_said_aloud_only_when_asked_for_and_when_new(page: Page, url: str, feed: Hall, game: Game) -> None:
    page.goto(f"{url}?board=3")
    expect(page.locator("output")).to_have_text(step_of(PLIES - 3, PLIES - 3))
    feed.publish(at_board(game, 3, PLIES - 2))
    expect(page.locator("output")).to_have_text(step_of(PLIES - 2, PLIES - 2))
    assert page.evaluate("said") == []
    page.get_by_role("button", name="Say the moves").click()
    feed.publish(at_board(game, 3, PLIES - 1))
    expect(page.locator("output")).to_have_text(step_of(PLIES - 1, PLIES - 1))
    ply = game.plies[PLIES - 2]
    spoken = f"{ply.side.value.title()} {ply.move[0]} {ply.move[1]}"
    page.wait_for_function("spoken => said.at(-1)?.join().startsWith(`en-GB,${spoken}`)", arg=spoken)


def test_the_first_move_is_said_aloud_and_none_that_was_there_before(
    page: Page, url: str, feed: Hall, game: Game
) -> None:
    feed.publish(at_board(game, 1, 0))
    page.goto(f"{url}?board=1")
    expect(page.locator("output")).to_have_text("0 / 0")
    page.get_by_role("button", name="Say the moves").click()
    feed.publish(at_board(game, 1, 1))
    first = f"White {game.plies[0].move[0]} {game.plies[0].move[1]}"
    page.wait_for_function("first => said.length === 1 && said[0][1].startsWith(first)", arg=first)


def test_otaus_bear_their_old_names_when_asked_for(page: Page, url: str) -> None:
    page.goto(f"{url}?board=1&lang=kk")
    page.wait_for_selector(".play .board")
    expect(page.locator(".play .called")).to_have_count(0)
    page.get_by_role("button", name="Отаулардың атаулары").click()
    expect(page.locator(".play .called")).to_have_count(18)
    expect(page.locator(".play .called").filter(has_text="тектұрмас")).to_have_count(2)


def test_a_board_that_nobody_sits_at_yet_is_waited_for(page: Page, url: str, feed: Hall, game: Game) -> None:
    page.goto(f"{url}?board=9")
    expect(page.get_by_text("Nothing has been told of this board yet")).to_be_visible()
    expect(page.get_by_role("link", name="Boards")).to_be_visible()
    feed.publish(at_board(game, 9))
    expect(page.locator(".play .board")).to_be_visible()


@pytest.mark.parametrize("layout", ["bar", "full", "clock"])
def test_an_overlay_of_a_board_that_nobody_sits_at_is_not_blank(page: Page, url: str, layout: str) -> None:
    page.goto(f"{url}overlay?board=9&layout={layout}")
    expect(page.locator(".stage.stale")).to_contain_text("White")


def test_an_overlay_outlives_the_server_and_is_right_again(page: Page, tmp_path: Path, feed: Hall, game: Game) -> None:
    with public_pages(tmp_path, Address()) as url:
        page.goto(f"{url}overlay?board=2&layout=full")
        expect(page.locator(".stage:not(.stale)")).to_be_visible()
    expect(page.locator(".stage.stale")).to_be_visible()
    assert shown(page) == labels_of(game.position_after(PLIES - 2)), "what was known stays"
    feed.publish(at_board(game, 2))
    with public_pages(tmp_path, Address(port=int(url.rstrip("/").rpartition(":")[2]))):
        expect(page.locator(".stage:not(.stale)")).to_be_visible(timeout=5000)
        expect(page.locator(".middle")).to_have_text(f"{PLIES // 2}.{game.plies[-1].move}")
        assert shown(page) == labels_of(game.position)


def test_a_page_says_that_the_recorder_has_gone_though_the_server_lives(page: Page, url: str, tmp_path: Path) -> None:
    page.goto(f"{url}?board=1")
    expect(page.locator("header .playing")).to_be_visible()
    long_ago = time.time() - 60
    os.utime(mark_of(tmp_path, RoundBoard(2, 1)), (long_ago, long_ago))
    expect(page.locator("header .stale")).to_be_visible(timeout=8000)
