"""Which result a person may declare: what the plies on record leave open, and what the reason allows."""

from __future__ import annotations

from typing import Final

from togyz.board import Side
from togyz.outcome import Reason, Result, outcome_on_time
from togyz.position import Position
from togyz.rules import Rules
from togyz.saying import Said, Saying, say

BY_RULES: Final = (Reason.KAZAN_82, Reason.ATSYRAU, Reason.DRAW_81)
"""What the position itself says."""
DECLARED: Final = tuple(reason for reason in Reason if reason not in BY_RULES)
"""What only people can say."""
_BY_AUTHORITY: Final = (Reason.RULES, Reason.ARBITER)
_DECISIVE: Final = (Reason.RESIGNED, Reason.FORFEIT)


def objection(result: Result, reason: Reason, position: Position, rules: Rules) -> Saying | None:
    """Why the rules do not let a result stand; None where they do.

    Whatever the board shows, an arbiter may decide otherwise: over the board records stop early.

    Args:
        result: as it is declared.
        reason: of it.
        position: the last one on record.
        rules: of the game.
    """
    if reason in BY_RULES:
        return say(Said.BY_PLIES, reason=reason)
    if reason in _BY_AUTHORITY:
        return None
    is_draw = result == "1/2-1/2"
    if reason is Reason.AGREEMENT and not is_draw:
        return say(Said.ONLY_DRAWS, result=result)
    if reason in _DECISIVE and is_draw:
        return say(Said.NO_DRAW, reason=reason, result=result)
    outcome = position.outcome(rules)
    if outcome is not None and outcome.result != result:
        return say(Said.DECIDED, right=outcome.result, right_reason=outcome.reason, result=result)
    on_time = {outcome_on_time(side, position, rules).result for side in Side}
    if reason is Reason.FLAG and result not in on_time:
        kazan = "{}-{}".format(*position.kazan)
        return say(Said.ON_TIME, result=result, kazan=kazan, right=" / ".join(sorted(on_time)))
    return None
