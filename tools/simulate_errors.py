"""Real games with an error in each, and life's other disturbances, through a simulated counter: what is told of them?

    python tools/simulate_errors.py MOVES.jsonl.gz errors [--code CODE] [--games 30] [--first 3001] [--counter NAME]
    python tools/simulate_errors.py MOVES.jsonl.gz legal [--games 100] ...

Every game is joined some plies before the error. Half of the errors are put right after 3 to 10 s, by turns to the
position before or to what was meant, and half of them stand while the game goes on. Captures are lifted late, sowings
rest half-way, hands cover otaus, kumalak are put in order, plies are taken back, and 2 % of the states are seen by
nobody. Constants may be fitted on games above 3000 only.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

import numpy as np

from togyz.board import OTAU_TOTAL
from togyz.codes import Code
from togyz.events import Alert, Desync, Event, Resolved
from togyz.fold import fold
from togyz.inference.observation import BOX_TOTAL, Observation
from togyz.inference.tracker import Tracker
from togyz.position import Position
from togyz.record import Record
from tools.misplaying import CODES, Blunder, Rng, blunder
from tools.simulate_counter import COUNTERS, Camera, Counter, games_of

READ_AT_S = (0.3, 0.65, 1.2, 2.05, 3.2, 7.2, 11.2)
"""When a spell is looked at, after the board came to rest."""
BEFORE, AFTER = 20, 8
"""Plies before and after the error."""
P_LATE, P_SLOW, P_HIDDEN, P_REARRANGED, P_TAKEN_BACK, P_UNSEEN = 0.15, 0.1, 0.03, 0.03, 0.01, 0.02
LATE_S = (0.4, 2.8)
GAP_S = 1.0
DELAY_S = (1.5, 4.0)


@dataclass(frozen=True)
class Scene:
    """The board at rest for a while.

    Attributes:
        boxes: 20 counts.
        hidden: otaus under a hand that rests.
        rearranged: boxes put in order since the scene before.
    """

    boxes: Sequence[int]
    stays_s: float
    hidden: Sequence[int] = ()
    rearranged: Sequence[int] = ()


def boxes_of(position: Position) -> list[int]:
    return [*position.otau, *position.kazan]


def lively(before: Position, otau_no: int, rng: Rng) -> Iterator[Scene]:
    """A ply as it is played: now and then something rests half-way, or is done twice, or is not seen."""
    sowing = before.sow(otau_no)
    board = boxes_of(before)
    board[sowing.source_ix] = 0
    stages = [list(board)]
    for box in sowing.path:
        board[box] += 1
        stages.append(list(board))
    if rng.random() < P_SLOW:
        yield Scene(stages[rng.integers(len(stages) - 1)], rng.uniform(*LATE_S))
    if sowing.captured and rng.random() < P_LATE:
        yield Scene(stages[-1], rng.uniform(*LATE_S))
    for scene in at_rest(sowing.after, rng):
        if rng.random() >= P_UNSEEN:
            yield scene
    if rng.random() < P_TAKEN_BACK:
        yield from at_rest(before, rng)
        yield from at_rest(sowing.after, rng)


def at_rest(position: Position, rng: Rng) -> Iterator[Scene]:
    """A position while somebody thinks."""
    scene = Scene(boxes_of(position), rng.uniform(0.8, 9.0))
    yield scene
    if rng.random() < P_HIDDEN:
        yield replace(scene, hidden=rng.choice(OTAU_TOTAL, 3, replace=False).tolist())
    if rng.random() < P_REARRANGED:
        yield replace(scene, rearranged=rng.choice(BOX_TOTAL, 2, replace=False).tolist())


def filmed(scenes: Sequence[Scene], counter: Counter, rng: Rng) -> Iterator[Observation]:
    """What the tracker gets of them: the same evidence, however often a spell is looked at."""
    camera, t_rest = Camera(counter, rng), 0.0
    for spell, scene in enumerate(scenes):
        t_rest += GAP_S
        seen = camera.see(spell, scene.boxes, t_rest=t_rest, t=t_rest, rearranged=scene.rearranged)
        if scene.hidden:
            seen = _covered(seen, scene.hidden)
        for read_s in READ_AT_S:
            if read_s <= max(scene.stays_s, READ_AT_S[0]):
                yield replace(seen, t=t_rest + read_s)
        t_rest += scene.stays_s


def _covered(seen: Observation, hidden: Sequence[int]) -> Observation:
    visible, log_lik = seen.visible.copy(), seen.log_lik.copy()
    visible[list(hidden)] = False
    log_lik[list(hidden)] = 0.0
    return replace(seen, visible=visible, log_lik=log_lik)


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


def legal_tale(otau_nos: Sequence[int], rng: Rng) -> Tale:
    """A whole game without an error."""
    start = position = Position.start()
    scenes = list(at_rest(start, rng))
    for otau_no in otau_nos:
        scenes += lively(position, otau_no, rng)
        position = position.play(otau_no)
    scenes.append(Scene(boxes_of(position), 4.0))
    return Tale(start, scenes, position, otau_nos)


def tale_with(error: Blunder, start: Position, otau_nos: Sequence[int], ix: int, rng: Rng) -> Tale:
    """Part of a game, with an error in place of its ply ``ix`` or before it."""
    position = start
    scenes, moves = list(at_rest(start, rng)), list[int | None](otau_nos[:ix])
    for otau_no in otau_nos[:ix]:
        scenes += lively(position, otau_no, rng)
        position = position.play(otau_no)
    puts_right = rng.random() < 0.5
    scenes.append(Scene(error.boxes, rng.uniform(4.5, 8.0)))
    rest = otau_nos[ix:]
    if puts_right and error.meant is not None and rng.random() < 0.5:
        rest = [error.meant]
    elif puts_right:
        scenes += at_rest(position, rng)
    else:
        position, rest = error.after, []
        stands = error.code != "tuzdyk_not_emptied"
        moves += [] if error.meant is None and "moved" not in error.code else [None if stands else error.meant]
    for n in range(AFTER):
        if not position.legal_moves:
            break
        otau_no = rest[n] if n < len(rest) else int(rng.choice(position.legal_moves.numbers))
        scenes += lively(position, otau_no, rng)
        position = position.play(otau_no)
        moves.append(otau_no)
    scenes.append(Scene(boxes_of(position), 4.0))
    return Tale(start, scenes, position, moves)


def told_of(tale: Tale, counter: Counter, rng: Rng) -> list[Event]:
    """Everything that the tracker says of it."""
    tracker = Tracker(tale.start)
    state, events = tracker.initial(), list[Event]()
    t = 0.0
    for observation in filmed(tale.scenes, counter, rng):
        state, said = tracker.advance(state, observation)
        events += said
        t = observation.t
    return events + tracker.finish(state, t)[1]


def is_right(record: Record, tale: Tale) -> bool:
    """Whether the record holds what was played, and ends where the game does."""
    moves = [None if ply.status == "accepted_illegal" else ply.otau for ply in record.plies]
    position = record.position
    return moves == list(tale.moves) and (position.otau, position.to_move) == (tale.right.otau, tale.right.to_move)


@dataclass(frozen=True)
class Trial:
    """What is tried.

    Attributes:
        games: ids and moves; those in which an error of the kind cannot be made are passed over.
        wanted: so many of them.
    """

    games: Iterable[tuple[int, list[str]]]
    wanted: int
    counter: Counter
    seed: int = 0


def errors(trial: Trial, code: str) -> Tally[str]:
    """What is told of games with an error of one kind."""
    tally = Tally[str]()
    for number, moves in trial.games:
        rng = np.random.default_rng((trial.seed, number, CODES.index(code)))
        found = _error_in(code, [int(move[0]) for move in moves], rng)
        if found is None:
            continue
        tale = tale_with(*found, rng)
        events = told_of(tale, trial.counter, rng)
        alerts = _of_play(events)
        settled = {event.id for event in events if isinstance(event, Resolved)}
        tally["games"] += 1
        tally["settled"] += settled >= {alert.id for alert in alerts}
        tally["record right"] += is_right(fold(events), tale)
        if alerts:
            tally["found"] += 1
            tally["right code"] += alerts[-1].code == code
            tally["in time"] += DELAY_S[0] <= alerts[0].t - alerts[0].t_rest <= DELAY_S[1]
            tally["other alerts"] += len({alert.id for alert in alerts}) - 1
            tally[f"as {alerts[-1].code}"] += alerts[-1].code != code
        if tally["games"] == trial.wanted:
            break
    return +tally


def _of_play(events: Iterable[Event]) -> list[Alert]:
    """The alerts, but for those of otaus that a hand does hide for long."""
    return [event for event in events if isinstance(event, Alert) and event.code != Code.OTAU_COVERED]


def _error_in(code: str, otau_nos: Sequence[int], rng: Rng) -> tuple[Blunder, Position, list[int], int] | None:
    """An error in some ply of a game: it, where the game is joined, the plies from there, and how many before it."""
    positions = [Position.start()]
    for otau_no in otau_nos:
        positions.append(positions[-1].play(otau_no))
    for ix in rng.permutation(np.arange(1, len(otau_nos)))[:30].tolist():
        made = blunder(code, positions[ix], rng)
        if made is not None:
            first = max(0, ix - BEFORE)
            return made, positions[first], list(otau_nos[first:]), ix - first
    return None


def legal(trial: Trial) -> Tally[str]:
    """What is told of games without an error."""
    tally = Tally[str]()
    for number, moves in islice(trial.games, trial.wanted):
        rng = np.random.default_rng((trial.seed, number))
        tale = legal_tale([int(move[0]) for move in moves], rng)
        events = told_of(tale, trial.counter, rng)
        alerts = {alert.id: alert.code for alert in _of_play(events)}
        tally["games"] += 1
        tally["plies"] += len(moves)
        tally["record right"] += is_right(fold(events), tale)
        tally["alerts"] += len(alerts)
        tally["desync"] += sum(isinstance(event, Desync) for event in events)
        tally.update(f"as {code}" for code in alerts.values())
    return +tally


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("moves", type=Path)
    parser.add_argument("what", choices=["errors", "legal"])
    parser.add_argument("--code", choices=CODES, help="one kind of error instead of all")
    parser.add_argument("--games", type=int, default=30, help="of each kind")
    parser.add_argument("--first", type=int, default=3001, help="id of the first game")
    parser.add_argument("--counter", choices=COUNTERS, default="99.5/95/60 + change")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()

    def trial() -> Trial:
        games = games_of(arguments.moves, arguments.first, sys.maxsize)
        return Trial(games, arguments.games, COUNTERS[arguments.counter], arguments.seed)

    if arguments.what == "legal":
        print(dict(legal(trial())))
        return
    total = Tally[str]()
    for code in [arguments.code] if arguments.code else CODES:
        tally = errors(trial(), code)
        total += tally
        print(f"{code:20} {dict(tally)}", flush=True)
    print(f"{'all':20} {dict(total)}")


if __name__ == "__main__":
    main()
