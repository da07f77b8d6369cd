"""Replaying a record: what in it contradicts the rules or itself, and the way between records and games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

from togyz.declared import BY_RULES
from togyz.errors import IllegalMoveError, RecordError
from togyz.game import Game, Ply, legal_ply
from togyz.notation import WrittenMove
from togyz.position import Position
from togyz.record import Record
from togyz.recorded import RecordedPly
from togyz.rules import Rules
from togyz.saying import Said, say


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
    return _replayed(record)[1]


def to_game(record: Record) -> Game:
    """The game that a record tells; what only the recorder knows (times, confidence, alerts) stays behind.

    Raises:
        RecordError: the record contradicts itself or the rules.
    """
    game, contradictions = _replayed(record)
    if contradictions:
        first = contradictions[0]
        raise RecordError(first.what, first.what, ply_n=first.ply_n)
    return game


def _replayed(record: Record) -> tuple[Game, list[Contradiction]]:
    """The game as far as it can be played, and every contradiction."""
    found = list(_set_contradictions(record))
    sets = {one.after_n: one.position for one in record.sets}
    game = _with_set(Game(start=record.start, rules=record.rules, headers=record.headers), sets)
    for n, recorded in enumerate(record.plies, 1):
        ply, wrong = _played(recorded, n, game.position, record.rules)
        found += [Contradiction(n, what) for what in wrong]
        if ply is None:
            return game, found
        game = _with_set(replace(game, plies=(*game.plies, ply)), sets)
    if record.position != game.position:
        found.append(Contradiction(None, say(Said.POSITION, written=record.position, right=game.position)))
    found += _result_contradictions(record, game.position)
    return game if record.result is None else game.end(record.result, record.reason), found


def _with_set(game: Game, sets: Mapping[int, Position]) -> Game:
    """The game with the position that was set after its last ply, if one was."""
    position = sets.get(len(game.plies))
    return game if position is None else game.set_position(position)


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


def _played(recorded: RecordedPly, n: int, before: Position, rules: Rules) -> tuple[Ply | None, list[str]]:
    """The ply, None where it cannot be played, and what is wrong with what is written."""
    wrong: list[str] = [] if recorded.n == n else [say(Said.NUMBER, n=recorded.n)]
    written = WrittenMove(recorded.otau, recorded.landing, tuzdyk=recorded.tuzdyk)
    if str(written) != recorded.move:
        wrong.append(say(Said.MOVE, move=recorded.move, made=written))
    if recorded.status == "accepted_illegal":
        return _accepted(recorded, before, written, wrong)
    try:
        legal = legal_ply(before, recorded.otau, rules, n)
    except IllegalMoveError as error:
        return None, [*wrong, error.message]
    wrong += legal.differences(written)
    if recorded.side is not legal.side:
        wrong.append(say(Said.SIDE, side=recorded.side, to_move=legal.side))
    if recorded.captured != legal.captured:
        wrong.append(say(Said.CAPTURED, captured=recorded.captured, right=legal.captured))
    if recorded.after is not None:
        wrong.append(say(Said.AFTER_SURPLUS))
    return legal, wrong


def _accepted(
    recorded: RecordedPly, before: Position, written: WrittenMove, wrong: list[str]
) -> tuple[Ply | None, list[str]]:
    after = recorded.after
    if after is None:
        return None, [*wrong, say(Said.AFTER_MISSING)]
    if recorded.side is after.to_move:
        wrong.append(say(Said.SIDE_AFTER, side=recorded.side))
    return Ply.accepted_after(before, written, after), wrong


def _set_contradictions(record: Record) -> Iterator[Contradiction]:
    for one in record.sets:
        if one.after_n > len(record.plies):
            yield Contradiction(None, say(Said.SET_LATE, n=one.after_n, plies=len(record.plies)))
    for one, other in pairwise(record.sets):
        if one.after_n >= other.after_n:
            yield Contradiction(None, say(Said.SET_ORDER, n=other.after_n, before=one.after_n))


def _result_contradictions(record: Record, position: Position) -> Iterator[Contradiction]:
    if record.reason is None:
        return
    if record.result is None:
        yield Contradiction(None, say(Said.NO_RESULT, reason=record.reason))
        return
    outcome = position.outcome(record.rules)
    judged = None if outcome is None else (outcome.result, outcome.reason)
    if record.reason in BY_RULES and judged != (record.result, record.reason):
        written = {"result": record.result, "reason": record.reason}
        if outcome is None:
            yield Contradiction(None, say(Said.RESULT, **written))
        else:
            right = {"right": outcome.result, "right_reason": outcome.reason}
            yield Contradiction(None, say(Said.OTHER_RESULT, **written, **right))
