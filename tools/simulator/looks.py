"""What boards and kumalak are made of: colours, grain, gloss, drawn at random. Colours are linear, blue, green, red."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.simulator.boards import Board, Family

F32 = NDArray[np.float32]
Grain = Literal["plain", "wood", "marble", "speckle"]
_PLASTICS: Final = (
    *((235, 160, 30), (225, 130, 20), (190, 90, 20)),
    *((210, 190, 90), (90, 150, 40), (50, 90, 150), (40, 40, 170), (200, 200, 200), (60, 60, 60)),
)
"""As they are written, blue, green, red; the first three are those of folding boxes."""
_BLUES: Final = 3
_WOODS: Final = (
    *((60, 95, 140), (90, 140, 190), (30, 50, 85), (20, 35, 60)),
    *((120, 170, 210), (45, 80, 150), (25, 30, 40)),
)
_BALLS: Final = {
    "black": ((28, 27, 27), (45, 42, 40), (20, 20, 24)),
    "brown": ((30, 45, 75), (25, 30, 55), (45, 75, 120), (45, 90, 100), (55, 100, 95)),
    "cream": ((150, 200, 225), (175, 215, 235), (120, 175, 205)),
    "white": ((235, 238, 240), (215, 225, 228)),
    "coloured": ((40, 40, 190), (170, 90, 30), (60, 140, 50), (40, 170, 220), (120, 60, 120), (90, 110, 120)),
}
_BALL_SHARES: Final = {"black": 0.36, "brown": 0.2, "cream": 0.18, "white": 0.1, "coloured": 0.16}


@dataclass(frozen=True, slots=True, eq=False)
class Finish:
    """How a board looks.

    Attributes:
        hollow_bgr, top_bgr, table_bgr: (3,) colours of the hollows, of the top and of what the board lies on.
        grain, strength: texture of the board and how strong it is.
        gloss, floor_gloss: reflection at normal incidence of the board, and of the floors where feet of balls polish.
        roughness: of that mirror.
        ornament_bgr: (3,) of lines and digits on the top, None for none.
        wear: strength of dust and scratches.
        waves: height of unevenness.
        seed: of the textures, so that a board looks alike in every picture.
    """

    hollow_bgr: F32
    top_bgr: F32
    table_bgr: F32
    grain: Grain
    strength: float
    gloss: float
    floor_gloss: float
    roughness: float
    ornament_bgr: F32 | None
    wear: float
    waves: float
    seed: int


@dataclass(frozen=True, slots=True, eq=False)
class BallSet:
    """How the kumalak of a set look and what form they have.

    Attributes:
        bgr: (C, 3) colours that occur.
        spread: by which each ball differs from its colour.
        gloss, roughness: as of a board.
        marbling: strength and frequency.
        axes: (3,) of the ellipsoid relative to a ball.
        size_spread: relative standard deviation of sizes.
    """

    bgr: F32
    spread: float
    gloss: float
    roughness: float
    marbling: tuple[float, float]
    axes: NDArray[np.float64]
    size_spread: float

    def draw_looks(self, number: int, rng: np.random.Generator) -> NDArray[np.float64]:
        """(number, 8) looks of balls, see ``optics.shade``."""
        looks = np.zeros((number, 8))
        base = self.bgr[rng.integers(len(self.bgr), size=number)]
        brightness, tint = rng.normal(0, self.spread, (number, 1)), rng.normal(0, self.spread / 3, (number, 3))
        looks[:, :3] = base * np.exp(brightness + tint)
        looks[:, 3] = self.gloss
        looks[:, 4] = self.roughness
        looks[:, 5] = self.marbling[0]
        looks[:, 6] = self.marbling[1] * rng.uniform(0.7, 1.3, number)
        looks[:, 7] = rng.uniform(0, 7, number)
        return looks

    def draw_shapes(self, number: int, rng: np.random.Generator) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """(number, 3, 3) maps to the unit sphere and (number,) longest half axes; lying flat, turned at random."""
        size = 0.5 * np.clip(rng.normal(1, self.size_spread, number), 0.75, 1.2)
        half = size[:, None] * self.axes
        turn, tip = rng.uniform(0, 2 * np.pi, number), rng.normal(0, 0.25, number)
        c, s, ct, st = np.cos(turn), np.sin(turn), np.cos(tip), np.sin(tip)
        rotation = np.array([[ct * c, ct * s, st], [-s, c, np.zeros(number)], [-st * c, -st * s, ct]])
        return np.moveaxis(rotation, 2, 0) / half[..., None], half.max(axis=1, initial=0.0)


def linear(bgr: tuple[float, ...] | NDArray[np.float64]) -> F32:
    """Linear light of a colour as it is written, 0 to 255."""
    return np.asarray((np.asarray(bgr, np.float64) / 255) ** 2.2, np.float32)


def draw_finish(family: Family, rng: np.random.Generator) -> Finish:
    """A look for a board of this family."""
    wooden = rng.random() < {"box": 0.06, "v_troughs": 0.92, "slots": 0.65, "bowls": 0.75, "trays": 0.5}[family]
    palette = _WOODS if wooden else _PLASTICS
    first = _BLUES if family == "box" and rng.random() < 0.6 else len(palette)
    base = _varied(palette[rng.integers(first)], rng)
    hollow = base * np.float32(rng.uniform(0.8, 1.1))
    if rng.random() < (0.12 if family == "box" else 0.3):
        hollow = _varied(palette[rng.integers(len(palette))], rng)
    grain: Grain = ("plain", "marble", "speckle")[rng.choice(3, p=[0.7, 0.1, 0.2])]
    glossy = rng.random()
    gloss = 0.0 if glossy < 0.25 else rng.uniform(0.01, 0.06)
    return Finish(
        hollow_bgr=hollow,
        top_bgr=base,
        table_bgr=linear(rng.uniform(20, 235) * np.exp(rng.normal(0, 0.2, 3))).clip(0.01, 0.85),
        grain="wood" if wooden and rng.random() < 0.85 else grain,
        strength=rng.uniform(0.05, 0.6),
        gloss=gloss,
        floor_gloss=rng.uniform(0.03, 0.09) if rng.random() < 0.4 else gloss,
        roughness=rng.uniform(0.0, 0.08) if glossy > 0.7 else rng.uniform(0.05, 0.4),
        ornament_bgr=_varied((_PLASTICS + _WOODS)[rng.integers(16)], rng) if rng.random() < 0.45 else None,
        wear=rng.uniform(0, 0.12) if rng.random() < 0.6 else 0.0,
        waves=rng.uniform(0.0, 0.008) if rng.random() < 0.4 else 0.0,
        seed=int(rng.integers(2**31)),
    )


def draw_ball_set(rng: np.random.Generator, family: Family) -> BallSet:
    """A set of kumalak for a board of this family: carved bowls often hold beans."""
    names = tuple(_BALL_SHARES)
    mixed = rng.random()
    kinds = rng.choice(len(names), size=2 if mixed < 0.12 else 1, p=list(_BALL_SHARES.values()))
    colours = [_varied(_BALLS[names[kind]][rng.integers(len(_BALLS[names[kind]]))], rng) for kind in kinds]
    if mixed > 0.95:
        colours = [_varied(_BALLS["coloured"][rng.integers(6)], rng) for _ in range(4)]
    round_ = rng.random() < (0.5 if family == "bowls" else 0.75)
    axes = np.array([1.0, 1.0, 1.0]) if round_ else np.array([rng.uniform(1.0, 1.5), 1.0, rng.uniform(0.65, 1.0)])
    axes[:2] /= np.sqrt(axes[0] * axes[1])
    glossy = rng.random()
    return BallSet(
        bgr=np.stack(colours),
        spread=rng.uniform(0.0, 0.25) ** 1.5 if round_ else rng.uniform(0.02, 0.35),
        gloss=rng.uniform(0.02, 0.06) if glossy < 0.75 else rng.uniform(0, 0.02),
        roughness=rng.uniform(0, 0.06) if glossy < 0.5 else rng.uniform(0.05, 0.4),
        marbling=(rng.uniform(0.05, 0.4), rng.uniform(2, 9)) if rng.random() < 0.35 else (0.0, 1.0),
        axes=axes,
        size_spread=rng.uniform(0, 0.04) if round_ else rng.uniform(0.03, 0.15),
    )


def paint(board: Board, finish: Finish, x: F32, y: F32, floor: F32) -> tuple[F32, F32]:
    """Colour (H, W, 3) and finish (H, W, 2: gloss, roughness) of a board at a grid of columns and rows."""
    rng = np.random.default_rng(finish.seed)
    cells = 1 / float(x[1] - x[0])
    shape = (len(y), len(x))
    colour = np.empty((*shape, 3), np.float32)
    low = np.clip(-floor / 0.15, 0, 1)[..., None]
    colour[:] = finish.top_bgr * (1 - low) + finish.hollow_bgr * low
    if finish.ornament_bgr is not None:
        _ornament(colour, board, finish.ornament_bgr, (x, y, cells), rng)
    colour *= (1 + finish.strength * _grain(finish.grain, shape, cells, rng))[..., None].clip(0.25, 2)
    if finish.wear:
        _wear(colour, finish.wear, rng)
    shine = np.empty((*shape, 2), np.float32)
    shine[..., 0] = np.where(floor < 0.7 * floor.min(), np.float32(finish.floor_gloss), np.float32(finish.gloss))
    shine[..., 1] = finish.roughness
    table = board.is_table(x, y)
    if table.any():
        woven = 1 + 0.35 * _grain(("plain", "wood", "speckle")[rng.integers(3)], shape, cells, rng)[..., None]
        colour[table] = (finish.table_bgr * woven)[table]
        shine[table, 0] *= 0.3
    return colour.clip(0.002, 0.95), shine


def noise(shape: tuple[int, int], cells: float, rng: np.random.Generator) -> F32:
    """Smooth noise of deviation about 1 whose features are ``cells`` wide."""
    return _stretched_noise(shape, (cells, cells), rng)


def _stretched_noise(shape: tuple[int, int], cells: tuple[float, float], rng: np.random.Generator) -> F32:
    small = (int(shape[0] / cells[1]) + 3, int(shape[1] / cells[0]) + 3)
    return np.asarray(
        cv2.resize(rng.standard_normal(small, np.float32), shape[::-1], interpolation=cv2.INTER_CUBIC), np.float32
    )


def _varied(bgr: tuple[float, ...], rng: np.random.Generator) -> F32:
    return linear(np.clip(np.asarray(bgr) * np.exp(rng.normal(0, 0.12) + rng.normal(0, 0.07, 3)), 12, 245))


def _grain(kind: Grain, shape: tuple[int, int], cells: float, rng: np.random.Generator) -> F32:
    """(H, W) texture around 0, within about one."""
    if kind == "wood":
        bend = _stretched_noise(shape, (12 * cells, 3 * cells), rng)
        rows = np.arange(shape[0], dtype=np.float32)[:, None] / cells
        rings = np.sin(rows * np.float32(rng.uniform(1, 9)) + 2.5 * bend)
        streaks = _stretched_noise(shape, (rng.uniform(2, 6) * cells, 0.12 * cells), rng)
        return np.asarray(0.5 * rings + 0.35 * streaks, np.float32)
    if kind == "marble":
        flow = noise(shape, 3 * cells, rng) + 0.5 * noise(shape, 1.2 * cells, rng)
        return np.asarray(1 - 2 * np.abs(np.sin(2 * flow)), np.float32)
    if kind == "speckle":
        return 0.4 * noise(shape, rng.uniform(0.08, 0.4) * cells, rng)
    return 0.12 * noise(shape, 4 * cells, rng)


def _wear(colour: F32, strength: float, rng: np.random.Generator) -> None:
    """Dust that lies in patches, specks and scratches; in place."""
    shape = colour.shape[:2]
    dust = np.clip(noise((shape[0], shape[1]), 30, rng), 0, None) * np.float32(strength)
    colour += (dust * 0.5)[..., None]
    for _ in range(int(rng.integers(0, 6))):
        start = rng.uniform(0, 1, 2) * shape[::-1]
        end = start + rng.normal(0, 25, 2)
        grey = (float(rng.uniform(0.05, 0.6)),) * 3
        cv2.line(colour, start.astype(int).tolist(), end.astype(int).tolist(), grey, 1, cv2.LINE_AA)


def _ornament(colour: F32, board: Board, bgr: F32, grid: tuple[F32, F32, float], rng: np.random.Generator) -> None:
    """Digits beside the otaus and a line or zigzag along the rows; in place."""
    x, y, cells = grid
    ink = np.zeros(colour.shape[:2], np.uint8)
    digits, line = rng.random() < 0.6, rng.random() < 0.5
    gap = rng.uniform(0.1, 0.5)
    for number, hollow in enumerate(board.hollows()[:9]):
        if digits:
            foot = hollow.placed(np.array([[0, hollow.profile.half_wh[1] + gap, 0]]))[0]
            at = (int((foot[0] - x[0]) * cells) - 4, int((foot[1] - y[0] + 0.7) * cells))
            cv2.putText(ink, str(number + 1), at, cv2.FONT_HERSHEY_SIMPLEX, cells / 26, 255, 1, cv2.LINE_AA)
    if line:
        side = board.row_y - board.otau.half_wh[1] - gap
        steps = np.arange(x[0], x[-1], rng.uniform(0.2, 1.0))
        wave = rng.uniform(0, 0.3) * (np.arange(len(steps)) % 2)
        points = np.column_stack([(steps - x[0]) * cells, (side - wave - y[0]) * cells]).astype(np.int32)
        width = max(1, int(rng.uniform(0.5, 2.5)))
        cv2.polylines(ink, [points.reshape(-1, 1, 2)], isClosed=False, color=255, thickness=width, lineType=cv2.LINE_AA)
    share = ink[..., None] / np.float32(255)
    colour += share * (bgr - colour)
