"""Boards as heights: openings with walls, floors and ribs, drawn at random from the families that exist.

Lengths are in diameters of a kumalak. The board's frame has its origin in the middle of the board, x to white's right,
y towards white and z up; z = 0 is the plane of the openings. Seen from above x runs right and y down, as in a picture.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

Family = Literal["box", "v_troughs", "slots", "bowls", "trays"]
Outline = Literal["rectangle", "rounded", "ellipse"]
FAMILY_SHARES: Final[dict[Family, float]] = {
    "box": 0.42,
    "v_troughs": 0.12,
    "slots": 0.18,
    "bowls": 0.18,
    "trays": 0.10,
}
OTAU_PER_SIDE: Final = 9
_ROUND_STEPS: Final = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """The form of a hollow, all otaus of a board have the same.

    Attributes:
        outline: form of the opening.
        half_wh: half its width and height.
        corner: radius of the corners of a rounded opening.
        depth: of the floor below the opening.
        wall_wh: how far the walls slope inwards, along x and along y; of an ellipse the exponent of its section.
        fillet: 0 for a sharp foot of the walls, 1 for a round one.
        rib_wh: width and height of the rib along the floor's middle line; below 0 it is a groove.
        ribs: one rib, or two side by side.
        lane: height by which the floor rises from the rib to a side wall (below 0: to the rib, as on a ridge).
        cross_ribs: ribs across a kazan, and their height.
    """

    outline: Outline
    half_wh: tuple[float, float]
    depth: float
    corner: float = 0.0
    wall_wh: tuple[float, float] = (0.1, 0.1)
    fillet: float = 0.0
    rib_wh: tuple[float, float] = (0.0, 0.0)
    ribs: int = 1
    lane: float = 0.0
    cross_ribs: tuple[int, float] = (0, 0.0)

    @property
    def room(self) -> int:
        """How many kumalak a heap can have that stands two diameters above the opening; poured spheres fill 0.6."""
        width, height = self.half_wh
        area = np.pi * width * height if self.outline == "ellipse" else 4 * width * height
        return int(0.6 * area * (0.7 * self.depth + 1.8) / (np.pi / 6))

    def outline_xy(self) -> NDArray[np.float64]:
        """(N, 2) points once round the opening."""
        width, height = self.half_wh
        if self.outline == "rectangle":
            return np.array([[-width, -height], [width, -height], [width, height], [-width, height]])
        turn = np.linspace(0, 2 * np.pi, _ROUND_STEPS, endpoint=False) + np.pi / _ROUND_STEPS
        circle = np.column_stack([np.cos(turn), np.sin(turn)])
        if self.outline == "ellipse":
            return np.asarray(circle * np.array(self.half_wh), np.float64)
        straight = np.array(self.half_wh) - self.corner
        return np.asarray(self.corner * circle + np.sign(circle) * straight, np.float64)

    def edge(self, x: NDArray[np.float32], y: NDArray[np.float32]) -> NDArray[np.float32]:
        """How far inside the opening a point lies, at least nearly; below 0 outside."""
        width, height = self.half_wh
        if self.outline == "ellipse":
            return np.asarray(min(width, height) * (1 - np.hypot(x / width, y / height)), np.float32)
        qx, qy = np.abs(x) - (width - self.corner), np.abs(y) - (height - self.corner)
        outside = np.hypot(np.maximum(qx, 0), np.maximum(qy, 0))
        return np.asarray(self.corner - outside - np.minimum(np.maximum(qx, qy), 0), np.float32)

    def height(self, x: NDArray[np.float32], y: NDArray[np.float32]) -> NDArray[np.float32]:
        """Height of walls, floor and ribs at points from the hollow's middle; 0 outside the opening."""
        if self.outline == "ellipse":
            radius = np.hypot(x / self.half_wh[0], y / self.half_wh[1])
            return np.asarray(-self.depth * (1 - np.minimum(radius, 1) ** self.wall_wh[0]), np.float32)
        down = self._down(x, y)
        floor = self._floor(x, y)
        return np.asarray(down * np.minimum(floor, 0), np.float32)

    def _down(self, x: NDArray[np.float32], y: NDArray[np.float32]) -> NDArray[np.float32]:
        """How far down its wall a point lies: 0 at the opening, 1 on the floor."""
        if self.outline == "rounded":
            down = self.edge(x, y) / self.wall_wh[0]
        else:
            down = np.minimum(
                (self.half_wh[0] - np.abs(x)) / self.wall_wh[0], (self.half_wh[1] - np.abs(y)) / self.wall_wh[1]
            )
        down = np.clip(down, 0, 1)
        return np.asarray((1 - self.fillet) * down + self.fillet * np.sin(np.pi / 2 * down), np.float32)

    def _floor(self, x: NDArray[np.float32], y: NDArray[np.float32]) -> NDArray[np.float32]:
        along_x = self.cross_ribs[0] > 0
        across, half = (y, self.half_wh[1]) if along_x else (x, self.half_wh[0])
        floor = -self.depth + self.lane * np.clip(np.abs(across) / half, 0, 1)
        rib_width, rib_height = self.rib_wh
        if rib_width > 0:
            away = np.abs(np.abs(across) - (self.ribs - 1) * rib_width)
            floor = floor + rib_height * np.clip(1.5 - 2 * away / rib_width, 0, 1)
        number, height = self.cross_ribs
        if number:
            step = 2 * self.half_wh[0] / (number + 1)
            away = np.abs((x / step - (number + 1) / 2 + 0.5) % 1 - 0.5) * step
            inner = np.abs(x) < self.half_wh[0] - step / 2
            floor = np.where(inner & (away < 0.14), -self.depth + height, floor)
        return np.asarray(floor, np.float32)


@dataclass(frozen=True, slots=True)
class Hollow:
    """One otau or kazan: a profile at a place of the board."""

    x: float
    y: float
    profile: Profile


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """The form of a board.

    Attributes:
        family: what kind it is.
        pitch: distance of two neighbouring otaus.
        otau: the form of every otau.
        row_y: from the board's middle to the middle of a row.
        kazan: the form of a kazan; ``kazan_at`` its middle in white's half (in black's it lies opposite).
        half_wh: half the board's length and depth.
        thickness: of the board above the table.
        rim: height of the outer rim above the openings, and its width.
        hinge: half the width of the gap between two halves; 0 where there is one piece.
    """

    family: Family
    pitch: float
    otau: Profile
    row_y: float
    kazan: Profile
    kazan_at: tuple[float, float]
    half_wh: tuple[float, float]
    thickness: float
    rim: tuple[float, float] = (0.0, 0.0)
    hinge: float = 0.0

    def hollows(self) -> tuple[Hollow, ...]:
        """The otaus by ``otau_ix``, the kazan in white's half and the one in black's."""
        xs = [(number - OTAU_PER_SIDE // 2) * self.pitch for number in range(OTAU_PER_SIDE)]
        x, y = self.kazan_at
        return (
            *(Hollow(one, self.row_y, self.otau) for one in xs),
            *(Hollow(-one, -self.row_y, self.otau) for one in xs),
            Hollow(x, y, self.kazan),
            Hollow(-x, -y, self.kazan),
        )

    def height(self, x: NDArray[np.float32], y: NDArray[np.float32]) -> NDArray[np.float32]:
        """Height of the board, or of the table beside it, at a grid of columns x (W,) and rows y (H,)."""
        out = self._block(x, y)
        for hollow in self.hollows():
            width, height = hollow.profile.half_wh
            columns = np.flatnonzero(np.abs(x - hollow.x) < width)
            rows = np.flatnonzero(np.abs(y - hollow.y) < height)
            if len(columns) and len(rows):
                part = np.ix_(rows, columns)
                inside_x, inside_y = x[columns][None, :] - hollow.x, y[rows][:, None] - hollow.y
                inside = hollow.profile.edge(inside_x, inside_y) > 0
                out[part] = np.where(inside, hollow.profile.height(inside_x, inside_y), out[part])
        return out

    def _block(self, x: NDArray[np.float32], y: NDArray[np.float32]) -> NDArray[np.float32]:
        width, height = self.half_wh
        beyond = np.maximum(np.abs(x)[None, :] - width, np.abs(y)[:, None] - height)
        out = np.where(beyond > 0, -self.thickness, np.where(beyond > -self.rim[1], self.rim[0], 0.0))
        if self.hinge > 0:
            out[np.abs(y) < self.hinge] = -self.thickness
        return np.asarray(out, np.float32)


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
    return _in_rows(rng, "box", pitch, otau, kazan, hinge=rng.uniform(0.02, 0.25), gap=divider)


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
        depth=rng.uniform(0.7, 1.9),
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
