"""All that stays the same between two pictures of an otau: the board, its look, the camera, its calibration."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from tools.simulator.boards import OTAU_PER_SIDE, Board, Hollow
from tools.simulator.camera import MARGIN, Camera, Cut, Misfit, cut_of, draw_camera
from tools.simulator.degrade import Device, draw_device
from tools.simulator.families import draw_board
from tools.simulator.light import Light, draw_light
from tools.simulator.looks import BallSet, draw_ball_set, draw_finish
from tools.simulator.scene import Ground, ground_of
from tools.simulator.settle import Bed, bed_of

BALL_PX: Final = (7.5, 30.0)
"""Diameters of balls in pictures."""
_SMALL: Final = 1.4
"""Power by which even steps of their logarithm are bent towards the small ones: 40 % are below 11 px."""
_SURROUNDINGS: Final = 2.5
"""What is simulated around a crop, in ball diameters: it throws shadows and shows at a slant."""
_ROUND_KNOWN: Final = 0.35
"""How often calibration knows that an opening is round; mostly it takes each for a rectangle."""


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """One otau of one board before one camera.

    Attributes:
        board: its form.
        balls: the set of kumalak.
        beds: where they come to rest in an otau, and in the part of the kazan that is near.
        number: ``otau_no`` - 1 of the otau, in white's half.
        ground: the bare board around it.
        light: of the room.
        camera: where it stands.
        device: how it takes pictures.
        cut: the crop as calibrated, from the otau's middle.
        is_round: whether the calibrated opening has the form of the true one; else it is a rectangle.
    """

    board: Board
    balls: BallSet
    beds: tuple[Bed, Bed]
    number: int
    ground: Ground
    light: Light
    camera: Camera
    device: Device
    cut: Cut
    is_round: bool

    @property
    def otau(self) -> Hollow:
        """The otau itself."""
        return self.board.hollows()[self.number]


def draw_table(rng: np.random.Generator) -> Table:
    """A table of any kind."""
    board = draw_board(rng)
    finish = draw_finish(board.family, rng)
    number = int(rng.integers(OTAU_PER_SIDE))
    otau = board.hollows()[number]
    least, most = BALL_PX
    ball_px = least * float((most / least) ** (rng.random() ** _SMALL))
    camera = draw_camera(rng, ball_px=ball_px, reach=board.half_wh[0])
    cut = cut_of((0.0, 0.0), (2 * otau.profile.half_wh[0], 2 * otau.profile.half_wh[1]), draw_misfit(rng, board))
    spans = _spans(otau, cut)
    ground = ground_of(board, finish, *spans)
    x, y, _ = otau.middle
    towards = camera.eye - otau.middle
    light = draw_light(rng, near=(x, y), camera_towards=towards / np.linalg.norm(towards))
    brightness = float((ground.colour.mean(axis=(0, 1)) @ light.open_bgr) / 3)
    return Table(
        board=board,
        balls=draw_ball_set(rng, board.family),
        beds=_beds(board, reach=(spans[0][1] - spans[0][0]) / 2),
        number=number,
        ground=ground,
        light=light,
        camera=camera,
        device=draw_device(rng, ball_px=ball_px, exposure=0.32 / (0.7 * brightness + 0.08)),
        cut=cut,
        is_round=board.otau.outline == "rectangle" or rng.random() < _ROUND_KNOWN,
    )


def later(table: Table, rng: np.random.Generator) -> Table:
    """The same table some plies later: light, exposure and place have moved a little."""
    light = table.light
    if rng.random() < 0.5:
        light = replace(light, radiance=light.radiance * np.exp(rng.normal(0, 0.15, (len(light.radiance), 1))))
    if rng.random() < 0.1:
        shadow = table.otau.middle[:2] + rng.normal(0, 4, 2)
        light = replace(light, blob=np.array([*shadow, 3.0, 4.0, 0.8]))
    exposure = np.exp(rng.normal(0, 0.12) + rng.normal(0, 0.02, 3))
    device = replace(table.device, gain=table.device.gain * exposure)
    nudge = rng.normal(0, 0.3, 2) if rng.random() < 0.7 else rng.normal(0, 1.2, 2)
    camera = replace(table.camera, centre_px=table.camera.centre_px + nudge)
    return replace(table, light=light, device=device, camera=camera)


def draw_misfit(rng: np.random.Generator, board: Board) -> Misfit:
    """What calibration gets wrong.

    Measured on rendered boards with automatic layout: middles off by 0.3 along and up to 0.5 across the row, the ball
    0.89 to 1.03 of its true size, and an opening that lies apart taken to be nearly as wide as the pitch.
    """
    width = 2 * board.otau.half_wh[0]
    widest = max(1.0, 0.98 * board.pitch / width) if rng.random() < 0.5 else 1.0
    shift = np.clip(rng.normal(0, (0.2, 0.2)), -0.6, 0.6)
    return Misfit(
        shift=(float(shift[0]), float(shift[1])),
        scale=float(np.exp(np.clip(rng.normal(0, 0.055), -0.14, 0.14))),
        turn_rad=float(np.deg2rad(rng.uniform(-2, 2))),
        stretch=(float(rng.uniform(0.96, 1.04) * rng.uniform(1, widest)), float(rng.uniform(0.95, 1.1))),
    )


def _spans(otau: Hollow, cut: Cut) -> tuple[tuple[float, float], tuple[float, float]]:
    """From where to where the ground is needed, along x and y."""
    scale = float(np.hypot(*cut.H_plane_crop[:2, 0]))
    across, along = (size * scale / 2 + MARGIN + _SURROUNDINGS for size in cut.opening_wh)
    x, y, _ = otau.middle
    return (x - across, x + across), (y - along, y + along)


def _beds(board: Board, reach: float) -> tuple[Bed, Bed]:
    between = board.pitch - 2 * board.otau.half_wh[0]
    width, height = board.kazan.half_wh
    kazan = replace(board.kazan, half_wh=(min(width, reach), height), cross_ribs=(0, 0.0))
    return bed_of(board.otau, inset=min(max(0.12, 0.5 - between / 2), 0.45)), bed_of(kazan, inset=0.3)
