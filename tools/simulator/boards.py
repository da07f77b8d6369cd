"""Boards as heights: openings with walls, floors and ribs, in halves that need not lie level or in line.

Lengths are in diameters of a kumalak. The board's frame has its origin in the middle of the board, x to white's right,
y towards white and z up; z = 0 is the plane of the openings. Seen from above x runs right and y down, as in a picture.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

Family = Literal["box", "v_troughs", "slots", "bowls", "trays"]
Outline = Literal["rectangle", "rounded", "ellipse"]
Places = NDArray[np.float32]
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
class Half:
    """How a half of a folding box lies: turned and pushed on the table, and rising towards its outer edge.

    Attributes:
        turn_rad: about the middle of the hinge.
        shift: along and across the hinge.
        slope: by which its openings rise away from the hinge, below 0 towards it.
    """

    turn_rad: float = 0.0
    shift: tuple[float, float] = (0.0, 0.0)
    slope: float = 0.0

    def placed(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Points (N, 3) of a half that lies level and in line, as it really lies."""
        c, s = np.cos(self.turn_rad), np.sin(self.turn_rad)
        x, y, z = points.T
        moved = [c * x - s * y + self.shift[0], s * x + c * y + self.shift[1], z + self.slope * np.abs(y)]
        return np.stack(moved, axis=1).astype(np.float64)

    def level(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """The inverse of ``placed``."""
        x, y = self.level_xy(points[:, 0], points[:, 1])
        return np.stack([x, y, points[:, 2] - self.slope * np.abs(y)], axis=1).astype(np.float64)

    def level_xy(
        self, x: NDArray[np.floating], y: NDArray[np.floating]
    ) -> tuple[NDArray[np.floating], NDArray[np.floating]]:
        """Where places of the table lie in the half, seen from above; x and y may be of any shapes that fit."""
        c, s = float(np.cos(self.turn_rad)), float(np.sin(self.turn_rad))
        x, y = x - self.shift[0], y - self.shift[1]
        return c * x + s * y, c * y - s * x


LEVEL: Final = Half()


@dataclass(frozen=True, slots=True)
class Hollow:
    """One otau or kazan: a profile at a place of its half."""

    x: float
    y: float
    profile: Profile
    half: Half = LEVEL

    def placed(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Points (N, 3) from the hollow's middle as points of the board."""
        return self.half.placed(points + np.array([self.x, self.y, 0.0]))

    def level(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """The inverse of ``placed``."""
        return np.asarray(self.half.level(points) - np.array([self.x, self.y, 0.0]), np.float64)

    @property
    def middle(self) -> NDArray[np.float64]:
        """(3,) of its opening, on the board."""
        return np.asarray(self.placed(np.zeros((1, 3)))[0], np.float64)


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
        halves: how white's half and black's lie.
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
    halves: tuple[Half, Half] = (LEVEL, LEVEL)

    def hollows(self) -> tuple[Hollow, ...]:
        """The otaus by ``otau_ix``, the kazan in white's half and the one in black's."""
        xs = [(number - OTAU_PER_SIDE // 2) * self.pitch for number in range(OTAU_PER_SIDE)]
        x, y = self.kazan_at
        white, black = self.halves
        return (
            *(Hollow(one, self.row_y, self.otau, white) for one in xs),
            *(Hollow(-one, -self.row_y, self.otau, black) for one in xs),
            Hollow(x, y, self.kazan, white),
            Hollow(-x, -y, self.kazan, black),
        )

    def corners(self) -> NDArray[np.float64]:
        """(4, 3) of the board: white's left, white's right, black's left, black's right."""
        width, depth = self.half_wh
        white, black = self.halves
        own = np.array([[-width, depth, 0], [width, depth, 0]], float)
        return np.vstack([white.placed(own), black.placed(-own)])

    def height(self, x: NDArray[np.float32], y: NDArray[np.float32]) -> NDArray[np.float32]:
        """Height above the openings' plane, which ``rise`` tells, or of the table beside the board.

        Args:
            x: (W,) columns of a grid.
            y: (H,) its rows.
        """
        across, along = self._in_halves(x, y)
        out = self._block(across, along)
        for hollow in self.hollows():
            inside_x, inside_y = across - np.float32(hollow.x), along - np.float32(hollow.y)
            width, depth = hollow.profile.half_wh
            near = (np.abs(inside_x) < width) & (np.abs(inside_y) < depth)
            inside_x, inside_y = inside_x[near], inside_y[near]
            inside = hollow.profile.edge(inside_x, inside_y) > 0
            out[near] = np.where(inside, hollow.profile.height(inside_x, inside_y), out[near])
        return out

    def rise(self, x: NDArray[np.float32], y: NDArray[np.float32]) -> NDArray[np.float32]:
        """Height of the openings' plane at a grid of columns (W,) and rows (H,); 0 beside the board."""
        across, along = self._in_halves(x, y)
        slope = np.where(along > 0, self.halves[0].slope, self.halves[1].slope)
        return np.where(self._beyond(across, along) > 0, 0, slope * np.abs(along)).astype(np.float32)

    def is_table(self, x: NDArray[np.float32], y: NDArray[np.float32]) -> NDArray[np.bool_]:
        """Whether places of a grid lie beside the board."""
        return np.asarray(self._beyond(*self._in_halves(x, y)) > 0)

    def _in_halves(self, x: NDArray[np.float32], y: NDArray[np.float32]) -> tuple[Places, Places]:
        """(H, W) places of a grid along and across the half that each lies in, as if the halves lay in line."""
        white, black = (half.level_xy(x[None, :], y[:, None]) for half in self.halves)
        in_white = y[:, None] > 0
        across, along = (np.where(in_white, *pair) for pair in zip(white, black, strict=True))
        beyond_the_hinge = (along > 0) != in_white
        return across, np.where(beyond_the_hinge, 0, along).astype(np.float32)

    def _beyond(self, across: Places, along: Places) -> Places:
        """How far places lie outside the board; below 0 inside."""
        width, depth = self.half_wh
        return np.asarray(np.maximum(np.abs(across) - width, np.abs(along) - depth), np.float32)

    def _block(self, across: Places, along: Places) -> NDArray[np.float32]:
        beyond = self._beyond(across, along)
        out = np.where(beyond > 0, -self.thickness, np.where(beyond > -self.rim[1], self.rim[0], 0.0))
        if self.hinge > 0:
            out[np.abs(along) < self.hinge] = -self.thickness
        return np.asarray(out, np.float32)


def beside(board: Board, hollow: Hollow, rng: np.random.Generator) -> NDArray[np.float64]:
    """(3,) middle of a ball that lies on a divider or a rim beside a hollow, on whatever stands highest there."""
    half, axis = np.array(hollow.profile.half_wh), int(rng.integers(2))
    xy = half * rng.uniform(-1, 1, 2)
    xy[axis] = rng.choice([-1, 1]) * (half[axis] + rng.uniform(0, 0.3))
    x, y, z = hollow.placed(np.array([[*xy, 0.0]]))[0]
    around = np.linspace(-0.45, 0.45, 16, dtype=np.float32)
    highest = board.height((x + around).astype(np.float32), (y + around).astype(np.float32)).max()
    return np.array([x, y, z + float(highest) + 0.5])
