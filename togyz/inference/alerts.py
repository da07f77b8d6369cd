"""Errors that are to be told: which one, of which otaus, what was seen there and what was expected."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from togyz.board import OTAU_PER_SIDE, OTAU_TOTAL, Side, otau_ix, otau_no, otau_side
from togyz.codes import Code
from togyz.events import Resolution
from togyz.inference.evidence import kumalak_in
from togyz.inference.lattice import Layer, Line, Phase, Step, depth_of, links_back
from togyz.inference.misplays import Misplay
from togyz.inference.posterior import Posterior
from togyz.inference.priors import (
    ALERT_AFTER_S,
    CAPTURE_LIFTED_S,
    P_ALERT,
    P_CODE_CHANGED,
    P_PERHAPS_UNDER_WAY,
    PLIES_TO_BEAR_OUT,
)
from togyz.position import Position
from togyz.rules import Rules


@dataclass(frozen=True, slots=True)
class Complaint:
    """What is to be told of an error.

    Attributes:
        side, otau_nos: as in :class:`togyz.inference.misplays.Misplay`; None and empty where nobody knows.
        seen, expected: of the boxes that differ, by the side's word and the otau's number; kazans by the side's word.
        t_rest: when the board came to rest in it.
        depth: steps in the history before it.
        is_clear: whether it is this error rather than another one.
        misplay: the error as such; None where nobody knows it.
        id: its number; 0 before it is told.
    """

    code: Code
    side: Side | None
    otau_nos: tuple[int, ...]
    seen: Mapping[str, Any]
    expected: Mapping[str, Any]
    t_rest: float = 0.0
    depth: int = 0
    is_clear: bool = True
    misplay: Misplay | None = None
    id: int = 0

    def tells(self, other: Complaint) -> bool:
        """Whether both say the same."""
        return (self.code, self.side, self.otau_nos) == (other.code, other.side, other.otau_nos)


def complaint_of(layer: Layer, t: float, posterior: Posterior, *, steps_told: int, rules: Rules) -> Complaint | None:
    """What there is to complain of after a spell; None where nothing is sure enough.

    Args:
        layer: of that spell.
        t: source time in s.
        posterior: of the steps that led there.
        steps_told: of so many steps errors were told.
        rules: of the game.
    """
    rests_s = 0.0 if layer.hidden_anew else t - layer.t_rest
    lies_there = _of_error(layer, rests_s, rules)
    return lies_there or _of_play(layer.nodes[0].line, posterior, steps_told, rules) or _of_doubt(layer, rests_s)


def settled_before(line: Line, complaint: Complaint, told: Complaint) -> Resolution | None:
    """How the error that was told was settled before the one that there is to complain of now; None where it was not.

    Either plies were played from it, or in its place a legal one.
    """
    steps = [link.step for link in links_back(line) if told.depth < link.depth <= complaint.depth]
    if steps and steps[-1].is_legal:
        return "put_right"
    return how_stood(steps[-1]) if len(steps) > 1 and steps[-1].misplay == told.misplay is not None else None


def how_stood(step: Step) -> Resolution:
    """How an error is settled that others played over."""
    return "resync" if step.otau_no is None else "accepted"


def _of_error(layer: Layer, rests_s: float, rules: Rules) -> Complaint | None:
    """Of an error that lies on the board."""
    standings = [(node, node.standing) for node in layer.nodes]
    errors = [(node, one.wrong) for node, one in standings if one.phase is Phase.WRONG and one.wrong is not None]
    p_code: dict[Code, float] = defaultdict(float)
    for node, wrong in errors:
        p_code[wrong.misplay.code] += node.p
    total = sum(p_code.values())
    p_under_way = sum(node.p for node, one in standings if one.phase in (Phase.UNDER_WAY, Phase.SOWN))
    p_under_way += sum(node.p for node, wrong in errors if _may_be_played(wrong.misplay))
    patience_s = CAPTURE_LIFTED_S if p_under_way > P_PERHAPS_UNDER_WAY else ALERT_AFTER_S
    if rests_s < patience_s or total < P_ALERT:
        return None
    code = max(p_code, key=p_code.__getitem__)
    node, wrong = next((node, wrong) for node, wrong in errors if wrong.misplay.code == code)
    complaint = _complaint(wrong.misplay, node.standing.position, rules)
    is_clear = p_code[code] >= P_CODE_CHANGED * total
    return replace(complaint, t_rest=wrong.t_rest, depth=depth_of(node.line), is_clear=is_clear)


def _may_be_played(misplay: Misplay) -> bool:
    """Whether the opponent may have taken up an otau's only kumalak after a ply that nobody saw at rest."""
    if misplay.code is not Code.BALL_MISSING or misplay.meant_no is None or misplay.side is not misplay.after.to_move:
        return False
    return all(misplay.shown[otau_ix(misplay.side, number)] == 0 for number in misplay.otau_nos)


def _of_play(line: Line, posterior: Posterior, steps_told: int, rules: Rules) -> Complaint | None:
    """Of an error that stood while the game went on, before later plies bear it out."""
    for link in islice(links_back(line), PLIES_TO_BEAR_OUT + 1):
        misplay, is_new = link.step.misplay, link.depth > steps_told
        if misplay is not None and not link.pinned and is_new and posterior.p_after(link.step) >= P_ALERT:
            return replace(_complaint(misplay, link.step.before, rules), t_rest=link.t_rest, depth=link.depth - 1)
    return None


def _of_doubt(layer: Layer, rests_s: float) -> Complaint | None:
    """Of a board that nothing explains, or no one error surely."""
    doubtful = [node for node in layer.nodes if node.standing.phase in (Phase.UNEXPLAINED, Phase.WRONG)]
    if rests_s < CAPTURE_LIFTED_S or sum(node.p for node in doubtful) < P_ALERT:
        return None
    standing, depth = doubtful[0].standing, depth_of(doubtful[0].line)
    seen, expected = _differences(seen_by(layer, turned=standing.turned), standing.position.otau)
    return Complaint(Code.UNEXPLAINED, None, (), seen, expected, layer.t_rest, depth)


def _complaint(misplay: Misplay, before: Position, rules: Rules) -> Complaint:
    """What there is to tell of an error as such, made in the position ``before``."""
    right = before if misplay.meant_no is None else before.play(misplay.meant_no, rules)
    seen, expected = _differences(kumalak_in(misplay.shown), right.otau + right.kazan)
    return Complaint(misplay.code, misplay.side, misplay.otau_nos, seen, expected, misplay=misplay)


def seen_by(layer: Layer, *, turned: bool) -> tuple[int, ...]:
    """The 18 likeliest counts by the players' otau indices."""
    return layer.view.seen[OTAU_PER_SIDE:] + layer.view.seen[:OTAU_PER_SIDE] if turned else layer.view.seen


def _differences(seen: Sequence[int], expected: Sequence[int]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Both, of the boxes in which they differ."""
    both: tuple[dict[str, Any], dict[str, Any]] = ({}, {})
    for ix, numbers in enumerate(zip(seen, expected, strict=True)):
        if numbers[0] != numbers[1]:
            for told, kumalak in zip(both, numbers, strict=True):
                row, name = _words(ix)
                told.setdefault(row, {})[name] = kumalak
    return both


def _words(ix: int) -> tuple[str, str]:
    """The words under which a box is told."""
    if ix >= OTAU_TOTAL:
        return "kazan", tuple(Side)[ix - OTAU_TOTAL].value
    return otau_side(ix).value, str(otau_no(ix))
