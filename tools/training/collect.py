"""What a network says of simulated otaus: what the count model is fitted on and judged by."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tools.training.examples import Otau
from vision.count_model import NO_PEAK, PeakOdds
from vision.heat_map import HeatOf, found_in, planes_at_second_look
from vision.net_input import Planes, Reference, log_crops

GROUP: Final = 32
_SHOWN_FROM: Final = 0.25
"""Visible share from which a ball's centre is known at the start."""


@dataclass(frozen=True, eq=False)
class Answers:
    """The odds of a network's peaks in otaus, and what truly lies there.

    Attributes:
        odds: of N otaus, all cold or all warm.
        kumalak: (N,) in truth.
        family: (N,) kind of board.
    """

    odds: PeakOdds
    kumalak: NDArray[np.int64]
    family: NDArray[np.str_]


def answers_of(otaus: Sequence[Otau], network: HeatOf, *, is_warm: bool) -> Answers:
    """Show otaus to a network as they are, with their start or without; they come back in another order."""
    groups = list(_groups(otaus, network, is_warm=is_warm))
    parts = [_odds(network, planes, some, is_warm=is_warm) for planes, some in groups]
    most = max(part.logits.shape[1] for part in parts)
    logits = [np.pad(one.logits, ((0, 0), (0, most - one.logits.shape[1])), constant_values=NO_PEAK) for one in parts]
    shown = [otau for _, some in groups for otau in some]
    return Answers(
        PeakOdds(np.concatenate(logits), np.concatenate([part.size_wh for part in parts]), is_warm),
        np.array([one.kumalak for one in shown]),
        np.array([one.family for one in shown]),
    )


def planes_of(otau: Otau, network: HeatOf, *, is_warm: bool) -> Planes:
    """(1, PLANES, H, W) of an otau as it is; cold, it and its start are the otaus of its board."""
    inside, now, start = otau.inside[None], log_crops(otau.now.bgr[None]), log_crops(otau.start.bgr[None])
    if not is_warm:
        return planes_at_second_look(network, np.concatenate([now, start]), np.concatenate([inside, inside]))[:1]
    balls = otau.start.balls
    centres = balls[balls[:, 2] > _SHOWN_FROM, :2]
    return Reference.of(start, inside, [centres]).planes(now, inside)


def _groups(otaus: Sequence[Otau], network: HeatOf, *, is_warm: bool) -> Iterator[tuple[Planes, list[Otau]]]:
    """Otaus whose planes have one size."""
    by_size: dict[tuple[int, ...], list[tuple[Planes, Otau]]] = defaultdict(list)
    for otau in otaus:
        planes = planes_of(otau, network, is_warm=is_warm)
        waiting = by_size[planes.shape]
        waiting.append((planes, otau))
        if len(waiting) == GROUP:
            yield _joined(by_size.pop(planes.shape))
    yield from map(_joined, by_size.values())


def _joined(some: list[tuple[Planes, Otau]]) -> tuple[Planes, list[Otau]]:
    return np.concatenate([planes for planes, _ in some]), [otau for _, otau in some]


def _odds(network: HeatOf, planes: Planes, otaus: Sequence[Otau], *, is_warm: bool) -> PeakOdds:
    inside = np.zeros((len(otaus), *planes.shape[2:]), bool)
    for mask, otau in zip(inside, otaus, strict=True):
        mask[: otau.inside.shape[0], : otau.inside.shape[1]] = otau.inside
    return PeakOdds.of(found_in(network(planes), inside), inside, is_warm=is_warm)
