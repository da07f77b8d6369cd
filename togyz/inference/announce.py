"""From posteriors to events: what is said, when, and what is taken back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from togyz.board import OTAU_PER_SIDE, Side
from togyz.codes import Code
from togyz.events import (
    Alert,
    Confirmed,
    Decided,
    Desync,
    Event,
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
from togyz.game import Ply
from togyz.inference.alerts import complaint_of, how_stood, seen_by, settled_before
from togyz.inference.beam import is_doubtful
from togyz.inference.belief import Belief
from togyz.inference.explanations import explanations
from togyz.inference.lattice import Line, Link, Node, Phase, Step, unborne
from togyz.inference.ledger import Booked, Ledger, taken_back
from togyz.inference.posterior import PLIES_LOOKED_BACK, posterior_of
from togyz.inference.priors import (
    DOUBT_TO_DESYNC_S,
    P_CONFIRMED,
    P_DOUBT,
    P_LEFT_AT_END,
    P_PROVISIONAL,
    P_RESYNC,
    REST_TO_CONFIRM_S,
)
from togyz.inference.reminders import Unmarked, marked, unmarked
from togyz.inference.sure import SureLine
from togyz.notation import move_from_text

_ALTERNATIVES: Final = 3
_DIGITS: Final = 6
"""Probabilities in events are rounded, so that the last bits of a platform's logarithm do not show."""


def announced(ledger: Ledger, belief: Belief) -> tuple[Ledger, list[Event]]:
    """Everything that is to be said now, and the ledger that holds it too."""
    announcer = _Announcer(ledger, belief)
    announcer.run()
    return announcer.ledger, announcer.events


class _Announcer:
    """Works through what is believed after one observation; lives only as long as that takes."""

    def __init__(self, ledger: Ledger, belief: Belief) -> None:
        self.ledger = ledger
        self.events: list[Event] = []
        self._belief = belief
        self._layer = belief.layers[-1]
        self._best = self._layer.nodes[0]
        self._posterior = posterior_of(belief.layers, ledger.n - PLIES_LOOKED_BACK)

    def run(self) -> None:
        self._say_started()
        if not self.ledger.started:
            return
        self._say_side()
        doubt_since = self._layer.doubt_since
        if doubt_since is not None and self._belief.t - doubt_since > DOUBT_TO_DESYNC_S:
            self._say_desync()
        self._say_alert()
        if self.ledger.desynced and not self._is_explained():
            return
        line, whole = SureLine(self.ledger, self._layer, self._posterior, self._belief).found()
        self._book(line, whole=whole)
        self._say_resync()
        self._say_resolved()
        self._remind()
        self._confirm()
        self._say_result()
        if self._is_undecided():
            self._say_desync()

    def _p(self, holds: Callable[[Node], bool]) -> float:
        return sum(node.p for node in self._layer.nodes if holds(node))

    def _p_reached(self) -> float:
        """P(the game stands where the best history stands), whatever the board shows just now."""
        reached = self._reached(self._best)
        return self._p(lambda node: self._reached(node) == reached)

    def _reached(self, node: Node) -> tuple[object, ...]:
        """Where the game stands, as far as that must be known."""
        standing = node.standing
        if not self._belief.as_seen:
            return standing.reached
        return standing.n, standing.position.to_move, standing.turned

    def _p_best(self) -> float:
        """P(the best history's position, kazans included)."""
        best = self._best.standing[:3]
        return self._p(lambda node: node.standing[:3] == best)

    def _is_explained(self) -> bool:
        return not is_doubtful(self._best) and self._p_reached() > P_RESYNC

    def _is_undecided(self) -> bool:
        """Whether at the end plies are likely that cannot be told: nothing more comes to tell them."""
        is_left_out = self._belief.ended and self._belief.least_p <= P_LEFT_AT_END
        return is_left_out and self._p(lambda node: node.standing.n > self.ledger.n) >= P_DOUBT

    def _is_cleared(self) -> bool:
        stays = self._belief.t - self._layer.t_rest >= REST_TO_CONFIRM_S
        return stays and self._p(lambda node: node.standing.phase is Phase.CLEARED) > P_RESYNC

    def _say_started(self) -> None:
        on_board = self._p(lambda node: not is_doubtful(node) and node.standing.phase is not Phase.CLEARED)
        if not self.ledger.started and on_board >= P_PROVISIONAL:
            self.ledger = replace(self.ledger, started=True)
            self.events.append(Started(t=self._layer.t_rest, position=self._belief.start, rules=self._belief.rules))

    def _say_side(self) -> None:
        turned = self._best.standing.turned
        if turned != self.ledger.turned and self._p(lambda node: node.standing.turned is turned) >= P_PROVISIONAL:
            self.ledger = replace(self.ledger, turned=turned)
            self.events.append(SideSettled(t=self._belief.t, turned=turned))

    def _say_desync(self) -> None:
        if self.ledger.desynced:
            return
        self.ledger = replace(self.ledger, desynced=True)
        booked = self.ledger.booked
        position = booked[-1].link.step.after if booked else self._belief.start
        seen = seen_by(self._layer, turned=bool(self.ledger.turned))
        self.events.append(
            Desync(
                t=self._belief.t,
                n=self.ledger.n,
                position=position,
                seen={"white": seen[:OTAU_PER_SIDE], "black": seen[OTAU_PER_SIDE:]},
                explanations=explanations(self._layer),
            )
        )

    def _say_resync(self) -> None:
        if self.ledger.desynced:
            self.ledger = replace(self.ledger, desynced=False)
            self.events.append(Resync(t=self._belief.t, n=self.ledger.n))

    def _say_alert(self) -> None:
        """Tells an error, or tells it otherwise: an error that can be named is never again one that cannot."""
        told = self.ledger.complaint
        complaint = complaint_of(
            self._layer, self._belief.t, self._posterior, steps_told=self.ledger.steps_told, rules=self._belief.rules
        )
        if complaint is None:
            return
        if told is not None and (how := settled_before(self._best.line, complaint, told)) is not None:
            self.events.append(Resolved(t=self._belief.t, id=told.id, how=how))
            self.ledger, told = replace(self.ledger, settled=told.depth + 1), None
        if told is not None and (complaint.tells(told) or not complaint.is_clear or complaint.code == Code.UNEXPLAINED):
            return
        number = self.ledger.alerts + 1 if told is None else told.id
        complaint = replace(complaint, id=number)
        self.ledger = replace(self.ledger, alerts=max(self.ledger.alerts, number), complaint=complaint)
        self.events.append(
            Alert(
                t=self._belief.t,
                id=number,
                code=complaint.code,
                side=complaint.side,
                otau=complaint.otau_nos,
                seen=complaint.seen,
                expected=complaint.expected,
                t_rest=complaint.t_rest,
            )
        )

    def _say_resolved(self) -> None:
        """Says how an error was settled: it stood and was booked, or the board has been put right."""
        if self.ledger.complaint is None:
            return
        steps = [entry.link.step for entry in self.ledger.booked[self.ledger.complaint.depth :]]
        stood = [step for step in steps if not step.is_legal]
        if stood:
            how = how_stood(stood[0])
        elif self._is_put_right():
            how = "put_right"
        else:
            return
        self.events.append(Resolved(t=self._belief.t, id=self.ledger.complaint.id, how=how))
        self.ledger = replace(self.ledger, complaint=None)

    def _remind(self) -> None:
        """Tells of tuzdyks that nobody marked, and when that was put right."""
        t = self._belief.t
        settled = [one for one in self.ledger.unmarked if marked(self._layer, one.row, one.otau_no)]
        self.events += [Resolved(t=t, id=one.id, how="put_right") for one in settled]
        kept = tuple(one for one in self.ledger.unmarked if one not in settled)
        self.ledger = replace(self.ledger, unmarked=kept)
        if self._p_shown() < P_RESYNC:
            return
        for row, number in sorted(unmarked(self._layer, t) - {one.tuzdyk for one in kept}, key=str):
            reminder = Unmarked(row, number, self.ledger.alerts + 1)
            self.ledger = replace(self.ledger, alerts=reminder.id, unmarked=(*self.ledger.unmarked, reminder))
            self.events.append(
                Alert(
                    t=t,
                    id=reminder.id,
                    code=Code.TUZDYK_NOT_MARKED,
                    side=row,
                    otau=(number,),
                    seen={},
                    expected={},
                    t_rest=self._layer.t_rest,
                )
            )

    def _is_put_right(self) -> bool:
        """Whether the board surely shows the position at which the best history stands, by legal plies alone."""
        return not self._is_unborne(self._best.line) and self._p_shown() >= P_RESYNC

    def _p_shown(self) -> float:
        """P(the board shows the position at which the best history stands)."""
        reached, at_rest = self._reached(self._best), Phase.REST
        if self._best.standing.phase is not at_rest:
            return 0.0
        return self._p(lambda node: (self._reached(node), node.standing.phase) == (reached, at_rest))

    def _is_unborne(self, line: Line) -> bool:
        return any(not link.step.is_legal for link in unborne(line))

    def _book(self, line: Line, *, whole: bool) -> None:
        """Brings the ledger into line with a history; one that only stops earlier and is not whole says nothing."""
        kept, fresh = self.ledger.compared(line)
        dropped = self.ledger.booked[len(kept.booked) :]
        if dropped and not fresh and not whole:
            return
        undone = bool(dropped) and dropped[0].link.step in taken_back(self._belief.layers)
        plies = {(link.step.n, link.step.otau_no) for link in fresh}
        others = (entry for entry in dropped if (entry.link.step.n, entry.link.step.otau_no) not in plies)
        overruled = not undone and any(entry.confirmed for entry in others)
        if overruled or any(link.step.is_adoption for link in fresh):
            if not self._is_explained() or (overruled and self._p_best() <= P_RESYNC):
                return
            self._say_desync()
        if dropped:
            self._withdraw(dropped[0].link.step, undone=undone)
        self.ledger = replace(self.ledger, booked=kept.booked)
        for link in fresh:
            self._enter(link)

    def _withdraw(self, step: Step, *, undone: bool) -> None:
        """Says that this step and those after it are no longer held, or that the players undid them.

        A result goes with them; where it holds all the same it is said again.
        """
        self.ledger = replace(self.ledger, decided=False)
        if undone:
            self.events.append(Takeback(t=self._belief.t, n=step.n - 1))
            return
        adopted = step.otau_no is None
        n = step.n + 1 if adopted else step.n
        self.events.append(Retract(t=self._belief.t, n=n, with_position=adopted))

    def _enter(self, link: Link) -> None:
        step = link.step
        if step.begins:
            self._append(Booked(link, 1.0, confirmed=False))
            if step.after != step.before:
                self.events.append(PositionSet(t=self._belief.t, n=step.n, position=step.after))
            return
        if step.otau_no is None:
            self.events.append(PositionSet(t=self._belief.t, n=step.n, position=step.after))
            self._append(Booked(link, 1.0, confirmed=True))
            return
        ply = self._ply(step, step.otau_no)
        confidence = self._posterior.p_ply(step)
        self._append(Booked(link, confidence, confirmed=ply.accepted or link.pinned))
        self.events.append(
            PlySeen(
                t=self._belief.t,
                n=step.n,
                side=ply.side,
                otau=ply.otau_no,
                move=ply.move,
                landing=ply.landing_no,
                captured=ply.captured,
                tuzdyk=ply.tuzdyk,
                status="accepted_illegal" if ply.accepted else "corrected" if link.pinned else "provisional",
                confidence=round(confidence, _DIGITS),
                t_rest=link.t_rest,
                seen=link.seen,
                alternatives=self._alternatives(step),
                after=ply.after if ply.accepted else None,
            )
        )

    def _alternatives(self, step: Step) -> tuple[tuple[str, float], ...]:
        return tuple((move, round(p, _DIGITS)) for move, p in self._posterior.others(step)[:_ALTERNATIVES])

    def _ply(self, step: Step, otau_no: int) -> Ply:
        """The ply of a step that played an otau."""
        if step.misplay is not None and step.misplay.move is not None:
            return Ply.accepted_after(step.before, move_from_text(step.misplay.move), step.after)
        return Ply.of_sowing(step.before.sow(otau_no, self._belief.rules))

    def _append(self, entry: Booked) -> None:
        self.ledger = replace(self.ledger, booked=(*self.ledger.booked, entry))

    def _confirm(self) -> None:
        """Confirms what is sure enough and has been borne out by time, by the next ply or by the end."""
        old, recent = self.ledger.booked[:-PLIES_LOOKED_BACK], self.ledger.booked[-PLIES_LOOKED_BACK:]
        self.ledger = replace(self.ledger, booked=old + tuple(self._confirmed(entry) for entry in recent))

    def _confirmed(self, entry: Booked) -> Booked:
        if entry.link.step.begins:
            return entry
        confidence = self._posterior.p_ply(entry.link.step)
        if entry.confirmed or confidence < P_CONFIRMED or not self._has_stood(entry.link):
            return entry
        n = entry.link.step.n
        others = self._alternatives(entry.link.step)
        self.events.append(Confirmed(t=self._belief.t, n=n, confidence=round(confidence, _DIGITS), alternatives=others))
        return replace(entry, confidence=confidence, confirmed=True)

    def _has_stood(self, link: Link) -> bool:
        if self._belief.ended or link.step.n < self.ledger.n or self._is_cleared():
            return True
        standing = self._best.standing
        at_rest = standing.phase is Phase.REST and standing.n == link.step.n
        return at_rest and self._belief.t - link.t_rest >= REST_TO_CONFIRM_S

    def _say_result(self) -> None:
        """Says who has won, and that the game is over, as soon as the ply that brought it about is sure."""
        sure = [entry for entry in self.ledger.booked[-PLIES_LOOKED_BACK:] if self._is_final(entry)]
        outcome = sure[-1].link.step.after.outcome(self._belief.rules) if sure else None
        if outcome is None:
            return
        t, result, reason = self._belief.t, outcome.result, outcome.reason
        if not outcome.final and not self.ledger.decided:
            self.ledger = replace(self.ledger, decided=True)
            self.events.append(Decided(t=t, result=result, reason=reason))
        if outcome.final or self._is_cleared():
            self.ledger = replace(self.ledger, over=True)
            kazan = {side.value: outcome.kazan[side.ix] for side in Side}
            self.events.append(Over(t=t, result=result, reason=reason, kazan=kazan))

    def _is_final(self, entry: Booked) -> bool:
        return entry.confirmed or (self._belief.ended and entry.confidence >= P_PROVISIONAL)
