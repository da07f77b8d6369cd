from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tools.evaluation.adaptation import Adapted, Labelled, adaptation_figures, evaluate_adaptation, learn
from tools.evaluation.counts import Count
from tools.evaluation.report import adaptation_report
from tools.evaluation.tables import tables
from vision.count_model import NO_PEAK, NO_SHIFT, PeakOdds
from vision.learned import shipped


def labels(seen: int, kumalak: int, otaus: int = 30) -> Labelled:
    """Otaus in each of which so many balls are seen surely and one is in doubt."""
    logits = np.full((otaus, seen + 2), NO_PEAK)
    logits[:, :seen], logits[:, seen] = 6.0, -0.8
    return Labelled(PeakOdds(logits, np.full((otaus, 2), [4.0, 8.0]), is_warm=True), np.full(otaus, kumalak))


def test_what_labels_say_again_and_again_is_learned() -> None:
    model, doubtful = shipped().model, labels(seen=6, kumalak=7)
    learned = learn(model, doubtful, NO_SHIFT)
    assert learned.score > 0
    assert doubtful.log_p(model, learned).mean() > doubtful.log_p(model, NO_SHIFT).mean() + 0.05


def test_what_foretells_the_last_labels_worse_is_rolled_back() -> None:
    model, first, last = shipped().model, labels(6, 7, otaus=20), labels(6, 6, otaus=10)
    both = Labelled(
        PeakOdds(np.vstack([first.odds.logits, last.odds.logits]), np.full((30, 2), [4.0, 8.0]), is_warm=True),
        np.concatenate([first.kumalak, last.kumalak]),
    )
    assert learn(model, both, NO_SHIFT) is NO_SHIFT


def test_the_gain_is_told_by_board_and_in_total() -> None:
    some = Adapted(
        "d1_walnut", True, (Count(9, 9, 1.0), Count(12, 11, 0.5)), (Count(9, 9, 1.0), Count(12, 12, 0.5)), (-1.0, -0.5)
    )
    other = Adapted("d3_blue", False, (Count(10, 10, 1.0),), (Count(10, 10, 1.0),), (-0.1, -0.1))
    assert adaptation_figures([some, other], "both")["log_p"] == pytest.approx([-0.7, -1.1 / 3])
    (table,) = tables(adaptation_report([some, other]))
    rows = {row[0]: row[1:] for row in table.rows}
    assert rows["d1_walnut"] == ("2", "50.0", "100.0", "1", "0.0", "100.0", "-1.00", "-0.50", "1/1")
    assert rows["may not tune"] == ("1", "100.0", "100.0", "1", "100.0", "100.0", "-0.10", "-0.10", "0/1")


@pytest.mark.shared
def test_a_game_is_counted_in_its_second_half(shared: Path) -> None:
    adapted = evaluate_adaptation("b1_boxB", shared=shared)
    assert 150 < len(adapted.before) == len(adapted.after) < 220
    assert adapted.was_kept is (adapted.log_p[0] != adapted.log_p[1])
