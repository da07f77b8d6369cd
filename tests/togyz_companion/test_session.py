"""A recording from an open source: what a source that fell short means."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import cast

import cv2
import numpy as np
import pytest

from board_io.errors import WriteError
from board_io.images import ImagesSource
from board_io.outage import Fault, Moment, Outage
from calibration.errors import NotABoardError
from togyz_companion.board_setup import GIVE_UP_S, BoardOptions, find_board_in, pictures
from togyz_companion.session import (
    SessionOptions,
    record_source,
)
from vision.frame import Frame

MORNING = datetime(2026, 11, 30, 9, 5, 7, tzinfo=UTC)


class Watched:
    """Black frames, a fifth of a second apart, that know how many were taken."""

    def __init__(self, seconds: float) -> None:
        self.taken = 0
        self._frames = round(5 * seconds)

    def __iter__(self) -> Iterator[Frame]:
        for seq in range(self._frames):
            self.taken += 1
            yield Frame(np.zeros((90, 160, 3), np.uint8), seq * 200_000_000, seq, "watched")


def test_a_board_is_looked_for_a_while_and_then_given_up(caplog: pytest.LogCaptureFixture) -> None:
    frames = Watched(seconds=2 * GIVE_UP_S)
    with pytest.raises(NotABoardError, match="board"):
        find_board_in(iter(frames), BoardOptions())
    assert frames.taken == 5 * GIVE_UP_S + 1
    assert caplog.text == ""


def test_before_a_camera_it_is_waited_for_and_why_is_told_once(caplog: pytest.LogCaptureFixture) -> None:
    frames = Watched(seconds=2 * GIVE_UP_S)
    with pytest.raises(NotABoardError, match="board"):
        find_board_in(iter(frames), BoardOptions(), is_live=True)
    assert frames.taken == 5 * 2 * GIVE_UP_S
    assert caplog.text.count("waiting for the board: the picture is too dark") == 1


def test_pictures_left_out_are_no_loss(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "1.png"), np.zeros((90, 160, 3), np.uint8))
    (tmp_path / "2.png").write_bytes(b"not a picture")
    options = SessionOptions(board=BoardOptions(), out=tmp_path / "games")
    with ImagesSource(str(tmp_path), fps=2.0) as source, pytest.raises(NotABoardError, match="board"):
        record_source(source, options, opened_at=MORNING)
    assert source.problem is not None
    assert not options.out.exists()


def test_where_nothing_can_be_written_it_is_told_before_a_board_is_looked_for(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "1.png"), np.zeros((90, 160, 3), np.uint8))
    (tmp_path / "games").touch()
    options = SessionOptions(board=BoardOptions(), out=tmp_path / "games")
    with ImagesSource(str(tmp_path), fps=2.0) as source, pytest.raises(WriteError, match="games cannot be written"):
        record_source(source, options, opened_at=MORNING)


def test_outages_are_warned_of_once_while_the_board_is_looked_for(caplog: pytest.LogCaptureFixture) -> None:
    def moments() -> Iterator[Moment]:
        for seq, fault in enumerate(cast("list[Fault]", ["silent", "silent", "gone"])):
            yield Outage(t_ns=seq, since_ns=0, fault=fault, detail=f"0 is {fault}")
        yield from Watched(seconds=0.2)

    assert [frame.seq for frame in pictures(moments())] == [0]
    assert caplog.messages == ["0 is silent", "0 is gone"]
