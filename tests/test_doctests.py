"""The examples in docstrings are true, and the errors that they name exist."""

from __future__ import annotations

import ast
import builtins
import doctest
import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = ("togyz", "calibration", "vision", "board_io", "togyz_companion", "tools/evaluation")
MODULES = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for folder in FOLDERS
    for path in (ROOT / folder).rglob("*.py")
    if ">>> " in path.read_text(encoding="utf-8")
)


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_run_as_shown(name: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert (failed, tried > 0) == (0, True)


def test_there_are_examples_in_every_package_that_teaches() -> None:
    assert {"togyz.board", "vision.likelihood", "board_io.atomic", "togyz_companion.messages.telling"} <= set(MODULES)


RAISES = re.compile(r"Raises:\n((?:[ ]+.*\n?)*)")
ERRORS = re.compile(r"^ {4}([A-Z]\w+(?:, [A-Z]\w+)*): ", re.MULTILINE)


def errors_named(tree: ast.Module) -> Iterator[str]:
    """Errors in the sections Raises of a module's docstrings."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            for section in RAISES.findall(ast.get_docstring(node) or ""):
                yield from (name for names in ERRORS.findall(section) for name in names.split(", "))


def test_docstrings_name_errors_that_there_are() -> None:
    trees = [
        ast.parse(path.read_text(encoding="utf-8")) for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")
    ]
    ours = {node.name for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
    theirs = {
        one.name for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for one in node.names
    }
    named = {name for tree in trees for name in errors_named(tree)}
    assert {"CalibrationError", "IllegalMoveError", "ValueError"} <= named
    assert named - ours - theirs - vars(builtins).keys() == set()
