"""One training sample: the crop of an otau and the crop of the same otau at the start position, with the truth."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.simulator import camera as cameras
from tools.simulator.boards import Board, Family, Profile, draw_board
from tools.simulator.camera import Camera, Cut, Misfit, cut_of, transform
from tools.simulator.dataset import Sample, Shot
from tools.simulator.degrade import Device, draw_device, take
from tools.simulator.light import Light, draw_light
from tools.simulator.looks import BallSet, Finish, draw_ball_set, draw_finish
from tools.simulator.scene import Ground, Solids, Window, ground_of, joined, render
from tools.simulator.settle import Bed, Pour, bed_of, pour

START: Final = 9
_SURROUNDINGS: Final = 2.5
"""What is simulated around a crop, in ball diameters: it throws shadows and shows at a slant."""
_BANDS: Final = ((0, 0, 0.12), (1, 9, 0.4), (10, 16, 0.25), (17, 24, 0.13), (25, 60, 0.1))
"""Numbers of kumalak in training: first, last, share. Real games have fewer heaps; a counter must know them all."""


@dataclass(frozen=True, slots=True, eq=False)
class _Table:
    """What stays the same in both shots: one otau of one board before one camera."""

    board: Board
    finish: Finish
    balls: BallSet
    bed: Bed
    kazan_bed: Bed
    at: tuple[float, float]
    number: int
    ground: Ground
    light: Light
    camera: Camera
    cut: Cut
    device: Device
    exposure: float


def draw_sample(seed: int, index: int) -> Sample:
    """The sample of this number; it depends on the two numbers only."""
    rng = np.random.default_rng((seed, index))
    table = _set_up(rng)
    start = START if rng.random() < 0.95 else int(rng.integers(0, 21))
    reference = _shoot(table, rng, start, at_start=True)
    table = _later(table, rng)
    shot = _shoot(table, rng, draw_number(rng), at_start=False)
    return Sample(
        seed=seed,
        index=index,
        family=table.board.family,
        marker="",
        shot=shot,
        reference=reference,
        inside=_inside(table.board.otau, table.cut),
    )


def draw_number(rng: np.random.Generator) -> int:
    """How many kumalak lie in the otau."""
    first, last, _ = _BANDS[rng.choice(len(_BANDS), p=[share for _, _, share in _BANDS])]
    if last > 24:
        return int(first + (last - first) * rng.random() ** 2)
    return int(rng.integers(first, last + 1))


def _set_up(rng: np.random.Generator) -> _Table:
    board = draw_board(rng)
    finish = draw_finish(board.family, rng)
    number = int(rng.integers(9))
    hollow = board.hollows()[number]
    at = hollow.x, hollow.y
    ball_px = float(np.exp(rng.uniform(np.log(7), np.log(30))))
    camera = cameras.draw_camera(rng, ball_px=ball_px, reach=board.half_wh[0])
    width, height = board.otau.half_wh
    reach = width + cameras.MARGIN + _SURROUNDINGS, height + cameras.MARGIN + _SURROUNDINGS
    ground = ground_of(board, finish, (at[0] - reach[0], at[0] + reach[0]), (at[1] - reach[1], at[1] + reach[1]))
    light = draw_light(rng, near=at, camera_towards=-camera.axes[2])
    seen = float((ground.colour.mean(axis=(0, 1)) @ light.open_bgr) / 3)
    inset = max(0.12, 0.5 - (board.pitch - 2 * width) / 2)
    return _Table(
        board=board,
        finish=finish,
        balls=draw_ball_set(rng),
        bed=bed_of(board.otau, inset=min(inset, 0.45)),
        kazan_bed=bed_of(_window_of_kazan(board.kazan, reach[0]), inset=0.3),
        at=at,
        number=number,
        ground=ground,
        light=light,
        camera=camera,
        cut=cut_of(at, (2 * width, 2 * height), _draw_misfit(rng)),
        device=draw_device(rng, ball_px=ball_px),
        exposure=0.27 / (0.7 * seen + 0.08),
    )


def _window_of_kazan(kazan: Profile, reach: float) -> Profile:
    """A kazan no longer than what is in view."""
    return replace(kazan, half_wh=(min(kazan.half_wh[0], reach), kazan.half_wh[1]), cross_ribs=(0, 0.0))


def _draw_misfit(rng: np.random.Generator) -> Misfit:
    return Misfit(
        shift=(float(rng.uniform(-0.25, 0.25)), float(rng.uniform(-0.25, 0.25))),
        scale=float(rng.uniform(0.92, 1.08)),
        turn_rad=float(np.deg2rad(rng.uniform(-2, 2))),
        stretch=float(rng.uniform(0.96, 1.04)),
    )


def _later(table: _Table, rng: np.random.Generator) -> _Table:
    """The same table some plies later: light, exposure and place have moved a little."""
    light = table.light
    if rng.random() < 0.5:
        radiance = light.radiance * np.exp(rng.normal(0, 0.15, (len(light.radiance), 1)))
        light = replace(light, radiance=radiance)
    if rng.random() < 0.1:
        light = replace(light, blob=np.array([*(np.array(table.at) + rng.normal(0, 4, 2)), 3.0, 4.0, 0.8]))
    device = replace(
        table.device,
        gain=table.device.gain * float(np.exp(rng.normal(0, 0.12))),
        white_balance=tuple(float(g * np.exp(rng.normal(0, 0.02))) for g in table.device.white_balance),
    )
    nudge = rng.normal(0, 0.3, 2) if rng.random() < 0.7 else rng.normal(0, 1.2, 2)
    camera = replace(table.camera, centre_px=table.camera.centre_px + nudge)
    return replace(table, light=light, device=device, camera=camera)


def _shoot(table: _Table, rng: np.random.Generator, number: int, *, at_start: bool) -> Shot:
    """Pour balls, take the picture, cut the crop."""
    own = _poured(table, table.bed, table.at, number, rng)
    others = joined([*_neighbours(table, rng, at_start=at_start), _in_kazan(table, rng, at_start=at_start)])
    H_image_crop = _calibrated(table.camera) @ table.cut.H_plane_crop
    window = _window(H_image_crop, table.cut.size_wh)
    rendered = render(table.ground, joined([own, others]), table.light, table.camera, window)
    device = replace(table.device, gain=table.device.gain * table.exposure)
    picture = take(rendered.radiance, window.size_wh, device, rng)
    H_window_crop = np.array([[1, 0, -window.corner[0]], [0, 1, -window.corner[1]], [0, 0, 1]]) @ H_image_crop
    to_crop = np.linalg.inv(H_image_crop)
    return Shot(
        image_bgr=_cut_out(picture, H_window_crop, table.cut.size_wh, table.device),
        balls=_truth(own, rendered.visible[:number], table.camera, to_crop),
        others=_near(_truth(others, rendered.visible[number:], table.camera, to_crop), table.cut.size_wh),
    )


def _calibrated(camera: Camera) -> NDArray[np.float64]:
    """The homography that calibration found: that of the start, whatever moved since."""
    return replace(camera, centre_px=np.zeros(2)).H_image_plane


def _poured(table: _Table, bed: Bed, at: tuple[float, float], number: int, rng: np.random.Generator) -> Solids:
    how: Pour = ("sown", "lane", "handful")[rng.choice(3, p=[0.45, 0.25, 0.3])]
    centres = pour(bed, number, how, rng) if number else np.zeros((0, 3))
    shapes, reach = table.balls.draw_shapes(number, rng)
    return Solids(centres + np.array([*at, 0.0]), shapes, reach, table.balls.draw_looks(number, rng))


def _neighbours(table: _Table, rng: np.random.Generator, *, at_start: bool) -> list[Solids]:
    """The balls of the otaus beside that reach into the crop."""
    parts = []
    for step in (-1, 1):
        if 0 <= table.number + step < 9:
            number = START if at_start else min(draw_number(rng), 26)
            parts.append(_poured(table, table.bed, (table.at[0] + step * table.board.pitch, table.at[1]), number, rng))
    return parts


def _in_kazan(table: _Table, rng: np.random.Generator, *, at_start: bool) -> Solids:
    number = 0 if at_start else int(rng.integers(0, 14))
    return _poured(table, table.kazan_bed, (table.at[0], table.board.kazan_at[1]), number, rng)


def _window(H_image_crop: NDArray[np.float64], size_wh: tuple[int, int]) -> Window:
    """The part of the picture that the crop is cut from."""
    w, h = size_wh
    corners = transform(H_image_crop, np.array([[-3, -3], [w + 2, -3], [w + 2, h + 2], [-3, h + 2]], float))
    low, high = np.floor(corners.min(axis=0)).astype(int) - 1, np.ceil(corners.max(axis=0)).astype(int) + 2
    return Window((int(low[0]), int(low[1])), (int(high[0] - low[0]), int(high[1] - low[1])), corners)


def _cut_out(
    picture: NDArray[np.uint8], H_window_crop: NDArray[np.float64], size_wh: tuple[int, int], device: Device
) -> NDArray[np.uint8]:
    """The crop, interpolated as the product does."""
    return np.asarray(
        cv2.warpPerspective(
            picture, H_window_crop, size_wh, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE
        ),
        np.uint8,
    )


def _truth(
    solids: Solids, visible: NDArray[np.float64], camera: Camera, to_crop: NDArray[np.float64]
) -> NDArray[np.float32]:
    """(N, 3) crop px of the solids' middles and their visible shares."""
    if not len(solids):
        return np.zeros((0, 3), np.float32)
    return np.column_stack([transform(to_crop, camera.project(solids.centres)), visible]).astype(np.float32)


def _near(balls: NDArray[np.float32], size_wh: tuple[int, int]) -> NDArray[np.float32]:
    reach = cameras.CROP_BALL_PX / 2
    x, y = balls[:, 0], balls[:, 1]
    return balls[(x > -reach) & (x < size_wh[0] + reach) & (y > -reach) & (y < size_wh[1] + reach)]


def _inside(profile: Profile, cut: Cut) -> NDArray[np.bool_]:
    """(h, w) the opening as calibrated."""
    scale = cut.opening_wh[0] / (2 * profile.half_wh[0])
    x = ((np.arange(cut.size_wh[0]) - (cut.size_wh[0] - 1) / 2) / scale).astype(np.float32)
    y = ((np.arange(cut.size_wh[1]) - (cut.size_wh[1] - 1) / 2) / scale).astype(np.float32)
    return np.asarray(profile.edge(x[None, :], y[:, None]) >= 0)
