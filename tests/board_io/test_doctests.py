"""The examples in docstrings."""

from __future__ import annotations

import doctest
import importlib

import pytest


@pytest.mark.parametrize("module", ["atomic", "capture", "compact_json", "display.s7s_codec", "display.virtual"])
def test_the_examples_run_as_shown(module: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(f"board_io.{module}"))
    assert (failed, tried > 0) == (0, True)
