"""The examples in docstrings are true."""

from __future__ import annotations

import doctest
import importlib
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
