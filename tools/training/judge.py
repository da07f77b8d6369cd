"""How a network and a count model fare on simulated otaus that neither was fitted on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tools.evaluation.counts import Count
from tools.evaluation.report import by_band
from tools.training.collect import Answers, answers_of
from tools.training.examples import Otau
from tools.training.shards import read_otaus
from vision.count_model import CountModel
from vision.heat_map import HeatOf


@dataclass(frozen=True, eq=False)
class Split:
    """What a network says of simulated otaus, cold and warm: of one half to fit on, and of the other to judge by."""

    fitting: tuple[Answers, Answers]
    judging: tuple[Answers, Answers]


def split_of(shards: Sequence[Path], network: HeatOf) -> Split:
    """Of all shards, every other otau."""
    otaus = [otau for shard in shards for otau in read_otaus(shard)]
    return Split(_both(otaus[::2], network), _both(otaus[1::2], network))


def figures(answers: Sequence[Answers], model: CountModel) -> dict[str, Any]:
    """By band, and by kind of board, cold and warm."""
    rows: dict[str, list[Count]] = {}
    for one in answers:
        how = "warm" if one.odds.is_warm else "cold"
        counts = counts_of(one, model)
        rows[how] = counts
        for family in sorted(set(one.family.tolist())):
            rows[f"{how}, {family}"] = [count for count, kind in zip(counts, one.family, strict=True) if kind == family]
    boards = [by_band(counts) | {"name": name} for name, counts in rows.items()]
    return {"is_cold": False, "boards": boards, "totals": []}


def counts_of(answers: Answers, model: CountModel) -> list[Count]:
    """Every otau."""
    p = np.exp(model.log_likelihood(answers.odds))
    most = p.argmax(axis=1)
    sure = p[np.arange(len(p)), most]
    return [Count(*one) for one in zip(answers.kumalak.tolist(), most.tolist(), sure.tolist(), strict=True)]


def _both(otaus: Sequence[Otau], network: HeatOf) -> tuple[Answers, Answers]:
    return answers_of(otaus, network, is_warm=False), answers_of(otaus, network, is_warm=True)
