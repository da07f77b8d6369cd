"""The clock on the table, which people press: what it showed at each ply, and plies and presses without each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Final, NamedTuple

from togyz.board import Side
from togyz.clock import ClockState, Pair
from togyz.codes import Code
from togyz.events import Calibrated, ClockTold, Event, PlySeen, Retract, Takeback
from togyz.shownclock import Amiss, PlyTimes, ShownClock, rounded

GRACE_S: Final = 5.0
"""So long a ply may wait for its press, and a press for its ply, before somebody is told."""
OPEN_PLIES: Final = 4
"""Only the last ply of each side can get another press; after an error there may be two of one side."""


class Press(NamedTuple):
    """Somebody pressed: when, in which session, and what the clock showed then."""

    side: Side
    t: float
    session: int
    shown_s: Pair


class PressedPly(NamedTuple):
    """A ply on record: whose, from which otau, when and in which session the board came to rest.

    Attributes:
        shown_s: what the clock showed then.
        press: the one that belongs to it.
    """

    side: Side
    otau_no: int
    t_rest: float
    session: int
    shown_s: Pair
    press: Press | None = None


@dataclass(frozen=True, slots=True)
class HandClock(ShownClock):
    """A clock that stands as it was told last, and runs on by itself; every method returns another one.

    Attributes:
        before: the times of plies before it was told anything.
        plies: those since.
        presses: since then, in order.
        session: counted from 0 since then; times of different ones cannot be compared.
        rests: by when the board came to rest, the session in which that was first told and what the clock showed then:
            a correction tells earlier plies again.
        started_t: since when it runs, in s of this session: plies of before need no press.
    """

    state: ClockState
    before: tuple[PlyTimes, ...] = ()
    plies: tuple[PressedPly, ...] = ()
    presses: tuple[Press, ...] = ()
    session: int = 0
    rests: Mapping[float, tuple[int, Pair]] = field(default_factory=dict, hash=False)
    told: frozenset[tuple[str, Side]] = frozenset()
    started_t: float = 0.0

    @property
    def times(self) -> tuple[PlyTimes, ...]:
        """What it showed at each ply: when that was pressed, or else when the board came to rest."""
        return (*self.before, *map(_times, self.plies))

    @property
    def left(self) -> ClockState:
        """As it was left last."""
        return self.state

    def followed(self, event: Event) -> HandClock:
        """The clock once an event has happened."""
        match event:
            case ClockTold():
                return self._set(event)
            case PlySeen():
                return self._kept(event.n - 1)._played(event)
            case Retract():
                return self._kept(event.n - 1)
            case Takeback():
                return self._kept(event.n)
            case Calibrated():  # another session, whose times begin anew
                stands = replace(self.state, t=event.t, is_running=False)
                return replace(self, state=stands, session=self.session + 1, started_t=event.t)
        return replace(self, told=self.told | self.telling(event))

    def amiss(self, t: float, /) -> Amiss | None:
        """Whether somebody has waited too long: for a press after its ply, or for a ply before its press."""
        ply, press = self._unpressed(t), self.presses[-1] if self.presses else None
        if ply is not None and t - max(ply.t_rest, self._turned_t) >= GRACE_S:
            return Amiss(Code.NO_PRESS, ply.side, (ply.otau_no,), ply.t_rest)
        is_waiting = press and press.session == self.session and t - press.t >= GRACE_S
        if press and is_waiting and all(one.press is not press for one in self.plies):
            return Amiss(Code.PRESS_WITHOUT_MOVE, press.side, (), press.t)
        return None

    def _unpressed(self, t: float) -> PressedPly | None:
        """The oldest ply since the last press that the side whose time runs should have pressed, whoever moved since.

        Of plies from before the clock was started only the last can be one.
        """
        now = self.at(t)
        since = [*takewhile(lambda one: one.press is None and one.session == self.session, reversed(self.plies))]
        of_side = [one for one in since if one.side is now.to_move and now.is_running]
        return next((one for one in reversed(of_side) if one is since[0] or one.t_rest >= self.started_t), None)

    @property
    def _turned_t(self) -> float:
        """Since when the same side's time runs: before that it could not press."""
        return max([self.started_t, *(one.t for one in self.presses[-1:] if one.session == self.session)])

    def _set(self, told: ClockTold) -> HandClock:
        state = self.state.showing(told)
        started_t = state.t if state.is_running and not self.state.is_running else self.started_t
        now = replace(self, state=state, started_t=started_t)
        if told.by is None:
            return now
        press = Press(told.by, state.t, self.session, told.remaining_s)
        return replace(now, presses=(*self.presses, press))._matched()

    def _played(self, event: PlySeen) -> HandClock:
        first = self.rests.get(event.t_rest, (self.session, self.at(event.t_rest).remaining_s))
        ply = PressedPly(event.side, event.otau, event.t_rest, *first)
        return replace(self, rests={**self.rests, event.t_rest: first})._matched((ply,))

    def _kept(self, n: int) -> HandClock:
        """With the first ``n`` plies alone."""
        return replace(self, before=self.before[:n], plies=self.plies[: max(0, n - len(self.before))])

    def _matched(self, more: tuple[PressedPly, ...] = ()) -> HandClock:
        """With the presses of the last plies found anew; what came since changes none of earlier ones."""
        plies = (*self.plies, *more)
        settled, open_ = plies[:-OPEN_PLIES], plies[-OPEN_PLIES:]
        taken = next((one.press for one in reversed(settled) if one.press is not None), None)
        left = self.presses if taken is None else self.presses[self.presses.index(taken) + 1 :]
        return replace(self, plies=(*settled, *_with_presses(open_, left)))


def _with_presses(plies: Sequence[PressedPly], presses: Sequence[Press]) -> tuple[PressedPly, ...]:
    """Each ply with the press of its side that is nearest to it, unless that is nearer to its side's next ply."""
    left = list(presses)
    matched = []
    for n, ply in enumerate(plies):
        later = next((one for one in plies[n + 1 :] if one.side is ply.side), None)
        fits = [one for one in left if _away_s(one, ply) < (float("inf") if later is None else _away_s(one, later))]
        press = min(fits, key=lambda one: _away_s(one, ply), default=None)
        if press is not None:
            del left[: left.index(press) + 1]
        matched.append(ply._replace(press=press))
    return tuple(matched)


def _away_s(press: Press, ply: PressedPly) -> float:
    """How far they are from each other, in s."""
    is_its = press.side is ply.side and press.session == ply.session
    return abs(press.t - ply.t_rest) if is_its else float("inf")


def _times(ply: PressedPly) -> PlyTimes:
    if ply.press is None:
        return PlyTimes(rounded(ply.shown_s))
    return PlyTimes(rounded(ply.press.shown_s), ply.press.t)
