"""What the tool tells of a crowd of readers, from times that are made up."""

from __future__ import annotations

import json

import pytest

from tools.crowd_feed import Ply, Seen, span_mb, summed

PLIES: list[Ply] = [("recording 1", n, "76") for n in range(1, 9)]
KILLED_S = 40.5


def seen(late_s: float, *, misses: int = 0) -> Seen:
    """A ply every 10 s, known by two readers after this time; both are back 1.5 s after the kill."""
    told = {ply: 10.0 * ply[1] for ply in PLIES}
    known = [{ply: told[ply] + late_s for ply in PLIES} for _ in range(2)]
    for ply in PLIES[:misses]:
        del known[1][ply]
    return Seen(told=told, known=known, opened=[[0.1, KILLED_S + 0.5], [0.1, KILLED_S + 1.5]])


def test_lateness_is_told_of_every_ply_and_reader() -> None:
    told = summed(seen(0.2), KILLED_S)
    assert told["late_s"] == {"median": pytest.approx(0.2), "p999": pytest.approx(0.2), "max": pytest.approx(0.2)}
    assert (told["plies"], told["never_known"], told["right_again_s"]) == (8, 0, 1.5)


def test_a_ply_that_a_reader_never_knew_is_counted() -> None:
    assert summed(seen(0.2, misses=2), KILLED_S)["never_known"] == 2


def test_what_was_told_while_the_server_was_down_is_not_called_late() -> None:
    times = seen(0.2)
    times.told[PLIES[3]] = KILLED_S + 1
    times.known[0][PLIES[3]] = KILLED_S + 9
    assert summed(times, KILLED_S)["late_s"] == summed(seen(0.2), KILLED_S)["late_s"]


def test_a_reader_that_never_came_back_is_never_right() -> None:
    times = seen(0.2)
    times.opened[1].pop()
    assert summed(times, KILLED_S)["right_again_s"] == float("inf")


def test_memory_counts_once_the_readers_have_come() -> None:
    assert span_mb([(0.0, 1024), (31.0, 2048), (60.0, 3072)]) == [2.0, 3.0]


def test_the_plies_of_a_state_are_read_once() -> None:
    state = json.dumps({"headers": {"Event": "recording 2"}, "plies": [{"n": 1, "move": "76"}]})
    times = Seen()
    assert times.plies_in(state) == [("recording 2", 1, "76")]
    assert times.plies_in(state) is times.plies_in(state)
