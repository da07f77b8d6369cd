"""Words are there in every language, and every word that a page asks for is."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from calibration.layout import shipped_layouts
from togyz.board import KUMALAK_TOTAL, OTAU_PER_SIDE
from togyz.codes import OF_CLOCK, OF_SURROUNDINGS
from togyz.events import PlyStatus
from togyz.outcome import Reason
from togyz.record import Status
from togyz_companion.exports import FORMS
from togyz_companion.live.stage import Stage
from togyz_companion.messages.catalogue import TEXTS
from togyz_companion.messages.help_commands import COMMANDS as HELP_COMMANDS
from togyz_companion.messages.help_options import OPTIONS as HELP_OPTIONS
from togyz_companion.messages.languages import LANGUAGES
from togyz_companion.printing.words import SHEET_WORDS
from togyz_companion.web.pages import STATIC
from togyz_companion.web.words import PAGE_WORDS, page_words

OTHER_WORDS = re.compile("позици|орналасу", re.IGNORECASE)
"""Of what is called ``положение`` and ``жағдай`` everywhere."""
SCRIPTS = tuple(sorted(one.name for one in STATIC.iterdir() if one.name.endswith(".js")))
COMPUTED = re.compile(r"\bwords\[(`\w+\$\{|[\w.]+)")
COMPUTED_PLAINLY = {
    "side", "one", "ply.side", "ply.status", "one.status", "state.reason", "reason",
    "place.side", "game.to_move", "game.standing", "state.standing",
}  # fmt: skip
FIELDS = ("White", "Black", "WhiteTeam", "BlackTeam", "Event", "Round", "Board", "Site", "Date")
FAMILIES = {
    "field_": FIELDS,
    "stage_": tuple(stage.value for stage in Stage),
    "layout_": shipped_layouts(),
    "side_": ("bottom", "top", "left", "right"),
    "as_": tuple(FORMS),
    "otau_": tuple(map(str, range(1, 10))),
    "noted_": tuple(OF_SURROUNDINGS | OF_CLOCK),
    "end_": ("resigned", "flag", "forfeit", "arbiter"),
    "": (*get_args(Status), *get_args(PlyStatus), *(reason.value for reason in Reason), "white", "black", "unfinished"),
}
"""What pages put together from a part and a name: what the names can be."""
ASKED = re.compile(r"\bwords\.(\w+)")


@pytest.mark.parametrize("table", [PAGE_WORDS, SHEET_WORDS, TEXTS])
def test_every_word_is_there_in_every_language(table: dict[str, tuple[str, ...]]) -> None:
    for name, words in table.items():
        assert len(words) == 3, name
        assert all(words), name


def test_a_position_has_one_name_in_each_language() -> None:
    catalogue = (PAGE_WORDS, SHEET_WORDS, TEXTS, HELP_OPTIONS, HELP_COMMANDS)
    named = [
        (table, name) for table in catalogue for name, words in table.items() if OTHER_WORDS.search(" ".join(words))
    ]
    assert not named
    assert OTHER_WORDS.search("Начальная позиция")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("script", SCRIPTS)
def test_a_page_asks_for_no_word_that_is_missing(script: str, language: str) -> None:
    text = STATIC.joinpath(script).read_text(encoding="utf-8")
    asked = {*ASKED.findall(text), *(f"{family}{name}" for family, names in FAMILIES.items() for name in names)}
    assert asked <= set(page_words(language))


def of_family(prefix: str) -> list[str]:
    return [name.removeprefix(prefix) for name in page_words("en") if name.startswith(prefix)]


def test_the_words_list_the_fields_and_forms_that_pages_offer() -> None:
    assert of_family("field_") == [*FIELDS]
    assert sorted(of_family("as_")) == sorted(FORMS)


def test_scripts_and_program_know_the_same_numbers() -> None:
    replay = STATIC.joinpath("replay.js").read_text(encoding="utf-8")
    numbers = {name: int(value) for name, value in re.findall(r"const (\w+) = (\d+);", replay)}
    assert numbers == {"KUMALAK": KUMALAK_TOTAL, "TUZDYK_MAX": OTAU_PER_SIDE - 1, "OTAUS": OTAU_PER_SIDE}


def test_every_family_of_words_that_a_page_computes_is_among_them() -> None:
    computed = {
        found for script in SCRIPTS for found in COMPUTED.findall(STATIC.joinpath(script).read_text(encoding="utf-8"))
    }
    assert computed == {*(f"`{family}${{" for family in FAMILIES if family), *COMPUTED_PLAINLY}
