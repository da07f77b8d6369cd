"""The command line speaks the person's language, click's own sentences included."""

from __future__ import annotations

import ast
import inspect
import re
from pathlib import Path
from types import ModuleType

import pytest
from click import core, exceptions, formatting, parser, types
from click.testing import CliRunner

from togyz_companion.cli.main import COMMANDS, main
from togyz_companion.cli.spoken import language_asked
from togyz_companion.messages.clicks import in_words

TO_PROGRAMMERS = (
    "deprecated",
    "Deprecat",
    "declar",
    "defined twice",
    "must be an iterable",
    "same flag",
    "valid boolean",
    "valid UUID",
    "the format",
    "values are required",
    "executable",
    "unknown error",
    "start character",
    "env var",
    "(dynamic)",
    "Choice(",
)
"""Parts of what click says of options that this program does not have, or of programs that are wrong."""
NAMES = ("main", "pdf", "white", "black")
"""What is written so in every language."""
ORDERS = [
    ["shwo"],
    ["--nonsense"],
    ["show"],
    ["show", "nosuch"],
    ["show", "samples", "--plyx", "3"],
    ["show", "a", "b"],
    ["perft", "x"],
    ["perft", "-1"],
    ["export", "samples/box_game.tgk", "--to", "doc"],
    ["export", "samples/box_game.tgk", "--ply"],
    ["doctor", "--out", "README.md"],
    ["show", "samples"],
    ["show", "samples/box_game.tgk", "--ply", "x"],
    ["show", "samples/box_game.tgk", "--ply", "99"],
    ["show", "samples/box_game.tgk", "--ply", "99w"],
    ["export", "samples/box_game.tgk", "--to", "svg", "--ply", "99"],
    ["export", "samples/box_game.tgk", "samples/box_game.tgk", "--to", "svg"],
    ["export", "samples/box_game.tgk", "--to", "svg", "--side", "both"],
    ["export", "samples/box_game.tgk", "--to", "tgk", "-o", "game.sqlite"],
    ["correct", "samples", "1", "76"],
    ["result", "samples", "1-0"],
    ["repair", "samples/scoresheet.txt", "-o", "game.doc"],
    ["read", "a.png", "b.png", "--overlay", "c.png"],
    ["read", "a.png", "--overlay", "c.doc"],
    ["read", "a.png", "--corners", "1,2 3"],
    ["read", "a.png", "--corners", "1,2 3,4"],
    ["read", "a.png", "--calibration", "samples/box_game.json", "--layout", "box"],
    ["record", "film.mp4", "--headers", "White"],
    ["record", "film.mp4", "--headers", "Result=1-0"],
    ["record", "film.mp4", "--start", "nonsense"],
    ["record", "film.mp4", "--start", "9,9 0 0 S"],
    ["record", "film.mp4", "--start", "9S,9S/9,9 0 0 S"],
    ["record", "film.mp4", "--start", "9S,9S,9S,9S,9S,9S,9S,9S,9S/9S,9S,9S,9S,9S,9S,9S,9S,8S 0 0 S"],
    ["record", "film.mp4", "--rules", "at_82=never"],
    ["record", "film.mp4", "--clock", "long"],
    ["record", "film.mp4", "--clock-source", "horn:"],
    ["record", "film.mp4", "--delay", "1d"],
    ["record", "film.mp4", "--delay", "1m"],
    ["record", "film.mp4", "--keep-film"],
    ["serve", ".", "--public", "here"],
    ["display", "test", "lamp:"],
    ["display", "test", "s7s:/dev/x?lamp=1"],
    ["display", "test", "virtual:?brightness=99"],
]


def said_by(module: ModuleType) -> set[str]:
    """What a module of click passes to gettext."""
    calls = (one for one in ast.walk(ast.parse(inspect.getsource(module))) if isinstance(one, ast.Call))
    named = (one for one in calls if isinstance(one.func, ast.Name) and one.func.id in ("_", "ngettext"))
    texts = (argument.value for one in named for argument in one.args if isinstance(argument, ast.Constant))
    return {text for text in texts if isinstance(text, str)}


@pytest.mark.parametrize("module", [core, exceptions, formatting, parser, types], ids=lambda module: module.__name__)
def test_click_says_everything_in_kazakh_and_russian(module: ModuleType) -> None:
    said = {text for text in said_by(module) if not any(part in text for part in TO_PROGRAMMERS)}
    assert said
    assert [text for text in said if in_words("ru", text) == text or in_words("kk", text) == text] == []


@pytest.mark.parametrize("arguments", ORDERS, ids=" ".join)
def test_what_is_not_understood_is_told_without_english(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).parents[3])
    english = CliRunner().invoke(main, [*arguments, "--lang", "en"])
    assert english.exit_code == 2
    assert "Error: " in english.stderr
    for language in ("kk", "kk-Latn", "ru"):
        told = CliRunner().invoke(main, [*arguments, f"--lang={language}"]).stderr
        words = (set(english.stderr.split()) & set(told.split())) - {*COMMANDS, *NAMES}
        assert [one for one in words if one.isalpha() and one.islower() and one not in " ".join(arguments)] == []


@pytest.mark.parametrize("language", ["kk", "kk-Latn", "ru"])
def test_the_list_of_commands_is_told_in_every_language(language: str) -> None:
    listed = CliRunner().invoke(main, ["--lang", language, "--help"]).output
    assert [line for _, line in COMMANDS.values() if line[:30] in listed] == []
    assert all(name in listed for name in COMMANDS)


@pytest.mark.parametrize("name", [*COMMANDS, "display test", ""])
@pytest.mark.parametrize("language", ["kk", "kk-Latn", "ru"])
def test_help_is_told_without_english(name: str, language: str) -> None:
    english = CliRunner().invoke(main, [*name.split(), "--help"]).output
    told = CliRunner().invoke(main, ["--lang", language, *name.split(), "--help"]).output
    shared = set(sentences(english)) & set(sentences(told))
    assert shared == set()
    assert options_in(english) == options_in(told)


def options_in(help_text: str) -> list[str]:
    """The options, in their order."""
    *_, listed = re.split(r"^(?:Options|Параметрлер|Parametrler|Параметры):$", help_text, flags=re.MULTILINE)
    return re.findall(r"^  (?:-\w, )?(--[a-z-]+)", listed, re.MULTILINE)


def sentences(help_text: str) -> list[str]:
    """What stands in it as whole sentences, but for examples."""
    words = " ".join(help_text.partition("Examples:")[0].partition("Мысалдар:")[0].split())
    return [one for one in re.split(r"(?<=[.;]) ", words) if len(re.findall(r"(?<![-\w|])[a-z]{3,}\b(?!\|)", one)) > 3]


def test_sentences_of_help_are_told_from_names() -> None:
    assert sentences("Usage: togyz x [OPTIONS]. Take the film no faster than it was made.") == [
        "Take the film no faster than it was made."
    ]


def test_click_speaks_as_before_afterwards() -> None:
    CliRunner().invoke(main, ["--lang", "ru", "--help"])
    assert CliRunner().invoke(main, ["--lang", "en", "show"]).stderr.startswith("Usage: ")


@pytest.mark.parametrize(
    ("arguments", "environment", "language"),
    [
        ([], "ru_RU.UTF-8", "ru"),
        (["show", "--lang", "kk"], "ru_RU.UTF-8", "kk"),
        (["show", "--lang=kk-Latn", "x"], "C", "kk-Latn"),
        (["show", "--lang", "xx"], "C", "en"),
        (["show", "--lang"], "kk_KZ", "kk"),
    ],
)
def test_the_language_is_known_before_anything_is_understood(
    arguments: list[str], environment: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", environment)
    assert language_asked(arguments) == language
