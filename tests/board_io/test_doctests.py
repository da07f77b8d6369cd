"""The examples in docstrings."""

from __future__ import annotations

import doctest
import importlib

import pytest


@pytest.mark.parametrize("module", ["board_io.capture", "board_io.display.s7s_codec", "board_io.display.virtual"])
def test_the_examples_run_as_shown(module: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(module))
    assert (failed, tried > 0) == (0, True)
