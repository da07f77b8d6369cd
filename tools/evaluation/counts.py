"""The counter's readings of rendered boards against their truth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from board_io.images import read_image
from calibration.model import Calibration
from togyz.board import Side, otau_ix
from togyz.inference.observation import KUMALAK_MAX
from togyz_companion.board_setup import BoardOptions, find_board
from tools.evaluation.truth import Game, load_heaps
from vision.counter import Counter
from vision.counter_of import counter_of
from vision.learned import LearnedCounter
from vision.reading import OtauReading

BANDS: Final = {
    "0": range(1),
    "0-9": range(10),
    "10-16": range(10, 17),
    "17-24": range(17, 25),
    "25+": range(25, KUMALAK_MAX + 1),
}
"""Kumalak in an otau, in truth. Empty ones stand apart once more: reflections look like kumalak."""
CONFIDENCE_BINS: Final = 10


@dataclass(frozen=True)
class Count:
    """One otau in one frame.

    Attributes:
        truth, said: kumalak in it, and the likeliest number.
        confidence: probability of that number, if every number was as likely beforehand.
        is_tuzdyk: it is always empty, but a marker may lie in it.
    """

    truth: int
    said: int
    confidence: float
    is_tuzdyk: bool = False


def counter_for(game: Game, *, is_cold: bool = False) -> Counter:
    """The counter of a game, within corners from the truth.

    Args:
        game: its geometry is fitted to the start position.
        is_cold: whether the counter is not shown the start.
    """
    calibration = calibration_for(game)
    return LearnedCounter(calibration.view(), None) if is_cold else counter_of(calibration)


def calibration_for(game: Game) -> Calibration:
    """Of the game's start position, within corners from the truth."""
    return find_board(game.image(game.frames("start")[0]), BoardOptions(corners_px=game.corners_px))


def count_states(game: Game, counter: Counter) -> Iterator[Count]:
    """Every otau of every state after the start, on which the counter was taught."""
    for record in game.frames("settled"):
        yield from count_frame(counter, game.image(record), game.kumalak(record), tuzdyks(record))


def count_heaps(shared: Path, name: str, counter: Counter) -> Iterator[Count]:
    """Every otau of data/heaps, filled with up to 40 kumalak; nothing for a board without."""
    for heaps in load_heaps(shared, name):
        yield from count_frame(counter, read_image(heaps.image), heaps.kumalak)


def tuzdyks(record: dict[str, Any]) -> set[int]:
    """``otau_ix`` of the otaus that are tuzdyks in a line of frames.jsonl."""
    return {otau_ix(side.other, number) for side in Side if (number := record["tuzdyk"][side.value])}


def count_frame(
    counter: Counter, image_bgr: NDArray[np.uint8], truth: Sequence[int], are_tuzdyks: Set[int] = frozenset()
) -> Iterator[Count]:
    """The 18 otaus of one picture.

    Args:
        counter: of the board.
        image_bgr: (H, W, 3).
        truth: kumalak by ``otau_ix``.
        are_tuzdyks: ``otau_ix`` of the tuzdyks.
    """
    for ix, (reading, kumalak) in enumerate(zip(counter.count(image_bgr), truth, strict=False)):
        yield count_of(reading, kumalak, is_tuzdyk=ix in are_tuzdyks)


def count_of(reading: OtauReading, kumalak: int, *, is_tuzdyk: bool = False) -> Count:
    """A reading against the truth."""
    said = int(reading.p.argmax())
    return Count(kumalak, said, float(reading.p[said]), is_tuzdyk)


def summary(counts: Sequence[Count]) -> dict[str, Any]:
    """What the tables say of some otaus, one at least."""
    errors = np.array([one.said - one.truth for one in counts])
    return {
        "otaus": len(counts),
        "exact": int((errors == 0).sum()),
        "within_one": int((np.abs(errors) <= 1).sum()),
        "mean_error": float(errors.mean()),
        "calibration_error": calibration_error(counts),
    }


def calibration_error(counts: Sequence[Count]) -> float:
    """Expected calibration error of the likeliest number, 0..1.

    Ten equal bins of confidence; in each the distance between mean confidence and the share that is right, weighted by
    the bin's share of the otaus (M. P. Naeini, G. F. Cooper, M. Hauskrecht, "Obtaining well calibrated probabilities
    using Bayesian binning", 2015). Few otaus make it larger, on average, never smaller.
    """
    confidence = np.array([one.confidence for one in counts])
    right = np.array([one.said == one.truth for one in counts], float)
    bins = np.minimum((confidence * CONFIDENCE_BINS).astype(int), CONFIDENCE_BINS - 1)
    gaps = [abs((confidence - right)[bins == number].sum()) for number in np.unique(bins)]
    return float(np.sum(gaps) / len(counts))
