"""A position and its moves: the one place where sowing is done."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import Any, Final

from togyz.board import KUMALAK_PER_OTAU, KUMALAK_TOTAL, OTAU_PER_SIDE, OTAU_TOTAL, Side, otau_ix
from togyz.errors import IllegalMoveError
from togyz.fields import Fields, list_of, side_word, whole
from togyz.misread import Misread
from togyz.outcome import Outcome, outcome_of_position
from togyz.rules import DEFAULT_RULES, Rules
from togyz.saying import Said, say
from togyz.sowing import Sowing

Tuzdyks = tuple[int | None, int | None]
"""White's tuzdyk as otau number in black's row, and black's in white's row."""
TUZDYK_WON_BY: Final = 3
"""So many kumalak in an opponent's otau win it."""
LAPS: Final = KUMALAK_TOTAL // OTAU_TOTAL + 2
"""Enough laps for all 162 kumalak from any otau."""
_SIDES: Final = tuple(side.value for side in Side)
_held: Final = whole(0, KUMALAK_TOTAL)
_number: Final = whole(1, OTAU_PER_SIDE)


@dataclass(frozen=True, slots=True)
class LegalMoves(Collection[int]):
    """The otaus (1..9) that the side to move may play, rising; falsy at atsyrau."""

    numbers: tuple[int, ...]

    def __iter__(self) -> Iterator[int]:
        return iter(self.numbers)

    def __len__(self) -> int:
        return len(self.numbers)

    def __contains__(self, number: object) -> bool:
        return number in self.numbers


@dataclass(frozen=True, slots=True)
class Position:
    """The board between two plies. It may be any position at all: :meth:`problems` says what is wrong with it.

    Attributes:
        otau: 18 counts by ``otau_ix``: white's 1..9, then black's 1..9.
        kazan: (white's, black's).
        tuzdyk: (white's as otau number in black's row, black's as otau number in white's row), None without one.
        to_move: whose ply it is.

    >>> Position.start().sow(7).move
    '76'
    """

    otau: tuple[int, ...]
    kazan: tuple[int, int]
    tuzdyk: Tuzdyks
    to_move: Side

    @classmethod
    def start(cls) -> Position:
        """Nine kumalak in every otau, white to move."""
        return cls((KUMALAK_PER_OTAU,) * OTAU_TOTAL, (0, 0), (None, None), Side.WHITE)

    @property
    def white(self) -> tuple[int, ...]:
        """White's otaus 1..9."""
        return self.otau[:OTAU_PER_SIDE]

    @property
    def black(self) -> tuple[int, ...]:
        """Black's otaus 1..9, from black's left."""
        return self.otau[OTAU_PER_SIDE:]

    def row(self, side: Side) -> tuple[int, ...]:
        """A side's otaus 1..9."""
        return self.white if side is Side.WHITE else self.black

    @property
    def legal_moves(self) -> LegalMoves:
        """What the side to move may play."""
        side_ix = self.to_move.ix
        row = self.otau[OTAU_PER_SIDE * side_ix : OTAU_PER_SIDE * side_ix + OTAU_PER_SIDE]
        barred = self.tuzdyk[1 - side_ix]
        return LegalMoves(tuple([no for no, held in enumerate(row, 1) if held and no != barred]))

    def play(self, otau_no: int, rules: Rules = DEFAULT_RULES) -> Position:
        """The position after the side to move has played its otau 1..9.

        Raises:
            IllegalMoveError: the otau does not exist, is empty or is the opponent's tuzdyk.
        """
        return self._sown(otau_no, rules)[0]

    def sow(self, otau_no: int, rules: Rules = DEFAULT_RULES) -> Sowing:
        """Like :meth:`play`, with the path of every kumalak.

        Raises:
            IllegalMoveError: the otau does not exist, is empty or is the opponent's tuzdyk.
        """
        after, path, landing_ix, captured = self._sown(otau_no, rules)
        return Sowing(
            side=self.to_move,
            source_ix=otau_ix(self.to_move, otau_no),
            kumalak=len(path),
            path=path,
            landing_ix=landing_ix,
            captured=captured,
            tuzdyk=after.tuzdyk != self.tuzdyk,
            after=after,
        )

    def outcome(self, rules: Rules = DEFAULT_RULES) -> Outcome | None:
        """What the rules say of this position by itself; None while nothing is decided."""
        return outcome_of_position(self, rules)

    def problems(self) -> tuple[str, ...]:
        """Every invariant that a position reached by the rules keeps and this one does not, one sentence each."""
        if len(self.otau) != OTAU_TOTAL:
            return (f"there are {len(self.otau)} otaus instead of {OTAU_TOTAL}",)
        return (*_total_problems(self), *(one for side in Side for one in _tuzdyk_problems(self, side)))

    def to_dict(self) -> dict[str, Any]:
        """The POSITION object of the contract."""
        return {
            "white": list(self.white),
            "black": list(self.black),
            "kazan": {"white": self.kazan[0], "black": self.kazan[1]},
            "tuzdyk": {"white": self.tuzdyk[0], "black": self.tuzdyk[1]},
            "to_move": self.to_move.value,
        }

    @classmethod
    def from_dict(cls, value: object, where: str = "position") -> Position:
        """Reads a POSITION object; ``where`` is its name in messages.

        Raises:
            RecordError: a field is missing, unknown or does not hold what it should.
        """
        fields = Fields(value, where, ("white", "black", "kazan", "tuzdyk", "to_move"))
        otau = [fields.read(side.value, list_of(_held, OTAU_PER_SIDE)) for side in Side]
        kazan = Fields(fields.raw("kazan"), fields.path("kazan"), _SIDES)
        tuzdyk = Fields(fields.raw("tuzdyk"), fields.path("tuzdyk"), _SIDES)
        return cls(
            otau[0] + otau[1],
            (kazan.read("white", _held), kazan.read("black", _held)),
            (tuzdyk.maybe("white", _number), tuzdyk.maybe("black", _number)),
            fields.read("to_move", side_word),
        )

    def __str__(self) -> str:
        """Black's 9..1 / white's 1..9, white's kazan, black's kazan, S (white) or N (black) to move.

        The PlayStrategy form without its move number; :mod:`togyz.notation` reads it.
        """
        black = _row_text(self.black[::-1], None if self.tuzdyk[0] is None else OTAU_PER_SIDE - self.tuzdyk[0])
        white = _row_text(self.white, None if self.tuzdyk[1] is None else self.tuzdyk[1] - 1)
        return f"{black}/{white} {self.kazan[0]} {self.kazan[1]} {'S' if self.to_move is Side.WHITE else 'N'}"

    def _sown(self, number: int, rules: Rules) -> tuple[Position, tuple[int, ...], int, int]:
        """The position after, the path, the landing otau's index, the kumalak captured. Written for speed."""
        side_ix = self.to_move.ix
        source_ix = OTAU_PER_SIDE * side_ix + number - 1
        if not 1 <= number <= OTAU_PER_SIDE or not self.otau[source_ix] or number == self.tuzdyk[1 - side_ix]:
            raise self._refusal(number)
        kumalak = self.otau[source_ix]
        first_ix = source_ix if kumalak > 1 else source_ix + 1
        path = route(self.tuzdyk)[first_ix : first_ix + kumalak]
        boxes = [*self.otau, *self.kazan]
        boxes[source_ix] = 0
        for box in path:
            boxes[box] += 1
        landing_ix = (first_ix + kumalak - 1) % OTAU_TOTAL
        captured, tuzdyk = 0, self.tuzdyk
        if path[-1] == landing_ix and landing_ix // OTAU_PER_SIDE != side_ix:
            captured, tuzdyk = taken(boxes[landing_ix], tuzdyk, side_ix, landing_ix)
            boxes[landing_ix] -= captured
            boxes[OTAU_TOTAL + side_ix] += captured
        next_to_move = self.to_move.other
        otau = tuple(boxes[:OTAU_TOTAL])
        if rules.extra_move and _earns_extra_move(self.otau, otau, side_ix):
            next_to_move = self.to_move
        return (
            Position(otau, (boxes[OTAU_TOTAL], boxes[OTAU_TOTAL + 1]), tuzdyk, next_to_move),
            path,
            landing_ix,
            captured,
        )

    def _refusal(self, number: int) -> IllegalMoveError:
        side, owner = self.to_move, self.to_move.other
        if not 1 <= number <= OTAU_PER_SIDE:
            why = say(Said.NO_OTAU, side=side, otau=number)
        elif number == self.tuzdyk[owner.ix]:
            why = say(Said.TUZDYK_OF_OTHER, side=side, otau=number, owner=owner)
        else:
            why = say(Said.EMPTY, side=side, otau=number)
        return IllegalMoveError(why, text=str(number), position=self)


@cache
def route(tuzdyk: Tuzdyks) -> tuple[int, ...]:
    """The boxes that receive, from white's otau 1 on; a tuzdyk hands over to its owner's kazan."""
    lap = list(range(OTAU_TOTAL))
    for side in Side:
        number = tuzdyk[side.ix]
        if number is not None:
            lap[otau_ix(side.other, number)] = OTAU_TOTAL + side.ix
    return tuple(lap) * LAPS


def taken(held: int, tuzdyk: Tuzdyks, side_ix: int, landing_ix: int) -> tuple[int, Tuzdyks]:
    """What a side takes when its last kumalak makes ``held`` in an otau of the opponent's, and the tuzdyks then."""
    if held % 2 == 0:
        return held, tuzdyk
    if held == TUZDYK_WON_BY and _wins_tuzdyk(tuzdyk, side_ix, landing_ix):
        won = landing_ix % OTAU_PER_SIDE + 1
        return held, (tuzdyk[0], won) if side_ix else (won, tuzdyk[1])
    return 0, tuzdyk


def _wins_tuzdyk(tuzdyk: Tuzdyks, side_ix: int, landing_ix: int) -> bool:
    """Whether exactly 3 in the opponent's otau ``landing_ix`` become the tuzdyk of the side ``side_ix``."""
    number = landing_ix % OTAU_PER_SIDE + 1
    return tuzdyk[side_ix] is None and number not in (OTAU_PER_SIDE, tuzdyk[1 - side_ix])


def _earns_extra_move(before: Sequence[int], after: Sequence[int], side_ix: int) -> bool:
    """Whether the ply emptied the opponent's row and left the mover something to play.

    A row that was empty before does not count: then the ply was itself the additional move.
    """
    rows = (slice(0, OTAU_PER_SIDE), slice(OTAU_PER_SIDE, OTAU_TOTAL))
    own, opposite = rows[side_ix], rows[1 - side_ix]
    return any(before[opposite]) and not any(after[opposite]) and any(after[own])


def _total_problems(position: Position) -> Iterator[str]:
    if min(*position.otau, *position.kazan) < 0:
        yield say(Misread.LESS_THAN_NOTHING)
    total = sum(position.otau) + sum(position.kazan)
    if total != KUMALAK_TOTAL:
        yield say(Misread.TOTAL, total=total, right=KUMALAK_TOTAL)


def _tuzdyk_problems(position: Position, side: Side) -> Iterator[str]:
    number, kazan = position.tuzdyk[side.ix], position.kazan[side.ix]
    if number is None:
        if kazan % 2:
            yield say(Misread.ODD_KAZAN, side=side, kazan=kazan)
        return
    if not 1 <= number < OTAU_PER_SIDE:
        yield say(Misread.TUZDYK_OTAU, side=side, otau=number)
    if side is Side.BLACK and number == position.tuzdyk[0]:
        yield say(Misread.SAME_TUZDYK, otau=number)
    if kazan < 3:
        yield say(Misread.TUZDYK_BRINGS, side=side, kazan=kazan)
    if 1 <= number <= OTAU_PER_SIDE and position.row(side.other)[number - 1]:
        yield say(Misread.TUZDYK_HOLDS, side=side, held=position.row(side.other)[number - 1])


def _row_text(row: Sequence[int], tuzdyk_ix: int | None) -> str:
    """One row of the position string: ``nS`` n kumalak, ``t`` a tuzdyk, a bare digit that many empty otaus."""
    words = ["t" if ix == tuzdyk_ix else f"{held}S" if held else "" for ix, held in enumerate(row)]
    runs = ((word, len(list(same))) for word, same in groupby(words))
    return ",".join(",".join([word] * times) if word else str(times) for word, times in runs)
