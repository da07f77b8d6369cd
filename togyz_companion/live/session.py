"""One operator's sources and games, one after another: chosen, aimed at, recorded, ended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from itertools import chain
from pathlib import Path
from typing import Final, TypeVar

from board_io.errors import BoardIoError
from board_io.outage import Moment, Outage
from board_io.source import Source
from calibration.errors import CalibrationError
from calibration.seen import Seen
from togyz.board import Side
from togyz.clock import TimeControl
from togyz.corrections import Correction, check_headers
from togyz.game import Header
from togyz.record import Record
from togyz.rules import Rules
from togyz.saying import say
from togyz_companion.beginning import BeginningOptions
from togyz_companion.board_setup import BoardOptions
from togyz_companion.live.aiming import Aiming
from togyz_companion.live.choosing import Choosing
from togyz_companion.live.ended import Ended
from togyz_companion.live.orders import Orders
from togyz_companion.live.playing import Playing
from togyz_companion.live.shown import Shown, State
from togyz_companion.live.stage import NotNowError
from togyz_companion.live.surroundings import Pace, Surroundings, unhurried
from togyz_companion.news import News
from togyz_companion.obstacle import Obstacle
from togyz_companion.recorder import Recorder
from togyz_companion.session import FoundBoard, Origin, SessionOptions, hold_light, record_found
from togyz_companion.table_clock import TableClock
from vision.frame import Frame
from vision.watch import BoardWatcher

_WAIT_S: Final = 0.05
"""How long orders are waited for where no frame is due."""

_S = TypeVar("_S", Choosing, Aiming, Playing, Ended)


class LiveSession:
    """Runs in the thread that calls :meth:`run`; pages talk to it by :attr:`orders` and look at it by the others.

    Attributes:
        orders: what the operator asks of it.
        shown: what pages see of it.
        sources: what it can be pointed at.
    """

    def __init__(self, source: Source | None, options: SessionOptions, world: Surroundings) -> None:
        """Prepare.

        Args:
            source: an open source, which the session closes; None: the operator chooses one.
            options: what is known of the games beforehand.
            world: what it needs besides.
        """
        self.orders: Orders[LiveSession] = Orders()
        self.shown = Shown(options, world)
        self.sources = world.sources
        self._source = source
        self._options = options
        self._world = world
        self._is_leaving = False
        self._pace: Pace = unhurried
        self._state: State = Choosing() if source is None else self._aiming()
        self.failure: Exception | None = None
        self._publish()

    def run(self) -> None:
        """Goes on from source to source until it is closed; what pages hear of it ends then."""
        try:
            while not self._world.is_closed():
                if self._source is None:
                    self.orders.obey(self, wait_s=_WAIT_S)
                    continue
                with self._source as source:
                    self._use(source)
                self._source = None
                self._begin_as_usual()
                self._change(Choosing(self.failure))
        finally:
            self.shown.close()

    def serve_clock(self, url: str) -> None:
        """Tells the operator where a phone finds the clock; before ``run``."""
        self.shown.clock_url = url
        self._publish()

    # What the operator orders; called in the session's own thread.

    def choose(self, url: str) -> None:
        """Opens a source.

        Raises:
            NotNowError: there is one already.
            SourceError: it gives nothing; of the kind that says why.
        """
        self._in(Choosing, Obstacle.SOURCE_CHOSEN)
        self._source = self.sources.open(url)
        self.failure, self._is_leaving = None, False
        self._change(self._aiming())

    def leave(self) -> None:
        """Lets go of the source, so that another one can be chosen.

        Raises:
            NotNowError: a game runs.
        """
        self._not_while_playing()
        self._is_leaving = True

    def look_again(self, board: BoardOptions, beginning: BeginningOptions) -> None:
        """Looks for the board with what the operator says of it, and of the position in which the game begins.

        Raises:
            NotNowError: there is no source, or a game on it.
        """
        aiming = self._in(Aiming, Obstacle.BOARD_FIRST)
        self._options = replace(self._options, board=board, beginning=beginning)
        aiming.look_again(board, beginning)
        self._publish()

    def begin(self, headers: Mapping[str, Header], rules: Rules, control: TimeControl | None = None) -> None:
        """Begins to record, with a clock that the players press where there is a time control.

        Raises:
            NotNowError: a game runs, or the board is not found.
            CorrectionError: a header is none that a person may say.
        """
        check_headers(headers)
        self._not_while_playing()
        aiming = self._in(Aiming, Obstacle.BOARD_FIRST)
        if aiming.aim.board is None or self.shown.fault is not None:
            raise NotNowError(say(Obstacle.BOARD_FIRST), aiming.stage.value)
        said = {name: value for name, value in headers.items() if name != "TimeControl"}
        self._options = replace(
            self._options,
            headers=said if control is None else said | {"TimeControl": str(control)},
            rules=rules,
            clock=control,
        )
        aiming.is_begun = True
        self._publish()

    def pause(self, *, is_paused: bool) -> None:
        """Looks away from the board, or back to it.

        Raises:
            NotNowError: no game runs.
        """
        self._in(Playing, Obstacle.NO_GAME).pause(is_paused=is_paused)
        self._publish()

    def press(self, side: Side, at: datetime) -> None:
        """``side`` pressed the clock at a wall-clock time.

        Raises:
            NotNowError: the game has no clock.
        """
        self.table.press(side, age_s=max(0.0, (self._world.now() - at).total_seconds()))

    @property
    def table(self) -> TableClock:
        """The clock on the table.

        Raises:
            NotNowError: no game runs, or it has none.
        """
        return self._in(Playing, Obstacle.NO_CLOCK).table

    def correct(self, correction: Correction) -> None:
        """Corrects the game that runs or, after its end, the stored one.

        Raises:
            NotNowError: there is none.
            TogyzError, BoardIoError: see ``Recorder.correct`` and ``desk.amend``.
        """
        self._game().correct(correction, self._world.now().isoformat(timespec="seconds"))
        self._publish()

    def another_game(self) -> None:
        """Aims anew after a game; where the board was set up for the next one, that begins as this one did.

        Raises:
            NotNowError: a game runs, or there was none.
        """
        self._not_while_playing()
        ended = self._in(Ended, Obstacle.NO_GAME)
        self._begin_as_usual()
        aiming = self._aiming()
        aiming.is_begun = ended.is_set_up
        self._change(aiming)

    @property
    def is_choosing(self) -> bool:
        """Whether no source is open."""
        return isinstance(self._state, Choosing)

    @property
    def options(self) -> SessionOptions:
        """What was said so far."""
        return self._options

    @property
    def record(self) -> Record:
        """Of the game that runs, or of the last one.

        Raises:
            NotNowError: there is none.
        """
        return self._game().record

    @property
    def folder(self) -> Path | None:
        """Of the game that runs, or of the last one; None before there is any. Pages look from threads of their own."""
        state = self._state
        return state.folder if isinstance(state, Playing | Ended) else None

    # The stages.

    def _use(self, source: Source) -> None:
        """Goes from game to game until the source ends or breaks off, or the operator wants another one."""
        origin = Origin(source.content_hash(), self._world.now())
        moments = self._passed(source)
        try:
            while (found := self._begun(moments, is_live=origin.is_live)) is not None:
                self._record(found, source, replace(origin, opened_at=self._world.now()))
        except BoardIoError as error:  # the page stays, and says why
            self.failure = error
        else:
            if isinstance(self._state, Aiming) and not self._is_done():
                self.failure = CalibrationError(say(Seen.ENDED))
        self.shown.forget()
        while isinstance(self._state, Ended) and not self._is_done():
            self.orders.obey(self, wait_s=_WAIT_S)

    def _begun(self, moments: Iterator[Moment], *, is_live: bool) -> FoundBoard | None:
        """Aims until the operator begins; None where the source or the session ends before."""
        for moment in moments:
            self.orders.obey(self)
            if isinstance(moment, Outage):
                continue
            self._aim_at(moment, is_live=is_live)
            aiming = self._state
            if not isinstance(aiming, Aiming) or not aiming.is_begun or aiming.is_too_soon(moment.t_s):
                continue
            self._look(aiming, moment)  # what was found in an earlier picture may lie elsewhere now
            if aiming.aim.board is None:
                aiming.is_begun = False
                self._publish()
            elif aiming.is_settled:
                return FoundBoard(aiming.aim.board, moment, chain([moment], moments))
        return None

    def _aim_at(self, frame: Frame, *, is_live: bool) -> None:
        """Looks for the board where that is due. A film waits at a frame that leaves a person something to do."""
        while not self._is_done():
            aiming = self._state
            if isinstance(aiming, Aiming) and aiming.is_due(frame.t_s):
                self._look(aiming, frame)
            leaves_nothing = isinstance(aiming, Aiming) and (aiming.is_begun or aiming.aim.board is None)
            if is_live or leaves_nothing:
                return
            self.orders.obey(self, wait_s=_WAIT_S)

    def _look(self, aiming: Aiming, frame: Frame) -> None:
        aiming.look(frame)
        self.shown.frame(frame, aiming)
        self._publish()

    def _record(self, found: FoundBoard, source: Source, origin: Origin) -> None:
        self._pace = unhurried if origin.is_live else self._world.pace_for_film()
        hold_light(source, is_held=True)
        recording = record_found(found, self._options, origin, [self._tell, *self._world.sinks], steered=self._steered)
        hold_light(source, is_held=False)
        self.failure = recording.failure
        self._change(Ended(self.shown.audience, recording))

    def _steered(self, moments: Iterable[Moment], recorder: Recorder, watcher: BoardWatcher) -> Iterator[Moment]:
        table = None if self._options.clock is None else TableClock(self._options.clock_source)
        playing = Playing(self.shown.audience, recorder, watcher, table)
        self._change(playing)
        clocked = moments if table is None else table.followed(moments, recorder)
        return playing.seen(self._obeying(clocked))

    def _obeying(self, moments: Iterable[Moment]) -> Iterator[Moment]:
        for moment in moments:
            self._pace(moment.t_s)
            self.orders.obey(self)
            yield moment

    def _passed(self, moments: Iterable[Moment]) -> Iterator[Moment]:
        """All as it comes, until the source is let go of; frames are shown, and of an outage it is told."""
        for moment in moments:
            if self._is_done():
                return
            if self.shown.took(moment):
                self._publish()
            if isinstance(moment, Frame):
                self.shown.frame(moment, self._state)
            yield moment

    def _is_done(self) -> bool:
        """Whether the source is to be let go of."""
        return self._is_leaving or self._world.is_closed()

    def _tell(self, news: News) -> None:
        if isinstance(self._state, Playing):
            self._state.note(news)
            self._publish()

    def _in(self, kind: type[_S], otherwise: Obstacle) -> _S:
        """The state, if it is of a kind.

        Raises:
            NotNowError: it is another one.
        """
        if not isinstance(self._state, kind):
            raise NotNowError(say(otherwise), self._state.stage.value)
        return self._state

    def _game(self) -> Playing | Ended:
        """What knows the game that runs, or the last one.

        Raises:
            NotNowError: there is none.
        """
        if not isinstance(self._state, Playing | Ended):
            raise NotNowError(say(Obstacle.NO_GAME), self._state.stage.value)
        return self._state

    def _not_while_playing(self) -> None:
        if isinstance(self._state, Playing):
            raise NotNowError(say(Obstacle.GAME_RUNS), self._state.stage.value)

    def _change(self, state: State) -> None:
        self._state = state
        self._publish()

    def _begin_as_usual(self) -> None:
        """What was said of one game's beginning does not hold for the next one."""
        beginning = BeginningOptions(kazan_owner=self._options.beginning.kazan_owner)
        self._options = replace(self._options, beginning=beginning)

    def _aiming(self) -> Aiming:
        return Aiming(self._options.board, self._options.beginning)

    def _publish(self) -> None:
        """Shows audiences and the operator how things stand."""
        if isinstance(self._state, Playing):
            self._state.publish()
        self.shown.operator(self._state, self._source, self._options)
