"""All that was seen of a game and what was made of it, and where in that a step was seen first."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from togyz.board import OTAU_PER_SIDE
from togyz.corrections import AlertAccepted, Correction, CorrectionError, ResultDeclared, Ruling
from togyz.declared import objection
from togyz.events import Accepted, Event, Resolved
from togyz.inference.lattice import Link
from togyz.inference.ledger import Booked
from togyz.inference.observation import KUMALAK_MAX, Observation
from togyz.inference.rulings import Pin, PlacedCorrection, in_force, key_of, stands
from togyz.inference.tracker import TrackerState
from togyz.position import Position
from togyz.rules import Rules
from togyz.saying import Said, say


@dataclass(frozen=True, slots=True, eq=False)
class Chronicle:
    """What was seen, and what the tracker made of it; made by :class:`Chronicler` alone.

    Attributes:
        observations: in the order in which they came.
        states: the tracker's, before the first of them and after each.
        others: numbers of alerts that do not come from the tracker.
        corrections: what was said of plies, positions, alerts and the result.
    """

    observations: tuple[Observation, ...]
    states: tuple[TrackerState, ...]
    others: frozenset[int] = frozenset()
    corrections: tuple[PlacedCorrection, ...] = ()

    @property
    def booked(self) -> tuple[Booked, ...]:
        """The steps that now stand."""
        return self.states[-1].ledger.booked

    @property
    def in_force(self) -> list[PlacedCorrection]:
        """What was said last of each step, and of the result."""
        return in_force(self.corrections, turned=is_turned(self))

    @property
    def declared(self) -> PlacedCorrection | None:
        """What was said last of the result; None where nothing is in force."""
        return next((one for one in self.in_force if isinstance(one.correction.ruling, ResultDeclared)), None)

    @property
    def t(self) -> float:
        """Source time in s of the newest observation; 0 before there is one."""
        return self.observations[-1].t if self.observations else 0.0

    def position_after(self, booked: tuple[Booked, ...]) -> Position:
        """Where the first steps lead."""
        return booked[-1].link.step.after if booked else self.states[0].layers[0].nodes[0].standing.position

    def numbered(self) -> tuple[Chronicle, int]:
        """A number for an alert that does not come from the tracker."""
        ledger = self.states[-1].ledger
        number = ledger.alerts + 1
        state = replace(self.states[-1], ledger=replace(ledger, alerts=number))
        return replace(self, states=(*self.states[:-1], state), others=self.others | {number}), number


def is_turned(chronicle: Chronicle) -> bool:
    """Whether the likeliest history has white on the other side than the calibration."""
    return chronicle.states[-1].layers[-1].nodes[0].standing.turned


def raised_after(chronicle: Chronicle, ix: int) -> tuple[int, ...]:
    """Numbers of the tracker's alerts that were raised after state ``ix``."""
    standing = [state.ledger.standing_alerts for state in chronicle.states]
    return tuple(sorted(frozenset().union(*standing[ix + 1 :]) - frozenset().union(*standing[: ix + 1])))


def ix_of(chronicle: Chronicle, link: Link) -> int:
    """The last state about the spell that showed a step first."""
    told = next(
        ix
        for ix, state in enumerate(chronicle.states)
        if len(state.ledger.booked) >= link.depth and state.ledger.booked[link.depth - 1].link.step == link.step
    )
    booked = chronicle.states[told].ledger.booked[link.depth - 1 :]
    if any(_stands_early(one.link) and one.link.t_rest == link.t_rest for one in booked):
        told = next(
            ix for ix in range(told, len(chronicle.states)) if chronicle.states[ix].layers[-1].t_rest == link.t_rest
        )
    return last_at(chronicle, link.t_rest, told)


def _stands_early(link: Link) -> bool:
    """Whether a step stands from the spell before its own on, and with it all that was not seen before it."""
    return link.pinned and not link.seen


def last_at(chronicle: Chronicle, t_rest: float, latest: int) -> int:
    """The last state about the spell that came to rest at ``t_rest``.

    Times begin anew with each session, so that the one is meant which comes last among the states up to ``latest``.
    """
    layers = [state.layers[-1] for state in chronicle.states]
    spell = next(layer.spell for layer in layers[latest::-1] if layer.t_rest == t_rest)
    return max(ix for ix, layer in enumerate(layers) if layer.spell == spell)


def showing(chronicle: Chronicle, kept: tuple[Booked, ...], before: Position, after: Position) -> int:
    """The last state about the first spell that shows ``after`` rather than ``before``.

    Where none does, that of ``before`` if more was played since, else the last one.
    """
    first = ix_of(chronicle, kept[-1].link) if kept else 0
    booked = chronicle.booked[len(kept) :]
    if after.otau == before.otau:
        return first
    end = ix_of(chronicle, booked[0].link) if booked else len(chronicle.states)
    fits = (ix for ix in range(max(first, 1), end) if _shows(chronicle, ix, after) > _shows(chronicle, ix, before))
    ix = next(fits, None)
    if ix is None:
        return first if booked else end - 1
    spell = chronicle.states[ix].layers[-1].spell
    return max(one for one in range(ix, len(chronicle.states)) if chronicle.states[one].layers[-1].spell == spell)


def let_be(chronicle: Chronicle, correction: Correction) -> list[Event]:
    """Says no more of an alert that is about nothing in the position: surroundings, a missing marker, the clock.

    Raises:
        CorrectionError: there is no such alert.
    """
    ledger, t, by = chronicle.states[-1].ledger, chronicle.t, correction.by
    number = correction.ruling.id if isinstance(correction.ruling, AlertAccepted) else 0
    accepted = {one.id for had in chronicle.corrections if isinstance(one := had.correction.ruling, AlertAccepted)}
    if number not in ledger.standing_alerts | (chronicle.others - accepted):
        raise CorrectionError(say(Said.NO_ALERT, id=number))
    return [Accepted(t=t, n=ledger.n, id=number, by=by), Resolved(t=t, id=number, how="accepted")]


def check_result(chronicle: Chronicle, rules: Rules) -> None:
    """See that the rules let the result stand that a person gave.

    Raises:
        CorrectionError: they do not.
    """
    ruling = None if chronicle.declared is None else chronicle.declared.correction.ruling
    position = chronicle.position_after(chronicle.booked)
    if isinstance(ruling, ResultDeclared) and (why := objection(ruling.result, ruling.reason, position, rules)):
        raise CorrectionError(why)


def check_undecided(chronicle: Chronicle, rules: Rules) -> None:
    """See that the plies give no result: that one is nobody's to take back.

    Raises:
        CorrectionError: they do.
    """
    if outcome := chronicle.position_after(chronicle.booked).outcome(rules):
        raise CorrectionError(say(Said.NOT_DECLARED, right=outcome.result, right_reason=outcome.reason))


def was_said(chronicle: Chronicle, ruling: Ruling, pin: Pin) -> bool:
    """Whether what makes a step stand was said last, of the same rest, and the step stands.

    What is said to undo what followed is said anew where something follows.
    """
    said = next((one for one in reversed(chronicle.in_force) if one.pin is not None), None)
    if said is None or said.pin is None or said.correction.ruling != ruling:
        return False
    if said.is_undo and key_of(chronicle.booked[-1].link.step) > pin.key:
        return False
    return said.pin._replace(kept=pin.kept) == pin and stands(pin, chronicle.booked)


def _shows(chronicle: Chronicle, ix: int, position: Position) -> float:
    """How well the counts of the observation behind a state fit a position, in nats."""
    otau = position.otau
    if is_turned(chronicle):
        otau = otau[OTAU_PER_SIDE:] + otau[:OTAU_PER_SIDE]
    held = np.minimum(otau, KUMALAK_MAX)
    return float(chronicle.observations[ix - 1].log_lik[np.arange(len(otau)), held].sum())
