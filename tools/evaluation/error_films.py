"""Films of errors on simulated boards: made where they are not yet there, recorded, compared with their truth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import numpy as np

from board_io.source import open_source
from calibration.errors import CalibrationError
from togyz.codes import OF_SURROUNDINGS, Code
from togyz.events import Alert, Desync
from togyz.position import Position
from togyz_companion.board_setup import BoardOptions, find_board
from tools.evaluation.films import record_film
from tools.evaluation.truth import read_film_truth
from tools.misplaying import CODES, Rng, blunder
from tools.simulator.boards import Family
from tools.tales import Life, Setting, Tale, is_right, legal_tale, random_game, tale_with
from vision.frame import Frame

LEGAL: Final = "legal"
"""In place of a code: nothing but life's disturbances."""
BOARDS: Final[dict[Family, int]] = {"box": 11, "v_troughs": 12, "bowls": 17}
"""The boards by their families, and the seeds from which they, their light and their camera are drawn."""
IMAGE_WH: Final = (854, 480)
BALL_PX: Final = 12.0
"""Rays per ball diameter, fewer than otherwise: films have many pictures."""
CRF: Final = 23
CALM: Final = Life(0, 0, 0, 0, 0, 0, rest_s=(1.2, 2.6), wrong_s=(4.5, 6.0))
LIVELY: Final = Life(0.5, 0.4, 0.15, 0.25, 0.15, 0, rest_s=(1.0, 3.0))
PLIES_BEFORE: Final = range(1, 16)
PLIES_AFTER: Final = 2
PLIES_LEGAL: Final = 8
_GAMES: Final = 60
"""Tried of each length until an error can be made in one."""


@dataclass(frozen=True)
class ErrorFilm:
    """Which film it is.

    Attributes:
        code: of its error, or ``LEGAL``.
        board: a key of ``BOARDS``.
        seed: from which the game is drawn.
    """

    code: str
    board: Family
    seed: int

    def path(self, cache: Path) -> Path:
        """Of its file in the folder where films are kept."""
        return cache / f"{self.code}-{self.board}-{self.seed}.mp4"


@dataclass(frozen=True)
class ErrorScore:
    """What was told of a film.

    Attributes:
        told: the codes told, of each alert the last one.
        delay_s: from the rest in the error to the alert that names it, or to the first one; None without an error.
        is_right: whether the record holds what was played and ends where the game does.
    """

    code: str
    board: Family
    plies: int
    told: tuple[str, ...]
    delay_s: float | None
    is_right: bool
    desyncs: int
    shortcoming: str | None

    @property
    def is_found(self) -> bool:
        """Whether anything was told of the error."""
        return self.code != LEGAL and bool(self.told)

    @property
    def is_named(self) -> bool:
        """Whether it was told by its name."""
        return self.code in self.told

    @property
    def false_alerts(self) -> int:
        """Alerts besides the one that the error calls for."""
        return len(self.told) - self.is_found


def planned(codes: Sequence[str], boards: Sequence[Family], seed: int) -> list[ErrorFilm]:
    """A film of each code on each board."""
    return [ErrorFilm(code, board, seed) for board in boards for code in codes]


def tale_of(film: ErrorFilm) -> Tale:
    """What is played in it."""
    kinds = (*CODES, LEGAL)
    rng = np.random.default_rng((film.seed, kinds.index(film.code), list(BOARDS).index(film.board)))
    if film.code == LEGAL:
        return legal_tale(random_game(PLIES_LEGAL, rng), rng, LIVELY)
    return tale_with(_setting(film.code, rng), rng, CALM, PLIES_AFTER)


def _setting(code: str, rng: Rng) -> Setting:
    """A short game from the start in which the error can be made; kazans are mistaken only once both are known."""
    for plies in PLIES_BEFORE:
        for _ in range(_GAMES):
            otau_nos, position = random_game(plies, rng), Position.start()
            for otau_no in otau_nos:
                position = position.play(otau_no)
            made = blunder(code, position, rng) if code != Code.WRONG_KAZAN or all(position.kazan) else None
            if made is not None:
                return Setting(made, Position.start(), otau_nos, len(otau_nos))
    raise ValueError(f"no error {code} in {_GAMES} games of up to {PLIES_BEFORE.stop} plies: raise PLIES_BEFORE")


def make_film(film: ErrorFilm, cache: Path) -> Path:
    """The film, made unless it is there, with its truth beside it."""
    path = film.path(cache)
    if not path.exists():
        from tools.simulator.play import Play  # the simulator needs numba
        from tools.simulator.scene import render
        from tools.simulator.studio import draw_studio
        from tools.simulator.talefilm import write_tale

        cache.mkdir(parents=True, exist_ok=True)
        studio = draw_studio(np.random.default_rng(BOARDS[film.board]), IMAGE_WH, film.board)
        studio = replace(studio, renderer=partial(render, ball_px=BALL_PX))
        rng = np.random.default_rng(BOARDS[film.board])
        with TemporaryDirectory(dir=cache) as folder:
            made = Path(folder) / path.name
            write_tale(Play(studio, rng, spare=3), tale_of(film), made, rng, crf=CRF)
            made.with_suffix(".json").replace(path.with_suffix(".json"))
            made.replace(path)
    return path


def score_films(films: Sequence[ErrorFilm], cache: Path) -> Iterator[ErrorScore]:
    """Record films, in order, and compare them with their truth: a board is calibrated once, by its first film."""
    calibrations: dict[Family, Path] = {}
    for film in films:
        path = make_film(film, cache)
        if film.board not in calibrations:
            calibrations[film.board] = _calibrated(path)
        yield score_film(film, path, calibrations[film.board])


def _calibrated(path: Path) -> Path:
    """What ``togyz calibrate --corners`` makes of a film's start position, as a file beside the film."""
    with open_source(str(path)) as source:
        start = next(one for one in source if isinstance(one, Frame))
    found = find_board(start.image_bgr, BoardOptions(corners_px=read_film_truth(path)["corners_px"]))
    file = path.with_suffix(".calibration.json")
    file.write_bytes(found.to_json())
    return file


def score_film(film: ErrorFilm, path: Path, calibration: Path) -> ErrorScore:
    """Record one film as ``togyz record --calibration`` does; its board not being found is its shortcoming."""
    truth = read_film_truth(path)
    nothing = ErrorScore(
        film.code, film.board, len(truth["moves"]), (), None, is_right=False, desyncs=0, shortcoming=None
    )
    try:
        recording, events = record_film(path, None, calibration=calibration)
    except CalibrationError as error:
        return replace(nothing, shortcoming=str(error))
    last = {one.id: one for one in events if isinstance(one, Alert) and one.code not in OF_SURROUNDINGS}
    lay_s = next((rest["t_settled"] for rest in truth["plies"] if rest["event"]["code"]), None)
    named = [one.t - lay_s for one in last.values() if one.code == film.code and lay_s is not None]
    return replace(
        nothing,
        told=tuple(one.code.value for one in last.values()),
        delay_s=round(min(named), 3) if named else None,
        is_right=is_right(recording.record, truth["moves"], Position.from_dict(truth["right"], "right")),
        desyncs=sum(isinstance(one, Desync) for one in events),
        shortcoming=str(recording.failure) if recording.failure else None,
    )
