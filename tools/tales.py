"""Games told scene by scene: life's disturbances, and an error that is put right or stands.

What a camera would see of them is made elsewhere: observations by tools/simulate_errors.py, films by
tools/simulator/talefilm.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from togyz.board import OTAU_TOTAL, Side
from togyz.inference.observation import BOX_TOTAL
from togyz.position import Position, Tuzdyks
from togyz.record import Record
from tools.misplaying import Blunder, Rng

AFTER = 8
"""Plies after an error."""


@dataclass(frozen=True)
class Life:
    """How often the board looks otherwise than the rules would have it, and for how long things stay.

    Attributes:
        p_late, p_slow: a capture is lifted late; a sowing rests half-way; each for ``late_s``.
        p_hidden: a hand rests over the board once the ply is played.
        p_rearranged: kumalak of some boxes are put in order.
        p_taken_back: the ply is taken back, and played again.
        p_unseen: a state is seen by nobody.
        rest_s: how long somebody thinks.
        wrong_s: how long an error lies there.
    """

    p_late: float = 0.15
    p_slow: float = 0.1
    p_hidden: float = 0.03
    p_rearranged: float = 0.03
    p_taken_back: float = 0.01
    p_unseen: float = 0.02
    late_s: tuple[float, float] = (0.4, 2.8)
    rest_s: tuple[float, float] = (0.8, 9.0)
    wrong_s: tuple[float, float] = (4.5, 8.0)


LIFE = Life()


@dataclass(frozen=True)
class Scene:
    """The board at rest for a while.

    Attributes:
        boxes: 20 counts.
        tuzdyk: where the markers lie.
        hand: whose hand was at the board before.
        hidden: otaus under a hand that rests.
        rearranged: boxes put in order since the scene before.
        move: the ply played since the scene before, by its otau's number.
        error: the code of the error that lies there.
    """

    boxes: Sequence[int]
    stays_s: float
    tuzdyk: Tuzdyks
    hand: Side
    hidden: Sequence[int] = ()
    rearranged: Sequence[int] = ()
    move: int | None = None
    error: str | None = None


@dataclass(frozen=True)
class Tale:
    """A game with an error, or without.

    Attributes:
        right: where it stands in the end.
        moves: the otaus played, ``None`` for a ply against the rules.
    """

    start: Position
    scenes: Sequence[Scene]
    right: Position
    moves: Sequence[int | None]


def boxes_of(position: Position) -> list[int]:
    return [*position.otau, *position.kazan]


def lively(before: Position, otau_no: int, rng: Rng, life: Life = LIFE) -> Iterator[Scene]:
    """A ply as it is played: now and then something rests half-way, or is done twice, or is not seen."""
    sowing, mover = before.sow(otau_no), before.to_move
    board = boxes_of(before)
    board[sowing.source_ix] = 0
    stages = [list(board)]
    for box in sowing.path:
        board[box] += 1
        stages.append(list(board))
    if rng.random() < life.p_slow:
        stage = stages[rng.integers(len(stages) - 1)]
        yield Scene(stage, rng.uniform(*life.late_s), before.tuzdyk, mover)
    if sowing.captured and rng.random() < life.p_late:
        yield Scene(stages[-1], rng.uniform(*life.late_s), before.tuzdyk, mover)
    for scene in at_rest(sowing.after, mover, rng, life):
        if rng.random() >= life.p_unseen:
            yield replace(scene, move=otau_no)
    if rng.random() < life.p_taken_back:
        yield from at_rest(before, mover, rng, life)
        yield from at_rest(sowing.after, mover, rng, life)


def at_rest(position: Position, hand: Side, rng: Rng, life: Life = LIFE) -> Iterator[Scene]:
    """A position that a hand left, while somebody thinks."""
    scene = Scene(boxes_of(position), rng.uniform(*life.rest_s), position.tuzdyk, hand)
    yield scene
    if rng.random() < life.p_hidden:
        yield replace(scene, hidden=rng.choice(OTAU_TOTAL, 3, replace=False).tolist())
    if rng.random() < life.p_rearranged:
        yield replace(scene, rearranged=rng.choice(BOX_TOTAL, 2, replace=False).tolist())


def legal_tale(otau_nos: Sequence[int], rng: Rng, life: Life = LIFE) -> Tale:
    """A whole game without an error."""
    start = position = Position.start()
    scenes = list(at_rest(start, Side.BLACK, rng, life))
    for otau_no in otau_nos:
        scenes += lively(position, otau_no, rng, life)
        position = position.play(otau_no)
    scenes.append(_end(position))
    return Tale(start, scenes, position, otau_nos)


def _end(position: Position) -> Scene:
    return Scene(boxes_of(position), 4.0, position.tuzdyk, position.to_move.other)


@dataclass(frozen=True)
class Setting:
    """Part of a game in which an error is made.

    Attributes:
        error: made in place of ply ``ix`` or before it.
        start: where the part begins.
        otau_nos: played from there, if nothing went wrong.
    """

    error: Blunder
    start: Position
    otau_nos: Sequence[int]
    ix: int


def tale_with(setting: Setting, rng: Rng, life: Life = LIFE, after: int = AFTER) -> Tale:
    """Part of a game, with an error in it and so many plies after."""
    error, ix = setting.error, setting.ix
    position = setting.start
    scenes = list(at_rest(position, position.to_move.other, rng, life))
    moves = list[int | None](setting.otau_nos[:ix])
    for otau_no in setting.otau_nos[:ix]:
        scenes += lively(position, otau_no, rng, life)
        position = position.play(otau_no)
    hand = position.to_move.other if error.code == "moved_twice" else position.to_move
    puts_right = rng.random() < 0.5
    scenes.append(Scene(error.boxes, rng.uniform(*life.wrong_s), error.after.tuzdyk, hand, error=error.code))
    rest = setting.otau_nos[ix:]
    if puts_right and error.meant is not None and rng.random() < 0.5:
        rest = [error.meant]
    elif puts_right:
        scenes += at_rest(position, hand, rng, life)
    else:
        position, rest = error.after, []
        stands = error.code != "tuzdyk_not_emptied"
        moves += [] if error.meant is None and "moved" not in error.code else [None if stands else error.meant]
    for n in range(after):
        if not position.legal_moves:
            break
        otau_no = rest[n] if n < len(rest) else int(rng.choice(position.legal_moves.numbers))
        scenes += lively(position, otau_no, rng, life)
        position = position.play(otau_no)
        moves.append(otau_no)
    scenes.append(_end(position))
    return Tale(setting.start, scenes, position, moves)


def random_game(plies: int, rng: Rng) -> list[int]:
    """The otaus of a game from the start; fewer if it is over before."""
    position, otau_nos = Position.start(), list[int]()
    while len(otau_nos) < plies and position.legal_moves:
        otau_nos.append(some_move(position, rng))
        position = position.play(otau_nos[-1])
    return otau_nos


def some_move(position: Position, rng: Rng) -> int:
    """A legal move, rather one that captures."""
    legal = list(position.legal_moves)
    weights = np.array([1 + position.sow(number).captured for number in legal], float)
    return legal[rng.choice(len(legal), p=weights / weights.sum())]


def is_right(record: Record, moves: Sequence[int | None], right: Position) -> bool:
    """Whether the record holds what was played, and ends where the game does; kazans are not asked.

    Args:
        record: what was recorded.
        moves: the otaus that were played; None for a ply against the rules.
        right: where the game ends.
    """
    recorded = [None if ply.status == "accepted_illegal" else ply.otau for ply in record.plies]
    ends = record.position
    return recorded == list(moves) and (ends.otau, ends.to_move) == (right.otau, right.to_move)
