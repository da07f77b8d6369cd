"""A tracker that keeps all it has seen, so that a person's word can change what it made of it."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass, replace

from togyz.board import Side
from togyz.corrections import (
    AlertAccepted,
    Correction,
    CorrectionError,
    HeadersGiven,
    PlyCorrected,
    PositionCorrected,
    ResultDeclared,
    ResultWithdrawn,
    SidesTurned,
)
from togyz.errors import TogyzError
from togyz.events import (
    Alert,
    Event,
    HeadersSet,
    Over,
    PositionSet,
    Resync,
    Retract,
    SideSettled,
    Started,
)
from togyz.inference.announce import announced
from togyz.inference.chronicle import (
    Chronicle,
    check_result,
    check_undecided,
    is_turned,
    let_be,
    raised_after,
    was_said,
)
from togyz.inference.fit import Known
from togyz.inference.lattice import Node, Phase, Standing, appended
from togyz.inference.observation import Observation
from togyz.inference.observation_json import quantised
from togyz.inference.pins import pin_of, ply_pin, position_pin
from togyz.inference.priors import P_LEFT_AT_END
from togyz.inference.rulings import (
    Pin,
    PlacedCorrection,
    is_on_record,
    lapsed,
    marks,
    settled,
    stands,
    steps_before,
    undone_in_vain,
)
from togyz.inference.tracker import Tracker, TrackerState
from togyz.saying import Said, say

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Chronicler:
    """A tracker with a memory. Its step functions are pure, as the tracker's are.

    What is corrected stands for good, and with it all plies before it; later ones are found anew from what was seen
    after it, in the light of what was said.
    """

    tracker: Tracker

    def initial(self) -> Chronicle:
        """Before the first observation."""
        return Chronicle((), (self.tracker.initial(),))

    def replayed(self, inputs: Iterable[Observation | Correction | Alert]) -> tuple[Chronicle, list[Event]]:
        """Goes through a whole game; of alerts that do not come from the tracker only the numbers count.

        What is taken back was there: it would not have been kept otherwise.

        Raises:
            ValueError: see :meth:`Tracker.advance`.
            TogyzError: see :meth:`correct`.
        """
        chronicle = self.initial()
        events: list[Event] = []
        for one in inputs:
            more: list[Event] = []
            match one:
                case Observation():
                    chronicle, more = self.observe(chronicle, one)
                case Correction():
                    chronicle, more = self.correct(chronicle, one, has_result=True)
                case Alert():
                    chronicle, _ = chronicle.numbered()
            events += more
        return chronicle, events

    def observe(self, chronicle: Chronicle, observation: Observation) -> tuple[Chronicle, list[Event]]:
        """Takes in what a quiet spell shows, as :meth:`Tracker.advance` does; it is kept as it will be read back."""
        observation = quantised(observation)
        state, events = self.tracker.advance(chronicle.states[-1], observation)
        observations, states = (*chronicle.observations, observation), (*chronicle.states, state)
        return replace(chronicle, observations=observations, states=states), events

    def finish(
        self, chronicle: Chronicle, t: float, *, least_p: float = P_LEFT_AT_END
    ) -> tuple[Chronicle, list[Event]]:
        """Ends the record, as :meth:`Tracker.finish` does."""
        state, events = self.tracker.finish(chronicle.states[-1], t, least_p=least_p)
        return replace(chronicle, states=(*chronicle.states[:-1], state)), events

    def correct(
        self, chronicle: Chronicle, correction: Correction, *, has_result: bool = False
    ) -> tuple[Chronicle, list[Event]]:
        """Lets something stand that a person says.

        Args:
            chronicle: all that was seen and said before.
            correction: what is said now.
            has_result: whether the record has a result: a fallen flag gave it one of which the chronicle knows nothing.

        Returns:
            The chronicle with it, and what is to be told; nothing where it changes nothing.

        Raises:
            CorrectionError: there is nothing of which it could be said.
            IllegalMoveError, MismatchError, NotationError: a ply is not legal, or does not do what is written.
        """
        if not chronicle.states[-1].ledger.started:
            raise CorrectionError(say(Said.NOT_BEGUN))
        ruling = correction.ruling
        if isinstance(ruling, HeadersGiven):
            return chronicle, [HeadersSet(t=chronicle.t, headers=ruling.headers, by=correction.by)]
        if isinstance(ruling, SidesTurned):
            return self._turned_round(chronicle)
        if isinstance(ruling, PlyCorrected) and self._is_on_record(chronicle, ruling):
            return chronicle, []
        if isinstance(ruling, PositionCorrected) and was_said(chronicle, ruling, position_pin(chronicle, ruling)):
            return chronicle, []
        if isinstance(ruling, ResultDeclared | ResultWithdrawn):
            return self._judged(chronicle, correction, has_result=has_result)
        return self._ruled(chronicle, correction)

    def _judged(
        self, chronicle: Chronicle, correction: Correction, *, has_result: bool
    ) -> tuple[Chronicle, list[Event]]:
        """Lets a result stand, or one no longer, where the rules leave that to people."""
        ruling, declared = correction.ruling, chronicle.declared
        if declared is not None and declared.correction.ruling == ruling:
            return chronicle, []
        if declared is None and isinstance(ruling, ResultWithdrawn):
            check_undecided(chronicle, self.tracker.rules)
            if not has_result:
                return chronicle, []
        corrected, events = self._ruled(chronicle, correction)
        check_result(corrected, self.tracker.rules)
        return corrected, events

    def _is_on_record(self, chronicle: Chronicle, ruling: PlyCorrected) -> bool:
        """Whether a ply is on record as it is said, beyond doubt, and nothing else was said of it."""
        pin = ply_pin(chronicle, ruling, self.tracker.rules)
        others = [placed for placed in chronicle.in_force if placed.pin is not None and placed.pin.key == pin.key]
        is_disputed = any(placed.pin is not None and not stands(placed.pin, chronicle.booked) for placed in others)
        return not is_disputed and is_on_record(pin, chronicle.booked)

    def _ruled(self, chronicle: Chronicle, correction: Correction) -> tuple[Chronicle, list[Event]]:
        """Lets something stand, and all that was said of later plies as far as it still fits."""
        pin = pin_of(chronicle, correction.ruling, self.tracker.rules)
        placed = PlacedCorrection(len(chronicle.observations), is_turned(chronicle), correction, pin)
        if pin is None:
            corrected, events = self._unpinned(chronicle, correction)
            return replace(corrected, corrections=(*chronicle.corrections, placed)), events
        if isinstance(correction.ruling, PositionCorrected):
            placed = placed._replace(is_undo=pin.step.after == pin.step.before)
        corrected, events = self._pinned(chronicle, pin, correction)
        if placed.is_undo and (move := undone_in_vain(chronicle.booked, corrected.booked, pin)):
            raise CorrectionError(say(Said.STILL_SHOWN, move=move))
        corrected = replace(corrected, corrections=(*chronicle.corrections, placed))
        stood = {one.pin.key for one in chronicle.in_force if one.pin and stands(one.pin, chronicle.booked)}
        for later in corrected.in_force:
            if later.pin is not None and later.pin.key > pin.key:
                corrected, more = self._kept(corrected, later.pin, later.correction, had_stood=later.pin.key in stood)
                events += more
        return corrected, events

    def _unpinned(self, chronicle: Chronicle, correction: Correction) -> tuple[Chronicle, list[Event]]:
        """Lets a result stand, or none, or an alert that is about no step."""
        match correction.ruling:
            case ResultDeclared():
                return self._declared(chronicle, correction.ruling)
            case ResultWithdrawn():
                return self._withdrawn(chronicle)
            case _:
                return chronicle, let_be(chronicle, correction)

    def _kept(
        self, chronicle: Chronicle, pin: Pin, correction: Correction, *, had_stood: bool
    ) -> tuple[Chronicle, list[Event]]:
        """Says once more what was said of a step, now that another one before it stands; or that it no longer fits.

        An error that was let stand does so where the position before it is the same.
        """
        again: Pin | None = None
        try:
            if isinstance(correction.ruling, AlertAccepted):
                kept, complaint = steps_before(chronicle.booked, pin.key), chronicle.states[pin.ix].ledger.complaint
                if complaint is not None:  # the same error, under the number that it has now
                    correction = replace(correction, ruling=AlertAccepted(id=complaint.id))
                again = pin._replace(kept=kept) if chronicle.position_after(kept) == pin.step.before else None
            else:
                again = pin_of(chronicle, correction.ruling, self.tracker.rules)
        except TogyzError:
            logger.debug("what was said no longer fits", exc_info=True)
        if again is None:
            return chronicle, [lapsed(pin, correction.by, chronicle.t)] if had_stood else []
        return self._pinned(chronicle, again, correction)

    def _pinned(self, chronicle: Chronicle, pin: Pin, correction: Correction) -> tuple[Chronicle, list[Event]]:
        """The chronicle in which a step stands, and what is to be said of that."""
        layer, before = chronicle.states[pin.ix].layers[-1], chronicle.states[pin.ix].ledger
        line = pin.kept[-1].link if pin.kept else None
        link = replace(appended(line, pin.step, t_rest=pin.t_rest, seen=pin.seen), pinned=True)
        known = Known(layer.spell, pin.shown)
        standing = Standing(pin.step.n, pin.step.after, pin.step.turned, Phase.REST, 0, known)
        node = Node(standing, 0.0, link, p_crossed=layer.nodes[0].p_crossed)
        anchor = replace(layer, nodes=(node,), doubt_since=None)
        ledger = replace(
            before,
            booked=pin.kept,
            alerts=chronicle.states[-1].ledger.alerts,
            turned=pin.step.turned,
            started=True,
            decided=False,
            over=False,
            desynced=chronicle.states[-1].ledger.desynced,
            complaint=None,
        )
        first_n = pin.step.n + (pin.step.otau_no is None)
        belief = self.tracker.belief(chronicle.t, (anchor,))
        ledger, told = announced(ledger, belief)
        told = [replace(one, by=correction.by) if isinstance(one, PositionSet) else one for one in told]
        ended = settled(before.complaint, correction, chronicle.t)
        state = TrackerState((anchor,), ledger)
        states = (*chronicle.states[: pin.ix], state)
        corrected = replace(chronicle, observations=chronicle.observations[: pin.ix], states=states)
        corrected, later = self._again(corrected, chronicle)
        retract = Retract(t=chronicle.t, n=first_n, alerts=raised_after(chronicle, pin.ix))
        return corrected, [retract, *told, *marks(pin, correction, chronicle.t), *ended, *later]

    def _again(self, corrected: Chronicle, chronicle: Chronicle) -> tuple[Chronicle, list[Event]]:
        """Weighs anew what was observed since; it is told now, not when it was seen. A declared result stands."""
        events: list[Event] = []
        first, last = len(corrected.observations), len(chronicle.observations)
        declared = chronicle.declared
        for n in range(first, last + 1):
            more: list[Event] = []
            if declared is not None and n == max(first, declared.after):
                corrected, more = self._unpinned(corrected, declared.correction)
            if n < last:
                corrected, seen = self.observe(corrected, chronicle.observations[n])
                more = [*more, *seen]
            events += [replace(one, t=chronicle.t) for one in more]
        return corrected, events

    def _turned_round(self, chronicle: Chronicle) -> tuple[Chronicle, list[Event]]:
        """Weighs everything anew with white on the other side, in the light of what was said when it was so before."""
        turned, old = not is_turned(chronicle), chronicle.states[-1].ledger
        state = self.tracker.initial_facing(turned=turned)
        state = replace(state, ledger=replace(state.ledger, alerts=old.alerts))
        again, told = replace(chronicle, observations=(), states=(state,), corrections=()), list[Event]()
        corrections = [one for one in chronicle.corrections if one.holds(turned=turned)]
        for n, observation in enumerate(chronicle.observations, 1):
            again, more = self.observe(again, observation)
            told += more
            for placed in corrections:
                if placed.after == n:
                    again, more = self._said_again(again, placed)
                    told += more
        if not again.states[-1].ledger.started:
            raise CorrectionError(say(Said.NO_TURN))
        check_result(again, self.tracker.rules)
        t, resync = chronicle.t, [Resync(t=chronicle.t, n=0)] if old.desynced else []
        raised = frozenset(range(1, old.alerts + 1)) - chronicle.others
        withdrawn = Retract(t=t, n=1, with_position=True, alerts=tuple(sorted(raised)))
        later = [replace(one, t=t) for one in told if not isinstance(one, Started)]
        return replace(again, corrections=chronicle.corrections), [
            withdrawn,
            SideSettled(t=t, turned=turned),
            *resync,
            *later,
        ]

    def _said_again(self, chronicle: Chronicle, placed: PlacedCorrection) -> tuple[Chronicle, list[Event]]:
        """Corrects as at the first time; an alert has another number now. What cannot be said any more is told."""
        correction, complaint = placed.correction, chronicle.states[-1].ledger.complaint
        if isinstance(correction.ruling, AlertAccepted) and complaint is not None:
            correction = replace(correction, ruling=AlertAccepted(id=complaint.id))
        try:
            return self._ruled(chronicle, correction)
        except TogyzError:
            return chronicle, [] if placed.pin is None else [lapsed(placed.pin, correction.by, chronicle.t)]

    def _declared(self, chronicle: Chronicle, ruling: ResultDeclared) -> tuple[Chronicle, list[Event]]:
        """Ends the game with a result that a person gives it; what is likelier than not until then is booked."""
        finished, events = self.finish(chronicle, chronicle.t)
        state = finished.states[-1]
        kazan = finished.position_after(finished.booked).kazan
        held = {side.value: kazan[side.ix] for side in Side}
        over = Over(t=chronicle.t, result=ruling.result, reason=ruling.reason, kazan=held)
        states = (*finished.states[:-1], replace(state, ledger=replace(state.ledger, decided=True, over=True)))
        return replace(finished, states=states), [*events, over]

    def _withdrawn(self, chronicle: Chronicle) -> tuple[Chronicle, list[Event]]:
        """Takes a result back; what the plies give by themselves is told anew."""
        state = chronicle.states[-1]
        reopened = replace(state.ledger, decided=False, over=False)
        ledger, events = announced(reopened, self.tracker.belief(chronicle.t, state.layers))
        states = (*chronicle.states[:-1], replace(state, ledger=ledger))
        return replace(chronicle, states=states), [Retract(t=chronicle.t, n=state.ledger.n + 1), *events]
