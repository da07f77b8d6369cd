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

from togyz.codes import OF_SURROUNDINGS
from togyz.events import Alert, Desync, Event, Resolved
from togyz.fold import fold
from togyz.inference.observation import Observation
from togyz.inference.tracker import Tracker
from togyz.position import Position
from tools.misplaying import CODES, Rng, blunder
from tools.simulate_counter import COUNTERS, Camera, Counter, games_of
from tools.tales import Scene, Setting, Tale, is_right, legal_tale, tale_with

READ_AT_S = (0.3, 0.65, 1.2, 2.05, 3.2, 7.2, 11.2)
"""When a spell is looked at, after the board came to rest."""
BEFORE = 20
"""Plies before the error."""
GAP_S = 1.0
DELAY_S = (1.5, 4.0)


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
        tale = tale_with(found, rng)
        events = told_of(tale, trial.counter, rng)
        alerts = _of_play(events)
        settled = {event.id for event in events if isinstance(event, Resolved)}
        tally["games"] += 1
        tally["settled"] += settled >= {alert.id for alert in alerts}
        tally["record right"] += is_right(fold(events), tale.moves, tale.right)
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
    """The alerts of the players' errors: a hand does hide otaus for long."""
    return [event for event in events if isinstance(event, Alert) and event.code not in OF_SURROUNDINGS]


def _error_in(code: str, otau_nos: Sequence[int], rng: Rng) -> Setting | None:
    """An error in some ply of a game, which is joined some plies before."""
    positions = [Position.start()]
    for otau_no in otau_nos:
        positions.append(positions[-1].play(otau_no))
    for ix in rng.permutation(np.arange(1, len(otau_nos)))[:30].tolist():
        made = blunder(code, positions[ix], rng)
        if made is not None:
            first = max(0, ix - BEFORE)
            return Setting(made, positions[first], list(otau_nos[first:]), ix - first)
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
        tally["record right"] += is_right(fold(events), tale.moves, tale.right)
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
