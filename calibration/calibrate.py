"""Making a calibration from one picture of a known position and the outline of the board."""

from __future__ import annotations

from functools import partial
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from calibration.doubt import aside, doubt
from calibration.errors import NotABoardError
from calibration.extent import open_extents, row_extents
from calibration.finding import Finder, Finding
from calibration.halves import HalfPictures, cut_halves, half_homographies, half_size_px, outline
from calibration.layout import NOMINAL_PITCH_MM, Layout
from calibration.layout_fit import Extents, check_layout
from calibration.lens import Lens, assumed_K
from calibration.model import Calibration, Row
from calibration.seen import Seen
from togyz.board import KUMALAK_PER_OTAU, OTAU_PER_SIDE, OTAU_TOTAL
from togyz.saying import Saying, say

DOUBT_MAX: Final = 36.0
"""More doubt than this, in kumalak, and the picture is refused. Rendered boards and the photo show 3 to 17, darkened,
at 640 px or with corners 5 px off up to 29 (d2 at 640 px: 39); corners half an otau or more aside 42 and more, the
pictures of other things tried 47 and more. Drawn boards of nine columns that hold nearly nine each show less."""
_OTAUS_MIN: Final = 4
"""Fewer otaus of a side with kumalak in them do not show the row."""
_WIDTH_PX: Final = 600
"""Length of the board in the pictures in which edges are looked for."""
_ENDS_BELOW: Final = 0.85
"""Rows shorter than this share of the board leave room for kazans at its ends."""
_SLOTS_BELOW: Final = 0.935
"""Rows shorter than this share of the board have rims and slots; a box is nearly filled."""
START: Final = np.full(OTAU_TOTAL, KUMALAK_PER_OTAU, np.int64)


def calibrate(
    image_bgr: NDArray[np.uint8],
    corners_px: ArrayLike,
    finder: Finder,
    *,
    kumalak: NDArray[np.int64] = START,
    layout: Layout | None = None,
    lens: Lens | None = None,
) -> tuple[Calibration, Finding]:
    """Fit the board's geometry to a picture.

    Args:
        image_bgr: (H, W, 3), the board at rest, nothing over it.
        corners_px: see ``calibration.halves.half_homographies``.
        finder: finds the kumalak.
        kumalak: (18,) the position shown, by ``otau_ix``.
        layout: None to learn it from the picture.
        lens: in pictures of this size; None where it is not known.

    Returns:
        The geometry, without the start picture that a counter learns from, and where the kumalak were found. White's
        side is taken to be known.

    Raises:
        BadCornersError: the corners are no outline.
        NotABoardError: what lies within the corners does not show the position.
        BadLayoutError: it shows that, on a board of another layout.
    """
    if np.count_nonzero(kumalak.reshape(2, -1), axis=1).min() < _OTAUS_MIN:
        raise NotABoardError(say(Seen.FEW_OTAUS, otaus=_OTAUS_MIN))
    height, width = image_bgr.shape[:2]
    H = half_homographies(corners_px, (width, height), lens)
    cut = partial(cut_halves, image_bgr, H, lens=lens)
    found = finder(cut, kumalak, None if layout is None else (layout.lattice(), layout.lattice()))
    if doubt(found) > DOUBT_MAX:
        raise NotABoardError(_refusal(found, kumalak, layout))
    ends = _extents(cut(_WIDTH_PX), found, is_start=np.array_equal(kumalak, START))
    if layout is not None:
        check_layout(layout, found, ends)
        ends = _ends(layout)
    return _measured(H, found, ends, (width, height), layout=layout, lens=lens), found


def calibrate_open(
    image_bgr: NDArray[np.uint8],
    H: NDArray[np.float64],
    found: Finding,
    *,
    layout: Layout | None = None,
    lens: Lens | None = None,
) -> Calibration:
    """The geometry by the otaus' openings, whatever lies in them.

    Args:
        image_bgr: (H, W, 3).
        H: see ``Calibration.H_image_half``.
        found: places in the openings instead of kumalak.
        layout: see ``calibrate``.
        lens: likewise.

    Raises:
        NotABoardError: no board is so.
    """
    height, width = image_bgr.shape[:2]
    if layout is None:
        ends = open_extents(cut_halves(image_bgr, H, _WIDTH_PX, lens=lens), found.lattices)
    else:
        ends = _ends(layout)
    return _measured(H, found, ends, (width, height), layout=layout, lens=lens)


def _measured(
    H: NDArray[np.float64],
    found: Finding,
    ends: Extents,
    image_wh: tuple[int, int],
    *,
    layout: Layout | None,
    lens: Lens | None,
) -> Calibration:
    """The geometry; what it comes to may be no board's.

    Raises:
        NotABoardError: it is none.
    """
    try:
        rows = Row(found.lattices[0], *ends[0]), Row(found.lattices[1], *ends[1])
        return _fitted(H, found, rows, image_wh, layout=layout, lens=lens)
    except ValueError as error:
        raise NotABoardError(say(Seen.HARDLY)) from error


def _fitted(
    H: NDArray[np.float64],
    found: Finding,
    rows: tuple[Row, Row],
    image_wh: tuple[int, int],
    *,
    layout: Layout | None,
    lens: Lens | None,
) -> Calibration:
    width, height = image_wh
    length_px = float(np.mean([half_size_px(one)[0] for one in H]))
    pitch_u = float(np.mean([lattice.pitch for lattice in found.lattices]))
    return Calibration(
        image_wh=(width, height),
        corners_px=tuple((float(x), float(y)) for x, y in outline(H, lens).round(2)),
        H_image_half=tuple(tuple((float(a), float(b), float(c)) for a, b, c in one) for one in H),
        layout=layout or _fitted_layout(H, rows),
        rows=rows,
        ball_px=found.ball_u * length_px,
        white_known=True,
        residual_px=float(np.sqrt(np.mean(np.square(aside(found))))) * pitch_u * length_px,
        tilt_deg=_tilt_deg(H[0], assumed_K((width, height)) if lens is None else lens.K),
        misplaced=found.misplaced,
        lens=lens,
    )


def _extents(halves: HalfPictures, found: Finding, *, is_start: bool) -> Extents:
    if not is_start:  # only nine in each reach as far as the otaus do
        return open_extents(halves, found.lattices)
    centres = tuple(np.concatenate(found.centres_uv[half * 9 : half * 9 + 9]) for half in (0, 1))
    ball_v = found.ball_u * halves.width / float(np.mean(halves.heights))
    return row_extents(halves, found.lattices, (centres[0], centres[1]), ball_v)


def _ends(layout: Layout) -> Extents:
    return (layout.v_inner, layout.v_outer), (layout.v_inner, layout.v_outer)


def _fitted_layout(H: NDArray[np.float64], rows: tuple[Row, Row]) -> Layout:
    """The board in nominal mm: what a picture tells without a ruler."""
    pitch_u = float(np.mean([row.lattice.pitch for row in rows]))
    length_mm = NOMINAL_PITCH_MM / pitch_u
    length_px, height_px = np.mean([half_size_px(one) for one in H], axis=0)
    depth_mm = length_mm * float(height_px / length_px)
    v_inner, v_outer = (
        float(np.mean(ends)) for ends in zip(*((row.v_inner, row.v_outer) for row in rows), strict=True)
    )
    row_length = OTAU_PER_SIDE * pitch_u
    at_ends = row_length < _ENDS_BELOW
    kazan_wh = ((1 - row_length) / 2, 2 * v_outer) if at_ends else (row_length, v_inner)
    return Layout(
        name="fitted",
        family="bowls" if at_ends else "slots" if row_length < _SLOTS_BELOW else "box",
        length_mm=length_mm,
        depth_mm=depth_mm,
        pitch_mm=NOMINAL_PITCH_MM,
        otau_wh_mm=(NOMINAL_PITCH_MM, (v_outer - v_inner) * depth_mm),
        row_mm=(v_inner + v_outer) / 2 * depth_mm,
        kazan="ends" if at_ends else "middle",
        kazan_wh_mm=(kazan_wh[0] * length_mm, kazan_wh[1] * depth_mm),
        kazan_mm=(1 + row_length) / 4 * length_mm if at_ends else v_inner / 2 * depth_mm,
    )


def _tilt_deg(H: NDArray[np.float64], K: NDArray[np.float64]) -> float:
    along = np.linalg.inv(K) @ H
    normal = np.cross(along[:, 0], along[:, 1])
    return float(np.degrees(np.arccos(abs(normal[2]) / np.linalg.norm(normal))))


def _refusal(found: Finding, kumalak: NDArray[np.int64], layout: Layout | None) -> Saying:
    total = int(kumalak.sum())
    what = Seen.NOT_START if np.array_equal(kumalak, START) else Seen.NOT_GIVEN
    why = say(what, misplaced=min(found.misplaced, total), total=total)
    return why if layout is None else say(Seen.NOT_LAYOUT, fault=why, layout=layout.name)
