"""One recording from an open source to a closed game folder: what ``record``, ``demo`` and the evaluation share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import chain, takewhile
from pathlib import Path

from board_io.atomic import check_folder
from board_io.camera import CameraSource
from board_io.clock.source import ClockSource
from board_io.game_folder import GAME_SQLITE, GameFolder
from board_io.outage import Moment
from board_io.source import Source
from togyz.clock import TimeControl
from togyz.game import Header
from togyz.inference.observation import Observation
from togyz.position import Position
from togyz.rules import DEFAULT_RULES, Rules
from togyz_companion.beginning import BeginningOptions, tracker_for
from togyz_companion.board_setup import Board, BoardOptions, calibrated_event, find_board_in
from togyz_companion.evidence import EvidenceOptions, Witness
from togyz_companion.game_files import read_fitting
from togyz_companion.kept_film import Filming
from togyz_companion.news import Sink
from togyz_companion.recorder import Recorder
from togyz_companion.recording import Recording, Watcher, next_set_up, run
from togyz_companion.session_folder import check_same_side, game_folder, game_id, last_live_game, session_text
from togyz_companion.table_clock import TableClock
from vision.frame import Frame
from vision.keeping import Displacement
from vision.watch import BoardWatcher


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionOptions:
    """What the user says of a recording.

    Attributes:
        out: the folder in which the game's folder is made.
        headers: who, when, where.
        beginning: how the game stands when the recording begins.
        evidence: what is kept of the pictures; a live game that is resumed goes on with what it was begun with.
        clock: the time control; None without a clock. A game that is resumed goes on with its own.
        clock_source: tells of a clock on the table, which people press. Without one a live session's is pressed by
            its pages, that of any other recording when the board comes to rest.
        resume: whether a stored game goes on: the film's own, or the last one in ``out`` that a live source showed
            (``out`` may be its folder, too).
    """

    board: BoardOptions
    out: Path
    headers: Mapping[str, Header] = field(default_factory=dict)
    rules: Rules = DEFAULT_RULES
    beginning: BeginningOptions = field(default_factory=BeginningOptions)
    evidence: EvidenceOptions = field(default_factory=EvidenceOptions)
    resume: bool = False
    clock: TimeControl | None = None
    clock_source: ClockSource | None = None


@dataclass(frozen=True, slots=True)
class Origin:
    """Where frames come from.

    Attributes:
        content: hash of a film; None of a live source.
        opened_at: wall-clock time.
    """

    content: str | None
    opened_at: datetime

    @property
    def is_live(self) -> bool:
        """Whether nobody can look at it again."""
        return self.content is None

    @property
    def headers(self) -> dict[str, Header]:
        """What the record notes of it: of a film nothing, whose record is the same whenever it is made."""
        return {"opened_at": self.opened_at.isoformat(timespec="seconds")} if self.is_live else {}


@dataclass(frozen=True, slots=True, eq=False)
class FoundBoard:
    """A board on which a game begins.

    Attributes:
        first: shows it in the position in which the game begins.
        moments: what the source gives after that.
        watcher: has watched the games before; None before the first.
        spells: so many of what it saw belong to them.
    """

    board: Board
    first: Frame
    moments: Iterator[Moment]
    watcher: BoardWatcher | None = None
    spells: int = 0


Steering = Callable[[Iterable[Moment], Recorder, BoardWatcher], Iterable[Moment]]


def hold_light(source: Source, *, is_held: bool) -> None:
    """Has a camera stop adjusting itself while a game is recorded, or begin again."""
    if isinstance(source, CameraSource):
        source.hold_light(is_held=is_held)


def record_source(
    source: Source,
    options: SessionOptions,
    *,
    sinks: Sequence[Sink] = (),
    go_on: Callable[[Moment], bool] = lambda _: True,
    opened_at: datetime,
) -> Recording:
    """Finds the board and records the game on it, and after it every other one that begins with the start position.

    Args:
        source: an open source.
        options: what the user said.
        sinks: are told every event.
        go_on: is asked before each frame, and meanwhile in an outage; False ends the recording.
        opened_at: wall-clock time; only a live source's game bears it.

    Returns:
        How the last one ended, and those before it.

    Raises:
        CalibrationError: the board was not found; nothing was written.
        NoGameError: there is none to resume.
        WriteError: nothing can be written in ``out``.
        BoardIoError: see ``run``; or the source broke off before the board was found.
    """
    check_folder(options.out)
    content = source.content_hash()
    moments = takewhile(go_on, source)
    if options.resume and content is None:
        return _resumed(source, moments, options, sinks)
    board, first = find_board_in(moments, options.board, start=options.beginning.position, is_live=content is None)
    hold_light(source, is_held=True)
    watcher = BoardWatcher(board.calibration, first, counter=board.counter)
    found: FoundBoard | None = FoundBoard(board, first, chain([first], moments), watcher)
    games: tuple[Recording, ...] = ()
    while found is not None:
        steered = _clocked(options.clock_source)
        recording = record_found(found, options, Origin(content, opened_at), sinks, steered=steered)
        games = (*games, replace(recording, earlier=games))
        found = _found_again(found, recording)
        options = replace(options, beginning=replace(options.beginning, start=Position.start()))
    return games[-1]


def _found_again(found: FoundBoard, recording: Recording) -> FoundBoard | None:
    """The board with the start position after a game; None where nothing more is seen, or the game ended by a fault."""
    if recording.failure is not None or recording.path is None or found.watcher is None:
        return None
    watcher = LaterWatcher(found.watcher, spells=-found.spells)
    set_up = recording.next or next_set_up(found.moments, watcher, recording.record)
    return set_up and replace(found, first=set_up.frame, spells=found.spells + set_up.spell)


def record_found(
    found: FoundBoard, options: SessionOptions, origin: Origin, sinks: Sequence[Sink], *, steered: Steering
) -> Recording:
    """Records one game on a board that has been found.

    Args:
        found: the board and what shows it.
        options: what the user said; its board does not matter any more.
        origin: where the frames come from.
        sinks: are told every event.
        steered: what is looked at, of what comes; between them it may tell the recorder something, and
            ask the watcher what it sees.

    Raises:
        BoardIoError: see ``run``.
    """
    calibration, first = found.board.calibration, found.first
    tracker = tracker_for(found.board, found.first, options.beginning, options.rules)
    watcher = found.watcher or BoardWatcher(calibration, first, counter=found.board.counter)
    later = LaterWatcher(watcher, spells=-found.spells)
    kind = options.evidence.kind_for(is_live=origin.is_live)
    with (
        closing(Witness(later, watcher, kind, options.evidence, waits=not origin.is_live)) as witness,
        closing(Filming(watcher.view, options.evidence)) as filming,
    ):

        def folder_for(start_s: float) -> GameFolder:
            folder = game_folder(
                options.out,
                game_id(origin.content, start_s, origin.opened_at),
                session_text(1, calibration, kind, tracker),
                if_there="number" if origin.is_live else "resume" if options.resume else "refuse",
            )
            witness.open(folder.path)
            filming.open(folder.path, 1)
            return folder

        recorder = Recorder(
            tracker,
            headers={**options.headers, "session": 1, **origin.headers},
            folder_for=folder_for,
            evidence=kind,
            clock=options.clock,
            sinks=[witness.tell, *sinks],
        )
        recorder.announce(calibrated_event(calibration, first.t_s))
        filmed = map(filming.seen, found.moments)
        return run(steered(filmed, recorder, watcher), witness, recorder)


def _resumed(source: Source, moments: Iterator[Moment], options: SessionOptions, sinks: Sequence[Sink]) -> Recording:
    """Goes on with a live game: what is stored is told again, and the source shows how the game goes on."""
    path = last_live_game(options.out)
    stored = read_fitting(path / GAME_SQLITE)
    record = stored.record
    board, first = find_board_in(moments, options.board, start=record.position, is_live=True)
    hold_light(source, is_held=True)
    calibration = board.calibration
    check_same_side(stored.session, calibration)
    n = stored.session_n + 1
    kind = stored.evidence
    watcher = BoardWatcher(calibration, first, counter=board.counter)
    later = LaterWatcher(watcher, spells=stored.spells)
    with (
        GameFolder.resume(path, session_text(n, calibration, kind, stored.tracker)) as folder,
        closing(Witness(later, watcher, kind, options.evidence, waits=False)) as witness,
        closing(Filming(watcher.view, options.evidence)) as filming,
    ):
        recorder = Recorder(
            stored.tracker,
            headers=stored.headers,
            folder_for=lambda _: folder,
            evidence=kind,
            clock=stored.control,
            sinks=[witness.tell, *sinks],
        )
        recorder.catch_up(folder.rows, n)
        recorder.announce(calibrated_event(calibration, first.t_s))
        witness.open(path)
        filming.open(path, n)
        filmed = map(filming.seen, chain([first], moments))
        return run(_clocked(options.clock_source)(filmed, recorder, watcher), witness, recorder)


def _clocked(source: ClockSource | None) -> Steering:
    """All as it comes, and what the clock on the table told before, where there is one."""

    def followed(moments: Iterable[Moment], recorder: Recorder, _watcher: BoardWatcher) -> Iterable[Moment]:
        return moments if source is None else TableClock(source).followed(moments, recorder)

    return followed


@dataclass(frozen=True, slots=True)
class LaterWatcher:
    """Numbers the spells of a session after those of the sessions before, or those of a game from its first on.

    Attributes:
        watcher: numbers them from 0.
        spells: so many were before; below 0, so many that it saw belong to earlier games.
    """

    watcher: Watcher
    spells: int

    def see(self, frame: Frame) -> list[Observation | Displacement]:
        """What the watcher sees, with these numbers."""
        return [self._later(one) if isinstance(one, Observation) else one for one in self.watcher.see(frame)]

    def _later(self, observation: Observation) -> Observation:
        changes = tuple(
            replace(one, reference=one.reference + self.spells)
            for one in observation.changes
            if one.reference + self.spells >= 0
        )
        return replace(observation, spell=observation.spell + self.spells, changes=changes)
