"""What the players' errors leave on the board: every misplay that a position allows, with its code."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from math import log
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from togyz.board import OTAU_TOTAL, Side, otau_ix, otau_no, otau_side
from togyz.codes import Code
from togyz.inference.evidence import TUZDYK, contents, kumalak_in
from togyz.inference.futures import lying_in_tuzdyks, playable
from togyz.inference.observation import BOX_TOTAL
from togyz.inference.priors import P_ASTRAY, P_CODE
from togyz.position import TUZDYK_WON_BY, Position, Tuzdyks, route, taken
from togyz.rules import Rules
from togyz.sowing import move_text

_CACHED_POSITIONS: Final = 64
_KEPT_WEIGHT: Final = 5.0
"""The last kumalak stays in the hand as often as one of five others falls beside the one before it."""
_ODD_OWN_WEIGHT: Final = 0.3
"""Who captures in an own otau does so because it became even, mostly."""


class Misplay(NamedTuple):
    """An error as such.

    Attributes:
        side, otau_nos: whose row and which otaus in it an alert names: the one that was played (in the opponent's row
            for ``MOVED_OPPONENTS``), or the one that holds too few or too many kumalak.
        meant_no: the otau of the legal ply that was meant, None where there is none.
        move: the ply as it is written where it stands; None where the ply that was meant stands in spite of the
            error, or, without one, where nobody played.
        after: the position from which the game goes on where the error stands.
        shown: contents of the 20 boxes (:func:`togyz.inference.evidence.contents`).
    """

    code: Code
    side: Side
    otau_nos: tuple[int, ...]
    meant_no: int | None
    move: str | None
    after: Position
    shown: tuple[int, ...]

    @property
    def is_ply(self) -> bool:
        """Whether somebody played, rightly or wrongly."""
        return self.move is not None or self.meant_no is not None


class _Deed(NamedTuple):
    """An error before anybody asks for it in full.

    Attributes:
        boxes: contents of the 20 boxes then.
        about_ix: the otau that an alert names.
        source_ix, landing_ix: of the ply; None where nobody played.
        legal: the position after the ply that was meant, where that stands in spite of the error.
        weight: how likely it is among the errors of its code.
    """

    code: Code
    mover: Side
    boxes: list[int]
    tuzdyk: Tuzdyks
    about_ix: int
    source_ix: int | None = None
    landing_ix: int | None = None
    meant_no: int | None = None
    legal: Position | None = None
    weight: float = 1.0

    def misplay(self, before: Position) -> Misplay:
        """The error in full."""
        if self.source_ix is None or self.landing_ix is None:
            return self._misplay(None, self._position(before.to_move))
        if self.legal is not None:
            return self._misplay(None, self.legal)
        won = self.tuzdyk != before.tuzdyk
        move = move_text(otau_no(self.source_ix), otau_no(self.landing_ix), tuzdyk=won)
        return self._misplay(move, self._position(self.mover.other))

    def _misplay(self, move: str | None, after: Position) -> Misplay:
        side = self.mover if self.about_ix == self.source_ix else otau_side(self.about_ix)
        return Misplay(self.code, side, (otau_no(self.about_ix),), self.meant_no, move, after, tuple(self.boxes))

    def _position(self, to_move: Side) -> Position:
        *otau, white, black = kumalak_in(self.boxes)
        return Position(tuple(otau), (white, black), self.tuzdyk, to_move)


@dataclass(frozen=True, slots=True, eq=False)
class Misplays:
    """M errors that may be made in one position.

    Attributes:
        boards: (M, 20) contents of the boxes then.
        log_prior: (M,) log P(this error | an error).
        by_white: (M,) whether white's hand made it.
    """

    position: Position
    deeds: tuple[_Deed, ...]
    boards: NDArray[np.intp]
    log_prior: NDArray[np.float64]
    by_white: NDArray[np.bool_]

    def misplay(self, row: int) -> Misplay:
        """Error 0..M-1."""
        return self.deeds[row].misplay(self.position)


@lru_cache(maxsize=_CACHED_POSITIONS)
def misplays(position: Position, rules: Rules) -> Misplays:
    """Every ply against the rules, and every legal one while which kumalak went astray."""
    deeds: list[_Deed] = list(_out_of_turn(position))
    for number in playable(position, rules):
        player = _Player(position, position.to_move, position.to_move, number)
        deeds += chain(_missown(player), _mislifted(player), _left_in_tuzdyks(player, rules), _astray_in(player))
    return _weighed(position, deeds)


@lru_cache(maxsize=_CACHED_POSITIONS)
def astray(position: Position) -> Misplays:
    """Kumalak missing from an otau, or too many in one, or fallen into the next one, while nobody played."""
    rest = contents(position)
    moved = [
        (one, kumalak)
        for kumalak in P_ASTRAY
        for one in chain(_gone_astray(rest, -kumalak), _gone_astray(rest, kumalak), _fallen_over(rest, kumalak))
    ]
    deeds = [
        _Deed(code, position.to_move, boxes, position.tuzdyk, ix, weight=P_ASTRAY[kumalak])
        for (code, ix, boxes), kumalak in moved
    ]
    return _weighed(position, deeds)


def _weighed(position: Position, deeds: list[_Deed]) -> Misplays:
    """A distribution: the codes that can be by their shares, the errors of a code by their weights."""
    weights: dict[Code, float] = defaultdict(float)
    for deed in deeds:
        weights[deed.code] += deed.weight
    total = sum(P_CODE[code] for code in weights)
    return Misplays(
        position,
        tuple(deeds),
        np.array([deed.boxes for deed in deeds], dtype=np.intp).reshape(-1, BOX_TOTAL),
        np.array([log(P_CODE[deed.code] / total * deed.weight / weights[deed.code]) for deed in deeds]),
        np.array([deed.mover is Side.WHITE for deed in deeds], dtype=bool),
    )


class _Player:
    """Someone who takes kumalak out of one otau and may do wrong with them.

    Args:
        position: before it.
        mover: whose hand it is.
        owner: in whose row the otau lies.
        number: the otau's number there.
    """

    def __init__(self, position: Position, mover: Side, owner: Side, number: int) -> None:
        self.position = position
        self.mover = mover
        self.number = number
        self.source_ix = otau_ix(owner, number)
        self.kumalak = position.otau[self.source_ix]
        self.rest = contents(position)
        self._route = route(position.tuzdyk)
        first_ix = self.source_ix + (self.kumalak == 1)
        self.over = list(range(first_ix, first_ix + self.kumalak))
        """The otaus that the kumalak should fall into, counting on from lap to lap."""

    def sown(self, over: Iterable[int], left: int = 0) -> list[int]:
        """Contents once a kumalak has fallen into each of these otaus, and some were left in the source."""
        boxes = list(self.rest)
        boxes[self.source_ix] = left
        for ix in over:
            boxes[self._route[ix % OTAU_TOTAL]] += 1
        return boxes

    def taking(self, code: Code, over: Sequence[int], *, left: int = 0, weight: float = 1.0) -> _Deed:
        """Sown so, and then taken what the rules give for the last kumalak."""
        boxes, landing_ix, tuzdyk = self.sown(over, left), over[-1] % OTAU_TOTAL, self.position.tuzdyk
        if boxes[landing_ix] != TUZDYK and otau_side(landing_ix) is not self.mover:
            captured, tuzdyk = taken(boxes[landing_ix], tuzdyk, self.mover.ix, landing_ix)
            _into_kazan(boxes, landing_ix, captured, self.mover)
            boxes[landing_ix] = TUZDYK if tuzdyk != self.position.tuzdyk else boxes[landing_ix]
        return self.deed(code, boxes, landing_ix, tuzdyk=tuzdyk, weight=weight)

    def deed(
        self, code: Code, boxes: list[int], landing_ix: int, *, tuzdyk: Tuzdyks | None = None, weight: float = 1.0
    ) -> _Deed:
        """The error of having left these boxes instead of those of the legal ply from this otau."""
        tuzdyk = self.position.tuzdyk if tuzdyk is None else tuzdyk
        return _Deed(
            code, self.mover, boxes, tuzdyk, self.source_ix, self.source_ix, landing_ix, self.number, weight=weight
        )


def _into_kazan(boxes: list[int], ix: int, kumalak: int, side: Side) -> None:
    """Moves kumalak from an otau into a side's kazan."""
    boxes[ix] -= kumalak
    boxes[OTAU_TOTAL + side.ix] += kumalak


def _missown(player: _Player) -> Iterator[_Deed]:
    """The right otau, sown wrongly."""
    over, kumalak = player.over, player.kumalak
    backwards = [player.source_ix - (ix - player.source_ix) for ix in over]
    yield player.taking(Code.WRONG_DIRECTION, backwards)
    if kumalak == 1:
        return
    beyond = [*over, over[-1] + 1]
    yield player.taking(Code.SOURCE_LEFT_EMPTY, beyond[1:])
    yield player.taking(Code.SOWN_SHORT, over[:-1], weight=_KEPT_WEIGHT)
    for ix in range(1, kumalak - 1):
        yield player.taking(Code.SOWN_SHORT, sorted([*over[:-1], over[ix]]))
        yield player.taking(Code.PARTIAL_TAKE, over[:-ix], left=ix)
    for ix in range(1, kumalak):
        yield player.taking(Code.SKIPPED_OTAU, beyond[:ix] + beyond[ix + 1 :])


def _mislifted(player: _Player) -> Iterator[_Deed]:
    """The right otau, sown rightly, and then something lifted that should not be, or not what should.

    Nobody captures the single kumalak that was just put into an empty otau.
    """
    landing_ix = player.over[-1] % OTAU_TOTAL
    sown = player.sown(player.over)
    held, mover, tuzdyk = sown[landing_ix], player.mover, player.position.tuzdyk
    if held == TUZDYK:
        return
    swept = list(sown)
    _into_kazan(swept, landing_ix, held, mover)
    if otau_side(landing_ix) is mover:
        if held > 1:
            yield player.deed(Code.CAPTURED_OWN, swept, landing_ix, weight=_ODD_OWN_WEIGHT if held % 2 else 1.0)
    elif taken(held, tuzdyk, mover.ix, landing_ix)[0]:
        yield player.deed(Code.MISSED_CAPTURE, sown, landing_ix)
        into_others = list(sown)
        _into_kazan(into_others, landing_ix, held, mover.other)
        right = player.taking(Code.WRONG_KAZAN, player.over)
        into_others[landing_ix] = right.boxes[landing_ix]
        yield right._replace(boxes=into_others)
    elif held not in (1, TUZDYK_WON_BY):
        yield player.deed(Code.CAPTURED_ODD, swept, landing_ix)
    elif held != 1 and tuzdyk[mover.ix] is not None:
        yield player.deed(Code.TUZDYK_SECOND, swept, landing_ix)
    elif held != 1:
        swept[landing_ix] = TUZDYK
        number = otau_no(landing_ix)
        claimed = (tuzdyk[0], number) if mover is Side.BLACK else (number, tuzdyk[1])
        yield player.deed(Code.TUZDYK_ILLEGAL, swept, landing_ix, tuzdyk=claimed)


def _left_in_tuzdyks(player: _Player, rules: Rules) -> Iterator[_Deed]:
    """Played rightly, but what fell into a tuzdyk lies there still."""
    sowing = player.position.sow(player.number, rules)
    for boxes in lying_in_tuzdyks(sowing, player.position.tuzdyk):
        yield player.deed(Code.TUZDYK_NOT_EMPTIED, boxes, sowing.landing_ix)._replace(legal=sowing.after)


def _out_of_turn(position: Position) -> Iterator[_Deed]:
    """A ply from the row of the side that is not to move: by that side once more, or by the other one."""
    mover = position.to_move
    for number in replace(position, to_move=mover.other).legal_moves:
        for code, hand in ((Code.MOVED_TWICE, mover.other), (Code.MOVED_OPPONENTS, mover)):
            player = _Player(position, hand, mover.other, number)
            yield player.taking(code, player.over)._replace(meant_no=None)


def _astray_in(player: _Player) -> Iterator[_Deed]:
    """Played rightly, but for one kumalak that went missing from some otau, or came to it."""
    right = player.taking(Code.BALL_MISSING, player.over)
    for off in (-1, 1):
        for code, ix, boxes in _gone_astray(right.boxes, off):
            yield right._replace(code=code, about_ix=ix, boxes=boxes)


def _gone_astray(boxes: Sequence[int], off: int) -> Iterator[tuple[Code, int, list[int]]]:
    """Every otau with so many kumalak more or fewer."""
    code = Code.BALL_EXTRA if off > 0 else Code.BALL_MISSING
    for ix in range(OTAU_TOTAL):
        if boxes[ix] != TUZDYK and boxes[ix] + off >= 0:
            changed = list(boxes)
            changed[ix] += off
            yield code, ix, changed


def _fallen_over(boxes: Sequence[int], kumalak: int) -> Iterator[tuple[Code, int, list[int]]]:
    """Every otau from which so many fell into a neighbour in the same row."""
    for ix in range(OTAU_TOTAL):
        for other_ix in (ix - 1, ix + 1):
            neighbours = 0 <= other_ix < OTAU_TOTAL and otau_side(ix) is otau_side(other_ix)
            if neighbours and TUZDYK not in (boxes[ix], boxes[other_ix]) and boxes[ix] >= kumalak:
                changed = list(boxes)
                changed[ix] -= kumalak
                changed[other_ix] += kumalak
                yield Code.UNEXPLAINED, ix, changed
