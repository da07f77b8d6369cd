"""A board drawn flat, with balls, a hand, light and noise: truth without a picture from anywhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.calibrate import START as NINES
from calibration.calibrate import calibrate
from calibration.model import Calibration
from calibration.view import BoardView
from togyz.board import Side
from vision.counter import start_picture
from vision.finder import find_kumalak
from vision.frame import Frame

WIDTH, HEIGHT = 640, 360
BALL = 12
PITCH, OTAU_W, OTAU_H = 60, 48, 90
FPS = 15
NOISES = 3
LENS_PX = 0.8
SHADOW_PX = 150
START = [9] * 18 + [0, 0]
OUTLINE = (40, 40, 600, 320)
CORNERS = [(40, 319), (599, 319), (599, 40), (40, 40)]
WOOD, FLOOR, IVORY, INK, SKIN = (90, 140, 190), (55, 95, 135), (225, 235, 238), (30, 30, 30), (150, 140, 215)

Picture = NDArray[np.uint8]


@cache
def calibration() -> Calibration:
    """Of the board from its start position, which is learned."""
    image = noisy(board(), 2.0)
    found, finding = calibrate(image, CORNERS, find_kumalak)
    return replace(found, start=start_picture(image, found, NINES, finding.centres_uv))


def rectangle(box: int) -> tuple[int, int, int, int]:
    """x, y, width and height of a box: white's row below, numbered from the left, black's above, from the right."""
    if box >= 18:
        return 50, (186, 148)[box - 18], 540, 26
    number = box % 9
    return 56 + PITCH * (number if box < 9 else 8 - number), 220 if box < 9 else 50, OTAU_W, OTAU_H


def view() -> BoardView:
    """The drawn board's outlines."""
    boxes = [rectangle(box) for box in range(20)]
    x0, y0, x1, y1 = OUTLINE
    return BoardView(
        image_wh=(WIDTH, HEIGHT),
        outline_px=np.array([[x0, y1], [x1, y1], [x1, y0], [x0, y0]], np.float32),
        boxes_px=tuple(np.array([[x, y], [x + w, y], [x + w, y + h], [x, y + h]], np.float32) for x, y, w, h in boxes),
        H_image_box=np.stack([_box_to_image(box) for box in range(20)]),
        box_wh=np.array([[w, h] for _, _, w, h in boxes]) / BALL,
        ball_px=float(BALL),
    )


def board(kumalak: Sequence[int] = START, marker: int | None = None) -> Picture:
    """The board holding ``kumalak``, 20 counts; ``marker`` names the box in which a tuzdyk's ring lies."""
    picture = np.full((HEIGHT, WIDTH, 3), 120, np.uint8)
    x0, y0, x1, y1 = OUTLINE
    grain = cv2.GaussianBlur(np.random.default_rng(0).normal(0, 60, (HEIGHT, WIDTH)), (0, 0), 6, sigmaY=1)
    wood = np.clip(np.array(WOOD) + grain[..., None], 0, 255).astype(np.uint8)
    picture[y0:y1, x0:x1] = wood[y0:y1, x0:x1]
    for box, many in enumerate(kumalak):
        x, y, w, h = rectangle(box)
        picture[y : y + h, x : x + w] = FLOOR
        for at in _places(box, many):
            cv2.circle(picture, at, BALL // 2, IVORY, -1, cv2.LINE_AA)
            cv2.circle(picture, at, BALL // 2, INK, 1, cv2.LINE_AA)
        if box == marker:
            cv2.circle(picture, (x + w // 2, y + h - 10), 5, (40, 40, 220), -1, cv2.LINE_AA)
    return cv2.GaussianBlur(picture, (0, 0), LENS_PX).astype(np.uint8)


def under_hand(picture: Picture, tip_xy: tuple[int, int], side: Side) -> Picture:
    """The same with an arm that reaches in from a side's edge of the picture."""
    out = picture.copy()
    x, y = tip_xy
    cv2.line(out, (x, HEIGHT if side is Side.WHITE else 0), (x, y), SKIN, 40)
    return out


def with_pen(picture: Picture, box: int, *, length_balls: float = 5.0) -> Picture:
    """The same with a blue pen in an otau, that touches no rim."""
    out = picture.copy()
    x, y, width, height = rectangle(box)
    half = round(length_balls * BALL / 2)
    middle_x, middle_y = x + width // 2, y + height // 2
    cv2.line(out, (middle_x, middle_y - half), (middle_x, middle_y + half), (200, 60, 30), 5, cv2.LINE_AA)
    return out


def in_light(picture: Picture, factor: float | NDArray[np.float64]) -> Picture:
    """The same in another light; ``factor`` may be an array that broadcasts to (HEIGHT, WIDTH, 3)."""
    return np.clip(picture * factor, 0, 255).astype(np.uint8)


def soft_shadow(x: float, y: float, depth: float = 0.25) -> NDArray[np.float64]:
    """(HEIGHT, WIDTH, 1) factor of a player's shadow about a point."""
    rows, columns = np.indices((HEIGHT, WIDTH))
    return (1 - depth / (1 + np.exp((np.hypot(columns - x, rows - y) / SHADOW_PX - 1) * 9)))[..., None]


def shifted(picture: Picture, dx: float, dy: float, deg: float = 0.0) -> Picture:
    """The same by a camera that moved."""
    matrix = cv2.getRotationMatrix2D((WIDTH / 2, HEIGHT / 2), deg, 1)
    matrix[:, 2] += dx, dy
    return cv2.warpAffine(picture, matrix, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REPLICATE).astype(np.uint8)


def noisy(picture: Picture, sigma: float, seed: int = 0) -> Picture:
    """The same as a sensor delivers it: one of a few noises, turned differently for each seed."""
    noise = np.roll(_noises()[seed % NOISES], seed * 17, axis=(0, 1))
    return np.clip(picture + np.float32(sigma) * noise, 0, 255).astype(np.uint8)


@cache
def _noises() -> NDArray[np.float32]:
    return np.random.default_rng(1).standard_normal((NOISES, HEIGHT, WIDTH, 3), np.float32)


def film(*scenes: tuple[Picture, float], fps: float = FPS, sigma: float = 2.0) -> Iterator[Frame]:
    """Pictures held for so many seconds each."""
    pictures = [picture for picture, seconds in scenes for _ in range(round(seconds * fps))]
    for seq, picture in enumerate(pictures):
        yield Frame(noisy(picture, sigma, seq), round(seq / fps * 1e9), seq, "drawn")


def _box_to_image(box: int) -> NDArray[np.float64]:
    x, y, w, h = rectangle(box)
    turn = 1 if box < 9 or box == 18 else -1
    return np.array([[turn * w, 0, x + w / 2], [0, turn * h, y + h / 2], [0, 0, 1.0]])


def _places(box: int, many: int) -> Iterator[tuple[int, int]]:
    """Rows of touching balls; what finds no place on the floor lies on the others, half a ball aside."""
    x, y, w, h = rectangle(box)
    across, along = (w - 4) // BALL, (h - 4) // BALL
    for ball in range(many):
        layer, place = divmod(ball, across * along)
        row, column = divmod(place, across)
        yield x + 8 + BALL * column + 5 * layer, y + 9 + BALL * row + 5 * layer
