"""The pages in a real browser: what people see, by mouse, keyboard and phone."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from numpy.typing import NDArray
from playwright.sync_api import Browser, Page, expect

from board_io.feed import WAITING, BoardState, GameStanding
from tests.togyz_companion.web.conftest import HEADERS, PLIES, state_of_game, step_of
from togyz.board import Side
from togyz.game import Game
from togyz.position import Position
from togyz.replay import from_game
from togyz_companion.live.state import LiveState
from togyz_companion.web.pages import replay_page
from togyz_companion.web.server import live_page

pytestmark = pytest.mark.browser

WIDE = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
STILL = "reduce"
"""Kumalak are not shown one by one."""


@pytest.fixture
def live(game: Game) -> Iterator[tuple[LiveState, str]]:
    state = LiveState()
    with live_page(state) as url:
        state.publish(state_of_game(game))
        yield state, url


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page in which any error of a script fails the test."""
    errors: list[str] = []
    with browser.new_context(viewport=WIDE, reduced_motion=STILL, locale="en-GB") as context:
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        yield page
    assert errors == []


def shown(page: Page) -> dict[str, Any]:
    """The otaus and kazans of the large board, by their labels."""
    labels = page.locator(".play [role=listitem], .stage [role=listitem]").evaluate_all(
        "all => all.map(one => one.getAttribute('aria-label'))"
    )
    return dict(label.rsplit(": ", 1) for label in labels)


def labels_of(position: Position) -> dict[str, str]:
    told = position.to_dict()
    rows = {
        f"{side.title()} {no}": "tuzdyk" if told["tuzdyk"][owner] == no else str(number)
        for side, owner in (("white", "black"), ("black", "white"))
        for no, number in enumerate(told[side], 1)
    }
    return rows | {f"{side.title()}, kazan": str(told["kazan"][side]) for side in ("white", "black")}


def test_a_game_is_stepped_through_by_keyboard_alone(live: tuple[LiveState, str], page: Page, game: Game) -> None:
    page.goto(live[1])
    expect(page.locator("output")).to_have_text(step_of(PLIES, PLIES))
    assert shown(page) == labels_of(game.position)
    for key, n in (("ArrowLeft", PLIES - 1), ("Home", 0), ("ArrowRight", 1), ("End", PLIES)):
        page.keyboard.press(key)
        expect(page.locator("output")).to_have_text(step_of(n, PLIES))
        assert shown(page) == labels_of(game.position_after(n))


def test_who_looks_at_an_earlier_ply_is_not_torn_away_by_a_new_one(
    live: tuple[LiveState, str], page: Page, game: Game
) -> None:
    page.goto(live[1])
    page.get_by_role("button", name="Back").click()
    longer = game.play(next(iter(game.position.legal_moves)))
    live[0].publish(state_of_game(longer))
    expect(page.locator("output")).to_have_text(step_of(PLIES - 1, PLIES + 1))
    page.get_by_role("button", name="To the newest move").click()
    assert shown(page) == labels_of(longer.position)


def test_a_correction_replaces_what_was_shown(live: tuple[LiveState, str], page: Page, game: Game) -> None:
    page.goto(live[1])
    corrected = game.undo(3)
    live[0].publish(state_of_game(corrected))
    expect(page.locator("output")).to_have_text(step_of(PLIES - 3, PLIES - 3))
    assert shown(page) == labels_of(corrected.position)


def test_turning_the_board_turns_names_and_kazans_together(live: tuple[LiveState, str], page: Page) -> None:
    page.goto(live[1])
    names = page.locator(".play .name")
    expect(names).to_have_text([HEADERS["Black"], HEADERS["White"]])
    page.keyboard.press("f")
    expect(names).to_have_text([HEADERS["White"], HEADERS["Black"]])
    kazans = page.locator(".play [role=listitem][aria-label*=kazan]")
    assert "White" in str(kazans.nth(0).get_attribute("aria-label"))


def test_a_name_is_never_markup(live: tuple[LiveState, str], page: Page) -> None:
    page.goto(live[1])
    expect(page.locator("h1")).to_have_text(f"{HEADERS['White']} – {HEADERS['Black']}")
    expect(page.locator("img")).to_have_count(0)


def test_the_list_of_moves_shows_the_ply_that_the_board_shows(live: tuple[LiveState, str], page: Page) -> None:
    page.goto(live[1])
    expect(page.locator(".moves .here")).to_be_in_viewport()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".moves .here")).to_be_in_viewport()
    page.keyboard.press("End")
    expect(page.locator(".moves .here")).to_be_in_viewport()


def test_every_ten_double_moves_have_a_diagram(live: tuple[LiveState, str], page: Page) -> None:
    page.goto(live[1])
    expect(page.locator(".moves figure")).to_have_count(PLIES // 20)


def test_a_sowing_is_shown_kumalak_by_kumalak_but_not_when_the_page_opens(
    browser: Browser, live: tuple[LiveState, str], game: Game
) -> None:
    with browser.new_context(viewport=WIDE, reduced_motion="no-preference") as context:
        page = context.new_page()
        page.clock.install(time=0)
        page.clock.pause_at(1)
        page.goto(live[1])
        while not (opened := shown(page)):  # until the state has come
            page.clock.run_for(100)
        assert opened == labels_of(game.position)
        page.keyboard.press("ArrowLeft")
        page.clock.run_for(100)
        page.keyboard.press("ArrowRight")
        page.clock.run_for(1)
        seen: list[dict[str, Any]] = []
        last = game.plies[-1]
        lifted = {f"{last.side.value.title()} {last.otau_no}": "0"}
        for _ in range(300):  # until the last kumalak has fallen
            seen.append(shown(page))
            page.clock.run_for(100)
            if any(lifted.items() <= one.items() for one in seen) and seen[-1] == labels_of(game.position):
                break
    first = next(one for one in seen if one)
    assert lifted.items() <= first.items(), "where it leads is not shown before it"
    number = game.position_after(PLIES - 1).row(last.side)[last.otau_no - 1]
    assert len({json.dumps(one) for one in seen if one}) > 1 + number // 2
    assert seen[-1] == labels_of(game.position)


def test_the_rules_of_the_page_are_those_of_the_program(live: tuple[LiveState, str], page: Page, game: Game) -> None:
    page.goto(live[1])
    told = page.evaluate(
        "state => import('/static/replay.js').then(module => module.positionsOf(state))", dict(state_of_game(game))
    )
    assert told == [position.to_dict() for position in game.positions]


def test_moves_are_numbered_on_pages_as_by_the_program(live: tuple[LiveState, str], page: Page) -> None:
    black_first = replace(Position.start(), to_move=Side.BLACK)
    twice = Game(start=black_first).play(7).play(5).play(3)
    twice = twice.set_position(replace(twice.position, to_move=Side.BLACK)).play(2).play(4)
    page.goto(live[1])
    told = page.evaluate(
        """plies => import('/static/moves.js').then(({ nameOf, placeOf }) => plies.map((_, ix) =>
             nameOf(placeOf(plies, ix + 1))))""",
        [{"side": ply.side.value} for ply in twice.plies],
    )
    assert told == [twice.label_of(n) for n in range(1, len(twice.plies) + 1)]
    assert told == ["1b", "2w", "2b", "3b", "4w"]


def test_a_phone_needs_no_scrolling_to_the_side(browser: Browser, live: tuple[LiveState, str]) -> None:
    with browser.new_context(viewport=PHONE, has_touch=True) as context:
        page = context.new_page()
        page.goto(live[1])
        page.wait_for_selector(".play .board")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["", "overlay?layout=full"])
def test_the_pages_hinder_nobody(browser: Browser, live: tuple[LiveState, str], path: str, scheme: str) -> None:
    with browser.new_context(viewport=WIDE, color_scheme=scheme, bypass_csp=True, reduced_motion=STILL) as context:
        page = context.new_page()
        page.goto(live[1] + path)
        page.wait_for_selector(".board")
        found = Axe().run(page).response["violations"]
    assert [one["id"] for one in found if one["impact"] in ("serious", "critical")] == []


def test_a_page_finds_the_recorder_again(page: Page, game: Game) -> None:
    state = LiveState()
    with live_page(state) as url:
        state.publish(state_of_game(game.undo(2)))
        page.goto(url)
        expect(page.locator("output")).to_have_text(step_of(PLIES - 2, PLIES - 2))
    expect(page.locator("header .stale")).to_be_visible()
    assert shown(page) == labels_of(game.undo(2).position), "what was known stays"
    again = LiveState()
    with live_page(again, port=int(url.rstrip("/").rpartition(":")[2])):
        again.publish(state_of_game(game))
        expect(page.locator("output")).to_have_text(step_of(PLIES, PLIES), timeout=5000)
        expect(page.locator("header .stale")).to_have_count(0)


@pytest.mark.parametrize(("language", "says"), [("kk", "Ойын жүріп жатыр"), ("kk-Latn", "Oiyn"), ("ru", "Идёт партия")])
def test_a_page_speaks_the_language_it_is_asked_for(
    live: tuple[LiveState, str], page: Page, language: str, says: str
) -> None:
    page.goto(f"{live[1]}?lang={language}")
    expect(page.locator("header [role=status]")).to_contain_text(says)
    assert page.evaluate("document.documentElement.lang") == language


@pytest.mark.parametrize(
    ("language", "paused", "unfinished"),
    [
        ("kk", "Үзіліс", "Ойын аяқталмаған"),
        ("kk-Latn", "Üzılıs", "Oiyn aiaqtalmağan"),
        ("ru", "Перерыв", "Партия не окончена"),
        ("en", "Paused", "Not finished"),
    ],
)
def test_a_game_that_ended_without_a_result_is_not_paused(
    live: tuple[LiveState, str], page: Page, game: Game, language: str, paused: str, unfinished: str
) -> None:
    page.goto(f"{live[1]}?lang={language}")
    for ended, says in ((False, paused), (True, unfinished)):
        live[0].publish(GameStanding(from_game(game), "paused", ended=ended).state())
        expect(page.locator("header [role=status]")).to_have_text(says)


def test_a_replay_needs_nobody(browser: Browser, game: Game, tmp_path: Path) -> None:
    (tmp_path / "game.html").write_text(replay_page(state_of_game(game), "en"), encoding="utf-8")
    with browser.new_context(viewport=WIDE, reduced_motion=STILL, offline=True) as context:
        page = context.new_page()
        page.goto((tmp_path / "game.html").as_uri())
        page.get_by_role("button", name="To the start").click()
        assert shown(page) == labels_of(game.start)
        page.get_by_role("button", name=f"{game.plies[4].move}", exact=True).first.click()
        expect(page.locator(".moves [aria-current=step]")).to_have_count(1)


def test_a_replay_without_a_result_is_not_finished(browser: Browser, game: Game, tmp_path: Path) -> None:
    paused = GameStanding(replace(from_game(game), result=None), "paused", ended=True).state()
    (tmp_path / "game.html").write_text(replay_page(paused, "en"), encoding="utf-8")
    with browser.new_context(viewport=WIDE, offline=True) as context:
        page = context.new_page()
        page.goto((tmp_path / "game.html").as_uri())
        expect(page.get_by_role("status").first).to_have_text("Not finished")


def overlay_of(browser: Browser, url: str, options: str) -> NDArray[np.uint8]:
    """(1080, 1920, 4) the overlay as a studio's program takes it."""
    with browser.new_context(viewport={"width": 1920, "height": 1080}) as context:
        page = context.new_page()
        page.goto(f"{url}overlay?{options}")
        page.wait_for_selector(".stage")
        png = page.screenshot(omit_background=True)
    image = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED)
    assert image is not None
    assert image.shape == (1080, 1920, 4)
    return np.asarray(image, np.uint8)


@pytest.mark.parametrize("layout", ["bar", "full", "clock"])
def test_the_overlay_is_transparent_but_for_what_it_tells(
    browser: Browser, live: tuple[LiveState, str], game: Game, layout: str
) -> None:
    live[0].publish({**state_of_game(game), "clock": {"white": 600, "black": 299, "running": "white"}})
    alpha = overlay_of(browser, live[1], f"layout={layout}")[:, :, 3]
    rows, columns = np.nonzero(alpha)
    assert rows.size > 0, "nothing is told"
    assert (rows.min(), columns.min()) >= (54, 96), "the upper and the left margin are safe"
    assert (rows.max(), columns.max()) < (1026, 1824), "the lower and the right margin are safe"
    assert (alpha[:54] == 0).all()


def test_the_overlay_marks_what_may_be_old_and_keeps_it(page: Page, game: Game) -> None:
    state = LiveState()
    with live_page(state) as url:
        state.publish(state_of_game(game))
        page.goto(url + "overlay?layout=full")
        expect(page.locator(".stage:not(.stale)")).to_be_visible()
    expect(page.locator(".stage.stale")).to_be_visible()
    assert shown(page) == labels_of(game.position)


def test_themes_of_the_overlay_differ(browser: Browser, live: tuple[LiveState, str]) -> None:
    dark, light = (overlay_of(browser, live[1], f"layout=bar&theme={theme}") for theme in ("dark", "light"))
    told = dark[:, :, 3] > 0
    assert dark[told][:, :3].mean() + 60 < light[told][:, :3].mean()


@pytest.mark.parametrize("path", ["", "overlay?layout=clock"])
def test_the_clock_of_who_is_to_move_runs_on_between_states(browser: Browser, game: Game, path: str) -> None:
    state = LiveState()
    with live_page(state) as url, browser.new_context() as context:
        state.publish({**state_of_game(game), "clock": {"white": 3700.0, "black": 65.9, "running": "black"}})
        page = context.new_page()
        page.clock.install(time=0)
        page.goto(url + path)
        expect(page.locator(".time").filter(has_text="1:01:40")).to_be_visible()
        page.clock.run_for(10_000)
        expect(page.locator(".time.running")).to_have_text(re.compile("^0:5[0-5]$"))
        expect(page.locator(".time").filter(has_text="1:01:40")).to_be_visible()


def test_before_the_game_the_page_says_what_it_waits_for(page: Page) -> None:
    state = LiveState()
    waiting: BoardState = WAITING
    with live_page(state) as url:
        state.publish(waiting)
        page.goto(url)
        expect(page.locator("header [role=status]")).to_have_text("Waiting for the start position")
