"""A game: where it began, its plies, what was set by hand, and its result as a field of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from togyz.board import Side, otau_no
from togyz.errors import IllegalMoveError, MismatchError
from togyz.misread import Misread
from togyz.notation import WrittenMove, move_from_text
from togyz.outcome import Outcome, Reason, Result
from togyz.position import Position
from togyz.rules import DEFAULT_RULES, Rules
from togyz.saying import Said, all_of, say
from togyz.sowing import Sowing, move_text

Header = str | int | float | bool | None
DoubleMovePart = tuple[int, Side]
"""A number on the scoresheet, and whose ply of that double move."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ply:
    """One move of one side, as it stands in the game.

    Attributes:
        side: who moved.
        otau_no, landing_no: 1..9, each in its owner's numbering.
        captured: kumalak taken by an even capture or a tuzdyk; of a ply against the rules what its side's kazan won.
        after: the position that followed.
        accepted: the ply was against the rules, and the arbiter let it stand.
    """

    side: Side
    otau_no: int
    landing_no: int
    captured: int
    tuzdyk: bool
    after: Position
    accepted: bool = False

    @classmethod
    def of_sowing(cls, sowing: Sowing) -> Ply:
        """The ply that a legal move makes."""
        return cls(
            side=sowing.side,
            otau_no=otau_no(sowing.source_ix),
            landing_no=otau_no(sowing.landing_ix),
            captured=sowing.captured,
            tuzdyk=sowing.tuzdyk,
            after=sowing.after,
        )

    @classmethod
    def accepted_after(cls, before: Position, written: WrittenMove, after: Position) -> Ply:
        """The ply that was played from ``before`` against the rules and left ``after``.

        Whose it was follows from whose turn it is then: the one who may have moved out of turn is not to move.
        """
        side = after.to_move.other
        return cls(
            side=side,
            otau_no=written.otau_no,
            landing_no=written.landing_no,
            captured=max(0, after.kazan[side.ix] - before.kazan[side.ix]),
            tuzdyk=written.tuzdyk,
            after=after,
            accepted=True,
        )

    @property
    def move(self) -> str:
        """Its digits and ``x``."""
        return move_text(self.otau_no, self.landing_no, tuzdyk=self.tuzdyk)

    @property
    def written(self) -> str:
        """The move as it is written down: ``!`` behind one that was against the rules."""
        return f"{self.move}!" if self.accepted else self.move

    def differences(self, written: WrittenMove) -> list[str]:
        """What ``written`` says otherwise than this ply, a sentence each; its otau and ``!`` are not compared."""
        found: list[str] = []
        if written.landing_no != self.landing_no:
            found.append(say(Said.LANDS, landing=self.landing_no, written=written.landing_no))
        if written.tuzdyk and not self.tuzdyk:
            found.append(say(Said.NO_TUZDYK))
        if self.tuzdyk and not written.tuzdyk:
            found.append(say(Said.TUZDYK))
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class SetPosition:
    """A position that was set by hand after ply ``after_n`` (0: before the first)."""

    after_n: int
    position: Position


@dataclass(frozen=True, slots=True, kw_only=True)
class DoubleMove:
    """A line of a scoresheet: its number and its plies, counted from 1; None where a side did not move."""

    number: int
    white_n: int | None
    black_n: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """An immutable game; every method that adds something returns another one.

    Attributes:
        headers: who, when, where: names of PGN tags and whatever the recorder adds.
        sets: positions set by hand, by rising ``after_n``, one for a ply.
        result: what was declared, never derived from the last position: :attr:`outcome` is what the rules say.

    >>> game = Game().play("76").play(5)
    >>> [ply.written for ply in game.plies]
    ['76', '55']
    """

    start: Position = field(default_factory=Position.start)
    rules: Rules = DEFAULT_RULES
    headers: Mapping[str, Header] = field(default_factory=dict, hash=False)
    plies: tuple[Ply, ...] = ()
    sets: tuple[SetPosition, ...] = ()
    result: Result | None = None
    reason: Reason | None = None

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return self.position_after(len(self.plies))

    @property
    def positions(self) -> tuple[Position, ...]:
        """The position before the first ply and after each."""
        return tuple(self.position_after(n) for n in range(len(self.plies) + 1))

    def position_after(self, n: int) -> Position:
        """The position after ``n`` plies, the one set by hand where there is one."""
        for one in self.sets:
            if one.after_n == n:
                return one.position
        return self.plies[n - 1].after if n else self.start

    @property
    def outcome(self) -> Outcome | None:
        """What the rules say of the position in which the game stands."""
        return self.position.outcome(self.rules)

    @property
    def double_moves(self) -> tuple[DoubleMove, ...]:
        """The lines of the scoresheet; a side that moves twice running, or begins as black, leaves a gap."""
        return tuple(_double_moves(self.plies))

    @property
    def numbering(self) -> dict[DoubleMovePart, int]:
        """Which ply a scoresheet's number and side mean; also that of the ply that comes next."""
        lines = self.double_moves
        parts = {(line.number, Side.WHITE): line.white_n for line in lines}
        parts |= {(line.number, Side.BLACK): line.black_n for line in lines}
        last, mover = lines[-1] if lines else None, self.position.to_move
        is_open = last is not None and last.black_n is None and mover is Side.BLACK
        number = 1 if last is None else last.number + (not is_open)
        return {part: n for part, n in parts.items() if n is not None} | {(number, mover): len(self.plies) + 1}

    def label_of(self, n: int) -> str:
        """How a scoresheet names the ply ``n``: ``6b``; as it is where it has no such ply."""
        return next((f"{number}{side.value[0]}" for (number, side), one in self.numbering.items() if one == n), str(n))

    def play(self, move: int | str) -> Game:
        """Plays an otau 1..9 or a written move, whose landing otau and tuzdyk mark must be right.

        Raises:
            IllegalMoveError: the rules forbid it, or the game is over.
            MismatchError: the move is legal, but does not do what is written.
            NotationError: the text is no move.
        """
        position, ply_n = self.position, len(self.plies) + 1
        if isinstance(move, int):
            ply = legal_ply(position, move, self.rules, ply_n)
        else:
            ply = written_ply(position, move, self.rules, ply_n)
        return replace(self, plies=(*self.plies, ply))

    def accept(self, move: str, after: Position) -> Game:
        """Adds a ply that was against the rules and stands all the same, with the position it left.

        Raises:
            NotationError: ``move`` is no move.
        """
        before = self.position
        ply = Ply.accepted_after(before, move_from_text(move, before), after)
        return replace(self, plies=(*self.plies, ply))

    def set_position(self, position: Position) -> Game:
        """Sets the position by hand; the plies before it stay."""
        here = SetPosition(after_n=len(self.plies), position=position)
        return replace(self, sets=(*(one for one in self.sets if one.after_n != here.after_n), here))

    def undo(self, plies: int = 1) -> Game:
        """Takes plies back, with positions set after them and any result.

        Raises:
            ValueError: there are not so many.
        """
        remaining = len(self.plies) - plies
        if not 0 <= remaining <= len(self.plies):
            raise ValueError(f"cannot take back {plies} of {len(self.plies)} plies")
        sets = tuple(one for one in self.sets if one.after_n <= remaining)
        return replace(self, plies=self.plies[:remaining], sets=sets, result=None, reason=None)

    def end(self, result: Result, reason: Reason | None = None) -> Game:
        """Declares the result."""
        return replace(self, result=result, reason=reason)


def legal_ply(position: Position, number: int, rules: Rules, ply_n: int) -> Ply:
    """The ply of the otau ``number``; ``ply_n`` names it in errors.

    Raises:
        IllegalMoveError: the rules forbid it, or the game is over.
    """
    outcome = position.outcome(rules)
    if outcome is not None and outcome.final:
        why = say(Said.OVER, otau=number, result=outcome.result, reason=outcome.reason)
        raise IllegalMoveError(why, str(number), position, ply_n)
    try:
        return Ply.of_sowing(position.sow(number, rules))
    except IllegalMoveError as error:
        raise IllegalMoveError(error.message, error.text, position, ply_n) from None


def written_ply(position: Position, move: str, rules: Rules, ply_n: int) -> Ply:
    """The ply that ``move`` says; ``ply_n`` names it in errors, which are those of :meth:`Game.play`."""
    written = move_from_text(move, position)
    if written.accepted:
        raise IllegalMoveError(say(Misread.AGAINST_RULES, move=move), move, position, ply_n)
    ply = legal_ply(position, written.otau_no, rules, ply_n)
    if differences := ply.differences(written):
        raise MismatchError(say(Said.BECAUSE, where=move, fault=all_of(differences)), move, position, ply_n)
    return ply


def _double_moves(plies: tuple[Ply, ...]) -> Iterator[DoubleMove]:
    number, white_n = 1, None
    for n, ply in enumerate(plies, 1):
        if ply.side is Side.BLACK or white_n is not None:
            yield DoubleMove(number=number, white_n=white_n, black_n=n if ply.side is Side.BLACK else None)
            number += 1
        white_n = n if ply.side is Side.WHITE else None
    if white_n is not None:
        yield DoubleMove(number=number, white_n=white_n, black_n=None)
