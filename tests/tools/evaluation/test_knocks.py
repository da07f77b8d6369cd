from __future__ import annotations

from dataclasses import replace

from tools.evaluation.films import Variant
from tools.evaluation.knocks import KNOCKS, Knock, Knocked
from tools.evaluation.plies import FilmScore
from tools.evaluation.report import knocks_report
from tools.evaluation.tables import tables

SCORE = FilmScore("d1_walnut", 20, 20, 0, (0.2,), 0, 0, 0, 0, None)
KNOCK = Knock("d1_walnut", Variant(bump="30:25,0,3", light="40:2"))


def test_the_word_after_the_knock_counts_and_all_others_are_told_besides() -> None:
    (table,) = tables(
        knocks_report(
            Knocked(KNOCK, replace(SCORE, drifts_s=drifts_s)) for drifts_s in ((30.27,), (12.0, 31.0, 33.0), ())
        )
    )
    told = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    assert [(one["told after"], one["besides"]) for one in told] == [("0.27", "0"), ("1.00", "2"), ("-", "0")]
    assert told[0]["knock"] == "30:25,0,3"
    assert told[0]["right"] == "20"


def test_a_film_without_a_record_says_why() -> None:
    (table,) = tables(knocks_report([Knocked(KNOCK, replace(SCORE, shortcoming="nothing was seen"))]))
    assert table.notes[-1] == "d1_walnut: nothing was seen"


def test_there_are_six_places_on_three_films_to_all_sides_and_as_far_as_they_should_be() -> None:
    moved = [tuple(map(float, knock.variant.bump.partition(":")[2].split(","))) for knock in KNOCKS]
    assert len(KNOCKS) == 6
    assert len({knock.game for knock in KNOCKS}) == 3
    assert all((dx**2 + dy**2) ** 0.5 >= 24.7 and abs(deg) == 3 for dx, dy, deg in moved)
    assert {knock.variant.light.partition(":")[2] for knock in KNOCKS} == {"0.4", "2"}
