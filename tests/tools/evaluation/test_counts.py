from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from togyz.inference.observation import KUMALAK_MAX
from tools.evaluation.counts import BANDS, Count, calibration_error, count_frame, summary
from vision.reading import OtauReading


class Says:
    """A counter that gives each otau a number at a confidence, whatever it sees."""

    name = "says"

    def __init__(self, said: list[int], confidence: float) -> None:
        self._said = said
        self._confidence = confidence

    def count(self, image_bgr: NDArray[np.uint8]) -> tuple[OtauReading, ...]:
        return tuple(self._reading(said) for said in self._said)

    def _reading(self, said: int) -> OtauReading:
        p = np.full(KUMALAK_MAX + 1, (1 - self._confidence) / KUMALAK_MAX)
        p[said] = self._confidence
        # A likelihood is defined up to a constant.
        return OtauReading(np.log(p) + 7.0, np.zeros((0, 2), np.float32), np.zeros(0, np.float32))


def counts(*said_truth: tuple[int, int], confidence: float = 0.95) -> list[Count]:
    return [Count(truth, said, confidence) for said, truth in said_truth]


def test_a_frame_gives_every_otau_its_number_and_confidence() -> None:
    said, truth = [9] * 17 + [0], [*range(17), 0, 70, 80]
    read = list(count_frame(Says(said, 0.75), np.zeros((2, 2, 3), np.uint8), truth, {17}))
    assert [one.truth for one in read] == truth[:18]
    assert [one.said for one in read] == said
    assert {round(one.confidence, 6) for one in read} == {0.75}
    assert [ix for ix, one in enumerate(read) if one.is_tuzdyk] == [17]


def test_every_number_has_a_band_and_empty_otaus_a_second_one() -> None:
    in_bands = sorted(number for numbers in BANDS.values() for number in numbers)
    assert in_bands == [0, *range(KUMALAK_MAX + 1)]


def test_summary_counts_exact_and_near_and_keeps_the_sign() -> None:
    said = summary(counts((9, 9), (9, 9), (8, 9), (5, 9)))
    assert (said["otaus"], said["exact"], said["within_one"], said["mean_error"]) == (4, 2, 3, -1.25)


@pytest.mark.parametrize(
    ("confidence", "right", "error"), [(0.75, 3, 0.0), (0.75, 4, 0.25), (0.75, 0, 0.75), (1.0, 4, 0.0), (1.0, 2, 0.5)]
)
def test_calibration_error_is_the_gap_between_confidence_and_share_right(
    confidence: float, right: int, error: float
) -> None:
    some = counts(*[(9, 9)] * right, *[(8, 9)] * (4 - right), confidence=confidence)
    assert calibration_error(some) == pytest.approx(error)


def test_gaps_of_different_bins_do_not_cancel() -> None:
    too_sure = counts((9, 9), (8, 9), confidence=0.9)
    too_shy = counts((9, 9), (9, 9), confidence=0.6)
    assert calibration_error(too_sure + too_shy) == pytest.approx(0.4)
