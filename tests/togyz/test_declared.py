"""Which results people may declare, and which the rules do not let stand."""

from __future__ import annotations

import pytest

from tests.togyz.games import with_kazans
from togyz.declared import BY_RULES, DECLARED, objection
from togyz.outcome import RESULTS, Reason, Result
from togyz.position import Position
from togyz.rules import Rules

OPEN, DRAWN, WON = with_kazans(60, 70), with_kazans(70, 81), with_kazans(82, 70)


@pytest.mark.parametrize(
    ("position", "reason", "allowed"),
    [
        (OPEN, Reason.RESIGNED, {"1-0", "0-1"}),
        (OPEN, Reason.FORFEIT, {"1-0", "0-1"}),
        (OPEN, Reason.AGREEMENT, {"1/2-1/2"}),
        (OPEN, Reason.FLAG, {"1-0", "0-1"}),
        (DRAWN, Reason.FLAG, {"0-1", "1/2-1/2"}),
        (WON, Reason.FLAG, {"1-0"}),
        (WON, Reason.RESIGNED, {"1-0"}),
        (WON, Reason.AGREEMENT, set()),
        (WON, Reason.ARBITER, set(RESULTS)),
        (WON, Reason.RULES, set(RESULTS)),
    ],
)
def test_what_the_position_and_the_reason_leave_open_may_be_declared(
    position: Position, reason: Reason, allowed: set[Result]
) -> None:
    assert {result for result in RESULTS if objection(result, reason, position, Rules()) is None} == allowed


def test_where_time_alone_counts_a_flag_draws_nothing() -> None:
    rules = Rules(flag="loss")
    assert objection("1/2-1/2", Reason.FLAG, DRAWN, rules) == (
        "with the kazans at 70-81 a flag that falls gives 0-1 / 1-0, not 1/2-1/2"
    )
    assert objection("1-0", Reason.FLAG, DRAWN, rules) is None


@pytest.mark.parametrize("reason", BY_RULES)
def test_what_the_plies_say_nobody_declares(reason: Reason) -> None:
    assert objection("1-0", reason, WON, Rules()) is not None
    assert reason not in DECLARED
