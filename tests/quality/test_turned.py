"""A game before a camera that is turned round, moved by one otau, zoomed, or that begins to show a mirror image."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from board_io.source import Source, open_source
from togyz_companion.board_setup import BoardOptions
from togyz_companion.evidence import EvidenceOptions
from togyz_companion.samples import sample
from togyz_companion.session import SessionOptions, record_source
from tools.evaluation.films import OPENED_AT
from vision.frame import Frame

Picture = NDArray[np.uint8]
PLAYED = ["76", "98", "66"]
"""At rest after 4.2, 7.3 and 10.5 s."""
END_S = 13.0
EVERY = 3
OTAU_PX = 108


@dataclass(frozen=True)
class Otherwise:
    """The shipped film, a third of its pictures, seen otherwise from some time on; all else is the source's own."""

    source: Source
    seen: Callable[[Picture], Picture]
    from_s: float

    def __getattr__(self, name: str) -> object:
        return getattr(self.source, name)

    def __iter__(self) -> Iterator[Frame]:
        for frame in self.source:
            if frame.seq % EVERY == 0:
                image = self.seen(frame.image_bgr) if frame.t_s >= self.from_s else frame.image_bgr
                yield replace(frame, image_bgr=image)


def warped(matrix: list[list[float]]) -> Callable[[Picture], Picture]:
    def seen(image: Picture) -> Picture:
        size = (image.shape[1], image.shape[0])
        out = cv2.warpAffine(image, np.array(matrix, np.float64), size, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(out, np.uint8)

    return seen


def flipped(code: int) -> Callable[[Picture], Picture]:
    return lambda image: np.asarray(cv2.flip(image, code), np.uint8)


def recorded(seen: Callable[[Picture], Picture], from_s: float, folder: Path, end_s: float) -> list[str]:
    """The plies that were booked."""
    options = SessionOptions(
        board=BoardOptions(corners_px=sample().corners_px), out=folder, evidence=EvidenceOptions(kind="none")
    )
    with open_source(str(sample().film)) as source:
        film = Otherwise(source, seen, from_s)
        recording = record_source(film, options, go_on=lambda frame: frame.t_s < end_s, opened_at=OPENED_AT)
    return [ply.move for ply in recording.record.plies]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seen", "from_s"),
    [
        (flipped(-1), 8.2),
        (warped([[1, 0, OTAU_PX], [0, 1, -1]]), 2.0),
        (warped([[0.75, 0, 160], [0, 0.75, 90]]), 4.5),
    ],
    ids=["half a turn", "one otau along", "zoomed"],
)
def test_the_game_goes_on(seen: Callable[[Picture], Picture], from_s: float, tmp_path: Path) -> None:
    assert recorded(seen, from_s, tmp_path, END_S) == PLAYED


@pytest.mark.slow
def test_nothing_is_booked_of_a_mirror_image_that_was_not_played(tmp_path: Path) -> None:
    booked = recorded(flipped(1), 8.2, tmp_path, 28.0)
    assert len(booked) >= 2
    assert booked == [*PLAYED, "87", "12", "76"][: len(booked)]
