"""From events to the record: the store keeps events, everything else is rebuilt from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from togyz.clock import TimeControl
from togyz.errors import RecordError
from togyz.events import (
    Accepted,
    Alert,
    ClockTold,
    Confirmed,
    Corrected,
    Decided,
    Desync,
    Event,
    HeadersSet,
    Lapsed,
    Over,
    PlySeen,
    PositionSet,
    Resolved,
    Resync,
    Retract,
    SideSettled,
    Started,
    Takeback,
)
from togyz.game import Game, Header
from togyz.gameclock import GameClock
from togyz.handclock import HandClock
from togyz.record import Record
from togyz.recorded import RecordedAlert, RecordedDoubt, RecordedLapse, RecordedPly


def fold(events: Iterable[Event]) -> Record:
    """The record that a sequence of events tells, which may end anywhere after the game's start.

    A retraction or a take-back removes plies, the positions set after them and the result. What the board may be is
    told as long as it is not explained. Events that announce other states of the recorder (calibrated, drift and the
    like) change nothing.

    Raises:
        RecordError: the events do not follow from one another.
        IllegalMoveError: a ply that is not marked as accepted against the rules is against them.
    """
    folding = Folding()
    for event in events:
        folding.take(event)
    return folding.record()


class Folding:
    """The game as it stands after the events taken so far, for who gets them one by one.

    Attributes:
        clock: None where the game has none.
    """

    def __init__(self) -> None:
        self._headers: Mapping[str, Header] = {}
        self._game: Game | None = None
        self._plies: list[RecordedPly] = []
        self._alerts: dict[int, RecordedAlert] = {}
        self._lapsed: dict[tuple[int, bool], RecordedLapse] = {}
        self._doubt: RecordedDoubt | None = None
        self.clock: GameClock | HandClock | None = None

    def record(self) -> Record:
        """The record so far.

        Raises:
            RecordError: no game has started.
        """
        game = self._started
        return Record(
            headers=self._headers,
            rules=game.rules,
            start=game.start,
            plies=tuple(self._plies),
            sets=game.sets,
            position=game.position,
            result=game.result,
            reason=game.reason,
            alerts=tuple(self._alerts.values()),
            lapsed=tuple(self._lapsed.values()),
            doubt=self._doubt,
        )

    def take(self, event: Event) -> None:
        """Goes on by one event; one that does not follow changes nothing.

        Raises:
            RecordError, IllegalMoveError: see :func:`fold`.
        """
        match event:
            case Started():
                self._start(event)
            case PlySeen():
                self._add(event)
            case Retract():
                self._keep(event.n - 1, event)
                if event.with_position:
                    self._unset(event.n - 1)
                self._alerts = {n: alert for n, alert in self._alerts.items() if n not in event.alerts}
            case Takeback():
                self._keep(event.n, event)
            case Confirmed():
                self._confirm(event)
            case PositionSet():
                self._set(event)
            case Decided() | Over():
                self._end(event)
            case HeadersSet():
                said = {**self._headers, **event.headers}
                self._headers = {name: value for name, value in said.items() if value != ""}
            case Alert():
                self._alerts[event.id] = _recorded_alert(event)
            case Resolved():
                self._resolve(event)
            case _:
                self._doubted(event)
        self._run_clock(event)

    def _doubted(self, event: Event) -> None:
        """Notes what somebody's word is worth now, and what the board may be."""
        match event:
            case Lapsed():
                place = (event.n, event.move is None)
                self._lapsed[place] = RecordedLapse(n=event.n, move=event.move, by=event.by)
            case Corrected() | Accepted():
                self._lapsed.pop((event.n, False), None)
            case SideSettled():
                self._lapsed.clear()
            case Desync():
                self._doubt = RecordedDoubt(
                    n=event.n, position=event.position, seen=event.seen, explanations=event.explanations
                )
            case Resync():
                self._doubt = None

    @property
    def _started(self) -> Game:
        if self._game is None:
            raise RecordError("no game has started: the event started is missing", "started")
        return self._game

    def _start(self, event: Started) -> None:
        if self._plies:
            raise RecordError(f"started comes after ply {len(self._plies)}", event.to_json())
        self._headers = event.headers
        self._game = Game(start=event.position, rules=event.rules)

    def _run_clock(self, event: Event) -> None:
        """Lets the clock follow, and notes in the plies what it showed: a press may come after its ply."""
        if isinstance(event, Started) and event.clock is not None:
            self.clock = GameClock.start(TimeControl.from_string(event.clock), event.t, event.position.to_move)
        elif self.clock is not None:
            self.clock = self.clock.followed(event)
            if isinstance(event, PlySeen | ClockTold):
                self._plies = [
                    replace(ply, clock_s=times.clock_s, t_press=times.t_press)
                    for ply, times in zip(self._plies, self.clock.times, strict=True)
                ]

    def _add(self, event: PlySeen) -> None:
        if event.n != len(self._plies) + 1:
            raise RecordError(f"ply {event.n} follows ply {len(self._plies)}", event.to_json())
        ply = _recorded_ply(event)
        game = self._started
        self._game = game.play(ply.otau) if ply.after is None else game.accept(ply.move, ply.after)
        self._plies.append(ply)

    def _keep(self, n: int, event: Event) -> None:
        """Takes back all plies but the first ``n``."""
        surplus = len(self._plies) - n
        if n < 0 or surplus < 0:
            raise RecordError(f"{event.name} leaves {n} plies of {len(self._plies)}", event.to_json())
        self._game = self._started.undo(surplus)
        del self._plies[n:]

    def _confirm(self, event: Confirmed) -> None:
        if not 1 <= event.n <= len(self._plies):
            raise RecordError(f"ply {event.n} is confirmed, but there are {len(self._plies)}", event.to_json())
        ply = self._plies[event.n - 1]
        status = "confirmed" if ply.status == "provisional" else ply.status
        self._plies[event.n - 1] = replace(
            ply, status=status, confidence=event.confidence, alternatives=event.alternatives
        )

    def _set(self, event: PositionSet) -> None:
        if event.n != len(self._plies):
            raise RecordError(f"a position is set after ply {event.n} of {len(self._plies)}", event.to_json())
        self._game = self._started.set_position(event.position)
        if event.by is not None:
            self._lapsed.pop((event.n, True), None)

    def _unset(self, n: int) -> None:
        """Withdraws the position set after ply ``n``."""
        game = self._started
        self._game = replace(game, sets=tuple(one for one in game.sets if one.after_n != n))

    def _end(self, event: Decided | Over) -> None:
        self._game = self._started.end(event.result, event.reason)

    def _resolve(self, event: Resolved) -> None:
        if event.id not in self._alerts:
            raise RecordError(f"alert {event.id} is resolved, but was never raised", event.to_json())
        self._alerts[event.id] = replace(self._alerts[event.id], resolved=event.how)


def _recorded_ply(event: PlySeen) -> RecordedPly:
    return RecordedPly(
        n=event.n,
        side=event.side,
        move=event.move,
        otau=event.otau,
        landing=event.landing,
        captured=event.captured,
        tuzdyk=event.tuzdyk,
        t=event.t_rest,
        seen=event.seen,
        confidence=event.confidence,
        status=event.status,
        alternatives=event.alternatives,
        after=event.after,
        evidence=event.evidence,
    )


def _recorded_alert(event: Alert) -> RecordedAlert:
    return RecordedAlert(
        id=event.id,
        t_rest=event.t_rest,
        t=event.t,
        code=event.code,
        side=event.side,
        otau=event.otau,
        seen=event.seen,
        expected=event.expected,
        evidence=event.evidence,
    )
