"""From two rows of otaus that were found to a board: corners to begin with, then the outline that the image shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.calibrate import calibrate, calibrate_open
from calibration.doubt import doubt
from calibration.errors import BadLensError, NotABoardError
from calibration.finding import Finder, Finding
from calibration.from_above import OTAU_PX
from calibration.halves import from_image, half_homographies, half_size_px, to_image
from calibration.lattice import fit_lattice
from calibration.layout import Layout
from calibration.lens import Lens
from calibration.locate_outline import Outline, find_outline
from calibration.locate_rows import Rows
from calibration.model import Calibration, WhiteSide, side_of
from calibration.otau_pattern import OtauRows, otaus_within, propose_otaus
from calibration.own_lens import own_lens
from calibration.seen import Seen
from togyz.board import OTAU_PER_SIDE, otau_side
from togyz.saying import say

_BESIDE: Final = 0.3
"""Rim beside the outermost otaus, in otaus, until the outline is known: what lies beside the board disturbs more than a
narrow rim does."""
_BEYOND: Final = 1.2
"""How far the outline is taken to lie beyond the outermost kumalak, until it is known."""
_OUTERMOST_PERCENT: Final = 99
_PURSUED: Final = 5
"""So many proposals are looked at closely."""
_BALL: Final = 0.24
"""Diameter of a kumalak in distances of two otaus: real boxes show 0.20 to 0.28."""
_INSIDE: Final = 0.04
"""How far from a board's corner its marker may lie, in lengths of the board."""
_OPEN: Final = 0.5
"""Share of the otaus' reach, from the middle line of their row, that lies within their openings for sure."""
_ROOM: Final = 0.15
"""What a straightened picture shows beyond the lens's, in its width and height."""
_ONE_BOARD: Final = 0.04
"""Outlines that differ by less, in lengths of the board, are of one board: a rim is about half as broad."""
_SAME: Final = 0.004
"""Outlines that differ by less are the same: d1, d2 and b1 are told to 0.002 to 0.004."""
_FAR: Final = 0.02
"""An outline seen through the board's own lens that lies farther from the one seen without is another edge: of d1 they
differ by 0.0003, of d3, whose inlay lies 0.008 within its rim, by up to 0.018."""
_FINE: Final = (OTAU_PX, 3 * OTAU_PX // 2)
"""Widths of an otau in pictures without the lens's bend, px: finer than with it, as straight edges that lie nearer to
each other, a rim's and its inlay's, are told apart. The outline is taken from the one where it is clearer."""
DOUBT_MAX: Final = 27.0
"""More doubt than this (``calibration.doubt``) about a board whose corners nobody gave, and it is refused: rendered
boards d1, d2 and b1 show up to 26 in any light, turned; the first ply brings 33, drawn boards of eight otaus 30."""


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A picture of a board, and what is told of it.

    Attributes:
        image_bgr: (H, W, 3), nothing over the board.
        layout, lens: see ``calibration.calibrate.calibrate``.
        white_side: the side of the picture where white sits; None where it is not known.
    """

    image_bgr: NDArray[np.uint8]
    layout: Layout | None = None
    lens: Lens | None = None
    white_side: WhiteSide | None = None


def calibrate_rows(view: View, rows: Rows, finder: Finder) -> tuple[Calibration, Finding]:
    """Fit the board's geometry to a picture in which its rows were found.

    The kumalak are looked for within corners that the rows give roughly; their places give the rows exactly, and these
    the outline. Nobody has said that there is a board, so more is asked of it than where its corners are given.

    Returns:
        As ``calibration.calibrate.calibrate``.

    Raises:
        CalibrationError: of the kind that says why it is no board.
    """
    height, width = view.image_bgr.shape[:2]
    corners = _oriented(_rough_corners(rows, (width, height)), view.white_side)
    rough, found = calibrate(view.image_bgr, corners, finder, lens=view.lens)
    if doubt(found) > DOUBT_MAX:
        raise NotABoardError(say(Seen.HARDLY))
    exact_rows = _exact_rows(rough, found)
    outline = find_outline(view.image_bgr, *exact_rows)
    if outline is None:
        raise NotABoardError(say(Seen.NO_RIM))
    view, corners = _unbent(view, _within(outline.corners_px, (width, height)), *exact_rows)
    H = half_homographies(corners, (width, height), view.lens)
    moved = _moved(found, rough, H, view.lens)
    exact, _ = calibrate(view.image_bgr, corners, lambda *_: moved, layout=view.layout, lens=view.lens)
    return replace(exact, white_known=view.white_side is not None), moved


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """Where a board lies in a picture, by its otaus and its outline, whatever lies in them.

    Attributes:
        otaus: its rows.
        corners_px: (4, 2) in the order of ``half_homographies``.
        clear: how much it looks like a board, 1 at most.
        reach: beyond which the outline lies, see ``find_outline``.
    """

    otaus: OtauRows
    corners_px: NDArray[np.float64]
    clear: float
    reach: float


def find_place(view: View) -> Place | None:
    """Where a board lies in a picture; None where no outline with two rows of nine otaus in it is seen."""
    places = seen_places(view)
    return best_place(places) if places else None


def best_place(places: Sequence[Place]) -> Place:
    """The place that is worth most; where several tell its board's outline otherwise, as most of them do, by worth.

    It is as clear as the clearest of them: they all are the same board.
    """
    best = max(places, key=worth)
    near = [place for place in places if _apart(best.corners_px, place.corners_px) < _ONE_BOARD]
    alike = [sum(worth(other) for other in near if _apart(one.corners_px, other.corners_px) < _SAME) for one in near]
    return replace(near[int(np.argmax(alike))], clear=max(one.clear for one in near))


def _apart(corners_px: NDArray[np.float64], others_px: NDArray[np.float64]) -> float:
    """How far apart two outlines lie at most, from whichever side, in lengths of the first."""
    away = min(float(np.linalg.norm(np.roll(others_px, turn, axis=0) - corners_px, axis=1).max()) for turn in (0, 2))
    return away / float(np.linalg.norm(corners_px[1] - corners_px[0]))


def seen_places(view: View) -> list[Place]:
    """Everything in a picture that may be a board's outline with two rows of nine otaus in it."""
    height, width = view.image_bgr.shape[:2]
    found = []
    seen: list[OtauRows] = []
    for otaus in propose_otaus(view.image_bgr):
        if otaus.likeness <= 0 or len(seen) == _PURSUED:
            break
        if any(otaus.is_like(one) for one in seen):
            continue
        seen.append(otaus)
        beyond = _outline(view.image_bgr, otaus)
        if beyond is not None:
            outline, reach = beyond
            corners = _oriented(_within(outline.corners_px, (width, height)), view.white_side)
            found.append(Place(otaus, corners, otaus.likeness * outline.shown**2, reach))
    return found


def _outline(image_bgr: NDArray[np.uint8], otaus: OtauRows) -> tuple[Outline, float] | None:
    """The outline beyond the rows, and the reach it lies beyond: the least where it hardly leaves room for openings."""
    for reach in (otaus.reach, otaus.least_reach):
        outline = find_outline(image_bgr, otaus.H, reach)
        if outline is not None:
            return outline, reach
    return None


def through_own_lens(view: View, place: Place) -> tuple[View, Place]:
    """The same, with the camera's lens where the board's own edges tell it; a lens that is told is the lens."""
    view, corners = _unbent(view, place.corners_px, place.otaus.H, place.reach)
    return view, replace(place, corners_px=corners)


def _unbent(
    view: View, corners_px: NDArray[np.float64], H: NDArray[np.float64], reach: float
) -> tuple[View, NDArray[np.float64]]:
    """With the lens that a board's edges tell, if any, and the outline seen when its bend is undone."""
    lens = own_lens(view.image_bgr, corners_px) if view.lens is None else None
    outline = None if lens is None else _straight_outline(view.image_bgr, H, reach, lens)
    if outline is None:
        return view, corners_px
    outline = _oriented(outline, side_of(corners_px))
    return replace(view, lens=lens), outline if _apart(corners_px, outline) < _FAR else corners_px


def _straight_outline(
    image_bgr: NDArray[np.uint8], H: NDArray[np.float64], reach: float, lens: Lens
) -> NDArray[np.float64] | None:
    """(4, 2) px of the image: ``find_outline`` in the picture without the lens's bend; None where it bends back."""
    height, width = image_bgr.shape[:2]
    beyond = np.array([round(_ROOM * width), round(_ROOM * height)])
    K = lens.K
    K[:2, 2] += beyond
    wh = (width + 2 * int(beyond[0]), height + 2 * int(beyond[1]))
    x, y = cv2.initUndistortRectifyMap(lens.K, np.array(lens.dist), np.eye(3), K, wh, cv2.CV_32FC1)
    straight = cv2.remap(image_bgr, x, y, cv2.INTER_LINEAR)
    rows = np.array([[x, y] for x in range(1, OTAU_PER_SIDE + 1) for y in (-1.0, 0.0, 1.0)])
    try:
        ideal = lens.undistort(to_image(H, rows))
    except BadLensError:
        return None
    H_straight = np.asarray(cv2.findHomography(rows, ideal + beyond)[0], np.float64)
    seen = [find_outline(np.asarray(straight, np.uint8), H_straight, reach, otau_px) for otau_px in _FINE]
    outlines = [outline for outline in seen if outline is not None]
    if not outlines:
        return None
    clearest = max(outlines, key=lambda outline: outline.shown)
    return _within(lens.distort(clearest.corners_px - beyond), (width, height))


def worth(place: Place) -> float:
    """How much a place is preferred: half a board looks like a whole one where the kumalak hide most dividers."""
    return place.clear * cv2.contourArea(place.corners_px.astype(np.float32))


def place_by_markers(view: View, markers_px: NDArray[np.float64]) -> NDArray[np.float64]:
    """(4, 2) px: the corners of the outline near a board's markers, in their order; the markers where none is seen."""
    otaus = otaus_within(view.image_bgr, markers_px)
    beyond = None if otaus is None else _outline(view.image_bgr, otaus)
    if beyond is None:
        return markers_px
    corners_px = beyond[0].corners_px
    away = np.linalg.norm(markers_px[:, None] - corners_px, axis=2)
    near = away.min(axis=1).max() < _INSIDE * np.linalg.norm(markers_px[1] - markers_px[0])
    return corners_px[away.argmin(axis=1)] if near else markers_px


def place_within(view: View, corners_px: NDArray[np.float64]) -> Place | None:
    """The place within corners (4, 2) that somebody told, in their usual order; None where no rows are seen there."""
    otaus = otaus_within(view.image_bgr, corners_px)
    return None if otaus is None else Place(otaus, corners_px, otaus.likeness, otaus.reach)


def calibrate_place(view: View, place: Place) -> Calibration:
    """The geometry of a board by its otaus' openings alone: it may show any position.

    The size of kumalak is a usual one. White's side is taken to be known.

    Raises:
        CalibrationError: that is no board.
    """
    height, width = view.image_bgr.shape[:2]
    H = half_homographies(place.corners_px, (width, height), view.lens)
    lattices, centres = [], []
    for half in (0, 1):
        uv = _openings_uv(place.otaus, H[half], view.lens)
        numbers = np.repeat(np.arange(1, OTAU_PER_SIDE + 1), uv.shape[1])
        lattices.append(fit_lattice(uv.reshape(-1, 2), numbers))
        centres += list(uv)
    pitch_u = (lattices[0].pitch + lattices[1].pitch) / 2
    openings = Finding((lattices[0], lattices[1]), tuple(centres), _BALL * pitch_u, misplaced=0, evenness=1.0)
    return calibrate_open(view.image_bgr, H, openings, layout=view.layout, lens=view.lens)


def _openings_uv(otaus: OtauRows, H: NDArray[np.float64], lens: Lens | None) -> NDArray[np.float64]:
    """(9, n, 2) places in the openings of a half's otaus, in its own frame, from its player's left."""
    across = np.linspace(-_OPEN, _OPEN, 3) * otaus.high
    rows = otaus.middles.reshape(2, OTAU_PER_SIDE, 1, 2) + np.stack([np.zeros(3), across], axis=-1)
    uv = from_image(H, to_image(otaus.H, rows.reshape(-1, 2)), lens).reshape(rows.shape)
    own = uv[int(uv[1, ..., 1].mean() > uv[0, ..., 1].mean())]
    return np.asarray(own[np.argsort(own[:, 1, 0])], np.float64)


def cut_off(rows: Rows, image_wh: tuple[int, int]) -> list[WhiteSide]:
    """The edges of the picture beyond which otaus of these rows lie."""
    reach = rows.reach
    borders = to_image(rows.H, [[0.5, -reach], [9.5, -reach], [9.5, reach], [0.5, reach]])
    low, high = borders.min(axis=0), borders.max(axis=0)
    beyond: list[tuple[WhiteSide, bool]] = [
        ("left", low[0] < -0.5),
        ("right", high[0] > image_wh[0] - 0.5),
        ("top", low[1] < -0.5),
        ("bottom", high[1] > image_wh[1] - 0.5),
    ]
    return [side for side, is_cut in beyond if is_cut]


def row_length_px(rows: Rows) -> float:
    """Length of the board, px, as far as its rows tell."""
    start, end = to_image(rows.H, [[0.5, 0], [OTAU_PER_SIDE + 0.5, 0]])
    return float(np.linalg.norm(end - start))


def _rough_corners(rows: Rows, image_wh: tuple[int, int]) -> NDArray[np.float64]:
    """(4, 2) px: the first row's beginning and end, the second's end and beginning."""
    reach = _BEYOND * rows.reach
    borders = 0.5 - _BESIDE, OTAU_PER_SIDE + 0.5 + _BESIDE
    corners = to_image(rows.H, [[borders[0], -reach], [borders[1], -reach], [borders[1], reach], [borders[0], reach]])
    return _within(corners, image_wh)


def _within(corners_px: NDArray[np.float64], image_wh: tuple[int, int]) -> NDArray[np.float64]:
    return np.clip(corners_px, 0, np.array(image_wh) - 1.0)


def _oriented(corners_px: NDArray[np.float64], white_side: WhiteSide | None) -> NDArray[np.float64]:
    """Four corners of a board, row by row, in the order of ``half_homographies``.

    Where white's side is not known, its row is taken to be that nearer to the picture's bottom, or to its left where
    the board stands upright.
    """
    edges = np.roll(corners_px, -1, axis=0) - corners_px
    if edges[0, 0] * edges[1, 1] - edges[0, 1] * edges[1, 0] > 0:
        corners_px = corners_px[[1, 0, 3, 2]]
    wanted = ("bottom", "left") if white_side is None else (white_side,)
    return corners_px if side_of(corners_px) in wanted else corners_px[[2, 3, 0, 1]]


def _exact_rows(calibration: Calibration, found: Finding) -> tuple[NDArray[np.float64], float]:
    """``Rows.H`` by the lattices of a finding, to px of the image, and ``Rows.reach`` by its kumalak."""
    number = np.arange(1, OTAU_PER_SIDE + 1, dtype=np.float64)
    H_image_half, lens = np.array(calibration.H_image_half), calibration.lens
    image, frame = [], []
    for half, (lattice, x) in enumerate(zip(found.lattices, (number, number[::-1]), strict=True)):
        v = np.full(OTAU_PER_SIDE, lattice.v_mid)
        image.append(to_image(H_image_half[half], np.column_stack([lattice.u(number, v), v]), lens))
        frame.append(np.column_stack([x, np.full(OTAU_PER_SIDE, 2.0 * half - 1)]))
    H = np.asarray(cv2.findHomography(np.concatenate(frame), np.concatenate(image))[0], np.float64)
    kumalak = [to_image(H_image_half[otau_side(ix).ix], uv, lens) for ix, uv in enumerate(found.centres_uv)]
    y = from_image(H, np.concatenate(kumalak))[:, 1]
    return H, float(np.percentile(np.abs(y), _OUTERMOST_PERCENT))


def _moved(found: Finding, seen: Calibration, H_to: NDArray[np.float64], lens: Lens | None) -> Finding:
    """The same finding in the frames of other outlines of the halves, seen through a lens."""
    H_from = np.array(seen.H_image_half)
    sides = [otau_side(ix).ix for ix in range(len(found.centres_uv))]
    px = [to_image(H_from[side], uv, seen.lens) for side, uv in zip(sides, found.centres_uv, strict=True)]
    centres = tuple(from_image(H_to[side], xy, lens) for side, xy in zip(sides, px, strict=True))
    lattices = []
    for half in (0, 1):
        of_half = centres[half * OTAU_PER_SIDE : (half + 1) * OTAU_PER_SIDE]
        numbers = np.repeat(np.arange(1, OTAU_PER_SIDE + 1), [len(uv) for uv in of_half])
        lattices.append(fit_lattice(np.concatenate(of_half), numbers))
    longer = half_size_px(H_from[0])[0] / half_size_px(H_to[0])[0]
    return replace(found, lattices=(lattices[0], lattices[1]), centres_uv=centres, ball_u=found.ball_u * longer)
