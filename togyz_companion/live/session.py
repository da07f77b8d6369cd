"""One source and its games, one after another: aimed at until the operator begins, recorded until it is over."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from enum import Enum
from pathlib import Path
from typing import Final

from board_io.clock.source import ClockSource
from board_io.outage import Fault, Moment, Outage
from board_io.source import Source, SourceError
from calibration.view import BoardView
from togyz.board import Side
from togyz.clock import TimeControl
from togyz.errors import TogyzError
from togyz.events import Alert, PlySeen
from togyz.game import Header
from togyz.saying import Said, say
from togyz_companion.board_setup import BoardOptions
from togyz_companion.live.aim import Aim, aimed
from togyz_companion.live.eye import Eye, Sight
from togyz_companion.live.orders import Orders
from togyz_companion.messages.languages import LANGUAGES
from togyz_companion.messages.telling import Teller
from togyz_companion.news import News
from togyz_companion.recorder import Recorder
from togyz_companion.recording import Recording
from togyz_companion.session import Found, Origin, SessionOptions, hold_light, record_found
from togyz_companion.sinks import clock_of, state_of
from togyz_companion.table_clock import TableClock
from togyz_companion.web.live import LiveState
from vision.frame import Frame
from vision.reading import OtauReading
from vision.watch import BoardWatcher

LOOK_EVERY_S: Final = 2.0
"""To look for a board takes a second or two of a core."""
_WAIT_S: Final = 0.05
"""How long orders are waited for where no frame is due."""


Pace = Callable[[float], object]
"""Returns when the frame with this source time in s is due."""


class NotNowError(TogyzError):
    """An order that cannot be carried out as things stand."""


class Stage(Enum):
    """How far a game has come."""

    AIMING = "aiming"
    PLAYING = "playing"
    ENDED = "ended"


class LiveSession:
    """Runs in the thread that calls :meth:`run`; pages talk to it by :attr:`orders` and look at it by the others.

    Attributes:
        orders: what the operator asks of it.
        eye: what the camera shows.
        board: the state that audiences see.
        desk: the state that the operator sees besides.
    """

    def __init__(
        self,
        source: Source,
        options: SessionOptions,
        *,
        now: Callable[[], datetime],
        pacing: Callable[[], Pace],
        is_closed: Callable[[], bool],
        clock_source: ClockSource | None = None,
    ) -> None:
        """Prepare.

        Args:
            source: an open source.
            options: what is known of the game beforehand.
            now: the wall-clock time.
            pacing: makes what holds the frames of a game back until they are due.
            is_closed: whether it is to end, in order and soon.
            clock_source: buttons or a clock on the table; pages press besides.
        """
        self.orders: Orders[LiveSession] = Orders()
        self.eye = Eye()
        self.board = LiveState()
        self._source = source
        self._options = options
        self._now = now
        self._origin = Origin(source.content_hash(), self._now())
        self._stage = Stage.AIMING
        self._aim = Aim()
        self._must_look, self._next_s = True, 0.0
        self._pacing, self._pace = pacing, pacing()
        self._view: BoardView | None = None
        self._readings: tuple[OtauReading, ...] = ()
        self._alternatives: dict[int, tuple[tuple[str, float], ...]] = {}
        self._sentences: dict[str, dict[str, str]] = {}
        self._head: str | None = None
        self._fault: Fault | None = None
        self._is_paused = False
        self._is_closed = is_closed
        self._clock_source = clock_source
        self._t = 0.0
        self._recorder: Recorder | None = None
        self._recording: Recording | None = None
        self._failure: SourceError | None = None
        self.desk = LiveState(self._desk_state())

    def run(self) -> None:
        """Goes on from game to game until it is closed.

        Raises:
            BoardIoError: what a game's folder refuses, see ``record_found``.
        """
        moments = self._shown(self._source)
        try:
            while (found := self._begun(moments)) is not None:
                self._record(found)
        except SourceError as error:
            self._failure = error
        self._stage = Stage.ENDED
        self._publish()
        while not self._is_closed():
            self.orders.obey(self, wait_s=_WAIT_S)

    # What the operator orders; called in the session's own thread.

    def look_again(self, board: BoardOptions) -> None:
        """Looks for the board with what the operator says of it."""
        self._options = replace(self._options, board=board)
        self._must_look = True

    def begin(self, headers: Mapping[str, Header], control: TimeControl | None = None) -> None:
        """Begins to record, with a clock that the players press where there is a time control.

        Raises:
            NotNowError: a game runs, or the board is not found.
        """
        if self._stage is Stage.PLAYING:
            raise NotNowError(say(Said.GAME_RUNS), self._stage.value)
        if self._aim.board is None or self._fault is not None:
            raise NotNowError(say(Said.BOARD_FIRST), self._stage.value)
        timed = {"TimeControl": None if control is None else str(control)}
        headers = {**self._options.headers, **timed, **headers}
        self._options = replace(
            self._options,
            headers={name: value for name, value in headers.items() if value is not None},
            clock=control,
            table=None if control is None else TableClock(self._clock_source),
        )
        self._origin = replace(self._origin, opened_at=self._now())
        self._stage, self._is_paused, self._alternatives, self._sentences = Stage.PLAYING, False, {}, {}

    def pause(self, *, is_paused: bool) -> None:
        """Looks away from the board, or back to it.

        Raises:
            NotNowError: no game runs.
        """
        if self._stage is not Stage.PLAYING:
            raise NotNowError(say(Said.NO_GAME), self._stage.value)
        self._is_paused = is_paused
        if self._options.table is not None:
            self._options.table.pause(is_paused=is_paused)
        self._publish()

    def press(self, side: Side, at: datetime) -> None:
        """``side`` pressed the clock at a wall-clock time.

        Raises:
            NotNowError: the game has no clock.
        """
        self.table.press(side, age_s=max(0.0, (self._now() - at).total_seconds()))

    @property
    def table(self) -> TableClock:
        """The clock on the table.

        Raises:
            NotNowError: the game has none.
        """
        if self._options.table is None or self._recorder is None:
            raise NotNowError(say(Said.NO_CLOCK), self._stage.value)
        return self._options.table

    def another_game(self) -> None:
        """Aims anew after a game.

        Raises:
            NotNowError: a game runs.
        """
        if self._stage is Stage.PLAYING:
            raise NotNowError(say(Said.GAME_RUNS), self._stage.value)
        self._stage, self._aim, self._must_look = Stage.AIMING, Aim(), True
        self._publish()

    @property
    def recorder(self) -> Recorder:
        """What records the game that runs.

        Raises:
            NotNowError: none runs.
        """
        if self._recorder is None:
            raise NotNowError(say(Said.NO_GAME), self._stage.value)
        return self._recorder

    @property
    def folder(self) -> Path | None:
        """Of the game that runs, or of the last one; None before there is any."""
        recorder, recording = self._recorder, self._recording  # pages look from threads of their own
        if recorder is not None:
            return recorder.folder
        path = None if recording is None else recording.path
        return None if path is None else path.parent

    @property
    def failure(self) -> Exception | None:
        """Why the last recording, or the source itself, ended before its time; None where all went well."""
        return self._failure or (None if self._recording is None else self._recording.failure)

    # The stages.

    def _begun(self, moments: Iterator[Moment]) -> Found | None:
        """Aims until the operator begins; None where the source or the session ends before."""
        for moment in moments:
            if isinstance(moment, Outage):
                self.orders.obey(self)
                continue
            self._aim_at(moment)
            if self._stage is not Stage.PLAYING:
                continue
            self._look(moment)  # what was found in an earlier picture may lie elsewhere now
            if self._aim.board is not None:
                return Found(self._aim.board, moment, moments)
            self._stage = Stage.AIMING
            self._publish()
        return None

    def _aim_at(self, frame: Frame) -> None:
        """Looks for the board where that is due. A film waits at a frame that leaves a person something to do."""
        self.orders.obey(self)
        while True:
            if self._stage is Stage.AIMING and (self._must_look or frame.t_s >= self._next_s):
                self._look(frame)
            waits = self._stage is Stage.ENDED or (self._stage is Stage.AIMING and self._aim.board is not None)
            if self._origin.is_live or not waits or self._is_closed():
                return
            self.orders.obey(self, wait_s=_WAIT_S)

    def _look(self, frame: Frame) -> None:
        self._must_look, self._next_s = False, frame.t_s + LOOK_EVERY_S
        self._aim = aimed(frame.image_bgr, self._options.board)
        board = self._aim.board
        self._view, self._readings = None if board is None else board.calibration.view(), self._aim.readings
        self._show(frame)
        self._publish()

    def _record(self, found: Found) -> None:
        self._pace = self._pacing()
        hold_light(self._source, is_held=True)
        self._recording = record_found(found, self._options, self._origin, [self._tell], steered=self._steered)
        hold_light(self._source, is_held=False)
        self._recorder, self._stage, self._aim, self._readings = None, Stage.ENDED, Aim(), ()
        self._is_paused = False
        self._publish()

    def _steered(self, moments: Iterable[Moment], recorder: Recorder, watcher: BoardWatcher) -> Iterator[Moment]:
        """What is looked at: nothing while the operator pauses, nothing after he ended the game."""
        self._recorder = recorder
        self._publish()
        for moment in moments:
            self._pace(moment.t_s)
            self._t = moment.t_s
            self._view, self._readings = watcher.view, watcher.readings
            self.orders.obey(self)
            if recorder.status == "over":
                return
            if not self._is_paused:
                yield moment

    def _shown(self, moments: Iterable[Moment]) -> Iterator[Moment]:
        """All as it comes, until the session is closed; frames are shown, and of an outage it is told."""
        for moment in moments:
            if self._is_closed():
                return
            fault = moment.fault if isinstance(moment, Outage) else None
            if fault != self._fault:
                self._fault = fault
                self._publish()
            if isinstance(moment, Frame):
                self._show(moment)
            yield moment

    def _show(self, frame: Frame) -> None:
        self.eye.show(Sight(frame.image_bgr, self._view, self._readings))

    def _tell(self, news: News) -> None:
        self._head = news.head
        match news.event:
            case PlySeen() as ply:
                self._alternatives[ply.n] = ply.alternatives
            case Alert() as alert:
                self._sentences[str(alert.id)] = _in_all_languages(lambda teller: teller.alert(alert))
        self._publish()

    def _publish(self) -> None:
        """Shows audiences and the operator how things stand."""
        if self._recorder is not None:
            status = self._recorder.status
            status = "paused" if self._is_paused and status != "over" else status
            clock = clock_of(self._recorder.clock, status, self._t)
            self.board.publish(state_of(self._recorder.record, status, self._head, clock))
        self.desk.publish(self._desk_state())

    def _desk_state(self) -> dict[str, object]:
        lack, failure = (None, self.failure) if self._recording is None else (self._recording.shortcoming, self.failure)
        fault = self._fault
        return {
            "stage": self._stage.value,
            "source": self._source.info.description,
            "image_wh": list(self._source.info.wh),
            "aim": self._aim.to_dict(),
            "paused": self._is_paused,
            "control": None if self._options.clock is None else str(self._options.clock),
            "outage": None if fault is None else _in_all_languages(lambda teller: teller.text(f"why.{fault}")),
            "alternatives": {str(n): list(map(list, moves)) for n, moves in self._alternatives.items()},
            "alerts": dict(self._sentences),
            "folder": None if self.folder is None else self.folder.name,
            "shortcoming": None if lack is None else _in_all_languages(lambda teller: teller.shortcoming(lack)),
            "failure": None if failure is None else str(failure),
        }


def _in_all_languages(say: Callable[[Teller], str]) -> dict[str, str]:
    """What is said, by language: pages that look on may speak different ones."""
    return {language: say(Teller(language)) for language in LANGUAGES}
