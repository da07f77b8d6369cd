"""Errors as players make them, for tools/simulate_errors.py: written apart from the inference that is to find them.

Each kind is a function of a position and a random generator that returns a :class:`Blunder`, or None where it cannot
be made there (or would leave what a legal ply leaves).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from togyz.board import KUMALAK_TOTAL, OTAU_TOTAL, Side, otau_ix, otau_side
from togyz.position import Position, route, taken

Rng = np.random.Generator
Boxes = list[int]


@dataclass(frozen=True)
class Blunder:
    """What an error left.

    Attributes:
        boxes: the 20 counts that lie there.
        after: the position from which the game goes on if nobody puts it right.
        meant: the otau of the legal ply that was meant, None where there is none.
    """

    code: str
    boxes: Boxes
    after: Position
    meant: int | None


class _Ply:
    """A legal ply that is about to go wrong."""

    def __init__(self, position: Position, otau_no: int) -> None:
        self.position, self.otau_no, self.mover = position, otau_no, position.to_move
        self.sowing = position.sow(otau_no)
        self.source_ix = self.sowing.source_ix
        first = self.source_ix + (self.sowing.kumalak == 1)
        self.lap = [ix % OTAU_TOTAL for ix in range(first, first + self.sowing.kumalak + 1)]
        """The otaus on the way, and the one beyond."""
        self.held = position.otau[self.sowing.landing_ix] + self.lap[:-1].count(self.sowing.landing_ix)
        if self.sowing.landing_ix == self.source_ix:
            self.held = self.lap[:-1].count(self.source_ix)

    @property
    def into_tuzdyk(self) -> bool:
        return self.sowing.path[-1] >= OTAU_TOTAL

    def sown(self, otaus: Sequence[int], left: int = 0) -> Boxes:
        boxes = [*self.position.otau, *self.position.kazan]
        boxes[self.source_ix] = left
        for ix in otaus:
            boxes[route(self.position.tuzdyk)[ix]] += 1
        return boxes

    def ended(self, code: str, boxes: Boxes, last_ix: int | None = None) -> Blunder:
        """With what the rules give where the last kumalak fell, if it fell into an opponent's otau."""
        tuzdyk = self.position.tuzdyk
        barred = [otau_ix(side.other, no) for side, no in zip(Side, tuzdyk, strict=True) if no is not None]
        if last_ix is not None and otau_side(last_ix) is not self.mover and last_ix not in barred:
            captured, tuzdyk = taken(boxes[last_ix], tuzdyk, self.mover.ix, last_ix)
            boxes[last_ix] -= captured
            boxes[OTAU_TOTAL + self.mover.ix] += captured
        return self.left(code, boxes, tuzdyk)

    def left(self, code: str, boxes: Boxes, tuzdyk: tuple[int | None, int | None] | None = None) -> Blunder:
        after = Position(
            tuple(boxes[:OTAU_TOTAL]), (boxes[18], boxes[19]), tuzdyk or self.position.tuzdyk, self.mover.other
        )
        return Blunder(code, boxes, after, self.otau_no)

    def swept(self, into: Side) -> Boxes:
        """All sown rightly, and what lies in the last otau taken."""
        boxes = self.sown(self.lap[:-1])
        boxes[OTAU_TOTAL + into.ix] += boxes[self.sowing.landing_ix]
        boxes[self.sowing.landing_ix] = 0
        return boxes


def _sown_short(ply: _Ply, rng: Rng) -> Blunder | None:
    if ply.sowing.kumalak < 3:
        return None
    short = ply.lap[:-2]
    if rng.random() < 0.5:
        return ply.ended("sown_short", ply.sown(short), short[-1])
    return ply.ended("sown_short", ply.sown([*short, short[rng.integers(1, len(short))]]), short[-1])


def _partial_take(ply: _Ply, rng: Rng) -> Blunder | None:
    if ply.sowing.kumalak < 4:
        return None
    left = int(rng.integers(1, ply.sowing.kumalak - 2))
    lap = ply.lap[: -1 - left]
    return ply.ended("partial_take", ply.sown(lap, left), lap[-1])


def _skipped_otau(ply: _Ply, rng: Rng) -> Blunder | None:
    if ply.sowing.kumalak < 3:
        return None
    lap = list(ply.lap)
    del lap[rng.integers(1, len(lap) - 1)]
    return ply.ended("skipped_otau", ply.sown(lap), lap[-1])


def _source_left_empty(ply: _Ply, _: Rng) -> Blunder | None:
    if ply.sowing.kumalak < 2:
        return None
    return ply.ended("source_left_empty", ply.sown(ply.lap[1:]), ply.lap[-1])


def _wrong_direction(ply: _Ply, _: Rng) -> Blunder | None:
    if ply.sowing.kumalak < 2:
        return None
    back = [(ply.source_ix - step) % OTAU_TOTAL for step in range(ply.sowing.kumalak)]
    return ply.ended("wrong_direction", ply.sown(back), back[-1])


def _captured_odd(ply: _Ply, _: Rng) -> Blunder | None:
    at_opponents = otau_side(ply.sowing.landing_ix) is not ply.mover and not ply.into_tuzdyk
    if not at_opponents or ply.sowing.captured or ply.held in (1, 3):
        return None
    return ply.left("captured_odd", ply.swept(ply.mover))


def _captured_own(ply: _Ply, _: Rng) -> Blunder | None:
    if otau_side(ply.sowing.landing_ix) is not ply.mover or ply.held % 2 or ply.into_tuzdyk:
        return None
    return ply.left("captured_own", ply.swept(ply.mover))


def _missed_capture(ply: _Ply, _: Rng) -> Blunder | None:
    return ply.left("missed_capture", ply.sown(ply.lap[:-1])) if ply.sowing.captured else None


def _wrong_kazan(ply: _Ply, _: Rng) -> Blunder | None:
    if not ply.sowing.captured:
        return None
    return ply.left("wrong_kazan", ply.swept(ply.mover.other), ply.sowing.after.tuzdyk)


def _tuzdyk_against_rules(ply: _Ply, code: str, *, owned: bool) -> Blunder | None:
    at_opponents = otau_side(ply.sowing.landing_ix) is not ply.mover and not ply.into_tuzdyk
    own = ply.position.tuzdyk[ply.mover.ix]
    if not at_opponents or ply.sowing.captured or ply.held != 3 or (own is not None) != owned:
        return None
    tuzdyk = list(ply.position.tuzdyk)
    tuzdyk[ply.mover.ix] = own or ply.sowing.landing_ix % 9 + 1
    return ply.left(code, ply.swept(ply.mover), (tuzdyk[0], tuzdyk[1]))


def _tuzdyk_illegal(ply: _Ply, _: Rng) -> Blunder | None:
    return _tuzdyk_against_rules(ply, "tuzdyk_illegal", owned=False)


def _tuzdyk_second(ply: _Ply, _: Rng) -> Blunder | None:
    return _tuzdyk_against_rules(ply, "tuzdyk_second", owned=True)


def _tuzdyk_not_emptied(ply: _Ply, _: Rng) -> Blunder | None:
    for side in Side:
        fallen, number = ply.sowing.path.count(OTAU_TOTAL + side.ix), ply.position.tuzdyk[side.ix]
        if fallen and number is not None:
            after = ply.sowing.after
            boxes = [*after.otau, *after.kazan]
            boxes[OTAU_TOTAL + side.ix] -= fallen
            boxes[otau_ix(side.other, number)] = fallen
            return Blunder("tuzdyk_not_emptied", boxes, after, ply.otau_no)
    return None


def _ball_missing(ply: _Ply, rng: Rng) -> Blunder | None:
    return _astray(ply, rng, "ball_missing", -1)


def _ball_extra(ply: _Ply, rng: Rng) -> Blunder | None:
    return _astray(ply, rng, "ball_extra", 1)


def _astray(ply: _Ply, rng: Rng, code: str, sign: int) -> Blunder | None:
    """At rest or, as often, while a ply is played; mostly one kumalak, of some otau that holds enough."""
    at_rest = rng.random() < 0.5
    position = ply.position if at_rest else ply.sowing.after
    off = int(rng.choice([1, 2, 3], p=[0.8, 0.15, 0.05])) if at_rest else 1
    ix = int(rng.choice([ix for ix, held in enumerate(position.otau) if held >= off]))
    boxes = [*position.otau, *position.kazan]
    boxes[ix] += sign * off
    after = replace(position, otau=tuple(boxes[:OTAU_TOTAL]))
    return Blunder(code, boxes, after, None if at_rest else ply.otau_no)


def _moved_twice(position: Position, rng: Rng) -> Blunder | None:
    other = replace(position, to_move=position.to_move.other)
    if not other.legal_moves:
        return None
    after = other.play(int(rng.choice(other.legal_moves.numbers)))
    return Blunder("moved_twice", [*after.otau, *after.kazan], after, None)


def _moved_opponents(position: Position, rng: Rng) -> Blunder | None:
    other = replace(position, to_move=position.to_move.other)
    if not other.legal_moves:
        return None
    ply = _Ply(other, int(rng.choice(other.legal_moves.numbers)))
    ply.mover = position.to_move
    blunder = ply.ended("moved_opponents", ply.sown(ply.lap[:-1]), ply.lap[-2])
    return replace(blunder, meant=None)


_OF_PLIES: dict[str, Callable[[_Ply, Rng], Blunder | None]] = {
    "sown_short": _sown_short,
    "partial_take": _partial_take,
    "skipped_otau": _skipped_otau,
    "source_left_empty": _source_left_empty,
    "wrong_direction": _wrong_direction,
    "captured_odd": _captured_odd,
    "captured_own": _captured_own,
    "missed_capture": _missed_capture,
    "tuzdyk_illegal": _tuzdyk_illegal,
    "tuzdyk_second": _tuzdyk_second,
    "tuzdyk_not_emptied": _tuzdyk_not_emptied,
    "wrong_kazan": _wrong_kazan,
    "ball_missing": _ball_missing,
    "ball_extra": _ball_extra,
}
_OF_TURNS: dict[str, Callable[[Position, Rng], Blunder | None]] = {
    "moved_twice": _moved_twice,
    "moved_opponents": _moved_opponents,
}
CODES = (*_OF_PLIES, *_OF_TURNS)


def blunder(code: str, position: Position, rng: Rng) -> Blunder | None:
    """Some error of this kind, None where none can be made or none can be told from a legal ply."""
    if code in _OF_TURNS:
        made = _OF_TURNS[code](position, rng)
    else:
        numbers = rng.permutation(position.legal_moves.numbers)
        tried = (_OF_PLIES[code](_Ply(position, int(number)), rng) for number in numbers)
        made = next((one for one in tried if one is not None), None)
    if made is None or max(made.boxes[:OTAU_TOTAL]) > KUMALAK_TOTAL // 3:
        return None
    legal = [position, *(position.play(number) for number in position.legal_moves)]
    return None if made.boxes in [[*one.otau, *one.kazan] for one in legal] else made
