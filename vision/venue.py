"""The look of a kumalak at this venue, learned on the spot from balls whose places are known.

No weights are shipped: the start position shows 162 balls of one size and colour, on this board, in this light. Around
every px the picture is described by Gauss-Hermite jets (its local derivatives up to a high order, a basis of small
patches); random rectified features of them and one ridge regression give a map that is 1 on the centre of a ball and 0
elsewhere. The regression is closed form and seeded: the same picture gives the same model. A linear regression on the
same jets is a mere filter of the picture: it tells cheaply where the full model is worth asking.

Jets: J. Koenderink and A. van Doorn, "Representation of local geometry in the visual system", 1987. Random features
with ridge: A. Rahimi and B. Recht, "Weighted sums of random kitchen sinks", 2008.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.polynomial.hermite_e import hermeval
from numpy.typing import NDArray

from vision.ridge import Equations, ridge

BALL_PX: Final = 9.0
"""Diameter of a kumalak in the pictures that this module works on."""

_SIGMA: Final = 0.25
"""Scale of the jets in ball diameters."""
_ORDER: Final = 8
"""Their highest order: with it they span a patch as wide as a ball and its rim."""
_SIZE_PX: Final = 19
"""Width of the patch that they see: two balls."""
_PRINCIPAL: Final = 70
_RECTIFIED: Final = 256
"""The strongest components of the jets that are kept, and features made of these."""
_RIDGE: Final = 1e-3
"""Pull of the coefficients to 0, in mean squares of a feature."""
_TARGET_SIGMA: Final = 0.15
"""Width of the peak that is to stand on a centre, in ball diameters."""
_ON_BALL: Final = 0.3
_NEAR: Final = 0.9
"""Px up to so many diameters from a centre are all learned from, and those farther off are no surroundings any more."""
_HARD: Final = 2500
"""Px added that fooled a first model most."""
_SAMPLES: Final = (4500, 3500)
"""Px drawn from the surroundings of balls (within ``_NEAR`` diameters), and from everywhere else."""
_CANDIDATE: Final = 0.12
"""Cheap response above which the full model is asked."""


@dataclass(frozen=True, slots=True, eq=False)
class VenueModel:
    """A trained response. Arrays are float32; see the module for what they are.

    Attributes:
        mean, whiten: (F,), (F, P): jets to principal components of unit variance.
        kinks, offset: (P, R), (R,): components to random rectified features.
        weights: (R + P + 1,): features, components and 1 to the response.
        kernels, bias: (3, n, n): the filter that tells where a ball may be.
    """

    mean: NDArray[np.float32]
    whiten: NDArray[np.float32]
    kinks: NDArray[np.float32]
    offset: NDArray[np.float32]
    weights: NDArray[np.float32]
    kernels: NDArray[np.float32]
    bias: float

    def response(self, log_bgr: NDArray[np.float32], where: NDArray[np.bool_]) -> NDArray[np.float32]:
        """About 1 on a ball's centre, 0 elsewhere.

        Args:
            log_bgr: (N, H, W, 3) from ``log_colour``, levelled as the pictures that taught.
            where: (N, H, W) outside of it nothing is asked and the response is 0.
        """
        tall = log_bgr.reshape(-1, *log_bgr.shape[2:])
        cheap = sum(cv2.filter2D(tall[..., plane], cv2.CV_32F, self.kernels[plane]) for plane in range(3))
        worth = np.nonzero(where & (np.asarray(cheap).reshape(where.shape) + self.bias > _CANDIDATE))
        out = np.zeros(where.shape, np.float32)
        x = _jets_at(log_bgr, worth)
        out[worth] = _features(x, self.mean, self.whiten, self.kinks, self.offset) @ self.weights
        return out


def train(
    log_bgr: NDArray[np.float32],
    centres: tuple[NDArray[np.float64], ...],
    use: NDArray[np.bool_],
    *,
    seed: int = 0,
) -> VenueModel:
    """Learn from pictures whose balls are known.

    Args:
        log_bgr: (N, H, W, 3) from ``log_colour``, levelled.
        centres: for each picture (M, 2) px of its balls' centres.
        use: (N, H, W) where the picture may teach; elsewhere nothing is known.
        seed: of the random features and of the px drawn.
    """
    rng = np.random.default_rng(seed)
    away = np.stack([_distance(xy, use.shape[1:]) for xy in centres]) / BALL_PX
    target = np.exp(-(away**2) / (2 * _TARGET_SIGMA**2)).astype(np.float32)
    on_ball = np.flatnonzero(use & (away < _ON_BALL))
    near = rng.permutation(np.flatnonzero(use & (away >= _ON_BALL) & (away < _NEAR)))[: _SAMPLES[0]]
    far = rng.permutation(np.flatnonzero(use & (away >= _NEAR)))[: _SAMPLES[1]]
    picked = np.concatenate([on_ball, near, far])
    model = _fit(log_bgr, target, picked, len(on_ball), rng)
    fooled = np.where(use & (away >= _ON_BALL), model.response(log_bgr, use) - target, 0).ravel()
    hard = np.argsort(-fooled, kind="stable")[:_HARD]
    return _fit(log_bgr, target, np.concatenate([picked, hard[fooled[hard] > 0]]), len(on_ball), rng)


def _fit(
    log_bgr: NDArray[np.float32],
    target: NDArray[np.float32],
    picked: NDArray[np.intp],
    on_ball: int,
    rng: np.random.Generator,
) -> VenueModel:
    """Regress the target at the px picked, the first ``on_ball`` of which lie on balls, and at their mirror images."""
    x = _jets_at(log_bgr, np.unravel_index(picked, target.shape))
    y = target.ravel()[picked]
    weight = np.ones(len(picked), np.float32)
    weight[:on_ball] = 3.0
    mirrored = np.concatenate([x * signs for signs in _mirror_signs()])
    mean = mirrored.mean(axis=0)
    values, vectors = np.linalg.eigh(np.cov(mirrored.T))
    order = np.argsort(values)[::-1][:_PRINCIPAL]
    whiten = (vectors[:, order] / np.sqrt(values[order] + 1e-3 * values.max())).astype(np.float32)
    kinks = rng.standard_normal((whiten.shape[1], _RECTIFIED)).astype(np.float32)
    through = (mirrored[rng.integers(0, len(mirrored), _RECTIFIED)] - mean) @ whiten
    offset = -(through * kinks.T).sum(axis=1)
    full = (Equations(_features(x * signs, mean, whiten, kinks, offset), y, weight) for signs in _mirror_signs())
    weights = ridge(full, _RIDGE)
    ones = np.ones((len(x), 1), np.float32)
    linear = ridge((Equations(np.hstack([x * signs, ones]), y, weight) for signs in _mirror_signs()), _RIDGE)
    kernels = (linear[:-1].reshape(-1, 3).T @ _basis()).reshape(3, _SIZE_PX, _SIZE_PX)
    return VenueModel(mean, whiten, kinks, offset, weights, kernels, float(linear[-1]))


def _jets_at(log_bgr: NDArray[np.float32], at: tuple[NDArray[np.intp], ...]) -> NDArray[np.float32]:
    """(K, F) jets at px (picture, row, column); F runs over orders, then colours."""
    pad = _SIZE_PX // 2
    planes = np.pad(np.moveaxis(log_bgr, 3, 1), ((0, 0), (0, 0), (pad, pad), (pad, pad)), mode="reflect")
    windows = np.lib.stride_tricks.sliding_window_view(planes, (_SIZE_PX, _SIZE_PX), axis=(2, 3))
    picture, row, column = at
    patches = windows[picture, :, row, column].reshape(-1, _SIZE_PX * _SIZE_PX)
    jets = (patches @ _basis().T).reshape(len(picture), 3, len(_ORDERS))
    return jets.swapaxes(1, 2).reshape(len(picture), 3 * len(_ORDERS))


def _features(
    x: NDArray[np.float32],
    mean: NDArray[np.float32],
    whiten: NDArray[np.float32],
    kinks: NDArray[np.float32],
    offset: NDArray[np.float32],
) -> NDArray[np.float32]:
    z = (x - mean) @ whiten
    return np.concatenate([np.maximum(z @ kinks + offset, 0), z, np.ones((len(z), 1), np.float32)], axis=1)


def _distance(centres_xy: NDArray[np.float64], shape: tuple[int, ...]) -> NDArray[np.float32]:
    """(H, W) px to the nearest centre."""
    if len(centres_xy) == 0:
        return np.full(shape, np.inf, np.float32)
    y, x = np.mgrid[: shape[0], : shape[1]].astype(np.float32)
    out = np.full(shape, np.inf, np.float32)
    for cx, cy in centres_xy.astype(np.float32):
        np.minimum(out, np.hypot(x - cx, y - cy), out=out)
    return out


_ORDERS: Final = tuple((i, j) for i in range(_ORDER + 1) for j in range(_ORDER + 1 - i))
"""(across, along) of every jet."""


@cache
def _basis() -> NDArray[np.float32]:
    """(45, n * n) patches of the jets."""
    sigma = _SIGMA * BALL_PX
    at = (np.arange(_SIZE_PX) - _SIZE_PX // 2) / sigma
    gauss = np.exp(-(at**2) / 2)
    one = [_unit(hermeval(at, [0] * order + [1]) * gauss, order) for order in range(_ORDER + 1)]
    return np.stack([np.outer(one[j], one[i]).ravel() for i, j in _ORDERS]).astype(np.float32)


def _unit(kernel: NDArray[np.floating], order: int) -> NDArray[np.float32]:
    """Unit sum of the mean, unit norm and zero sum of the derivatives."""
    if order == 0:
        return np.asarray(kernel / kernel.sum(), np.float32)
    kernel = kernel - kernel.mean()
    return np.asarray(kernel / np.linalg.norm(kernel), np.float32)


@cache
def _mirror_signs() -> tuple[NDArray[np.float32], ...]:
    """What turning the picture left to right, upside down, or both does to each jet."""
    orders = np.repeat(np.array(_ORDERS), 3, axis=0)
    x, y = (np.where(orders[:, i] % 2, -1, 1).astype(np.float32) for i in (0, 1))
    return (np.ones_like(x), x, y, x * y)
