"""A whole board before a camera: where its kumalak lie from ply to ply, and the pictures of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from togyz.board import KUMALAK_TOTAL, OTAU_TOTAL
from tools.simulator.boards import Board, Family
from tools.simulator.camera import Camera, camera_at, draw_lens, transform
from tools.simulator.degrade import Device, draw_device
from tools.simulator.families import draw_board, draw_board_of
from tools.simulator.light import Light, draw_light
from tools.simulator.looks import BallSet, draw_ball_set, draw_finish
from tools.simulator.scene import Ground, Rendered, Solids, Window, ground_of, joined, render
from tools.simulator.settle import Bed, bed_of, pour
from tools.simulator.things import Thing, laid

_OUT_OF_SIGHT: Final = (0.0, 0.0, -1000.0)
_TABLE_MAX: Final = 1.5
"""The table is simulated as far as it is in view, but no further than this many times the board."""
_FILL: Final = (0.75, 0.93)
"""Share of the picture's width or height that the board takes."""
Renderer = Callable[[Ground, Solids, Light, Camera, Window], Rendered]


@dataclass(frozen=True, slots=True, eq=False)
class Studio:
    """One board, its set of kumalak, a room and a camera.

    Attributes:
        board: its form.
        balls: the set of kumalak.
        beds: where they come to rest in an otau and in a kazan.
        ground: the bare board on its table.
        light: of the room.
        camera: where it stands.
        device: how it takes pictures.
        image_wh: size of the pictures, px.
        renderer: makes the pictures.
    """

    board: Board
    balls: BallSet
    beds: tuple[Bed, Bed]
    ground: Ground
    light: Light
    camera: Camera
    device: Device
    image_wh: tuple[int, int]
    renderer: Renderer = render

    def render(self, solids: Solids, things: list[Thing]) -> Rendered:
        """The picture of kumalak and other things before the camera spoils it; the things' solids come last."""
        width, height = self.image_wh
        frame = np.array([[-1, -1], [width, -1], [width, height], [-1, height]], float)
        ground = self.ground
        for thing in things:
            ground = laid(ground, thing)
        everything = joined([solids, *(thing.solids for thing in things)])
        return self.renderer(ground, everything, self.light, self.camera, Window((0, 0), self.image_wh, frame))

    def outline_px(self, box: int) -> NDArray[np.float64]:
        """(N, 2) the opening of a box in the picture."""
        hollow = self.board.hollows()[box]
        around = hollow.profile.outline_xy()
        return self.camera.project(hollow.placed(np.column_stack([around, np.zeros(len(around))])))


def draw_studio(rng: np.random.Generator, image_wh: tuple[int, int], family: Family | None = None) -> Studio:
    """A board before a camera that has all of it in view, white's side at the bottom or nearly."""
    return studio_of(draw_board(rng) if family is None else draw_board_of(family, rng), rng, image_wh)


def studio_of(board: Board, rng: np.random.Generator, image_wh: tuple[int, int]) -> Studio:
    """A board before such a camera; all but its form is drawn."""
    finish = draw_finish(board.family, rng)
    camera = _draw_camera(rng, board, image_wh)
    width, height = _in_view(camera, board, image_wh)
    ground = ground_of(board, finish, (-width, width), (-height, height))
    towards = camera.eye / np.linalg.norm(camera.eye)
    light = draw_light(rng, near=(0.0, 0.0), camera_towards=towards)
    brightness = float((ground.colour.mean(axis=(0, 1)) @ light.open_bgr) / 3)
    ball_px = camera.focal_px / float(np.linalg.norm(camera.eye))
    between = board.pitch - 2 * board.otau.half_wh[0]
    return Studio(
        board=board,
        balls=draw_ball_set(rng, board.family),
        beds=(bed_of(board.otau, inset=min(max(0.12, 0.5 - between / 2), 0.45)), bed_of(board.kazan, inset=0.3)),
        ground=ground,
        light=light,
        camera=camera,
        device=draw_device(rng, ball_px=ball_px, exposure=0.32 / (0.7 * brightness + 0.08)),
        image_wh=image_wh,
    )


def _draw_camera(rng: np.random.Generator, board: Board, image_wh: tuple[int, int]) -> Camera:
    """A camera that sees the whole board."""
    half = np.array(board.half_wh)
    camera = camera_at(
        np.deg2rad(min(abs(rng.normal(0, 12)), 35)),
        azimuth=rng.uniform(0, 2 * np.pi),
        roll=np.deg2rad(rng.normal(0, 4)),
        distance=half[0] * rng.uniform(2.0, 4.0),
        ball_px=1.0,
    )
    camera = replace(camera, lens=draw_lens(rng))
    seen = camera.project(board.corners())
    fill = np.array(image_wh) / np.ptp(seen, axis=0)
    zoom = float(fill.min() * rng.uniform(*_FILL))
    room = np.array(image_wh) - zoom * np.ptp(seen, axis=0)
    centre = rng.uniform(0.3, 0.7, 2) * room - zoom * seen.min(axis=0)
    return replace(camera, focal_px=camera.focal_px * zoom, centre_px=centre)


def _in_view(camera: Camera, board: Board, image_wh: tuple[int, int]) -> NDArray[np.float64]:
    """(2,) how far from its middle the table is seen, along and across the board."""
    width, height = image_wh
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], float)
    ideal = camera.ideal(corners) * camera.focal_px + camera.centre_px
    seen = transform(np.linalg.inv(camera.H_image_plane).astype(np.float64), ideal)
    half = np.array(board.half_wh)
    return np.asarray(np.clip(np.abs(seen).max(axis=0), half, half.max() * _TABLE_MAX), np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class Kumalak:
    """All of a set and where they lie.

    Attributes:
        solids: they themselves, in the order of their numbers.
        box: (N,) the box that each lies in, -1 for a hand.
    """

    solids: Solids
    box: NDArray[np.int64]

    def lying_in(self, box: int) -> NDArray[np.float64]:
        """(N, 3) middles of those in a box."""
        return np.asarray(self.solids.centres[self.box == box], np.float64)

    def moved(self, studio: Studio, counts: tuple[int, ...], rng: np.random.Generator) -> Kumalak:
        """They after the counts of the 20 boxes have changed: only what has to moves, but for a source that keeps one.

        Args:
            studio: where they lie.
            counts: of each box; what is missing is in a hand, out of sight.
            rng: draws.
        """
        box, centres = self.box.copy(), self.solids.centres.copy()
        hand: list[int] = np.flatnonzero(box < 0).tolist()
        for number, count in enumerate(counts):
            held = np.flatnonzero(self.box == number)
            if len(held) > count:
                hand.extend(held[: len(held) - count].tolist() if count > 1 else held.tolist())
        box[hand] = -1
        for number, count in enumerate(counts):
            held = np.flatnonzero(box == number)
            added = [hand.pop() for _ in range(count - len(held))]
            if added:
                self._lay(studio, number, (held, np.array(added)), centres, rng)
                box[added] = number
        centres[box < 0] = _OUT_OF_SIGHT
        return Kumalak(replace(self.solids, centres=centres), box)

    @staticmethod
    def _lay(
        studio: Studio,
        number: int,
        held_and_added: tuple[NDArray[np.int64], NDArray[np.int64]],
        centres: NDArray[np.float64],
        rng: np.random.Generator,
    ) -> None:
        """Put balls into a box on top of those that it holds; in place."""
        held, added = held_and_added
        hollow = studio.board.hollows()[number]
        bed = studio.beds[number >= OTAU_TOTAL]
        rest = pour(bed, len(added), "sown", rng, lying=hollow.level(centres[held]))
        centres[np.concatenate([held, added])] = hollow.placed(rest)


def drawn_kumalak(studio: Studio, counts: tuple[int, ...], rng: np.random.Generator, *, spare: int = 0) -> Kumalak:
    """All kumalak of a set, and some to spare, laid out for the first time."""
    number = KUMALAK_TOTAL + spare
    shapes, reach = studio.balls.draw_shapes(number, rng)
    looks = studio.balls.draw_looks(number, rng)
    in_hand = Kumalak(Solids(np.zeros((number, 3)), shapes, reach, looks), np.full(number, -1))
    return in_hand.moved(studio, counts, rng)


def covered(ids: NDArray[np.int32], outline_px: NDArray[np.float64], first: int, image_wh: tuple[int, int]) -> float:
    """Share of an opening that solids from number ``first`` on hide."""
    scale = np.array(ids.shape[::-1]) / np.array(image_wh)
    mask = np.zeros(ids.shape, np.uint8)
    cv2.fillPoly(mask, [np.rint((outline_px + 0.5) * scale - 0.5).astype(np.int32)], 1)
    return float((ids[mask > 0] >= first).mean()) if mask.any() else 0.0
