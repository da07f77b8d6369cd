"""What is shown of Python is true, and what the README points to is there."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import click
import pytest

from togyz_companion.cli.main import main

ROOT = Path(__file__).parents[1]
TEXTS = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
TYPED = re.compile(r"(?:`|bin/|Scripts\\)togyz ([^`\n#|]+)")
"""A command as it is typed, in the text or on a line of its own."""


def unknown_in(typed: str) -> list[str]:
    """The words of a command that no command, or not this one, knows."""
    name, *words = typed.split()
    command = main.get_command(click.Context(main, obj="en"), name)
    if command is None:
        return [] if name == "--help" else [name]
    options = {option for parameter in command.params for option in parameter.opts} | {"--help"}
    return [word for word in words if word.startswith("-") and word not in options]


def test_the_python_in_the_docs_runs_as_shown() -> None:
    # Code fences would count as expected output: an empty line ends every example before its fence.
    failed, tried = doctest.testfile(str(ROOT / "docs" / "python.md"), module_relative=False)
    assert failed == 0
    assert tried > 0


def test_every_link_leads_somewhere() -> None:
    links = [
        (text, link) for text in TEXTS for link in re.findall(r"\]\(([^)#:]+)\)", text.read_text(encoding="utf-8"))
    ]
    assert len(links) > len(TEXTS)
    assert [(str(text), link) for text, link in links if not (text.parent / link).exists()] == []


def test_every_command_that_is_told_is_one() -> None:
    told = [(text.name, typed) for text in TEXTS for typed in TYPED.findall(text.read_text(encoding="utf-8"))]
    assert len(told) > len(TEXTS)
    assert [(name, typed) for name, typed in told if unknown_in(typed)] == []


@pytest.mark.parametrize(("typed", "unknown"), [("shew GAME", ["shew"]), ("show GAME --plie 12", ["--plie"])])
def test_what_is_no_command_is_found(typed: str, unknown: list[str]) -> None:
    assert unknown_in(typed) == unknown
