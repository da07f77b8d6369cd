"""Balls poured into a hollow and come to rest, by a simple physics of equal spheres over heights.

A ball is dropped where the hand lets it go, rolls down over the floor and the balls that lie already, and stops where
it is held or where friction holds it (deposition after W. Visscher and M. Bolsterli, "Random packing of equal and
unequal spheres", 1972). Then all are shaken down together by position-based steps (M. Mueller et al., "Position based
dynamics", 2007) until they neither overlap nor hang. Lengths are in ball diameters.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from tools.simulator.boards import Profile
from tools.simulator.compiled import compiled

CELLS_PER_BALL: Final = 10
RADIUS: Final = 0.5
_BARRIER: Final = 5.0
"""Height of what keeps a ball's centre inside the opening: higher than any heap."""
_LIVELY: Final = 8
"""With every so many balls a heap lets new ones roll further before they lie: one more place is tried."""
_RETREATS: Final = 24
"""How often a drop beside the opening is drawn towards its middle."""
_ROLL_STEPS: Final = 45
_RELAX_STEPS: Final = (70, 3)
"""So many at least, and so many more for each ball."""
Pour = Literal["sown", "lane", "handful", "rows"]


@dataclass(frozen=True, slots=True, eq=False)
class Bed:
    """Lowest places of a ball's centre in one hollow.

    Attributes:
        lowest: (H, W) float32 height of the centre of a ball that lies there.
        corner: x and y of the first cell, from the hollow's middle.
        free: (N, 2) points where a ball may be let go.
    """

    lowest: NDArray[np.float32]
    corner: tuple[float, float]
    free: NDArray[np.float64]

    def is_free(self, xy: NDArray[np.float64]) -> NDArray[np.bool_]:
        """(N,) whether a ball's centre may be over each point (N, 2)."""
        cells = np.rint((xy - np.array(self.corner)) * CELLS_PER_BALL).astype(int)
        last = np.array(self.lowest.shape)[::-1] - 1
        column, row = np.clip(cells, 0, last).T
        return np.asarray(self.lowest[row, column] < _BARRIER)


def bed_of(profile: Profile, *, inset: float) -> Bed:
    """The bed of a hollow. Centres of balls stay ``inset`` inside the opening, however high the heap."""
    width, height = profile.half_wh
    cell = 1 / CELLS_PER_BALL
    x = np.arange(-width - cell, width + 2 * cell, cell).astype(np.float32)
    y = np.arange(-height - cell, height + 2 * cell, cell).astype(np.float32)
    floor = profile.height(x[None, :], y[:, None])
    lowest = _clearance(floor, CELLS_PER_BALL * RADIUS)
    inside = profile.edge(x[None, :], y[:, None]) >= inset
    lowest = np.where(inside, lowest, np.float32(_BARRIER))
    rows, columns = np.nonzero(inside)
    return Bed(lowest, (float(x[0]), float(y[0])), np.column_stack([x[columns], y[rows]]).astype(np.float64))


def pour(
    bed: Bed, number: int, how: Pour, rng: np.random.Generator, *, lying: NDArray[np.float64] | None = None
) -> NDArray[np.float64]:
    """Let go balls over a hollow.

    Args:
        bed: of the hollow.
        number: of balls to add.
        how: over all of the opening, along a line across the row, in one place, or laid neatly in two touching rows.
        rng: draws.
        lying: (M, 3) centres of those that lie there already, from the hollow's middle. They give way a little.

    Returns:
        (M + number, 3) centres at rest, those that lay there first, then in the order in which they were let go.
    """
    centres = np.zeros((0, 3)) if lying is None else lying
    if number == 0:
        return centres
    tries = 1 if how == "rows" else int(rng.integers(1, 6)) + number // _LIVELY
    drops = _drops(bed, number * tries, how, rng).reshape(number, tries, 2)
    friction = rng.uniform(0.05, 0.35)
    jitter = rng.normal(0, 0.02, (number, 2))
    centres = _deposit(bed.lowest, np.array(bed.corner), centres, drops, friction)
    centres[-number:, :2] += jitter
    _relax(bed.lowest, np.array(bed.corner), centres)
    return centres


def overlap(centres: NDArray[np.float64]) -> float:
    """The deepest overlap of two balls, in diameters; 0 where none touch."""
    if len(centres) < 2:
        return 0.0
    away = np.linalg.norm(centres[:, None] - centres[None], axis=2)[np.triu_indices(len(centres), 1)]
    return float(max(0.0, 1 - away.min()))


def _drops(bed: Bed, number: int, how: Pour, rng: np.random.Generator) -> NDArray[np.float64]:
    if how == "sown":
        return np.asarray(bed.free[rng.integers(0, len(bed.free), number)], np.float64)
    reach = np.ptp(bed.free, axis=0) / 2
    middle = rng.uniform(-0.5, 0.5, 2) * reach
    if how == "rows":
        return _in_rows(bed, number, middle[1], rng)
    if how == "handful":
        wanted = middle + rng.normal(0, 0.7 + 0.1 * np.sqrt(number), (number, 2))
    else:
        along = rng.permutation(np.linspace(-0.95, 0.95, number)) * reach[1]
        wanted = np.column_stack([np.full(number, middle[0]), along]) + rng.normal(0, 0.25, (number, 2))
    return _drawn_in(bed, wanted)


def _in_rows(bed: Bed, number: int, first_y: float, rng: np.random.Generator) -> NDArray[np.float64]:
    """Drops side by side from some y on; what does not fit begins again at the other end."""
    length = max(float(np.ptp(bed.free[:, 1])), 1.0)
    pairs, side = np.divmod(np.arange(number), 2)
    y = (first_y + length / 2 + 1.02 * pairs) % length - length / 2
    return _drawn_in(bed, np.column_stack([side * 1.04 - 0.52, y]) + rng.normal(0, 0.06, (number, 2)))


def _drawn_in(bed: Bed, wanted: NDArray[np.float64]) -> NDArray[np.float64]:
    """Points moved towards the middle of the opening until a ball may be let go there."""
    for _ in range(_RETREATS):
        beside = ~bed.is_free(wanted)
        if not beside.any():
            break
        wanted[beside] *= 0.95
    return wanted


@compiled
def _clearance(floor: NDArray[np.float32], radius_cells: float) -> NDArray[np.float32]:
    """Where a sphere's centre may be: the floor dilated by the sphere."""
    height, width = floor.shape
    reach = int(radius_cells)
    out = np.empty_like(floor)
    for row in range(height):
        for column in range(width):
            best = -1e9
            for dy in range(-reach, reach + 1):
                for dx in range(-reach, reach + 1):
                    left = radius_cells * radius_cells - dx * dx - dy * dy
                    if left < 0:
                        continue
                    r = min(max(row + dy, 0), height - 1)
                    c = min(max(column + dx, 0), width - 1)
                    best = max(best, floor[r, c] + math.sqrt(left) * RADIUS / radius_cells)
            out[row, column] = best
    return out


@compiled
def _lowest_at(lowest: NDArray[np.float32], corner: NDArray[np.float64], x: float, y: float) -> float:
    height, width = lowest.shape
    column = min(max(0.0, (x - corner[0]) * CELLS_PER_BALL), width - 1.001)
    row = min(max(0.0, (y - corner[1]) * CELLS_PER_BALL), height - 1.001)
    c, r = int(column), int(row)
    fc, fr = column - c, row - r
    top = lowest[r, c] * (1 - fc) + lowest[r, c + 1] * fc
    bottom = lowest[r + 1, c] * (1 - fc) + lowest[r + 1, c + 1] * fc
    return float(top * (1 - fr) + bottom * fr)


@compiled
def _support(
    lowest: NDArray[np.float32], corner: NDArray[np.float64], lying: NDArray[np.float64], x: float, y: float
) -> float:
    """Height of the centre of a ball that comes down at (x, y) on the floor or on balls that lie."""
    z = _lowest_at(lowest, corner, x, y)
    for i in range(lying.shape[0]):
        left = 1.0 - (x - lying[i, 0]) ** 2 - (y - lying[i, 1]) ** 2
        if left > 0:
            z = max(z, lying[i, 2] + math.sqrt(left))
    return z


@compiled
def _deposit(
    lowest: NDArray[np.float32],
    corner: NDArray[np.float64],
    lying: NDArray[np.float64],
    drops: NDArray[np.float64],
    friction: float,
) -> NDArray[np.float64]:
    """Let go balls one after another; each takes the lowest of the places that its drops (N, tries, 2) lead to."""
    already = lying.shape[0]
    centres = np.zeros((already + drops.shape[0], 3))
    centres[:already] = lying
    for i in range(already, centres.shape[0]):
        centres[i, 2] = 1e9
        for k in range(drops.shape[1]):
            drop = drops[i - already, k]
            x, y, z = _roll(lowest, corner, centres[:i], drop[0], drop[1], friction)
            if z < centres[i, 2] - 0.3:
                centres[i, 0], centres[i, 1], centres[i, 2] = x, y, z
    return centres


@compiled
def _roll(
    lowest: NDArray[np.float32],
    corner: NDArray[np.float64],
    lying: NDArray[np.float64],
    x: float,
    y: float,
    friction: float,
) -> tuple[float, float, float]:
    step = 0.12
    z = _support(lowest, corner, lying, x, y)
    for _ in range(_ROLL_STEPS):
        gx = _support(lowest, corner, lying, x + 0.03, y) - _support(lowest, corner, lying, x - 0.03, y)
        gy = _support(lowest, corner, lying, x, y + 0.03) - _support(lowest, corner, lying, x, y - 0.03)
        slope = math.sqrt(gx * gx + gy * gy)
        if slope < 0.06 * friction or step < 0.004:
            break
        nx, ny = x - step * gx / slope, y - step * gy / slope
        nz = _support(lowest, corner, lying, nx, ny)
        if nz < z:
            x, y, z = nx, ny, nz
        else:
            step *= 0.5
    return x, y, z


@compiled
def _relax(lowest: NDArray[np.float32], corner: NDArray[np.float64], centres: NDArray[np.float64]) -> None:
    """Shake all down in place: a little gravity first, then only apart from each other and from the floor."""
    number = centres.shape[0]
    steps = _RELAX_STEPS[0] + _RELAX_STEPS[1] * number
    for step in range(steps):
        if step < _RELAX_STEPS[0] // 2:
            centres[:, 2] -= 0.012
        for i in range(number):
            for j in range(i):
                dx = centres[i, 0] - centres[j, 0]
                dy = centres[i, 1] - centres[j, 1]
                dz = centres[i, 2] - centres[j, 2]
                square = dx * dx + dy * dy + dz * dz
                if 1e-12 < square < 1.0:
                    away = math.sqrt(square)
                    push = 0.5 * (1.0 - away) / away
                    centres[i, 0] += push * dx
                    centres[i, 1] += push * dy
                    centres[i, 2] += push * dz
                    centres[j, 0] -= push * dx
                    centres[j, 1] -= push * dy
                    centres[j, 2] -= push * dz
        for i in range(number):
            _lift(lowest, corner, centres, i)


@compiled
def _lift(lowest: NDArray[np.float32], corner: NDArray[np.float64], centres: NDArray[np.float64], i: int) -> None:
    """Push one ball out of the floor along the floor's normal."""
    x, y = centres[i, 0], centres[i, 1]
    deep = _lowest_at(lowest, corner, x, y) - centres[i, 2]
    if deep <= 0:
        return
    gx = (_lowest_at(lowest, corner, x + 0.1, y) - _lowest_at(lowest, corner, x - 0.1, y)) / 0.2
    gy = (_lowest_at(lowest, corner, x, y + 0.1) - _lowest_at(lowest, corner, x, y - 0.1)) / 0.2
    share = deep / (1 + gx * gx + gy * gy)
    limit = min(1.0, 0.15 / (share * math.sqrt(gx * gx + gy * gy) + 1e-9))
    centres[i, 0] -= share * gx * limit
    centres[i, 1] -= share * gy * limit
    centres[i, 2] += share
