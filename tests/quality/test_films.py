"""Whole games, from a film to its record."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.quality.floors import FLOORS, shortfalls
from togyz.tgk import read_tgk
from togyz_companion.samples import sample
from tools.evaluation.films import Variant, evaluate_film, record_film
from tools.evaluation.plies import FilmScore

EXACT = FilmScore("made up", 20, 20, 0, (0.3,), 0, 0, 0, 0, None)
SHORT_S = 20.0
SHORT_PLIES = 4
"""So many plies of the shipped film are played and confirmed by then."""


def figures(score: FilmScore) -> dict[str, float]:
    return {
        "right": score.right / score.plies,
        "delay_max_s": max(score.delays_s, default=float("inf")),
        "retractions": score.retractions,
        "desyncs": score.desyncs,
        "alerts": score.alerts,
    }


def recorded_moves(*, end_s: float = float("inf")) -> list[str]:
    recording, _ = record_film(sample().film, sample().corners_px, end_s=end_s)
    return [ply.move for ply in recording.record.plies]


@pytest.fixture(scope="module")
def played_moves() -> list[str]:
    return [ply.move for ply in read_tgk(sample().moves.read_text(encoding="utf-8")).game.plies]


def test_the_first_plies_of_the_shipped_film_are_right(played_moves: list[str]) -> None:
    recorded = recorded_moves(end_s=SHORT_S)
    assert len(recorded) >= SHORT_PLIES
    assert recorded == played_moves[: len(recorded)]


@pytest.mark.slow
def test_the_shipped_film_s_record_is_exact(played_moves: list[str]) -> None:
    assert recorded_moves() == played_moves


@pytest.mark.slow
@pytest.mark.shared
@pytest.mark.parametrize("name", sorted(FLOORS["films"]))
def test_films_of_boards_that_are_only_reported_on_hold_their_floors(name: str, shared: Path, tmp_path: Path) -> None:
    score = evaluate_film(name, variant=Variant(), shared=shared, cache=tmp_path)
    assert shortfalls(figures(score), FLOORS["films"][name]) == [], score


@pytest.mark.parametrize("name", sorted(FLOORS["films"]))
@pytest.mark.parametrize(
    "worse",
    [
        replace(EXACT, edits=4),
        replace(EXACT, delays_s=(0.3, 3.0)),
        replace(EXACT, delays_s=()),
        replace(EXACT, retractions=2),
        replace(EXACT, desyncs=1),
        replace(EXACT, alerts=1),
    ],
    ids=["plies wrong", "one late", "none", "retracted", "desync", "alert"],
)
def test_a_worse_record_falls_below_the_floors(name: str, worse: FilmScore) -> None:
    assert shortfalls(figures(EXACT), FLOORS["films"][name]) == []
    assert len(shortfalls(figures(worse), FLOORS["films"][name])) == 1
