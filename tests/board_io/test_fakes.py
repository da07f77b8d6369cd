"""The helpers that wait for other threads fail when nothing comes."""

from __future__ import annotations

import pytest

from tests.board_io.films import GREY, flat
from tests.fakes import FakeCapture, wait_until


def test_waiting_in_vain_fails() -> None:
    with pytest.raises(AssertionError, match="did not happen"):
        wait_until(lambda: False, patience_s=0.01)


def test_pictures_that_nobody_takes_fail() -> None:
    with pytest.raises(AssertionError, match="nobody reads"):
        FakeCapture().give(flat(GREY), patience_s=0.01)
