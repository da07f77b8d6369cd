"""How far the otaus of a row reach across the board: the edges that all nine of them share."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.finding import Lattices
from calibration.halves import HalfPictures
from calibration.lattice import RowLattice
from calibration.log_colour import log_colour
from togyz.board import OTAU_PER_SIDE

_ACROSS: Final = np.linspace(-0.22, 0.22, 9)
"""Where an otau is sampled, in pitches from its middle."""
_SOFT_PX: Final = 1.2
_CLOSEST_BALLS: Final = (0.25, 0.6)
"""How near an otau's end is seen to a ball's centre that touches it, in diameters: towards the middle a tilted view
foreshortens that, at the rim it never does."""
_LONGEST: Final = 0.2
"""The farthest that an otau may reach beyond the balls that lie in it at the start, towards the middle."""
_MIDDLE: Final = 0.02
_RIM: Final = 0.985
"""No otau reaches nearer than this to the board's middle and to its outline."""
_ASKEW: Final = 0.025
"""How far apart both halves may show the same edge."""
_OPEN: Final = 0.35
"""Share of what is most common to the otaus below which a row ends."""
_NEAR: Final = 0.05
"""How far from there, in v, the edge lies that all otaus share."""
_COLUMNS, _SMOOTH, _CLEAR = 33, 5, 0.15
_V: Final = np.linspace(0, 1, 401)


def row_extents(
    halves: HalfPictures, lattices: Lattices, centres_uv: tuple[NDArray[np.float64], NDArray[np.float64]], ball_v: float
) -> tuple[tuple[float, float], tuple[float, float]]:
    """Find where the otaus of both rows begin and end.

    An edge counts by how many of the nine otaus show it at the same place, and by how alike both halves show it: balls
    and reflections lie differently in each. Towards the middle the kazan's edge may be taken for the otau's: it serves
    as well to tell what lies on which side.

    Args:
        halves: pictures of both halves.
        lattices: the rows.
        centres_uv: (N, 2) centres of the kumalak in white's row and in black's.
        ball_v: diameter of a kumalak in v.

    Returns:
        (v_inner, v_outer) of white's row and of black's.
    """
    edges = np.stack([_edge_profile(halves, half, lattice) for half, lattice in enumerate(lattices)])
    first, last = np.array([np.percentile(uv[:, 1], [1, 99]) for uv in centres_uv]).T
    nearest_v = np.array(_CLOSEST_BALLS) * ball_v
    inner = _shared(edges, np.maximum(_MIDDLE, first - _LONGEST), np.maximum(_MIDDLE, first - nearest_v[0]))
    outer = _shared(edges, np.minimum(_RIM, last + nearest_v[1]), np.full(2, _RIM))
    return (inner[0], outer[0]), (inner[1], outer[1])


def open_extents(halves: HalfPictures, lattices: Lattices) -> tuple[tuple[float, float], tuple[float, float]]:
    """The same whatever lies in the otaus: they reach as far as the picture looks alike in all of them."""
    alike = np.mean([_alike(halves, half, lattice) for half, lattice in enumerate(lattices)], axis=0)
    best = int(alike.argmax())
    unlike = np.flatnonzero(alike < _OPEN * alike[best])
    first = max((float(_V[one]) for one in unlike if one < best), default=_MIDDLE)
    last = min((float(_V[one]) for one in unlike if one > best), default=_RIM)
    edges = np.stack([_edge_profile(halves, half, lattice) for half, lattice in enumerate(lattices)])
    inner, outer = (
        _shared(edges, np.full(2, max(_MIDDLE, end - _NEAR)), np.full(2, min(_RIM, end + _NEAR)))
        for end in (first, last)
    )
    return (inner[0], outer[0]), (inner[1], outer[1])


def _alike(halves: HalfPictures, half: int, lattice: RowLattice) -> NDArray[np.float64]:
    """At every ``_V``, how uneven most otaus of a row are from left to right in the same way."""
    height = halves.heights[half]
    v = (np.arange(height) + 0.5) / height
    across = np.linspace(-0.5, 0.5, _COLUMNS)
    columns = _sampled(halves, half, lattice, across, v)
    step = np.abs(np.diff(columns, axis=1)).max(axis=3)
    typical = np.median([cv2.blur(np.minimum(one, _CLEAR), (3, 1)) for one in step], axis=0)
    typical = (typical + typical[::-1]) / 2
    return np.asarray(
        np.interp(_V, v, np.convolve(typical.std(axis=0), np.ones(_SMOOTH) / _SMOOTH, "same")), np.float64
    )


def _sampled(
    halves: HalfPictures, half: int, lattice: RowLattice, across: NDArray[np.float64], v: NDArray[np.float64]
) -> NDArray[np.float32]:
    """(9, across, v, 3) log colours of a row's otaus, ``across`` in pitches from their middles."""
    log_bgr = log_colour(halves.image_bgr[half])
    number = np.arange(1, OTAU_PER_SIDE + 1, dtype=np.float64)[:, None, None]
    u = lattice.u(number, v[None, None, :]) + across[None, :, None] * lattice.pitch
    rows = np.broadcast_to((v * halves.heights[half] - 0.5).astype(np.float32), u.shape).reshape(-1, len(v))
    columns = (u * halves.width - 0.5).astype(np.float32).reshape(-1, len(v))
    sampled = cv2.remap(log_bgr, columns, rows, cv2.INTER_LINEAR)
    return np.asarray(sampled.reshape(OTAU_PER_SIDE, len(across), len(v), 3), np.float32)


def _edge_profile(halves: HalfPictures, half: int, lattice: RowLattice) -> NDArray[np.float64]:
    """Strength at every ``_V`` of the edges along the row that most of its otaus share."""
    height = halves.heights[half]
    v = (np.arange(height) + 0.5) / height
    columns = _sampled(halves, half, lattice, _ACROSS, v).mean(axis=1)
    smooth = np.stack([cv2.GaussianBlur(one, (1, 7), _SOFT_PX) for one in columns])
    step = np.linalg.norm(np.median(smooth[:, 2:] - smooth[:, :-2], axis=0), axis=1)
    return np.asarray(np.interp(_V, v[1:-1], step), np.float64)


def _shared(edges: NDArray[np.float64], low: NDArray[np.float64], high: NDArray[np.float64]) -> tuple[float, float]:
    """The strongest edge of both halves between low and high (2,), then where each half shows it best.

    What both share must lie within the bounds of both, what one shows within its own: in a tilted view they differ.
    """
    reach = round(_ASKEW / _V[1])
    spread = np.stack([np.convolve(one, np.hanning(2 * reach + 1), "same") for one in edges])
    best = _V[np.argmax(np.where(_between(low.max(), high.min()), spread.sum(axis=0), -1))]
    near = [
        _between(*np.clip([best - _ASKEW, best + _ASKEW], one_low, max(one_low, one_high)))
        for one_low, one_high in zip(low, high, strict=True)
    ]
    white, black = (float(_V[np.argmax(np.where(where, one, -1))]) for where, one in zip(near, edges, strict=True))
    return white, black


def _between(low: float, high: float) -> NDArray[np.bool_]:
    """Which ``_V`` lie there: those about the middle where there are none."""
    if high - low > 2 * _V[1]:
        return np.asarray((low <= _V) & (high >= _V), np.bool_)
    return np.asarray(np.abs(_V - (low + high) / 2) < 2 * _V[1], np.bool_)
