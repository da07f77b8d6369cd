"""Figures of finding boards: what is summed up, and that nothing looks better than it was."""

from __future__ import annotations

import numpy as np

from tests import synthetic
from tools.evaluation.finding import Mistakable, Sought, finding_report, others_report, sought, taken_for
from tools.evaluation.misregistered import OUTCOMES, Registered, knock, registered_report
from tools.evaluation.tables import markdown, tables

SLOTS = synthetic.drawing("slots", synthetic.COLOURED)
LOOKS = [
    Sought("d1_walnut", "as it is", 0.3, "", 2.0),
    Sought("d1_walnut", "x0.35", 0.7, "", 2.5),
    Sought("d3_blue", "as it is", 23.4, "", 1.0),
    Sought("d3_blue", "x0.35", None, "too dark", 3.01),
]


def test_a_board_is_compared_with_where_it_lies() -> None:
    image = synthetic.picture(SLOTS)
    right, wrong = (sought("slots", "drawn", image, SLOTS.corners_px + off) for off in (0, 20))
    assert right.error_percent is not None
    assert wrong.error_percent is not None
    assert right.error_percent < 1 < wrong.error_percent
    refused = sought("none", "drawn", np.full_like(image, 90), SLOTS.corners_px)
    assert refused.error_percent is None
    assert "no board" in refused.told()


def test_what_is_far_off_is_found_but_not_within_a_percent() -> None:
    (table,) = tables(finding_report("drawn boards", LOOKS))
    rows = {row[0]: row[1:] for row in table.rows}
    assert rows["d1_walnut"] == ("2", "2", "2", "1", "0.50", "0.70", "2.3", "2.5")
    assert rows["d3_blue"] == ("2", "1", "0", "0", "23.40", "23.40", "2.1", "3.1")
    assert rows["may tune"] == rows["d1_walnut"]
    assert rows["may not tune"] == rows["d3_blue"]
    assert [note.partition(":")[0] for note in table.notes[1:]] == ["d3_blue, as it is", "d3_blue, x0.35"]


def test_boards_that_are_not_rendered_are_summed_up_together() -> None:
    report = finding_report("boxes", [Sought("simulated box", "number 0", 0.5, "", 1.0)])
    assert [one["name"] for one in report["totals"]] == ["all"]


def test_what_is_taken_for_a_board_is_named() -> None:
    things = [
        Mistakable("drawn: form", False, False, "no board", 1.0),
        Mistakable("drawn: shelf", True, False, "", 2.0),
    ]
    report = others_report(things)
    assert [(one["name"], one["pictures"], one["read"], one["played"]) for one in report["kinds"]] == [
        ("drawn", 2, 1, 0),
        ("all", 2, 1, 0),
    ]
    assert "drawn: shelf" in markdown(report)


def test_a_board_shown_among_other_things_would_be_noticed() -> None:
    board = taken_for("drawn: a board", synthetic.picture(SLOTS))
    assert (board.read, board.played) == (True, True)
    plain = taken_for("drawn: nothing", np.full((480, 640, 3), 90, np.uint8))
    assert (plain.read, plain.played) == (False, False)


def test_what_reads_otherwise_without_a_word_is_named() -> None:
    cases = [Registered("b1_boxB", "wrong layout", "slots", outcome, outcome) for outcome in OUTCOMES]
    report = registered_report(cases)
    assert report["kinds"][-1] == {"cases": 4, **dict.fromkeys(OUTCOMES, 1), "name": "all"}
    assert report["wrong"] == ["b1_boxB, wrong layout slots: wrong"]
    assert "| wrong layout | 4 | 1 | 1 | 1 | 1 |" in markdown(report)


def test_a_knock_turns_the_board_about_its_middle_and_moves_it_on() -> None:
    middle, way = np.array([640.0, 360.0]), np.array([20.0, -5.0])
    turned = knock(middle, way, deg=90, scale=0.5)
    at = np.array([[640.0, 360.0, 1.0], [740.0, 360.0, 1.0]])
    np.testing.assert_allclose(at @ turned.T, [[660, 355], [660, 305]], atol=1e-9)
