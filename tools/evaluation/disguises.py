"""Pictures turned and lit otherwise, with where that put their px."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.evaluation.truth import Picture

SHADOW: Final = 0.45
"""Light that is left in the shadow of ``half shadow``."""


def _dark(image: Picture) -> Picture:
    noise = np.random.default_rng(0).normal(0, 1.2, image.shape)
    return np.asarray(np.clip(0.35 * image + noise, 0, 255), np.uint8)


def _bright(image: Picture) -> Picture:
    return np.asarray(np.clip(1.8 * image.astype(np.float32), 0, 255), np.uint8)


def _half_shadow(image: Picture) -> Picture:
    height, width = image.shape[:2]
    beyond = np.arange(width) + 0.35 * np.arange(height)[:, None] - 0.6 * width
    light = SHADOW + (1 - SHADOW) / (1 + np.exp(-beyond / 6))
    return np.asarray((image * light[..., None]).astype(np.uint8), np.uint8)


LIGHTS: Final[dict[str, Callable[[Picture], Picture]]] = {
    "as it is": lambda image: image,
    "x0.35": _dark,
    "x1.8": _bright,
    "half shadow": _half_shadow,
}


def turned(image: Picture, deg: float) -> tuple[Picture, NDArray[np.float64]]:
    """The whole picture turned on a larger black one, and (2, 3) where its px went."""
    height, width = image.shape[:2]
    matrix = np.array(cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), deg, 1), np.float64)
    cos, sin = np.abs(matrix[0])[:2]
    size = round(width * cos + height * sin), round(height * cos + width * sin)
    matrix[:, 2] += (size[0] - width) / 2, (size[1] - height) / 2
    return np.asarray(cv2.warpAffine(image, matrix, size), np.uint8), matrix
