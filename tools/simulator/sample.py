"""One training sample: the crop of an otau and the crop of the same otau at the start position, with the truth."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.simulator.boards import OTAU_PER_SIDE, Hollow, beside
from tools.simulator.camera import CROP_BALL_PX, Camera, transform
from tools.simulator.dataset import Sample, Shot
from tools.simulator.degrade import take
from tools.simulator.scene import Solids, Window, joined, render
from tools.simulator.settle import Pour, pour
from tools.simulator.table import Table, draw_table, later
from tools.simulator.things import Thing, draw_clutter, draw_marker, laid, no_solids
from vision.rectify import halved, halvings

START: Final = 9
SHOTS: Final = 2
"""Samples of one table: they share its reference, which is as costly as a sample."""
_BANDS: Final = ((0, 0, 0.12), (1, 9, 0.36), (10, 16, 0.31), (17, 24, 0.15), (25, 60, 0.06))
"""Numbers of kumalak in training: first, last, share. Real games have fewer heaps; a counter must know them all."""
_WAYS: Final[tuple[Pour, ...]] = ("sown", "lane", "handful", "rows")
_POURED: Final = {"box": (0.35, 0.15, 0.08, 0.42), "v_troughs": (0.35, 0.15, 0.08, 0.42)}
_POURED_ELSEWHERE: Final = (0.5, 0.2, 0.12, 0.18)
"""Shares of the ways in which kumalak get into a hollow, see ``settle.pour``: lanes are filled more neatly."""
_STRAY: Final = 0.04
"""How often a kumalak lies on a divider or a rim."""
_KNOWN_OTHERWISE: Final = 0.05
"""How often the reference shows another known number than nine."""
_MARKER: Final = 0.08
_MARKER_ALONE: Final = 0.8
_MARKER_BESIDE: Final = 0.2
"""How often a marker lies on a divider or a rim beside its otau."""
_CLUTTER: Final = 0.05
_AS_AT_START: Final = 0.03
"""How often all still lies as it lay at the start."""
_FILLED_BESIDE: Final = 26
"""Neighbours' heaps are no higher: they are not counted."""


def draw_samples(seed: int, table_ix: int) -> tuple[Sample, ...]:
    """The samples of the table of this number, ``SHOTS`` of them; they depend on the two numbers only."""
    rng = np.random.default_rng((seed, table_ix))
    table = draw_table(rng)
    at_start = START if rng.random() > _KNOWN_OTHERWISE else int(rng.integers(0, 21))
    lying = _poured(table, table.otau, at_start, rng)
    reference = _shoot(table, lying, _around(table, rng, at_start=True), rng)
    inside = _inside(table)
    samples = []
    for number in range(SHOTS):
        marker, thing, now = "", Thing(no_solids()), lying
        if rng.random() > _AS_AT_START:
            marker, thing, now = _as_played(table, rng)
        shot = _shoot(later(table, rng), now, _around(table, rng, at_start=False), rng, thing)
        samples.append(Sample(seed, SHOTS * table_ix + number, table.board.family, marker, shot, reference, inside))
    return tuple(samples)


def draw_number(rng: np.random.Generator, room: int) -> int:
    """How many kumalak lie in an otau that has room for so many: from 0 to 60."""
    first, last, _ = _BANDS[rng.choice(len(_BANDS), p=[share for _, _, share in _BANDS])]
    number = int(first + (last + 1 - first) * rng.random() ** (2 if last > 24 else 1))
    return number if number <= room else int(rng.integers(room // 2, room + 1))


def _as_played(table: Table, rng: np.random.Generator) -> tuple[str, Thing, Solids]:
    """What lies in and over the otau in mid-game: kind of a thing, the thing, the kumalak."""
    room = table.board.otau.room
    chance = rng.random()
    if chance < _MARKER:
        number = 0 if rng.random() < _MARKER_ALONE else draw_number(rng, room)
        lying = _poured(table, table.otau, number + 1, rng)
        rests_at = beside(table.board, table.otau, rng) if rng.random() < _MARKER_BESIDE else lying.centres[0]
        kind, thing = draw_marker(rng, rests_at, table.balls.bgr)
        return kind, thing, _without_first(lying)
    kind, thing = "", Thing(no_solids())
    if chance < _MARKER + _CLUTTER:
        x, y, _ = table.otau.middle
        kind, thing = draw_clutter(rng, (x, y), table.board.otau.half_wh)
    return kind, thing, _poured(table, table.otau, draw_number(rng, room), rng)


def _shoot(table: Table, lying: Solids, around: Solids, rng: np.random.Generator, thing: Thing | None = None) -> Shot:
    """Take the picture and cut the crop."""
    things = no_solids() if thing is None else thing.solids
    ground = table.ground if thing is None else laid(table.ground, thing)
    H_image_crop = calibrated(table) @ table.cut.H_plane_crop
    window = _window(H_image_crop, table.cut.size_wh)
    rendered = render(ground, joined([lying, around, things]), table.light, table.camera, window)
    picture = take(rendered.radiance, window.size_wh, table.device, rng)
    H_window_image = np.array([[1, 0, -window.corner[0]], [0, 1, -window.corner[1]], [0, 0, 1.0]])
    H_crop_image = np.linalg.inv(H_image_crop).astype(np.float64)
    own, last = len(lying), len(lying) + len(around)
    return Shot(
        image_bgr=_cut_out(picture, H_window_image @ H_image_crop, table.cut.size_wh),
        balls=_truth(lying, rendered.visible[:own], table.camera, H_crop_image),
        others=_near(_truth(around, rendered.visible[own:last], table.camera, H_crop_image), table.cut.size_wh),
    )


def calibrated(table: Table) -> NDArray[np.float64]:
    """The homography that calibration found, from the otau's own plane: that of the start, whatever moved since.

    Lens and tilt of the half are taken in by a fit over the opening.
    """
    width, depth = table.otau.profile.half_wh
    frame = np.stack(np.meshgrid(np.linspace(-width, width, 5), np.linspace(-depth, depth, 5)), axis=-1).reshape(-1, 2)
    at_start = replace(table.camera, centre_px=np.zeros(2))
    H, _ = cv2.findHomography(
        frame, at_start.project(table.otau.placed(np.column_stack([frame, np.zeros(len(frame))])))
    )
    return np.asarray(H, np.float64)


def _poured(table: Table, hollow: Hollow, number: int, rng: np.random.Generator) -> Solids:
    """Kumalak of the table's set at rest in one hollow."""
    shares = _POURED.get(table.board.family, _POURED_ELSEWHERE)
    how = _WAYS[rng.choice(len(_WAYS), p=shares)]
    bed = table.beds[hollow.profile is table.board.kazan]
    centres = pour(bed, number, how, rng)
    shapes, reach = table.balls.draw_shapes(number, rng)
    return Solids(hollow.placed(centres), shapes, reach, table.balls.draw_looks(number, rng))


def _without_first(solids: Solids) -> Solids:
    return Solids(solids.centres[1:], solids.shapes[1:], solids.reach[1:], solids.looks[1:])


def _around(table: Table, rng: np.random.Generator, *, at_start: bool) -> Solids:
    """Kumalak of the otaus beside and of the kazan."""
    parts = [no_solids()]
    for step in (-1, 1):
        if 0 <= table.number + step < OTAU_PER_SIDE:
            number = START if at_start else min(draw_number(rng, table.board.otau.room), _FILLED_BESIDE)
            parts.append(_poured(table, table.board.hollows()[table.number + step], number, rng))
    if not at_start:
        opposite = replace(table.otau, y=table.board.kazan_at[1], profile=table.board.kazan)
        parts.append(_poured(table, opposite, int(rng.integers(0, 14)), rng))
        if rng.random() < _STRAY:
            shapes, reach = table.balls.draw_shapes(1, rng)
            parts.append(
                Solids(beside(table.board, table.otau, rng)[None], shapes, reach, table.balls.draw_looks(1, rng))
            )
    return joined(parts)


def _window(H_image_crop: NDArray[np.float64], size_wh: tuple[int, int]) -> Window:
    """The part of the picture that the crop is cut from."""
    w, h = size_wh
    corners = transform(H_image_crop, np.array([[-3, -3], [w + 2, -3], [w + 2, h + 2], [-3, h + 2]], float))
    low, high = np.floor(corners.min(axis=0)).astype(int) - 1, np.ceil(corners.max(axis=0)).astype(int) + 2
    return Window((int(low[0]), int(low[1])), (int(high[0] - low[0]), int(high[1] - low[1])), corners)


def _cut_out(
    picture: NDArray[np.uint8], H_window_crop: NDArray[np.float64], size_wh: tuple[int, int]
) -> NDArray[np.uint8]:
    """The crop, averaged down and interpolated as the product does."""
    middle = np.array([[0, 0], [CROP_BALL_PX, 0]]) + np.array(size_wh) / 2
    ball_px = float(np.linalg.norm(np.diff(transform(H_window_crop, middle), axis=0)))
    times = halvings(ball_px, CROP_BALL_PX)
    part = 1 / 2**times
    H_halved_window = np.array([[part, 0, part / 2 - 0.5], [0, part, part / 2 - 0.5], [0, 0, 1]])
    crop = cv2.warpPerspective(
        halved(picture, times),
        H_halved_window @ H_window_crop,
        size_wh,
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(crop, np.uint8)


def _truth(
    solids: Solids, visible: NDArray[np.float64], camera: Camera, H_crop_image: NDArray[np.float64]
) -> NDArray[np.float32]:
    """(N, 3) crop px of the solids' middles and their visible shares."""
    if not len(solids):
        return np.zeros((0, 3), np.float32)
    return np.column_stack([transform(H_crop_image, camera.project(solids.centres)), visible]).astype(np.float32)


def _near(balls: NDArray[np.float32], size_wh: tuple[int, int]) -> NDArray[np.float32]:
    """Those that show in the crop or nearly."""
    away = np.maximum(-balls[:, :2], balls[:, :2] - np.array(size_wh)).max(axis=1, initial=-1)
    return np.asarray(balls[away < CROP_BALL_PX / 2], np.float32)


def _inside(table: Table) -> NDArray[np.bool_]:
    """(h, w) the opening as calibrated."""
    profile = table.board.otau if table.is_round else replace(table.board.otau, outline="rectangle", corner=0.0)
    (width, height), (half_w, half_h) = table.cut.size_wh, profile.half_wh
    x = (np.arange(width) - (width - 1) / 2) * (2 * half_w / table.cut.opening_wh[0])
    y = (np.arange(height) - (height - 1) / 2) * (2 * half_h / table.cut.opening_wh[1])
    return np.asarray(profile.edge(x[None, :].astype(np.float32), y[:, None].astype(np.float32)) >= 0)
