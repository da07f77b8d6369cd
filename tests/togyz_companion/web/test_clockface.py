"""The clock on a phone: who has its link may press it, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from http.cookiejar import CookieJar
from typing import Any
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, OpenerDirector, Request, build_opener

import pytest
from playwright.sync_api import Browser, expect

from tests.togyz_companion.web.fake_session import FakeSession, obeying
from togyz.board import Side
from togyz_companion.live.state import LiveState
from togyz_companion.web.clockface import phone_clock, phone_token
from togyz_companion.web.ordering import BODY_MAX
from togyz_companion.web.server import Address

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
TOKEN = "abcdefghjkmp"
FACE: dict[str, Any] = {
    "status": "playing",
    "to_move": "white",
    "headers": {"White": "Айгүл", "Black": "Нұрлан"},
    "clock": {"control": "25+10", "t": 31.2, "white": 1480.5, "black": 1497.0, "running": None},
}


@pytest.fixture
def players() -> Iterator[FakeSession]:
    fake = FakeSession()
    fake.shown.face = LiveState(FACE)
    with obeying(fake):
        yield fake


@pytest.fixture
def link(players: FakeSession) -> Iterator[str]:
    with phone_clock(players, TOKEN, lambda: NOON, Address()) as link:
        yield link
        players.shown.face.close()


@pytest.fixture
def phone(link: str) -> OpenerDirector:
    """A browser that has opened the link."""
    opener = build_opener(HTTPCookieProcessor(CookieJar()))
    opener.open(link).close()
    return opener


def answered(opener: OpenerDirector, request: Request | str) -> int:
    try:
        with opener.open(request, timeout=10) as answer:
            return int(answer.status)
    except HTTPError as error:
        with error:
            return error.code


def ordered(opener: OpenerDirector, link: str, body: dict[str, Any] | bytes, origin: str | None = None) -> int:
    url = link.partition("?")[0]
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return answered(opener, Request(url + "orders", data=data, headers={"Origin": origin or url.rstrip("/")}))


@pytest.mark.parametrize("path", ["", "events", "?token=", "?token=abcdefghjkmn", "orders"])
def test_without_the_link_nothing_is_seen(link: str, path: str) -> None:
    assert answered(build_opener(), link.partition("?")[0] + path) == 403


def test_a_phone_without_the_link_is_told_where_it_is(link: str) -> None:
    with pytest.raises(HTTPError) as refused:
        build_opener().open(link.partition("?")[0] + "?lang=en", timeout=10)
    assert "the clock's link" in refused.value.read().decode()


def test_who_has_the_link_may_press_and_nothing_else(link: str, phone: OpenerDirector, players: FakeSession) -> None:
    assert ordered(phone, link, {"order": "press", "side": "black"}) == 200
    assert players.done == [(Side.BLACK, NOON)]
    for other in ({"order": "pause", "is_paused": True}, {"order": "undo"}, {"order": "press"}, {}):
        assert ordered(phone, link, other) == 422
    assert ordered(phone, link, {"order": "press", "side": "black"}, "http://elsewhere.example") == 403
    with suppress(OSError):  # the connection may be closed while the rest is being sent
        assert ordered(phone, link, b" " * (BODY_MAX + 1)) == 413
    assert len(players.done) == 1


@pytest.mark.parametrize("path", ["operator/", "state.json", "picture.jpg", "operator/orders", "overlay"])
def test_nothing_but_the_clock_is_served_there(link: str, phone: OpenerDirector, path: str) -> None:
    assert answered(phone, link.partition("?")[0] + path) == 404


def test_the_link_of_another_game_lets_nobody_in(link: str) -> None:
    one, other = phone_token(), phone_token()
    assert len(one) >= 12
    assert one != other
    assert answered(build_opener(), link.replace(TOKEN, one)) == 403


@pytest.mark.browser
def test_a_phone_between_two_players_is_pressed_from_both_sides(
    browser: Browser, link: str, players: FakeSession
) -> None:
    with browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, locale="ru-RU") as context:
        page = context.new_page()
        page.goto(link)
        white, black = page.locator(".half.white"), page.locator(".half.black")
        expect(white).to_contain_text("24:40")
        standing = page.get_by_text("Чёрные нажимают, и часы идут")
        expect(standing).to_be_visible()
        expect(page.get_by_role("button", name="Поменять половины")).to_be_visible()
        players.shown.face.publish({**FACE, "clock": {**FACE["clock"], "running": "white"}})
        expect(standing).to_have_count(0)
        expect(page.get_by_text("нажмите свою половину")).to_be_visible()
        expect(page.get_by_role("button", name="Пауза")).to_have_count(0)
        for half in (white, black):
            with page.expect_response("**/orders*"):
                half.tap()
        assert white.evaluate("one => getComputedStyle(one).transform").startswith("matrix(-1"), "upside down"
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        for ended, says in (("over", "Партия окончена"), ("unfinished", "не окончена")):
            players.shown.face.publish({**FACE, "ended": True, "standing": ended})
            expect(page.get_by_role("alert")).to_contain_text(says)
    assert players.done == [(Side.WHITE, NOON), (Side.BLACK, NOON)]
