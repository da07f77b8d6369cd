"""A game through a camera that is knocked, and a lamp that is switched."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from board_io.source import Source, open_source
from togyz.events import Alert, Drift, Event
from togyz.tgk import read_tgk
from togyz_companion.board_setup import BoardOptions
from togyz_companion.evidence import EvidenceOptions
from togyz_companion.samples import sample
from togyz_companion.session import SessionOptions, record_source
from tools.evaluation.films import OPENED_AT
from vision.frame import Frame

KNOCK_S, LAMP_S, END_S = 9.0, 16.0, 26.0
PLIES = 5
"""So many are played and told by the end."""
MOTION = (20.0, -15.0, 2.5)
"""Px to the right and down, degrees."""
GAIN = 0.5


class Disturbed:
    """The shipped film, otherwise lit and from elsewhere in the end; all else is the source's own."""

    def __init__(self, source: Source) -> None:
        self._source = source

    def __getattr__(self, name: str) -> object:
        return getattr(self._source, name)

    def __iter__(self) -> Iterator[Frame]:
        for frame in self._source:
            height, width = frame.image_bgr.shape[:2]
            image = frame.image_bgr
            if frame.t_s >= KNOCK_S:
                turn = cv2.getRotationMatrix2D((width / 2, height / 2), MOTION[2], 1)
                turn[:, 2] += MOTION[:2]
                image = cv2.warpAffine(image, turn, (width, height), borderMode=cv2.BORDER_REPLICATE)
            lit = 1 - (1 - GAIN) * min(1.0, max(0.0, frame.t_s - LAMP_S))
            yield replace(frame, image_bgr=cv2.convertScaleAbs(image, alpha=lit).astype(np.uint8, copy=False))


@pytest.mark.slow
def test_no_ply_is_lost_and_nothing_false_is_said(tmp_path: Path) -> None:
    events: list[Event] = []
    with open_source(str(sample().film)) as source:
        recording = record_source(
            Disturbed(source),
            SessionOptions(
                board=BoardOptions(corners_px=sample().corners_px), out=tmp_path, evidence=EvidenceOptions(kind="none")
            ),
            sinks=[lambda news: events.append(news.event)],
            go_on=lambda frame: frame.t_s < END_S,
            opened_at=OPENED_AT,
        )
    played = read_tgk(sample().moves.read_text(encoding="utf-8")).game.plies
    recorded = [ply.move for ply in recording.record.plies]
    assert len(recorded) >= PLIES
    assert recorded == [ply.move for ply in played][: len(recorded)]
    assert [event for event in events if isinstance(event, Alert)] == []
    (moved,) = [event for event in events if isinstance(event, Drift)]
    assert KNOCK_S <= moved.t < KNOCK_S + 1
    assert moved.deg == pytest.approx(-MOTION[2], abs=0.3)
