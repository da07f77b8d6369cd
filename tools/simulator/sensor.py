"""The compiled part of a camera: from light to stored values."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from tools.simulator.compiled import compiled


@compiled
def develop(
    light: NDArray[np.float32],
    grain: NDArray[np.float32],
    gain: NDArray[np.float32],
    noise: NDArray[np.float64],
    saturation: float,
    curve: NDArray[np.uint8],
) -> NDArray[np.uint8]:
    """What a sensor stores.

    Args:
        light: (h, w, 3) linear.
        grain: (h, w, 3) normal noise of deviation 1.
        gain: (3,) exposure of each colour.
        noise: variance of a white px by shot noise, deviation of read noise.
        saturation: 1 for true colours.
        curve: (n,) stored values for square roots of light from 0 to 2.

    Returns:
        (h, w, 3) uint8.
    """
    out = np.empty(light.shape, np.uint8)
    last = curve.shape[0] - 1
    for v in range(light.shape[0]):
        for u in range(light.shape[1]):
            grey = np.float32(0)
            for i in range(3):
                grey += light[v, u, i] * gain[i] / np.float32(3)
            for i in range(3):
                clean = light[v, u, i] * gain[i]
                dirty = clean + math.sqrt(max(clean, 0.0) * noise[0] + noise[1] * noise[1]) * grain[v, u, i]
                vivid = grey + saturation * (dirty - grey)
                out[v, u, i] = curve[int(min(math.sqrt(max(0.0, vivid)) / 2, 1.0) * last + 0.5)]
    return out
