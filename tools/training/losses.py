"""What the network is punished for."""

from __future__ import annotations

from typing import Final

import torch
from torch import Tensor
from torch.nn import functional

from tools.training.network import heat_of

_SPOT_PX: Final = 18.0
"""Sum of the px of one spot of the heat map, which counts the balls that it shows."""


def loss_of(outputs: Tensor, heat: Tensor) -> Tensor:
    """Mean over the examples of a batch, each divided by its number of balls.

    The quality focal loss (X. Li et al., "Generalized focal loss", 2020).

    Args:
        outputs: of the network.
        heat: (N, H, W) 0..1.
    """
    logits = heat_of(outputs)
    off = functional.binary_cross_entropy_with_logits(logits, heat, reduction="none")
    focal = off * (torch.sigmoid(logits) - heat).square()
    return (focal.sum((1, 2)) / (1 + heat.sum((1, 2)) / _SPOT_PX)).mean()
