"""Fits the count model on what the network says of simulated otaus that it was not trained on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from togyz.inference.observation import KUMALAK_MAX
from tools.training.collect import Answers
from vision.count_model import FEATURES, NUMBERS, CountModel, PeakOdds, features

NEURONS: Final = 12
STEPS: Final = 600
GROUP: Final = 96
"""Otaus in one step."""
RATE: Final = 0.02
DECAY: Final = 1e-3
SEEN_AROUND: Final = 7
"""Numbers seen are followed so far beside the mean; the rest of their probability is forgone."""
FLOOR: Final = 0.002
PRIOR_SOFT: Final = 2.0
"""Standard deviation, in kumalak, over which the frequencies of numbers are smoothed."""
_LEAST: Final = 1e-12


class CountNet(nn.Module):
    """``vision.count_model.CountModel`` with gradients: the same numbers, tested against each other."""

    def __init__(self) -> None:
        """Begin where peaks are taken at their word and nothing is hidden."""
        super().__init__()
        self.score = nn.Parameter(torch.tensor([[1.0, 0.0], [1.0, 0.0]]))
        self.inner = nn.Linear(FEATURES, NEURONS)
        self.outer = nn.Linear(NEURONS, 3)
        nn.init.zeros_(self.outer.weight)

    def forward(self, logits: Tensor, by_seen: Tensor, warm: Tensor) -> Tensor:
        """(N, 61) posterior; ``by_seen`` (N, 61, FEATURES), ``warm`` (N,) 0 or 1."""
        p_seen = self._p_seen(logits, warm)
        number = torch.arange(KUMALAK_MAX + 1)
        middle = (p_seen.detach() * number).sum(1, keepdim=True).round().long()
        seen = (middle + torch.arange(-SEEN_AROUND, SEEN_AROUND + 1)).clamp(0, KUMALAK_MAX)
        repeated = torch.cat([torch.zeros_like(middle, dtype=torch.bool), seen[:, 1:] == seen[:, :-1]], 1)
        p_seen = p_seen.gather(1, seen).masked_fill(repeated, 0.0)
        x = by_seen.gather(1, seen[..., None].expand(-1, -1, FEATURES))
        some, place, width = self.outer(torch.relu(self.inner(x))).unbind(-1)
        hidden = number - seen[..., None]
        off = hidden - 1 - nn.functional.softplus(place)[..., None]
        scale = torch.exp(-width)[..., None]
        among = torch.sigmoid((off + 0.5) * scale) - torch.sigmoid((off - 0.5) * scale) + _LEAST
        among = torch.where(hidden > 0, among, 0.0)
        among = among / among.sum(-1, keepdim=True).clamp(min=_LEAST)
        p_some = (torch.sigmoid(some) * (seen < KUMALAK_MAX))[..., None]
        total = p_some * among + (1 - p_some) * (hidden == 0)
        return (p_seen[..., None] * total).sum(1)

    def of(self, odds: PeakOdds) -> Tensor:
        """(N, 61) posterior of what a network said."""
        return self(*_inputs(odds))

    def _p_seen(self, logits: Tensor, warm: Tensor) -> Tensor:
        slope, offset = self.score[warm].unbind(-1)
        p = torch.sigmoid(slope[:, None] * logits + offset[:, None])
        out = nn.functional.one_hot(torch.zeros(len(p), dtype=torch.long), KUMALAK_MAX + 1).to(p.dtype)
        for one in p.T[..., None]:
            more_by_one = torch.cat([torch.zeros_like(one), out[:, :-1]], 1)
            over = nn.functional.pad(out[:, -1:] * one, (KUMALAK_MAX, 0))
            out = out * (1 - one) + more_by_one * one + over
        return out

    def model(self, log_prior: NDArray[np.float64]) -> CountModel:
        """The constants for the program."""
        score, inner, inner_bias, outer, outer_bias = (
            one.detach().double().numpy()
            for one in (self.score, self.inner.weight.T, self.inner.bias, self.outer.weight.T, self.outer.bias)
        )
        return CountModel(score, inner, inner_bias, outer, outer_bias, log_prior, np.ones(3), FLOOR)


def fit(answers: Sequence[Answers], *, steps: int = STEPS) -> CountModel:
    """The model under which the truth is likeliest, cold and warm together."""
    torch.manual_seed(0)
    net = CountNet()
    inputs = [_inputs(one.odds) for one in answers]
    truth = [torch.from_numpy(one.kumalak) for one in answers]
    optimiser = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=DECAY)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, steps)
    generator = torch.Generator().manual_seed(0)
    for step in range(steps):
        part = step % len(answers)
        some = torch.randint(len(truth[part]), (GROUP,), generator=generator)
        p = net(*(one[some] for one in inputs[part]))
        loss = -torch.log(p.gather(1, truth[part][some, None]) + 1e-6).mean()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        schedule.step()
    return net.model(log_prior(np.concatenate([one.kumalak for one in answers])))


def log_prior(kumalak: NDArray[np.int64]) -> NDArray[np.float64]:
    """(61,) smoothed frequencies; 0 kumalak apart, since empty otaus are drawn apart."""
    frequency = np.bincount(kumalak, minlength=len(NUMBERS)).astype(np.float64)
    away = NUMBERS[1:, None] - NUMBERS[None, 1:]
    kernel = np.exp(-0.5 * (away / PRIOR_SOFT) ** 2)
    frequency[1:] = (kernel / kernel.sum(axis=0)) @ frequency[1:] + 0.5
    return np.asarray(np.log(frequency / frequency.sum()), np.float64)


def _inputs(odds: PeakOdds) -> tuple[Tensor, Tensor, Tensor]:
    number = len(odds.logits)
    otau, seen = np.divmod(np.arange(number * len(NUMBERS)), len(NUMBERS))
    by_seen = features(odds, otau, seen)
    return (
        torch.from_numpy(odds.logits).float(),
        torch.from_numpy(by_seen.reshape(number, len(NUMBERS), FEATURES)).float(),
        torch.full((number,), int(odds.is_warm), dtype=torch.long),
    )


def to_dict(model: CountModel) -> dict[str, Any]:
    """As it lies in the JSON beside the weights; five digits are enough."""
    return {
        name: value if name == "floor" else np.asarray(value).round(5).tolist()
        for name in CountModel.__slots__
        for value in [getattr(model, name)]
    }
