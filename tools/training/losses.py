"""What the network is punished for."""

from __future__ import annotations

from typing import Final

import torch
from torch import Tensor
from torch.nn import functional

from tools.training.network import HEAT, heat_of

_HEAT_WEIGHT: Final = 1.0
_PLACE_WEIGHT: Final = 0.1
_NUMBER_WEIGHT: Final = 0.05
_DENSITY_MAX: Final = 4.0
"""Log of kumalak in one px of the density; more would only overflow."""


def loss_of(outputs: Tensor, heat: Tensor, density: Tensor) -> Tensor:
    """Mean over the examples of a batch.

    The heat map by the quality focal loss (X. Li et al., "Generalized focal loss", 2020), divided by the number of
    balls; the density by the Poisson likelihood of each px and of the whole.

    Args:
        outputs: of the network.
        heat: (N, H, W) 0..1.
        density: (N, H / CELL, W / CELL).
    """
    logits = heat_of(outputs)
    off = functional.binary_cross_entropy_with_logits(logits, heat, reduction="none")
    focal = off * (torch.sigmoid(logits) - heat).square()
    kumalak = density.sum((1, 2))
    where = focal.sum((1, 2)) / (1 + kumalak)
    log_density = outputs[:, HEAT].clamp(max=_DENSITY_MAX)
    place = (log_density.exp() - density * log_density).sum((1, 2)) / (1 + kumalak)
    said = log_density.exp().sum((1, 2)) + 1e-3
    number = (said - kumalak * said.log()) / (1 + kumalak)
    return (_HEAT_WEIGHT * where + _PLACE_WEIGHT * place + _NUMBER_WEIGHT * number).mean()
