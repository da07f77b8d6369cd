"""The network: a small U-Net from the planes of one otau to where its kumalak lie.

Dense 3 x 3 convolutions instead of separable ones: OpenCV's own are fast only for these (docs/model-card.md).
"""

from __future__ import annotations

from typing import Final

import torch
from torch import Tensor, nn

from vision.heat_map import CELL
from vision.net_input import PLANES

WIDTHS: Final = (24, 32, 64)
"""Channels at 1/3, 1/6 and 1/12 of the input's size: 4, 2 and 1 px a ball."""
BLOCKS: Final = (1, 2, 3)
"""Residual blocks at each size, as many going up as going down."""
OUTPUTS: Final = CELL**2
"""Planes of the heat map at 1/3 size: one for each px of a cell, row by row."""
_RARE: Final = -4.0
"""Log odds of a px being a centre before anything is learned."""


class HeatNet(nn.Module):
    """(N, PLANES, H, W) to (N, OUTPUTS, H / 3, W / 3); H and W are multiples of 12."""

    def __init__(self) -> None:
        """Begin with random weights."""
        super().__init__()
        fine, middle, coarse = WIDTHS
        self.enter = convolution(PLANES, fine, stride=CELL, padding=0)
        self.fine_down = blocks(fine, BLOCKS[0])
        self.to_middle = convolution(fine, middle, stride=2)
        self.middle_down = blocks(middle, BLOCKS[1])
        self.to_coarse = convolution(middle, coarse, stride=2)
        self.coarse = blocks(coarse, BLOCKS[2])
        self.from_coarse = convolution(coarse, middle, size=1, padding=0)
        self.middle_up = blocks(middle, BLOCKS[1])
        self.from_middle = convolution(middle, fine, size=1, padding=0)
        self.fine_up = blocks(fine, BLOCKS[0])
        self.leave = nn.Conv2d(fine, OUTPUTS, 1)
        self.larger = nn.Upsample(scale_factor=2, mode="nearest")
        nn.init.constant_(self.leave.bias, _RARE)

    def forward(self, planes: Tensor) -> Tensor:
        """Log odds of centres."""
        fine = self.fine_down(self.enter(planes))
        middle = self.middle_down(self.to_middle(fine))
        coarse = self.coarse(self.to_coarse(middle))
        middle = self.middle_up(middle + self.larger(self.from_coarse(coarse)))
        fine = self.fine_up(fine + self.larger(self.from_middle(middle)))
        return self.leave(fine)


class Residual(nn.Module):
    """Adds what a convolution makes of its input."""

    def __init__(self, width: int) -> None:
        """Of that many channels."""
        super().__init__()
        self.change = convolution(width, width)

    def forward(self, x: Tensor) -> Tensor:
        """The same shape."""
        return x + self.change(x)


def blocks(width: int, number: int) -> nn.Sequential:
    """Residual blocks in a row."""
    return nn.Sequential(*(Residual(width) for _ in range(number)))


def convolution(before: int, after: int, *, size: int = 3, stride: int = 1, padding: int = 1) -> nn.Sequential:
    """Convolution, normalisation, rectifier."""
    return nn.Sequential(nn.Conv2d(before, after, size, stride, padding, bias=False), nn.BatchNorm2d(after), nn.ReLU())


def parameters_of(net: nn.Module) -> int:
    """How many numbers the network has learned."""
    return sum(one.numel() for one in net.parameters())


def heat_of(outputs: Tensor) -> Tensor:
    """(N, H, W) log odds from (N, OUTPUTS, H / 3, W / 3)."""
    return torch.pixel_shuffle(outputs, CELL)[:, 0]
