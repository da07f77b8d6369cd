"""What was said of a game's steps so far: what is in force, what stands, what no longer fits."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from togyz.corrections import AlertAccepted, Correction, PlyCorrected, ResultDeclared, ResultWithdrawn
from togyz.events import Accepted, Corrected, Event, Lapsed, Resolved
from togyz.inference.alerts import Complaint
from togyz.inference.lattice import Step
from togyz.inference.ledger import Booked

StepKey = tuple[int, bool]
"""A ply's number, and whether the position set after it is meant: in the order of the game."""


class Pin(NamedTuple):
    """A step that is to stand, and where.

    Attributes:
        kept: the steps before it.
        ix: of the last state that stays; what was observed after it is weighed anew.
        shown: contents of the 20 boxes that the spell of that state is taken to show.
        t_rest: when the board came to rest after the step.
        seen: whether that spell showed the position after it.
    """

    step: Step
    kept: tuple[Booked, ...]
    ix: int
    shown: tuple[int, ...]
    t_rest: float
    seen: bool = True

    @property
    def key(self) -> StepKey:
        """Which step of a game it is."""
        return key_of(self.step)


class PlacedCorrection(NamedTuple):
    """A correction, and when it was made.

    Attributes:
        after: so many observations had come.
        turned: which side was white's then, as in :class:`togyz.inference.ledger.Ledger`.
        pin: the step that it made stand; None where it was about none.
        is_undo: whether it left the position as it was: then it was about what followed, which was not played.
    """

    after: int
    turned: bool
    correction: Correction
    pin: Pin | None = None
    is_undo: bool = False

    def holds(self, *, turned: bool) -> bool:
        """Whether it was said of the game with white on that side; a result is of White and Black as they are named."""
        return self.turned is turned or isinstance(self.correction.ruling, ResultDeclared | ResultWithdrawn)


def key_of(step: Step) -> StepKey:
    """Which step of a game it is."""
    return step.n, step.otau_no is None


def steps_before(booked: tuple[Booked, ...], key: StepKey) -> tuple[Booked, ...]:
    """The steps before a ply, or before a position that is set after it."""
    return tuple(entry for entry in booked if key_of(entry.link.step) < key)


def in_force(corrections: Iterable[PlacedCorrection], *, turned: bool) -> list[PlacedCorrection]:
    """What was said last of each step, and of the result, in the order of the game, as of one orientation."""
    said: dict[StepKey, PlacedCorrection] = {}
    results: list[PlacedCorrection] = []
    for placed in corrections:
        if not placed.holds(turned=turned):
            continue
        if isinstance(placed.correction.ruling, ResultDeclared):
            results = [placed]
        elif isinstance(placed.correction.ruling, ResultWithdrawn):
            results = []
        elif placed.pin is not None:
            key = placed.pin.key
            if placed.is_undo:
                said = {one: other for one, other in said.items() if one < key}
            said[key] = placed
    return [*(said[key] for key in sorted(said)), *results]


def stands(pin: Pin, booked: Iterable[Booked]) -> bool:
    """Whether a step that was made to stand still does; a legal ply may stand in another position."""
    links = [entry.link for entry in booked if entry.link.pinned and key_of(entry.link.step) == pin.key]
    if pin.step.otau_no is not None and pin.step.is_legal:
        return any(link.step.move == pin.step.move for link in links)
    return any(link.step.after == pin.step.after for link in links)


def is_on_record(pin: Pin, booked: Iterable[Booked]) -> bool:
    """Whether the record has a step already, beyond doubt."""
    return any(entry.confirmed and entry.link.step == pin.step for entry in booked)


def undone_in_vain(before: Iterable[Booked], after: Iterable[Booked], pin: Pin) -> str | None:
    """The first ply after a step, where all that followed it follows again; None where something changed."""
    was, now = ([one.link for one in booked if key_of(one.link.step) > pin.key] for booked in (before, after))
    same = [(link.step, link.pinned) for link in was] == [(link.step, link.pinned) for link in now]
    return next((link.step.move for link in was), None) if same else None


def lapsed(pin: Pin, by: str, t: float) -> Lapsed:
    """That what was said of a step no longer fits."""
    return Lapsed(t=t, n=pin.step.n, move=pin.step.move, by=by)


def marks(pin: Pin, correction: Correction, t: float) -> list[Event]:
    """Who said that a step stands."""
    match correction.ruling:
        case PlyCorrected():
            return [Corrected(t=t, n=pin.step.n, by=correction.by)]
        case AlertAccepted(id=number):
            return [Accepted(t=t, n=pin.step.n, id=number, by=correction.by)]
        case _:
            return []


def settled(complaint: Complaint | None, correction: Correction, t: float) -> list[Event]:
    """What becomes of the alert that was open when the board showed the step."""
    if complaint is None:
        return []
    ruling = correction.ruling
    accepted = isinstance(ruling, AlertAccepted) and ruling.id == complaint.id
    return [Resolved(t=t, id=complaint.id, how="accepted" if accepted else "set")]
