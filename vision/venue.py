"""The look of a kumalak at this venue, learned on the spot from balls whose places are known.

No weights are shipped: the start position shows 162 balls of one size and colour, on this board, in this light. Around
every px the picture is described by Gauss-Hermite jets (its local derivatives up to a high order, a basis of small patches); random rectified features of them and one ridge regression give a map that is 1 on the centre of a ball and 0
elsewhere. The regression is closed form and seeded: the same picture gives the same model.

Jets: J. Koenderink and A. van Doorn, "Representation of local geometry in the visual system", 1987. Random features with
ridge: A. Rahimi and B. Recht, "Weighted sums of random kitchen sinks", 2008.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.polynomial.hermite_e import hermeval
from numpy.typing import NDArray

BALL_PX: Final = 9.0
"""Diameter of a kumalak in the pictures that this module works on."""

_SIGMA: Final = 0.25
"""Scale of the jets in ball diameters."""
_ORDER: Final = 8
"""Their highest order: with it they span a patch as wide as a ball and its rim."""
_PRINCIPAL: Final = 70
_RECTIFIED: Final = 256
_RIDGE: Final = 1e-3
_TARGET_SIGMA: Final = 0.15
_NEAR: Final = 0.9
_SAMPLES: Final = (4500, 3500)
"""Px drawn from the surroundings of balls (within ``_NEAR`` diameters), and from everywhere else."""
_DARK: Final = 12.0
"""Grey levels added before the logarithm: below them is noise."""
_CANDIDATE: Final = 0.06


@dataclass(frozen=True, slots=True, eq=False)
class VenueModel:
    """A trained response. Arrays are float32; see the module for what they are."""

    mean: NDArray[np.float32]
    whiten: NDArray[np.float32]
    kinks: NDArray[np.float32]
    offset: NDArray[np.float32]
    weights: NDArray[np.float32]
    linear: NDArray[np.float32]

    def response(self, jets: NDArray[np.float32]) -> NDArray[np.float32]:
        """About 1 on a ball's centre, 0 elsewhere, for jets (..., F)."""
        flat = jets.reshape(-1, jets.shape[-1])
        cheap = flat @ self.linear[:-1] + self.linear[-1]
        out = np.zeros(len(flat), np.float32)
        worth = np.flatnonzero(cheap > _CANDIDATE)
        out[worth] = _features(flat[worth], self.mean, self.whiten, self.kinks, self.offset) @ self.weights
        return out.reshape(jets.shape[:-1])


def log_colour(image_bgr: NDArray[np.uint8]) -> NDArray[np.float32]:
    """(..., 3) logarithm of the picture, so that light is a sum: a lamp or a shutter only shifts it."""
    return np.log(image_bgr.astype(np.float32) + np.float32(_DARK))


def jets(log_bgr: NDArray[np.float32]) -> NDArray[np.float32]:
    """Gauss-Hermite jets (N, H, W, F) of pictures (N, H, W, 3) from ``log_colour``; F = 135."""
    number, height, width, channels = log_bgr.shape
    tall = np.ascontiguousarray(log_bgr.reshape(number * height, width, channels))
    maps = [cv2.sepFilter2D(tall, cv2.CV_32F, along, across) for along, across, _ in _kernels()]
    return np.concatenate(maps, axis=-1).reshape(number, height, width, -1)


def train(
    jet_maps: NDArray[np.float32],
    centres: tuple[NDArray[np.float64], ...],
    use: NDArray[np.bool_],
    *,
    seed: int = 0,
) -> VenueModel:
    """Learn from pictures whose balls are known.

    Args:
        jet_maps: (N, H, W, F) from ``jets``.
        centres: for each picture (M, 2) px of its balls' centres.
        use: (N, H, W) where the picture may teach; elsewhere nothing is known.
        seed: of the random features and of the px drawn.
    """
    rng = np.random.default_rng(seed)
    away = np.stack([_distance(xy, use.shape[1:]) for xy in centres]) / BALL_PX
    target = np.exp(-(away**2) / (2 * _TARGET_SIGMA**2)).astype(np.float32)
    on_ball = np.flatnonzero(use & (away < 0.3))
    near = rng.permutation(np.flatnonzero(use & (away >= 0.3) & (away < _NEAR)))[: _SAMPLES[0]]
    far = rng.permutation(np.flatnonzero(use & (away >= _NEAR)))[: _SAMPLES[1]]
    picked = np.concatenate([on_ball, near, far])
    weight = np.ones(len(picked), np.float32)
    weight[: len(on_ball)] = 3.0
    x = jet_maps.reshape(-1, jet_maps.shape[-1])[picked]
    y = target.reshape(-1)[picked]

    mirrored = [x * signs for signs in _mirror_signs()]
    x, y, weight = np.concatenate(mirrored), np.tile(y, 4), np.tile(weight, 4)
    mean = x.mean(axis=0)
    values, vectors = np.linalg.eigh(np.cov((x - mean).T))
    order = np.argsort(values)[::-1][:_PRINCIPAL]
    whiten = (vectors[:, order] / np.sqrt(values[order] + 1e-3 * values.max())).astype(np.float32)
    kinks = rng.standard_normal((whiten.shape[1], _RECTIFIED)).astype(np.float32)
    through = (x[rng.integers(0, len(x), _RECTIFIED)] - mean) @ whiten
    offset = -(through * kinks.T).sum(axis=1)
    weights = _ridge(_features(x, mean, whiten, kinks, offset), y, weight)
    linear = _ridge(np.column_stack([x, np.ones(len(x), np.float32)]), y, weight)
    return VenueModel(mean, whiten, kinks, offset, weights, linear)


def _features(
    x: NDArray[np.float32],
    mean: NDArray[np.float32],
    whiten: NDArray[np.float32],
    kinks: NDArray[np.float32],
    offset: NDArray[np.float32],
) -> NDArray[np.float32]:
    z = (x - mean) @ whiten
    return np.concatenate([np.maximum(z @ kinks + offset, 0), z, np.ones((len(z), 1), np.float32)], axis=1)


def _ridge(x: NDArray[np.float32], y: NDArray[np.float32], weight: NDArray[np.float32]) -> NDArray[np.float32]:
    weighted = x * weight[:, None]
    gram = (weighted.T @ x).astype(np.float64)
    gram += np.eye(len(gram)) * (_RIDGE * np.trace(gram) / len(gram))
    return np.linalg.solve(gram, (weighted.T @ y).astype(np.float64)).astype(np.float32)


def _distance(centres_xy: NDArray[np.float64], shape: tuple[int, ...]) -> NDArray[np.float32]:
    """(H, W) px to the nearest centre."""
    if len(centres_xy) == 0:
        return np.full(shape, np.inf, np.float32)
    y, x = np.mgrid[: shape[0], : shape[1]].astype(np.float32)
    out = np.full(shape, np.inf, np.float32)
    for cx, cy in centres_xy.astype(np.float32):
        np.minimum(out, np.hypot(x - cx, y - cy), out=out)
    return out


@cache
def _kernels() -> tuple[tuple[NDArray[np.float32], NDArray[np.float32], tuple[int, int]], ...]:
    """(along, across, orders) of every jet."""
    sigma = _SIGMA * BALL_PX
    reach = int(np.ceil(4 * sigma))
    at = np.arange(-reach, reach + 1) / sigma
    gauss = np.exp(-(at**2) / 2)
    one = [_unit(hermeval(at, [0] * order + [1]) * gauss, order) for order in range(_ORDER + 1)]
    return tuple((one[i], one[j], (i, j)) for i in range(_ORDER + 1) for j in range(_ORDER + 1 - i))


def _unit(kernel: NDArray[np.float64], order: int) -> NDArray[np.float32]:
    """Unit sum of the mean, unit norm and zero sum of the derivatives."""
    if order == 0:
        return (kernel / kernel.sum()).astype(np.float32)
    kernel = kernel - kernel.mean()
    return (kernel / np.linalg.norm(kernel)).astype(np.float32)


@cache
def _mirror_signs() -> tuple[NDArray[np.float32], ...]:
    """What turning the picture left to right, upside down, or both does to each jet."""
    orders = np.repeat([o for *_, o in _kernels()], 3, axis=0)
    x, y = (np.where(orders[:, i] % 2, -1, 1).astype(np.float32) for i in (0, 1))
    return (np.ones_like(x), x, y, x * y)
