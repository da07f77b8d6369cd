"""Who may see the operator's page and give orders, and what becomes of orders that make no sense."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, OpenerDirector, Request, build_opener

import cv2
import msgspec
import numpy as np
import pytest

from board_io.cameras import ListedCamera
from board_io.source import SourceInfo, SourceMissingError
from tests.togyz_companion.web.fake_session import FakeSession, obeying
from togyz.board import Side
from togyz.corrections import Correction, CorrectionError, PlyCorrected, PositionCorrected, SidesTurned
from togyz.notation import position_to_string
from togyz.outcome import Reason
from togyz.position import Position
from togyz.saying import Said, say
from togyz_companion.beginning import BeginningOptions
from togyz_companion.board_setup import BoardOptions
from togyz_companion.glimpse import Glimpse
from togyz_companion.live.choosing import Sources
from togyz_companion.live.stage import NotNowError
from togyz_companion.live.state import LiveState
from togyz_companion.obstacle import Obstacle
from togyz_companion.web.operator import operator_routes
from togyz_companion.web.ordering import BODY_MAX
from togyz_companion.web.orders import Begin, Choose, Correct, Declare, Leave, Look, Pause, Undo, asked
from togyz_companion.web.server import live_page

TOKEN = "a-token"
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


class GameThatRuns(FakeSession):
    """It has two plies, and no other one can be begun."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.shown.desk = LiveState({"stage": "playing"})
        self.sources = Sources(lambda: [ListedCamera("0", "Webcam")], seen)

    def correct(self, correction: Correction) -> None:
        n = getattr(correction.ruling, "n", 0)
        if n > 2:
            raise CorrectionError(say(Said.NO_PLY, n=n, plies=2))
        super().correct(correction)

    def begin(self, headers: object, rules: object, control: object = None) -> None:
        raise NotNowError(say(Obstacle.GAME_RUNS), "playing")


@pytest.fixture
def session(tmp_path: Path) -> Iterator[FakeSession]:
    with obeying(GameThatRuns(tmp_path)) as fake:
        yield fake


@pytest.fixture
def url(session: FakeSession) -> Iterator[str]:
    routes = operator_routes(session, TOKEN, lambda: NOON)
    with live_page(LiveState(), more=routes) as url:
        yield url


@pytest.fixture
def operator(url: str) -> OpenerDirector:
    """A browser that has opened the address with the token."""
    opener = build_opener(HTTPCookieProcessor(CookieJar()))
    opener.open(f"{url}operator?token={TOKEN}").close()
    return opener


def status(opener: OpenerDirector, request: Request | str) -> tuple[int, bytes]:
    try:
        with opener.open(request, timeout=10) as answer:
            return answer.status, answer.read()
    except HTTPError as error:
        with error:
            return error.code, error.read()


def order(opener: OpenerDirector, url: str, body: object, **headers: str) -> tuple[int, dict[str, Any]]:
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    told = {"Origin": url.rstrip("/"), **headers}
    code, answer = status(opener, Request(url + "operator/orders", data=data, headers=told))
    return code, json.loads(answer) if answer.startswith(b"{") else {"error": answer.decode()}


def seen(url: str) -> Glimpse:
    """A camera that is plugged in, and others that are not."""
    if url != "0":
        raise SourceMissingError(url, f"there is no camera {url}")
    info = SourceInfo("camera", (640, 480), None, None, None, "0: 640 x 480")
    return Glimpse(info, np.full((480, 640, 3), 90, np.uint8))


PATHS = [
    "operator/",
    "operator/sources",
    "operator/thumbnail.jpg?source=0",
    "operator/events",
    "operator/picture.jpg",
    "operator/evidence/a.jpg",
    "operator/export/pdf",
]


@pytest.mark.parametrize("path", PATHS)
def test_nobody_sees_anything_without_the_token(url: str, path: str) -> None:
    for query in ("", "token=", "token=another", "token=%C3%A9"):
        assert status(build_opener(), f"{url}{path}{'&' if '?' in path else '?'}{query}")[0] == 403


def test_the_token_in_the_address_becomes_a_cookie_of_this_page_alone(url: str, operator: OpenerDirector) -> None:
    code, page = status(operator, url + "operator/")
    assert (code, b"operator.js" in page) == (200, True)
    with operator.open(f"{url}operator?token={TOKEN}", timeout=10) as answer:
        assert TOKEN not in answer.url
    (cookie,) = next(one for one in operator.handlers if isinstance(one, HTTPCookieProcessor)).cookiejar
    assert (cookie.path, cookie.has_nonstandard_attr("HttpOnly")) == ("/operator", True)
    assert cookie.get_nonstandard_attr("SameSite") == "lax", "a link in a chat or a mail opens the page, too"


def test_an_order_reaches_the_session(url: str, operator: OpenerDirector, session: FakeSession) -> None:
    assert order(operator, url, {"order": "correct", "n": 2, "move": "76"}) == (200, {"ok": True})
    assert session.done == [Correction(by="operator", ruling=PlyCorrected(n=2, move="76"))]


def test_what_is_refused_is_told_in_words(url: str, operator: OpenerDirector) -> None:
    code, answer = order(operator, url, {"order": "correct", "n": 9, "move": "76"})
    assert (code, answer["ok"]) == (409, False)
    assert "ply 9" in answer["error"]
    told = order(operator, url, {"order": "begin"}, **{"Accept-Language": "ru"})[1]["error"]
    assert told == "сначала нужно завершить эту партию"
    told = order(operator, url, {"order": "begin", "clock": "90 min"}, **{"Accept-Language": "ru"})[1]["error"]
    assert told.startswith("'90 min' – не контроль времени")


def test_the_clock_is_pressed_at_the_time_at_which_that_was_asked(
    url: str, operator: OpenerDirector, session: FakeSession
) -> None:
    assert order(operator, url, {"order": "press", "side": "black"})[0] == 200
    assert session.done == [(Side.BLACK, NOON)]
    assert order(operator, url, {"order": "press", "side": "left"})[0] == 422
    assert order(operator, url, {"order": "set_clock", "side": "white", "remaining_s": 0})[0] == 422


@pytest.mark.parametrize("origin", ["http://elsewhere.example", "null", ""])
def test_another_page_can_order_nothing(url: str, operator: OpenerDirector, session: FakeSession, origin: str) -> None:
    assert order(operator, url, {"order": "pause", "is_paused": True}, Origin=origin)[0] == 403
    assert session.done == []
    assert order(operator, url, {"order": "pause", "is_paused": True})[0] == 200
    assert session.done == [True]


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b'{"order":"fly"}', b'{"order":"correct","n":-1,"move":"76"}', b'{"order":"pause"}', b"\xff"],
)
def test_an_order_that_makes_no_sense_is_refused(url: str, operator: OpenerDirector, body: bytes) -> None:
    assert order(operator, url, body)[0] == 422


def test_an_endless_order_is_not_listened_to(url: str, operator: OpenerDirector) -> None:
    with suppress(OSError):  # the connection may be closed while the rest is being sent
        assert order(operator, url, b" " * (BODY_MAX + 1))[0] == 413


def test_the_code_of_the_clock_s_page_is_there_with_the_page(
    url: str, operator: OpenerDirector, session: FakeSession
) -> None:
    code, told = status(operator, f"{url}operator/clock.svg")
    assert (code, told) == (404, b"no clock's page is open for a phone")
    session.shown.clock_url = "http://192.168.1.20:8164/?token=abcdefghjkmp"
    code, picture = status(operator, f"{url}operator/clock.svg")
    assert (code, b"<svg" in picture) == (200, True)
    assert status(build_opener(), f"{url}operator/clock.svg")[0] == 403


@pytest.mark.parametrize("name", ["..%2fgame.sqlite", "game.sqlite", "%2e%2e/secret.jpg", "none.jpg"])
def test_only_evidence_is_shown(url: str, operator: OpenerDirector, tmp_path: Path, name: str) -> None:
    (tmp_path / "game.sqlite").write_bytes(b"x")
    (tmp_path / "secret.jpg").write_bytes(b"x")
    (tmp_path / "evidence").mkdir()
    (tmp_path / "evidence" / "0001-4.0s.jpg").write_bytes(b"seen")
    assert status(operator, f"{url}operator/evidence/{name}")[0] == 404
    assert status(operator, f"{url}operator/evidence/0001-4.0s.jpg") == (200, b"seen")


def test_cameras_are_shown_small_as_long_as_one_is_to_be_chosen(
    url: str, operator: OpenerDirector, session: FakeSession
) -> None:
    assert json.loads(status(operator, f"{url}operator/sources")[1]) == [{"url": "0", "name": "Webcam"}]
    code, jpeg = status(operator, f"{url}operator/thumbnail.jpg?source=0")
    picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    assert (code, picture.shape) == (200, (240, 320, 3))
    for other in ("1", "/etc/passwd", ""):
        assert status(operator, f"{url}operator/thumbnail.jpg?source={other}")[0] == 404
    session.is_choosing = False
    assert status(operator, f"{url}operator/thumbnail.jpg?source=0")[0] == 404, "it may be in use"


def test_a_camera_that_shows_nothing_says_why(url: str, operator: OpenerDirector, session: FakeSession) -> None:
    session.sources = Sources(lambda: [ListedCamera("3", "")], seen)
    assert status(operator, f"{url}operator/thumbnail.jpg?source=3") == (503, b"there is no camera 3")


def test_the_audience_sees_its_page_without_a_token(url: str) -> None:
    assert status(build_opener(), url)[0] == 200


def test_orders_are_read_strictly() -> None:
    assert asked(b'{"order":"undo"}') == Undo()
    assert asked(b'{"order":"look","corners":[[1,2],[3,4],[5,6],[7,8]]}') == Look(
        corners=[(1, 2), (3, 4), (5, 6), (7, 8)]
    )
    assert asked(b'{"order":"begin","headers":{"White":"A"}}') == Begin(headers={"White": "A"})
    assert asked(b'{"order":"choose","source":"0"}') == Choose(source="0")
    assert asked(b'{"order":"leave"}') == Leave()
    assert asked(b'{"order":"declare","result":"1-0","reason":"resigned"}') == Declare(
        result="1-0", reason=Reason.RESIGNED
    )
    assert asked(b'{"order":"pause","is_paused":false}') == Pause(is_paused=False)
    assert asked(b'{"order":"correct","n":1,"move":"76"}') == Correct(n=1, move="76")
    for wrong in (
        b'{"order":"undo","n":1}',
        b'{"order":"look","corners":[[1,2]]}',
        b'{"order":"look","layout":"../x"}',
    ):
        with pytest.raises(msgspec.ValidationError):
            asked(wrong)


def test_white_is_put_on_the_other_side(url: str, operator: OpenerDirector, session: FakeSession) -> None:
    assert order(operator, url, {"order": "turn"})[0] == 200
    assert session.done[-1] == Correction(by="operator", ruling=SidesTurned())
    assert order(operator, url, {"order": "turn", "n": 1})[0] == 422


def test_the_position_that_is_set_is_checked(url: str, operator: OpenerDirector, session: FakeSession) -> None:
    position = Position.start().play(7)
    assert order(operator, url, {"order": "set", "n": 1, "position": position.to_dict()})[0] == 200
    assert session.done == [Correction(by="operator", ruling=PositionCorrected(n=1, position=position))]
    assert position.to_move is Side.BLACK
    wrong = position.to_dict() | {"white": [9] * 8}
    assert order(operator, url, {"order": "set", "n": 1, "position": wrong})[0] == 409


@pytest.mark.parametrize("body", [b"[" * 50_000, b"\x00", b'{"order":"set","n":1,"position":' + b'{"a":' * 5000])
def test_a_body_that_is_no_order_is_told_so(url: str, operator: OpenerDirector, body: bytes) -> None:
    code, answer = order(operator, url, body)
    assert (code, answer["ok"]) == (422, False)


def test_an_order_that_fails_by_our_fault_is_told_so(
    session: FakeSession, url: str, operator: OpenerDirector, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*, is_paused: bool) -> None:
        raise ZeroDivisionError(str(is_paused))

    monkeypatch.setattr(session, "pause", fail)
    code, answer = order(operator, url, {"order": "pause", "is_paused": True})
    assert (code, answer["error"]) == (500, "the order failed by a fault of the program; its log tells more")


def test_pages_of_two_ports_do_not_lock_each_other_out(
    session: FakeSession, url: str, operator: OpenerDirector
) -> None:
    routes = operator_routes(session, "another-token", lambda: NOON)
    with live_page(LiveState(), more=routes) as other:
        operator.open(f"{other}operator?token=another-token").close()
        assert [status(operator, one + "operator/sources")[0] for one in (url, other)] == [200, 200]
        assert status(operator, f"{other}operator?token={TOKEN}")[0] == 200, "its own cookie lets in, not the token"


@pytest.mark.parametrize(
    ("asked_for", "start", "to_move"),
    [
        ({"start": "seen", "to_move": "black"}, "seen", Side.BLACK),
        ({"start": "start"}, Position.start(), None),
        ({"start": position_to_string(Position.start().play(7))}, Position.start().play(7), None),
        ({}, Position.start(), None),
    ],
)
def test_a_game_may_begin_otherwise(
    url: str, operator: OpenerDirector, session: FakeSession, asked_for: dict[str, str], start: object, to_move: object
) -> None:
    assert order(operator, url, {"order": "look", **asked_for})[0] == 200
    assert session.done == [(BoardOptions(), BeginningOptions(start=start, to_move=to_move))]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("start", "says"),
    [
        ("9,9,9", "не положение: отау чёрных 9..1"),
        ("9S,9S,9S,9S,9S,9S,9S,9S,9S/9S,9S,9S,9S,9S,9S,9S,9S,9S 3 0 S", "кумалаков 165 вместо 162"),
    ],
)
def test_what_is_no_position_is_told_so_in_words(url: str, operator: OpenerDirector, start: str, says: str) -> None:
    code, answer = order(operator, url, {"order": "look", "start": start}, **{"Accept-Language": "ru"})
    assert (code, says in answer["error"]) == (409, True)
