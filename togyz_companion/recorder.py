"""The recorder: observations through the tracker to events, and from these to the record and its files."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self

from board_io.game_folder import GAME_JSON, GameFolder
from board_io.store import Row
from togyz.clock import TimeControl
from togyz.clock_announcements import announcements
from togyz.codes import OF_CLOCK, Code
from togyz.corrections import Correction, CorrectionError, CorrectionNote, naming_places, standing
from togyz.errors import TogyzError
from togyz.event_json import event_from_json
from togyz.events import (
    Accepted,
    Alert,
    Back,
    Calibrated,
    ClockTold,
    Corrected,
    Decided,
    Drift,
    Event,
    Finished,
    Lost,
    PositionSet,
    Resolved,
    Resync,
    Started,
    TimeLow,
)
from togyz.fold import Folding, fold
from togyz.game import Header
from togyz.gameclock import GameClock
from togyz.handclock import HandClock
from togyz.inference.chronicler import Chronicler
from togyz.inference.observation import Observation
from togyz.inference.observation_json import observation_from_dict
from togyz.inference.priors import P_LEFT_AT_END, P_PROVISIONAL
from togyz.inference.set_up_anew import is_set_up_anew
from togyz.inference.tracker import Tracker
from togyz.json_text import from_json
from togyz.outcome import Reason
from togyz.record import Record, Status
from togyz.replay import to_game
from togyz.saying import Said, say
from togyz.tgk import write_tgk
from togyz_companion.evidence_names import EvidenceKind, EvidenceNames
from togyz_companion.news import News, Sink, Sinks, status_after
from togyz_companion.noted import Noted
from togyz_companion.written import WrittenGame
from vision.keeping import Displacement

logger = logging.getLogger(__name__)


class Recorder:
    """Observations in; events, the record and its files out. Source time only: no clock is asked here.

    A context that closes the files.

    Args:
        folder_for: makes the game's folder, given the source time in s at which the game began.
        evidence: what is kept to show each ply and alert, which their events then name.
        clock: the time control; None without a clock.
        sinks: are told every event; see ``Sinks``.
    """

    def __init__(
        self,
        tracker: Tracker,
        *,
        headers: Mapping[str, Header],
        folder_for: Callable[[float], GameFolder],
        evidence: EvidenceKind = "none",
        clock: TimeControl | None = None,
        sinks: Sequence[Sink] = (),
    ) -> None:
        self._control = clock
        self._chronicler = Chronicler(tracker)
        self._chronicle = self._chronicler.initial()
        self._evidence = EvidenceNames(evidence)
        self._headers = headers
        self._sinks = Sinks(sinks)
        self._written = WrittenGame(folder_for)
        self._folding = Folding()
        self._events: list[Event] = []
        self.status: Status = "waiting"
        self.anew_after: int | None = None
        self._session: int | None = None
        self._is_anew = False
        self.as_seen = tracker.as_seen
        self.record = Record(headers=headers, rules=tracker.rules, start=tracker.start, position=tracker.start)

    def catch_up(self, rows: Iterable[Row], session: int | None, *, exactly: bool = False) -> None:
        """Goes through a stored game once more, to go on from its end; tells no sink.

        Args:
            rows: those that count.
            session: the number of the session that goes on; None where the first one does.
            exactly: whether every row must come out byte for byte; else what an earlier program wrote stands where it
                says the same.

        Raises:
            HistoryDiffersError: its observations do not give its events.
        """
        sinks, self._sinks = self._sinks, Sinks(())
        self._written.is_exact = exactly
        for number, row in enumerate(rows):
            if self._written.folder is not None and number < self._written.folder.told:
                continue
            if row.kind == "observation":
                self.observe(observation_from_dict(from_json(row.text)))
            elif row.kind == "correction":
                self._correct_again()
            elif row.kind == "event":
                self._announce_again(event_from_json(row.text))
        if self._written.folder is not None:
            self._written.folder.check_told()
        self._sinks = sinks
        self._session = session

    def take(self, news: Observation | Displacement) -> None:
        """Goes on by what a watcher noticed; see ``observe``."""
        if isinstance(news, Observation):
            self.observe(news)
        else:
            self.announce(Drift(t=news.t_s, px=round(news.px, 1), deg=round(news.deg, 2)))

    def _announce_again(self, event: Event) -> None:
        """Announces what follows from nothing observed; all else is told again by itself, or not at all."""
        match event:
            case Alert():
                is_told = event.code in OF_CLOCK
            case Resolved():
                is_told = any(one.id == event.id and one.code in OF_CLOCK for one in self.record.alerts)
            case Decided():
                is_told = event.reason is Reason.FLAG
            case _:
                is_told = isinstance(event, Calibrated | ClockTold | TimeLow | Drift | Lost | Back)
        if is_told:
            self.announce(self._numbered(event))

    def observe(self, observation: Observation) -> None:
        """Goes on by what a quiet spell shows.

        Raises:
            GameExistsError: the game that begins has a folder already.
            WriteError, StoreError: its folder cannot be made.
            HistoryDiffersError: a game that is resumed was told otherwise.
        """
        self._correct_again()
        self._written.keep(observation)
        self._evidence.observed(observation)
        self._chronicle, events = self._chronicler.observe(self._chronicle, observation)
        for event in events:
            self.announce(event)

    def tick(self, t: float) -> None:
        """Source time ``t`` in s has come: says what the game's clock has to say then.

        Raises:
            StoreError, HistoryDiffersError: see ``observe``.
        """
        self._correct_again()
        if self.clock is None:
            return
        for event in announcements(self.clock, self.record, t, is_over=self.status == "over"):
            self.announce(self._numbered(event))

    def _numbered(self, event: Event) -> Event:
        """The event; an alert that the tracker did not make gets a number."""
        if not isinstance(event, Alert):
            return event
        self._chronicle, number = self._chronicle.numbered()
        return replace(event, id=number)

    def correct(self, correction: Correction, at: str) -> None:
        """Lets something stand that a person said at a time ``at`` (ISO 8601), and finds anew what follows from it.

        What is on record already is not stored and tells nothing.

        Raises:
            TogyzError: see :meth:`Chronicler.correct`; nothing has changed.
            StoreError, HistoryDiffersError: see ``observe``.
        """
        folder = self._written.folder
        if folder is None:
            raise CorrectionError(say(Said.NOT_BEGUN))
        has_result = self.record.result is not None
        with naming_places(self.record):
            chronicle, events = self._chronicler.correct(self._chronicle, correction, has_result=has_result)
        if not events:
            return
        after = fold([*self._events, *events])
        settled = (one.n for one in events if isinstance(one, Corrected | Accepted | PositionSet))
        n = next(settled, len(self.record.plies))
        note = CorrectionNote(correction=correction, at=at, before=standing(self.record, n), after=standing(after, n))
        self._chronicle = chronicle
        with folder.together():
            folder.append_correction(self._written.as_stored("correction", note.to_json()))
            for event in events:
                self.announce(event)

    def announce(self, event: Event, *, told: Event | None = None) -> None:
        """Stores an event and tells it to all sinks, or ``told`` in its place.

        An event that does not follow from those before it leaves no trace.

        Raises:
            TogyzError: it does not follow.
            GameExistsError, WriteError, StoreError, HistoryDiffersError: see ``observe``.
        """
        event = self._evidence.named(event)
        if isinstance(event, Started):  # the first of a game dates it
            clock = None if self._control is None else str(self._control)
            event = replace(event, headers={**self._headers, "game_start_t": event.t}, clock=clock)
        line = event.to_json()
        if (stored := self._written.as_stored("event", line)) != line:
            event, line = event_from_json(stored), stored
        record = self._record_with(event)
        derived = None if record == self.record else (record.to_json(), write_tgk(to_game(record)))
        if isinstance(event, Started):
            self._written.begin(event, derived, self._events, self._chronicle.observations)
        else:
            if isinstance(event, Finished) or (isinstance(event, Lost) and event.is_end):
                self._written.end()
            self._written.tell(line, derived)
        self._events.append(event)
        # It may be misread, too, so that nothing ends by that.
        if self.anew_after is None and is_set_up_anew(event, self.record.position, record.position):
            self.anew_after = len(self.record.plies)
            logger.warning(say(Noted.ANOTHER_GAME, n=self.anew_after))
        self.record = record
        self.status = status_after(event, self.status)
        self._sinks.tell(News(told or event, record, self.status, self._written.head, self.clock))

    def finish(self, t: float, *, is_anew: bool = False) -> None:
        """No more observations follow; at source time ``t`` in s what is likelier than not is booked.

        Args:
            t: source time.
            is_anew: the board was set up for another game. What nobody could explain of late belongs to that, and
                nothing is booked for its sake.
        """
        if self.folder is None:
            return
        self._correct_again()
        self._written.end()
        self.tick(t)
        if is_anew:
            self._put_by(t)
        least_p = P_PROVISIONAL if is_anew else P_LEFT_AT_END
        self._chronicle, events = self._chronicler.finish(self._chronicle, t, least_p=least_p)
        for event in events:
            self.announce(event)

    def _put_by(self, t: float) -> None:
        """Says that nothing of this game is unexplained any more."""
        self.anew_after, self._is_anew = None, True
        for alert in self.record.alerts:
            if alert.code is Code.UNEXPLAINED and alert.resolved is None:
                self.announce(Resolved(t=t, id=alert.id, how="resync"))
        if self.status == "desync":
            self.announce(Resync(t=t, n=len(self.record.plies)))

    def conclude(self, t: float) -> Path | None:
        """Announces the end and returns the path of game.json; None where no game began."""
        if self.folder is None:
            return None
        path = self.folder / GAME_JSON
        anew = self._is_anew
        self.announce(Finished(t=t, path=GAME_JSON, anew=anew), told=Finished(t=t, path=str(path), anew=anew))
        return path

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Closes the files.

        Raises:
            UnwrittenError: not everything could be written.
        """
        self._written.close()

    @property
    def clock(self) -> GameClock | HandClock | None:
        """The game's clock; None where it has none, or has not begun."""
        return self._folding.clock

    @property
    def turned(self) -> bool | None:
        """Whether white sits on the other side than the calibration says; None while that is open."""
        return self._chronicle.states[-1].ledger.turned

    @property
    def folder(self) -> Path | None:
        """Where the game is stored; None before it has begun."""
        return self._written.path

    def _record_with(self, event: Event) -> Record:
        """The record once this event has happened."""
        if self.status == "waiting" and not isinstance(event, Started):
            return self.record
        self._folding.take(event)
        return self._folding.record().in_session(self._session)

    def _correct_again(self) -> None:
        """Corrects what was corrected at this place of a stored game that is told again."""
        while (folder := self._written.folder) is not None and (line := folder.due("correction")) is not None:
            note, told = CorrectionNote.from_json(line), folder.told
            try:
                self.correct(note.correction, note.at)
            except TogyzError:
                folder.check_told()
            if folder.told == told:  # this program finds it on record already
                folder.check_told()
