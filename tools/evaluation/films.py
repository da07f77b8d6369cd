"""Films through the whole program: composed where they are not yet there, recorded, compared with their truth."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import cv2

from board_io.source import open_source
from calibration.errors import CalibrationError
from togyz.events import Event
from togyz_companion.beginning import BeginningOptions
from togyz_companion.board_setup import BoardOptions
from togyz_companion.evidence import EvidenceOptions
from togyz_companion.messages.telling import Teller
from togyz_companion.recording import Recording
from togyz_companion.session import SessionOptions, record_source
from tools.evaluation.joined import How, Joined, LateSource, from_third
from tools.evaluation.plies import FilmScore, score_film
from tools.evaluation.truth import load_game, read_film_truth

OPENED_AT: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""A film's record does not depend on when it is made."""


@dataclass(frozen=True)
class Variant:
    """How a game is filmed.

    Attributes:
        life: strength of trembling, breathing focus, flicker and wandering shadows.
        skip: numbers of the settled states, from 0 for that after the first ply, that nobody sees at rest.
        cut_hands: no hand is seen between two states.
        bump: ``T:DX,DY,DEG``, at which film time in s the picture is shifted and turned, as by a knock, by how many px
            and degrees.
        light: ``T:GAIN``, from when on the light is another one.
        unaided: nobody tells where the board lies.
        joined: the first third is cut off, and how the game stands then is seen, or given.
    """

    life: float = 0.0
    skip: tuple[int, ...] = ()
    cut_hands: bool = False
    bump: str = ""
    light: str = ""
    unaided: bool = False
    joined: How = ""

    @property
    def arguments(self) -> tuple[str, ...]:
        """What tools/film.py of the data folder is told; nothing for the films that lie there ready."""
        return (
            *((f"--life={self.life:g}",) if self.life else ()),
            *((f"--skip={','.join(map(str, self.skip))}",) if self.skip else ()),
            *(("--cut-hands",) if self.cut_hands else ()),
            *((f"--bump={self.bump}",) if self.bump else ()),
            *((f"--light={self.light}",) if self.light else ()),
        )


def evaluate_films(
    names: Sequence[str], variant: Variant, *, shared: Path, cache: Path, jobs: int
) -> Iterator[FilmScore]:
    """Score films, in order, as they become ready.

    Args:
        names: of games in data/rendered.
        variant: how they are filmed.
        shared: the folder that holds data/ and tools/.
        cache: where composed films are kept.
        jobs: films at one time, each in a process of its own; OpenCV works on one thread in it.
    """
    evaluate = partial(evaluate_film, variant=variant, shared=shared, cache=cache)
    with ProcessPoolExecutor(
        jobs, mp_context=get_context("spawn"), initializer=cv2.setNumThreads, initargs=(1,)
    ) as pool:
        yield from pool.map(evaluate, names)


def evaluate_film(name: str, *, variant: Variant, shared: Path, cache: Path) -> FilmScore:
    """Score one film; its board not being found costs every ply. For the arguments see ``evaluate_films``."""
    game = load_game(shared, name)
    film = find_film(name, variant, shared=shared, cache=cache)
    joined = from_third(read_film_truth(film), variant.joined)
    truth = joined.plies
    try:
        recording, events = record_film(film, None if variant.unaided else game.corners_px, joined=joined)
    except CalibrationError as error:
        return score_film(name, truth, [], [], shortcoming=str(error))
    lack = recording.shortcoming
    shortcoming = str(recording.failure or (Teller().shortcoming(lack) if lack else "")) or None
    return score_film(name, truth, recording.record.plies, events, shortcoming=shortcoming)


def find_film(name: str, variant: Variant, *, shared: Path, cache: Path) -> Path:
    """A film with its truth beside it, composed unless it is there; for the arguments see ``evaluate_films``."""
    if not variant.arguments:
        return shared / "data" / "films" / f"{name}.mp4"
    film = cache / f"{name}{''.join(variant.arguments)}.mp4"
    if not film.exists():
        cache.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=cache) as folder:
            made = Path(folder) / film.name
            game = shared / "data" / "rendered" / name
            command = [sys.executable, str(shared / "tools" / "film.py"), str(game), str(made), *variant.arguments]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            made.with_suffix(".json").replace(film.with_suffix(".json"))
            made.replace(film)
    return film


def record_film(
    film: Path,
    corners_px: Sequence[tuple[float, float]] | None,
    *,
    calibration: Path | None = None,
    joined: Joined | None = None,
    end_s: float = float("inf"),
) -> tuple[Recording, list[Event]]:
    """Record a film as ``togyz record`` does, and keep the events instead of the files.

    Args:
        film: the file.
        corners_px: of the board; None where it has to be found, or a calibration is given.
        calibration: a file of one.
        joined: where it is joined; None: at its start.
        end_s: film time at which to stop.

    Raises:
        CalibrationError: the board was not found.
    """
    events: list[Event] = []
    joined = joined or Joined(0.0, BeginningOptions(), [])
    with TemporaryDirectory() as out, open_source(str(film)) as source:
        recording = record_source(
            LateSource(source, joined.begin_s),
            SessionOptions(
                board=BoardOptions(calibration=calibration, corners_px=corners_px),
                out=Path(out),
                evidence=EvidenceOptions(kind="none"),
                beginning=joined.beginning,
            ),
            sinks=[lambda news: events.append(news.event)],
            go_on=lambda frame: frame.t_s < end_s,
            opened_at=OPENED_AT,
        ).games[0]
    return recording, events
