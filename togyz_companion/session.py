"""One recording from an open source to a closed game folder: what ``record``, ``demo`` and the evaluation share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain, takewhile
from pathlib import Path

from board_io.game_folder import GameExistsError, GameFolder
from board_io.source import Source
from togyz.game import Header
from togyz.inference.tracker import Tracker
from togyz.position import Position
from togyz.rules import DEFAULT_RULES, Rules
from togyz_companion.board_setup import BoardOptions, calibrated_event, find_board_in
from togyz_companion.recorder import Recorder, Recording, Sink, run
from vision.frame import Frame
from vision.watch import BoardWatcher


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionOptions:
    """What the user says of a recording.

    Attributes:
        out: the folder in which the game's folder is made.
        headers: who, when, where.
        start: the position in which the game begins.
    """

    board: BoardOptions
    out: Path
    headers: Mapping[str, Header] = field(default_factory=dict)
    rules: Rules = DEFAULT_RULES
    start: Position = field(default_factory=Position.start)


def record_source(
    source: Source,
    options: SessionOptions,
    *,
    sinks: Sequence[Sink] = (),
    go_on: Callable[[Frame], bool] = lambda _: True,
    opened_at: datetime,
) -> Recording:
    """Finds the board and records one game.

    Args:
        source: an open source.
        options: what the user said.
        sinks: are told every event.
        go_on: is asked before each frame is looked at; False ends the recording.
        opened_at: wall-clock time; only a live source's game bears it.

    Raises:
        CalibrationError: the board was not found; nothing was written.
        WriteError: something could not be stored.
        SourceError: the source broke off before the board was found.
    """
    content = source.content_hash()
    frames = takewhile(go_on, source)
    board, first = find_board_in(frames, options.board, start=options.start, is_live=content is None)
    calibration = board.calibration
    tracker = Tracker(start=options.start, rules=options.rules, white_known=calibration.white_known)
    live = {"opened_at": opened_at.isoformat(timespec="seconds")} if content is None else {}
    recorder = Recorder(
        tracker,
        headers={**options.headers, "session": 1, **live},
        folder_for=lambda start_s: game_folder(options.out, content, start_s, opened_at),
        sinks=sinks,
    )
    recorder.announce(calibrated_event(calibration, first.t_s))
    return run(chain([first], frames), BoardWatcher(calibration, first, counter=board.counter), recorder)


def game_folder(out: Path, content: str | None, start_s: float, opened_at: datetime) -> GameFolder:
    """Makes the folder of a game; see ``game_id``. Live games that began in the same second are numbered.

    Raises:
        GameExistsError: the film's game has one already.
        WriteError: it cannot be made.
    """
    name = game_id(content, start_s, opened_at)
    n = 1
    while True:
        try:
            return GameFolder.create(out, name if n == 1 else f"{name}-{n}")
        except GameExistsError:
            if content is not None:
                raise
            n += 1


def game_id(content: str | None, start_s: float, opened_at: datetime) -> str:
    """The name of a game's folder.

    Args:
        content: hash of a film; None of a live source.
        start_s: source time at which the game began.
        opened_at: wall-clock time.
    """
    if content is None:
        return f"{opened_at:%Y%m%d-%H%M%S}"
    return f"{content[:12]}-{round(1000 * start_s):07d}"
