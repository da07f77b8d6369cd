"""A tracker that keeps all it has seen, so that a person's word can change what it made of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from togyz.board import OTAU_PER_SIDE, Side
from togyz.corrections import (
    AlertAccepted,
    Correction,
    CorrectionError,
    HeadersSaid,
    PlyCorrected,
    PositionCorrected,
    ResultDeclared,
    SidesTurned,
)
from togyz.errors import TogyzError
from togyz.events import (
    Accepted,
    Alert,
    Corrected,
    Event,
    HeadersSet,
    Over,
    PositionSet,
    Resolved,
    Resync,
    Retract,
    SideSettled,
    Started,
)
from togyz.game import written_ply
from togyz.inference.alerts import Complaint
from togyz.inference.announce import Findings, announced
from togyz.inference.beam import stood_step
from togyz.inference.evidence import Known, contents
from togyz.inference.lattice import Link, Node, Phase, Standing, Step, appended
from togyz.inference.ledger import Booked
from togyz.inference.observation import Observation
from togyz.inference.tracker import Tracker, TrackerState
from togyz.position import Position
from togyz.saying import Said, say


class Word(NamedTuple):
    """A correction, and when it was made.

    Attributes:
        after: so many observations had come.
        turned: which side was white's then, as in :class:`togyz.inference.ledger.Ledger`.
    """

    after: int
    turned: bool
    correction: Correction


@dataclass(frozen=True, slots=True, eq=False)
class Chronicle:
    """What was seen, and what the tracker made of it; made by :class:`Chronicler` alone.

    Attributes:
        observations: in the order in which they came.
        states: the tracker's, before the first of them and after each.
        others: numbers of alerts that do not come from the tracker.
        words: what was said of plies, positions, alerts and the result.
    """

    observations: tuple[Observation, ...]
    states: tuple[TrackerState, ...]
    others: frozenset[int] = frozenset()
    words: tuple[Word, ...] = ()

    @property
    def booked(self) -> tuple[Booked, ...]:
        """The steps that now stand."""
        return self.states[-1].ledger.booked

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


class _Pin(NamedTuple):
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
                    chronicle, more = self.correct(chronicle, one)
                case Alert():
                    chronicle, _ = chronicle.numbered()
            events += more
        return chronicle, events

    def observe(self, chronicle: Chronicle, observation: Observation) -> tuple[Chronicle, list[Event]]:
        """Takes in what a quiet spell shows, as :meth:`Tracker.advance` does."""
        state, events = self.tracker.advance(chronicle.states[-1], observation)
        observations, states = (*chronicle.observations, observation), (*chronicle.states, state)
        return replace(chronicle, observations=observations, states=states), events

    def finish(self, chronicle: Chronicle, t: float) -> tuple[Chronicle, list[Event]]:
        """Ends the record, as :meth:`Tracker.finish` does."""
        state, events = self.tracker.finish(chronicle.states[-1], t)
        return replace(chronicle, states=(*chronicle.states[:-1], state)), events

    def correct(self, chronicle: Chronicle, correction: Correction) -> tuple[Chronicle, list[Event]]:
        """Lets something stand that a person says.

        Raises:
            CorrectionError: there is nothing of which it could be said.
            IllegalMoveError, MismatchError, NotationError: a ply is not legal, or does not do what is written.
        """
        if not chronicle.states[-1].ledger.started:
            raise CorrectionError(say(Said.NOT_BEGUN))
        if isinstance(correction.said, HeadersSaid):
            return chronicle, [HeadersSet(t=chronicle.t, headers=correction.said.headers, by=correction.by)]
        corrected, events = self._corrected(chronicle, correction)
        if isinstance(correction.said, SidesTurned):
            return corrected, events
        word = Word(len(chronicle.observations), _turned(chronicle), correction)
        return replace(corrected, words=(*chronicle.words, word)), events

    def _corrected(self, chronicle: Chronicle, correction: Correction) -> tuple[Chronicle, list[Event]]:
        said, by = correction.said, correction.by
        match said:
            case PlyCorrected():
                pin = self._ply_pin(chronicle, said)
                marks: list[Event] = [Corrected(t=chronicle.t, n=said.n, by=by)]
            case PositionCorrected():
                pin, marks = self._position_pin(chronicle, said), []
            case AlertAccepted():
                complaint = chronicle.states[-1].ledger.complaint
                if complaint is None or complaint.id != said.id:
                    return _let_be(chronicle, said.id, by)
                pin = self._error_pin(chronicle, complaint)
                marks = [Accepted(t=chronicle.t, n=pin.step.n, id=said.id, by=by)]
            case ResultDeclared():
                return self._declared(chronicle, said)
            case SidesTurned():
                return self._turned_round(chronicle)
        return self._pinned(chronicle, pin, correction, marks)

    def _pinned(
        self, chronicle: Chronicle, pin: _Pin, correction: Correction, marks: list[Event]
    ) -> tuple[Chronicle, list[Event]]:
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
        findings = Findings(chronicle.t, (anchor,), self.tracker.start, self.tracker.rules)
        ledger, told = announced(ledger, findings)
        told = [replace(one, by=correction.by) if isinstance(one, PositionSet) else one for one in told]
        settled = _settled(before.complaint, correction, chronicle.t)
        state = TrackerState((anchor,), ledger)
        states = (*chronicle.states[: pin.ix], state)
        corrected = replace(chronicle, observations=chronicle.observations[: pin.ix], states=states)
        corrected, later = self._again(corrected, chronicle)
        retract = Retract(t=chronicle.t, n=first_n, alerts=_raised_after(chronicle, pin.ix))
        return corrected, [retract, *told, *marks, *settled, *later]

    def _again(self, corrected: Chronicle, chronicle: Chronicle) -> tuple[Chronicle, list[Event]]:
        """Weighs anew what was observed since; it is told now, not when it was seen."""
        events: list[Event] = []
        for observation in chronicle.observations[len(corrected.observations) :]:
            corrected, more = self.observe(corrected, observation)
            events += [replace(one, t=chronicle.t) for one in more]
        return corrected, events

    def _turned_round(self, chronicle: Chronicle) -> tuple[Chronicle, list[Event]]:
        """Weighs everything anew with white on the other side, in the light of what was said when it was so before."""
        turned, old = not _turned(chronicle), chronicle.states[-1].ledger
        state = self.tracker.initial_facing(turned=turned)
        state = replace(state, ledger=replace(state.ledger, alerts=old.alerts))
        again, told = replace(chronicle, observations=(), states=(state,), words=()), list[Event]()
        words = [one for one in chronicle.words if one.turned is turned]
        for n, observation in enumerate(chronicle.observations, 1):
            again, more = self.observe(again, observation)
            told += more
            for word in words:
                if word.after == n:
                    again, more = self._said_again(again, word.correction)
                    told += more
        if not again.states[-1].ledger.started:
            raise CorrectionError(say(Said.NO_TURN))
        t, resync = chronicle.t, [Resync(t=chronicle.t, n=0)] if old.desynced else []
        raised = frozenset(range(1, old.alerts + 1)) - chronicle.others
        withdrawn = Retract(t=t, n=1, with_position=True, alerts=tuple(sorted(raised)))
        later = [replace(one, t=t) for one in told if not isinstance(one, Started)]
        return replace(again, words=chronicle.words), [withdrawn, SideSettled(t=t, turned=turned), *resync, *later]

    def _said_again(self, chronicle: Chronicle, correction: Correction) -> tuple[Chronicle, list[Event]]:
        """Corrects as at the first time; an alert has another number now. What cannot be said any more is left out."""
        complaint = chronicle.states[-1].ledger.complaint
        if isinstance(correction.said, AlertAccepted) and complaint is not None:
            correction = replace(correction, said=AlertAccepted(id=complaint.id))
        try:
            return self.correct(chronicle, correction)
        except TogyzError:
            return chronicle, []

    def _declared(self, chronicle: Chronicle, said: ResultDeclared) -> tuple[Chronicle, list[Event]]:
        """Ends the game with a result that a person gives it; what is likelier than not until then is booked."""
        finished, events = self.finish(chronicle, chronicle.t)
        state = finished.states[-1]
        kazan = finished.position_after(finished.booked).kazan
        held = {side.value: kazan[side.ix] for side in Side}
        over = Over(t=chronicle.t, result=said.result, reason=said.reason, kazan=held)
        states = (*finished.states[:-1], replace(state, ledger=replace(state.ledger, decided=True, over=True)))
        return replace(finished, states=states), [*events, over]

    def _ply_pin(self, chronicle: Chronicle, said: PlyCorrected) -> _Pin:
        n, plies = said.n, chronicle.states[-1].ledger.n
        if not 1 <= n <= plies + 1:
            raise CorrectionError(say(Said.NO_PLY, n=n, plies=plies))
        kept = _before(chronicle.booked, n, is_adoption=False)
        before = chronicle.position_after(kept)
        ply = written_ply(before, said.move, self.tracker.rules, n)
        step = Step(n, before, ply.otau_no, ply.after, _turned(chronicle))
        if n > plies:
            ix = _showing(chronicle, kept, before, step.after)
            return _Pin(step, kept, ix, contents(step.after), chronicle.states[ix].layers[-1].t_rest)
        old = chronicle.booked[len(kept)].link
        ix = _ix_of(chronicle, old)
        if old.seen:
            return _Pin(step, kept, ix, contents(step.after), old.t_rest)
        spell = chronicle.states[ix].layers[-1].spell
        ix = max(one for one in range(ix) if chronicle.states[one].layers[-1].spell < spell)
        return _Pin(step, kept, ix, contents(before), old.t_rest, seen=False)

    def _position_pin(self, chronicle: Chronicle, said: PositionCorrected) -> _Pin:
        plies = chronicle.states[-1].ledger.n
        if not 0 <= said.n <= plies:
            raise CorrectionError(say(Said.NO_PLY, n=said.n, plies=plies))
        kept = _before(chronicle.booked, said.n, is_adoption=True)
        before = chronicle.position_after(kept)
        step = Step(said.n, before, None, said.position, _turned(chronicle))
        ix = _showing(chronicle, kept, before, said.position)
        return _Pin(step, kept, ix, contents(said.position), chronicle.states[ix].layers[-1].t_rest)

    def _error_pin(self, chronicle: Chronicle, complaint: Complaint) -> _Pin:
        misplay = complaint.misplay
        if misplay is None:
            raise CorrectionError(say(Said.NOT_NAMED, id=complaint.id))
        kept = chronicle.booked[: complaint.depth]
        before = chronicle.position_after(kept)
        n = kept[-1].link.step.n if kept else 0
        step = stood_step(misplay, n, before, turned=_turned(chronicle))
        told = next(ix for ix, state in enumerate(chronicle.states) if state.ledger.complaint is complaint)
        ix = _last_at(chronicle, complaint.t_rest, told)
        return _Pin(step, kept, ix, misplay.shown, complaint.t_rest)


def _before(booked: tuple[Booked, ...], n: int, *, is_adoption: bool) -> tuple[Booked, ...]:
    """The steps before ply ``n``, or before a position that is set after it."""
    return tuple(entry for entry in booked if (entry.link.step.n, entry.link.step.otau_no is None) < (n, is_adoption))


def _turned(chronicle: Chronicle) -> bool:
    return chronicle.states[-1].layers[-1].nodes[0].standing.turned


def _let_be(chronicle: Chronicle, number: int, by: str) -> tuple[Chronicle, list[Event]]:
    """Says no more of an alert that is about nothing in the position: a missing marker, a hidden otau, a flag."""
    ledger, t = chronicle.states[-1].ledger, chronicle.t
    accepted = {said.id for word in chronicle.words if isinstance(said := word.correction.said, AlertAccepted)}
    if number not in ledger.standing_alerts | (chronicle.others - accepted):
        raise CorrectionError(say(Said.NO_ALERT, id=number))
    events: list[Event] = [Accepted(t=t, n=ledger.n, id=number, by=by), Resolved(t=t, id=number, how="accepted")]
    return chronicle, events


def _raised_after(chronicle: Chronicle, ix: int) -> tuple[int, ...]:
    """Numbers of the tracker's alerts that were raised after state ``ix``."""
    standing = [state.ledger.standing_alerts for state in chronicle.states]
    return tuple(sorted(frozenset().union(*standing[ix + 1 :]) - frozenset().union(*standing[: ix + 1])))


def _settled(complaint: Complaint | None, correction: Correction, t: float) -> list[Event]:
    """What becomes of the alert that was open when the board showed the step."""
    if complaint is None:
        return []
    said = correction.said
    accepted = isinstance(said, AlertAccepted) and said.id == complaint.id
    return [Resolved(t=t, id=complaint.id, how="accepted" if accepted else "set")]


def _ix_of(chronicle: Chronicle, link: Link) -> int:
    """The last state about the spell that showed a step first."""
    told = next(
        ix
        for ix, state in enumerate(chronicle.states)
        if len(state.ledger.booked) >= link.depth and state.ledger.booked[link.depth - 1].link.step == link.step
    )
    return _last_at(chronicle, link.t_rest, told)


def _last_at(chronicle: Chronicle, t_rest: float, latest: int) -> int:
    """The last state about the spell that came to rest at ``t_rest``.

    Times begin anew with each session, so that the one is meant which comes last among the states up to ``latest``.
    """
    layers = [state.layers[-1] for state in chronicle.states]
    spell = next(layer.spell for layer in layers[latest::-1] if layer.t_rest == t_rest)
    return max(ix for ix, layer in enumerate(layers) if layer.spell == spell)


def _showing(chronicle: Chronicle, kept: tuple[Booked, ...], before: Position, after: Position) -> int:
    """The last state about the first spell that shows ``after`` rather than ``before``.

    Where none does, that of ``before`` if more was played since, else the last one.
    """
    first = _ix_of(chronicle, kept[-1].link) if kept else 0
    booked = chronicle.booked[len(kept) :]
    if after.otau == before.otau:
        return first
    end = _ix_of(chronicle, booked[0].link) if booked else len(chronicle.states)
    fits = (ix for ix in range(max(first, 1), end) if _shows(chronicle, ix, after) > _shows(chronicle, ix, before))
    ix = next(fits, None)
    if ix is None:
        return first if booked else end - 1
    spell = chronicle.states[ix].layers[-1].spell
    return max(one for one in range(ix, len(chronicle.states)) if chronicle.states[one].layers[-1].spell == spell)


def _shows(chronicle: Chronicle, ix: int, position: Position) -> float:
    """How well the counts of the observation behind a state fit a position, in nats."""
    otau = position.otau
    if _turned(chronicle):
        otau = otau[OTAU_PER_SIDE:] + otau[:OTAU_PER_SIDE]
    return float(chronicle.observations[ix - 1].log_lik[np.arange(len(otau)), otau].sum())
