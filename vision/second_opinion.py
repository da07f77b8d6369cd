"""The learned counter, and the one that needs no weights asked besides where the learned one is in doubt."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.counter import VenueCounter
from vision.learned import LearnedCounter
from vision.reading import OtauReading

SURE: Final = 0.9
"""Probability of the likeliest number from which nobody else is asked: it would cost time and change nothing."""
WEIGHTS: Final = (0.7, 0.3)
"""Of the learned and of the other log likelihood. Both see the same picture, so that they do not add up to two. Chosen
on d1, d2, b1 and the heaps, as is ``SURE``."""


class TwoCounters:
    """Counts by both."""

    name = f"{LearnedCounter.name}+{VenueCounter.name}"

    def __init__(self, learned: LearnedCounter, venue: VenueCounter) -> None:
        """Of one board in one view."""
        self._learned = learned
        self._venue = venue

    def count(self, image_bgr: NDArray[np.uint8]) -> tuple[OtauReading, ...]:
        """18 readings by ``otau_ix``; the balls shown are those of the learned counter."""
        read = list(self._learned.count(image_bgr))
        doubted = np.flatnonzero([one.p.max() < SURE for one in read])
        if len(doubted):
            for ix, opinion in zip(doubted.tolist(), self._venue.opinion(image_bgr, doubted), strict=True):
                read[ix] = replace(read[ix], log_lik=together(read[ix].log_lik, opinion))
        return tuple(read)


def together(learned: NDArray[np.float64], venue: NDArray[np.float64]) -> NDArray[np.float64]:
    """(61,) log likelihood of both, normalised."""
    weighted = WEIGHTS[0] * learned + WEIGHTS[1] * venue
    return np.asarray(weighted - np.logaddexp.reduce(weighted), np.float64)
