"""Steps that a person makes stand: what they are, after which others they come, and where the board showed them."""

from __future__ import annotations

from togyz.corrections import AlertAccepted, CorrectionError, PlyCorrected, PositionCorrected, Ruling
from togyz.game import written_ply
from togyz.inference.alerts import Complaint
from togyz.inference.beam import stood_step
from togyz.inference.chronicle import Chronicle, is_turned, ix_of, last_at, showing
from togyz.inference.evidence import contents
from togyz.inference.lattice import Step
from togyz.inference.rulings import Pin, steps_before
from togyz.rules import Rules
from togyz.saying import Said, all_of, say


def pin_of(chronicle: Chronicle, ruling: Ruling, rules: Rules) -> Pin | None:
    """The step that is to stand; None where nothing was said of one.

    Raises:
        CorrectionError: there is no such ply, the position is none of a game, or the error cannot be named.
        IllegalMoveError, MismatchError, NotationError: a ply is not legal, or does not do what is written.
    """
    match ruling:
        case PlyCorrected():
            return ply_pin(chronicle, ruling, rules)
        case PositionCorrected():
            return position_pin(chronicle, ruling)
        case AlertAccepted():
            complaint = chronicle.states[-1].ledger.complaint
            if complaint is not None and complaint.id == ruling.id:
                return _error_pin(chronicle, complaint)
    return None


def ply_pin(chronicle: Chronicle, ruling: PlyCorrected, rules: Rules) -> Pin:
    """A ply, in place of the one that stands there or after the last one.

    Raises:
        TogyzError: see ``pin_of``.
    """
    n, plies = ruling.n, chronicle.states[-1].ledger.n
    if not 1 <= n <= plies + 1:
        raise CorrectionError(say(Said.NO_PLY, n=n, plies=plies))
    kept = steps_before(chronicle.booked, (n, False))
    before = chronicle.position_after(kept)
    ply = written_ply(before, ruling.move, rules, n)
    step = Step(n, before, ply.otau_no, ply.after, is_turned(chronicle))
    if n > plies:
        ix = showing(chronicle, kept, before, step.after)
        return Pin(step, kept, ix, contents(step.after), chronicle.states[ix].layers[-1].t_rest)
    old = chronicle.booked[len(kept)].link
    ix = ix_of(chronicle, old)
    if old.seen:
        return Pin(step, kept, ix, contents(step.after), old.t_rest)
    spell = chronicle.states[ix].layers[-1].spell
    ix = max(one for one in range(ix) if chronicle.states[one].layers[-1].spell < spell)
    return Pin(step, kept, ix, contents(before), old.t_rest, seen=False)


def position_pin(chronicle: Chronicle, ruling: PositionCorrected) -> Pin:
    """A position that is set after a ply.

    Raises:
        CorrectionError: see ``pin_of``.
    """
    plies = chronicle.states[-1].ledger.n
    if not 0 <= ruling.n <= plies:
        raise CorrectionError(say(Said.NO_PLY, n=ruling.n, plies=plies))
    on_record = chronicle.position_after(steps_before(chronicle.booked, (ruling.n + 1, False)))
    if ruling.position != on_record and (problems := ruling.position.problems()):
        raise CorrectionError(say(Said.NO_POSITION, problems=all_of(problems)))
    kept = steps_before(chronicle.booked, (ruling.n, True))
    before = chronicle.position_after(kept)
    step = Step(ruling.n, before, None, ruling.position, is_turned(chronicle))
    ix = showing(chronicle, kept, before, ruling.position)
    return Pin(step, kept, ix, contents(ruling.position), chronicle.states[ix].layers[-1].t_rest)


def _error_pin(chronicle: Chronicle, complaint: Complaint) -> Pin:
    """An error of which an alert tells, as it was played.

    Raises:
        CorrectionError: see ``pin_of``.
    """
    misplay = complaint.misplay
    if misplay is None:
        raise CorrectionError(say(Said.NOT_NAMED, id=complaint.id))
    kept = chronicle.booked[: complaint.depth]
    before = chronicle.position_after(kept)
    n = kept[-1].link.step.n if kept else 0
    step = stood_step(misplay, n, before, turned=is_turned(chronicle))
    told = next(ix for ix, state in enumerate(chronicle.states) if state.ledger.complaint is complaint)
    ix = last_at(chronicle, complaint.t_rest, told)
    return Pin(step, kept, ix, misplay.shown, complaint.t_rest)
