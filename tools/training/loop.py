"""The training loop: shard after shard, with checkpoints from which it goes on."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from torch import nn

from tools.training.examples import Batch, Otau, batch_of
from tools.training.losses import loss_of
from tools.training.network import HeatNet
from tools.training.shards import find_shards, read_otaus

BATCH: Final = 32
WARM_UP: Final = 0.02
"""Share of the training in which the rate rises."""
RATE_LAST: Final = 0.02
"""Share of the highest rate at the end."""
DECAY: Final = 0.02
GRADIENT_MAX: Final = 3.0
SAVE_EVERY_S: Final = 180.0
AVERAGE: Final = 0.9985
"""What is kept of the averaged weights in one step."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What is trained.

    Attributes:
        data: patterns of shards; those that appear meanwhile are taken, too.
        folder: of the checkpoint.
        examples: after so many it ends.
        rate: highest learning rate.
        seed: of the weights and of everything drawn.
    """

    data: tuple[str, ...]
    folder: Path
    examples: int
    rate: float = 3e-3
    seed: int = 0

    def rate_at(self, seen: int) -> float:
        """Rising, then falling along a cosine."""
        part = min(seen / self.examples, 1.0)
        if part < WARM_UP:
            return self.rate * part / WARM_UP
        wave = (1 + math.cos(math.pi * (part - WARM_UP) / (1 - WARM_UP))) / 2
        return self.rate * (RATE_LAST + (1 - RATE_LAST) * wave)


class Trainer:
    """One training."""

    def __init__(self, plan: Plan) -> None:
        """Begin, or go on from the checkpoint."""
        torch.manual_seed(plan.seed)
        self.plan = plan
        self.net = HeatNet().to(memory_format=torch.channels_last)
        self.average = HeatNet()
        self.average.load_state_dict(self.net.state_dict())
        self.optimiser = torch.optim.AdamW(self.net.parameters(), lr=plan.rate, weight_decay=DECAY)
        self.seen = 0
        self.visits: dict[str, int] = {}
        if checkpoint_in(plan.folder).exists():
            self._load(torch.load(checkpoint_in(plan.folder), weights_only=True))

    def run(self) -> None:
        """Train to the end of the plan."""
        saved_s = time.monotonic()
        while self.seen < self.plan.examples:
            self.visit()
            if time.monotonic() - saved_s > SAVE_EVERY_S:
                self.save()
                saved_s = time.monotonic()
        self.save()

    def visit(self) -> None:
        """Train on one shard."""
        self.net.train()
        shard = self._next_shard()
        rng = np.random.default_rng((self.plan.seed, sum(self.visits.values())))
        losses = [self._step(batch) for batch in batches(read_otaus(shard), rng)]
        self.visits[str(shard)] = self.visits.get(str(shard), 0) + 1
        logger.info("%d examples, %s: loss %.4f", self.seen, shard.name, float(np.mean(losses)))

    def save(self) -> None:
        """Write the checkpoint."""
        self.plan.folder.mkdir(parents=True, exist_ok=True)
        state = {
            "net": self.net.state_dict(),
            "average": self.average.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "seen": self.seen,
            "visits": self.visits,
            "seed": self.plan.seed,
        }
        path = checkpoint_in(self.plan.folder)
        torch.save(state, path.with_suffix(".new"))
        path.with_suffix(".new").replace(path)

    def _load(self, state: dict[str, Any]) -> None:
        self.net.load_state_dict(state["net"])
        self.average.load_state_dict(state["average"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.seen, self.visits = state["seen"], state["visits"]

    def _next_shard(self) -> Path:
        """Any at random, but first those that were never visited."""
        shards = find_shards(self.plan.data)
        new = [path for path in shards if str(path) not in self.visits]
        choice = new or shards
        rng = np.random.default_rng((self.plan.seed, sum(self.visits.values()), 1))
        return choice[rng.integers(len(choice))]

    def _step(self, batch: Batch) -> float:
        for group in self.optimiser.param_groups:
            group["lr"] = self.plan.rate_at(self.seen)
        planes, heat = torch.from_numpy(batch.planes), torch.from_numpy(batch.heat)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            outputs = self.net(planes.to(memory_format=torch.channels_last))
        loss = loss_of(outputs.float(), heat)
        self.optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), GRADIENT_MAX)
        self.optimiser.step()
        self._follow()
        self.seen += len(planes)
        return float(loss.detach())

    def _follow(self) -> None:
        """Move the averaged weights and statistics."""
        keep = min(AVERAGE, (self.seen + BATCH) / (self.seen + 10 * BATCH))
        for mean, now in zip(self.average.state_dict().values(), self.net.state_dict().values(), strict=True):
            mean.copy_(torch.lerp(mean, now, 1 - keep) if mean.is_floating_point() else now)


def batches(otaus: Sequence[Otau], rng: np.random.Generator) -> Iterator[Batch]:
    """Of otaus of similar size, in random order; what does not fill a batch is left for another visit."""
    kept = rng.permutation(len(otaus))[: len(otaus) // BATCH * BATCH]
    by_size = sorted(kept, key=lambda ix: otaus[ix].inside.size)
    groups = [by_size[first : first + BATCH] for first in range(0, len(by_size), BATCH)]
    for number in rng.permutation(len(groups)):
        yield batch_of([otaus[ix] for ix in groups[number]], rng)


def checkpoint_in(folder: Path) -> Path:
    """The file from which a training goes on."""
    return folder / "checkpoint.pt"


def history_of(folder: Path) -> dict[str, Any]:
    """What a training saw: seed, examples, and how often each shard was visited."""
    state = torch.load(checkpoint_in(folder), weights_only=True)
    visits = {Path(shard).name: times for shard, times in sorted(state["visits"].items())}
    return {"seed": state["seed"], "examples": state["seen"], "visits": visits}
