"""The game clock as a value: what it shows follows from what was pressed and when. Time comes in, none is read.

All times ``t`` are seconds of one source (a camera's or a film's) and never fall.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final, Literal

from togyz.board import Side
from togyz.errors import TogyzError
from togyz.events import ClockTold
from togyz.outcome import Outcome, outcome_on_time
from togyz.position import Position
from togyz.rules import Rules
from togyz.saying import Said, say

LOW_S: Final = 300.0
"""Under five minutes a player may stop writing down; the arbiter wants to know."""
_MINUTE_S: Final = 60.0
_NAMED: Final = {"classic": 60, "rapid": 20, "blitz": 5}
"""Minutes of each time class, the least that the rules give."""
_CONTROL: Final = re.compile(r"(?P<minutes>[0-9]{1,3})(?:\+(?P<increment>[0-9]{1,3}))?(?:d(?P<delay>[0-9]{1,3}))?")
Pair = tuple[float, float]
"""White's and black's."""


class ClockError(TogyzError):
    """A time control that cannot be read, or something that cannot be done with a clock as it stands."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How much time each side has.

    Attributes:
        base_s: for the whole game.
        increment_s: added when a ply is completed.
        delay_s: at the beginning of each turn, before its time begins to run; what is left of it is lost.
    """

    base_s: float
    increment_s: float = 0.0
    delay_s: float = 0.0

    @classmethod
    def from_string(cls, text: str) -> TimeControl:
        """Reads ``classic``, ``rapid``, ``blitz``, or minutes with an increment and a delay in seconds.

        Raises:
            ClockError: it is something else, or gives no time at all.

        >>> TimeControl.from_string("90+30")
        TimeControl(base_s=5400.0, increment_s=30.0, delay_s=0.0)
        >>> TimeControl.from_string("25d5").delay_s, TimeControl.from_string("blitz").base_s
        (5.0, 300.0)
        """
        word = text.strip().lower()
        found = _CONTROL.fullmatch(str(_NAMED.get(word, word)))
        if found is None or not int(found["minutes"]):
            raise ClockError(say(Said.NO_CONTROL, text=repr(text)), text)
        return cls(_MINUTE_S * int(found["minutes"]), float(found["increment"] or 0), float(found["delay"] or 0))

    def __str__(self) -> str:
        """As it is read: minutes, then seconds."""
        increment = f"+{self.increment_s:.0f}" if self.increment_s else ""
        delay = f"d{self.delay_s:.0f}" if self.delay_s else ""
        return f"{self.base_s / _MINUTE_S:.0f}{increment}{delay}"


@dataclass(frozen=True, slots=True)
class ClockEvent:
    """Something that a clock announces: at ``t`` a side came below five minutes, or its flag fell."""

    kind: Literal["time_low", "flag_fell"]
    side: Side
    t: float


@dataclass(frozen=True, slots=True)
class Turn:
    """What the clock showed when a turn began.

    Attributes:
        remaining_s, spent_s: of white and black.
    """

    to_move: Side
    remaining_s: Pair
    spent_s: Pair


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockState:
    """A clock at the time ``t``; every method that does something returns another one.

    A flag that falls stops the clock; so does a pause.

    Attributes:
        t: up to when everything is reckoned.
        to_move: whose time runs, or will.
        remaining_s: white's and black's, never below 0.
        spent_s: white's and black's time of thinking, delays included, pauses not.
        delay_left_s: of this turn.
        turns: how each turn began, this one included; as many plies as stand before it are completed.
        events: all that was announced so far. A low time is announced once for each side, and not where the game
            begins with so little.
    """

    control: TimeControl
    t: float
    to_move: Side
    is_running: bool
    remaining_s: Pair
    spent_s: Pair
    delay_left_s: float
    turns: tuple[Turn, ...]
    events: tuple[ClockEvent, ...] = ()

    @classmethod
    def start(cls, control: TimeControl, t: float, to_move: Side = Side.WHITE) -> ClockState:
        """A clock that begins to run at ``t``."""
        full = (control.base_s, control.base_s)
        return cls(
            control=control,
            t=t,
            to_move=to_move,
            is_running=True,
            remaining_s=full,
            spent_s=(0.0, 0.0),
            delay_left_s=control.delay_s,
            turns=(Turn(to_move, full, (0.0, 0.0)),),
        )

    @property
    def flagged(self) -> Side | None:
        """The side whose time has run out."""
        return next((side for side in Side if not self.remaining_s[side.ix]), None)

    @property
    def is_unused(self) -> bool:
        """Whether it has not run yet."""
        return not self.is_running and len(self.turns) == 1 and self.spent_s == (0.0, 0.0)

    def outcome(self, position: Position, rules: Rules) -> Outcome | None:
        """How the game ends when a flag has fallen in a position; None while none has."""
        return None if self.flagged is None else outcome_on_time(self.flagged, position, rules)

    def at(self, t: float) -> ClockState:
        """The clock at a later time, with what it announced until then.

        Raises:
            ClockError: ``t`` is before the clock's own.
        """
        if t < self.t:
            raise ClockError(f"a clock does not go back: it stands at {self.t} s, not {t} s", str(t))
        if not self.is_running:
            return replace(self, t=t)
        left_s = self.remaining_s[self.to_move.ix]
        thought_s = min(t - self.t, self.delay_left_s + left_s)
        delayed_s = min(thought_s, self.delay_left_s)
        # Subtracting might leave a rest of rounding, with which no flag would ever fall.
        remaining_s = left_s - (thought_s - delayed_s) if t - self.t < self.delay_left_s + left_s else 0.0
        return replace(
            self,
            t=t,
            is_running=remaining_s > 0,
            remaining_s=_with(self.remaining_s, self.to_move, remaining_s),
            spent_s=_with(self.spent_s, self.to_move, self.spent_s[self.to_move.ix] + thought_s),
            delay_left_s=self.delay_left_s - delayed_s,
            events=self.events + self._announced(remaining_s, self.t + self.delay_left_s),
        )

    def press(self, side: Side, t: float) -> ClockState:
        """``side`` completes its ply; the other's turn begins.

        Raises:
            ClockError: it is not that side's time that runs, or ``t`` is before the clock's own.
        """
        now = self.at(t)
        if not now.is_running or side is not now.to_move:
            runs = f"{now.to_move.value}'s time runs" if now.is_running else "the clock stands"
            raise ClockError(f"{side.value} cannot press the clock: {runs}", side.value)
        remaining_s = _with(now.remaining_s, side, now.remaining_s[side.ix] + now.control.increment_s)
        return now._begin(Turn(side.other, remaining_s, now.spent_s), now.turns)

    def struck(self, side: Side, t: float) -> ClockState:
        """``side`` strikes its button: as a press, but that a clock which stands begins to run for the other.

        Raises:
            ClockError: see :meth:`press`.
        """
        now = self.at(t)
        stands = not now.is_running and now.flagged is None
        return replace(now.turned_to(side.other), is_running=True) if stands else now.press(side, t)

    def passed(self, side: Side, t: float) -> ClockState:
        """``side`` has played, and nobody pressed: out of turn, or after a flag, nothing is added.

        Raises:
            ClockError: ``t`` is before the clock's own.
        """
        now = self.at(t)
        if now.is_running and side is now.to_move:
            return now.press(side, t)
        return now._begin(Turn(side.other, now.remaining_s, now.spent_s), now.turns)

    def turned_to(self, side: Side) -> ClockState:
        """The same turn, but that it is ``side`` whose time runs."""
        turn = replace(self.turns[-1], to_move=side)
        return replace(self, to_move=side, turns=(*self.turns[:-1], turn))

    def pause(self, t: float) -> ClockState:
        """Stops the time."""
        return replace(self.at(t), is_running=False)

    def resume(self, t: float) -> ClockState:
        """Lets the time of the side to move run again.

        Raises:
            ClockError: a flag has fallen, or ``t`` is before the clock's own.
        """
        now = self.at(t)
        if now.flagged is not None:
            raise ClockError(f"the clock cannot run: {now.flagged.value}'s flag has fallen", now.flagged.value)
        return replace(now, is_running=True)

    def showing(self, shown: ClockTold) -> ClockState:
        """The clock as it was told to stand; what it says on the way there is announced, as is a flag that is told."""
        now = self.at(max(self.t, shown.t_clock))
        now = replace(now, remaining_s=shown.remaining_s, to_move=shown.to_move, is_running=shown.is_running)
        if shown.by is not None:
            now = now._begin(Turn(shown.to_move, shown.remaining_s, now.spent_s), now.turns)
        flag = now.flagged
        if flag is None or ("flag_fell", flag) in ((one.kind, one.side) for one in now.events):
            return now
        return replace(now, is_running=False, events=(*now.events, ClockEvent("flag_fell", flag, now.t)))

    def set_remaining(self, side: Side, remaining_s: float, t: float) -> ClockState:
        """The arbiter gives a side another time; a clock that stands has to be resumed.

        Raises:
            ClockError: it is no time that a side can have, or ``t`` is before the clock's own.
        """
        if remaining_s <= 0:
            raise ClockError(f"{remaining_s} s cannot be set: a side has more than none", str(remaining_s))
        now = self.at(t)
        return replace(now, remaining_s=_with(now.remaining_s, side, remaining_s))

    def back_to(self, plies: int, t: float) -> ClockState:
        """The clock as it was when ``plies`` plies were completed; whether it runs stays as it is.

        Raises:
            ClockError: so many were not completed, or ``t`` is before the clock's own.
        """
        if not 0 <= plies < len(self.turns):
            raise ClockError(f"{len(self.turns) - 1} plies were completed, not {plies}", str(plies))
        return self.at(t)._begin(self.turns[plies], self.turns[:plies])

    def _begin(self, turn: Turn, before: tuple[Turn, ...]) -> ClockState:
        return replace(
            self,
            to_move=turn.to_move,
            remaining_s=turn.remaining_s,
            spent_s=turn.spent_s,
            delay_left_s=self.control.delay_s,
            turns=(*before, turn),
        )

    def _announced(self, remaining_s: float, ticks_t: float) -> tuple[ClockEvent, ...]:
        """What is announced on the way down to ``remaining_s``; the time begins to run down at ``ticks_t``."""
        side, left_s = self.to_move, self.remaining_s[self.to_move.ix]
        events = []
        is_told = any((one.kind, one.side) == ("time_low", side) for one in self.events)
        if remaining_s < LOW_S < self.control.base_s and not is_told:
            events.append(ClockEvent("time_low", side, ticks_t + max(0.0, left_s - LOW_S)))
        if not remaining_s:
            events.append(ClockEvent("flag_fell", side, ticks_t + left_s))
        return tuple(events)


def _with(pair: Pair, side: Side, value: float) -> Pair:
    return (value, pair[1]) if side is Side.WHITE else (pair[0], value)


def clock_text(seconds: float) -> str:
    """What a clock shows: minutes and seconds, from an hour on hours, too; never more than is left.

    >>> clock_text(59.9), clock_text(3600)
    ('0:59', '1:00:00')
    """
    minutes, s = divmod(int(seconds), 60)
    hours, m = divmod(minutes, 60)
    return f"{hours}:{m:02}:{s:02}" if hours else f"{m}:{s:02}"
