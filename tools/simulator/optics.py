"""Compiled shading of the renderer: what light reaches a point, and what the eye sees of it.

Lengths are in ball diameters; colours are linear and in the order blue, green, red.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from tools.simulator.compiled import compiled, inlined
from tools.simulator.rays import bilinear

F32 = NDArray[np.float32]
F64 = NDArray[np.float64]
I32 = NDArray[np.int32]
_MATT = 0.002
"""Gloss below which nothing is mirrored."""
_DIM = 0.02
"""Reflections weaker than this are not worth asking whether something stands in their way."""


@inlined
def _spread(half: float, soft: float) -> float:
    """What is left in the middle of a lamp narrower than its soft edge, so that all of it gives as much light."""
    narrow = min(half, soft / 2)
    return 2 * narrow * soft / (narrow + soft / 2) ** 2


@inlined
def sky(x: float, y: float, z: float, blur: float, air: F64, lamps: F64, out: F64) -> None:
    """Light that comes from a direction.

    Args:
        x: the direction, of length 1, along the board.
        y: across it.
        z: upwards.
        blur: by which the edges of lamps are softened (roughness of what mirrors them).
        air: (2, 3) colours of the ceiling and of the walls.
        lamps: (M, 15) rectangles: towards the middle (3), half axes of the rectangle as directions (3, 3), bars across
            it, radiance (3), half sizes (2).
        out: (3,) gets the radiance.
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
        share *= _spread(lamp[13], soft) * _spread(lamp[14], soft)
        if lamp[9] > 0 and blur < 0.1:
            phase = (u / lamp[13] * lamp[9]) % 1.0
            if phase < 0.12 or abs(v) < 0.06 * lamp[14]:
                share *= 0.3
        for i in range(3):
            out[i] += share * lamp[10 + i]


@inlined
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


@inlined
def _lit(
    z: float, normal: F32, shadows: F32, cell: tuple[int, int], sky: tuple[F32, F32], span: tuple[int, int], out: F32
) -> float:
    """Add the diffuse light from a span of the directions to ``out`` (3,); returns the share that gets through."""
    towards, radiance = sky
    r, c = cell
    nx, ny, nz = normal[0], normal[1], normal[2]
    whole = blue = green = red = seen = np.float32(0)
    raised = np.float32(z + 0.02)
    for k in range(span[0], span[1]):
        facing = max(nx * towards[0, k] + ny * towards[1, k] + nz * towards[2, k], np.float32(0))
        free = facing * min(max((raised - shadows[r, c, k]) * np.float32(10), np.float32(0)), np.float32(1))
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
        t = 0.12 * i * i**0.5
        height = bilinear(top, (point[1] + t * y - origin[1]) * cells, (point[0] + t * x - origin[0]) * cells)
        if height > point[2] + t * z + 0.05:
            return True
    return False


@inlined
def _surface_at(surface: F32, row: float, column: float, out: F32) -> None:
    """All channels of a grid (H, W, C) between its cells, written to ``out`` (C,)."""
    height, width = surface.shape[:2]
    column = min(max(0.0, column), width - 1.001)
    row = min(max(0.0, row), height - 1.001)
    c, r = int(column), int(row)
    fc, fr = np.float32(column - c), np.float32(row - r)
    one = np.float32(1)
    for i in range(surface.shape[2]):
        top = surface[r, c, i] * (one - fc) + surface[r, c + 1, i] * fc
        bottom = surface[r + 1, c, i] * (one - fc) + surface[r + 1, c + 1, i] * fc
        out[i] = top * (one - fr) + bottom * fr


@inlined
def _solid_at(point: F64, k: int, solids: tuple[F64, F64, F64], out: F32) -> tuple[float, float, float]:
    """Outward direction of a solid's surface at a point, not of length 1; its colour and finish go to ``out`` (7,)."""
    centres, shapes, looks = solids
    x, y, z = point[0] - centres[k, 0], point[1] - centres[k, 1], point[2] - centres[k, 2]
    a = shapes[k, 0, 0] * x + shapes[k, 0, 1] * y + shapes[k, 0, 2] * z
    b = shapes[k, 1, 0] * x + shapes[k, 1, 1] * y + shapes[k, 1, 2] * z
    c = shapes[k, 2, 0] * x + shapes[k, 2, 1] * y + shapes[k, 2, 2] * z
    grain = 1.0
    if looks[k, 5] > 0:
        wave = 1.7 * math.sin(0.8 * looks[k, 6] * b + 2 * looks[k, 7] + c)
        grain += looks[k, 5] * math.sin(looks[k, 6] * a + looks[k, 7] + wave)
    for i in range(3):
        out[2 + i] = looks[k, i] * grain
    out[5], out[6] = looks[k, 3], looks[k, 4]
    nx = shapes[k, 0, 0] * a + shapes[k, 1, 0] * b + shapes[k, 2, 0] * c
    ny = shapes[k, 0, 1] * a + shapes[k, 1, 1] * b + shapes[k, 2, 1] * c
    nz = shapes[k, 0, 2] * a + shapes[k, 1, 2] * b + shapes[k, 2, 2] * c
    return nx, ny, nz


@inlined
def _mirrored(
    point: F64, eye: F64, normal: F32, finish: F32, place: tuple[F32, F64, float], room: tuple[F64, F64, F64], out: F64
) -> float:
    """What a surface mirrors, written to ``out`` (3,); returns how strongly (Schlick, weaker at the rim)."""
    air, lamps, bounce = room
    rx, ry, rz = point[0] - eye[0], point[1] - eye[1], point[2] - eye[2]
    part = 1 / math.sqrt(rx * rx + ry * ry + rz * rz)
    rx, ry, rz = rx * part, ry * part, rz * part
    facing = -(normal[0] * rx + normal[1] * ry + normal[2] * rz)
    x, y, z = rx + 2 * facing * normal[0], ry + 2 * facing * normal[1], rz + 2 * facing * normal[2]
    grazing = max(1 - max(facing, 0.0), 0.0)
    strength = finish[5] + (1 - finish[5]) * finish[5] * 12 * grazing * grazing * grazing * grazing * grazing
    sky(x, y, z, finish[6], air, lamps, out)
    bright = strength * (out[0] + out[1] + out[2]) > _DIM
    if z <= 0.02 or (bright and _blocked(place[0], place[1], place[2], point, x, y, z)):
        for i in range(3):
            out[i] = bounce[i]
    return float(strength)


@compiled
def shade(
    depth: F32,
    ids: I32,
    rays: F32,
    eye: F64,
    grid: tuple[F64, float],
    ground: tuple[F32, F32, F32],
    solids: tuple[F64, F64, F64],
    light: tuple[F32, F32, int, F64, F64, F64, F64, F64],
) -> F32:
    """(h, w, 3) radiance towards the eye.

    Args:
        depth: distance of what each ray met; 0 where nothing is wanted, which gets the colour of the surroundings.
        ids: the solids that were met, -1 for the ground.
        rays: (h, w, 3).
        eye: where they start.
        grid: origin and cells of the grids.
        ground: (H, W, 7) slopes, colour, gloss and roughness; heights with solids; horizons.
        solids: centres, shapes, looks (N, 8): colour, gloss, roughness, marbling: strength, frequency, phase.
        light: directions and radiance of diffuse light (3, K) each, how many of them are masked, lines and blob of the
            mask, the sky's air and lamps, bounce (3,): light that open surroundings throw back.
    """
    origin, cells = grid
    surface, top, shadows = ground
    towards, radiance, masked, lines, blob, air, lamps, bounce = light
    out = np.empty((*depth.shape, 3), np.float32)
    point, shine = np.empty(3), np.empty(3)
    normal, lit, here = np.empty(3, np.float32), np.empty(3, np.float32), np.empty(7, np.float32)
    sun = towards[:, : max(masked, 1)].sum(axis=1)
    plain = masked == 0 or (lines.shape[0] == 0 and blob[4] == 0)
    for v in range(depth.shape[0]):
        for u in range(depth.shape[1]):
            if depth[v, u] == 0:
                for i in range(3):
                    out[v, u, i] = bounce[i]
                continue
            for i in range(3):
                point[i] = eye[i] + depth[v, u] * rays[v, u, i]
                lit[i] = 0
            column, row = (point[0] - origin[0]) * cells, (point[1] - origin[1]) * cells
            if ids[v, u] < 0:
                _surface_at(surface, row, column, here)
                nx, ny, nz = -float(here[0]), -float(here[1]), 1.0
            else:
                nx, ny, nz = _solid_at(point, ids[v, u], solids, here)
            length = math.sqrt(nx * nx + ny * ny + nz * nz)
            normal[0], normal[1], normal[2] = nx / length, ny / length, nz / length
            cell = (
                int(min(max(0.0, row + 0.5), top.shape[0] - 1.0)),
                int(min(max(0.0, column + 0.5), top.shape[1] - 1.0)),
            )
            _lit(point[2], normal, shadows, cell, (towards, radiance), (0, masked), lit)
            if not plain:
                x, y = point[0] - sun[0] / sun[2] * point[2], point[1] - sun[1] / sun[2] * point[2]
                share = np.float32(_mask(x, y, lines, blob))
                for i in range(3):
                    lit[i] *= share
            rest = (masked, towards.shape[1])
            dark = 1 - _lit(point[2], normal, shadows, cell, (towards, radiance), rest, lit)
            strength = 0.0
            if here[5] > _MATT:
                strength = _mirrored(point, eye, normal, here, (top, origin, cells), (air, lamps, bounce), shine)
            for i in range(3):
                out[v, u, i] = here[2 + i] * (lit[i] + dark * bounce[i]) + strength * shine[i]
    return out
