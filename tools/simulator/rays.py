"""Compiled geometry of the renderer: what a ray meets, and where light does not come.

Lengths are in ball diameters. A scene is a grid of heights (floors, walls, tops) and of solids, which are ellipsoids.
The camera's rays meet both exactly; for shadows the scene is a single field of heights, balls being columns: light
comes from above, so only the underside of a ball is darker than it should be, where little light would come anyhow.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from tools.simulator.compiled import compiled

F32 = NDArray[np.float32]
F64 = NDArray[np.float64]
I32 = NDArray[np.int32]
U8 = NDArray[np.uint8]


@compiled
def bilinear(grid: F32, row: float, column: float) -> float:
    """A grid of scalars between its cells; beyond its edge the edge repeats."""
    height, width = grid.shape
    column = min(max(0.0, column), width - 1.001)
    row = min(max(0.0, row), height - 1.001)
    c, r = int(column), int(row)
    fc, fr = column - c, row - r
    top = grid[r, c] * (1 - fc) + grid[r, c + 1] * fc
    bottom = grid[r + 1, c] * (1 - fc) + grid[r + 1, c + 1] * fc
    return float(top * (1 - fr) + bottom * fr)


@compiled
def raise_tops(top: F32, origin: F64, cells: float, centres: F64, shapes: F64, reach: F64) -> None:
    """Raise a grid of heights, in place, to the upper sides of solids.

    Args:
        top: (H, W) heights.
        origin: x and y of the first cell.
        cells: in one ball diameter.
        centres: (N, 3).
        shapes: (N, 3, 3) maps from a solid's surroundings to the unit sphere.
        reach: (N,) longest half axes.
    """
    height, width = top.shape
    for k in range(centres.shape[0]):
        a = shapes[k]
        down = a[:, 2]
        dd = (down * down).sum()
        c0 = max(int((centres[k, 0] - reach[k] - origin[0]) * cells), 0)
        c1 = min(int((centres[k, 0] + reach[k] - origin[0]) * cells) + 1, width - 1)
        r0 = max(int((centres[k, 1] - reach[k] - origin[1]) * cells), 0)
        r1 = min(int((centres[k, 1] + reach[k] - origin[1]) * cells) + 1, height - 1)
        for r in range(r0, r1 + 1):
            for c in range(c0, c1 + 1):
                x = origin[0] + c / cells - centres[k, 0]
                y = origin[1] + r / cells - centres[k, 1]
                b = 0.0
                rest = -1.0
                for i in range(3):
                    flat = a[i, 0] * x + a[i, 1] * y
                    b += flat * down[i]
                    rest += flat * flat
                root = b * b - dd * rest
                if root > 0:
                    z = centres[k, 2] + (-b + math.sqrt(root)) / dd
                    top[r, c] = max(top[r, c], z)


@compiled
def horizons(top: F32, cells: float, towards: F64) -> F32:
    """(H, W, K) height below which a point of a cell lies in the shadow of the light from each direction (K, 3)."""
    height, width = top.shape
    out = np.empty((height, width, towards.shape[0]), np.float32)
    line = np.empty((height, width), np.float32)
    for k in range(towards.shape[0]):
        dx, dy, dz = towards[k, 0], towards[k, 1], towards[k, 2]
        longest = max(abs(dx), abs(dy), 1e-6)
        sx, sy = dx / longest, dy / longest
        fall = dz / longest / cells
        along_x = abs(dx) >= abs(dy)
        first, second = (width, height) if along_x else (height, width)
        lead, side = (sx, sy) if along_x else (sy, sx)
        shift = math.floor(side)
        part = side - shift
        for i in range(first):
            p = first - 1 - i if lead > 0 else i
            for q in range(second):
                r, c = (q, p) if along_x else (p, q)
                shadow = -100.0
                if i > 0:
                    before = p + 1 if lead > 0 else p - 1
                    q0 = min(max(q + shift, 0), second - 1)
                    q1 = min(max(q + shift + 1, 0), second - 1)
                    if along_x:
                        shadow = line[q0, before] * (1 - part) + line[q1, before] * part - fall
                    else:
                        shadow = line[before, q0] * (1 - part) + line[before, q1] * part - fall
                out[r, c, k] = shadow
                line[r, c] = max(shadow, top[r, c])
    return out


@compiled
def cast(axes: F64, ideal: F64) -> F32:
    """(h, w, 3) directions of length 1, of tangents (h, w, 2) to the picture's right and down.

    The rows of ``axes`` (3, 3) point to the picture's right, down and forward.
    """
    out = np.empty((ideal.shape[0], ideal.shape[1], 3), np.float32)
    for i in range(ideal.shape[0]):
        for j in range(ideal.shape[1]):
            x, y = ideal[i, j, 0], ideal[i, j, 1]
            scale = 1 / math.sqrt(1 + x * x + y * y)
            for k in range(3):
                out[i, j, k] = (x * axes[0, k] + y * axes[1, k] + axes[2, k]) * scale
    return out


@compiled
def meet_floor(floor: F32, origin: F64, cells: float, eye: F64, rays: F32, wanted: U8, highest: float) -> F32:
    """(h, w) distances along the rays (h, w, 3) from the eye to the field of heights; 0 where none is wanted."""
    out = np.zeros(rays.shape[:2], np.float32)
    for v in range(rays.shape[0]):
        for u in range(rays.shape[1]):
            if wanted[v, u] == 0:
                continue
            dx, dy, dz = rays[v, u, 0], rays[v, u, 1], rays[v, u, 2]
            t = (highest - eye[2]) / dz
            step = min(1.3 / cells / (math.sqrt(dx * dx + dy * dy) + 1e-9), 0.25 / abs(dz))
            above, gap = 0.0, 0.0
            for _ in range(400):
                x, y, z = eye[0] + t * dx, eye[1] + t * dy, eye[2] + t * dz
                gap = z - bilinear(floor, (y - origin[1]) * cells, (x - origin[0]) * cells)
                if gap <= 0:
                    break
                above = gap
                t += step
            low, high = t - step, t
            for _ in range(3):
                t = low + (high - low) * above / max(above - gap, 1e-9)
                x, y, z = eye[0] + t * dx, eye[1] + t * dy, eye[2] + t * dz
                new = z - bilinear(floor, (y - origin[1]) * cells, (x - origin[0]) * cells)
                if new > 0:
                    low, above = t, new
                else:
                    high, gap = t, new
            out[v, u] = t
    return out


@compiled
def meet_solids(depth: F32, rays: F32, eye: F64, boxes: I32, centres: F64, shapes: F64) -> tuple[I32, I32]:
    """Let solids cover what lies behind them; ``depth`` (h, w) is changed in place.

    Args:
        depth: distances along the rays that were met so far.
        rays: (h, w, 3).
        eye: where they start.
        boxes: (N, 4) px that may see each solid: first and last column, first and last row.
        centres: (N, 3).
        shapes: (N, 3, 3) as in ``raise_tops``.

    Returns:
        (h, w) the solid seen, -1 for none; (N,) px of each solid's full disc.
    """
    ids = np.full(depth.shape, -1, np.int32)
    full = np.zeros(centres.shape[0], np.int32)
    for k in range(centres.shape[0]):
        a = shapes[k]
        o0, o1, o2 = eye[0] - centres[k, 0], eye[1] - centres[k, 1], eye[2] - centres[k, 2]
        p0 = a[0, 0] * o0 + a[0, 1] * o1 + a[0, 2] * o2
        p1 = a[1, 0] * o0 + a[1, 1] * o1 + a[1, 2] * o2
        p2 = a[2, 0] * o0 + a[2, 1] * o1 + a[2, 2] * o2
        rest = p0 * p0 + p1 * p1 + p2 * p2 - 1
        for v in range(max(boxes[k, 2], 0), min(boxes[k, 3], depth.shape[0] - 1) + 1):
            for u in range(max(boxes[k, 0], 0), min(boxes[k, 1], depth.shape[1] - 1) + 1):
                x, y, z = rays[v, u, 0], rays[v, u, 1], rays[v, u, 2]
                d0 = a[0, 0] * x + a[0, 1] * y + a[0, 2] * z
                d1 = a[1, 0] * x + a[1, 1] * y + a[1, 2] * z
                d2 = a[2, 0] * x + a[2, 1] * y + a[2, 2] * z
                dd = d0 * d0 + d1 * d1 + d2 * d2
                b = p0 * d0 + p1 * d1 + p2 * d2
                root = b * b - dd * rest
                if root <= 0:
                    continue
                full[k] += 1
                t = (-b - math.sqrt(root)) / dd
                if t < depth[v, u]:
                    depth[v, u] = t
                    ids[v, u] = k
    return ids, full
