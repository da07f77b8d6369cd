from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.togyz.games import ply_seen
from togyz.board import Side
from togyz.events import Alert, Desync, Event, PlySeen, Retract
from togyz.position import Position
from togyz.recorded import RecordedPly
from tools.evaluation.plies import FilmScore, Move, align, score_film

PLAYED: list[Move] = [("white", 7), ("black", 9), ("white", 6), ("black", 8)]
moves = st.lists(st.tuples(st.sampled_from(["white", "black"]), st.integers(1, 9)), max_size=8)


def truth_of(played: list[Move], *, unseen: int | None = None) -> list[dict[str, Any]]:
    """Plies that settle at 10 s, 20 s, ..., one of them seen by nobody."""
    return [
        {"side": side, "otau": otau, "t_settled": 10.0 * n}
        if n != unseen
        else {"side": side, "otau": otau, "t_settled": None, "seen": False}
        for n, (side, otau) in enumerate(played, 1)
    ]


def record_of(played: list[Move], *, unseen: int | None = None) -> list[RecordedPly]:
    return [
        RecordedPly(
            n=n,
            side=Side(side),
            move=f"{otau}1",
            otau=otau,
            landing=1,
            captured=0,
            tuzdyk=False,
            t=10.0 * n,
            seen=n != unseen,
            confidence=1.0,
            status="confirmed",
        )
        for n, (side, otau) in enumerate(played, 1)
    ]


def seen_at(n: int, t: float) -> PlySeen:
    return ply_seen(t=t, n=n, t_rest=t)


def announced(number: int, delay_s: float = 0.4) -> list[Event]:
    return [seen_at(n, 10.0 * n + delay_s) for n in range(1, number + 1)]


def score(recorded: list[Move]) -> FilmScore:
    return score_film("film", truth_of(PLAYED), record_of(recorded), announced(len(recorded)))


def test_a_record_like_the_truth_is_exact() -> None:
    assert score(PLAYED) == FilmScore("film", 4, 4, 0, (0.4, 0.4, 0.4, 0.4), 0, 0, 0, 0, None)
    assert score(PLAYED).is_exact


@pytest.mark.parametrize(
    ("recorded", "prefix", "right"),
    [
        ([("white", 5), *PLAYED[1:]], 0, 3),
        ([*PLAYED[:2], ("white", 5), PLAYED[3]], 2, 3),
        (PLAYED[1:], 0, 3),
        (PLAYED[:3], 3, 3),
        ([*PLAYED, ("white", 1)], 4, 3),
        ([], 0, 0),
        ([("white", 1)] * 9, 0, 0),
    ],
    ids=["changed first", "changed", "missing first", "missing last", "one too many", "none", "all wrong"],
)
def test_every_edit_costs_a_ply(recorded: list[Move], prefix: int, right: int) -> None:
    scored = score(recorded)
    assert (scored.prefix, scored.right) == (prefix, right)
    assert not scored.is_exact


def test_plies_after_a_missing_one_are_timed_against_their_own_truth() -> None:
    recorded = [PLAYED[0], *PLAYED[2:]]
    events = [seen_at(1, 10.2), seen_at(2, 30.3), seen_at(3, 40.5)]
    assert score_film("film", truth_of(PLAYED), record_of(recorded), events).delays_s == (0.2, 0.3, 0.5)


def test_a_ply_announced_anew_is_timed_by_what_stands() -> None:
    events = [seen_at(1, 10.2), Retract(t=11.0, n=1), seen_at(1, 12.0)]
    scored = score_film("film", truth_of(PLAYED[:1]), record_of(PLAYED[:1]), events)
    assert (scored.delays_s, scored.retractions) == ((2.0,), 1)


def test_a_ply_that_nobody_saw_at_rest_has_no_delay_and_must_say_so() -> None:
    truth = truth_of(PLAYED, unseen=2)
    told = score_film("film", truth, record_of(PLAYED, unseen=2), announced(4))
    untold = score_film("film", truth, record_of(PLAYED), announced(4))
    assert (len(told.delays_s), told.seen_wrong) == (3, 0)
    assert untold == replace(told, seen_wrong=1)


def test_a_seen_ply_must_not_be_told_as_unseen() -> None:
    assert score_film("film", truth_of(PLAYED), record_of(PLAYED, unseen=3), announced(4)).seen_wrong == 1


def test_what_should_not_be_announced_is_counted() -> None:
    alert = Alert(t=1.0, id=1, code="unexplained", side=None, otau=(), seen={}, expected={}, t_rest=1.0)
    desync = Desync(t=2.0, n=0, position=Position.start(), seen={})
    scored = score_film("film", truth_of(PLAYED), record_of(PLAYED), [*announced(4), alert, alert, desync])
    assert (scored.alerts, scored.desyncs, scored.retractions) == (2, 1, 0)


@given(moves, moves)
def test_alignment_pairs_equal_plies_in_order_and_accounts_for_the_rest(one: list[Move], other: list[Move]) -> None:
    edits, pairs = align(one, other)
    assert all(one[here] == other[there] for here, there in pairs)
    assert pairs == sorted(pairs)
    assert len({here for here, _ in pairs}) == len({there for _, there in pairs}) == len(pairs)
    assert max(len(one), len(other)) - len(pairs) <= edits <= len(one) + len(other) - 2 * len(pairs)


@given(moves, moves, moves)
def test_edits_are_a_distance(one: list[Move], other: list[Move], third: list[Move]) -> None:
    assert align(one, other)[0] == align(other, one)[0]
    assert (align(one, other)[0] == 0) == (one == other)
    assert align(one, third)[0] <= align(one, other)[0] + align(other, third)[0]
