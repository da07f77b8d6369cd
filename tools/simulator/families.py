"""Boards drawn at random from the families that exist; for lengths and frame see ``tools.simulator.boards``."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from tools.simulator.boards import Board, Family, Half, Profile

FAMILY_SHARES: Final[dict[Family, float]] = {
    "box": 0.42,
    "v_troughs": 0.12,
    "slots": 0.18,
    "bowls": 0.18,
    "trays": 0.10,
}
_ASKEW: Final = 0.5
"""How often the halves of a box are neither level nor in line."""


def draw_board(rng: np.random.Generator) -> Board:
    """A board of a family drawn by ``FAMILY_SHARES``."""
    families = tuple(FAMILY_SHARES)
    family = families[rng.choice(len(families), p=list(FAMILY_SHARES.values()))]
    return draw_board_of(family, rng)


def draw_board_of(family: Family, rng: np.random.Generator) -> Board:
    """A board of one family."""
    draw = {"box": _box, "v_troughs": _v_troughs, "slots": _slots, "bowls": _bowls, "trays": _trays}[family]
    return draw(rng)


def _box(rng: np.random.Generator) -> Board:
    """The folding plastic box. Ball to pitch on real ones 0.20 to 0.28; the floor takes two lanes of 5 to 8."""
    pitch = rng.uniform(3.4, 5.1)
    divider = rng.uniform(0.08, 0.3)
    width = (pitch - divider) / 2
    narrow = rng.random() < 0.5
    wall_x = width - rng.uniform(0.98, 1.2) if narrow else rng.uniform(0.08, 0.35 * width)
    wall_y = rng.uniform(0.08, 1.6)
    otau = Profile(
        outline="rectangle",
        half_wh=(width, rng.uniform(2.4, 3.9) + min(wall_y, 1.2)),
        depth=rng.uniform(1.0, 3.0),
        wall_wh=(max(wall_x, 0.08), wall_y),
        fillet=rng.uniform(0, 0.6) if rng.random() < 0.5 else 0.0,
        rib_wh=(rng.uniform(0.08, 0.4), rng.uniform(-0.1, 0.35)),
        ribs=1 if rng.random() < 0.75 else 2,
        lane=rng.uniform(0, 0.25) if rng.random() < 0.5 else 0.0,
    )
    kazan = replace(
        otau,
        half_wh=(4.5 * pitch - divider / 2, rng.uniform(1.5, 2.8)),
        cross_ribs=(int(rng.integers(2, 4)), rng.uniform(0.3, 1.0) * otau.depth),
        wall_wh=(rng.uniform(0.1, 1.5), rng.uniform(0.1, 0.5)),
    )
    board = _in_rows(rng, "box", pitch, otau, kazan, hinge=rng.uniform(0.02, 0.25), gap=divider)
    return replace(board, halves=_draw_halves(rng, board.half_wh[0])) if rng.random() < _ASKEW else board


def _draw_halves(rng: np.random.Generator, half_width: float) -> tuple[Half, Half]:
    """White's and black's half around a hinge with play: up to 1 degree askew, 3 degrees from flat."""

    def one(side: int) -> Half:
        turn = float(np.deg2rad(np.clip(rng.normal(0, 0.35), -1, 1)))
        apart = side * half_width * abs(np.sin(turn))
        slope = float(np.tan(np.deg2rad(np.clip(rng.normal(0, 1.2), -3, 3))))
        return Half(turn, (float(rng.normal(0, 0.08)), float(apart)), slope)

    return one(1), one(-1)


def _v_troughs(rng: np.random.Generator) -> Board:
    """Wooden troughs whose sides slope to a slat along the middle."""
    pitch = rng.uniform(3.4, 5.0)
    divider = rng.uniform(0.1, 0.6)
    width = (pitch - divider) / 2
    depth = rng.uniform(1.0, 2.2)
    slat = rng.uniform(0.25, 0.7)
    otau = Profile(
        outline="rectangle",
        half_wh=(width, rng.uniform(3.2, 4.8)),
        depth=depth,
        wall_wh=(rng.uniform(0.08, 0.4), rng.uniform(0.08, 0.6)),
        rib_wh=(slat, rng.uniform(0.1, 0.5)),
        lane=rng.uniform(0.2, 0.7) * depth,
    )
    kazan = replace(otau, half_wh=(4.4 * pitch, rng.uniform(1.5, 2.4)), cross_ribs=(1, rng.uniform(0, 0.3)))
    return _in_rows(rng, "v_troughs", pitch, otau, kazan, hinge=rng.choice([0.0, 0.05]), gap=divider)


def _slots(rng: np.random.Generator) -> Board:
    """Carved slots with round ends and a flat bottom."""
    pitch = rng.uniform(3.1, 5.0)
    width = pitch * rng.uniform(0.27, 0.44)
    corner = width * rng.uniform(0.4, 1.0)
    otau = Profile(
        outline="rounded",
        half_wh=(width, rng.uniform(2.8, 4.9)),
        corner=corner,
        depth=rng.uniform(0.6, 1.8),
        wall_wh=(rng.uniform(0.1, 1.0) * corner, 0.0),
        fillet=rng.uniform(0, 1),
    )
    kazan_h = rng.uniform(1.2, 1.9)
    kazan = replace(otau, half_wh=(4.3 * pitch, kazan_h), corner=min(corner, kazan_h), wall_wh=(0.3, 0.0))
    return _in_rows(rng, "slots", pitch, otau, kazan, gap=pitch - 2 * width)


def _bowls(rng: np.random.Generator) -> Board:
    """Carved bowls, round or oval; the kazans in the middle or at the ends."""
    width = rng.uniform(1.45, 1.9) if rng.random() < 0.5 else rng.uniform(1.6, 2.5)
    height = width * (rng.uniform(1.1, 1.8) if rng.random() < 0.4 else 1.0)
    pitch = 2 * width + rng.uniform(0.15, 1.2)
    otau = Profile(
        outline="ellipse",
        half_wh=(width, height),
        depth=rng.uniform(0.4, 1.8),
        wall_wh=(rng.uniform(1.8, 4.0), 0.0),
    )
    kazan = Profile(
        outline="rounded",
        half_wh=(4.2 * pitch, rng.uniform(1.3, 2.2)),
        corner=1.2,
        depth=otau.depth,
        wall_wh=(0.9, 0.0),
        fillet=1.0,
    )
    return _in_rows(rng, "bowls", pitch, otau, kazan, gap=pitch - 2 * width)


def _trays(rng: np.random.Generator) -> Board:
    """Flat trays between thin strips, without ribs."""
    pitch = rng.uniform(3.2, 5.2)
    divider = rng.uniform(0.1, 0.8)
    otau = Profile(
        outline="rounded" if rng.random() < 0.5 else "rectangle",
        half_wh=((pitch - divider) / 2, rng.uniform(2.0, 4.6)),
        corner=rng.uniform(0.1, 0.6),
        depth=rng.uniform(0.3, 1.4),
        wall_wh=(rng.uniform(0.06, 0.2),) * 2,
        fillet=rng.uniform(0, 0.5),
    )
    kazan = replace(otau, half_wh=(4.4 * pitch, rng.uniform(1.5, 2.4)))
    return _in_rows(rng, "trays", pitch, otau, kazan, gap=divider)


def _in_rows(
    rng: np.random.Generator,
    family: Family,
    pitch: float,
    otau: Profile,
    kazan: Profile,
    *,
    gap: float,
    hinge: float = 0.0,
) -> Board:
    """Kazans in the middle, the rows outside of them, a rim around."""
    kazan_y = hinge + rng.uniform(0.15, 0.6) + kazan.half_wh[1]
    row_y = kazan_y + kazan.half_wh[1] + min(gap, 1.2) * rng.uniform(0.6, 1.6) + otau.half_wh[1]
    border = rng.uniform(0.2, 0.6) if family == "box" else rng.uniform(0.4, 2.0)
    half_wh = (4 * pitch + otau.half_wh[0] + border, row_y + otau.half_wh[1] + border)
    rim = (rng.uniform(0.0, 0.3), border) if rng.random() < 0.4 else (0.0, border)
    return Board(
        family=family,
        pitch=pitch,
        otau=otau,
        row_y=row_y,
        kazan=kazan,
        kazan_at=(0.0, kazan_y),
        half_wh=half_wh,
        thickness=max(otau.depth, kazan.depth) + rng.uniform(0.1, 0.8),
        rim=rim,
        hinge=hinge,
    )
