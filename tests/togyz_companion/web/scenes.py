"""The operator's page without a camera: a session in any state, that notes what it is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import numpy as np
from playwright.sync_api import Browser, Page, expect

from board_io.cameras import ListedCamera
from board_io.source import SourceInfo, SourceMissingError
from board_io.trouble import Trouble
from tests.togyz_companion.web.fake_session import FakeSession, obeying
from togyz.board import Side
from togyz.codes import Code
from togyz.corrections import (
    Correction,
)
from togyz.game import Game
from togyz.record import Record
from togyz.recorded import RecordedAlert
from togyz.replay import from_game
from togyz.saying import say
from togyz_companion.glimpse import Glimpse
from togyz_companion.live.choosing import Sources
from togyz_companion.live.eye import Sight
from togyz_companion.live.state import LiveState
from togyz_companion.live.told import told_of
from togyz_companion.messages.telling import in_all_languages
from togyz_companion.sinks import GameStanding
from togyz_companion.web.operator import operator_routes
from togyz_companion.web.server import live_page

TIMEOUT_S = 10
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
WIDE = {"width": 1280, "height": 900}
PHONE = {"width": 390, "height": 844}
PICTURE = np.full((720, 1280, 3), 120, np.uint8)
OTHERS = (("61", 0.04), ("57", 0.01))
GAME = Game(headers={"White": "Айгүл", "Black": "Нұрлан"}).play("76").play("98").play("66")
ALERT = RecordedAlert(
    id=4, t_rest=1.0, t=2.0, code=Code.CAPTURED_ODD, side=Side.BLACK, otau=(3,),
    seen={"white": {"8": 0}}, expected={"white": {"8": 11}},
)  # fmt: skip
HEALTH = [{"level": "warning", "text": in_all_languages(lambda teller: teller.text("doctor.battery"))}]
SAID = {
    "layout": "auto", "white_side": None, "corners": None, "start": "start", "position": None, "to_move": None,
}  # fmt: skip
CORNERS = [[100.0, 600.0], [1180.0, 600.0], [1180.0, 100.0], [100.0, 100.0]]
FOUND = {
    "found": True, "hint": None, "is_advice": False, "corners": CORNERS, "residual_px": 0.5, "tilt_deg": 3.0,
    "layout": "box", "white_side": None, "total": 162, "expected": 162,
}  # fmt: skip


def record_of(*alerts: RecordedAlert) -> Record:
    record = from_game(GAME)
    plies = tuple(replace(ply, confidence=0.95, alternatives=OTHERS) for ply in record.plies)
    return replace(record, plies=plies, alerts=alerts)


class Scene(FakeSession):
    """The session."""

    def __init__(self) -> None:
        super().__init__()
        self.record = record_of()
        self.shown.eye.show(Sight(PICTURE))
        self.sources = Sources(lambda: [ListedCamera("0", "Webcam"), ListedCamera("2", "")], seen)
        self.board = LiveState()
        self.shown.desk = LiveState(self.state("choosing", failure=None))
        self.folder = None

    @staticmethod
    def state(stage: str, **more: object) -> dict[str, object]:
        of_source = {"source": "0: 1280 x 720", "image_wh": [1280, 720], "outage": None, "health": HEALTH}
        return {"stage": stage, **of_source, "headers": {}, "rules": "", "control": None, "clock_url": None, **more}

    def aim(self, **aim: object) -> None:
        self.shown.desk.publish(self.state("aiming", aim={**FOUND, **aim}, said=SAID, layouts=["bowls", "box"]))

    def play(self, *alerts: RecordedAlert, stage: str = "playing", **more: object) -> None:
        self.record = record_of(*alerts)
        self.board.publish(GameStanding(self.record, "playing").state())
        told: dict[str, Any] = {"paused": False, "folder": "game", **told_of(self.record), **more}
        self.shown.desk.publish(self.state(stage, **told))

    def choose(self, url: str) -> None:
        if url != "0":
            raise SourceMissingError(url, say(Trouble.NO_CAMERA, url=url, present="0"))
        super().choose(url)

    def correct(self, correction: Correction) -> None:
        self.done.append(correction.ruling)


def seen(url: str) -> Glimpse:
    if url != "0":
        raise SourceMissingError(url, say(Trouble.NO_CAMERA, url=url, present="0"))
    return Glimpse(SourceInfo("camera", (1280, 720), None, None, None, "0: 1280 x 720"), PICTURE)


@contextmanager
def shown_scene() -> Iterator[tuple[Scene, str]]:
    scene = Scene()
    routes = operator_routes(scene, "token", lambda: NOON)
    with obeying(scene), live_page(scene.board, more=routes) as url:
        yield scene, f"{url}operator?token=token"


@contextmanager
def strict_page(browser: Browser) -> Iterator[Page]:
    errors: list[str] = []
    with browser.new_context(viewport=WIDE, locale="en-GB") as context:
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        yield page
    assert errors == []


def asked(scene: Scene, page: Page, key: str) -> object:
    """What a key asks the session for."""
    before = len(scene.done)
    with page.expect_response("**/orders*"):
        page.keyboard.press(key)
    expect(page.locator("main[aria-busy=true]")).to_have_count(0)
    (one,) = scene.done[before:]
    return one
