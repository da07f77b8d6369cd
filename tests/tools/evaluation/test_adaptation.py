from __future__ import annotations

import numpy as np

from togyz.board import OTAU_TOTAL
from togyz.position import Position
from tools.evaluation.adaptation import Late, Learner, labels
from tools.evaluation.counts import Count
from tools.evaluation.report import adaptation_report
from tools.evaluation.tables import tables
from vision.count_model import NO_SHIFT, Evidence
from vision.learned import shipped

START = Position.start()


def saying(numbers: tuple[int, ...]) -> np.ndarray:
    rows = np.full((OTAU_TOTAL, 61), -9.0)
    rows[np.arange(OTAU_TOTAL), numbers] = 0
    return rows


def test_a_label_is_what_all_other_otaus_and_the_rules_single_out() -> None:
    after = START.play(7)
    truth = np.array(after.otau)
    clear = saying(after.otau)
    assert labels(START, truth, clear).all()
    misread = clear.copy()
    misread[6] = saying((9,) * OTAU_TOTAL)[6]
    assert labels(START, truth, misread).all()
    assert not labels(START, truth, np.zeros((OTAU_TOTAL, 61)))[6]
    assert not labels(START, np.array(START.play(3).otau), clear)[2]


def nines(faint: float) -> tuple[Evidence, np.ndarray]:
    """Ten otaus with seven clear balls and two of these log odds."""
    logits = np.tile([8.0] * 7 + [faint] * 2, (10, 1))
    return Evidence(logits, np.tile([4.0, 8.0], (10, 1)), is_warm=True), np.full(10, 9)


def test_what_foretells_labels_better_is_used_and_what_makes_them_worse_is_not() -> None:
    learner = Learner(shipped().model, NO_SHIFT)
    everything = np.ones(10, bool)
    evidence, truth = nines(faint=-1.5)
    learner.learn(evidence, truth, everything)
    assert learner.shift == NO_SHIFT
    for _ in range(3):
        learner.learn(evidence, truth, everything)
    assert learner.shift.score > 0
    for _ in range(8):
        learner.learn(evidence, np.full(10, 7), everything)
    assert learner.shift == NO_SHIFT


def test_both_ways_stand_side_by_side() -> None:
    wrong, right = Count(9, 8, 0.6), Count(9, 9, 0.7)
    report = adaptation_report({"d1_walnut": Late([wrong, right], [right, right])})
    exact = next(one for one in tables(report) if one.title.startswith("Counted exactly"))
    assert [row[:2] for row in exact.rows] == [
        ("d1_walnut, start alone", "50.0"),
        ("d1_walnut, learned on", "100.0"),
        ("may tune, start alone", "50.0"),
        ("may tune, learned on", "100.0"),
    ]
