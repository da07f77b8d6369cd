"""Replaying a record: what in it contradicts the rules or itself, and the way between records and games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from togyz.errors import IllegalMoveError, RecordError
from togyz.game import Game, legal_ply
from togyz.notation import WrittenMove
from togyz.outcome import Reason
from togyz.position import Position
from togyz.record import Record, RecordedPly
from togyz.rules import Rules

_JUDGED_BY_RULES = (Reason.KAZAN_82, Reason.ATSYRAU, Reason.DRAW_81)


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Something in a record that cannot be: the ply it stands in (None: none) and a sentence."""

    ply_n: int | None
    what: str

    def __str__(self) -> str:
        return self.what if self.ply_n is None else f"ply {self.ply_n}: {self.what}"


def verify(record: Record) -> list[Contradiction]:
    """Every contradiction of a record, in order; none where everything written replays.

    An unfinished game and a result without a reason of the rules contradict nothing: arbiters declare results.
    After a ply that cannot be played nothing more is looked at.
    """
    found = list(_set_contradictions(record))
    sets = {one.after_n: one.position for one in record.sets}
    position = sets.get(0, record.start)
    for n, ply in enumerate(record.plies, 1):
        after, wrong = _replayed(ply, n, position, record.rules)
        found += [Contradiction(n, what) for what in wrong]
        if after is None:
            return found
        position = sets.get(n, after)
    if record.position != position:
        found.append(Contradiction(None, f"position is {record.position}, but the plies lead to {position}"))
    return [*found, *_result_contradictions(record, position)]


def to_game(record: Record) -> Game:
    """The game that a record tells; what only the recorder knows (times, confidence, alerts) stays behind.

    Raises:
        RecordError: the record contradicts itself or the rules.
    """
    contradictions = verify(record)
    if contradictions:
        raise RecordError(str(contradictions[0]), contradictions[0].what)
    sets = {one.after_n: one.position for one in record.sets}
    game = Game(start=record.start, rules=record.rules, headers=record.headers)
    game = game.set_position(sets[0]) if 0 in sets else game
    for n, ply in enumerate(record.plies, 1):
        game = game.play(ply.otau) if ply.after is None else game.accept(ply.move, ply.after)
        game = game.set_position(sets[n]) if n in sets else game
    return game if record.result is None else game.end(record.result, record.reason)


def from_game(game: Game) -> Record:
    """The record of a game that no camera saw: its plies have neither times nor confidence."""
    plies = tuple(
        RecordedPly(
            n=n,
            side=ply.side,
            move=ply.move,
            otau=ply.otau_no,
            landing=ply.landing_no,
            captured=ply.captured,
            tuzdyk=ply.tuzdyk,
            t=None,
            seen=True,
            confidence=None,
            status="accepted_illegal" if ply.accepted else "confirmed",
            after=ply.after if ply.accepted else None,
        )
        for n, ply in enumerate(game.plies, 1)
    )
    return Record(
        headers=game.headers,
        rules=game.rules,
        start=game.start,
        plies=plies,
        sets=game.sets,
        position=game.position,
        result=game.result,
        reason=game.reason,
    )


def _replayed(ply: RecordedPly, n: int, before: Position, rules: Rules) -> tuple[Position | None, list[str]]:
    """The position after the ply, None where it cannot be played, and what is wrong with what is written."""
    wrong = [] if ply.n == n else [f"it has the number {ply.n}"]
    written = WrittenMove(ply.otau, ply.landing, tuzdyk=ply.tuzdyk)
    if str(written) != ply.move:
        wrong.append(f"move is {ply.move}, but otau, landing and tuzdyk make {written}")
    if ply.status == "accepted_illegal":
        return _accepted(ply, wrong)
    try:
        legal = legal_ply(before, ply.otau, rules, n)
    except IllegalMoveError as error:
        return None, [*wrong, error.message]
    wrong += legal.differences(written)
    if ply.side is not legal.side:
        wrong.append(f"side is {ply.side.value}, but {legal.side.value} is to move")
    if ply.captured != legal.captured:
        wrong.append(f"captured is {ply.captured}, but the ply captures {legal.captured}")
    if ply.after is not None:
        wrong.append("after stands in it, but the rules give the position")
    return legal.after, wrong


def _accepted(ply: RecordedPly, wrong: list[str]) -> tuple[Position | None, list[str]]:
    if ply.after is None:
        return None, [*wrong, "it was accepted against the rules, but after, the position it left, is missing"]
    if ply.side is ply.after.to_move:
        wrong.append(f"side is {ply.side.value}, but in the position it left {ply.side.value} is to move")
    return ply.after, wrong


def _set_contradictions(record: Record) -> Iterator[Contradiction]:
    for one in record.sets:
        if one.after_n > len(record.plies):
            yield Contradiction(None, f"a position is set after ply {one.after_n} of {len(record.plies)}")
    for one, other in pairwise(record.sets):
        if one.after_n >= other.after_n:
            yield Contradiction(None, f"the position set after ply {other.after_n} follows one after {one.after_n}")


def _result_contradictions(record: Record, position: Position) -> Iterator[Contradiction]:
    if record.reason is None:
        return
    if record.result is None:
        yield Contradiction(None, f"reason is {record.reason.value}, but there is no result")
        return
    outcome = position.outcome(record.rules)
    judged = None if outcome is None else (outcome.result, outcome.reason)
    if record.reason in _JUDGED_BY_RULES and judged != (record.result, record.reason):
        by_rules = "no result" if outcome is None else f"{outcome.result} by {outcome.reason.value}"
        what = f"{record.result} by {record.reason.value} is written, but the last position gives {by_rules}"
        yield Contradiction(None, what)
