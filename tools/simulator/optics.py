"""Compiled kernels of the renderer: what a ray meets, what light reaches it, what the eye sees of it.

Lengths are in ball diameters. A scene is a grid of heights (floors, walls, tops) and of solids, which are ellipsoids.
The camera's rays meet both exactly; for shadows the scene is a single field of heights, balls being columns: light comes
from above, so only the underside of a ball is darker than it should be, where little light would come anyhow.
Colours are linear and in the order blue, green, red.
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
    column = min(max(column, 0.0), width - 1.001)
    row = min(max(row, 0.0), height - 1.001)
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
        centres, shapes, reach: (N, 3), (N, 3, 3) maps to the unit sphere, (N,) longest half axis.
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
        shift = int(math.floor(side))
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
        centres, shapes: as in ``raise_tops``.

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


@compiled
def sky(x: float, y: float, z: float, blur: float, air: F64, lamps: F64, out: F64) -> None:
    """Light that comes from a direction, written to ``out`` (3,).

    Args:
        x, y, z: the direction, of length 1.
        blur: by which the edges of lamps are softened (roughness of what mirrors them).
        air: (2, 3) colours of the ceiling and of the walls.
        lamps: (M, 15) rectangles: towards the middle (3), half axes of the rectangle as directions (3, 3), bars across
            it, radiance (3), half sizes (2).
    """
    up = max(z, 0.0)
    for i in range(3):
        out[i] = air[1, i] + (air[0, i] - air[1, i]) * up
    for m in range(lamps.shape[0]):
        lamp = lamps[m]
        facing = x * lamp[0] + y * lamp[1] + z * lamp[2]
        if facing <= 0.05:
            continue
        u = (x * lamp[3] + y * lamp[4] + z * lamp[5]) / facing
        v = (x * lamp[6] + y * lamp[7] + z * lamp[8]) / facing
        soft = 0.012 + blur
        inside_u = min(max((lamp[13] - abs(u)) / soft + 0.5, 0.0), 1.0)
        inside_v = min(max((lamp[14] - abs(v)) / soft + 0.5, 0.0), 1.0)
        share = inside_u * inside_v
        share *= min(1.0, 2 * lamp[13] / soft) * min(1.0, 2 * lamp[14] / soft)
        if lamp[9] > 0 and blur < 0.1:
            phase = (u / lamp[13] * lamp[9]) % 1.0
            if phase < 0.12 or abs(v) < 0.06 * lamp[14]:
                share *= 0.3
        for i in range(3):
            out[i] += share * lamp[10 + i]


@compiled
def _mask(x: float, y: float, lines: F64, blob: F64) -> float:
    """Share of the sun or lamp that reaches a place of the openings' plane past window frames and hands."""
    light = 1.0
    for i in range(lines.shape[0]):
        away = (lines[i, 0] * x + lines[i, 1] * y - lines[i, 2]) / lines[i, 3]
        light *= min(max(away + 0.5, 0.0), 1.0)
    if blob[4] > 0:
        dx, dy = (x - blob[0]) / blob[2], (y - blob[1]) / blob[3]
        away = (math.sqrt(dx * dx + dy * dy) - 1.0) / 0.35
        light *= 1 - blob[4] * min(max(0.5 - away, 0.0), 1.0)
    return light


@compiled
def _lit(z: float, normal: F32, shadow: F32, towards: F32, radiance: F32, first: int, last: int, out: F32) -> float:
    """Add the diffuse light from some of the directions (3, K) to ``out`` (3,); returns the share that gets through."""
    nx, ny, nz = normal[0], normal[1], normal[2]
    whole = blue = green = red = seen = np.float32(0)
    raised = np.float32(z + 0.02)
    for k in range(first, last):
        facing = max(nx * towards[0, k] + ny * towards[1, k] + nz * towards[2, k], np.float32(0))
        free = facing * min(max((raised - shadow[k]) * np.float32(10), np.float32(0)), np.float32(1))
        whole += facing
        seen += free
        blue += free * radiance[0, k]
        green += free * radiance[1, k]
        red += free * radiance[2, k]
    out[0] += blue
    out[1] += green
    out[2] += red
    return float(seen / (whole + np.float32(1e-6)))


@compiled
def _blocked(top: F32, origin: F64, cells: float, point: F64, x: float, y: float, z: float) -> bool:
    """Whether something near stands in a ray's way."""
    for i in range(1, 9):
        t = 0.12 * i * i ** 0.5
        height = bilinear(top, (point[1] + t * y - origin[1]) * cells, (point[0] + t * x - origin[0]) * cells)
        if height > point[2] + t * z + 0.05:
            return True
    return False


@compiled
def shade(
    depth: F32,
    ids: I32,
    rays: F32,
    eye: F64,
    grid: tuple[F64, float],
    ground: tuple[F32, F32, F32, F32, F32],
    solids: tuple[F64, F64, F64],
    light: tuple[F32, F32, int, F64, F64, F64, F64, F64],
) -> F32:
    """(h, w, 3) radiance towards the eye.

    Args:
        depth, ids: what each ray met; 0 where nothing is wanted, which stays black.
        rays, eye: as in ``meet_floor``.
        grid: origin and cells of the grids.
        ground: floor heights, heights with solids, horizons, colour (H, W, 3), gloss and roughness (H, W, 2).
        solids: centres, shapes, looks (N, 8): colour, gloss, roughness, marbling: strength, frequency, phase.
        light: directions and radiance of diffuse light (3, K) each, how many of them are masked, lines and blob of the mask, the
            sky's air and lamps, bounce (3,): light that open surroundings throw back.
    """
    origin, cells = grid
    floor, top, shadows, colour, finish = ground
    centres, shapes, looks = solids
    towards, radiance, masked, lines, blob, air, lamps, bounce = light
    height, width = depth.shape
    out = np.zeros((height, width, 3), np.float32)
    point, mirrored, base = np.empty(3), np.empty(3), np.empty(3)
    normal, lit = np.empty(3, np.float32), np.empty(3, np.float32)
    sun = towards[:, : max(masked, 1)].sum(axis=1)
    plain = lines.shape[0] == 0 and blob[4] == 0
    edge = 1.0 / cells
    for v in range(height):
        for u in range(width):
            dx, dy, dz = rays[v, u, 0], rays[v, u, 1], rays[v, u, 2]
            t = depth[v, u]
            if t == 0:
                continue
            point[0], point[1], point[2] = eye[0] + t * dx, eye[1] + t * dy, eye[2] + t * dz
            column, row = (point[0] - origin[0]) * cells, (point[1] - origin[1]) * cells
            c = min(max(int(column + 0.5), 0), floor.shape[1] - 1)
            r = min(max(int(row + 0.5), 0), floor.shape[0] - 1)
            k = ids[v, u]
            if k < 0:
                normal[0] = (bilinear(floor, row, column - 1) - bilinear(floor, row, column + 1)) / (2 * edge)
                normal[1] = (bilinear(floor, row - 1, column) - bilinear(floor, row + 1, column)) / (2 * edge)
                normal[2] = 1.0
                for i in range(3):
                    base[i] = bilinear(colour[:, :, i], row, column)
                gloss, rough = finish[r, c, 0], finish[r, c, 1]
            else:
                a = shapes[k]
                x, y, z = point[0] - centres[k, 0], point[1] - centres[k, 1], point[2] - centres[k, 2]
                q0 = a[0, 0] * x + a[0, 1] * y + a[0, 2] * z
                q1 = a[1, 0] * x + a[1, 1] * y + a[1, 2] * z
                q2 = a[2, 0] * x + a[2, 1] * y + a[2, 2] * z
                for i in range(3):
                    normal[i] = a[0, i] * q0 + a[1, i] * q1 + a[2, i] * q2
                look = looks[k]
                grain = math.sin(look[6] * q0 + look[7] + 1.7 * math.sin(0.8 * look[6] * q1 + 2 * look[7] + q2))
                for i in range(3):
                    base[i] = look[i] * (1 + look[5] * grain)
                gloss, rough = look[3], look[4]
            length = math.sqrt(normal[0] ** 2 + normal[1] ** 2 + normal[2] ** 2)
            for i in range(3):
                normal[i] /= length
            lit[:] = 0.0
            _lit(point[2], normal, shadows[r, c], towards, radiance, 0, masked, lit)
            if not plain and masked > 0:
                x, y = point[0] - sun[0] / sun[2] * point[2], point[1] - sun[1] / sun[2] * point[2]
                lit *= np.float32(_mask(x, y, lines, blob))
            seen = _lit(point[2], normal, shadows[r, c], towards, radiance, masked, towards.shape[1], lit)
            facing = -(normal[0] * dx + normal[1] * dy + normal[2] * dz)
            x, y, z = dx + 2 * facing * normal[0], dy + 2 * facing * normal[1], dz + 2 * facing * normal[2]
            fresnel = gloss + (1 - gloss) * gloss * 12 * max(1 - max(facing, 0.0), 0.0) ** 5
            mirrored[:] = 0.0
            if gloss > 0.002:
                sky(x, y, z, rough, air, lamps, mirrored)
                if z <= 0.02 or _blocked(top, origin, cells, point, x, y, z):
                    for i in range(3):
                        mirrored[i] = bounce[i]
            for i in range(3):
                out[v, u, i] = base[i] * (lit[i] + (1 - seen) * bounce[i]) + fresnel * mirrored[i]
    return out
