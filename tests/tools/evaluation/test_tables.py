from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from togyz.inference.observation import ChangeKind
from tools.evaluation.changes import BoxChange
from tools.evaluation.counts import Count
from tools.evaluation.covered import Covered, Told
from tools.evaluation.films import Variant
from tools.evaluation.kept import Kept
from tools.evaluation.plies import FilmScore
from tools.evaluation.report import (
    GAME,
    HEAPS,
    changes_report,
    covered_report,
    films_report,
    frames_report,
    kept_report,
)
from tools.evaluation.table import Table, outward, share
from tools.evaluation.tables import markdown, tables

EXACT = FilmScore("d1_walnut", 20, 20, 0, (0.2, 0.401), 0, 0, 0, 0, None)
NONE_RIGHT = FilmScore("d3_blue", 30, 0, 31, (), 0, 0, 1, 0, "no game was recorded")


@given(st.integers(0, 5000), st.integers(1, 5000))
def test_a_share_is_never_shown_better_than_it_is(part: int, whole: int) -> None:
    part = min(part, whole)
    shown = Fraction(share(part, whole))
    assert shown <= Fraction(100 * part, whole) < shown + Fraction(1, 10)


@given(st.floats(-100, 100), st.integers(0, 3))
def test_an_error_is_never_shown_smaller_than_it_is(value: float, decimals: int) -> None:
    shown = float(outward(value, decimals))
    assert abs(value) - 1e-6 <= abs(shown) < abs(value) + 10.0**-decimals + 1e-6
    assert shown * value >= 0


def cells(table: Table, row: str) -> dict[str, str]:
    return next(dict(zip(table.columns, one, strict=True)) for one in table.rows if one[0] == row)


def test_films_stand_one_by_one_and_apart_by_what_they_may_do() -> None:
    other = replace(EXACT, name="b1_boxB", edits=1, prefix=3, delays_s=(0.3,), retractions=2)
    (table,) = tables(films_report([EXACT, other, NONE_RIGHT], Variant()))
    assert [row[0] for row in table.rows] == ["d1_walnut", "b1_boxB", "d3_blue", "may tune", "may not tune"]
    assert cells(table, "may tune") == {
        "film": "may tune",
        "plies": "40",
        "right": "39",
        "%": "97.5",
        "prefix": "23",
        "exact": "1/2",
        "delay": "0.30",
        "longest": "0.41",
        "retracted": "2",
        "desync": "0",
        "alerts": "0",
        "seen": "0",
    }
    assert (cells(table, "d3_blue")["right"], cells(table, "d3_blue")["delay"]) == ("0", "-")
    assert table.notes[-1] == "d3_blue: no game was recorded"


def test_what_covers_a_board_is_told_by_kind_and_what_is_clear_beside_it() -> None:
    board = Covered("d1_walnut", {"pen": Told(6, 4, 410, 7), "shadow": Told(0, 0, 18, 1)})
    covered, clear = tables(covered_report([board]))
    assert cells(covered, "d1_walnut") == {"board": "d1_walnut", "pen": "4/6"}
    assert cells(clear, "d1_walnut") == {"board": "d1_walnut", "pen": "7/410", "shadow": "1/18"}


def test_a_board_that_is_kept_shows_its_distances_rounded_outward() -> None:
    (table,) = tables(kept_report([Kept("d1_walnut", 0.031, 0.42)]))
    assert cells(table, "d1_walnut") == {"board": "d1_walnut", "jitter, px": "0.04", "wander, px": "0.42"}


def test_a_group_without_films_has_no_total() -> None:
    (table,) = tables(films_report([EXACT], Variant()))
    assert [row[0] for row in table.rows] == ["d1_walnut", "may tune"]


def test_the_title_tells_the_variant() -> None:
    (table,) = tables(films_report([EXACT], Variant(life=1.0, skip=(2, 6), cut_hands=True)))
    assert table.title == "Films with life 1, without the states 2, 6, without hands"
    (table,) = tables(films_report([EXACT], Variant(bump="9:25,0,3", light="4:0.4", unaided=True)))
    assert table.title == "Films knocked by 9:25,0,3, in other light from 4:0.4, of boards that nobody pointed at"


def frames() -> dict[tuple[str, str], list[Count]]:
    def some(said: int, truth: int, *, is_tuzdyk: bool = False) -> Count:
        return Count(truth, said, 0.9, is_tuzdyk)

    return {
        ("d3_blue", GAME): [some(9, 9), some(9, 9), some(8, 9), some(1, 0, is_tuzdyk=True)],
        ("d3_blue", HEAPS): [some(20, 30)],
    }


def test_counts_stand_by_band_with_tuzdyks_apart() -> None:
    exact = next(table for table in tables(frames_report(frames())) if table.title == "Counted exactly, %")
    row = cells(exact, "d3_blue game")
    assert (row["all"], row["0-9"], row["tuzdyk"], row["0"], row["25+"]) == ("66.6", "66.6", "0.0", "-", "-")


def test_real_pictures_stand_in_no_total_and_counting_without_the_start_says_so() -> None:
    counts = frames() | {("real bowls", "crops"): [Count(3, 2, 0.5), Count(4, 4, 0.5)]}
    shown = list(tables(frames_report(counts, is_cold=True)))
    assert cells(shown[0], "real bowls crops")["all"] == "2"
    assert cells(shown[0], "may not tune")["all"] == "3"
    assert {table.title.endswith(", without the start") for table in shown} == {True}
    assert not any(table.title.endswith("start") for table in tables(frames_report(frames())))


def test_heaps_may_tune_whatever_their_board() -> None:
    otaus = next(iter(tables(frames_report(frames()))))
    assert cells(otaus, "may tune")["all"] == "1"
    assert cells(otaus, "may not tune")["all"] == "3"


def test_speed_shows_the_ratio_and_what_it_is_to() -> None:
    one: dict[str, Any] = {"name": "gate", "unit": "ms", "median": 1.5, "iqr": 0.25, "runs": 9, "ratio": 0.75}
    on = films_report([EXACT], Variant())["measured_on"]
    shown = markdown({"kind": "speed", "measured_on": on, "figures": [one | {"to": "decode"}]})
    assert "| gate | ms | 1.5 | 0.25 | 9 | 0.75 | decode |" in shown.splitlines()


def test_markdown_has_a_line_of_origin_and_whole_tables() -> None:
    report = films_report([EXACT], Variant())
    report["measured_on"] |= {"commit": "abc", "is_changed": True, "cpu": "some CPU", "cores": 2, "load": 0.5}
    origin, _, title, _, *rows = markdown(report).splitlines()
    assert origin.startswith("Commit abc with changes; 2 cores of some CPU, load 0.5 at the end; Python 3.")
    assert title == "**Films of data/films**"
    assert {row.count("|") for row in rows[: rows.index("")]} == {13}


def test_changes_are_told_by_what_was_found_and_what_was_only_called_so() -> None:
    said = [
        BoxChange(0, 9, 10, 4.6, ChangeKind.ONE_MORE),
        BoxChange(1, 9, 0, 4.6, ChangeKind.OTHERWISE),
        BoxChange(18, 0, 10, -1.0, None),
        BoxChange(2, 9, 9, 0.5, ChangeKind.ONE_MORE),
        BoxChange(3, 9, 9, -4.6, ChangeKind.ONE_MORE),
    ]
    (table,) = tables(changes_report({"d1_walnut": said, "d3_blue": said[:2]}, Variant(life=1.0)))
    assert table.title.endswith("films with life 1")
    assert [row[0] for row in table.rows] == ["d1_walnut", "d3_blue", "may tune", "may not tune"]
    assert cells(table, "may tune") == {
        "film": "may tune",
        "changed": "3",
        "found, %": "66.6",
        "unchanged": "2",
        "called changed, %": "50.0",
        "kazans changed": "1",
        "kazans found, %": "0.0",
        "kazans unchanged": "0",
        "kazans called changed, %": "-",
        "changed otaus": "2",
        "kind right, %": "50.0",
    }
    assert cells(table, "d3_blue")["called changed, %"] == "-"
