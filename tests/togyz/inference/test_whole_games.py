"""Real games through a simulated counter (tools/simulate_counter.py): floors, and a worse tracker that breaks them."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from togyz.inference.tracker import Tracker

FIRST_GAME, LAST_GAME = 3021, 3025
FLOOR_PLIES = 0.998
FLOOR_GAMES = 0.95

pytestmark = pytest.mark.shared


@pytest.fixture(scope="module")
def simulator() -> ModuleType:
    path = Path(__file__).parents[3] / "tools" / "simulate_counter.py"
    spec = importlib.util.spec_from_file_location("simulate_counter", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def score(simulator, shared, counter, tracker):
    path = shared / "data" / "games" / "moves.jsonl.gz"
    total = simulator.Score()
    for number, moves in simulator.games_of(path, FIRST_GAME, LAST_GAME):
        total += simulator.play(moves, simulator.COUNTERS[counter], tracker, (0, number))[0]
    return total


@pytest.mark.parametrize("counter", ["98/70/35", "98/70/35 + change", "98/70/35 stubborn + change"])
def test_plies_and_whole_games_are_right(simulator, shared, counter):
    total = score(simulator, shared, counter, Tracker())
    assert total.p_ply >= FLOOR_PLIES
    assert total.p_game >= FLOOR_GAMES
    assert total.wrong_confirmed == total.desyncs == 0


def test_a_poor_counter_with_evidence_of_change_is_good_enough(simulator, shared):
    total = score(simulator, shared, "56 % (61/35/20) + change", Tracker())
    assert total.p_ply >= FLOOR_PLIES


def test_a_greedy_tracker_with_a_poor_counter_breaks_the_floors(simulator, shared):
    total = score(simulator, shared, "56 % (61/35/20) + change", Tracker(beam=1))
    assert total.p_ply < FLOOR_PLIES
    assert total.p_game < FLOOR_GAMES


def test_reliability_is_told_by_what_was_said(simulator):
    table = simulator.reliability([(0.92, 0.0, True), (0.94, 0.06, False), (0.9999, 0.0, True)]).splitlines()
    rows = {tuple(line.split()[:3]): [float(one) for one in line.split()[3:]] for line in table[1:]}
    assert rows == {("0.900", "to", "0.950"): [2, 0.93, 0.97, 0.5], ("0.999", "to", "1.000"): [1, 0.9999, 1.0, 1.0]}
