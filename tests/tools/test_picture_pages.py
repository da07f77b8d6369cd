"""Are the pictures of the guides those of the pages as they are?"""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.togyz_companion.web.conftest import browser  # noqa: F401 (a fixture)
from togyz_companion.printing.words import sheet_words
from togyz_companion.web.words import page_words
from tools.picture_pages import DOCS, PICTURES, known_texts
from tools.pictures.studio import Drawn, Studio

AGAIN = "draw the pictures again: python -m tools.picture_pages"
ON_EVERY_ALERT = ("put_right", "accept", "set_position", "pause", "end", "undo", "headers", "turn", "correct")


def test_each_picture_has_its_text_and_no_other() -> None:
    assert known_texts().keys() == PICTURES.keys()
    assert all((DOCS / f"{name}.jpg").exists() for name in PICTURES)


@pytest.mark.parametrize("language", ["en", "kk", "ru"])
def test_an_alert_is_shown_with_the_words_of_today(language: str) -> None:
    words = page_words(language)
    text = "\n".join(known_texts()[f"alert-{language}"])
    missing = [word for word in ON_EVERY_ALERT if words[word] not in text]
    assert missing == [], AGAIN


def test_the_scoresheet_is_shown_with_the_words_of_today() -> None:
    words = sheet_words("kk")
    text = "\n".join(known_texts()["scoresheet"])
    assert "{no}" in words.pop("after_move")
    missing = [name for name, word in words.items() if name != "sheet_of_black" and word not in text]
    assert missing == [], AGAIN


@pytest.mark.browser
@pytest.mark.timeout(240)
@pytest.mark.parametrize("name", ["audience", "boards", "overlay", "playing", "aiming-kk", "clock-en", "clock-ru"])
def test_the_page_shows_what_its_picture_shows(
    name: str,
    browser: Browser,  # noqa: F811 (a fixture)
    tmp_path: Path,
) -> None:
    drawn = PICTURES[name](Studio(browser, tmp_path, tmp_path))
    assert drawn.jpeg.startswith(b"\xff\xd8")
    assert drawn.lines == known_texts()[name], AGAIN


def test_another_word_is_another_page_another_number_is_not() -> None:
    lines = [Drawn(b"", text).lines for text in ("Move 12: 0.5 px\n\n  Begin", "Move 3: 17 px\nBegin", "Move 3\nBegin")]
    assert lines[0] == lines[1] == ["Move #: # px", "Begin"]
    assert lines[0] != lines[2]
