"""The operator's page in a real browser, by mouse, keyboard and phone, in every state that a session can have."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Literal, cast

import cv2
import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.togyz_companion.web.scenes import (
    ALERT,
    FOUND,
    GAME,
    PHONE,
    PICTURE,
    SAID,
    TIMEOUT_S,
    Scene,
    asked,
    record_of,
    shown_scene,
    strict_page,
)
from togyz.board import Side
from togyz.codes import Code
from togyz.corrections import (
    AlertAccepted,
    HeadersGiven,
    PlyCorrected,
    PositionCorrected,
    ResultDeclared,
    ResultWithdrawn,
    SidesTurned,
)
from togyz.notation import position_to_string
from togyz.outcome import Reason
from togyz.position import Position
from togyz_companion.beginning import BeginningOptions
from togyz_companion.board_setup import BoardOptions
from togyz_companion.messages.telling import in_all_languages
from togyz_companion.sinks import GameStanding
from togyz_companion.web.clockface import phone_token

pytestmark = pytest.mark.browser
HINT = in_all_languages(lambda teller: teller.language)


@pytest.fixture
def scene() -> Iterator[tuple[Scene, str]]:
    with shown_scene() as shown:
        yield shown


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with strict_page(browser) as page:
        yield page


def test_a_game_may_begin_as_the_board_lies(scene: tuple[Scene, str], page: Page) -> None:
    fake, url = scene
    fake.aim()
    page.goto(url)
    for choose, value, said in (
        ("The game begins", "seen", BeginningOptions(start="seen")),
        ("To move", "black", BeginningOptions(start="seen", to_move=Side.BLACK)),
    ):
        with page.expect_response("**/orders*"):
            page.get_by_label(choose).select_option(value)
        assert cast("tuple[object, BeginningOptions]", fake.done[-1])[1] == said
    fake.aim(total=77, expected=None)
    expect(page.locator(".found")).to_contain_text(": 77 kumalak, tilt 3°")


def test_what_is_chosen_shows_at_once_and_leaves_the_keys_to_the_page(scene: tuple[Scene, str], page: Page) -> None:
    fake, url = scene
    fake.shown.desk.publish(
        fake.state(
            "aiming", aim={**FOUND, "hint": HINT, "is_advice": True}, said={**SAID, "to_move": "white"}, layouts=[]
        )
    )
    page.goto(url)
    expect(page.locator(".found")).to_have_text("The board is found: 162 of 162 kumalak, tilt 3°")
    expect(page.locator(".advice")).to_have_text("en")
    begins = page.get_by_label("The game begins")
    begins.focus()
    with page.expect_response("**/orders*"):
        begins.select_option("seen")
    expect(begins).to_be_focused()
    expect(page.get_by_label("To move")).to_have_value("auto")
    expect(page.get_by_text("of the kazans only the sum is known")).to_be_visible()
    begins.select_option("auto")
    expect(page.get_by_label("To move")).to_be_visible()
    expect(page.get_by_text("of the kazans only the sum is known")).to_have_count(0)
    begins.focus()
    begins.dispatch_event("pointerdown")
    with page.expect_response("**/orders*"):
        begins.select_option("start")
    expect(begins).not_to_be_focused()
    assert asked(fake, page, "v") == "leave"


def test_a_game_may_begin_in_a_position_that_is_typed(scene: tuple[Scene, str], page: Page) -> None:
    fake, url = scene
    fake.aim()
    page.goto(url + "&lang=ru")
    page.get_by_label("С чего начинается партия").select_option("given")
    expect(page.get_by_text("девять кумалаков")).to_be_visible()
    position = page.get_by_label("Положение одной строкой")
    position.fill("9,9,9,9,9,9,9,9,9")
    page.keyboard.press("Enter")
    expect(page.locator(".refused")).to_contain_text("не положение")
    assert fake.done == []
    page.get_by_role("button", name="Искать снова").click()
    expect(page.locator(".refused")).to_have_count(0)
    position.fill(str(page.locator("details code").text_content()))
    with page.expect_response("**/orders*"):
        page.get_by_role("button", name="Взять это положение").click()
    first = Position.start().play(7)
    assert [cast("tuple[object, BeginningOptions]", one)[1].start for one in fake.done] == [Position.start(), first]
    told = {**SAID, "start": position_to_string(first), "position": first.to_dict()}
    fake.shown.desk.publish(fake.state("aiming", aim=FOUND, said=told, layouts=["box"]))
    expect(page.get_by_role("listitem", name="Чёрные 6: 0")).to_be_visible()


def test_a_camera_is_chosen_by_what_it_sees(scene: tuple[Scene, str], page: Page) -> None:
    page.goto(scene[1] + "&lang=ru")
    cameras = page.locator(".cameras button")
    expect(cameras.nth(0).locator("img")).to_be_visible()
    expect(cameras.nth(1)).to_contain_text("нет камеры 2: подключите её (найдены: 0)")
    assert asked(scene[0], page, "1") == "0"
    page.get_by_label("Адрес").fill("7")
    page.keyboard.press("Enter")
    expect(page.locator(".refused")).to_contain_text("нет камеры 7")
    scene[0].aim()
    page.wait_for_selector("main.aiming")
    scene[0].shown.desk.publish(scene[0].state("choosing", failure=None))
    expect(page.get_by_label("Адрес")).to_have_value("7")
    page.locator("h1").click()


def test_a_game_is_aimed_and_begun_by_keyboard_alone(scene: tuple[Scene, str], page: Page) -> None:
    fake, url = scene
    fake.aim()
    page.goto(url)
    expect(page.locator(".found")).to_have_text("The board is found: 162 of 162 kumalak, tilt 3°")
    page.keyboard.press("c")
    corner = page.get_by_role("button", name="Corner 1: 100, 600")
    corner.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowUp")
    expect(page.get_by_role("button", name="Corner 1: 101, 590")).to_be_focused()
    page.get_by_role("button", name="The halves by themselves").press("Enter")
    expect(page.locator(".corner")).to_have_count(6)
    looked, _ = cast("tuple[BoardOptions, BeginningOptions]", asked(fake, page, "l"))
    corners = looked.corners_px
    assert corners is not None
    assert (len(corners), corners[0], looked.white_side) == (6, (101.0, 590.0), None)
    with page.expect_response("**/orders*"):
        page.get_by_label("White in the picture").select_option("top")
    page.get_by_label("White", exact=True).fill("Айгүл")
    page.get_by_label("Round").fill("3")
    page.get_by_label("Rules").select_option("at_82=stop")
    page.get_by_label("Round").focus()
    headers, rules, control = cast("tuple[dict[str, str], str, object]", asked(fake, page, "Enter"))
    assert (headers["White"], headers["Round"], rules, control) == ("Айгүл", "3", "at_82=stop", None)
    page.locator("h1").click()
    assert asked(fake, page, "v") == "leave"


def test_corners_are_dragged(scene: tuple[Scene, str], page: Page) -> None:
    fake, url = scene
    fake.aim()
    page.goto(url)
    page.get_by_role("button", name="Show the corners myself").click()
    box = page.locator(".picture").bounding_box()
    assert box is not None
    scale = box["width"] / 1280
    page.mouse.move(box["x"] + 100 * scale, box["y"] + 600 * scale)
    page.mouse.down()
    page.mouse.move(box["x"] + 140 * scale, box["y"] + 560 * scale, steps=3)
    page.mouse.up()
    corners = cast("tuple[BoardOptions, BeginningOptions]", asked(fake, page, "l"))[0].corners_px
    assert corners is not None
    assert np.allclose(corners[0], (140, 560), atol=2)
    assert corners[1] == (1180.0, 600.0)


def test_every_answer_to_an_alert_has_its_key(scene: tuple[Scene, str], page: Page) -> None:
    fake, url = scene
    fake.play(ALERT)
    page.goto(url)
    expect(page.locator(".alerts")).to_contain_text("an odd number was captured (black 3): white 8: 0 instead of 11")
    assert asked(fake, page, "a") == AlertAccepted(id=4)
    page.keyboard.press("s")
    dialog = page.get_by_role("dialog", name="Set the position")
    expect(dialog).to_contain_text("162 / 162")
    expect(dialog.get_by_label("Black 9")).to_be_focused()
    dialog.get_by_label("White 8").fill("0")
    expect(dialog.get_by_role("button", name="Set the position")).to_be_disabled()
    dialog.get_by_label("Black, kazan").fill(str(GAME.position.kazan[1] + GAME.position.row(Side.WHITE)[7]))
    said = asked(fake, page, "Enter")
    assert isinstance(said, PositionCorrected)
    assert (said.n, said.position.row(Side.WHITE)[7], said.position.kazan[1]) == (3, 0, 12)
    fake.play()
    expect(page.locator(".alerts")).to_have_count(0)


@pytest.mark.parametrize("code", [Code.MIRRORED, Code.NO_PRESS])
def test_what_is_wrong_with_the_surroundings_or_the_clock_is_noted_and_takes_no_key_from_an_error(
    scene: tuple[Scene, str], page: Page, code: Code
) -> None:
    fake, url = scene
    other = replace(ALERT, id=3, code=code, side=None, otau=(), seen={}, expected={})
    fake.play(other, ALERT)
    page.goto(url)
    of_other, of_error = (page.locator(".alerts li").nth(ix) for ix in range(2))
    expect(of_error.get_by_role("button")).to_have_text(["Accept as played a", "Set the position s"])
    expect(of_other.get_by_role("button")).to_have_text(["Noted"])
    assert asked(fake, page, "a") == AlertAccepted(id=4)
    with page.expect_response("**/orders*"):
        of_other.get_by_role("button").click()
    assert fake.done[-1] == AlertAccepted(id=3)
    fake.play(other)
    expect(page.locator(".alerts li")).to_have_count(1)
    expect(page.locator(".alerts kbd")).to_have_count(0)


def test_what_is_said_of_plies_has_its_keys(scene: tuple[Scene, str], page: Page) -> None:
    fake, url = scene
    fake.play()
    page.goto(url)
    expect(page.locator(".ply h2")).to_contain_text("2. White: 66 95 %")
    assert asked(fake, page, "2") == PlyCorrected(n=3, move="57")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".ply h2")).to_contain_text("1. Black: 98")
    page.keyboard.press("c")
    page.keyboard.type("87")
    assert asked(fake, page, "Enter") == PlyCorrected(n=2, move="87")
    page.keyboard.press("Escape")
    assert asked(fake, page, "u") == PositionCorrected(n=2, position=GAME.position_after(2))
    assert asked(fake, page, "p") is True
    page.keyboard.press("e")
    assert asked(fake, page, "3") == ResultDeclared(result="1/2-1/2", reason=Reason.AGREEMENT)
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("h")
    page.get_by_role("dialog").get_by_label("Round").fill("5")
    assert asked(fake, page, "Enter") == HeadersGiven(headers={"Round": "5"})


def plies_are(scene: Scene, number: int) -> None:
    record = record_of()
    scene.board.publish(GameStanding(replace(record, plies=record.plies[:number]), "playing").state())


def test_a_move_that_is_typed_stays_of_its_ply_when_the_next_one_comes(scene: tuple[Scene, str], page: Page) -> None:
    fake, url = scene
    fake.play()
    plies_are(fake, 1)
    page.goto(url)
    heading, newest = page.locator(".ply h2"), page.locator(".plies button").nth(2)
    expect(heading).to_contain_text("1. White: 76")
    page.keyboard.press("c")
    page.keyboard.type("5")
    plies_are(fake, 3)
    expect(newest).to_be_visible()
    expect(page.locator("#move")).to_be_focused()
    page.keyboard.type("8")
    expect(heading).to_contain_text("1. White: 76")
    assert asked(fake, page, "Enter") == PlyCorrected(n=1, move="58")
    expect(heading).to_contain_text("2. White: 66")
    page.keyboard.press("c")
    plies_are(fake, 2)
    told = page.get_by_text("changed or taken back while you typed")
    expect(told).to_be_visible()
    page.keyboard.press("1")
    page.keyboard.press("Escape")
    expect(told).to_have_count(0)
    assert fake.done[1:] == []


@pytest.mark.parametrize("is_asked", [False, True])
def test_a_position_that_is_typed_stays_of_its_ply_when_the_next_one_comes(
    scene: tuple[Scene, str], page: Page, is_asked: bool
) -> None:
    fake, url = scene
    fake.play(*([ALERT] if is_asked else []))
    page.goto(url)
    page.wait_for_selector("main.playing")
    plies_are(fake, 2)
    expect(page.locator(".plies button")).to_have_count(2)
    page.keyboard.press("s")
    dialog = page.get_by_role("dialog", name="Set the position")
    dialog.get_by_label("Black 9").fill("7")
    plies_are(fake, 3)
    expect(page.locator(".plies button")).to_have_count(3)
    expect(dialog).to_contain_text("After move 1, black")
    expect(dialog.get_by_label("Black 9")).to_have_value("7")
    plies_are(fake, 1)
    expect(page.get_by_text("changed or taken back while you typed")).to_be_visible()
    expect(dialog.get_by_label("Black 9")).to_have_value("7")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_the_ways_to_end_a_game_name_who_did_it(scene: tuple[Scene, str], page: Page) -> None:
    fake, url = scene
    fake.play()
    page.goto(url)
    page.wait_for_selector("main.playing")
    page.set_viewport_size({"width": 1000, "height": 420})
    page.keyboard.press("e")
    ways = page.locator(".endings button")
    expect(ways.nth(2)).to_be_in_viewport()
    told = ["Нұрлан resigned: 1-0", "Айгүл resigned: 0-1", "agreed: 1/2-1/2", "Нұрлан: the flag fell: 1-0"]
    for nth, way in enumerate(told):
        expect(ways.nth(nth)).to_contain_text(way)
    expect(ways.nth(7)).to_contain_text("Айгүл wins by the arbiter: 1-0")
    assert asked(fake, page, "1") == ResultDeclared(result="1-0", reason=Reason.RESIGNED)


def test_a_game_that_was_ended_says_by_whom(scene: tuple[Scene, str], page: Page) -> None:
    fake, url = scene
    fake.play(stage="ended", shortcoming=None, failure=None)
    page.goto(url)
    for reason, told in ((Reason.RESIGNED, "1-0 Нұрлан resigned"), (Reason.KAZAN_82, "1-0 82 kumalak in the kazan")):
        ended = replace(fake.record, result="1-0", reason=reason)
        fake.board.publish(GameStanding(ended, "over").state())
        expect(page.locator(".result")).to_have_text(told)


def test_a_slow_order_is_waited_for_and_no_other_given(scene: tuple[Scene, str], page: Page) -> None:
    fake, url = scene
    fake.play()
    page.goto(url)
    page.wait_for_selector("main.playing")
    may_go_on = threading.Event()
    fake.orders.give(lambda _: may_go_on.wait(TIMEOUT_S))
    with page.expect_response("**/orders*"):
        page.keyboard.press("t")
        expect(page.locator(".working")).to_have_text("Working…")
        page.keyboard.press("u")
        expect(page.locator(".refused")).to_contain_text("Working…")
        may_go_on.set()
    expect(page.locator(".working")).to_have_count(0)
    assert fake.done == [SidesTurned()]
    expect(page.get_by_text("white now sits on the other side of the board")).to_be_visible()


def test_a_game_that_black_begins_is_pointed_out(scene: tuple[Scene, str], page: Page) -> None:
    fake, url = scene
    fake.play()
    page.goto(url)
    page.wait_for_selector("main.playing")
    told = page.get_by_text("Black makes the first move")
    expect(told).to_have_count(0)
    first, *others = record_of().plies
    turned = replace(record_of(), plies=(replace(first, side=Side.BLACK), *others))
    fake.board.publish(GameStanding(turned, "playing").state())
    expect(told).to_be_visible()


def test_the_key_that_begins_too_early_is_no_dead_one(scene: tuple[Scene, str], page: Page) -> None:
    fake, url = scene
    fake.aim(found=False, hint=HINT)
    page.goto(url)
    expect(page.get_by_role("button", name="Begin the game")).to_be_disabled()
    _, rules, control = cast("tuple[dict[str, str], str, object]", asked(fake, page, "b"))
    assert (rules, control) == ("", None)


def test_a_begun_game_is_not_begun_again(scene: tuple[Scene, str], page: Page) -> None:
    fake, url = scene
    fake.aim()
    page.goto(url)
    begin = page.get_by_role("button", name="Begin the game")
    expect(begin).to_be_enabled()
    fake.shown.desk.publish(fake.state("aiming", aim=FOUND, said=SAID, layouts=["box"], begun=True))
    expect(page.locator(".working")).to_be_visible()
    expect(begin).to_be_disabled()


def test_a_picture_that_is_written_late_is_shown(scene: tuple[Scene, str], page: Page, tmp_path: Path) -> None:
    fake, url = scene
    fake.folder = tmp_path
    fake.play()
    shown = [replace(ply, evidence=("evidence/a.jpg", "evidence/b.jpg")) for ply in fake.record.plies]
    fake.board.publish(GameStanding(replace(fake.record, plies=tuple(shown)), "playing").state())
    page.goto(url)
    pictures = page.locator(".evidence figure")
    expect(pictures).to_have_count(2)
    expect(pictures.nth(1)).to_be_hidden()
    (tmp_path / "evidence").mkdir()
    for name in ("a.jpg", "b.jpg"):
        cv2.imwrite(str(tmp_path / "evidence" / name), PICTURE)
    expect(pictures.nth(0)).to_have_text("Before")
    expect(pictures.nth(1)).to_be_visible()


def test_after_its_end_a_game_is_told_by_its_players(scene: tuple[Scene, str], page: Page) -> None:
    fake, url = scene
    fake.play(stage="ended", shortcoming=None, failure=None, folder="6f1d")
    fake.board.publish(GameStanding(fake.record, "paused", ended=True).state())
    page.goto(url)
    expect(page.locator("main h2").first).to_have_text("Айгүл – Нұрлан")
    expect(page.locator("main")).to_contain_text("Moves: 2")
    expect(page.locator("header")).to_contain_text("Not finished")
    expect(page.locator("section.play")).not_to_contain_text("6f1d")
    expect(page.locator(".ply code")).to_have_text("togyz correct 6f1d 2w 66")


def test_after_the_game_it_is_put_right_taken_along_and_followed_by_another(
    scene: tuple[Scene, str], page: Page
) -> None:
    fake, url = scene
    fake.play(stage="ended", shortcoming=None, failure=None)
    page.goto(url)
    expect(page.locator(".files a")).to_have_count(10)
    expect(page.locator(".plies button")).to_have_count(3)
    assert asked(fake, page, "1") == PlyCorrected(n=3, move="61")
    for key, said in (("2", ResultDeclared(result="0-1", reason=Reason.RESIGNED)), ("*", ResultWithdrawn())):
        page.keyboard.press("e")
        expect(page.get_by_role("dialog")).to_be_visible()
        assert asked(fake, page, key) == said
        expect(page.get_by_role("dialog")).to_have_count(0)
    assert asked(fake, page, "n") == "another"


def test_two_pages_show_the_same(scene: tuple[Scene, str], page: Page, browser: Browser) -> None:
    fake, url = scene
    fake.aim(found=False, hint=HINT)
    page.goto(url)
    with browser.new_context(viewport=PHONE, locale="kk-KZ") as context:
        other = context.new_page()
        other.goto(url)
        expect(other.locator(".missing strong")).to_have_text("kk")
        expect(page.locator(".missing strong")).to_have_text("en")
        fake.play(ALERT)
        for one, accept in ((page, "Accept as played"), (other, "Осылай қалсын")):
            expect(one.locator(".alerts")).to_contain_text(accept)


STATES = ("choosing", "aiming", "playing", "ended")


def show(scene: Scene, stage: str) -> None:
    if stage == "aiming":
        scene.aim(hint=in_all_languages(lambda teller: teller.text("why.black")))
    elif stage == "playing":
        scene.play(ALERT)
    elif stage == "ended":
        scene.play(stage="ended", shortcoming=None, failure=None)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("stage", STATES)
def test_the_page_hinders_nobody_and_fits_a_phone(
    browser: Browser, scene: tuple[Scene, str], stage: str, scheme: str
) -> None:
    show(scene[0], stage)
    with browser.new_context(viewport=PHONE, color_scheme=scheme, bypass_csp=True, locale="kk-KZ") as context:
        page = context.new_page()
        page.goto(scene[1])
        page.wait_for_selector(f"main.{stage}")
        if stage == "choosing":
            page.wait_for_selector(".cameras .missing")
        if stage == "playing":
            page.keyboard.press("s")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        found = Axe().run(page).response["violations"]
    assert [one["id"] for one in found if one["impact"] in ("serious", "critical")] == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_s_camera_reads_the_way_to_the_clock(
    browser: Browser, scene: tuple[Scene, str], scheme: Literal["light", "dark"]
) -> None:
    fake, url = scene
    link = fake.shown.clock_url = f"http://192.168.100.200:8164/?token={phone_token()}"
    aiming = fake.state("aiming", aim=FOUND, said=SAID, layouts=[])
    fake.shown.desk.publish(aiming | {"control": "25+10", "clock_url": link})
    with browser.new_context(viewport=PHONE, color_scheme=scheme, locale="kk-KZ") as context:
        page = context.new_page()
        page.goto(url)
        expect(page.locator(".link")).to_have_text(link)
        code = page.get_by_role("img", name="Сағат бетінің QR-коды")
        code.evaluate("one => one.decode()")
        seen = cv2.imdecode(np.frombuffer(code.screenshot(), np.uint8), cv2.IMREAD_COLOR)
        assert cv2.QRCodeDetector().detectAndDecode(seen)[0] == link
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_the_picture_says_whose_row_is_where(scene: tuple[Scene, str], page: Page) -> None:
    fake, url = scene
    fake.aim()
    page.goto(url + "&lang=ru")
    expect(page.locator(".picture")).to_be_visible()
    expect(page.locator(".edges")).to_have_count(0)
    fake.play(edges={"white": [640, 650], "black": [640, 50]})
    expect(page.locator(".edges text")).to_have_text(["Белые", "Чёрные"])
    white, black = (one.bounding_box() for one in page.locator(".edges g").all())
    assert white is not None
    assert black is not None
    assert black["y"] < white["y"]


def test_a_clock_that_nobody_started_is_told_while_plies_come(scene: tuple[Scene, str], page: Page) -> None:
    fake, url = scene
    fake.play()
    clock = {"control": "10", "t": 5.0, "white": 600.0, "black": 600.0, "running": None}
    standing = GameStanding(fake.record, "playing")
    fake.board.publish(replace(standing, clock=clock).state())
    page.goto(url)
    stands = page.get_by_text("The clock stands: it has not been started")
    expect(stands).to_be_visible()
    fake.board.publish(replace(standing, clock={**clock, "running": "white"}).state())
    expect(stands).to_have_count(0)
