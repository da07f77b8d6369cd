"""Temperatures: how sure the counter may be, by band, checked on the boards that may choose constants."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from board_io.images import read_image
from tools.evaluation.counts import calibration_for, tuzdyks
from tools.evaluation.truth import TUNABLE, load_game, load_heaps
from vision.count_model import BANDS_TO
from vision.learned import LearnedCounter
from vision.reading import OtauReading

TEMPERATURES: Final = np.arange(0.6, 2.55, 0.1)


def readings(shared: Path) -> Iterator[tuple[OtauReading, int]]:
    """Every otau of those boards and their heaps, cold and warm, with its number of kumalak; no tuzdyks."""
    for name in TUNABLE:
        game = load_game(shared, name)
        calibration = calibration_for(game)
        for start in (calibration.start, None):
            counter = LearnedCounter(calibration.view(), start)
            for record in game.frames("settled"):
                without = tuzdyks(record)
                pairs = zip(counter.count(game.image(record)), game.kumalak(record), strict=False)
                yield from (pair for ix, pair in enumerate(pairs) if ix not in without)
            for heaps in load_heaps(shared, name):
                yield from zip(counter.count(read_image(heaps.image)), heaps.kumalak, strict=True)


def best_temperatures(log_lik: NDArray[np.float64], kumalak: NDArray[np.int64]) -> list[float]:
    """For each band the temperature under which the truth is likeliest, among ``TEMPERATURES``.

    Args:
        log_lik: (N, 61) of readings at temperature 1.
        kumalak: (N,) in truth.
    """
    band = np.searchsorted(BANDS_TO, log_lik.argmax(axis=1))
    return [_best(log_lik[band == one], kumalak[band == one]) for one in range(len(BANDS_TO) + 1)]


def _best(log_lik: NDArray[np.float64], kumalak: NDArray[np.int64]) -> float:
    if len(kumalak) == 0:
        return 1.0
    cooled = log_lik / TEMPERATURES[:, None, None]
    log_p = cooled - np.logaddexp.reduce(cooled, axis=2, keepdims=True)
    of_truth = log_p[:, np.arange(len(kumalak)), kumalak].mean(axis=1)
    return round(float(TEMPERATURES[of_truth.argmax()]), 2)
