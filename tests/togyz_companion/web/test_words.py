"""Words are there in every language, and every word that a page asks for is."""

from __future__ import annotations

import re

import pytest

from togyz_companion.messages.catalogue import TEXTS
from togyz_companion.messages.languages import LANGUAGES
from togyz_companion.printing.words import SHEET_WORDS
from togyz_companion.web.pages import STATIC
from togyz_companion.web.words import PAGE_WORDS, page_words

ASKED = re.compile(r"\bwords\.(\w+)")


@pytest.mark.parametrize("table", [PAGE_WORDS, SHEET_WORDS, TEXTS])
def test_every_word_is_there_in_every_language(table: dict[str, tuple[str, ...]]) -> None:
    for name, words in table.items():
        assert len(words) == 3, name
        assert all(words), name


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("script", ["page.js", "overlay.js", "board.js", "operator.js"])
def test_a_page_asks_for_no_word_that_is_missing(script: str, language: str) -> None:
    asked = set(ASKED.findall(STATIC.joinpath(script).read_text(encoding="utf-8")))
    assert asked <= set(page_words(language))
    assert not {*asked, "no_such_word"} <= set(page_words(language))
