"""Boards of any layout drawn in perspective, with kumalak whose places are known to a fraction of a px."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.calibrate import calibrate
from calibration.finding import Finding
from calibration.halves import UNIT_SQUARE, half_homographies, half_size_px, to_image
from calibration.lattice import fit_lattice
from calibration.layout import Layout, load_layout
from calibration.model import Calibration
from vision.counter import start_picture

START = (9,) * 18
IMAGE_WH = (960, 640)
PX_PER_MM = 4
MARGIN_MM = 40
TABLE = (90, 110, 90)
RIM = 0.85
ROUND_STEPS = 32
LOOSE = 1.1
"""Mean distance of balls that lie side by side, in diameters."""

Bgr = tuple[int, int, int]


@dataclass(frozen=True)
class Look:
    """Colours of a board."""

    ball: Bgr
    floor: Bgr
    wood: Bgr


DARK_ON_LIGHT = Look((35, 30, 30), (215, 190, 150), (200, 170, 125))
LIGHT_ON_DARK = Look((215, 228, 232), (40, 60, 85), (62, 92, 122))
COLOURED = Look((45, 40, 190), (95, 125, 75), (120, 150, 95))


@dataclass(frozen=True)
class Drawing:
    """What to draw.

    Attributes:
        corners_px: the board's, in the order of ``half_homographies``.
    """

    layout: Layout
    look: Look
    corners_px: NDArray[np.float64]
    kumalak: Sequence[int] = START
    ball_mm: float = 12.0
    image_wh: tuple[int, int] = IMAGE_WH


def drawing(layout: str, look: Look = DARK_ON_LIGHT, **changes: object) -> Drawing:
    """A shipped layout, seen from white's side."""
    board = load_layout(layout)
    return replace(Drawing(board, look, corners_px(board)), **changes)


def corners_px(layout: Layout, image_wh: tuple[int, int] = IMAGE_WH) -> NDArray[np.float64]:
    """Of a board seen at a moderate tilt, a little askew: white's near left, near right, far right, far left."""
    near, far = 0.86 * image_wh[0], 0.76 * image_wh[0]
    height = 0.9 * far * 2 * layout.depth_mm / layout.length_mm
    middle = np.array(image_wh) / 2
    askew = 0.02 * image_wh[0]
    sides = [(-near, height + askew), (near, height - askew), (far, -height + askew), (-far, -height)]
    return middle + np.array(sides) / 2


def picture(of: Drawing) -> NDArray[np.uint8]:
    """The board on a table, slightly noisy."""
    canvas = np.full((*_canvas_wh(of.layout)[::-1], 3), TABLE, np.uint8)
    board = _corners_mm(of.layout)
    _fill(canvas, of.layout, board, of.look.wood)
    for outline in outlines_mm(of.layout):
        _fill(canvas, of.layout, outline, tuple(round(0.6 * part) for part in of.look.floor))
        middle = outline.mean(axis=0)
        _fill(canvas, of.layout, middle + 0.92 * (outline - middle), of.look.floor)
    H, _ = cv2.findHomography(_canvas_px(of.layout, board), np.array(of.corners_px, np.float64))
    image = cv2.warpPerspective(cv2.GaussianBlur(canvas, (0, 0), 1.5), H, of.image_wh, borderValue=TABLE)
    radius_mm = np.array([of.ball_mm / 2, 0])
    rims_px = _to_px(of, [centres + radius_mm for centres in centres_mm(of)])
    for centre, rim in zip(np.concatenate(centres_px(of)), np.concatenate(rims_px), strict=True):
        draw_ball(image, centre, float(np.linalg.norm(rim - centre)), of.look.ball)
    noise = np.random.default_rng(0).normal(0, 2, image.shape)
    return np.clip(cv2.GaussianBlur(image, (0, 0), 0.6) + noise, 0, 255).astype(np.uint8)


def half_open_box(deg: float) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """A box whose halves meet at this angle, seen from right above, and (4, 2) px its corners."""
    (width, height), focal_px = IMAGE_WH, 0.9 * IMAGE_WH[0]
    corners = np.array([[0.16, 0.83], [0.84, 0.83], [0.84, 0.17], [0.16, 0.17]]) * [width, height]
    flat = picture(replace(drawing("box"), corners_px=corners))
    image = np.full_like(flat, TABLE)
    middle = corners.mean(axis=0)
    outer = []
    for H in half_homographies(corners, IMAGE_WH):
        level = to_image(H, UNIT_SQUARE)
        rise_px = abs(level[0, 1] - middle[1]) * np.sin(np.radians(deg / 2))
        seen = level.copy()
        nearer = np.array([1, np.cos(np.radians(deg / 2))]) * focal_px / (focal_px - rise_px)
        seen[:2] = middle + (level[:2] - middle) * nearer
        outer.append(seen[:2])
        raised = cv2.getPerspectiveTransform(level.astype(np.float32), seen.astype(np.float32))
        mask = cv2.fillConvexPoly(np.zeros(flat.shape[:2], np.uint8), np.rint(seen).astype(np.int32), (1,)) > 0
        image[mask] = cv2.warpPerspective(flat, raised, IMAGE_WH)[mask]
    return image, np.concatenate(outer)


def centres_mm(of: Drawing) -> list[NDArray[np.float64]]:
    """For each otau (n, 2), on the board: loosely side by side, then in a layer above."""
    rng = np.random.default_rng(1)
    openings = outlines_mm(of.layout)[:18]
    return [
        opening.mean(axis=0) + _places(of, number, rng) for opening, number in zip(openings, of.kumalak, strict=True)
    ]


def centres_px(of: Drawing) -> list[NDArray[np.float64]]:
    """The same in the picture."""
    return _to_px(of, centres_mm(of))


def openings_px(of: Drawing) -> list[NDArray[np.float64]]:
    """The outlines of the 18 otaus and the two kazans in the picture."""
    return _to_px(of, outlines_mm(of.layout))


def perfect_finding(of: Drawing) -> Finding:
    """What a finder would say that makes no errors."""
    H = half_homographies(of.corners_px, of.image_wh)
    uv = [_through(np.linalg.inv(H[ix // 9]), centres) for ix, centres in enumerate(centres_px(of))]
    rows = [np.concatenate(uv[half * 9 : half * 9 + 9]) for half in (0, 1)]
    numbers = [np.repeat(np.arange(1, 10), of.kumalak[half * 9 : half * 9 + 9]) for half in (0, 1)]
    white, black = (fit_lattice(row, number) for row, number in zip(rows, numbers, strict=True))
    return Finding((white, black), tuple(uv), of.ball_mm / of.layout.length_mm, misplaced=0, evenness=1.0)


def calibrated(of: Drawing) -> Calibration:
    """What such a finder gives, the position learned."""
    image, finding = picture(of), perfect_finding(of)
    found, _ = calibrate(image, of.corners_px, lambda *_: finding)
    return replace(found, start=start_picture(image, found, np.array(of.kumalak), finding.centres_uv))


def ball_px(of: Drawing) -> float:
    """Diameter of a kumalak in the middle of the board."""
    length_px = np.mean([half_size_px(H)[0] for H in half_homographies(of.corners_px, of.image_wh)])
    return float(of.ball_mm / of.layout.length_mm * length_px)


def draw_ball(image: NDArray[np.uint8], centre: NDArray[np.float64], radius: float, colour: Bgr) -> None:
    """A disc, darker at its rim, with the reflection of a lamp."""
    for share, shade in ((1.0, RIM), (0.8, 1.0)):
        _disc(image, centre, share * radius, tuple(round(shade * part) for part in colour))
    _disc(image, centre - 0.3 * radius, 0.2 * radius, (250, 250, 250))


def outlines_mm(layout: Layout) -> tuple[NDArray[np.float64], ...]:
    """Openings of the 18 otaus by ``otau_ix``, of the kazan in white's half and of that in black's, (N, 2) each."""
    is_round = layout.family in ("slots", "bowls")
    xs = (np.arange(9) - 4) * layout.pitch_mm
    white = [_opening((float(x), -layout.row_mm), layout.otau_wh_mm, is_round=is_round) for x in xs]
    at = (0.0, -layout.kazan_mm) if layout.kazan == "middle" else (layout.kazan_mm, 0.0)
    kazan = _opening(at, layout.kazan_wh_mm, is_round=is_round)
    return (*white, *(-one for one in white), kazan, -kazan)


def _opening(at_mm: tuple[float, float], wh_mm: tuple[float, float], *, is_round: bool) -> NDArray[np.float64]:
    """A rectangle, or a rectangle with half circles for its shorter sides (a circle where both are equal)."""
    half = np.array(wh_mm) / 2
    if not is_round:
        return np.array(at_mm) + np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    radius = half.min()
    turn = np.linspace(0, 2 * np.pi, ROUND_STEPS, endpoint=False) + np.pi / ROUND_STEPS
    circle = radius * np.column_stack([np.cos(turn), np.sin(turn)])
    return np.array(at_mm) + circle + np.sign(circle) * (half - radius)


def _disc(image: NDArray[np.uint8], centre: NDArray[np.float64], radius: float, colour: Sequence[int]) -> None:
    at = tuple(round(float(part) * 16) for part in centre)
    cv2.circle(image, at, round(radius * 16), tuple(colour), -1, cv2.LINE_AA, shift=4)


def _places(of: Drawing, number: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """(number, 2) mm from the middle of an otau."""
    share = 0.75 if of.layout.family == "bowls" else 1.0
    step = LOOSE * of.ball_mm
    room = share * np.array(of.layout.otau_wh_mm) - of.ball_mm
    across, along = 1 + (room / step).astype(int)
    cells = [(column, row) for row in range(along) for column in range(across)]
    layers = -(-number // len(cells))
    at = np.concatenate([rng.permutation(cells) + layer / 2 for layer in range(layers)] or [np.zeros((0, 2))])[:number]
    loose = rng.uniform(-0.5, 0.5, (number, 2)) * (LOOSE - 1) * of.ball_mm
    return (at - (np.array([across, along]) - 1) / 2) * step + loose


def _to_px(of: Drawing, points_mm: Sequence[NDArray[np.float64]]) -> list[NDArray[np.float64]]:
    H, _ = cv2.findHomography(_corners_mm(of.layout), np.array(of.corners_px, np.float64))
    return [_through(H, points) for points in points_mm]


def _through(H: NDArray[np.float64], points: NDArray[np.float64]) -> NDArray[np.float64]:
    return to_image(H, points) if len(points) else points


def _corners_mm(layout: Layout) -> NDArray[np.float64]:
    x, y = layout.length_mm / 2, layout.depth_mm
    return np.array([[-x, -y], [x, -y], [x, y], [-x, y]])


def _canvas_wh(layout: Layout) -> tuple[int, int]:
    return (
        round((layout.length_mm + 2 * MARGIN_MM) * PX_PER_MM),
        round(2 * (layout.depth_mm + MARGIN_MM) * PX_PER_MM),
    )


def _canvas_px(layout: Layout, xy_mm: NDArray[np.float64]) -> NDArray[np.float64]:
    x0, y0 = layout.length_mm / 2 + MARGIN_MM, layout.depth_mm + MARGIN_MM
    return np.column_stack([xy_mm[:, 0] + x0, y0 - xy_mm[:, 1]]) * PX_PER_MM - 0.5


def _fill(image: NDArray[np.uint8], layout: Layout, outline_mm: NDArray[np.float64], colour: Sequence[int]) -> None:
    corners = np.rint(_canvas_px(layout, outline_mm) * 16).astype(np.int32)
    cv2.fillPoly(image, [corners], tuple(colour), cv2.LINE_AA, shift=4)
