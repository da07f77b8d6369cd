"""The rules and the tracker, without pictures."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from itertools import repeat
from typing import Final

import numpy as np

from benchmarks.measure import Figure, figure, in_ms, timed
from togyz.inference.observation import Observation
from togyz.inference.tracker import Tracker, TrackerState
from togyz.perft import perft
from togyz.position import Position
from tools.simulate_counter import COUNTERS, observed

GAMES: Final = 5
PLIES: Final = 80
COUNTER: Final = "98/70/35 + change"
PERFT_DEPTH: Final = 5
PERFT_RUNS: Final = 5
SEED: Final = 0


def measure_engine() -> Iterator[Figure]:
    """Tracker steps through games of random moves, and perft."""
    seconds = timed(_steps(), warm_up=PLIES)
    yield figure("tracker, each ply", "ms", in_ms(seconds))
    leaves = perft(Position.start(), PERFT_DEPTH)
    runs = timed(repeat(partial(perft, Position.start(), PERFT_DEPTH), PERFT_RUNS), warm_up=1)
    yield figure(f"perft {PERFT_DEPTH}", "leaves/s", [leaves / one for one in runs])


def _steps() -> Iterator[partial[None]]:
    chance = random.Random(SEED)
    for game in range(GAMES):
        walk = _Walk()
        for observation in observed(_positions(chance), COUNTERS[COUNTER], np.random.default_rng((SEED, game))):
            yield partial(walk.go_on, observation)


def _positions(chance: random.Random) -> list[Position]:
    """A game of random moves."""
    positions = [Position.start()]
    while len(positions) <= PLIES and (moves := list(positions[-1].legal_moves)):
        positions.append(positions[-1].play(chance.choice(moves)))
    return positions


class _Walk:
    """Keeps the tracker's state between two steps."""

    def __init__(self) -> None:
        self._tracker = Tracker()
        self._state: TrackerState = self._tracker.initial()

    def go_on(self, observation: Observation) -> None:
        """One step."""
        self._state, _ = self._tracker.advance(self._state, observation)
